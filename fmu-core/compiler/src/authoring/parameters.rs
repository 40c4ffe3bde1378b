//! Model parameters: their units, and the conversion of their values to SI units.

use super::values::Subject;
use super::{Author, access};
use crate::model_file::{ModelParameter, Place, Spanned, Value};
use crate::units::Unit;

impl Author<'_> {
    /// Converts all model parameters.
    pub(super) fn parameters(&mut self, parameters: &mut [ModelParameter]) {
        for parameter in parameters {
            self.model_parameter(parameter);
            if parameter.access.is_closed() {
                access::close(&mut parameter.value.value);
            }
        }
    }

    fn model_parameter(&mut self, parameter: &mut ModelParameter) {
        let name = parameter.name.value.clone();
        let place = Place::Parameter(name.clone());
        let at = |attribute| Place::ParameterAttribute { parameter: name.clone(), attribute };
        let given = parameter.unit.take();
        let given = given.and_then(|unit| self.unit_called("unit", &unit, &at("unit"), None));
        let written = given.clone().or_else(|| first_unit(&parameter.value.value));
        let target = written.as_ref().map(Unit::coherent);
        let display = parameter.display_unit.take();
        let display =
            display.and_then(|unit| self.unit_called("displayUnit", &unit, &at("displayUnit"), target.as_ref()));
        // A parameter with the display unit mm is a length, even if nothing else determines its dimension.
        let target = target.or_else(|| display.as_ref().map(Unit::coherent));
        let subject =
            Subject { place, variable: Some(name.clone()), target: target.clone(), varying: None, is_variable: false };
        match &mut parameter.value.value {
            Value::Table(entries) => {
                for (_, value) in entries.iter_mut().filter(|(key, _)| key.value == "start") {
                    self.convert(&subject, value, given.as_ref());
                }
            }
            _ => self.convert(&subject, &mut parameter.value, given.as_ref()),
        }
        for (attribute, limit) in [("min", &mut parameter.min), ("max", &mut parameter.max)] {
            let Some(limit) = limit else { continue };
            let subject = Subject { place: at(attribute), variable: None, ..subject.clone() };
            self.convert(&subject, limit, given.as_ref());
        }
        let Some(target) = target else { return };
        let span = parameter.value.span.clone();
        parameter.unit = Some(Spanned { value: target.name().to_owned(), span });
        if let Some(shown) = display.or(given) {
            self.show(name, Some(target), shown);
        }
    }
}

/// The unit of the first number with a unit, outside expressions.
fn first_unit(value: &Value) -> Option<Unit> {
    match value {
        Value::Expression(expression) => Unit::parse(expression.lone_measure()?.1).ok(),
        Value::Array(elements) => elements.iter().find_map(|element| first_unit(&element.value)),
        Value::Table(entries) => {
            entries.iter().find(|(key, _)| key.value == "start").and_then(|(_, value)| first_unit(&value.value))
        }
        Value::Number(_) | Value::Boolean(_) | Value::String(_) | Value::Condition(_) => None,
    }
}
