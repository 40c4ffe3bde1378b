//! What can be wrong with units and dimensions.

use crate::model_file::Problem;
use crate::units::{Dimension, Unit, UnitFault};

/// What may stand in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A quantity of a dimension.
    Dimension(Dimension),
    /// A number or an angle.
    Number,
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Dimension(dimension) => dimension.fmt(f),
            Self::Number => f.write_str("a number or an angle"),
        }
    }
}

/// A problem of units. Where it is, is said around it ([`Problem::At`]).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitProblem {
    /// A name that is no unit.
    #[error(transparent)]
    Unit(UnitFault),
    /// `unit` is no string.
    #[error("`{attribute}` is {found}: expected a string such as \"mm\"")]
    NotText {
        /// `unit` or `displayUnit`.
        attribute: String,
        /// What was found.
        found: String,
    },
    /// `unit` beside nothing that has one.
    #[error("`unit` stands beside no number, so that nothing is in it")]
    NothingToConvert,
    /// A unit for what is no number.
    #[error("it is {kind}, which has no unit")]
    HasNoUnit {
        /// What it is.
        kind: String,
    },
    /// The unit measures something else.
    #[error("{what} is in {found}: expected {expected}")]
    Mismatch {
        /// The value, or the attribute.
        what: String,
        /// Unit or dimension.
        found: String,
        /// Unit or dimension.
        expected: String,
    },
    /// Operands that cannot be added or compared.
    #[error("`{expression}`: `{operation}` does not go between {left} and {right}")]
    Operands {
        /// The smallest part that is wrong.
        expression: String,
        /// Operator or function.
        operation: &'static str,
        /// First operand.
        left: Dimension,
        /// Second operand.
        right: Dimension,
    },
    /// An argument that a function does not take.
    #[error("`{expression}`: `{function}` takes {expected}, not {found}")]
    Argument {
        /// The call.
        expression: String,
        /// Function, or `^`.
        function: &'static str,
        /// Dimension of the argument.
        found: Dimension,
        /// What it takes.
        expected: Expected,
    },
    /// A temperature on a scale inside an expression.
    #[error("`{measure}` counts from a zero of its own and cannot be a part of an expression")]
    OffsetInExpression {
        /// As written.
        measure: String,
    },
    /// `180/pi` where the conversion is made anyway.
    #[error("`{expression}` converts an angle that is known to be one, and would be converted twice: expected {unit}")]
    ConvertedTwice {
        /// The expression.
        expression: String,
        /// Unit of the target.
        unit: String,
    },
    /// Cycles and radians.
    #[error("{what} counts cycles and {other} radians")]
    Cycles {
        /// The frequency.
        what: String,
        /// The angular velocity.
        other: String,
    },
    /// An attribute that nothing reads.
    #[error("`{attribute}` has no effect here")]
    NoEffect {
        /// Name.
        attribute: String,
    },
}

impl UnitProblem {
    /// `what` in the unit `found` where `expected` is.
    pub(super) fn mismatch(what: &str, found: &Unit, expected: &Unit) -> Self {
        if found.dimension().fits(expected.dimension()) {
            let (what, other) = (format!("{what} in {}", found.name()), expected.name().to_owned());
            return Self::Cycles { what, other };
        }
        Self::Mismatch { what: what.to_owned(), found: described(found), expected: described(expected) }
    }

    /// How to mend it, where the message does not say so already.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Unit(fault) => fault.help(),
            Self::NothingToConvert => "put `value` or `start` beside it, or leave it out".to_owned(),
            Self::HasNoUnit { .. } | Self::NoEffect { .. } => "leave it out".to_owned(),
            Self::Mismatch { expected, .. } => {
                format!("give a value in {expected}, or another unit of the same quantity")
            }
            Self::Operands { .. } | Self::Argument { .. } => {
                "numbers and parameters without unit go with everything; the others have to fit".to_owned()
            }
            Self::OffsetInExpression { .. } => {
                "write the temperature in K, or make it a model parameter with this unit".to_owned()
            }
            Self::ConvertedTwice { .. } => "leave the factor out: known angles are converted".to_owned(),
            Self::Cycles { .. } => "one cycle is 2*pi radians; 60 rpm are 6.283 rad/s and 1 Hz".to_owned(),
            Self::NotText { .. } => return None,
        })
    }
}

/// A unit, and what it measures: `mm (length)`.
fn described(unit: &Unit) -> String {
    let dimension = unit.dimension().to_string();
    match dimension.split_once(" (") {
        Some((_, quantity)) => format!("{} ({quantity}", unit.name()),
        None => unit.name().to_owned(),
    }
}

impl From<UnitProblem> for Problem {
    fn from(problem: UnitProblem) -> Self {
        Self::Units(Box::new(problem))
    }
}
