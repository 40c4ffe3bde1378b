//! Errors of an evaluation.

use mechanism::expression::ExpressionProblem;
use mechanism::{GeometryError, ImpossibleParameter, range};
use std::ops::Deref;

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
pub enum EvaluationFault {
    #[error("joint {joint} moves no mass: give a body behind it a mass or an inertia about its axis")]
    SingularJoint { joint: String },
    #[error(
        "the torque of {component} is undetermined: it moves no mass or inertia; give the component that it \
         drives, or the body that carries it, a moment of inertia about its axis"
    )]
    SingularCoupling { component: String },
    #[error(
        "the line forces at the massless point {frame} have no equilibrium near its position (time {time} s); \
         give the point a start value nearer to the equilibrium (r_0 of one of its frames), or add a PointMass there"
    )]
    Unbalanced { frame: String, time: f64 },
    #[error(
        "{component}: the angles phi are singular here, because the second rotation of sequence_angleStates = \
         {sequence} makes the third axis parallel to the first; choose a sequence whose second angle stays away \
         from this value, or set useQuaternions = true"
    )]
    SingularAngles { component: String, sequence: String },
    #[error("{component} at {time} s: {reason}")]
    Forbidden { component: String, reason: String, time: f64 },
    #[error(
        "at {time} s {} no consistent discrete state: switching one of them makes another one switch back; \
         insert a Hysteresis or a delay, or give contacts with friction a peak nearer to 1",
        finds(components)
    )]
    UnsettledEvent { components: Vec<String>, time: f64 },
    #[error(
        "the loop of {constraint} starts in a singular position, where several motions are possible, with speeds \
         that fit none of them; start the loop in another position, or give its joints the start speeds of one motion"
    )]
    ImpossibleSpeeds { constraint: String },
    #[error(
        "joint {joint} has no initial position: the reference that prescribes it depends on the motion of the \
         joint itself; use a reference that does not move with it"
    )]
    InitialPosition { joint: String },
    #[error(
        "{} and back: this algebraic loop has no unique solution at time {} s, because its gain is 1; change a \
         gain in it (for example, a force of the moved mass times its acceleration cancels the mass)",
        path.0.join(" -> "), path.1
    )]
    SingularLoop { path: (Vec<String>, f64) },
    #[error(
        "{} and back: this algebraic loop has no solution at time {} s (relative residual {part:.1e}); blocks \
         between accelerations or cut \
         forces and the forces that depend on them must be linear",
        path.0.join(" -> "), path.1
    )]
    OpenLoop { path: (Vec<String>, f64), part: f64 },
    #[error(
        "the mechanism cannot follow its continuous states: {component} does not get there from the last step (the loop cannot close, or \
         passes a singular position)"
    )]
    Unreachable { component: String },
    #[error(
        "the loop of {constraint} has not as many independent coordinates as the model's own parameters give it: it is in a singular \
         position, or parameters have changed what its joints can do; start it elsewhere, or use states = \"all\""
    )]
    NoIndependentCoordinates { constraint: String },
    #[error("{quantity} is not finite")]
    NotFinite { quantity: String, time: f64 },
    #[error(
        "{quaternion} and the three states after it are 0, which is not an orientation; if modelDescription.xml \
         has no start value for a state, use the value of fmi2GetContinuousStates after the initialization"
    )]
    NoOrientation { quaternion: String },
    #[error("{problem}")]
    Parameter { problem: ExpressionProblem },
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
    SolvedParameter { parameter: String, value: f64, bounds: (Option<f64>, Option<f64>) },
    #[error(transparent)]
    Impossible(#[from] ImpossibleParameter),
    #[error(transparent)]
    Geometry(#[from] GeometryError),
}

/// An error of an evaluation: one pointer, since nearly all that takes part in an evaluation hands it on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
pub struct EvaluationError(Box<EvaluationFault>);

/// Result of all that takes part in an evaluation.
pub type Result<T, E = EvaluationError> = std::result::Result<T, E>;

impl<F: Into<EvaluationFault>> From<F> for EvaluationError {
    #[cold]
    fn from(fault: F) -> Self {
        Self(Box::new(fault.into()))
    }
}

impl Deref for EvaluationError {
    type Target = EvaluationFault;
    fn deref(&self) -> &EvaluationFault {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_message_are_joined_by_one_blank() {
        let text = EvaluationFault::ImpossibleSpeeds { constraint: "loop".to_owned() }.to_string();
        assert!(text.contains("fit none of them; start the loop") && !text.contains("  "), "{text}");
    }
}
