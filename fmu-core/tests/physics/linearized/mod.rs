//! The Jacobian by columns of the recursion against the one by jets.

use crate::common;

mod loops;

use common::{Rig, compile, try_compile};
use mechanism::scalar::LinearSystem;
#[cfg(not(debug_assertions))]
use simulation::dynamics::System;
use simulation::dynamics::{Known, Point};
use simulation::solver::{Budget, Horizon, OrdinaryDifferentialEquations, Solution, Tolerance};
use simulation::variables::DataType;
use std::collections::BTreeMap;
use std::sync::Arc;
use support::chain::{Axes, model_text, spring_damper};
#[cfg(not(debug_assertions))]
use support::clock::{least_of, once};
use support::draft::{Draft, seeds};

/// Largest difference, relative to the largest element of each block of one unit.
const CLOSE: f64 = 1e-11;
/// Rounding of jets in a block that is zero, relative to the largest derivative of a state or 1.
const ROUNDING: f64 = 1e-12;

/// Columns and the derivatives by time, one after the other.
fn jacobians(rig: &mut Rig) -> [Vec<f64>; 2] {
    let n = rig.x.len();
    let (mut own, mut jets) = (vec![f64::NAN; n * (n + 1)], vec![f64::NAN; n * (n + 1)]);
    let (by_state, by_time) = own.split_at_mut(n * n);
    rig.system.jacobian(rig.t, &rig.x, by_state, by_time).unwrap();
    let (by_state, by_time) = jets.split_at_mut(n * n);
    rig.system.jacobian_of_jets(rig.t, &rig.x, by_state, by_time).unwrap();
    [own, jets]
}

/// Unit of each state, and of time.
fn units(rig: &Rig) -> Vec<String> {
    let catalogue = &rig.model.catalogue;
    let unit = |derivative: &usize| match catalogue.variables.at(*derivative).data_type {
        DataType::Real { unit, .. } => unit.as_deref().unwrap_or("1").to_owned(),
        other => panic!("{other:?}"),
    };
    catalogue.derivatives.iter().map(unit).chain(["time".to_owned()]).collect()
}

/// Compares at the present state; the largest difference relative to its block.
fn compare(rig: &mut Rig, what: &str) -> f64 {
    let n = rig.x.len();
    let [own, jets] = jacobians(rig);
    let units = units(rig);
    let weight = rig.derivatives().iter().fold(1.0, |size: f64, x| size.max(x.abs()));
    let mut blocks: BTreeMap<(&str, &str), (f64, f64, usize, usize)> = BTreeMap::new();
    for (column, (own, jets)) in own.chunks_exact(n).zip(jets.chunks_exact(n)).enumerate() {
        for (row, (own, jets)) in own.iter().zip(jets).enumerate() {
            let block = blocks.entry((&units[row], &units[column])).or_default();
            let off = (own - jets).abs();
            if off.is_nan() || off > block.0 {
                *block = (off, block.1, row, column);
            }
            block.1 = block.1.max(jets.abs());
        }
    }
    let name = |state: usize| {
        let catalogue = &rig.model.catalogue;
        catalogue.derivatives.get(state).map_or("time", |index| catalogue.variables.at(*index).name)
    };
    let mut largest = 0.0_f64;
    for ((row_unit, column_unit), (off, size, row, column)) in blocks {
        let (found, expected) = (own[column * n + row], jets[column * n + row]);
        assert!(
            off <= CLOSE * size + ROUNDING * weight,
            "{what}: d {} [{row_unit}] / d {} [{column_unit}] = {found:e} instead of {expected:e}; the largest there is {size:e}",
            name(row),
            name(column)
        );
        largest = largest.max(off / (size + ROUNDING / CLOSE * weight));
    }
    largest
}

