//! A host for model exchange: the same results as co-simulation.

use super::cases::{Case, cases, features, get};
use fmu_core::instance::{EventUse, Experiment, Instance, InstanceError, Interface, Mode, Severity};
use simulation::solver::{ExplicitRungeKutta, OrdinaryDifferentialEquations, Tolerance};

/// An instance as the equations of the host's integrator.
pub struct Equations<'a>(pub &'a mut Instance);

impl OrdinaryDifferentialEquations for Equations<'_> {
    type Error = InstanceError;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), InstanceError> {
        self.0.set_time(t)?;
        self.0.set_continuous_states(x)?;
        self.0.derivatives(dx)
    }

    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
}

/// Observations of a host's run.
#[derive(Debug, Default)]
pub struct Report {
    pub time_events: usize,
    pub state_events: usize,
    pub state_changes: usize,
}

/// The signs of the event indicators.
fn signs(instance: &mut Instance, count: usize) -> Vec<bool> {
    let mut indicators = vec![0.0; count];
    instance.event_indicators(&mut indicators).unwrap();
    indicators.into_iter().map(|indicator| indicator > 0.0).collect()
}

/// Goes back to `start` and finds by bisection where the signs of the indicators first differ from `before`: just behind it.
fn locate(instance: &mut Instance, tolerance: f64, start: (f64, &[f64]), end: (&mut f64, &mut [f64]), before: &[bool]) {
    let (mut low, mut x_low) = (start.0, start.1.to_vec());
    let (high, x_high) = end;
    while *high - low > 1e-12 {
        let middle = low.midpoint(*high);
        let (mut time, mut x) = (low, x_low.clone());
        let mut method = ExplicitRungeKutta::new(x.len(), Tolerance::from_relative(tolerance));
        while time < middle {
            method.step(&mut Equations(instance), &mut time, &mut x, middle).unwrap();
        }
        instance.set_time(time).unwrap();
        instance.set_continuous_states(&x).unwrap();
        if signs(instance, before.len()) == before {
            (low, x_low) = (time, x);
        } else {
            *high = time;
            x_high.copy_from_slice(&x);
        }
    }
    instance.set_time(*high).unwrap();
    instance.set_continuous_states(x_high).unwrap();
}

/// Integrates to `stop` as FMI 2.0.5, 3.2.4 shows it.
pub fn integrate(case: &Case, instance: &mut Instance, stop: f64, tolerance: f64) -> Report {
    let mut report = Report::default();
    let count = instance.state_count();
    let mut method = ExplicitRungeKutta::new(count, Tolerance::from_relative(tolerance));
    let (mut time, mut x) = (instance.time(), vec![0.0; count]);
    instance.enter_event_mode().unwrap();
    let mut next_event = instance.new_discrete_states().unwrap().next_event;
    instance.enter_continuous_time_mode().unwrap();
    instance.continuous_states(&mut x).unwrap();
    let indicators = case.model.discrete.indicators();
    let mut before = signs(instance, indicators);
    while time < stop {
        let end = next_event.map_or(stop, |event| event.min(stop));
        let start = (time, x.clone());
        method.step(&mut Equations(instance), &mut time, &mut x, end).unwrap();
        instance.set_time(time).unwrap();
        instance.set_continuous_states(&x).unwrap();
        let crossed = signs(instance, indicators) != before;
        if crossed {
            locate(instance, tolerance, (start.0, &start.1), (&mut time, &mut x), &before);
        }
        let wanted = instance.completed_integrator_step().unwrap();
        let is_event = next_event == Some(time);
        if wanted || is_event || crossed {
            instance.enter_event_mode().unwrap();
            let event = instance.new_discrete_states().unwrap();
            instance.enter_continuous_time_mode().unwrap();
            next_event = event.next_event;
            if event.restart {
                instance.continuous_states(&mut x).unwrap();
            }
            method.discontinuity();
            before = signs(instance, indicators);
            report.time_events += usize::from(is_event);
            report.state_events += usize::from(crossed);
            report.state_changes += usize::from(wanted);
        }
    }
    report
}

