//! Why an evaluation failed.

use crate::mechanism::GeometryError;
use crate::model_file::Problem;

/// Why an evaluation failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A joint moves no mass.
    #[error("joint {joint} moves no mass: give a body behind it a mass or an inertia about its axis")]
    SingularJoint {
        /// Name of the joint.
        joint: String,
    },
    /// A joint starts at a reference that depends on where the joint is.
    #[error(
        "joint {joint} has no initial position: the reference that prescribes it is measured on what the joint itself moves; \
         take the reference from something that does not move with it"
    )]
    InitialPosition {
        /// Name of the joint.
        joint: String,
    },
    /// A value is not finite.
    #[error("{quantity} is not finite at time {time} s")]
    NotFinite {
        /// Name of the variable.
        quantity: String,
        /// Time, s.
        time: f64,
    },
    /// An expression has no value.
    #[error("{problem}")]
    Parameter {
        /// What is wrong.
        problem: Box<Problem>,
    },
    /// A direction is impossible.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
}
