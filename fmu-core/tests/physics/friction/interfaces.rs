//! Both interfaces of FMI, snapshots, derivatives along directions, and communication steps of any length see the same events.

use super::common::{Host, compile, near, number};
use super::{CLUTCHES, host};
use fmu_core::instance::{Experiment, Instance, Interface};
use simulation::model::Model;
use std::collections::HashMap;
use std::sync::Arc;

/// A host that integrates by the classical Runge-Kutta method and bisects for events by their signs.
pub struct Exchange {
    instance: Instance,
    names: HashMap<String, u32>,
    state: Vec<f64>,
    indicators: Vec<f64>,
    time: f64,
    /// Events that it has handled.
    pub events: usize,
}

impl Exchange {
    /// In Continuous-Time Mode at the start.
    pub fn new(model: Model) -> Self {
        let mut instance = Instance::new(Arc::new(model)).with_interface(Interface::ModelExchange);
        instance.setup_experiment(Experiment::default()).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance.exit_initialization_mode().unwrap();
        instance.new_discrete_states().unwrap();
        instance.enter_continuous_time_mode().unwrap();
        let mut state = vec![0.0; instance.catalogue().states.len()];
        let mut indicators = vec![0.0; 128];
        let count = (0..=128).find(|k| instance.event_indicators(&mut indicators[..*k]).is_ok()).unwrap();
        indicators.truncate(count);
        instance.continuous_states(&mut state).unwrap();
        let names = instance.catalogue().variables.iter().enumerate();
        let names = names.map(|(i, v)| (v.name.to_owned(), u32::try_from(i).unwrap())).collect();
        Self { instance, names, state, indicators, time: 0.0, events: 0 }
    }

    pub fn get(&mut self, name: &str) -> f64 {
        self.place(self.time, &self.state.clone());
        number(&mut self.instance, self.names[name])
    }

    /// Sets inputs in one event. One after the other would be others: what one alone lets loose need not stick again with the next.
    pub fn set_all(&mut self, names: &[&str], values: &[f64]) {
        self.place(self.time, &self.state.clone());
        self.instance.enter_event_mode().unwrap();
        let numbers: Vec<u32> = names.iter().map(|name| self.names[*name]).collect();
        self.instance.set(&numbers, values).unwrap();
        self.leave_event_mode();
    }

    fn leave_event_mode(&mut self) {
        self.instance.new_discrete_states().unwrap();
        self.instance.enter_continuous_time_mode().unwrap();
        self.instance.continuous_states(&mut self.state).unwrap();
    }

    fn place(&mut self, time: f64, state: &[f64]) {
        self.instance.set_time(time).unwrap();
        self.instance.set_continuous_states(state).unwrap();
    }

    /// The state after a step of `h`.
    fn step(&mut self, h: f64) -> Vec<f64> {
        let (t, x) = (self.time, self.state.clone());
        let mut at = |dt: f64, k: &[f64]| {
            let moved: Vec<f64> = x.iter().enumerate().map(|(i, x)| x + dt * k.get(i).unwrap_or(&0.0)).collect();
            let mut dx = vec![0.0; x.len()];
            self.place(t + dt, &moved);
            self.instance.derivatives(&mut dx).unwrap();
            dx
        };
        let k1 = at(0.0, &[]);
        let k2 = at(0.5 * h, &k1);
        let k3 = at(0.5 * h, &k2);
        let k4 = at(h, &k3);
        (0..x.len()).map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])).collect()
    }

    /// No event is due.
    fn is_quiet(&mut self, time: f64, state: &[f64]) -> bool {
        self.place(time, state);
        self.instance.event_indicators(&mut self.indicators).unwrap();
        self.indicators.iter().all(|z| *z > 0.0)
    }

    /// Goes on to `end`, in steps of `h` at most.
    pub fn run(&mut self, end: f64, h: f64) {
        while self.time < end - 1e-12 {
            let now = self.state.clone();
            assert!(self.is_quiet(self.time, &now), "all indicators are positive after an event");
            let whole = h.min(end - self.time);
            let next = self.step(whole);
            if self.is_quiet(self.time + whole, &next) {
                (self.time, self.state) = (self.time + whole, next);
                continue;
            }
            let (mut low, mut high) = (0.0, whole);
            while high - low > 1e-13 {
                let middle = 0.5 * (low + high);
                let trial = self.step(middle);
                if self.is_quiet(self.time + middle, &trial) { low = middle } else { high = middle }
            }
            self.state = self.step(high);
            self.time += high;
            self.place(self.time, &self.state.clone());
            self.instance.enter_event_mode().unwrap();
            self.leave_event_mode();
            self.events += 1;
        }
        self.place(self.time, &self.state.clone());
    }
}

#[test]
fn model_exchange_equals_co_simulation() {
    let mut own = host(CLUTCHES, 1e-10);
    own.steps(40, 0.1);
    let mut other = Exchange::new(compile(CLUTCHES));
    other.run(4.0, 0.01);
    assert_eq!(other.events, 2);
    for name in ["one.w", "two.w", "three.w", "one.phi", "three.phi", "first.tau", "second.tau"] {
        near(other.get(name), own.get(name), 1e-8, name);
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
