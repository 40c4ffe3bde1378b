//! Derivatives of inputs and outputs in time.

use super::cases::{Case, cases, features, get};
use fmu_core::instance::{Instance, InstanceError, Interface, Severity};
use simulation::solver::{ExplicitRungeKutta, OrdinaryDifferentialEquations, Tolerance};

/// Coefficients of the inputs: value, first and second derivative at the time 0.
fn polynomial(input: usize) -> [f64; 3] {
    let k = input as f64;
    [0.1 + 0.05 * k, 0.4 - 0.1 * k, 0.3 + 0.02 * k]
}

fn value([u, once, twice]: [f64; 3], t: f64) -> f64 {
    u + t * (once + 0.5 * t * twice)
}

/// Model exchange with inputs that the host evaluates at every time.
struct Driven<'a>(&'a mut Instance, &'a [u32]);

impl OrdinaryDifferentialEquations for Driven<'_> {
    type Error = InstanceError;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), InstanceError> {
        let u: Vec<f64> = (0..self.1.len()).map(|input| value(polynomial(input), t)).collect();
        self.0.set_time(t)?;
        self.0.set_continuous_states(x)?;
        self.0.set(self.1, &u)?;
        self.0.derivatives(dx)
    }

    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
}

fn set_polynomials(instance: &mut Instance, inputs: &[u32], t: f64) {
    for (k, &input) in inputs.iter().enumerate() {
        let [u, once, twice] = polynomial(k);
        instance.set(&[input], &[value([u, once, twice], t)]).unwrap();
        instance.set_input_derivatives(&[input, input], &[2, 1], &[twice, once + t * twice]).unwrap();
    }
}

/// One step with derivatives is the same as a host that gives the inputs at every evaluation.
#[test]
fn inputs_go_on_inside_a_step() {
    let mut with_inputs = 0;
    // A joint that follows an input needs its derivatives, which model exchange does not have. The host here looks for no state events.
    let follows = |name: &str| ["features", "car"].contains(&name);
    let is_smooth = |case: &Case| !follows(&case.name) && case.model.discrete.indicators() == 0;
    for case in cases().into_iter().filter(|case| is_smooth(case) && !case.inputs().is_empty()) {
        let (inputs, states) = (case.inputs(), case.states());
        let mut slave = case.ready(Interface::CoSimulation, 1e-11);
        set_polynomials(&mut slave, &inputs, 0.0);
        slave.do_step(0.0, 0.8).unwrap();
        let mut model = case.ready(Interface::ModelExchange, 1e-11);
        let mut x = get(&mut model, &states);
        let mut method = ExplicitRungeKutta::new(x.len(), Tolerance::from_relative(1e-11));
        let mut time = 0.0;
        method.integrate(&mut Driven(&mut model, &inputs), &mut time, &mut x, 0.8).unwrap();
        for ((found, expected), state) in get(&mut slave, &states).iter().zip(&x).zip(&states) {
            let name = case.variables().at(*state as usize).name;
            assert!(
                (found - expected).abs() < 1e-8 * expected.abs().max(1.0),
                "{} {name} {found} {expected}",
                case.name
            );
        }
        for (k, &input) in inputs.iter().enumerate() {
            let found = get(&mut slave, &[input])[0];
            assert!((found - value(polynomial(k), 0.8)).abs() < 1e-14, "the value that was reached");
        }
        with_inputs += 1;
    }
    assert!(with_inputs >= 3);
}

/// The derivatives hold for one step; then the inputs stay where they are.
#[test]
fn derivatives_are_for_one_step() {
    let case = features();
    let inputs = case.inputs();
    let mut instance = case.ready(Interface::CoSimulation, 1e-8);
    set_polynomials(&mut instance, &inputs, 0.0);
    instance.do_step(0.0, 0.5).unwrap();
    let reached = get(&mut instance, &inputs);
    instance.do_step(0.5, 0.5).unwrap();
    assert_eq!(get(&mut instance, &inputs), reached);
}

/// Steps of 0.1 s in each of which the inputs go on as polynomials, from the values that they have reached, moved by `change`.
fn piecewise(case: &Case, change: impl Fn(f64) -> f64) -> (u64, Vec<f64>) {
    let (inputs, mut instance) = (case.inputs(), case.ready(Interface::CoSimulation, 1e-9));
    for step in 0..10 {
        let time = 0.1 * f64::from(step);
        let reached = get(&mut instance, &inputs);
        let values: Vec<f64> = reached.iter().map(|reached| change(*reached)).collect();
        instance.set(&inputs, &values).unwrap();
        for (k, input) in inputs.iter().enumerate() {
            let [_, once, twice] = polynomial(k);
            instance.set_input_derivatives(&[*input, *input], &[1, 2], &[(-1.0_f64).powi(step) * once, twice]).unwrap();
        }
        instance.do_step(time, 0.1).unwrap();
    }
    (instance.work().unwrap().statistics.evaluations, get(&mut instance, &case.states()))
}

/// With continuous inputs, the last evaluation of a step is the first of the next one, whatever their derivatives do.
#[test]
fn continuous_inputs_save_an_evaluation_at_each_communication_point() {
    let case = cases().into_iter().find(|case| case.name == "quadrotor").unwrap();
    let (evaluations, x) = piecewise(&case, |reached| reached);
    let (with_jumps, expected) = piecewise(&case, |reached| reached * (1.0 + f64::EPSILON));
    assert_eq!(with_jumps, evaluations + 9, "one for each point inside the run");
    for (x, expected) in x.iter().zip(&expected) {
        assert!((x - expected).abs() < 1e-8 * (1.0 + expected.abs()), "{x} {expected}");
    }
}

