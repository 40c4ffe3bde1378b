//! `[experiment]`.

use super::{table, values};
use crate::model_file::tree::{Entry, Node, Problems};
use crate::model_file::{Experiment, Place, Problem};

const KEYS: &[&str] = &["start_time", "stop_time", "tolerance", "step_size", "max_evaluations"];
/// The range of `max_evaluations`: fewer are not enough for a step of a large model, more are no number without loss.
const EVALUATIONS: [u64; 2] = [1000, 1 << 53];

/// The default experiment.
pub(super) fn check(node: Node, problems: &mut Problems) -> Experiment {
    let mut experiment = Experiment::default();
    let place = Place::TopLevel("experiment");
    let expected = "a table of `start_time`, `stop_time`, `tolerance`, `step_size`, `max_evaluations`";
    let Some(entries) = table::entries(node, &place, expected, problems) else { return experiment };
    let (mut stop, mut step) = (None, None);
    for Entry { key, value, .. } in entries {
        match key.value.as_str() {
            "start_time" => experiment.start_time = values::number(&value, Place::Experiment("start_time"), problems),
            "stop_time" => {
                experiment.stop_time = values::number(&value, Place::Experiment("stop_time"), problems);
                stop = experiment.stop_time.map(|stop| (stop, value.span));
            }
            "tolerance" => experiment.tolerance = positive(&value, "tolerance", problems),
            "step_size" => {
                experiment.step_size = positive(&value, "step_size", problems);
                step = experiment.step_size.map(|step| (step, value.span));
            }
            "max_evaluations" => experiment.max_evaluations = count(&value, "max_evaluations", EVALUATIONS, problems),
            _ => table::unknown_key(&key, place.clone(), KEYS, problems),
        }
    }
    let start = experiment.start_time.unwrap_or(0.0);
    let Some((stop, span)) = stop else { return experiment };
    let duration = stop - start;
    if stop <= start {
        problems.report(&span, Problem::StopNotAfterStart { start, stop });
    } else if let Some((step, span)) = step
        && step >= duration
    {
        problems.report(&span, Problem::StepNotBelowDuration { step, duration });
    }
    experiment
}

/// A number greater than zero.
fn positive(node: &Node, key: &'static str, problems: &mut Problems) -> Option<f64> {
    let place = Place::Experiment(key);
    let value = values::number(node, place.clone(), problems)?;
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
