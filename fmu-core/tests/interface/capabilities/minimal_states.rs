//! A minimal set of states in model exchange.

use super::cases::{Case, Random, cases, get};
use super::closed_loops::free;
use super::model_exchange::{Equations, integrate, is_same_result};
use super::rig::{Rig, near};
use compiler::MinimalProblem;
use fmu_core::instance::{Instance, InstanceError, Interface, Severity};
use simulation::dynamics::{Chart, Place};
use simulation::model::Model;
use simulation::solver::{ExplicitRungeKutta, Tolerance};

/// The cases that have such a set.
fn minimal_cases() -> Vec<Case> {
    let found: Vec<Case> = cases().iter().filter_map(|case| case.minimal().ok()).collect();
    assert!(found.len() >= 20, "{}", found.len());
    found
}

fn example(name: &str) -> Case {
    cases().into_iter().find(|case| case.name == name).unwrap().minimal().unwrap()
}

/// The names of the continuous states.
fn names(case: &Case) -> Vec<&str> {
    case.model.catalogue.exchanged()[0].iter().map(|state| case.variables().at(*state).name).collect()
}

fn states(instance: &mut Instance) -> Vec<f64> {
    let mut states = vec![f64::NAN; instance.state_count()];
    instance.continuous_states(&mut states).unwrap();
    states
}

fn derivatives(instance: &mut Instance) -> Vec<f64> {
    let mut derivatives = vec![f64::NAN; instance.state_count()];
    instance.derivatives(&mut derivatives).unwrap();
    derivatives
}

/// Twice the degrees of freedom, and the states of blocks.
#[test]
fn there_are_as_many_states_as_the_motion_has() {
    for (name, full, expected) in [
        ("four_bar", 8, 2),
        ("wishbone", 13, 4),
        ("stewart_platform", 49, 12),
        ("quadrotor", 13, 12),
        ("networks", 12, 11),
        ("pendulum", 2, 2),
    ] {
        let case = example(name);
        assert_eq!((case.states().len(), names(&case).len()), (full, expected), "{name}: {:?}", names(&case));
    }
    assert_eq!(names(&example("four_bar")), ["minimal.q[1]", "minimal.v[1]"]);
    assert_eq!(names(&example("pendulum")), ["rev.phi", "rev.w"]);
}

#[test]
fn models_without_such_a_set_are_refused_by_name() {
    let refused = |name: &str| cases().into_iter().find(|case| case.name == name).unwrap().minimal().err().unwrap();
    let error = refused("massless");
    assert!(matches!(error, MinimalProblem::Massless { .. }), "{error}");
    let hanging = r#"
name = "Hanging"
connections = [["world.frame_b", "rod.frame_a"], ["rod.frame_b", "body.frame_a"]]
components.world = { class = "World" }
components.rod = { class = "Joints.SphericalSpherical", rodLength = 1 }
components.body = { class = "Parts.Body", m = 1, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1, r_CM = [0.1, 0, 0], useQuaternions = false, r_0.start = [1, 0, 0] }
"#;
    let error = Case::new("Hanging", hanging).minimal().err().unwrap();
    assert!(matches!(&error, MinimalProblem::Angles { component } if component == "body"), "{error}");
    let with_quaternion = hanging.replace("useQuaternions = false, ", "");
    assert_eq!(names(&Case::new("Hanging", &with_quaternion).minimal().unwrap()).len(), 10);
    // A parallelogram that is stretched can go on in two ways.
    let stretched = free().replace("r = [0.2, 0, 0]", "r = [0.3, 0, 0]").replace("r = [0.4, 0, 0]", "r = [0.3, 0, 0]");
    let stretched = stretched.replace("{ start = 1,", "{ start = 0,").replace("{ start = 3,", "{ start = 0,");
    let stretched = stretched
        .replace("phi.start = -0.8", "phi.start = 0")
        .replace("phi.start = -1.5", "phi.start = 3.141592653589793");
    let error = Case::new("Stretched", &stretched).minimal().err().unwrap();
    assert!(error.to_string().starts_with("the loop of pin has not as many independent coordinates"), "{error}");
}

#[test]
fn both_interfaces_give_the_same_result() {
    for case in minimal_cases() {
        // A force of contact is an error of the state times a stiffness, and every bounce makes that error larger.
        let limit = if case.model.discrete.indicators() == 0 { 1e-6 } else { 1e-4 };
        is_same_result(&case, 1e-10, limit);
    }
}

