//! Agreement of an outcome with the list of expectations.

use super::case::{Outcome, Run};
use super::comparison::NORM;
use super::expectations::{Level, exemption};

/// The level that a case reaches, if any.
pub fn reached(outcome: &Outcome) -> Option<Level> {
    match outcome {
        Outcome::Ran(run) if run.comparison.in_norm() => Some(Level::Norm),
        Outcome::Ran(run) if run.comparison.in_tube() => Some(Level::Tube),
        _ => None,
    }
}

/// The contradiction to the list, in words.
pub fn contradiction(name: &str, expected: Option<Level>, outcome: &Outcome) -> Option<String> {
    let is_exempt = exemption(name).is_some();
    match (expected, reached(outcome), outcome) {
        (None, Some(Level::Norm), _) => Some(format!("{name} passes and is not listed: add it")),
        (None, Some(Level::Tube), _) if is_exempt => {
            Some(format!("{name} passes and is not listed: add it with `tube`"))
        }
        (None, ..) => None,
        (Some(level), None, _) => Some(format!("{name} must pass ({level}): {}", summary(outcome))),
        (Some(Level::Norm), Some(Level::Tube), _) => Some(format!("{name} must pass (norm): {}", summary(outcome))),
        (Some(Level::Tube), Some(Level::Norm), _) if !is_exempt => {
            Some(format!("{name} passes the norm and is listed with `tube`: list it with `norm`"))
        }
        (Some(Level::Tube), Some(Level::Tube), Outcome::Ran(run)) if !is_exempt && !has_converged(run) => {
            Some(format!(
                "{name} may miss the norm only when the reference is inaccurate, but the result itself has not converged: {}",
                summary(outcome)
            ))
        }
        _ => None,
    }
}

/// True if a finer tolerance changes the result by less than the norm, so that the deviation is not the solver's. (Whoever computed
/// the reference solved to the same tolerance: it may be off by as much as a tolerance allows over many steps.)
pub fn has_converged(run: &Run) -> bool {
    run.fine.as_ref().is_some_and(|fine| fine.against_result.worst_norm() <= NORM)
}

/// The outcome in one line.
pub fn summary(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Refused(problem) => format!("refused: {problem}"),
        Outcome::Failed(reason) => format!("failed: {reason}"),
        Outcome::Ran(run) => {
            let worst = run.comparison.worst();
            let signal = worst.map_or("no signal", |signal| signal.signal.as_str());
            match worst.and_then(|worst| worst.norm) {
                Some(norm) => format!("norm {norm:.2e} at {signal}{}", fine_summary(run)),
                None => format!("the FMU has no {signal}"),
            }
        }
    }
}

fn fine_summary(run: &Run) -> String {
    run.fine.as_ref().map_or_else(String::new, |fine| {
        format!(
            "; tolerance {:e} changes the result by {:.1e} and comes to {:.2e} from the reference",
            super::case::FINE_TOLERANCE,
            fine.against_result.worst_norm(),
            fine.against_reference.worst_norm()
        )
    })
}

mod tests {
    use super::super::trajectory::Trajectory;
    use super::*;
    use crate::reference::case::Fine;
    use crate::reference::comparison::compare;

    const SMOOTH: &str = "Some.Smooth.Model";
    const EVENTS: &str = "Modelica.Mechanics.MultiBody.Examples.Loops.Engine1b";

    /// A run that is off by `deviation`, and by `own` from its finer run.
    fn ran(deviation: f64, own: f64) -> Outcome {
        let line = |offset: f64| Trajectory {
            time: vec![0.0, 1.0],
            names: vec!["x".to_owned()],
            columns: vec![vec![0.0, 1.0 + offset]],
        };
        let compare = |reference: f64, result: f64| compare(&line(reference), &line(result), &[]);
        Outcome::Ran(Box::new(Run {
            reference: line(0.0),
            ignore: Vec::new(),
            result: line(deviation),
            comparison: compare(0.0, deviation),
            fine: Some(Fine {
                result: line(deviation + own),
                against_result: compare(deviation + own, deviation),
                against_reference: compare(0.0, deviation + own),
            }),
        }))
    }

    #[test]
    fn the_list_is_neither_too_long_nor_too_short() {
        let refused = Outcome::Refused("no class".to_owned());
        let accurate = ran(1e-6, 0.0);
        let inaccurate_reference = ran(3e-4, 1e-6);
        let inaccurate_result = ran(3e-4, 3e-4);
        let wrong = ran(0.1, 0.0);
        let cases = [
            (SMOOTH, None, &refused, true),
            (SMOOTH, Some(Level::Tube), &refused, false),
            (SMOOTH, Some(Level::Norm), &accurate, true),
            (SMOOTH, Some(Level::Tube), &accurate, false),
            (SMOOTH, None, &accurate, false),
            (SMOOTH, Some(Level::Norm), &inaccurate_reference, false),
            (SMOOTH, Some(Level::Tube), &inaccurate_reference, true),
            (SMOOTH, None, &inaccurate_reference, true),
            (SMOOTH, Some(Level::Tube), &inaccurate_result, false),
            (SMOOTH, Some(Level::Tube), &wrong, false),
            (SMOOTH, None, &wrong, true),
            (EVENTS, None, &inaccurate_result, false),
            (EVENTS, Some(Level::Tube), &inaccurate_result, true),
            (EVENTS, Some(Level::Tube), &accurate, true),
            (EVENTS, Some(Level::Norm), &inaccurate_result, false),
        ];
        for (name, expected, outcome, agrees) in cases {
            let found = contradiction(name, expected, outcome);
            assert_eq!(found.is_none(), agrees, "{name} {expected:?} {}: {found:?}", summary(outcome));
        }
    }
}
