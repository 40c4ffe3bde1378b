//! Starts that signals give, simulations that end by themselves, and the gas force of engines.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, Rig, compile, near};
use fmu_core::instance::{InstanceError, Interface};

/// A shaft starts at angle, speed and acceleration of a reference: the drive's torque follows from the last.
#[test]
fn a_flange_starts_where_signals_say() {
    let text = r#"
name = "Start"
connections = [
  ["angle.y", "start.phi_start"], ["speed.y", "start.w_start"], ["acceleration.y", "start.a_start"], ["shaft.flange_b", "start.flange"],
  ["push.y", "drive.tau"], ["drive.flange", "shaft.flange_a"], ["shaft.flange_b", "bearing.flange_a"],
]
components.angle = { class = "Blocks.Sources.Constant", k = 0.4 }
components.speed = { class = "Blocks.Sources.Constant", k = 0 }
components.acceleration = { class = "Blocks.Sources.Constant", k = 0 }
components.push = { class = "Blocks.Continuous.Integrator", k = 1, initType = "NoInit" }
components.drive = { class = "Rotational.Sources.Torque" }
components.shaft = { class = "Rotational.Components.Inertia", J = 2 }
components.bearing = { class = "Rotational.Components.BearingFriction", tau_pos = [[0, 3]] }
components.start = { class = "Rotational.Components.InitializeFlange" }
components.load = { class = "Rotational.Sources.ConstantTorque", tau_constant = -1.5 }
"#
    .replace("[\"push.y\"", "[\"load.flange\", \"shaft.flange_b\"], [\"push.y\"");
    let mut rig = Rig::new(&text);
    near(rig.get("shaft.phi"), 0.4, 1e-12, "angle");
    near(rig.get("shaft.w"), 0.0, 1e-12, "speed");
    // The drive alone holds the load; the bearing that sticks has nothing to hold.
    near(rig.get("push.y"), 1.5, 1e-10, "torque of the drive");
    near(rig.get("bearing.tau"), 0.0, 1e-10, "friction");
    assert_eq!(rig.get("bearing.mode"), 0.0);
}

const FALL: &str = r#"
name = "Fall"
connections = [["low.y", "alarm.u"], ["weight.flange", "stone.flange_a"], ["stone.flange_b", "meter.flange"], ["meter.s", "low.u"]]
components.weight = { class = "Translational.Sources.ConstantForce", f_constant = -9.81 }
components.stone = { class = "Translational.Components.Mass", m = 1, s = { start = 5, fixed = true }, v = { start = 0, fixed = true } }
components.meter = { class = "Translational.Sensors.PositionSensor" }
components.low = { class = "Blocks.Logical.LessThreshold", threshold = 1 }
components.alarm = { class = "Blocks.Routing.BooleanPassThrough" }
components.end = { class = "Blocks.Logical.TerminateSimulation", condition = "stone.s < 0" }
"#;

#[test]
fn a_simulation_ends_when_its_condition_begins_to_hold() {
    let fall = (2.0_f64 * 5.0 / 9.81).sqrt();
    let mut run = Host::new(compile(FALL), 1e-10);
    run.start();
    run.steps(1, 0.95);
    let mut alarm = [false];
    run.instance.get(&[run.reference("alarm.y")], &mut alarm).unwrap();
    assert!(alarm[0], "below 1 m after 0.903 s");
    let error = run.instance.do_step(0.95, 1.0).unwrap_err();
    assert!(matches!(error, InstanceError::Terminated { .. }), "{error}");
    assert_eq!(run.instance.termination(), Some("the condition of end holds"));
    near(run.instance.time(), fall, 1e-9, "time of the fall");
    // From a snapshot another way can be taken.
    run.instance.reset();
    assert_eq!(run.instance.termination(), None);
}

#[test]
fn model_exchange_asks_the_host_to_terminate() {
    let model = std::sync::Arc::new(compile(FALL));
    let mut slave = fmu_core::instance::Instance::new(model).with_interface(Interface::ModelExchange);
    slave.setup_experiment(fmu_core::instance::Experiment::default()).unwrap();
    slave.enter_initialization_mode().unwrap();
    slave.exit_initialization_mode().unwrap();
    assert!(!slave.new_discrete_states().unwrap().terminate);
    slave.enter_continuous_time_mode().unwrap();
    let mut indicators = [0.0; 2];
    slave.event_indicators(&mut indicators).unwrap();
    assert!(indicators.iter().all(|z| *z > 0.0), "{indicators:?}");
    let mut state = vec![0.0; slave.catalogue().states.len()];
    slave.continuous_states(&mut state).unwrap();
    let position = state.iter().position(|x| *x == 5.0).unwrap();
    state[position] = -0.1;
    slave.set_time(2.0).unwrap();
    slave.set_continuous_states(&state).unwrap();
    slave.event_indicators(&mut indicators).unwrap();
    assert!(indicators.iter().all(|z| *z < 0.0), "{indicators:?}");
    slave.enter_event_mode().unwrap();
    let report = slave.new_discrete_states().unwrap();
    assert!(report.terminate && report.restart);
}

/// The pressure is that of the polynomial that belongs to the direction and the position.
#[test]
fn the_gas_force_is_that_of_its_polynomials() {
    let text = r#"
name = "Gas"
connections = [["path.y", "piston.s_ref"], ["block.flange", "gas.flange_a"], ["gas.flange_b", "piston.flange"]]
components.block = { class = "Translational.Components.Fixed" }
components.path = { class = "Blocks.Sources.Sine", amplitude = 0.1, offset = 0.1001, f = 1, phase = 1.5707963267948966 }
components.piston = { class = "Translational.Sources.Position", exact = true }
components.gas = { class = "Examples.Loops.Utilities.GasForce2", L = 0.2002, d = 0.1 }
"#;
    let polynomial = |c: [f64; 5], x: f64| c.into_iter().fold(0.0, |sum, c| sum * x + c) * 1e5;
    let mut run = Host::new(compile(text), 1e-8);
    run.start();
    let mut events = 0;
    for k in 0..100 {
        events += run.instance.do_step(f64::from(k) * 0.01, 0.01).unwrap().state_events;
        let (x, v) = (run.get("gas.x"), run.get("gas.v_rel"));
        let expected = match (v < 0.0, x) {
            (true, x) if x < 0.986_061 => polynomial([177.4132, -287.2189, 151.8252, -24.9973, 2.4], x),
            (true, x) => polynomial([2_836_360.0, -10_569_296.0, 14_761_814.0, -9_158_505.0, 2_129_670.0], x),
            (false, x) if x > 0.933 => {
                polynomial([-3_929_704.0, 14_748_765.0, -20_747_000.0, 12_964_477.0, -3_036_495.0], x)
            }
            (false, x) => polynomial([145.930, -131.707, 17.3438, 17.9272, 2.4], x),
        };
        // Half way and at the end the piston stands still, and rounding decides the direction.
        if v.abs() > 1e-9 {
            near(run.get("gas.press"), expected, 1e-6 * expected.abs().max(1e5), &format!("pressure at {x}"));
            near(run.get("gas.f"), -expected * std::f64::consts::PI * 0.0025, 1e-2, "force");
        }
    }
    assert!((3..=5).contains(&events), "{events}");
}