/// A joint that follows an input moves with its derivatives: position, speed and acceleration from the signal.
#[test]
fn a_joint_follows_an_input_with_its_derivatives() {
    let case = features();
    let reference = |name: &str| case.model.catalogue.find(name).unwrap() as u32;
    let angle = case.inputs().into_iter().find(|i| case.variables().at(*i as usize).name.contains("phi_ref")).unwrap();
    let motion = [reference("turn.phi"), reference("turn.w"), reference("turn.a"), reference("rate")];
    let mut instance = case.ready(Interface::CoSimulation, 1e-8);
    instance.set(&[angle], &[0.2]).unwrap();
    instance.set_input_derivatives(&[angle, angle], &[1, 2], &[0.7, -0.4]).unwrap();
    assert_eq!(get(&mut instance, &motion), [0.2, 0.7, -0.4, 0.7]);
    instance.do_step(0.0, 0.5).unwrap();
    for (found, expected) in get(&mut instance, &motion).iter().zip([0.5, 0.5, -0.4, 0.5]) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
}

/// Number of `Der` on the way to a variable.
fn derivatives_in(case: &Case, reference: u32) -> usize {
    case.model.schedule.derivatives_before(case.variables().at(reference as usize).source)
}

/// Derivatives of all outputs and states against differences of the trajectory.
#[test]
fn output_derivatives_are_those_of_the_trajectory() {
    // The bridge switches between the rows.
    for case in cases().into_iter().filter(|case| case.name != "h_bridge") {
        let unknowns: Vec<u32> = case.unknowns().into_iter().chain(case.states()).collect();
        let inputs = case.inputs();
        let (start, h) = (0.62, 1e-3);
        let mut instance = case.ready(Interface::CoSimulation, 1e-13);
        set_polynomials(&mut instance, &inputs, 0.0);
        instance.do_step(0.0, start).unwrap();
        let mut rows = Vec::new();
        let mut derivatives = [vec![f64::NAN; unknowns.len()], vec![f64::NAN; unknowns.len()]];
        for k in 0..7 {
            let time = instance.time();
            set_polynomials(&mut instance, &inputs, time);
            rows.push(get(&mut instance, &unknowns));
            if k == 3 {
                for (order, values) in [1, 2].into_iter().zip(&mut derivatives) {
                    for (unknown, value) in unknowns.iter().zip(values) {
                        let result = instance.output_derivatives(&[*unknown], &[order], std::slice::from_mut(value));
                        // Signals carry two derivatives.
                        let is_known = order as usize + derivatives_in(&case, *unknown) <= 2;
                        assert_eq!(result.is_ok(), is_known, "{}: {result:?}", case.name);
                    }
                }
            }
            instance.do_step(time, h).unwrap();
        }
        for (i, unknown) in unknowns.iter().enumerate() {
            let y = |k: usize| rows[k][i];
            let first = (y(6) - y(0) - 9.0 * (y(5) - y(1)) + 45.0 * (y(4) - y(2))) / (60.0 * h);
            let second = (y(6) + y(0) - 13.5 * (y(5) + y(1)) + 135.0 * (y(4) + y(2)) - 245.0 * y(3)) / (90.0 * h * h);
            let name = case.variables().at(*unknown as usize).name;
            let scale = y(3).abs().max(first.abs()).max(second.abs()).max(1.0);
            let close = |found: f64, expected: f64, tolerance: f64| (found - expected).abs() < tolerance * scale;
            assert!(close(derivatives[0][i], first, 1e-7), "{}: {name}' {} {first}", case.name, derivatives[0][i]);
            if derivatives_in(&case, *unknown) == 1 {
                continue;
            }
            assert!(close(derivatives[1][i], second, 1e-4), "{}: {name}'' {} {second}", case.name, derivatives[1][i]);
        }
    }
}

fn refused(case: &Case, result: Result<(), InstanceError>) -> InstanceError {
    result.map_or_else(|error| error, |()| panic!("{} accepts it", case.name))
}

#[test]
fn what_has_no_derivative_is_named() {
    let case = features();
    let mut instance = case.ready(Interface::CoSimulation, 1e-8);
    let input = case.inputs()[0];
    let output = case.model.catalogue.find("torque").unwrap() as u32;
    for order in [0, 3, -1, i32::MAX] {
        let error = refused(&case, instance.set_input_derivatives(&[input], &[order], &[1.0]));
        assert!(matches!(error, InstanceError::DerivativeOrder { .. }), "{error}");
        let error = refused(&case, instance.output_derivatives(&[output], &[order], &mut [0.0]));
        assert!(matches!(error, InstanceError::DerivativeOrder { .. }), "{error}");
    }
    let error = refused(&case, instance.set_input_derivatives(&[output], &[1], &[1.0]));
    assert!(matches!(error, InstanceError::NotAnInput { .. }), "{error}");
    let error = refused(&case, instance.set_input_derivatives(&[input, input], &[1, 2], &[1.0, f64::NAN]));
    assert_eq!(error.severity(), Severity::Discard, "{error}");
    let mut rate = [f64::NAN];
    instance.output_derivatives(&[input], &[1], &mut rate).unwrap();
    assert_eq!(rate, [0.0], "of several derivatives all are set or none");
    let constants = case.model.catalogue.find("load.m").unwrap() as u32;
    instance.output_derivatives(&[constants, 0], &[1, 1], &mut [0.0; 2]).unwrap();
}
