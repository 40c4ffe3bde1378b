//! Both interfaces of FMI, snapshots, derivatives along directions, and communication steps of any length see the same events.

use super::common::{Host, compile, near};
use super::{CLUTCHES, host};
use fmu_core::assembly::Model;
use fmu_core::instance::{Experiment, Instance, Interface};
use std::sync::Arc;

/// A host that integrates by the classical Runge-Kutta method with steps of `h` and bisects for events by their signs.
fn model_exchange(model: Model, end: f64, h: f64) -> (Instance, usize) {
    let mut slave = Instance::new(Arc::new(model)).with_interface(Interface::ModelExchange);
    slave.setup_experiment(Experiment::default()).unwrap();
    slave.enter_initialization_mode().unwrap();
    slave.exit_initialization_mode().unwrap();
    slave.new_discrete_states().unwrap();
    slave.enter_continuous_time_mode().unwrap();
    let n = slave.catalogue().states.len();
    let mut indicators = vec![0.0; 32];
    let count = (0..=32).find(|k| slave.event_indicators(&mut indicators[..*k]).is_ok()).unwrap();
    let mut z = vec![0.0; count];
    let (mut t, mut events) = (0.0, 0);
    let mut x = vec![0.0; n];
    slave.continuous_states(&mut x).unwrap();
    let step = |slave: &mut Instance, t: f64, x: &[f64], h: f64| -> Vec<f64> {
        let mut at = |dt: f64, state: &[f64]| {
            let mut dx = vec![0.0; n];
            slave.set_time(t + dt).unwrap();
            slave.set_continuous_states(state).unwrap();
            slave.derivatives(&mut dx).unwrap();
            dx
        };
        let moved = |k: &[f64], dt: f64| x.iter().zip(k).map(|(x, k)| x + dt * k).collect::<Vec<_>>();
        let k1 = at(0.0, x);
        let k2 = at(0.5 * h, &moved(&k1, 0.5 * h));
        let k3 = at(0.5 * h, &moved(&k2, 0.5 * h));
        let k4 = at(h, &moved(&k3, h));
        (0..n).map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])).collect()
    };
    while t < end - 1e-12 {
        let mut signs = |slave: &mut Instance, t: f64, x: &[f64]| {
            slave.set_time(t).unwrap();
            slave.set_continuous_states(x).unwrap();
            slave.event_indicators(&mut z).unwrap();
            z.iter().all(|z| *z > 0.0)
        };
        assert!(signs(&mut slave, t, &x), "all indicators are positive after an event");
        let whole = h.min(end - t);
        let next = step(&mut slave, t, &x, whole);
        if signs(&mut slave, t + whole, &next) {
            (t, x) = (t + whole, next);
            continue;
        }
        let (mut low, mut high) = (0.0, whole);
        while high - low > 1e-13 {
            let middle = 0.5 * (low + high);
            let trial = step(&mut slave, t, &x, middle);
            if signs(&mut slave, t + middle, &trial) { low = middle } else { high = middle }
        }
        x = step(&mut slave, t, &x, high);
        t += high;
        slave.set_time(t).unwrap();
        slave.set_continuous_states(&x).unwrap();
        slave.enter_event_mode().unwrap();
        let report = slave.new_discrete_states().unwrap();
        assert!(report.restart);
        slave.enter_continuous_time_mode().unwrap();
        slave.continuous_states(&mut x).unwrap();
        events += 1;
    }
    slave.set_time(t).unwrap();
    slave.set_continuous_states(&x).unwrap();
    (slave, events)
}

fn value(instance: &mut Instance, name: &str) -> f64 {
    let index = instance.catalogue().variables.iter().position(|v| v.name == name).unwrap();
    let mut value = [0.0];
    instance.get(&[u32::try_from(index).unwrap()], &mut value).unwrap();
    value[0]
}

#[test]
fn model_exchange_equals_co_simulation() {
    let mut own = host(CLUTCHES, 1e-10);
    own.steps(40, 0.1);
    let (mut other, events) = model_exchange(compile(CLUTCHES), 4.0, 0.01);
    assert_eq!(events, 2);
    for name in ["one.w", "two.w", "three.w", "one.phi", "three.phi", "first.tau", "second.tau"] {
        near(value(&mut other, name), own.get(name), 1e-8, name);
    }
}

#[test]
fn cut_steps_change_nothing_and_snapshots_go_on_bit_for_bit() {
    let mut coarse = host(CLUTCHES, 1e-10);
    coarse.steps(4, 1.0);
    let mut fine = host(CLUTCHES, 1e-10);
    fine.steps(40, 0.1);
    for name in ["one.phi", "two.phi", "three.phi", "three.w"] {
        near(fine.get(name), coarse.get(name), 1e-9, name);
    }
    // From the middle, in a state where one clutch sticks and the other slips.
    let mut run = host(CLUTCHES, 1e-8);
    run.steps(2, 1.0);
    let middle = run.instance.snapshot();
    run.instance.do_step(2.0, 2.0).unwrap();
    let expected = ["one.phi", "three.phi", "second.tau"].map(|name| run.get(name).to_bits());
    let mut again = Host::new(compile(CLUTCHES), 1e-8);
    again.instance.restore(&middle).unwrap();
    again.instance.do_step(2.0, 2.0).unwrap();
    assert_eq!(["one.phi", "three.phi", "second.tau"].map(|name| again.get(name).to_bits()), expected);
}

/// While a clutch sticks, both shafts accelerate alike, whatever acts on them; while it slips, each by itself.
#[test]
fn derivatives_along_directions_are_those_of_the_present_mode() {
    let text = CLUTCHES
        .replace(
            "[\"motor.flange\", \"one.flange_a\"],",
            "[\"motor.flange\", \"one.flange_a\"], [\"u.y\", \"motor.tau\"],",
        )
        .replace("Rotational.Sources.ConstantTorque\", tau_constant = 2", "Rotational.Sources.Torque\"")
        .replace(
            "components.one",
            "components.u = { class = \"Blocks.Math.Gain\", k = 1 }\ninputs.tau = \"u.u\"\ncomponents.one",
        );
    let mut run = Host::new(compile(&text), 1e-9);
    run.set("tau", 2.0);
    run.start();
    let by_torque = |run: &mut Host, name: &str| {
        let mut derivative = [0.0];
        let (unknown, known) = (run.reference(name), run.reference("tau"));
        run.instance.directional_derivatives(&[unknown], &[known], &[1.0], &mut derivative).unwrap();
        derivative[0]
    };
    run.steps(1, 1.0);
    near(by_torque(&mut run, "one.a"), 1.0, 1e-12, "slipping, by itself");
    near(by_torque(&mut run, "two.a"), 0.0, 1e-12, "slipping, the other");
    run.instance.do_step(1.0, 1.0).unwrap();
    near(by_torque(&mut run, "one.a"), 1.0 / 1.5, 1e-10, "sticking");
    near(by_torque(&mut run, "two.a"), 1.0 / 1.5, 1e-10, "sticking, the other");
    near(by_torque(&mut run, "first.tau"), -0.5 / 1.5, 1e-10, "torque of the clutch");
}

/// Events of runs that a host takes back are no events in a row.
#[test]
fn a_step_that_is_taken_back_many_times_is_no_chattering() {
    let mut run = host(CLUTCHES, 1e-8);
    run.instance.do_step(0.0, 1.42).unwrap();
    let before = run.instance.snapshot();
    for _ in 0..100 {
        run.instance.restore(&before).unwrap();
        let report = run.instance.do_step(1.42, 0.01).unwrap();
        assert_eq!(report.state_events, 1);
    }
}