/// Compares the rows of all variables, by states and inputs, at the present state; how many of them columns give, and how many need jets.
fn compare_outputs(rig: &mut Rig, what: &str) -> [usize; 2] {
    let model = Arc::clone(&rig.model);
    let catalogue = &model.catalogue;
    let unknowns: Vec<_> =
        catalogue.variables.iter().filter(|variable| model.schedule.need(variable.source).is_some()).collect();
    let sources: Vec<_> = unknowns.iter().map(|unknown| unknown.source).collect();
    let unit = |data_type: &DataType| match data_type {
        DataType::Real { unit, .. } => unit.as_deref().unwrap_or("1").to_owned(),
        _ => String::new(),
    };
    let rows: Vec<String> = unknowns.iter().map(|unknown| unit(unknown.data_type)).collect();
    let states = catalogue.states.iter().enumerate().map(|(k, index)| (Known::State(k), *index));
    let inputs = catalogue.inputs.iter().enumerate().map(|(k, index)| (Known::Input(k), *index));
    let knowns: Vec<_> = states.chain(inputs).collect();
    // Rounding is that of the largest number of each unit.
    let mut sizes = BTreeMap::<&str, f64>::new();
    for (row, source) in rows.iter().zip(&sources) {
        let size = sizes.entry(row).or_insert(1.0);
        *size = size.max(rig.system.value(rig.t, &rig.x, source).unwrap().abs());
    }
    let mut blocks: BTreeMap<(&str, String), (f64, f64, String)> = BTreeMap::new();
    let point = Point::State(&rig.x);
    for (known, index) in knowns {
        let by = catalogue.variables.at(index);
        let direction = [(known, 0.7)];
        let own = rig.system.directional_derivatives(rig.t, point, &direction, &sources).unwrap();
        let jets = rig.system.derivatives_of_jets(rig.t, point, &direction, &sources).unwrap();
        for (k, (own, jets)) in own.iter().zip(&jets).enumerate() {
            let block = blocks.entry((&rows[k], unit(by.data_type))).or_default();
            let off = (own - jets).abs();
            if off.is_nan() || off > block.0 {
                *block =
                    (off, block.1, format!("d {} / d {} = {own:e} instead of {jets:e}", unknowns[k].name, by.name));
            }
            block.1 = block.1.max(jets.abs());
        }
    }
    for ((row, column), (off, size, element)) in &blocks {
        assert!(
            *off <= CLOSE * size.max(sizes[row]),
            "{what}: {element}; the largest [{row}] by [{column}] is {size:e}"
        );
    }
    let given = sources.iter().filter(|source| rig.system.is_given_by_columns(source)).count();
    [given, sources.len() - given]
}

/// The mechanism of that number.
fn draft(seed: u64) -> Draft {
    let mut draft = Draft::new(seed);
    let size = 2 + draft.random.below(if seed.is_multiple_of(2) { 6 } else { 25 });
    draft.fill(size);
    draft
}

/// A mechanism at the start and at two states beside it; none where it has no start.
fn check(draft: &Draft, seed: u64) -> Option<(bool, f64)> {
    let mut rig = Rig::uninitialized(try_compile(&draft.model()).ok()?);
    draft.inputs.iter().for_each(|(name, value)| rig.set(name, *value));
    rig.initialize(0.0).ok()?;
    if rig.x.is_empty() || !rig.system.is_linearized().unwrap() {
        return Some((false, 0.0));
    }
    let mut random = common::Random(seed);
    let mut largest = 0.0_f64;
    for state in 0..3 {
        let what = format!("{seed}, state {state}");
        largest = largest.max(compare(&mut rig, &what));
        if state == 1 {
            compare_outputs(&mut rig, &what);
        }
        rig.t += 0.1;
        rig.x.iter_mut().for_each(|x| *x += 0.1 * random.number());
    }
    Some((true, largest))
}

#[test]
fn random_mechanisms() {
    let (mut ran, mut others, mut largest, mut states) = (0, 0, 0.0_f64, 0);
    let seeds = seeds(0..500);
    for seed in seeds.clone() {
        match check(&draft(seed), seed) {
            Some((true, off)) => {
                (ran, largest) = (ran + 1, largest.max(off));
                states += 3;
            }
            Some((false, _)) => others += 1,
            None => {}
        }
    }
    assert!(5 * ran >= seeds.count(), "{ran} mechanisms are linearised by columns");
    println!("{ran} mechanisms in {states} states are equal up to {largest:e}; {others} need jets");
}

