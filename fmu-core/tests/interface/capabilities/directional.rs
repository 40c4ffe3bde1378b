//! Directional derivatives against central differences.

use super::cases::{Case, Random, cases, features, get};
use fmu_core::instance::{Instance, InstanceError, Interface};
use simulation::dynamics::{EvaluationFault, InitialResidual};
use simulation::variables::{Causality, Variability};

/// Central difference of order 4 of all unknowns; `set` moves the known by the given distance.
fn difference(unknowns: &[u32], h: f64, mut values: impl FnMut(f64) -> Vec<f64>) -> Vec<f64> {
    let at: Vec<Vec<f64>> = [-2.0, -1.0, 1.0, 2.0].into_iter().map(|k| values(k * h)).collect();
    (0..unknowns.len()).map(|i| (at[0][i] - 8.0 * at[1][i] + 8.0 * at[2][i] - at[3][i]) / (12.0 * h)).collect()
}

fn compare(case: &Case, known: u32, unknowns: &[u32], found: &[f64], expected: &[f64], sizes: &[f64]) {
    for (((unknown, found), expected), size) in unknowns.iter().zip(found).zip(expected).zip(sizes) {
        let scale = expected.abs().max(size.abs()).max(1.0);
        let name = |reference: u32| case.variables().at(reference as usize).name;
        assert!(
            (found - expected).abs() <= 1e-7 * scale,
            "{}: d {}/d {} = {found} instead of {expected}",
            case.name,
            name(*unknown),
            name(known)
        );
    }
}

fn derivatives(instance: &mut Instance, unknowns: &[u32], known: u32) -> Vec<f64> {
    let mut found = vec![f64::NAN; unknowns.len()];
    instance.directional_derivatives(unknowns, &[known], &[1.0], &mut found).unwrap();
    found
}

/// Columns are the same in whatever order a host asks for them; with ascending states some are found in one evaluation.
#[test]
fn columns_do_not_depend_on_their_order() {
    for case in cases() {
        let mut random = Random(11);
        let mut instance = case.ready(Interface::ModelExchange, 1e-9);
        let (inputs, states, unknowns) = (case.inputs(), case.states(), case.unknowns());
        for round in 0..2 {
            instance.enter_event_mode().unwrap();
            let u: Vec<f64> = inputs.iter().map(|_| random.number()).collect();
            instance.set(&inputs, &u).unwrap();
            instance.enter_continuous_time_mode().unwrap();
            let ascending: Vec<_> = states.iter().map(|x| derivatives(&mut instance, &unknowns, *x)).collect();
            let descending = states.iter().rev().map(|x| derivatives(&mut instance, &unknowns, *x));
            let descending: Vec<_> = descending.collect::<Vec<_>>().into_iter().rev().collect();
            assert_eq!(ascending, descending, "{} {round}", case.name);
        }
    }
}

/// With respect to every state, input and tunable parameter, at random states.
#[test]
fn with_respect_to_states_inputs_and_tunable_parameters() {
    for case in cases() {
        // Each case has draws of its own, which do not change with the others.
        let mut random = Random(7);
        let mut instance = case.ready(Interface::ModelExchange, 1e-9);
        instance.set_time(0.41).unwrap();
        instance.enter_event_mode().unwrap();
        instance.new_discrete_states().unwrap();
        instance.enter_continuous_time_mode().unwrap();
        let (inputs, states, unknowns) = (case.inputs(), case.states(), case.unknowns());
        let mut x = get(&mut instance, &states);
        x.iter_mut().for_each(|x| *x += 0.2 * random.number());
        instance.set_continuous_states(&x).unwrap();
        let u: Vec<f64> = inputs.iter().map(|_| random.number()).collect();
        instance.set(&inputs, &u).unwrap();
        let sizes = get(&mut instance, &unknowns);
        for (i, &state) in states.iter().enumerate() {
            let found = derivatives(&mut instance, &unknowns, state);
            let mut at = |h: f64| {
                let mut moved = x.clone();
                moved[i] += h;
                instance.set_continuous_states(&moved).unwrap();
                get(&mut instance, &unknowns)
            };
            let expected = difference(&unknowns, 1e-4, &mut at);
            at(0.0);
            compare(&case, state, &unknowns, &found, &expected, &sizes);
        }
        instance.enter_event_mode().unwrap();
        let tunable = case.select(|v| v.causality == Causality::Parameter && v.variability == Variability::Tunable);
        for &known in inputs.iter().chain(&tunable) {
            let found = derivatives(&mut instance, &unknowns, known);
            let value = get(&mut instance, &[known])[0];
            // Inductances are small, and divide.
            let size = if value == 0.0 { 1.0 } else { value.abs().max(1e-3) };
            let h = 1e-4 * size;
            // A bound in the way.
            if instance.set(&[known], &[value - 2.0 * h]).is_err() {
                continue;
            }
            let mut at = |h: f64| {
                instance.set(&[known], &[value + h]).unwrap();
                get(&mut instance, &unknowns)
            };
            let expected = difference(&unknowns, h, &mut at);
            at(0.0);
            compare(&case, known, &unknowns, &found, &expected, &sizes);
        }
    }
}

