//! `[experiment]`.

use super::values;
use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::{Experiment, ExperimentFault, ExperimentKey, ExperimentKind, Place, Problem, Span};
use simulation::model::StateSet;
use simulation::solver::Method;

/// The default experiment.
pub(super) fn check(node: Node, problems: &mut Problems) -> Experiment {
    let mut experiment = Experiment::default();
    let place = Place::TopLevel("experiment");
    let (table, mut spans) = (node.span.clone(), Vec::new());
    let Some(entries) = values::entries(node, &place, "a table, `stop_time = 10`", problems) else {
        return experiment;
    };
    for Entry { key, value, .. } in entries {
        match ExperimentKey::ALL.iter().find(|known| known.name == key.value) {
            Some(key) => {
                read(key, &value, &mut experiment, problems);
                spans.push((key.name, value.span));
            }
            None => values::unknown_key(&key, place.clone(), &ExperimentKey::NAMES, problems),
        }
    }
    report_fault(&experiment, &table, &spans, problems);
    experiment
}

/// The value of a key.
fn read(key: &ExperimentKey, node: &Node, experiment: &mut Experiment, problems: &mut Problems) {
    let place = Place::Experiment(key.name);
    match key.kind {
        ExperimentKind::Time(field) => *field(experiment) = values::time(node, place, problems),
        ExperimentKind::Duration(field) => *field(experiment) = positive(node, place, values::time, problems),
        ExperimentKind::Positive(field) => *field(experiment) = positive(node, place, values::number, problems),
        ExperimentKind::Count(field, range) => *field(experiment) = count(node, place, range, problems),
        ExperimentKind::Method(field) => {
            *field(experiment) = named(node, place, (Method::named, Method::EXPECTED), problems);
        }
        ExperimentKind::States(field) => {
            *field(experiment) = named(node, place, (StateSet::named, StateSet::EXPECTED), problems);
        }
    }
}

/// Reports times that do not fit together; a step size that has been reported is left out.
fn report_fault(experiment: &Experiment, table: &Span, spans: &[(&str, Span)], problems: &mut Problems) {
    let span_of = |key: &str| spans.iter().find(|(known, _)| *known == key).map(|(_, span)| span);
    let step_size = experiment.step_size.filter(|&step| step > 0.0);
    let experiment = Experiment { step_size, ..experiment.clone() };
    let duration = experiment.stop() - experiment.start();
    if let Some(fault) = experiment.fault() {
        let span = match fault {
            ExperimentFault::TooManySteps { .. } | ExperimentFault::StepTooSmall { .. } => span_of("step_size"),
            ExperimentFault::StopNotAfterStart { .. } | ExperimentFault::TooLong { .. } => None,
            ExperimentFault::SubstepsWithoutFixed | ExperimentFault::FixedWithoutStep => Some(table),
        };
        let span = span.or(span_of("stop_time")).or(span_of("start_time")).unwrap_or(table);
        problems.report(span, Problem::Experiment(fault));
    } else if let (Some(step), Some(span), Some(_)) = (step_size, span_of("step_size"), span_of("stop_time"))
        && step >= duration
    {
        problems.report(span, Problem::StepNotBelowDuration { step, duration });
    }
}

/// Reads a number.
type Read = fn(&Node, Place, &mut Problems) -> Option<f64>;

/// A number greater than zero.
fn positive(node: &Node, place: Place, read: Read, problems: &mut Problems) -> Option<f64> {
    let value = read(node, place.clone(), problems)?;
    if value <= 0.0 {
        let (found, expected) = (value.to_string(), "a positive number");
        problems.report(&node.span, Problem::WrongType { place, found, expected });
    }
    Some(value)
}

/// A whole number between `min` and `max`, both of which are at most 2^53.
fn count(node: &Node, place: Place, [min, max]: [u64; 2], problems: &mut Problems) -> Option<u64> {
    let value = values::number(node, place.clone(), problems)?;
    if value.fract() == 0.0 && (min as f64..=max as f64).contains(&value) {
        return Some(value as u64);
    }
    problems.report(&node.span, Problem::NotACount { place, value, min, max });
    None
}

/// A name of which there are a few.
fn named<T>(
    node: &Node,
    place: Place,
    (find, expected): (fn(&str) -> Option<T>, &'static str),
    problems: &mut Problems,
) -> Option<T> {
    let found = match &node.kind {
        Kind::String(name) => find(name),
        _ => None,
    };
    if found.is_none() {
        values::wrong_type(node, place, expected, problems);
    }
    found
}