/// Runs a case in both interfaces at this relative tolerance, and compares within a limit.
pub fn is_same_result(case: &Case, tolerance: f64, limit: f64) {
    let stop = case.stop().min(2.0);
    let (inputs, observed) =
        (case.inputs(), case.select(|v| !v.name.contains("minimal.") && !v.name.contains(".rotation[")));
    let u: Vec<f64> = (1..).take(inputs.len()).map(|k| 0.1 * f64::from(k)).collect();
    let mut slave = case.initializing(Interface::CoSimulation, tolerance);
    slave.set(&inputs, &u).unwrap();
    slave.exit_initialization_mode().unwrap();
    let mut model = case.initializing(Interface::ModelExchange, tolerance);
    model.set(&inputs, &u).unwrap();
    model.exit_initialization_mode().unwrap();
    let (found, expected) = (get(&mut model, &observed), get(&mut slave, &observed));
    if case.model.mechanism.tree.clusters.is_empty() {
        assert_eq!(found, expected, "{}", case.name);
    }
    // The equations for a host lead back to the constraints: what rounding leaves of residuals makes a difference.
    for (found, expected) in found.into_iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{}: {found} {expected}", case.name);
    }
    for half in [0.5 * stop, stop] {
        let time = slave.time();
        slave.do_step(time, half - time).unwrap();
        integrate(case, &mut model, half, tolerance);
        // In co-simulation a state is on its manifold, in model exchange after an event.
        model.enter_event_mode().unwrap();
        model.new_discrete_states().unwrap();
        let (found, expected) = (get(&mut model, &observed), get(&mut slave, &observed));
        for ((reference, found), expected) in observed.iter().zip(found).zip(expected) {
            let name = case.variables().at(*reference as usize).name;
            let scale = expected.abs().max(1.0);
            assert!((found - expected).abs() < limit * scale, "{}: {name} {found} {expected}", case.name);
        }
    }
}

#[test]
fn both_interfaces_give_the_same_result() {
    for case in cases() {
        // Without projections errors in closed loops are larger, and their forces see angles several hundred times.
        let tolerance = if case.model.mechanism.tree.clusters.is_empty() { 1e-10 } else { 1e-12 };
        // A force of contact is an error of the state times a stiffness, and every bounce makes that error larger.
        let limit = if case.model.discrete.indicators() == 0 { 1e-6 } else { 1e-4 };
        is_same_result(&case, tolerance, limit);
    }
}

#[test]
fn time_events_are_announced_and_handled() {
    let case = features();
    let mut instance = case.initializing(Interface::ModelExchange, 1e-8);
    instance.exit_initialization_mode().unwrap();
    assert_eq!(instance.mode(), Mode::Event);
    let first = instance.new_discrete_states().unwrap();
    assert_eq!(first.next_event, Some(0.2), "the ramp");
    instance.enter_continuous_time_mode().unwrap();
    let report = integrate(&case, &mut instance, 1.0, 1e-8);
    assert_eq!(report.time_events, 3, "start of the ramp, step, end of the ramp");
    // The step's force stays what it was until the event is handled, whatever the time.
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    let force = case.model.catalogue.find("pulse.y").unwrap() as u32;
    instance.set_time(0.5).unwrap();
    assert_eq!(get(&mut instance, &[force]), [0.0]);
    instance.enter_event_mode().unwrap();
    assert_eq!(instance.new_discrete_states().unwrap().next_event, Some(0.2 + 0.4));
    assert_eq!(get(&mut instance, &[force]), [2.0]);
}

/// An integrator that stops a rounding error before the event has met it all the same.
#[test]
fn an_event_within_rounding_is_due() {
    let case = features();
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    instance.set_time(0.37 - 1e-16).unwrap();
    instance.enter_event_mode().unwrap();
    assert_eq!(instance.new_discrete_states().unwrap().next_event, Some(0.2 + 0.4));
}