/// Column of a state, by name, and the row of a derivative.
fn element(rig: &Rig, jacobian: &[f64], row: &str, column: &str) -> f64 {
    let n = rig.x.len();
    let catalogue = &rig.model.catalogue;
    let number = |state: &str| {
        let name = format!("der({state})");
        catalogue.derivatives.iter().position(|index| catalogue.variables.at(*index).name == name).unwrap()
    };
    jacobian[number(column) * n + number(row)]
}

fn chain(n: usize) -> Rig {
    Rig::new(&model_text(n, Axes::Spatial, 0, |_| Default::default()))
}

/// Accelerations of the chain by angles and speeds, from dual numbers over double-double.
#[test]
fn spatial_chain() {
    let mut rig = chain(7);
    assert!(rig.system.is_linearized().unwrap());
    let [own, _] = jacobians(&mut rig);
    for (row, column, expected) in [
        ("j7.w", "j1.phi", -16.826817494049),
        ("j1.w", "j7.phi", 0.27985507545173),
        ("j7.w", "j1.w", 0.037973678890006),
    ] {
        common::near(element(&rig, &own, row, column), expected, 2e-13 * expected.abs(), row);
    }
    let mut rig = chain(32);
    let [own, _] = jacobians(&mut rig);
    common::near(element(&rig, &own, "j16.w", "j8.phi"), -0.0424630127708, 1e-12, "j16 by j8");
    compare(&mut rig, "chain of 32");
    let [given, left] = compare_outputs(&mut rig, "chain of 32");
    assert!(given > 1000 && left == 0, "{given} by columns, {left} by jets");
}

/// Far from the origin and at a great speed nothing gets lost.
#[test]
fn far_away_and_fast() {
    let text = |far: f64| {
        let mut text =
            model_text(7, Axes::Spatial, 0, |_| Default::default()).replacen("world.frame_b", "base.frame_a", 1);
        text.push_str(&format!(
            "components.base = {{ class = \"Parts.Body\", m = 3, r_CM = [0.1, 0.2, -0.1], I_11 = 0.2, I_22 = 0.3, I_33 = 0.25, \
             r_0 = {{ start = [{far:?}, {far:?}, 0], fixed = true }}, v_0 = {{ start = [0, {far:?}, {far:?}], fixed = true }}, \
             angles_fixed = true, angles_start = [0.3, -0.2, 0.5], w_0_fixed = true, w_0_start = [0.3, 1.2, -0.5] }}\n"
        ));
        text
    };
    let [near, far] = [0.0, 1e6].map(|far| {
        let mut rig = Rig::uninitialized(compile(&text(far)));
        rig.initialize(0.0).unwrap();
        assert!(rig.system.is_linearized().unwrap());
        jacobians(&mut rig)[0].clone()
    });
    let size = near.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    let off = near.iter().zip(&far).fold(0.0_f64, |off, (near, far)| off.max((near - far).abs()));
    assert!(off <= 1e-13 * size, "{off:e} of {size}");
}

/// Single columns, in whatever order they are asked for, are those of the whole matrix, and a direction is their sum.
#[test]
fn single_columns() {
    let spring = |number: usize| spring_damper(number, 20.0, 0.3);
    let mut rig =
        Rig::new(&model_text(7, Axes::Spatial, 1, spring).replacen("world.frame_b", "base.frame_a", 1).replacen(
            "components.world",
            "components.base = { class = \"Parts.Body\", m = 1, r_CM = [0.1, 0.2, 0] }\ncomponents.world",
            1,
        ));
    assert!(rig.system.is_linearized().unwrap());
    let [own, _] = jacobians(&mut rig);
    compare(&mut rig, "chain with springs on a free base");
    let n = rig.x.len();
    let model = Arc::clone(&rig.model);
    let catalogue = &model.catalogue;
    let sources: Vec<_> = catalogue.derivatives.iter().map(|index| catalogue.variables.at(*index).source).collect();
    let mut column = |direction: &[(Known, f64)]| {
        rig.system.directional_derivatives(rig.t, Point::State(&rig.x), direction, &sources).unwrap()
    };
    for k in (0..n).chain((0..n).rev()) {
        assert_eq!(column(&[(Known::State(k), 1.0)]), own[k * n..(k + 1) * n], "{k}");
    }
    let all: Vec<_> = (0..n).map(|k| (Known::State(k), (k as f64).sin())).collect();
    let size = own.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    for (row, found) in column(&all).iter().enumerate() {
        let expected: f64 = (0..n).map(|k| own[k * n + row] * (k as f64).sin()).sum();
        common::near(*found, expected, 1e-13 * size, "along a direction");
    }
}

