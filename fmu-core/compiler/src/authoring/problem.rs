//! Errors and warnings for the author of a model: incompatible units and dimensions, settings without effect.

use crate::model_file::LaterProblem;
use crate::units::{Dimension, Unit, UnitFault};

/// Expected value of `final`.
pub(super) const BOOLEAN: &str = "true or false";
/// Expected value of `unit`.
pub(super) const UNIT: &str = "a string such as \"mm\"";

/// An error or warning for the author of a model. [`crate::model_file::Problem::At`] around it has the place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthoringProblem {
    /// A description with an invisible character.
    #[error("the description contains the invisible character U+{:04X}, which is removed", u32::from(*.0))]
    Unseen(char),
    /// A name that is not a unit.
    #[error(transparent)]
    Unit(UnitFault),
    /// `unit` without a number.
    #[error("`unit` has no effect without a number")]
    NothingToConvert,
    /// `final` without a value.
    #[error("`final` has no effect without `value` or `start`")]
    NothingFinal,
    /// A unit for something that is not a number.
    #[error("it is {kind}, which has no unit")]
    HasNoUnit {
        /// Kind of the item.
        kind: String,
    },
    /// A unit of another quantity.
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
    #[error("`{expression}`: `{operation}` is not defined for {left} and {right}")]
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
    /// A number added to an angle in another unit than rad.
    #[error("`{expression}`: `{angle}` is in {unit}, and the unit of `{number}` is not known")]
    BareAngle {
        /// The smallest part that is wrong.
        expression: String,
        /// The operand with a unit.
        angle: String,
        /// Its unit.
        unit: String,
        /// The operand without one.
        number: String,
    },
    /// An argument that a function does not take.
    #[error("`{expression}`: `{function}` takes a number or an angle, not {found}")]
    Argument {
        /// The call.
        expression: String,
        /// Function, or `^`.
        function: &'static str,
        /// Dimension of the argument.
        found: Dimension,
    },
    /// A temperature on a scale inside an expression.
    #[error("`{measure}` is in an offset unit and cannot be a part of an expression")]
    OffsetInExpression {
        /// As written.
        measure: String,
    },
    /// `180/pi` where units are converted automatically.
    #[error(
        "`{expression}` converts an angle, which is done automatically, so that it would be converted twice: \
        expected {unit}"
    )]
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
    /// A `stateSelect` without effect.
    #[error("`stateSelect` has no effect: it {}", if *is_state { "is a state, because it is the coordinate of its \
        joint" } else { "is not a state of this model" })]
    StateSelect {
        /// True for a state.
        is_state: bool,
    },
    /// `nominal` of a state, which the solver does not use.
    #[error(
        "`nominal` has no effect on a state: the solver scales the errors of all states by the relative tolerance \
         and their magnitudes"
    )]
    NominalOfState,
    /// A start value of a variable of a pin or a heat port.
    #[error(
        "`start` of `{variable}` has no effect without `fixed = true`: circuits and heat networks have one solution at the start"
    )]
    IdleStart {
        /// The connector and its variable.
        variable: String,
    },
    /// Principal moments of inertia that are not physically possible.
    #[error(
        "the principal moments of inertia are {}, {} and {} kg.m2, which is not physically possible: one is larger than the sum of the others",
        moments[0], moments[1], moments[2]
    )]
    TriangleInequality {
        /// Ascending, to four digits.
        moments: [String; 3],
    },
    /// A connector that is connected with itself.
    #[error("`{connector}` is connected with itself, which has no effect")]
    ConnectedWithItself {
        /// Connector.
        connector: String,
    },
    /// A duplicate connection.
    #[error("`{first}` and `{second}` are connected twice: the second connection has no effect")]
    ConnectedTwice {
        /// Connector.
        first: String,
        /// The other one.
        second: String,
    },
    /// A sensor or force whose ends are connected with each other.
    #[error(
        "`{first}` and `{second}` are connected with each other, so that {}",
        if *is_sensor { "the sensor is bypassed" } else { "the force has no effect" }
    )]
    Bypassed {
        /// True for a sensor.
        is_sensor: bool,
        /// Connector.
        first: String,
        /// The other one.
        second: String,
    },
    /// Components without a connection to the rest.
    #[error("{} alone: no connection joins {} to the rest of the model, and no force acts{}", moves(components), if components.len() == 1 { "it" } else { "them" }, without_connection(open))]
    MovesAlone {
        /// The components.
        components: Vec<String>,
        /// Their unconnected frames.
        open: Vec<String>,
    },
    /// An attribute without effect.
    #[error("`{attribute}` has no effect here")]
    NoEffect {
        /// Name.
        attribute: String,
    },
}