/// The states that the host sets are those that it gets, and what else it has evaluated before makes no difference but one of rounding.
#[test]
fn the_mechanism_is_a_function_of_its_states() {
    let mut random = Random(7);
    for case in minimal_cases() {
        let mut instance = case.ready(Interface::ModelExchange, 1e-8);
        let (start, unknowns) = (states(&mut instance), case.unknowns());
        let expected = get(&mut instance, &unknowns);
        for step in [1e-6, 1e-3, 0.05] {
            let moved: Vec<f64> = start.iter().map(|x| x + step * random.number()).collect();
            instance.set_continuous_states(&moved).unwrap();
            let result = instance.derivatives(&mut vec![0.0; moved.len()]);
            assert!(result.is_ok() || step > 0.01, "{}: {result:?}", case.name);
            assert_eq!(states(&mut instance), moved, "{}", case.name);
        }
        instance.set_continuous_states(&start).unwrap();
        assert_eq!(states(&mut instance), start);
        for ((reference, found), expected) in unknowns.iter().zip(get(&mut instance, &unknowns)).zip(expected) {
            near(found, expected, 1e-9 * expected.abs().max(1.0), case.variables().at(*reference as usize).name);
        }
    }
}

/// The derivatives of all outputs and state derivatives against differences of order four.
#[test]
fn directional_derivatives_follow_the_chart() {
    // Differences do not know contacts.
    for case in minimal_cases().into_iter().filter(|case| case.model.discrete.indicators() == 0) {
        let mut instance = case.ready(Interface::ModelExchange, 1e-8);
        // Somewhere else, with rotations away from their references.
        let start: Vec<f64> =
            states(&mut instance).iter().enumerate().map(|(i, x)| x + 0.02 * ((3 * i) as f64).sin()).collect();
        instance.set_continuous_states(&start).unwrap();
        let references: Vec<u32> = case.model.catalogue.exchanged()[0].iter().map(|state| *state as u32).collect();
        let unknowns = case.unknowns();
        let sizes = get(&mut instance, &unknowns);
        for (k, known) in references.iter().enumerate() {
            let mut found = vec![0.0; unknowns.len()];
            instance.directional_derivatives(&unknowns, &[*known], &[1.0], &mut found).unwrap();
            let step = 1e-3;
            let mut expected = vec![0.0; unknowns.len()];
            for (offset, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
                let mut moved = start.clone();
                moved[k] += offset * step;
                instance.set_continuous_states(&moved).unwrap();
                let values = get(&mut instance, &unknowns);
                expected.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value / (12.0 * step));
            }
            instance.set_continuous_states(&start).unwrap();
            for (((unknown, found), expected), size) in unknowns.iter().zip(&found).zip(&expected).zip(&sizes) {
                let scale = found.abs().max(size.abs()).max(1.0);
                let name = case.variables().at(*unknown as usize).name;
                assert!(
                    (found - expected).abs() < 2e-6 * scale,
                    "{}: {name} by {}: {found} {expected}",
                    case.name,
                    names(&case)[k]
                );
            }
        }
    }
}

/// A four-bar that swings fast, and none of whose links can turn fully: each joint stands still now and then.
fn rocking() -> String {
    let text = free().replace("r = [0.4, 0, 0]", "r = [0.35, 0, 0]").replace("r = [0.2, 0, 0]", "r = [0.4, 0, 0]");
    let text =
        text.replace("r = [0.5, 0, 0], width", "r = [0.3, 0, 0], width").replace("w = { start = 3", "w = { start = 20");
    text.replace("class = \"World\"", "class = \"World\", g = 0")
}