const EXAMPLES: &[(&str, &str)] = &[
    ("bouncing_ball", include_str!("../../../../examples/bouncing_ball.toml")),
    ("car", include_str!("../../../../examples/car.toml")),
    ("clutch", include_str!("../../../../examples/clutch.toml")),
    ("crane", include_str!("../../../../examples/crane.toml")),
    ("damped_slider", include_str!("../../../../examples/damped_slider.toml")),
    ("double_pendulum", include_str!("../../../../examples/double_pendulum.toml")),
    ("driven_arm", include_str!("../../../../examples/driven_arm.toml")),
    ("four_bar", include_str!("../../../../examples/four_bar.toml")),
    ("gripper", include_str!("../../../../examples/gripper.toml")),
    ("gripper_block", include_str!("../../../../examples/gripper_block.toml")),
    ("pendulum", include_str!("../../../../examples/pendulum.toml")),
    ("quadrotor", include_str!("../../../../examples/quadrotor.toml")),
    ("quarter_car", include_str!("../../../../examples/quarter_car.toml")),
    ("slider_crank", include_str!("../../../../examples/slider_crank.toml")),
    ("spring_mass", include_str!("../../../../examples/spring_mass.toml")),
    ("spring_pendulum", include_str!("../../../../examples/spring_pendulum.toml")),
    ("stewart_platform", include_str!("../../../../examples/stewart_platform.toml")),
    ("three_springs", include_str!("../../../../examples/three_springs.toml")),
    ("wishbone", include_str!("../../../../examples/wishbone.toml")),
];

/// Examples that run by columns, at the start and beside it.
#[test]
fn examples() {
    let mut by_columns = Vec::new();
    for (name, text) in EXAMPLES {
        let Ok(model) = try_compile(text) else { continue };
        let mut rig = Rig::uninitialized(model);
        if rig.initialize(0.0).is_err() || rig.x.is_empty() || !rig.system.is_linearized().unwrap() {
            continue;
        }
        by_columns.push(*name);
        let mut random = common::Random(3);
        for state in 0..3 {
            let what = format!("{name}, state {state}");
            compare(&mut rig, &what);
            compare_outputs(&mut rig, &what);
            rig.t += 0.1;
            rig.x.iter_mut().for_each(|x| *x += 0.05 * random.number());
        }
        // As in model exchange, where ties that are left open close slowly.
        rig.system.set_stabilization(1.5);
        compare(&mut rig, &format!("{name}, stabilised"));
    }
    let expected = [
        "bouncing_ball",
        "clutch",
        "crane",
        "damped_slider",
        "double_pendulum",
        "driven_arm",
        "four_bar",
        "gripper",
        "gripper_block",
        "pendulum",
        "quadrotor",
        "quarter_car",
        "slider_crank",
        "spring_mass",
        "spring_pendulum",
        "stewart_platform",
        "wishbone",
    ];
    assert!(expected.iter().all(|name| by_columns.contains(name)), "only {by_columns:?}");
}

/// Costs of a Jacobian by columns and by jets, in evaluations.
#[cfg(not(debug_assertions))]
fn cost_in_evaluations(system: &mut System, states: &[Vec<f64>; 2]) -> [f64; 2] {
    let (size, mut k) = (states[0].len(), 0);
    let (mut dx, mut by_state, mut by_time) = (vec![0.0; size], vec![0.0; size * size], vec![0.0; size]);
    let mut next = || {
        k = 1 - k;
        &states[k]
    };
    let evaluation = least_of(7, || system.derivatives(0.0, next(), &mut dx).unwrap());
    let columns = least_of(7, || system.jacobian(0.0, next(), &mut by_state, &mut by_time).unwrap());
    let jets = once(|| system.jacobian_of_jets(0.0, next(), &mut by_state, &mut by_time).unwrap());
    [columns / evaluation, jets / evaluation]
}

