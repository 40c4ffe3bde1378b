//! Order of evaluation of the component equations.

use super::bindings::sorted;
use super::collected::Collected;
use super::connections::Sets;
use super::feedback::Laws;
use super::orders::Orders;
use super::problems::Problems;
use super::structure_problem::StructureProblem;
use crate::model_file::LibraryProblem;
use library::{AnyLaw, PrescribedFlange, PrescribedLevel};
use mechanism::{SignalOut, Stage};
use simulation::model::{Need, Schedule};

/// Sorts the laws so that each one comes after those whose signals it reads, determines the stage of each, and
/// separates those that the accelerations need from those for outputs only.
pub(super) fn order(collected: &Collected, sets: &Sets, problems: &mut Problems) -> Schedule {
    let laws = &collected.elements.laws;
    let mut producer = vec![None; collected.signal_outputs + sets.inputs.len()];
    for (law, output) in laws.iter().enumerate().filter_map(|(i, law)| law.output().map(|o| (i, o))) {
        producer[output.first..output.first + output.size].fill(Some(law));
    }
    let needs = |law: usize| -> Vec<usize> {
        let inputs = laws[law].inputs();
        let elements = inputs.iter().flat_map(|input| input.first..input.first + input.size);
        elements.filter_map(|element| producer[sets.drivers[element]]).collect()
    };
    let name = |law: &usize| laws[*law].output().map_or(String::new(), |o| collected.signal_name(o.first));
    let order = sorted(0..laws.len(), laws.len(), &needs, |cycle| {
        let path: Vec<String> = cycle.iter().map(name).collect();
        let place = path.iter().find_map(|signal| collected.span_of_owner(signal));
        problems.add(place.as_ref(), StructureProblem::SignalLoop { path });
    });
    let mut stages = vec![Stage::Parameters; laws.len()];
    for law in &order {
        let inputs = needs(*law).into_iter().map(|l| stages[l]).max();
        stages[*law] = laws[*law].stage().max(inputs.unwrap_or(Stage::Parameters));
    }
    let mut derivatives = vec![0; laws.len()];
    for law in &order {
        let before = needs(*law).into_iter().map(|l| derivatives[l]).max().unwrap_or(0);
        derivatives[*law] = before + usize::from(laws[*law].reads_derivatives());
        if derivatives[*law] > MOST_DERIVATIVES && before == MOST_DERIVATIVES {
            refuse_third_derivative(&laws[*law], collected, problems);
        }
    }
    for &law in order.iter().filter(|law| laws[**law].relations() > 0 && derivatives[**law] > 0) {
        refuse_relation_of_derivative(collected, law, problems);
    }
    let orders = Orders::new(laws, &order, &needs);
    let mut acting = vec![false; laws.len()];
    for source in collected.elements.prescribed_flanges.iter().filter(|source| source.exact) {
        for reference in source.reference.iter().chain(&source.speed) {
            let Some(law) = producer[sets.drivers[reference.first]] else { continue };
            if stages[law] > Stage::Time || derivatives[law] > 0 {
                let input = collected.own_input_name(reference.first);
                problems.add(collected.span_of(&source.name).as_ref(), inexact_reference(source, input));
            } else {
                acting[law] = true;
            }
        }
    }
    refuse_late_motion(collected, sets, &producer, &stages, problems);
    for law in order.iter().rev() {
        acting[*law] |= laws[*law].acts();
        if acting[*law] {
            needs(*law).into_iter().for_each(|l| acting[l] = true);
            if laws[*law].acts()
                && let Some((path, input)) =
                    orders.late_derivative(laws[*law].inputs(), |input| producer[sets.drivers[input]], &needs)
            {
                let input = collected.input_name(input);
                let place = collected.span_of_owner(&input);
                let path = path.iter().map(name).chain([input]).collect();
                problems.add(place.as_ref(), StructureProblem::ForceReadsDerivative { path });
            }
        }
    }
    let select = |acts: bool, stage: fn(Stage) -> bool| {
        order.iter().copied().filter(|l| acting[*l] == acts && stage(stages[*l])).collect::<Vec<_>>()
    };
    let given = |stage: Stage| -> Vec<(usize, SignalOut)> {
        let acts =
            |law: &usize| acting[*law] && laws[*law].reads_derivatives() && stages[*law].max(Stage::Time) == stage;
        order.iter().copied().filter(acts).filter_map(|law| Some((law, laws[law].output()?))).collect()
    };
    let given_derivatives = [given(Stage::Time), given(Stage::Motion)];
    let found = Laws { collected, sets, producer: &producer, stages: &stages };
    let feedback = found.feedback(order.iter().copied().filter(|law| acting[*law]));
    let signal_stages: Vec<Stage> = producer.iter().map(|p| p.map_or(Stage::Time, |law| stages[law])).collect();
    let need = |(producer, stage): (&Option<usize>, &Stage)| match *producer {
        Some(law) if derivatives[law] > 0 => None,
        producer => Some(Need::of_signal(*stage, producer.is_some_and(|law| !acting[law]))),
    };
    Schedule {
        time: select(true, |s| s <= Stage::Time),
        motion: select(true, |s| s == Stage::Motion),
        feedback,
        motion_outputs: select(false, |s| s <= Stage::Motion),
        acceleration_outputs: select(false, |s| matches!(s, Stage::Signals | Stage::Acceleration)),
        reaction_outputs: select(false, |s| s == Stage::Reaction),
        signal_needs: producer.iter().zip(&signal_stages).map(need).collect(),
        signal_stages,
        producer,
        derivatives_in: derivatives,
        given_derivatives,
        order,
        stages,
    }
}