/// The joint that describes the motion well changes in every turn.
#[test]
fn coordinates_are_exchanged_without_a_jump() {
    let text = rocking();
    let case = Case::new("FourBar", &text).minimal_of(&text).unwrap();
    let observed = case.select(|v| !v.name.contains("minimal.") && !v.name.starts_with("der("));
    let mut instance = case.ready(Interface::ModelExchange, 1e-10);
    let mut method = ExplicitRungeKutta::new(2, Tolerance::from_relative(1e-10));
    let (mut time, mut x, mut exchanges) = (0.0, states(&mut instance), 0);
    while time < 5.0 {
        method.step(&mut Equations(&mut instance), &mut time, &mut x, 5.0).unwrap();
        instance.set_time(time).unwrap();
        instance.set_continuous_states(&x).unwrap();
        if !instance.completed_integrator_step().unwrap() {
            continue;
        }
        let before = get(&mut instance, &observed);
        instance.enter_event_mode().unwrap();
        let event = instance.new_discrete_states().unwrap();
        assert!(event.exchanged && event.restart);
        let log = instance.take_event_log();
        assert!(log.len() == 2 && log[0].starts_with("minimal.q[1] follows j"), "{log:?}");
        instance.enter_continuous_time_mode().unwrap();
        for ((reference, found), expected) in observed.iter().zip(get(&mut instance, &observed)).zip(before) {
            let name = case.variables().at(*reference as usize).name;
            near(found, expected, 1e-9 * expected.abs().max(1.0), name);
        }
        x = states(&mut instance);
        method.discontinuity();
        exchanges += 1;
    }
    assert!(exchanges >= 20, "{exchanges} exchanges");
    let observed = case.select(|v| v.name.ends_with(".phi") || v.name.ends_with(".w"));
    let mut slave = case.ready(Interface::CoSimulation, 1e-12);
    slave.do_step(0.0, 5.0).unwrap();
    for ((reference, found), expected) in
        observed.iter().zip(get(&mut instance, &observed)).zip(get(&mut slave, &observed))
    {
        let name = case.variables().at(*reference as usize).name;
        near(found, expected, 1e-6 * expected.abs().max(1.0), name);
    }
}

/// A state from which the loop cannot close is a discard by name; afterwards the instance goes on.
#[test]
fn unreachable_states_are_refused() {
    let case = example("wishbone");
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    let start = states(&mut instance);
    let expected = derivatives(&mut instance);
    let far: Vec<f64> = start.iter().map(|x| x + 20.0).collect();
    instance.set_continuous_states(&far).unwrap();
    let error = instance.derivatives(&mut far.clone()).unwrap_err();
    assert_eq!(error.severity(), Severity::Discard);
    assert!(matches!(error, InstanceError::Trial { .. }) && error.to_string().contains("loop"), "{error}");
    instance.set_continuous_states(&start).unwrap();
    derivatives(&mut instance)
        .iter()
        .zip(expected)
        .for_each(|(found, expected)| near(*found, expected, 1e-9, "derivative"));
}

/// A snapshot goes on bit for bit, in another instance and in Continuous-Time Mode between two evaluations as well.
#[test]
fn snapshots_have_the_chart() {
    for case in minimal_cases() {
        let mut original = case.ready(Interface::ModelExchange, 1e-6);
        integrate(&case, &mut original, 0.3 * case.stop(), 1e-6);
        let moved: Vec<f64> =
            states(&mut original).iter().enumerate().map(|(i, x)| x + 1e-3 * (i as f64).cos()).collect();
        original.set_continuous_states(&moved).unwrap();
        let snapshot = original.snapshot();
        let mut bytes = vec![0; snapshot.serialized_size()];
        snapshot.serialize(&mut bytes).unwrap();
        let mut other = case.instance(Interface::ModelExchange);
        let read = other.read_snapshot(&bytes).unwrap();
        other.restore(&read).unwrap();
        let unknowns = case.unknowns();
        for _ in 0..2 {
            let [expected, found] = [&mut original, &mut other].map(|instance| {
                let values = get(instance, &unknowns).into_iter().map(f64::to_bits).collect::<Vec<_>>();
                assert!(!case.name.is_empty() && instance.completed_integrator_step().is_ok());
                (values, states(instance).into_iter().map(f64::to_bits).collect::<Vec<_>>())
            });
            assert!(expected == found, "{}", case.name);
            let next: Vec<f64> = moved.iter().map(|x| x + 2e-4).collect();
            [&mut original, &mut other].into_iter().for_each(|instance| instance.set_continuous_states(&next).unwrap());
        }
    }
}