/// Costs of the rows of variables by all states, one column after the other, by columns and by jets, in evaluations.
#[cfg(not(debug_assertions))]
fn cost_of_outputs(system: &mut System, states: &[Vec<f64>; 2], names: &[&str]) -> [f64; 2] {
    let model = Arc::new(system.model().clone());
    let named = |name: &&str| model.catalogue.variables.iter().find(|variable| variable.name == *name).unwrap().source;
    let sources: Vec<_> = names.iter().map(named).collect();
    let (n, mut k) = (states[0].len(), 0);
    let mut dx = vec![0.0; n];
    let mut next = || {
        k = 1 - k;
        &states[k]
    };
    let evaluation = least_of(7, || system.derivatives(0.0, next(), &mut dx).unwrap());
    let columns = least_of(7, || {
        let x = next();
        for known in (0..n).map(Known::State) {
            system.directional_derivatives(0.0, Point::State(x), &[(known, 1.0)], &sources).unwrap();
        }
    });
    let jets = once(|| {
        let x = next();
        for known in (0..n).map(Known::State) {
            system.derivatives_of_jets(0.0, Point::State(x), &[(known, 1.0)], &sources).unwrap();
        }
    });
    let [jacobian, _] = cost_in_evaluations(system, states);
    let [rows, by_jets] = [columns, jets].map(|time| time / evaluation);
    println!(
        "{} rows, {n} columns: {rows:.0} evaluations, by jets {by_jets:.0}; the Jacobian {jacobian:.0}",
        names.len()
    );
    [columns, jets]
}