/// A point without mass that comes within a tenth of a millimetre of the other end of its damper, where everything changes fast.
#[test]
fn at_the_end_of_a_damper() {
    let case = cases().into_iter().find(|case| case.name == "massless").unwrap();
    let mut instance = case.ready(Interface::ModelExchange, 1e-9);
    instance.enter_event_mode().unwrap();
    instance.new_discrete_states().unwrap();
    instance.enter_continuous_time_mode().unwrap();
    let (states, unknowns) = (case.states(), case.unknowns());
    let body = [-0.156, 0.244, -1.005, 0.147, 0.094, -0.14, -0.106, 0.9795];
    let points = [0.0169, -0.0086, -0.0602, 0.348, -0.525, -0.0286];
    let rest = [-0.0415, 0.0617, -0.0326, 0.504, 0.161, -0.536, 0.307];
    let x = [&body[..], &points[..], &rest[..]].concat();
    let slide = case.variables().iter().position(|variable| variable.name == "slide.s").unwrap() as u32;
    let i = states.iter().position(|state| *state == slide).unwrap();
    let at = |instance: &mut Instance, h: f64| {
        let mut moved = x.clone();
        moved[i] += h;
        instance.set_continuous_states(&moved).unwrap();
        get(instance, &unknowns)
    };
    let sizes = at(&mut instance, 0.0);
    let found = derivatives(&mut instance, &unknowns, slide);
    let expected = difference(&unknowns, 1e-5, |h| at(&mut instance, h));
    compare(&case, slide, &unknowns, &found, &expected, &sizes);
}

/// True when a plane mechanism with that value could not be closed; there are no derivatives then, which is said by name.
fn opens_a_loop(instance: &mut Instance, unknowns: &[u32], known: u32, value: f64) -> bool {
    let before = get(instance, &[known]);
    instance.set(&[known], &[value]).unwrap();
    let closed = instance.get(unknowns, &mut vec![0.0; unknowns.len()]);
    instance.set(&[known], &before).unwrap();
    let Err(reason) = closed else { return false };
    let mut found = vec![f64::NAN; unknowns.len()];
    let error = instance.directional_derivatives(unknowns, &[known], &[1.0], &mut found).unwrap_err();
    for error in [reason, error] {
        let cause = match error {
            InstanceError::Initialization { cause, .. } | InstanceError::Evaluation { cause, .. } => cause,
            other => panic!("{other}"),
        };
        let EvaluationFault::ContradictoryConditions { conditions, .. } = &*cause else { panic!("{cause}") };
        // Conditions that hold up to rounding are not among them.
        let off = |c: &InitialResidual| (c.value - c.start).abs();
        assert!(conditions.iter().any(|c| off(c) > 1e-7), "{conditions:?}");
        assert!(conditions.iter().all(|c| off(c) > 1e-10), "{conditions:?}");
    }
    true
}

