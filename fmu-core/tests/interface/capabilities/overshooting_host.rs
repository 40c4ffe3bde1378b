//! A model exchange host like those that use CVODE: its integrator steps beyond the points where the host wants values, interpolates
//! there, and starts anew only where fmi2NewDiscreteStates says that the values or nominals of the states have changed.

use super::cases::{Case, cases, features, get};
use fmu_core::instance::{Instance, Interface};

/// The third order method of Bogacki and Shampine (1989) with an error estimate of order two; cubic interpolation within a step.
struct Overshooting {
    tolerance: f64,
    step: f64,
    /// Time, state and derivatives at both ends of the last step.
    ends: [(f64, Vec<f64>, Vec<f64>); 2],
}

impl Overshooting {
    fn start(instance: &mut Instance, time: f64, x: &[f64], tolerance: f64) -> Self {
        let end = (time, x.to_vec(), derivatives(instance, time, x));
        Self { tolerance, step: 1e-3, ends: [end.clone(), end] }
    }

    /// The state at `time`, which the integrator has passed then.
    fn reach(&mut self, instance: &mut Instance, time: f64) -> Vec<f64> {
        while self.ends[1].0 < time {
            self.step(instance);
        }
        let [(t0, x0, f0), (t1, x1, f1)] = &self.ends;
        let h = t1 - t0;
        if h == 0.0 {
            return x1.clone();
        }
        let s = (time - t0) / h;
        let element = |i: usize| {
            let (rise, slopes) = (x1[i] - x0[i], (h * f0[i], h * f1[i]));
            let bend = (1.0 - 2.0 * s) * rise + (s - 1.0) * slopes.0 + s * slopes.1;
            (1.0 - s) * x0[i] + s * x1[i] + s * (s - 1.0) * bend
        };
        (0..x0.len()).map(element).collect()
    }

    fn step(&mut self, instance: &mut Instance) {
        let (t, x, k1) = self.ends[1].clone();
        loop {
            let h = self.step;
            let along = |terms: &[(f64, &[f64])]| -> Vec<f64> {
                let change = |i: usize| terms.iter().map(|(weight, k)| weight * k[i]).sum::<f64>();
                x.iter().enumerate().map(|(i, x)| x + h * change(i)).collect()
            };
            let k2 = derivatives(instance, t + 0.5 * h, &along(&[(0.5, &k1)]));
            let k3 = derivatives(instance, t + 0.75 * h, &along(&[(0.75, &k2)]));
            let end = along(&[(2.0 / 9.0, &k1), (1.0 / 3.0, &k2), (4.0 / 9.0, &k3)]);
            let k4 = derivatives(instance, t + h, &end);
            let lower = along(&[(7.0 / 24.0, &k1), (0.25, &k2), (1.0 / 3.0, &k3), (0.125, &k4)]);
            let scaled = |(a, b): (&f64, &f64)| (a - b).abs() / (self.tolerance * (1.0 + a.abs()));
            let error = end.iter().zip(&lower).map(scaled).fold(0.0, f64::max);
            self.step = h * (0.9 / error.cbrt()).clamp(0.2, 5.0);
            if error <= 1.0 {
                self.ends = [(t, x, k1), (t + h, end, k4)];
                return;
            }
        }
    }
}

fn derivatives(instance: &mut Instance, time: f64, x: &[f64]) -> Vec<f64> {
    let mut dx = vec![0.0; x.len()];
    instance.set_time(time).unwrap();
    instance.set_continuous_states(x).unwrap();
    instance.derivatives(&mut dx).unwrap();
    dx
}

/// Integrates to `stop` with values every hundredth of a second; the number of restarts.
fn integrate(case: &Case, instance: &mut Instance, stop: f64) -> usize {
    let mut x = vec![0.0; case.states().len()];
    let mut next_event = instance.new_discrete_states().unwrap().next_event;
    instance.enter_continuous_time_mode().unwrap();
    instance.continuous_states(&mut x).unwrap();
    let mut integrator = Overshooting::start(instance, 0.0, &x, 1e-9);
    let (mut time, mut restarts, mut points) = (0.0, 0, 0);
    while time < stop {
        let point = f64::from(points + 1) * 0.01;
        points += i32::from(next_event.is_none_or(|event| event >= point));
        time = next_event.map_or(point, |event| event.min(point));
        x = integrator.reach(instance, time);
        instance.set_time(time).unwrap();
        instance.set_continuous_states(&x).unwrap();
        let wanted = instance.completed_integrator_step().unwrap();
        if wanted || next_event == Some(time) {
            instance.enter_event_mode().unwrap();
            let report = instance.new_discrete_states().unwrap();
            instance.enter_continuous_time_mode().unwrap();
            next_event = report.next_event;
            if report.restart {
                instance.continuous_states(&mut x).unwrap();
                integrator = Overshooting::start(instance, time, &x, 1e-9);
                restarts += 1;
            }
        }
    }
    restarts
}

#[test]
fn a_host_that_restarts_where_it_is_told_meets_the_events() {
    let case = cases().into_iter().find(|case| case.name == "driven_arm").unwrap();
    let angle = [case.model.catalogue.find("angle").unwrap() as u32];
    let mut slave = case.ready(Interface::CoSimulation, 1e-10);
    slave.do_step(0.0, case.stop()).unwrap();
    let expected = get(&mut slave, &angle)[0];
    assert!((expected - 14.19).abs() < 0.01, "{expected}");
    let mut model = case.initializing(Interface::ModelExchange, 1e-10);
    model.exit_initialization_mode().unwrap();
    let restarts = integrate(&case, &mut model, case.stop());
    let found = get(&mut model, &angle)[0];
    assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    assert_eq!(restarts, 3, "the ramp begins, the wind begins, the ramp ends");
}

/// Changes by the host itself count as well, and once.
#[test]
fn inputs_and_parameters_that_were_changed_restart_the_integrator() {
    let case = features();
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    let tunable = [case.model.catalogue.find("spring.c").unwrap() as u32];
    let input = [case.inputs()[0]];
    instance.enter_event_mode().unwrap();
    assert!(!instance.new_discrete_states().unwrap().restart, "nothing has happened");
    for reference in [input, tunable] {
        instance.set(&reference, &[31.0]).unwrap();
        assert!(instance.new_discrete_states().unwrap().restart, "{reference:?}");
        assert!(!instance.new_discrete_states().unwrap().restart, "{reference:?} again");
    }
}