/// Rows of outputs cost less than by jets, beside which they are measured.
#[test]
#[cfg(not(debug_assertions))]
fn cost_of_rows() {
    let elements = |frame: &str, quantities: &[&str]| -> Vec<String> {
        quantities.iter().flat_map(|quantity| (1..4).map(move |k| format!("{frame}.{quantity}[{k}]"))).collect()
    };
    let motion = ["r_0", "v_0", "a_0"];
    let example = |name: &str| EXAMPLES.iter().find(|(other, _)| *other == name).unwrap().1.to_owned();
    let mut models = vec![
        (example("four_bar"), vec!["crank_joint.phi".to_owned(), "rocker_joint.phi".to_owned()]),
        (
            example("stewart_platform"),
            (1..7).map(|k| format!("leg{k}.s")).chain(elements("platform", &motion)).collect(),
        ),
        (example("quadrotor"), elements("hull", &motion)),
    ];
    for n in [32, 100] {
        let text = model_text(n, Axes::Spatial, 0, |_| Default::default());
        models.push((text.clone(), elements(&format!("b{n}"), &motion)));
        models.push((text, elements("b1.frame_a", &["f", "t"])));
    }
    for (text, names) in models {
        let mut rig = Rig::uninitialized(compile(&text));
        rig.initialize(0.0).unwrap();
        let moved: Vec<f64> = rig.x.iter().map(|x| x * (1.0 + 1e-12)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let [columns, jets] = cost_of_outputs(&mut rig.system, &[rig.x.clone(), moved], &names);
        assert!(columns < jets, "{names:?}: {columns} s, by jets {jets} s");
    }
}

/// A Jacobian costs a few evaluations: what jets take is more by far.
#[test]
#[cfg(not(debug_assertions))]
fn cost() {
    // Measured on a busy machine: 3.7, 6.2, 14, 37, with AVX; by jets 275, 550, 1580, 3050.
    for (n, most) in [(7, 10.0), (32, 21.0), (100, 60.0), (300, 180.0)] {
        let mut rig = chain(n);
        let moved: Vec<f64> = rig.x.iter().map(|x| x + 0.1).collect();
        let ratios = cost_in_evaluations(&mut rig.system, &[rig.x.clone(), moved]);
        println!("{n}: Jacobian {:.1} evaluations, by jets {:.1}", ratios[0], ratios[1]);
        assert!(ratios[0] <= most, "{n}: {} evaluations", ratios[0]);
    }
    for n in [10, 32, 100, 300] {
        let mut rig = Rig::new(&model_text(n, Axes::Spatial, 0, |number| spring_damper(number, 1e6, 1e3)));
        let stages: Vec<Vec<f64>> = (0..8).map(|k| rig.x.iter().map(|x| x + 1e-3 * f64::from(k)).collect()).collect();
        let mut dx = vec![0.0; rig.x.len()];
        let evaluation =
            least_of(7, || stages.iter().for_each(|x| rig.system.derivatives(0.0, x, &mut dx).unwrap())) / 8.0;
        let step = least_of(7, || {
            assert!(rig.system.prepare_implicit(0.0, &stages[0], &mut dx).unwrap());
            rig.system.factor(1e4).unwrap();
            for x in &stages {
                rig.system.derivatives(0.0, x, &mut dx).unwrap();
                rig.system.solve(&mut dx);
            }
        });
        println!("{n}: implicit step {:.1} evaluations, {:.0} ns per joint", step / evaluation, step / n as f64);
        assert!(step <= 30.0 * evaluation, "{n}: {} evaluations", step / evaluation);
    }
}

/// Solutions of `(sigma 1 - J) x = r`, and products with J, are those of the Jacobian.
#[test]
fn implicit_steps() {
    // Slides in between, branches, a torque that time decides, and one that follows the position of its joint through blocks.
    let more = |number: usize| {
        let [mut connections, mut components] = spring_damper(number, 50.0 * number as f64, 300.0);
        if number.is_multiple_of(5) {
            connections.push_str(&format!(
                r#"["b{number}.frame_a", "p{number}.frame_a"], ["p{number}.frame_b", "w{number}.frame_a"],
                ["p{number}.support", "q{number}.flange_a"], ["p{number}.axis", "q{number}.flange_b"],
                ["a{number}.flange", "j{number}.axis"], ["a{number}.phi", "g{number}.u"], ["g{number}.y", "t{number}.tau"], ["t{number}.flange", "j{number}.axis"],
                ["sine{number}.y", "m{number}.tau"], ["m{number}.flange", "j{number}.axis"],"#
            ));
            components.push_str(&format!(
                "\ncomponents.p{number} = {{ class = \"Joints.Prismatic\", useAxisFlange = true, n = [1, {number}, -2], s = {{ start = 0.1 }} }}
components.w{number} = {{ class = \"Parts.Body\", m = 0.3, r_CM = [0.1, 0, 0.05] }}
components.q{number} = {{ class = \"Translational.Components.SpringDamper\", c = 1e4, d = 30 }}
components.a{number} = {{ class = \"Rotational.Sensors.AngleSensor\" }}
components.g{number} = {{ class = \"Blocks.Math.Gain\", k = -7 }}
components.t{number} = {{ class = \"Rotational.Sources.Torque\" }}
components.sine{number} = {{ class = \"Blocks.Sources.Sine\", f = 0.7, amplitude = 3 }}
components.m{number} = {{ class = \"Rotational.Sources.Torque\" }}"
            ));
        }
        [connections, components]
    };
    let mut rig = Rig::new(&model_text(21, Axes::Spatial, 2, more));
    rig.t = 0.2;
    compare(&mut rig, "stiff tree");
    let n = rig.x.len();
    let [own, _] = jacobians(&mut rig);
    let mut by_time = vec![f64::NAN; n];
    assert!(rig.system.prepare_implicit(rig.t, &rig.x, &mut by_time).unwrap());
    assert!(by_time.iter().any(|x| *x != 0.0));
    let right: Vec<f64> = (0..n).map(|i| (1.7 * i as f64 + 0.3).sin()).collect();
    let assert_near = |found: &[f64], expected: &[f64], what: &str| {
        let size = |x: &[f64]| x.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
        // Positions, then speeds: numbers of two sizes.
        for (found, expected) in found.chunks(n / 2).zip(expected.chunks(n / 2)) {
            let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs()).fold(0.0_f64, f64::max);
            assert!(off <= 1e-11 * size(expected), "{what}: off by {off:e} of {}", size(expected));
        }
    };
    assert_near(&by_time, &own[n * n..], "by time");
    let mut product = vec![f64::NAN; n];
    rig.system.times(&right, &mut product);
    let expected: Vec<f64> = (0..n).map(|row| (0..n).map(|k| own[k * n + row] * right[k]).sum()).collect();
    assert_near(&product, &expected, "J x");
    for h in [1e-1, 1e-3, 1e-5] {
        let sigma = 1.0 / (0.21 * h);
        rig.system.factor(sigma).unwrap();
        let mut found = right.clone();
        rig.system.solve(&mut found);
        let mut whole = LinearSystem::new(n);
        for column in 0..n {
            (0..n).for_each(|row| whole.add(row, column, -own[column * n + row]));
            whole.add(column, column, sigma);
        }
        whole.factor().unwrap();
        let mut expected = right.clone();
        whole.solve(&mut expected);
        assert_near(&found, &expected, &format!("step of {h} s"));
    }
}

/// Steps without the Jacobian are those with it. A torque of nothing times the angle of another joint makes the Jacobian necessary.
#[test]
fn the_same_steps() {
    let coupled = |number: usize| {
        let [mut connections, mut components] = spring_damper(number, 1e6, 1e4);
        if number == 3 {
            connections
                .push_str(r#"["a.flange", "j2.axis"], ["a.phi", "g.u"], ["g.y", "t.tau"], ["t.flange", "j3.axis"],"#);
            components.push_str(
                "\ncomponents.a = { class = \"Rotational.Sensors.AngleSensor\" }
components.g = { class = \"Blocks.Math.Gain\", k = 0 }
components.t = { class = \"Rotational.Sources.Torque\" }",
            );
        }
        [connections, components]
    };
    let run = |text: &str, does_without: bool| {
        let mut rig = Rig::new(text);
        let n = rig.x.len();
        assert_eq!(rig.system.prepare_implicit(0.0, &rig.x, &mut vec![0.0; n]).unwrap(), does_without);
        let mut solution = Solution::new(n, 0, Tolerance::from_relative(1e-6));
        let mut budget = Budget::new(Budget::DEFAULT_LIMIT, 0.0, 0.5);
        let horizon = Horizon { limit: 0.5, ..Horizon::NONE };
        let event = solution.advance(&mut rig.system, &mut rig.t, &mut rig.x, 0.5, &horizon, &mut budget).unwrap();
        assert_eq!((event, rig.t), (None, 0.5));
        let statistics = solution.statistics();
        assert!(statistics.implicit > 20, "{statistics:?}");
        (rig.x, [statistics.accepted, statistics.rejected, statistics.implicit, statistics.evaluations])
    };
    let (x, steps) = run(&model_text(12, Axes::Spatial, 0, |number| spring_damper(number, 1e6, 1e4)), true);
    let (y, others) = run(&model_text(12, Axes::Spatial, 0, coupled), false);
    assert_eq!(steps, others);
    x.iter().zip(&y).for_each(|(x, y)| common::near(*x, *y, 1e-9 * (1.0 + y.abs()), "state"));
}

/// A contact that sticks in a chain at rest.
#[test]
fn contacts_that_stick() {
    let more = |number: usize| {
        match number {
        2 => [
            r#"["grip.flange_a", "j2.axis"], ["grip.support", "j2.support"],"#.to_owned(),
            "components.grip = { class = \"Rotational.Components.BearingFriction\", useSupport = true, tau_pos = [[0, 50], [1, 60]] }"
                .to_owned(),
        ],
        3 => spring_damper(3, 40.0, 2.0),
        _ => Default::default(),
    }
    };
    let mut rig = Rig::new(&model_text(5, Axes::Spatial, 0, more));
    assert!(rig.system.is_linearized().unwrap());
    let n = rig.x.len();
    rig.x[n / 2 + 1] = 0.0;
    let mut modes = rig.system.modes().to_vec();
    modes[rig.model.discrete.frictions[0].law] = mechanism::STUCK;
    rig.system.set_modes(&modes);
    compare(&mut rig, "stuck");
    // Its joint does not move, whatever the others do.
    let [own, _] = jacobians(&mut rig);
    let row: Vec<f64> = own.iter().skip(n / 2 + 1).step_by(n).copied().collect();
    assert!(row.iter().all(|x| x.abs() < 1e-12) && own.iter().any(|x| x.abs() > 1.0), "{row:?}");
}
