//! A step that would take too long is given up early, with a reason and a state to go on from; one that is long and honest is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{compile, near};
use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance, InstanceError, Interface, Mode, Severity};
use simulation::model::Model;
use simulation::solver::Budget;
use std::sync::Arc;

/// A mass on a spring along a guide without gravity: s = 0.2 m + 0.3 m cos(w t), w^2 = c / m.
fn spring_mass(c: f64, experiment: &str) -> String {
    format!(
        r#"
name = "SpringMass"
connections = [
  ["world.frame_b", "guide.frame_a"], ["guide.frame_b", "mass.frame_a"], ["guide.support", "spring.flange_a"], ["guide.axis", "spring.flange_b"],
]
{experiment}
components.world = {{ class = "World", gravityType = "NoGravity" }}
components.guide = {{ class = "Joints.Prismatic", useAxisFlange = true, s = {{ start = 0.5, fixed = true }}, v = {{ start = 0, fixed = true }} }}
components.mass = {{ class = "Parts.Body", m = 2, r_CM = [0, 0, 0] }}
components.spring = {{ class = "Translational.Components.Spring", c = {c:?}, s_rel0 = 0.2 }}
"#
    )
}

fn started(text: &str, tolerance: f64) -> Instance {
    let mut instance = Instance::new(Arc::new(compile(text)));
    start(&mut instance, tolerance);
    instance
}