/// The length of a quaternion means nothing; when it drifts too far the host is asked for an event, and only there the state changes.
#[test]
fn quaternions_are_normalized_in_event_mode_only() {
    let case = features();
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    let names: Vec<&str> = case.states().iter().map(|s| case.variables().at(*s as usize).name).collect();
    let quaternion: Vec<usize> =
        names.iter().enumerate().filter(|(_, name)| name.contains(".Q[")).map(|(i, _)| i).collect();
    assert_eq!(quaternion.len(), 4, "{names:?}");
    let mut x = vec![0.0; names.len()];
    instance.continuous_states(&mut x).unwrap();
    let unknowns = case.unknowns();
    let (before, mut stretched) = (get(&mut instance, &unknowns), x.clone());
    quaternion.iter().for_each(|&i| stretched[i] *= 1.1);
    instance.set_continuous_states(&stretched).unwrap();
    for ((reference, found), expected) in unknowns.iter().zip(get(&mut instance, &unknowns)).zip(before) {
        let name = case.variables().at(*reference as usize).name;
        let factor = if name.starts_with("der(satellite.Q") { 1.1 } else { 1.0 };
        assert!((found - factor * expected).abs() < 1e-12 * expected.abs().max(1.0), "{name} {found} {expected}");
    }
    let mut same = vec![0.0; names.len()];
    assert!(instance.completed_integrator_step().unwrap(), "an event is asked for");
    instance.continuous_states(&mut same).unwrap();
    assert_eq!(same, stretched, "and the state stays until then");
    instance.enter_event_mode().unwrap();
    assert!(instance.new_discrete_states().unwrap().restart);
    instance.continuous_states(&mut same).unwrap();
    let length: f64 = quaternion.iter().map(|&i| same[i] * same[i]).sum();
    assert!((length - 1.0).abs() < 1e-14);
    instance.enter_continuous_time_mode().unwrap();
    assert!(!instance.completed_integrator_step().unwrap());
}

/// A coarse integrator drifts; the host is told now and then, not at every step.
#[test]
fn drift_is_reported_seldom() {
    let case = features();
    let mut instance = case.ready(Interface::ModelExchange, 1e-3);
    let report = integrate(&case, &mut instance, 20.0, 3e-2);
    assert!((1..=40).contains(&report.state_changes), "{report:?}");
}

#[test]
fn values_that_make_no_sense_change_nothing() {
    let case = features();
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    let count = case.states().len();
    let (mut x, mut same) = (vec![0.0; count], vec![0.0; count]);
    instance.continuous_states(&mut x).unwrap();
    let mut bad = x.clone();
    bad[1] = f64::NAN;
    let error = instance.set_continuous_states(&bad).unwrap_err();
    assert_eq!(error.severity(), Severity::Discard);
    assert!(error.to_string().contains(case.variables().at(case.states()[1] as usize).name), "{error}");
    let error = instance.set_time(f64::INFINITY).unwrap_err();
    assert_eq!(error.severity(), Severity::Discard, "{error}");
    assert!(matches!(instance.set_continuous_states(&x[1..]), Err(InstanceError::Count { .. })));
    assert!(matches!(instance.derivatives(&mut vec![0.0; count + 1]), Err(InstanceError::Count { .. })));
    assert!(matches!(instance.event_indicators(&mut [0.0]), Err(InstanceError::Count { expected: 0, .. })));
    instance.event_indicators(&mut []).unwrap();
    instance.continuous_states(&mut same).unwrap();
    assert_eq!((same, instance.time()), (x.clone(), 0.0));
    instance.nominal_states(&mut x).unwrap();
    assert!(x.iter().all(|nominal| *nominal == 1.0));
}

