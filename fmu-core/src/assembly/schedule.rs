//! The order in which laws are evaluated.

use super::Problems;
use super::bindings::{Mark, visit};
use super::components::Collected;
use super::connections::Sets;
use super::model::Schedule;
use crate::library::PrescribedLevel;
use crate::mechanism::{Law, Stage};
use crate::model_file::LibraryProblem;

/// Sorts the laws so that each one comes after those whose signals it reads, finds the stage of each, and separates those that the
/// accelerations need from those that only outputs need.
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
    let (mut marks, mut order) = (vec![Mark::New; laws.len()], Vec::new());
    for law in 0..laws.len() {
        visit(law, &needs, &mut marks, &mut order, |circle| {
            let name = |law: &usize| laws[*law].output().map_or(String::new(), |o| collected.signal_name(o.first));
            problems.add(None, LibraryProblem::SignalLoop { path: circle.iter().map(name).collect() });
        });
    }
    let mut stages = vec![Stage::Parameters; laws.len()];
    for law in &order {
        let inputs = needs(*law).into_iter().map(|l| stages[l]).max();
        stages[*law] = laws[*law].stage().max(inputs.unwrap_or(Stage::Parameters));
    }
    let mut derivatives = vec![false; laws.len()];
    for law in &order {
        derivatives[*law] = laws[*law].reads_derivatives() || needs(*law).into_iter().any(|l| derivatives[l]);
    }
    let mut acting = vec![false; laws.len()];
    for law in order.iter().rev() {
        acting[*law] |= laws[*law].acts();
        if acting[*law] {
            needs(*law).into_iter().for_each(|l| acting[l] = true);
            if stages[*law] > Stage::Motion {
                let component = laws[*law].output().map_or("a force".to_owned(), |o| collected.signal_name(o.first));
                problems.add(None, LibraryProblem::ForceReadsAcceleration { component });
            } else if derivatives[*law] {
                let component = laws[*law].output().map_or("a force".to_owned(), |o| collected.signal_name(o.first));
                problems.add(None, LibraryProblem::ForceReadsDerivative { component });
            }
        }
    }
    check_prescribed_positions(collected, sets, &producer, &stages, problems);
    let select = |acts: bool, stage: fn(Stage) -> bool| {
        order.iter().copied().filter(|l| acting[*l] == acts && stage(stages[*l])).collect::<Vec<_>>()
    };
    let signal_stages = producer.iter().map(|p| p.map_or(Stage::Time, |law| stages[law])).collect();
    let passive = |signal: &Option<usize>| signal.is_some_and(|law| !acting[law]);
    Schedule {
        time: select(true, |s| s <= Stage::Time),
        motion: select(true, |s| s == Stage::Motion),
        motion_outputs: select(false, |s| s <= Stage::Motion),
        acceleration_outputs: select(false, |s| matches!(s, Stage::Force | Stage::Acceleration)),
        reaction_outputs: select(false, |s| s == Stage::Reaction),
        signal_is_passive: producer.iter().map(passive).collect(),
        signal_stages,
        producer,
        reads_derivatives: derivatives,
    }
}

/// A position that is prescribed must be known before the motion is.
fn check_prescribed_positions(
    collected: &Collected,
    sets: &Sets,
    producer: &[Option<usize>],
    stages: &[Stage],
    problems: &mut Problems,
) {
    for source in &collected.elements.prescribed_flanges {
        let (PrescribedLevel::Position, Some(reference)) = (source.level, source.reference) else { continue };
        let stage = producer[sets.drivers[reference.first]].map_or(Stage::Time, |law| stages[law]);
        if stage > Stage::Time {
            let problem = LibraryProblem::NotSupported {
                component: source.name.clone(),
                what: "a prescribed position".to_owned(),
                needs: "a signal of time and inputs only, not one that depends on the motion".to_owned(),
            };
            problems.add(collected.span_of(&source.name).as_ref(), problem);
        }
    }
}