/// Signals have at most two time derivatives.
const MOST_DERIVATIVES: usize = 2;

fn refuse_third_derivative(law: &AnyLaw, collected: &Collected, problems: &mut Problems) {
    let owner = law.output().and_then(|output| collected.owner_of_signal(output.first));
    let span = owner.as_ref().and_then(|(component, _)| component.span.as_ref());
    let (component, what) = owner.as_ref().map_or(("", ""), |(component, what)| (&component.name, what));
    let needs = "a signal with at most one earlier time derivative, since the maximum is two; measure the first \
        derivative with a sensor, or remove one";
    problems.add(span, LibraryProblem::not_supported(component, what, needs));
}

/// Relations are evaluated without time derivatives of signals.
fn refuse_relation_of_derivative(collected: &Collected, law: usize, problems: &mut Problems) {
    let component = collected.components.get(collected.elements.law_components[law]);
    let what = "a comparison with a signal that comes from a Der block";
    let needs = "a signal that is not a time derivative; measure the speed or acceleration with a sensor, or use \
        Continuous.Derivative";
    let problem = LibraryProblem::not_supported(component.map_or("", |component| &component.name), what, needs);
    problems.add(component.and_then(|component| component.span.as_ref()), problem);
}

/// The refusal of a reference that a joint should follow exactly: the derivatives of a signal that depends on the
/// motion are not available when the motion is evaluated.
fn inexact_reference(source: &PrescribedFlange, input: String) -> LibraryProblem {
    if source.is_adaptor {
        return late_adaptor(source, input);
    }
    let needs = "a reference that depends on time and inputs only, and this one comes from a sensor or a derivative; \
        set exact = false or drive it by a source";
    LibraryProblem::not_supported(&source.name, "exact = true", needs)
}

/// The refusal of an adaptor whose input depends on the motion, and does not come from a partner.
fn late_adaptor(source: &PrescribedFlange, input: String) -> LibraryProblem {
    let needs = "signals that depend on time and inputs only, or all signals of one adaptor that gives the motion and takes \
        the torque or force of this one; connect the two adaptors with each other, or their flanges";
    LibraryProblem::not_supported(&source.name, input, needs)
}

/// Refuses a position signal that depends on the motion.
fn refuse_late_motion(
    collected: &Collected,
    sets: &Sets,
    producer: &[Option<usize>],
    stages: &[Stage],
    problems: &mut Problems,
) {
    let given = |source: &&PrescribedFlange| source.level == PrescribedLevel::Position && !source.exact;
    for source in collected.elements.prescribed_flanges.iter().filter(given) {
        let mut elements = source.reference.iter().flat_map(|u| u.first..u.first + u.size);
        if let Some(u) = elements.find(|u| producer[sets.drivers[*u]].is_some_and(|law| stages[law] > Stage::Time)) {
            let problem = if source.is_adaptor {
                late_adaptor(source, collected.own_input_name(u))
            } else {
                let needs = "signals that depend on time and inputs only, and one of these comes from a sensor; drive it by sources";
                LibraryProblem::not_supported(&source.name, "u", needs)
            };
            problems.add(collected.span_of(&source.name).as_ref(), problem);
        }
    }
    for source in collected.elements.prescribed_flanges.iter().filter(|source| !given(source) && !source.exact) {
        let mut elements = source.reference.iter().flat_map(|u| u.first..u.first + u.size);
        let late = |u: &usize| producer[sets.drivers[*u]].is_some_and(|law| stages[law] > Stage::Motion);
        if let Some(input) = elements.find(late) {
            let needs = "a signal that depends on time, inputs, positions and speeds only, since it gives the start \
                position; this one depends on accelerations or cut forces";
            let problem = LibraryProblem::not_supported(&source.name, collected.own_input_name(input), needs);
            problems.add(collected.span_of(&source.name).as_ref(), problem);
        }
    }
}