/// A state without derivatives is fmi2Discard: the host tries a smaller step.
#[test]
fn a_trial_state_without_derivatives_is_no_end() {
    let case = features();
    let mut instance = case.ready(Interface::ModelExchange, 1e-8);
    let mut x = vec![0.0; case.states().len()];
    instance.continuous_states(&mut x).unwrap();
    let mut dx = x.clone();
    // The satellite in the centre of gravity.
    let names: Vec<&str> = case.states().iter().map(|s| case.variables().at(*s as usize).name).collect();
    let huge: Vec<f64> = names.iter().zip(&x).map(|(n, x)| if n.contains(".v_0") { 1e308 } else { *x }).collect();
    let huge: Vec<f64> =
        names.iter().zip(huge).map(|(n, x)| if n.contains(".w_a") || n.ends_with(".v") { 1e308 } else { x }).collect();
    instance.set_continuous_states(&huge).unwrap();
    let error = instance.derivatives(&mut dx).unwrap_err();
    assert_eq!(error.severity(), Severity::Discard, "{error}");
    assert_eq!(instance.mode(), Mode::ContinuousTime);
    instance.set_continuous_states(&x).unwrap();
    instance.derivatives(&mut dx).unwrap();
}

#[test]
fn each_interface_keeps_to_its_functions() {
    let case = features();
    let mut slave = case.ready(Interface::CoSimulation, 1e-6);
    let mut model = case.ready(Interface::ModelExchange, 1e-6);
    assert!(slave.set_time(1.0).is_err() && slave.enter_event_mode().is_err());
    assert!(slave.nominal_states(&mut []).is_err() && slave.continuous_states(&mut []).is_err());
    assert!(model.do_step(0.0, 0.1).is_err());
    assert!(matches!(
        model.set_input_derivatives(&case.inputs()[..1], &[1], &[1.0]),
        Err(InstanceError::WrongInterface { .. })
    ));
    assert!(model.output_derivatives(&[], &[], &mut []).is_err());
    let tunable = case.model.catalogue.find("spring.c").unwrap() as u32;
    assert!(model.set(&[tunable], &[31.0]).is_err(), "tunable parameters change in Event Mode");
    model.set(&case.inputs()[..1], &[0.1]).unwrap();
    model.enter_event_mode().unwrap();
    model.set(&[tunable], &[31.0]).unwrap();
    model.terminate().unwrap();
    assert_eq!(model.mode(), Mode::Terminated);
    model.reset();
    assert_eq!((model.mode(), model.interface()), (Mode::Instantiated, Interface::ModelExchange));
}

/// An input that jumps in Event Mode bends its integral; the delay shows that later, at an event.
#[test]
fn what_bends_in_event_mode_is_seen_after_the_delay() {
    let case = Case::new(
        "Bend",
        r#"
name = "Bend"
connections = [["x.y", "delay.u"]]
components.x = { class = "Blocks.Continuous.Integrator", initType = "InitialState" }
components.delay = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 0.25 }
"#,
    );
    let input = case.inputs();
    let jump = |instance: &mut Instance| {
        instance.enter_event_mode().unwrap();
        instance.set(&input, &[1.0]).unwrap();
        instance.new_discrete_states().unwrap().next_event
    };
    let mut exchange = case.ready(Interface::ModelExchange, 1e-6);
    exchange.set_time(0.5).unwrap();
    exchange.set_continuous_states(&[0.0]).unwrap();
    exchange.completed_integrator_step().unwrap();
    assert_eq!(jump(&mut exchange), Some(0.75));
    let events = EventUse { event_mode: true, early_return: false };
    let mut slave = case.instance(Interface::CoSimulation).for_fmi3(events);
    slave.setup_experiment(Experiment::default()).unwrap();
    slave.enter_initialization_mode().unwrap();
    slave.exit_initialization_mode().unwrap();
    slave.new_discrete_states().unwrap();
    slave.enter_step_mode().unwrap();
    slave.step_to_event(0.0, 0.5).unwrap();
    assert_eq!(jump(&mut slave), Some(0.75));
}
