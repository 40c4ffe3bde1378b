//! The dependencies in ModelStructure are complete: what is not listed has a zero derivative everywhere.

use super::cases::{Case, Random, cases, get};
use fmu_core::instance::{Instance, Interface};

#[test]
fn what_is_not_listed_does_not_matter() {
    let mut random = Random(5);
    for case in cases() {
        let mut instance = case.ready(Interface::ModelExchange, 1e-9);
        let (states, unknowns) = (case.states(), case.unknowns());
        let knowns: Vec<u32> = case.inputs().into_iter().chain(states.iter().copied()).collect();
        let start = get(&mut instance, &states);
        for time in [0.1, 0.3, 0.5] {
            instance.set_time(time).unwrap();
            instance.enter_event_mode().unwrap();
            instance.new_discrete_states().unwrap();
            instance.enter_continuous_time_mode().unwrap();
            let x: Vec<f64> = start.iter().map(|x| x + 0.2 * random.number()).collect();
            instance.set_continuous_states(&x).unwrap();
            for &known in &knowns {
                let mut found = vec![f64::NAN; unknowns.len()];
                instance.directional_derivatives(&unknowns, &[known], &[1.0], &mut found).unwrap();
                for (unknown, derivative) in unknowns.iter().zip(found) {
                    let unknown = &case.variables().at(*unknown as usize);
                    let listed = unknown.dependencies.as_ref().unwrap().contains(&(known as usize));
                    let known = case.variables().at(known as usize).name;
                    assert!(listed || derivative == 0.0, "{}: {} depends on {known}", case.name, unknown.name);
                }
            }
        }
    }
}

/// Lists are sorted, hold inputs and states only, and positions do not depend on forces.
#[test]
fn lists_are_as_short_as_the_structure_tells() {
    for case in cases() {
        let catalogue = &case.model.catalogue;
        for unknown in case.unknowns() {
            let list = catalogue.variables.at(unknown as usize).dependencies.unwrap();
            assert!(list.is_sorted());
            assert!(list.iter().all(|known| catalogue.inputs.contains(known) || catalogue.states.contains(known)));
        }
        for (state, derivative) in catalogue.states.iter().zip(&catalogue.derivatives) {
            let state = catalogue.variables.at(*state).name;
            if let Some(joint) = state.strip_suffix(".phi") {
                let speed = catalogue.find(&format!("{joint}.w")).unwrap();
                let expected = if catalogue.states.contains(&speed) { vec![speed] } else { vec![] };
                let found = catalogue.variables.at(*derivative).dependencies.unwrap();
                let names = |list: &[usize]| -> Vec<String> {
                    list.iter().map(|k| catalogue.variables.at(*k).name.to_owned()).collect()
                };
                assert_eq!(names(found), names(&expected), "{}: der({state})", case.name);
            }
        }
    }
    let case = cases().into_iter().find(|case| case.name == "spring_pendulum").unwrap();
    let catalogue = &case.model.catalogue;
    let height = &catalogue.variables.at(catalogue.find("height").unwrap());
    let list = height.dependencies.as_ref().unwrap();
    assert!(!list.is_empty() && list.iter().all(|known| catalogue.states.contains(known)), "{list:?}");
}

fn named(name: &str) -> Case {
    cases().into_iter().find(|case| case.name == name).unwrap()
}

