//! Variables of components.

use crate::SignalType;
use mechanism::Source;
use std::borrow::Cow;

/// Source of a registered variable.
#[derive(Clone, Debug)]
pub enum VariableSource {
    /// A quantity that is already known.
    Direct(Source),
    /// A quantity of the joint element with that number.
    Joint(usize, JointQuantity),
    /// An element of an angle of the component, or of its derivative of the given order; zero if the angles are not
    /// states.
    Angle {
        /// Order of the derivative, 0 to 2.
        order: usize,
        /// Element.
        element: usize,
    },
}

/// Quantity of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointQuantity {
    /// Angle or distance.
    Position,
    /// Its derivative.
    Speed,
    /// Its second derivative.
    Acceleration,
    /// Torque or force along the axis.
    Force,
}

/// A scalar variable of a component.
#[derive(Clone, Debug)]
pub struct ElementVariable {
    /// Name of the variable.
    pub name: Cow<'static, str>,
    /// Subscript of an element of an array.
    pub subscript: Cow<'static, str>,
    /// Unit; empty when dimensionless.
    pub unit: &'static str,
    /// Type of the value.
    pub signal_type: SignalType,
    /// Description in the FMU.
    pub description: &'static str,
    /// Source of the value.
    pub source: VariableSource,
    /// Address of its start value.
    pub start: Option<usize>,
}

impl ElementVariable {
    /// A Real number without start value.
    pub(crate) fn real(
        name: impl Into<Cow<'static, str>>,
        unit: &'static str,
        description: &'static str,
        source: Source,
    ) -> Self {
        let (name, subscript, signal_type) = (name.into(), "".into(), SignalType::Real);
        let source = VariableSource::Direct(source);
        Self { name, subscript, unit, signal_type, description, source, start: None }
    }

    /// Returns true for the variable with this name including its subscript.
    pub fn is_called(&self, name: &str) -> bool {
        name.strip_prefix(&*self.name) == Some(&*self.subscript)
    }
}

/// A state of a law.
#[derive(Clone, Debug)]
pub struct LawState {
    /// Full name of the variable that it is.
    pub name: String,
    /// Address of its start value.
    pub start: usize,
    /// The start value is fixed.
    pub is_fixed: bool,
}

/// An equation of the initial state that a class adds: a quantity has the value of a parameter.
#[derive(Clone, Debug)]
pub struct StartCondition {
    /// Name of the component.
    pub component: String,
    /// Name of the quantity in the component, for messages.
    pub variable: String,
    /// The quantity.
    pub quantity: StartQuantity,
    /// 0: it depends on positions only, 1: on positions and speeds, 2 ([`Self::ON_ALL`]): on all unknowns.
    pub order: u8,
    /// Address of its value at the start.
    pub start: usize,
}

impl StartCondition {
    /// Order of a quantity that depends on all unknowns.
    pub const ON_ALL: u8 = 2;
}

/// Quantity in an equation of the initial state.
#[derive(Clone, Debug, PartialEq)]
pub enum StartQuantity {
    /// A quantity that is already known.
    Direct(Source),
    /// An element of the signals.
    Signal(usize),
}
