//! Errors of an evaluation.

use mechanism::expression::ExpressionProblem;
use mechanism::{GeometryError, ImpossibleParameter, range};

/// An initial condition that is not satisfied.
#[derive(Clone, Debug, PartialEq)]
pub struct InitialResidual {
    /// The variable with `fixed = true`.
    pub name: String,
    /// Its value at the end of the search.
    pub value: f64,
    /// Its required value.
    pub start: f64,
}

/// Conditions in words.
fn list(conditions: &[InitialResidual]) -> String {
    let one = |c: &InitialResidual| format!("{} is {} instead of {}", c.name, c.value, c.start);
    conditions.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Coordinates whose start values are fixed, in words.
fn with(fixed: &[String]) -> String {
    if fixed.is_empty() { String::new() } else { format!(" (with {} fixed)", fixed.join(", ")) }
}

/// Components as the subject of a sentence.
fn finds(components: &[String]) -> String {
    match components {
        [one] => format!("{one} finds"),
        several => format!("{} find", several.join(", ")),
    }
}

/// Reasons why an evaluation fails.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    #[error("joint {joint} moves no mass: give a body behind it a mass or an inertia about its axis")]
    SingularJoint { joint: String },
    #[error(
        "{component} has no definite torque: nothing with mass or inertia decides how it moves; give what it drives, or the body that \
         carries it, a moment of inertia about its axis"
    )]
    SingularCoupling { component: String },
    #[error(
        "the line forces that meet at {frame} without a body find no balance near where they were (time {time} s); give the point a start \
         value nearer to it (r_0 of one of its frames), or put a PointMass there"
    )]
    Unbalanced { frame: String, time: f64 },
    #[error(
        "{component}: the angles phi have no derivatives here, because the second turn of sequence_angleStates = {sequence} makes its third \
         axis parallel to its first; choose a sequence whose middle angle stays away from that, or set useQuaternions = true"
    )]
    SingularAngles { component: String, sequence: String },
    #[error("{component} at {time} s: {reason}")]
    Forbidden { component: String, reason: String, time: f64 },
    #[error(
        "at {time} s {} no state that agrees with itself: what one of them switches makes another switch back; put a Hysteresis or a delay \
         between them, or give contacts with friction a peak nearer to 1",
        finds(components)
    )]
    UnsettledEvent { components: Vec<String>, time: f64 },
    #[error(
        "the loop of {constraint} starts in a singular position, where it can move in several ways, with speeds that are none of these: \
         they would jump at once; start the loop beside this position, or give its joints start speeds of one motion"
    )]
    ImpossibleSpeeds { constraint: String },
    #[error(
        "joint {joint} has no initial position: the reference that prescribes it is measured on what the joint itself moves; \
         take the reference from something that does not move with it"
    )]
    InitialPosition { joint: String },
    #[error(
        "{} and back: this algebraic loop has no solution, or many, at time {} s, as what the force brings about there equals the force; \
         change a gain in it (the moved mass as the gain of its acceleration, for example, takes the mass away)",
        path.0.join(" -> "), path.1
    )]
    SingularLoop { path: Box<(Vec<String>, f64)> },
    #[error(
        "{} and back: this algebraic loop is not solved at time {} s ({part:.1e} of it is left open); blocks between accelerations or cut \
         forces and the forces that depend on them must be linear",
        path.0.join(" -> "), path.1
    )]
    OpenLoop { path: Box<(Vec<String>, f64)>, part: f64 },
    #[error("{quantity} is not finite")]
    NotFinite { quantity: String, time: f64 },
    #[error(
        "{quaternion} and the three states after it are 0, which is no orientation; where modelDescription.xml has no start value for a \
         state, take the one that fmi2GetContinuousStates gives after the initialization"
    )]
    NoOrientation { quaternion: String },
    #[error("{problem}")]
    Parameter { problem: Box<ExpressionProblem> },
    #[error(
        "the initial conditions contradict each other; at best {}{}: free one of them (fixed = false) or correct its start value",
        list(conditions),
        with(fixed)
    )]
    ContradictoryConditions { conditions: Vec<InitialResidual>, fixed: Vec<String> },
    #[error(
        "no initial state was found: {}{}; give start values nearer to the solution, or free a condition (fixed = false)",
        list(conditions),
        with(fixed)
    )]
    InitialConditions { conditions: Vec<InitialResidual>, fixed: Vec<String> },
    #[error(
        "the initial conditions give {parameter} the value {value}, which must be {}: correct the conditions or its guess (start)",
        range(bounds.0, bounds.1)
    )]
    SolvedParameter { parameter: String, value: f64, bounds: Box<(Option<f64>, Option<f64>)> },
    #[error(transparent)]
    Impossible(Box<ImpossibleParameter>),
    #[error(transparent)]
    Geometry(Box<GeometryError>),
}

impl From<ImpossibleParameter> for EvaluationError {
    fn from(error: ImpossibleParameter) -> Self {
        Self::Impossible(Box::new(error))
    }
}

impl From<GeometryError> for EvaluationError {
    fn from(error: GeometryError) -> Self {
        Self::Geometry(Box::new(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_message_are_joined_by_one_blank() {
        let text = EvaluationError::ImpossibleSpeeds { constraint: "loop".to_owned() }.to_string();
        assert!(text.contains("none of these: they would jump at once") && !text.contains("  "), "{text}");
    }
}