fn start(instance: &mut Instance, tolerance: f64) {
    instance.setup_experiment(Experiment { tolerance: Some(tolerance), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
}

fn get(instance: &mut Instance, name: &str) -> f64 {
    let reference = instance.catalogue().variables.iter().position(|v| v.name == name).unwrap() as u32;
    let mut value = [f64::NAN];
    instance.get(&[reference], &mut value).unwrap();
    value[0]
}

/// The last successful time and the reason of a step that is given up.
#[track_caller]
fn given_up(instance: &mut Instance, step: f64) -> (f64, String) {
    let (start, error) = (instance.time(), instance.do_step(instance.time(), step).unwrap_err());
    assert_eq!((error.severity(), instance.mode()), (Severity::Discard, Mode::StepFailed), "{error}");
    let InstanceError::StepFailed { time, end, cause } = &error else { panic!("{error}") };
    assert_eq!((*time, *end), (instance.time(), start + step));
    assert!(cause.contains("max_evaluations") && cause.contains("shorter communication steps"), "{cause}");
    (*time, error.to_string())
}

/// Evaluations that the reason speaks of.
fn spent(reason: &str) -> u64 {
    let (_, rest) = reason.split_once("after ").unwrap();
    rest.split_once(' ').unwrap().0.parse().unwrap()
}

#[test]
fn months_of_steps_are_given_up_at_once() {
    let pulses = r#"
name = "Pulses"
connections = [["source.y", "push.f"], ["push.flange", "mass.flange_a"]]
components.source = { class = "Blocks.Sources.Trapezoid", period = 1e-3, width = 5e-4, amplitude = 1 }
components.push = { class = "Translational.Sources.Force" }
components.mass = { class = "Translational.Components.Mass", m = 1 }
"#;
    for (text, step, suspect) in [
        (spring_mass(30.0, ""), 1e9, "stiff springs"),
        (spring_mass(30.0, ""), 1e20, "stiff springs"),
        (spring_mass(1e20, ""), 1.0, "stiff springs"),
        (pulses.to_owned(), 1e9, "events in quick succession"),
    ] {
        let mut instance = started(&text, 1e-6);
        let (time, reason) = given_up(&mut instance, step);
        assert!(time > 0.0 && time < step, "{reason}");
        assert!(spent(&reason) < Budget::DEFAULT_LIMIT / 40, "{reason}");
        assert!(reason.contains(suspect), "{reason}");
        // Without a clock: the same once more.
        assert_eq!(given_up(&mut started(&text, 1e-6), step), (time, reason));
    }
}

/// Events without any state between them cost something, too.
#[test]
fn events_alone_are_bounded() {
    let text = r#"
name = "Signal"
connections = [["source.y", "gain.u"]]
components.source = { class = "Blocks.Sources.Trapezoid", period = 1e-3, width = 5e-4, amplitude = 1 }
components.gain = { class = "Blocks.Math.Gain", k = 3 }
"#;
    let mut instance = started(text, 1e-6);
    let (_, reason) = given_up(&mut instance, 1e9);
    assert!(reason.contains("events in quick succession"), "{reason}");
    let mut instance = started(text, 1e-6);
    assert!(instance.do_step(0.0, 20.0).unwrap().time_events >= 40_000);
}

/// After the failure the last successful state is there to be read, and a snapshot of before goes on with shorter steps as if nothing
/// had been.
#[test]
fn a_host_goes_on_from_its_snapshot() {
    let omega = 15_f64.sqrt();
    let solution = |t: f64| 0.2 + 0.3 * (omega * t).cos();
    let text = spring_mass(30.0, "");
    let (mut instance, mut other) = (started(&text, 1e-9), started(&text, 1e-9));
    for instance in [&mut instance, &mut other] {
        instance.do_step(0.0, 1.0).unwrap();
    }
    let snapshot = instance.snapshot();
    let (time, _) = given_up(&mut instance, 1e9);
    assert!(time > 1.0);
    near(get(&mut instance, "guide.s"), solution(time), 1e-4, "s at the last successful time");
    assert!(matches!(instance.do_step(time, 0.1), Err(InstanceError::WrongMode { .. })));
    instance.restore(&snapshot).unwrap();
    assert_eq!((instance.time(), instance.mode()), (1.0, Mode::StepComplete));
    for k in 1..50 {
        for instance in [&mut instance, &mut other] {
            instance.do_step(f64::from(k), 1.0).unwrap();
        }
        let values = [&mut instance, &mut other].map(|instance| get(instance, "guide.s"));
        assert_eq!(values[0].to_bits(), values[1].to_bits(), "{k}");
        near(values[0], solution(f64::from(k) + 1.0), 1e-6, "s");
    }
}

/// A step over 1000 s of oscillations, a chaotic experiment in one step, and a long step of something slow.
#[test]
fn long_honest_steps_succeed() {
    let mut instance = started(&spring_mass(30.0, ""), 1e-8);
    instance.do_step(0.0, 1000.0).unwrap();
    near(get(&mut instance, "guide.s"), 0.2 + 0.3 * (1000.0 * 15_f64.sqrt()).cos(), 1e-3, "s");

    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let (file, _) = ModelFile::from_path(&folder.join("double_pendulum.toml")).unwrap();
    let mut instance = Instance::new(Arc::new(compiler::compile(&file).unwrap()));
    start(&mut instance, 1e-9);
    instance.do_step(0.0, 100.0).unwrap();
    assert_eq!(instance.time(), 100.0);

    // A damper brings the mass to rest; then a year is a few steps.
    let text = spring_mass(30.0, "").replace("Components.Spring\"", "Components.SpringDamper\", d = 4");
    let mut instance = started(&text, 1e-6);
    instance.do_step(0.0, 3e7).unwrap();
    near(get(&mut instance, "guide.s"), 0.2, 1e-6, "s at rest");
}

#[test]
fn the_model_file_sets_the_limit() {
    // 1000 s are some 300,000 evaluations.
    let tight = spring_mass(30.0, "experiment.max_evaluations = 20_000");
    let (_, reason) = given_up(&mut started(&tight, 1e-8), 1000.0);
    assert!(spent(&reason) <= 20_006 && reason.contains("at most 20000"), "{reason}");
    let mut instance = started(&tight, 1e-8);
    for k in 0..50 {
        instance.do_step(20.0 * f64::from(k), 20.0).unwrap();
    }
    // The file's settings go into the FMU and come back.
    let file = ModelFile::from_toml(&tight).unwrap();
    let read = ModelFile::from_json(&file.to_json()).unwrap();
    assert_eq!(read.experiment.max_evaluations, Some(20_000));
    // A reset keeps it.
    instance.reset();
    start(&mut instance, 1e-8);
    given_up(&mut instance, 1000.0);
    // And a host in Rust may say its own.
    let mut instance = Instance::new(Arc::new(compile(&tight))).with_maximum_evaluations(1 << 40);
    start(&mut instance, 1e-8);
    instance.do_step(0.0, 1000.0).unwrap();
}

/// The implicit method's Jacobians count as what they cost.
#[test]
fn implicit_steps_are_bounded_too() {
    let text = spring_mass(1e10, "experiment.max_evaluations = 1000")
        .replace("Components.Spring\"", "Components.SpringDamper\", d = 1e9")
        .replace("components.mass", "components.wave = { class = \"Blocks.Sources.Sine\", f = 1e3, amplitude = 1e9 }\ncomponents.push = { class = \"Translational.Sources.Force\" }\ncomponents.mass")
        .replace("connections = [", "connections = [\n  [\"wave.y\", \"push.f\"], [\"push.flange\", \"guide.axis\"],");
    let (time, reason) = given_up(&mut started(&text, 1e-8), 1.0);
    assert!(time < 0.1 && spent(&reason) < 1100, "{reason}");
}

/// A quarter of a car over a bump, whose corners are exact in binary, as steps of 1/256 s are.
fn quarter_car(more: impl Fn(String) -> String) -> Model {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/quarter_car.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("rising = 0.03", "rising = 0.03125").replace("width = 0.1\n", "width = 0.125\n");
    compile(&more(text.replace("falling = 0.03", "falling = 0.03125")))
}

fn started_at(model: Model, start_time: f64) -> Instance {
    let mut instance = Instance::new(Arc::new(model));
    instance.setup_experiment(Experiment { start_time, ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance
}

/// Hosts count seconds since 1970. What moves does so from the start time on, to the last bit, with as many events.
#[test]
fn results_do_not_depend_on_the_start_time() {
    let run = |start: f64| {
        let at = |text: String| text.replace("startTime = 0.5", &format!("startTime = {:?}", start + 0.5));
        let mut instance = started_at(quarter_car(at), start);
        let (mut rows, mut events) = (Vec::new(), 0);
        for k in 0..256 {
            let report = instance.do_step(start + f64::from(k) / 256.0, 1.0 / 256.0).unwrap();
            events += report.state_events + report.time_events;
            let names = ["profile.y", "wheel.s", "wheel.v", "body.s", "body.v", "tyre.f", "seal.f"];
            rows.push(names.map(|name| get(&mut instance, name).to_bits()));
            assert_eq!(get(&mut instance, "time"), start + f64::from(k + 1) / 256.0);
        }
        (rows, events)
    };
    let expected = run(0.0);
    assert!((8..100).contains(&expected.1), "{}", expected.1);
    for start in [-30.0, 1e7, 1.7e9, 1e12] {
        assert!(run(start) == expected, "{start}");
    }
}

/// The same in model exchange, where the host says the time: Heun's method, and events at the ends of its steps.
#[test]
fn hosts_of_model_exchange_may_count_from_1970() {
    const STEP: f64 = 1.0 / 1024.0;
    let run = |start: f64| {
        let at = |text: String| text.replace("startTime = 0.5", &format!("startTime = {:?}", start + 0.5));
        let model = Arc::new(quarter_car(at));
        let mut z = vec![0.0; model.discrete.indicators()];
        let mut host = Instance::new(model).with_interface(Interface::ModelExchange);
        host.setup_experiment(Experiment { start_time: start, ..Experiment::default() }).unwrap();
        host.enter_initialization_mode().unwrap();
        host.exit_initialization_mode().unwrap();
        let mut next_event = host.new_discrete_states().unwrap().next_event;
        host.enter_continuous_time_mode().unwrap();
        let (mut x, mut slopes) = (vec![0.0; 6], [vec![0.0; 6], vec![0.0; 6]]);
        let (mut rows, mut events) = (Vec::new(), [0, 0]);
        host.event_indicators(&mut z).unwrap();
        for k in 1..=1024 {
            let before: Vec<bool> = z.iter().map(|z| *z > 0.0).collect();
            host.continuous_states(&mut x).unwrap();
            host.derivatives(&mut slopes[0]).unwrap();
            let euler: Vec<f64> = x.iter().zip(&slopes[0]).map(|(x, slope)| x + STEP * slope).collect();
            host.set_time(start + f64::from(k) * STEP).unwrap();
            host.set_continuous_states(&euler).unwrap();
            host.derivatives(&mut slopes[1]).unwrap();
            for (i, x) in x.iter_mut().enumerate() {
                *x += 0.5 * STEP * (slopes[0][i] + slopes[1][i]);
            }
            host.set_continuous_states(&x).unwrap();
            let wants_event = host.completed_integrator_step().unwrap();
            host.event_indicators(&mut z).unwrap();
            let is_due = next_event.is_some_and(|event| host.time() >= event);
            let has_crossed = z.iter().zip(&before).any(|(z, before)| (*z > 0.0) != *before);
            if wants_event || is_due || has_crossed {
                events = [events[0] + u32::from(is_due), events[1] + u32::from(has_crossed)];
                host.enter_event_mode().unwrap();
                next_event = host.new_discrete_states().unwrap().next_event;
                host.enter_continuous_time_mode().unwrap();
                host.event_indicators(&mut z).unwrap();
            }
            let names = ["profile.y", "wheel.s", "wheel.v", "body.s", "body.v", "tyre.f"];
            rows.push(names.map(|name| get(&mut host, name).to_bits()));
            assert_eq!(get(&mut host, "time"), host.time());
        }
        (rows, events, next_event.map(|event| event - start))
    };
    let expected = run(0.0);
    let [times, states] = expected.1;
    assert!(times >= 4 && states > 4, "{:?}", expected.1);
    for start in [-30.0, 1.7e9] {
        assert!(run(start) == expected, "{start}");
    }
}

/// Sources and blocks that hold times, each from a start time that is their own.
#[test]
fn sources_know_the_time_to_the_last_bit() {
    let run = |start: f64| {
        let text = format!(
            r#"
name = "Sources"
connections = [["pulse.y", "timer.u"], ["pulse.y", "turn.u"], ["pulse.y", "late.u"], ["sine.y", "store.u"]]
components.sine = {{ class = "Blocks.Sources.Sine", f = 1.5, startTime = {t:?} }}
components.damped = {{ class = "Blocks.Sources.ExpSine", f = 1.5, damping = 0.5, startTime = {t:?} }}
components.ramp = {{ class = "Blocks.Sources.Ramp", duration = 0.375, startTime = {t:?} }}
components.table = {{ class = "Blocks.Sources.CombiTimeTable", table = [[0, 0], [0.25, 1], [0.75, -2]], startTime = {t:?}, shiftTime = {t:?} }}
components.path = {{ class = "Blocks.Sources.KinematicPTP2", q_end = [1], qd_max = [2], qdd_max = [4], startTime = {t:?} }}
components.pulse = {{ class = "Blocks.Sources.BooleanPulse", period = 0.5, startTime = {t:?} }}
components.timer = {{ class = "Blocks.Logical.Timer" }}
components.turn = {{ class = "Blocks.Logical.TriggeredTrapezoid", amplitude = 2, rising = 0.1875 }}
components.late = {{ class = "Blocks.Logical.LogicalDelay", delayTime = 0.125 }}
components.store = {{ class = "Blocks.Continuous.Integrator" }}
"#,
            t = start + 0.125
        );
        let mut instance = started_at(compile(&text), start);
        let mut rows = Vec::new();
        for k in 0..96 {
            instance.do_step(start + f64::from(k) / 64.0, 1.0 / 64.0).unwrap();
            let names = ["sine.y", "damped.y", "ramp.y", "table.y[1]", "path.q[1]", "timer.y", "turn.y", "store.y"];
            rows.push(names.map(|name| get(&mut instance, name).to_bits()));
        }
        rows
    };
    let expected = run(0.0);
    for start in [-30.0, 1.7e9] {
        assert!(run(start) == expected, "{start}");
    }
}

/// Whatever a host makes of parameters and steps, a step ends, and has cost what it may.
#[test]
fn extreme_stiffness_does_not_hang() {
    const LIMIT: u64 = 20_000;
    for (stiffness, start) in [("1e20", -30.0), ("1e16", 1000.0), ("1e20", 1.7e9)] {
        let model = quarter_car(|text| text.replace("c = 2e4", &format!("c = {stiffness}")));
        let mut instance = started_at(model, start).with_maximum_evaluations(LIMIT);
        for step in [1e-13, 0.01] {
            let spent = |instance: &Instance| instance.work().unwrap().statistics.evaluations;
            let before = spent(&instance);
            match instance.do_step(instance.time(), step) {
                Ok(_) => {}
                Err(InstanceError::StepFailed { cause, .. }) => assert!(cause.contains("max_evaluations"), "{cause}"),
                // Less than time resolves there.
                Err(error) => assert!(matches!(error, InstanceError::StepSize { .. }) && step < 1e-12, "{error}"),
            }
            assert!(spent(&instance) - before < LIMIT + 1000, "{stiffness} {step}");
            if instance.mode() == Mode::StepFailed {
                break;
            }
        }
    }
}

#[test]
fn the_shortest_step_of_all_ends() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let (file, _) = ModelFile::from_path(&folder.join("gripper_block.toml")).unwrap();
    let mut instance = started_at(compiler::compile(&file).unwrap(), 0.0);
    let grip = instance.catalogue().variables.iter().position(|v| v.name == "grip").unwrap() as u32;
    instance.set_input_derivatives(&[grip], &[1], &[3.0]).unwrap();
    instance.do_step(0.0, 5e-324).unwrap();
    assert_eq!(instance.time(), 5e-324);
    // A crane that has hung since the beginning of the universe.
    let (file, _) = ModelFile::from_path(&folder.join("crane.toml")).unwrap();
    let mut instance = started_at(compiler::compile(&file).unwrap(), 1e12);
    for k in 0..20 {
        instance.do_step(1e12 + f64::from(k) * 0.01, 0.01).unwrap();
    }
}