/// In Initialization Mode parameters and start values are knowns, calculated parameters and states unknowns as well.
#[test]
fn with_respect_to_parameters_and_start_values_in_initialization_mode() {
    let mut random = Random(11);
    for case in cases() {
        // A changed parameter may make what sticks slide: differences go across modes, derivatives are those of one.
        if !case.model.discrete.frictions.is_empty() {
            continue;
        }
        let mut instance = case.initializing(Interface::CoSimulation, 1e-9);
        let inputs = case.inputs();
        let u: Vec<f64> = inputs.iter().map(|_| random.number()).collect();
        instance.set(&inputs, &u).unwrap();
        let mut unknowns = case.unknowns();
        unknowns.extend(case.select(|v| v.causality == Causality::CalculatedParameter));
        unknowns.extend(case.states());
        let sizes = get(&mut instance, &unknowns);
        let (mut tested, mut opening) = (0, 0);
        // A source that starts right now jumps with its start time: there is no derivative.
        for known in case.select(|v| v.target.is_some() && !v.name.ends_with(".startTime")) {
            let value = get(&mut instance, &[known])[0];
            // A search finds the initial state to a tolerance, which shorter steps would magnify.
            let step = if case.model.initialization.has_equations() { 1e-4 } else { 1e-5 };
            let h = step * value.abs().max(1.0);
            // A bound in the way, or a start value that is not used any more once it is calculated.
            if instance.set(&[known], &[value - 2.0 * h]).is_err() {
                continue;
            }
            instance.set(&[known], &[value]).unwrap();
            if opens_a_loop(&mut instance, &unknowns, known, value + h) {
                opening += 1;
                continue;
            }
            let found = derivatives(&mut instance, &unknowns, known);
            let mut at = |h: f64| {
                instance.set(&[known], &[value + h]).unwrap();
                get(&mut instance, &unknowns)
            };
            let expected = difference(&unknowns, h, &mut at);
            at(0.0);
            compare(&case, known, &unknowns, &found, &expected, &sizes);
            tested += 1;
        }
        assert!(tested >= 10, "{}: {tested}", case.name);
        // Axes that are no longer parallel, or bars that are no longer in one plane.
        let is_planar_loop = ["four_bar", "slider_crank"].contains(&case.name.as_str());
        assert_eq!(opening > 0, is_planar_loop, "{}: {opening}", case.name);
        assert!(opening < tested, "{}: {opening} of {tested}", case.name);
    }
}

#[test]
fn a_direction_is_the_sum_of_its_components() {
    let case = features();
    let mut instance = case.ready(Interface::CoSimulation, 1e-6);
    instance.do_step(0.0, 0.45).unwrap();
    let unknowns = case.unknowns();
    let knowns: Vec<u32> = case.inputs().into_iter().chain(case.states()).collect();
    let mut random = Random(3);
    let direction: Vec<f64> = knowns.iter().map(|_| random.number()).collect();
    let mut found = vec![f64::NAN; unknowns.len()];
    instance.directional_derivatives(&unknowns, &knowns, &direction, &mut found).unwrap();
    let mut sum = vec![0.0; unknowns.len()];
    for (&known, component) in knowns.iter().zip(&direction) {
        let column = derivatives(&mut instance, &unknowns, known);
        sum.iter_mut().zip(column).for_each(|(sum, d)| *sum += component * d);
    }
    for (found, sum) in found.iter().zip(&sum) {
        assert!((found - sum).abs() <= 1e-11 * sum.abs().max(1.0), "{found} {sum}");
    }
    // Nothing known, nothing changes.
    instance.directional_derivatives(&unknowns, &[], &[], &mut found).unwrap();
    assert!(found.iter().all(|d| *d == 0.0));
}

#[test]
fn what_is_no_known_or_no_unknown_is_named() {
    let case = features();
    let mut instance = case.ready(Interface::CoSimulation, 1e-6);
    let reference = |name: &str| case.model.catalogue.find(name).unwrap() as u32;
    let (slide, mass) = (reference("slide.s"), reference("load.m"));
    let (output, acceleration) = (reference("torque"), reference("slide.a"));
    let mut result = [0.0];
    let mut ask =
        |unknown, known, direction| instance.directional_derivatives(&[unknown], &[known], &[direction], &mut result);
    ask(output, slide, 1.0).unwrap();
    ask(acceleration, slide, 1.0).unwrap();
    assert!(matches!(ask(output, mass, 1.0), Err(InstanceError::NotAKnown { .. })), "a fixed parameter");
    assert!(matches!(ask(output, acceleration, 1.0), Err(InstanceError::NotAKnown { .. })), "no state");
    assert!(matches!(ask(mass, slide, 1.0), Err(InstanceError::NotAnUnknown { .. })));
    assert!(matches!(ask(reference("time"), slide, 1.0), Err(InstanceError::NotAnUnknown { .. })));
    assert!(matches!(ask(9999, slide, 1.0), Err(InstanceError::UnknownReference { .. })));
    assert!(matches!(ask(output, slide, f64::NAN), Err(InstanceError::NotFinite { .. })));
    let result = instance.directional_derivatives(&[output], &[slide], &[], &mut [0.0]);
    assert!(matches!(result, Err(InstanceError::LengthMismatch { .. })));
}