impl AuthoringProblem {
    /// `what` has the unit `found` instead of `expected`.
    pub(super) fn mismatch(what: &str, found: &Unit, expected: &Unit) -> Self {
        if found.dimension().fits(expected.dimension()) {
            let (what, other) = (format!("{what} in {}", found.name()), expected.name().to_owned());
            return Self::Cycles { what, other };
        }
        Self::Mismatch { what: what.to_owned(), found: described(found), expected: described(expected) }
    }
}

impl LaterProblem for AuthoringProblem {
    fn help(&self) -> Option<String> {
        Some(match self {
            Self::Unit(fault) => fault.help(),
            Self::NothingToConvert | Self::NothingFinal => "add `value` or `start`, or remove it".to_owned(),
            Self::HasNoUnit { .. }
            | Self::NoEffect { .. }
            | Self::StateSelect { is_state: true }
            | Self::NominalOfState
            | Self::IdleStart { .. } => "leave it out".to_owned(),
            Self::Mismatch { expected, .. } => {
                format!("give a value in {expected}, or another unit of the same quantity")
            }
            Self::Operands { .. } | Self::Argument { .. } => {
                "numbers and parameters without unit fit every unit; all others must have the same dimension".to_owned()
            }
            Self::BareAngle { unit, number, .. } => format!("write `{number} {unit}`, or `{number} rad`"),
            Self::OffsetInExpression { .. } => {
                "write the temperature in K, or make it a model parameter with this unit".to_owned()
            }
            Self::ConvertedTwice { .. } => "remove the factor: known angles are converted automatically".to_owned(),
            Self::Cycles { .. } => "one cycle is 2*pi radians; 60 rpm are 6.283 rad/s and 1 Hz".to_owned(),
            Self::StateSelect { is_state: false } => {
                "states are the coordinates of joints and free bodies; `inspect` lists them".to_owned()
            }
            Self::TriangleInequality { .. } => {
                "the tensor is about the centre of mass, in axes of frame_a; ignore this for a body with a lumped \
                 rotor, or for a model that moves in a plane only"
                    .to_owned()
            }
            Self::ConnectedWithItself { .. } | Self::ConnectedTwice { .. } => {
                "leave it out, or name the connector that was meant".to_owned()
            }
            Self::Bypassed { first, second, .. } => {
                format!("connect the one side only with `{first}`, the other only with `{second}`")
            }
            Self::MovesAlone { .. } => {
                "add the missing connection; if it should move freely, give one of its bodies a start value (`r_0` \
                 or `v_0`)"
                    .to_owned()
            }
            Self::Unseen(_) => "remove it from the description".to_owned(),
        })
    }
}

/// The first names, in backticks.
fn some(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Components as the subject of a sentence. A single one is the place of the warning.
fn moves(components: &[String]) -> String {
    match components {
        [_] => "it moves".to_owned(),
        several => format!("{} move", some(several)),
    }
}

fn without_connection(open: &[String]) -> String {
    if open.is_empty() { String::new() } else { format!("; without a connection: {}", some(open)) }
}

/// A unit and its quantity: `mm (length)`.
fn described(unit: &Unit) -> String {
    let dimension = unit.dimension().to_string();
    match dimension.split_once(" (") {
        Some((_, quantity)) => format!("{} ({quantity}", unit.name()),
        None => unit.name().to_owned(),
    }
}
