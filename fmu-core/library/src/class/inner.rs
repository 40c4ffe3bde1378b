//! Variables that a class has in MSL, itself or in its parts, and that are expressions here.

use super::SignalType;

/// An expression of parameters, connectors and other variables of its component.
#[derive(Clone, Copy, Debug)]
pub struct Inner {
    /// Name; that of a variable of a part has a dot.
    pub name: &'static str,
    /// Unit; empty when dimensionless.
    pub unit: &'static str,
    /// Type of the value.
    pub signal_type: SignalType,
    /// The expression; it may contain inner variables declared before.
    pub value: &'static str,
    /// It exists only if one of these structural parameters has this value; always if the list is empty.
    pub only_if: &'static [(&'static str, &'static str)],
}

/// An inner variable that is a dimensionless number.
pub const fn inner(name: &'static str, value: &'static str) -> Inner {
    Inner { name, unit: "", signal_type: SignalType::Real, value, only_if: &[] }
}

/// An inner variable that is a Boolean: true if the expression is greater than 0.5.
pub const fn inner_boolean(name: &'static str, value: &'static str) -> Inner {
    Inner { signal_type: SignalType::Boolean, ..inner(name, value) }
}

impl Inner {
    /// Sets the unit.
    pub const fn in_unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// Restricts it to a value of one of these structural parameters.
    pub const fn only_if(mut self, conditions: &'static [(&'static str, &'static str)]) -> Self {
        self.only_if = conditions;
        self
    }

    /// The first part of the name.
    pub fn member(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(part, _)| part)
    }
}