/// Names of what a variable depends on, without subscripts.
fn names_of(case: &Case, variable: &str) -> Vec<String> {
    let catalogue = &case.model.catalogue;
    let list = catalogue.variables.at(catalogue.find(variable).unwrap()).dependencies.unwrap();
    let mut names: Vec<String> =
        list.iter().map(|known| case.variables().at(*known).name.split('[').next().unwrap().to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// Mechanisms that hang on the ground side by side are in each other's lists only where forces or signals connect them.
#[test]
fn mechanisms_apart_do_not_depend_on_each_other() {
    let case = named("apart");
    let arm = ["elbow.phi", "elbow.w", "motor.tau", "shoulder.phi", "shoulder.w", "swing.phi", "swing.w"];
    assert_eq!(names_of(&case, "der(shoulder.w)"), arm);
    assert_eq!(names_of(&case, "der(elbow.w)"), arm);
    assert_eq!(names_of(&case, "turn"), arm);
    // The spring ties the pendulum to the first body of the arm, whose place the elbow does not change.
    assert_eq!(names_of(&case, "der(swing.w)"), ["shoulder.phi", "shoulder.w", "swing.phi", "swing.w"]);
    assert_eq!(names_of(&case, "pull"), ["shoulder.phi", "shoulder.w", "swing.phi", "swing.w"]);
    assert_eq!(names_of(&case, "der(slide.v)"), ["push.f", "slide.s", "slide.v"]);
    assert_eq!(names_of(&case, "hold[1]"), ["push.f", "slide.s", "slide.v"]);
    assert_eq!(names_of(&case, "der(ball.w_rel[1])"), ["ball.Q", "ball.w_rel", "push.f", "slide.s", "slide.v"]);
    assert_eq!(names_of(&case, "height"), ["ball.Q"]);
    assert_eq!(names_of(&case, "see.r[1]"), ["elbow.phi", "shoulder.phi"]);
    assert_eq!(names_of(&case, "der(free.v_0[1])"), ["free.Q", "free.r_0", "free.v_0", "free.w_a", "wind.force"]);
}

/// In Initialization Mode: what is not listed, of inputs, parameters and start values, has a zero derivative.
#[test]
fn what_is_not_listed_does_not_matter_initially() {
    for case in cases().into_iter().filter(|case| !case.model.has_indirect_starts()) {
        let mut instance = case.initializing(Interface::ModelExchange, 1e-9);
        let exact = |v: &simulation::variables::Variable| v.target.is_some() && v.alias_of.is_none();
        let knowns = case.select(exact);
        let unknowns = case.select(|v| v.initial_dependencies.is_some());
        assert!(unknowns.len() >= case.states().len(), "{}", case.name);
        for &known in &knowns {
            let mut found = vec![f64::NAN; unknowns.len()];
            instance.directional_derivatives(&unknowns, &[known], &[1.0], &mut found).unwrap();
            for (&unknown, derivative) in unknowns.iter().zip(found) {
                let variable = &case.variables().at(unknown as usize);
                let listed = variable.initial_dependencies.as_ref().unwrap().contains(&(known as usize));
                let known_name = case.variables().at(known as usize).name;
                // A start value is no unknown.
                let is_known = known == unknown || variable.initial == Some(simulation::variables::Initial::Exact);
                assert!(listed || is_known || derivative == 0.0, "{}: {} on {known_name}", case.name, variable.name);
            }
        }
    }
}

/// A chain of many joints: accelerations share one list, and a joint's speed is all that its angle's derivative depends on.
#[test]
fn long_lists_are_shared() {
    let count = 60;
    let mut components = String::from(r#""world": {"class": "World"}"#);
    let mut connections = String::new();
    let mut last = "world.frame_b".to_owned();
    for k in 0..count {
        components += &format!(
            r#", "j{k}": {{"class": "Joints.Revolute"}}, "b{k}": {{"class": "Parts.BodyShape", "r": [1, 0, 0], "r_CM": [0.5, 0, 0], "m": 1}}"#
        );
        connections += &format!(r#"["{last}", "j{k}.frame_a"], ["j{k}.frame_b", "b{k}.frame_a"],"#);
        last = format!("b{k}.frame_b");
    }
    connections.pop();
    let case = Case::new(
        "chain",
        &format!(r#"{{"name": "Chain", "components": {{{components}}}, "connections": [{connections}]}}"#),
    );
    let catalogue = &case.model.catalogue;
    let lists: Vec<_> =
        catalogue.derivatives.iter().map(|d| catalogue.variables.at(*d).dependencies.unwrap()).collect();
    let distinct: std::collections::HashSet<_> = lists.iter().map(|list| list.as_ptr()).collect();
    assert_eq!(lists.iter().map(|list| list.len()).sum::<usize>(), count + count * 2 * count);
    assert_eq!(distinct.len(), count + 1, "one for each angle, one for all accelerations");
}

#[test]
fn a_derivative_along_no_known_is_zero() {
    for case in cases() {
        let mut instance = case.ready(Interface::CoSimulation, 1e-6);
        let unknowns = case.unknowns();
        let mut found = vec![f64::NAN; unknowns.len()];
        instance.directional_derivatives(&unknowns, &[], &[], &mut found).unwrap();
        assert!(found.iter().all(|derivative| *derivative == 0.0), "{}", case.name);
    }
}

/// Derivatives of `unknowns` by `knowns`, one row for each unknown, from the lists only: what has none has no row, as in PyFMI.
fn jacobian(case: &Case, instance: &mut Instance, unknowns: &[u32], knowns: &[u32]) -> Vec<Vec<f64>> {
    let row = |unknown: &u32| {
        let list = case.variables().at(*unknown as usize).dependencies.cloned().unwrap_or_default();
        let derivative = |known: &u32| {
            if !list.contains(&(*known as usize)) {
                return 0.0;
            }
            let mut found = [f64::NAN];
            instance.directional_derivatives(&[*unknown], &[*known], &[1.0], &mut found).unwrap();
            found[0]
        };
        knowns.iter().map(derivative).collect()
    };
    unknowns.iter().map(row).collect()
}

/// An importer that builds the state space from the lists: `A`, `B`, `C` and `D` are what differences say.
#[test]
fn the_state_space_follows_from_the_lists() {
    let mut damped = false;
    for case in cases() {
        let mut instance = case.ready(Interface::ModelExchange, 1e-9);
        let (states, inputs) = (case.states(), case.inputs());
        let derivatives: Vec<u32> = case.model.catalogue.derivatives.iter().map(|d| *d as u32).collect();
        let outputs = case.select(|v| v.causality == simulation::variables::Causality::Output);
        let unknowns: Vec<u32> = derivatives.into_iter().chain(outputs).collect();
        let knowns: Vec<u32> = states.iter().chain(&inputs).copied().collect();
        let found = jacobian(&case, &mut instance, &unknowns, &knowns);
        let x = get(&mut instance, &states);
        for (column, known) in knowns.iter().enumerate() {
            let mut at = |change: f64| match column.checked_sub(states.len()) {
                Some(_) => {
                    let value = get(&mut instance, &[*known])[0];
                    instance.set(&[*known], &[value + change]).unwrap();
                    let values = get(&mut instance, &unknowns);
                    instance.set(&[*known], &[value]).unwrap();
                    values
                }
                None => {
                    let mut moved = x.clone();
                    moved[column] += change;
                    instance.set_continuous_states(&moved).unwrap();
                    let values = get(&mut instance, &unknowns);
                    instance.set_continuous_states(&x).unwrap();
                    values
                }
            };
            let step = 1e-5;
            for (row, (after, before)) in at(step).into_iter().zip(at(-step)).enumerate() {
                let (expected, found) = ((after - before) / (2.0 * step), found[row][column]);
                let [unknown, known] = [unknowns[row], *known].map(|v| case.variables().at(v as usize).name);
                let scale = 1.0 + after.abs() + expected.abs();
                assert!(
                    (found - expected).abs() < 1e-5 * scale,
                    "{}: {unknown} by {known}: {found} {expected}",
                    case.name
                );
            }
        }
        if case.name == "damped_slider" {
            let by_speed = found[1][1];
            assert!((by_speed + 3.0 / 2.0).abs() < 1e-12, "the damper of 3 N.s/m on 2 kg: {by_speed}");
            damped = true;
        }
    }
    assert!(damped);
}

/// A mass on a spring, driven by a force; the output is its acceleration: gain 1/m.
fn mass(m: f64) -> Case {
    let text = format!(
        r#"{{"name": "Mass", "components": {{
        "world": {{"class": "World"}},
        "slide": {{"class": "Joints.Prismatic", "n": [0, 1, 0], "useAxisFlange": true, "s": {{"start": 0.2, "fixed": true}}, "v": {{"fixed": true}}}},
        "load": {{"class": "Parts.Body", "m": {m}, "r_CM": [0, 0, 0]}},
        "spring": {{"class": "Translational.Components.SpringDamper", "c": 7, "d": 0.5}},
        "push": {{"class": "Translational.Sources.Force"}}}},
        "connections": [["world.frame_b", "slide.frame_a"], ["slide.frame_b", "load.frame_a"], ["push.flange", "slide.axis"],
          ["spring.flange_a", "slide.support"], ["spring.flange_b", "slide.axis"]],
        "outputs": {{"y": "slide.a"}}}}"#
    );
    Case::new("mass", &text)
}

/// Newton's method on a loop of two models, the output of each being the input of the other. The derivatives are taken along the
/// listed knowns, as OMSimulator does: a list that is missing is an empty one. The number of iterations.
fn close_loop(cases: &[Case; 2], instances: &mut [Instance; 2], initially: bool) -> usize {
    let mut u = [0.0; 2];
    for iteration in 0..10 {
        let (mut y, mut gain) = ([0.0; 2], [0.0; 2]);
        for (k, (case, instance)) in cases.iter().zip(instances.iter_mut()).enumerate() {
            let (input, output) = (case.inputs()[0], case.model.catalogue.find("y").unwrap() as u32);
            instance.set(&[input], &[u[k]]).unwrap();
            y[k] = get(instance, &[output])[0];
            let variable = &case.variables().at(output as usize);
            let list = if initially { &variable.initial_dependencies } else { &variable.dependencies };
            let knowns: Vec<u32> = list.iter().flat_map(|list| list.iter().map(|known| *known as u32)).collect();
            let direction: Vec<f64> = knowns.iter().map(|known| f64::from(u8::from(*known == input))).collect();
            let mut found = [f64::NAN];
            instance.directional_derivatives(&[output], &knowns, &direction, &mut found).unwrap();
            gain[k] = found[0];
        }
        // u[0] = y[1] and u[1] = y[0].
        let residual = [u[0] - y[1], u[1] - y[0]];
        if residual.iter().all(|r| r.abs() < 1e-10) {
            return iteration;
        }
        let determinant = 1.0 - gain[0] * gain[1];
        u[0] -= (residual[0] + gain[1] * residual[1]) / determinant;
        u[1] -= (residual[1] + gain[0] * residual[0]) / determinant;
    }
    panic!("the loop does not close");
}

/// The gain around the loop is 1.5, so that only the right derivatives close it.
#[test]
fn an_algebraic_loop_of_two_models_closes() {
    let cases = [mass(1.0), mass(1.0 / 1.5)];
    for interface in [Interface::CoSimulation, Interface::ModelExchange] {
        let mut instances = [0, 1].map(|k| cases[k].initializing(interface, 1e-8));
        assert!(close_loop(&cases, &mut instances, true) <= 2);
        let mut instances = [0, 1].map(|k| cases[k].ready(interface, 1e-8));
        assert!(close_loop(&cases, &mut instances, false) <= 2);
    }
}
