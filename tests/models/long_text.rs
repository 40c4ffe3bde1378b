//! A long text in the style of users (`texts/Mill.mo`: records, functions, arrays of composites, replaceable classes, inner and outer, buses,
//! `when`, algorithms) against closed forms.

use std::f64::consts::PI;
use std::path::Path;

use fmu_builder::host::{Package, RunOptions, Simulation, SimulationOptions};
use fmu_builder::{BuildOptions, Expose, Fmu, ModelicaOptions, build_options, read_modelica};

/// Values of variables of a model of the text at increasing times.
fn run(class: &str, names: &[String], times: &[f64]) -> Vec<Vec<f64>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/texts/Mill.mo");
    let options = ModelicaOptions { class: Some(format!("Mill.{class}")), ..ModelicaOptions::default() };
    let read = read_modelica(&path, &options).unwrap_or_else(|invalid| panic!("{invalid}"));
    let options = BuildOptions { expose: Expose::All, ..build_options() };
    let fmu = Fmu::build(&read.file, &options).unwrap_or_else(|error| panic!("{error}"));
    let package = Package::from_bytes(fmu.bytes()).unwrap();
    let run = RunOptions { tolerance: Some(1e-9), ..RunOptions::default() };
    let options = SimulationOptions { run, variables: Some(names.to_vec()), ..SimulationOptions::default() };
    let mut found = Vec::new();
    let simulation = Simulation::new(&package, &options).unwrap();
    let grid: Vec<f64> = std::iter::once(0.0).chain(times.iter().copied()).collect();
    simulation
        .run_on_grid(&grid, &mut |_, values| {
            found.push(values.to_vec());
            Ok(())
        })
        .unwrap();
    found.split_off(1)
}