/// Whatever a host calls, the loop is closed where there is a value, and the states are those that were set last.
#[test]
fn any_sequence_of_calls_keeps_the_loop_closed() {
    let text = rocking();
    let case = Case::new("FourBar", &text).minimal_of(&text).unwrap();
    let gap = ["pin.frame_b.r_0[1]", "pin.frame_b.r_0[2]"].map(|name| case.model.catalogue.find(name).unwrap() as u32);
    let rates = case.model.catalogue.exchanged()[1].iter().map(|rate| *rate as u32).collect::<Vec<_>>();
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    let (mut random, mut kept, mut refused) = (Random(20_261_126), instance.snapshot(), 0);
    for number in 0..20_000 {
        match random.below(9) {
            0 => kept = instance.snapshot(),
            1 => instance.restore(&kept).unwrap(),
            2 => {
                // An error is one of the state; then nothing has changed.
                let _ = instance.completed_integrator_step();
            }
            3 if instance.derivatives(&mut [0.0; 2]).is_ok() => {
                instance.enter_event_mode().unwrap();
                instance.new_discrete_states().unwrap();
                instance.enter_continuous_time_mode().unwrap();
            }
            4 => instance.set_time(random.number().abs()).unwrap(),
            5 => {
                let state = case.model.catalogue.exchanged()[0][random.below(2)] as u32;
                let value = 3.0 * random.number();
                instance.set(&[state], &[value]).unwrap();
            }
            _ => {
                let reach = [1e-3, 0.3, 4.0][random.below(3)];
                let next: Vec<f64> = states(&mut instance).iter().map(|x| x + reach * random.number()).collect();
                instance.set_continuous_states(&next).unwrap();
                assert_eq!(states(&mut instance), next);
            }
        }
        let mut values = [f64::NAN; 2];
        match instance.get(&gap, &mut values) {
            Ok(()) => {
                assert!((values[0] - 0.5).abs() < 1e-10 && values[1].abs() < 1e-10, "call {number}: {values:?}");
                assert_eq!(derivatives(&mut instance), get(&mut instance, &rates), "call {number}");
            }
            Err(error) => {
                assert_eq!(error.severity(), Severity::Discard, "call {number}: {error}");
                refused += 1;
            }
        }
    }
    assert!((1..18_000).contains(&refused), "{refused}");
}

/// The equations of a model with minimal states, at the start, and the chart there.
fn charted(text: &str) -> (Rig, Chart) {
    let case = Case::new("Charted", text).minimal_of(text).unwrap();
    let mut rig = Rig::uninitialized(Model::clone(&case.model));
    rig.initialize(0.0).unwrap();
    let mut chart = Chart::new(&case.model);
    rig.system.choose_coordinates(0.0, &rig.x, &mut chart, true).unwrap();
    (rig, chart)
}

/// In a singular position no choice of coordinates is regular: those that were chosen stay, and others are not asked for in every step.
#[test]
fn a_singular_position_asks_once() {
    // A parallelogram, which can go on in two ways when it is stretched.
    let text = free().replace("r = [0.2, 0, 0]", "r = [0.3, 0, 0]").replace("r = [0.4, 0, 0]", "r = [0.3, 0, 0]");
    let text = text.replace("phi.start = -0.8", "phi.start = -1").replace("phi.start = -1.5", "phi.start = -2.14");
    let (mut rig, mut chart) = charted(&text);
    let regular = rig.x.clone();
    assert!(!rig.system.is_strained(0.0, &regular, &mut chart));
    let mut stretched = vec![0.0; regular.len()];
    stretched[2] = std::f64::consts::PI;
    let before = chart.places().to_vec();
    assert!(rig.system.is_strained(0.0, &stretched, &mut chart));
    assert!(rig.system.choose_coordinates(0.0, &stretched, &mut chart, false).is_err());
    assert!(chart.places() == before && !rig.system.is_strained(0.0, &stretched, &mut chart));
    assert!(rig.system.is_strained(0.0, &regular, &mut chart));
    rig.system.choose_coordinates(0.0, &regular, &mut chart, false).unwrap();
    assert!(!rig.system.is_strained(0.0, &regular, &mut chart) && rig.system.is_strained(0.0, &stretched, &mut chart));
}

/// Of a body on a rod, the coordinates with fixed starts are independent rather than others, though these change less with the rod.
#[test]
fn fixed_starts_of_a_free_body_are_independent() {
    let text = |fixed: &str| {
        format!(
            r#"
name = "Hanging"
connections = [["world.frame_b", "rod.frame_a"], ["rod.frame_b", "body.frame_a"]]
components.world = {{ class = "World" }}
components.rod = {{ class = "Joints.SphericalSpherical", rodLength = 1 }}
components.body = {{ class = "Parts.Body", m = 1, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1, r_CM = [0.1, 0, 0], r_0 = {{ start = [0.6, -0.8, 0], fixed = {fixed} }} }}
"#
        )
    };
    for (fixed, dependent) in [("[false, false, false]", 1), ("[false, true, true]", 0)] {
        let (rig, chart) = charted(&text(fixed));
        let first = rig.model.catalogue.states.iter().position(|state| *state == rig.index("body.r_0[1]")).unwrap();
        let is_chosen = |k: usize| chart.places().contains(&Place::State(first + k));
        assert_eq!([0, 1, 2].map(is_chosen), [0, 1, 2].map(|k| k != dependent), "{fixed}");
    }
}
