//! Variables of an FMU that is loaded, as they are set.

use simulation::variables::Value;

use super::description::{Kind, ModelDescription, ScalarVariable};
use super::error::HostError;
use super::instance::Instance;
use crate::settings::{Driven, Settable, Values, Variables};

impl Variables for ModelDescription {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|variable| variable.name.as_str())
    }

    fn at(&self, place: usize) -> Option<Settable<'_>> {
        self.variables.get(place).map(|variable| Settable {
            name: &variable.name,
            value_reference: variable.value_reference,
            causality: variable.causality,
            variability: variable.variability,
            initial: variable.initial,
            values: values(self, variable),
        })
    }
}

fn values<'a>(description: &'a ModelDescription, variable: &'a ScalarVariable) -> Values<'a> {
    match variable.kind {
        Kind::Real => Values::Real { unit: variable.unit.as_deref() },
        Kind::Integer => Values::Integer,
        Kind::Boolean => Values::Boolean,
        Kind::Enumeration => {
            let literals = description.literals(variable).iter();
            Values::Enumeration(literals.map(|(name, value)| (name.as_str(), *value)).collect())
        }
        Kind::String | Kind::Other => Values::Text,
    }
}

impl Driven for &Instance {
    type Error = HostError;

    fn set_value(&mut self, value_reference: u32, value: Value) -> Result<(), HostError> {
        match value {
            Value::Real(value) => self.set_real(value_reference, value),
            Value::Integer(value) => self.set_integer(value_reference, value),
            Value::Boolean(value) => self.set_boolean(value_reference, value),
        }
    }

    fn set_slopes(&mut self, value_references: &[u32], slopes: &[f64]) -> Result<(), HostError> {
        self.set_input_slopes(value_references, slopes)
    }
}