#[track_caller]
fn near(found: f64, expected: f64, what: &str) {
    let tolerance = 2e-6 * expected.abs().max(1.0);
    assert!((found - expected).abs() < tolerance, "{what}: {found}, expected {expected}");
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Moment of inertia of a roll of steel of length 1 m.
fn roll(d: f64) -> f64 {
    7850.0 * PI * (d / 2.0).powi(2) * (d / 2.0).powi(2) / 2.0
}

/// Each roll reaches its speed by a first order law: J' w' = r k (r w_ref - r w) - d w, with what is behind the gear in J'.
#[test]
fn a_line_of_stands_starts() {
    let all =
        ["speed[1]", "speed[2]", "speed[3]", "speed[4]", "mean", "variance", "s", "isRolling", "passes", "t_pass"];
    let times = [0.002, 0.004, 0.01, 0.3];
    let law = |k: usize, t: f64| {
        let i = k as f64;
        let (w_ref, ratio, d) = (2.0 * 1.25_f64.powi(k as i32), 8.0 + 2.0 * i, 0.45 - 0.05 * i);
        let inertia = roll(d) + ratio * ratio * 0.11;
        let damping = 45.0 * ratio * ratio + 20.0 * 1.25;
        let (end, rate) = (45.0 * ratio * ratio * w_ref / damping, damping / inertia);
        (end * (1.0 - (-rate * t).exp()), end, rate)
    };
    for (t, found) in times.into_iter().zip(run("Examples.Start", &names(&all), &times)) {
        let speeds: Vec<f64> = (0..4).map(|k| law(k, t).0).collect();
        (0..4).for_each(|k| near(found[k], speeds[k], &format!("speed {k} at {t}")));
        let mean = speeds.iter().sum::<f64>() / 4.0;
        near(found[4], mean, "mean");
        near(found[5], speeds.iter().map(|w| w * w).sum::<f64>() / 4.0 - mean * mean, "variance");
        let (w, end, rate) = law(0, t);
        near(found[6], 0.225 * (end * t - w / rate), "length of the strip");
        assert_eq!(found[7] == 1.0, w >= 1.6, "rolling at {t}");
        let pass = -(1.0 - 1.0 / end).ln() / rate;
        assert_eq!(found[8], if t > pass { 1.0 } else { 0.0 }, "passes at {t}");
        near(found[9], if t > pass { pass } else { -1.0 }, "time of the pass");
    }
}

/// A controller of equations and one of blocks give the same line of direct current motors; in the end all speeds are as wanted.
#[test]
fn controllers_of_equations_and_of_blocks() {
    let all = names(&["speed[1]", "speed[2]", "speed[3]", "stand[2].drive.inductor.i"]);
    let times = [0.05, 0.2, 0.7, 30.0];
    let [equations, blocks] = ["Examples.ElectricStart", "Examples.BlockStart"].map(|class| run(class, &all, &times));
    for (a, b) in equations.iter().zip(&blocks) {
        a.iter().zip(b).for_each(|(a, b)| near(*a, *b, "equations and blocks"));
    }
    assert!((equations[0][0] - 2.0).abs() > 0.1, "{equations:?}");
    (0..3).for_each(|k| near(equations[3][k], 2.0 * 1.25_f64.powi(k as i32), "end"));
}

/// Without a controller a roll coasts, and from 0.75 s on the strip brakes it: w' = -(d w + tau)/J'.
#[test]
fn a_strip_bites() {
    let strain = (1.0_f64 / 0.7).ln();
    let yield_stress = -20e6 * strain * strain + 60e6 * strain + 90e6;
    let tau = yield_stress * 1e-6 * 1.25;
    let inertia = 7850.0 * PI * 0.04 * 1.2 * 0.04 / 2.0 + 64.0 * 0.02;
    let rate = 15.0 / inertia;
    let w = |t: f64| {
        let free = 10.0 * (-rate * t.min(0.75)).exp();
        let end = -tau / 15.0;
        if t > 0.75 { end + (free - end) * (-rate * (t - 0.75)).exp() } else { free }
    };
    let times = [0.5, 0.75, 1.2];
    for (t, found) in times.into_iter().zip(run("Examples.Bite", &names(&["w"]), &times)) {
        near(found[0], w(t), &format!("speed at {t}"));
    }
}

/// Two heat capacities with constant losses, by the exponentials of their matrix.
#[test]
fn a_winding_heats_up() {
    let (c, g, air, q) = ([800.0_f64, 5000.0], 12.0_f64, 6.0_f64, 300.0_f64);
    let [a, b] = [-g / c[0], g / c[0]];
    let [d, e] = [g / c[1], -(g + air) / c[1]];
    let (half, root) = ((a + e) / 2.0, ((a - e).powi(2) / 4.0 + b * d).sqrt());
    let ends = [q / air + q / g, q / air];
    let times = [50.0, 600.0, 4000.0];
    for (t, found) in times.into_iter().zip(run("Heating.Test", &names(&["T_winding", "T_housing"]), &times)) {
        // exp(A t) = f + g A with the eigenvalues half +- root.
        let [fast, slow] = [half - root, half + root].map(|rate| (rate * t).exp());
        let of_a = (slow - fast) / (2.0 * root);
        let of_one = slow - of_a * (half + root);
        let first = ends[0] - (of_one * ends[0] + of_a * (a * ends[0] + b * ends[1]));
        let second = ends[1] - (of_one * ends[1] + of_a * (d * ends[0] + e * ends[1]));
        near(found[0], 293.15 + first, "winding");
        near(found[1], 293.15 + second, "housing");
    }
}

/// Coils grow by the area of the strip, d^2 = d_core^2 + 4 h s/pi, and begin anew every 20 s.
#[test]
fn coils_are_cut() {
    let all = names(&["w_thin", "w_thick", "coils", "m_total"]);
    let times = [10.0, 25.0, 61.0];
    for (t, found) in times.into_iter().zip(run("Coilers.Test", &all, &times)) {
        let (cut, s) = ((t / 20.0_f64).floor(), t % 20.0);
        let speed = |v: f64, h: f64| 2.0 * v / (0.25 + 4.0 * h * v * s / PI).sqrt();
        near(found[0], speed(2.0, 0.002), "thin");
        near(found[1], speed(1.5, 0.006), "thick");
        near(found[2], 2.0 * cut, "coils");
        near(found[3], cut * 7850.0 * (0.002 * 1.0 * 40.0 + 0.006 * 0.8 * 30.0), "mass");
    }
}

/// In the end temperatures of a dry section are on a line; with water in the third zone there is a kink, whose heat is that of the water.
#[test]
fn a_section_cools() {
    let all: Vec<String> = (1..6).flat_map(|k| [format!("dry.T[{k}]"), format!("wet.T[{k}]")]).collect();
    let found = &run("Cooling.Test", &all, &[40000.0])[0];
    // 25 (1200 - T)/3 = 10 (T - 290) + 25 (T - 300)/3 for the third zone.
    let third = (25.0 / 3.0 * 1500.0 + 10.0 * 290.0) / (2.0 * 25.0 / 3.0 + 10.0);
    for k in 1..6 {
        near(found[2 * k - 2], 1200.0 - 150.0 * k as f64, "dry");
        let wet = if k < 4 {
            1200.0 + (third - 1200.0) * k as f64 / 3.0
        } else {
            third + (300.0 - third) * (k - 3) as f64 / 3.0
        };
        near(found[2 * k - 1], wet, "wet");
    }
}

/// A looper keeps its energy, and starts with the acceleration of the torques at its hinge.
#[test]
fn a_looper_keeps_its_energy() {
    let times = [0.0005, 0.6, 2.0];
    let found = run("Loopers.SprungLooper", &names(&["E", "phi", "w"]), &times);
    let energy = -35.0 * 9.80665 * 0.6 * 0.4_f64.sin() + 900.0 * 0.16 / 2.0;
    found.iter().for_each(|row| near(row[0], energy, "energy"));
    let a = (35.0 * 9.80665 * 0.6 * 0.4_f64.cos() - 900.0 * 0.4) / (35.0 * 0.36);
    near(found[0][2], a * 0.0005, "speed");
    assert!(found.iter().any(|row| (row[1] - 0.4).abs() > 0.05), "{found:?}");
}

/// A shear starts at 1, 5, 9, ... m of strip, runs with it for a quarter of a second and goes back. The thickness is corrected by what a gauge
/// sees half a second later: e' = -k e(t - T), by steps.
#[test]
fn a_shear_cuts_and_gauges_see_late() {
    let all = names(&["x", "cuts", "isCutting", "h", "seen[1]", "seen[2]", "seen[3]", "state"]);
    let times = [0.3, 0.8, 1.1, 1.4, 2.2, 3.3, 6.0, 9.9];
    let position = |t: f64| match t {
        t if t < 0.0 => (0.0, 1.0),
        t if t < 0.5 => (2.0 * t * t, 2.0),
        t if t < 0.75 => (0.5 + 2.0 * (t - 0.5), 3.0),
        t if t < 1.25 => (1.0 - 2.0 * (t - 0.75), 4.0),
        _ => (0.0, 1.0),
    };
    let error = |t: f64| {
        let (mut sum, mut term) = (1.0, 1.0);
        for j in 1..30 {
            let past = t - 0.5 * f64::from(j - 1);
            if past <= 0.0 {
                break;
            }
            term *= -0.4 / f64::from(j);
            sum += term * past.powi(j);
        }
        0.003 + 2e-4 * sum
    };
    for (t, found) in times.into_iter().zip(run("Shears.Test", &all, &times)) {
        let cycle = (t - 0.5_f64).rem_euclid(2.0) - if t < 0.5 { 2.0 } else { 0.0 };
        let (x, state) = position(cycle);
        near(found[0], x, &format!("carriage at {t}"));
        assert_eq!(found[7], state, "state at {t}");
        assert_eq!(found[2] == 1.0, state == 3.0, "cutting at {t}");
        assert_eq!(found[1], ((t - 1.25 + 2.0) / 2.0).floor(), "cuts at {t}");
        assert!((found[3] - error(t)).abs() < 1e-10, "thickness at {t}: {} instead of {}", found[3], error(t));
        for (k, late) in [0.5, 1.0, 1.5].into_iter().enumerate() {
            let seen = error((t - late).max(0.0));
            assert!((found[4 + k] - seen).abs() < 1e-10, "gauge {k} at {t}: {} instead of {seen}", found[4 + k]);
        }
    }
}
