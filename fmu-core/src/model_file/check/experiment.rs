//! `[experiment]`.

use super::{table, values};
use crate::model_file::tree::{Entry, Node, Problems};
use crate::model_file::{Experiment, ExperimentFault, Place, Problem, Span};

const KEYS: &[&str] = &["start_time", "stop_time", "tolerance", "step_size", "max_evaluations"];
/// The range of `max_evaluations`: fewer are not enough for a step of a large model, more are no number without loss.
const EVALUATIONS: [u64; 2] = [1000, 1 << 53];

/// The default experiment.
pub(super) fn check(node: Node, problems: &mut Problems) -> Experiment {
    let mut experiment = Experiment::default();
    let place = Place::TopLevel("experiment");
    let expected = "a table of `start_time`, `stop_time`, `tolerance`, `step_size`, `max_evaluations`";
    let span = node.span.clone();
    let Some(entries) = table::entries(node, &place, expected, problems) else { return experiment };
    let mut spans = Spans { table: span, start: None, stop: None, step: None };
    for Entry { key, value, .. } in entries {
        match key.value.as_str() {
            "start_time" => {
                experiment.start_time = values::time(&value, Place::Experiment("start_time"), problems);
                spans.start = Some(value.span);
            }
            "stop_time" => {
                experiment.stop_time = values::time(&value, Place::Experiment("stop_time"), problems);
                spans.stop = Some(value.span);
            }
            "tolerance" => experiment.tolerance = positive(&value, "tolerance", values::number, problems),
            "step_size" => {
                experiment.step_size = positive(&value, "step_size", values::time, problems);
                spans.step = Some(value.span);
            }
            "max_evaluations" => experiment.max_evaluations = count(&value, "max_evaluations", EVALUATIONS, problems),
            _ => table::unknown_key(&key, place.clone(), KEYS, problems),
        }
    }
    report_fault(&experiment, &spans, problems);
    experiment
}

/// Where the times stand.
struct Spans {
    table: Span,
    start: Option<Span>,
    stop: Option<Span>,
    step: Option<Span>,
}

impl Spans {
    /// What a fault is best shown at.
    fn of(&self, fault: &ExperimentFault) -> &Span {
        let step = match fault {
            ExperimentFault::TooManySteps { .. } | ExperimentFault::StepTooSmall { .. } => self.step.as_ref(),
            ExperimentFault::StopNotAfterStart { .. } | ExperimentFault::TooLong { .. } => None,
        };
        step.or(self.stop.as_ref()).or(self.start.as_ref()).unwrap_or(&self.table)
    }
}

/// What is wrong with the times together; a step size that is wrong by itself is left out of it.
fn report_fault(experiment: &Experiment, spans: &Spans, problems: &mut Problems) {
    let step_size = experiment.step_size.filter(|&step| step > 0.0);
    let experiment = Experiment { step_size, ..experiment.clone() };
    let duration = experiment.stop() - experiment.start();
    if let Some(fault) = experiment.fault() {
        problems.report(spans.of(&fault), Problem::Experiment(fault));
    } else if let (Some(step), Some(span), Some(_)) = (step_size, &spans.step, &spans.stop)
        && step >= duration
    {
        problems.report(span, Problem::StepNotBelowDuration { step, duration });
    }
}

/// Reads a number.
type Read = fn(&Node, Place, &mut Problems) -> Option<f64>;

/// A number greater than zero.
fn positive(node: &Node, key: &'static str, read: Read, problems: &mut Problems) -> Option<f64> {
    let place = Place::Experiment(key);
    let value = read(node, place.clone(), problems)?;
    if value <= 0.0 {
        problems.report(&node.span, Problem::NotPositive { place, value });
    }
    Some(value)
}

/// A whole number between `min` and `max`, both of which are at most 2^53.
fn count(node: &Node, key: &'static str, [min, max]: [u64; 2], problems: &mut Problems) -> Option<u64> {
    let place = Place::Experiment(key);
    let value = values::number(node, place.clone(), problems)?;
    if value.fract() == 0.0 && (min as f64..=max as f64).contains(&value) {
        return Some(value as u64);
    }
    problems.report(&node.span, Problem::NotACount { place, value, min, max });
    None
}
