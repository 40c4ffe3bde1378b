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
        let given = self.named_unit("unit", parameter.unit.take(), &name, None);
        let written = given.clone().or_else(|| first_unit(&parameter.value.value));
        let target = written.as_ref().and_then(|unit| Unit::parse(unit.si()).ok());
        let display = self.named_unit("displayUnit", parameter.display_unit.take(), &name, target.as_ref());
        // A parameter with the display unit mm is a length, even if nothing else determines its dimension.
        let target = target.or_else(|| display.as_ref().and_then(|unit| Unit::parse(unit.si()).ok()));
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
        self.limit("min", &mut parameter.min, &name, given.as_ref(), target.as_ref());
        self.limit("max", &mut parameter.max, &name, given.as_ref(), target.as_ref());
        let Some(target) = target else { return };
        let span = parameter.value.span.clone();
        parameter.unit = Some(Spanned { value: target.name().to_owned(), span });
        if let Some(shown) = display.or(given) {
            self.show(name, Some(target), shown);
        }
    }

    /// Reads the unit of a parameter.
    fn named_unit(
        &mut self,
        attribute: &'static str,
        text: Option<Spanned<String>>,
        parameter: &str,
        target: Option<&Unit>,
    ) -> Option<Unit> {
        let Spanned { value, span } = text?;
        let place = Place::ParameterAttribute { parameter: parameter.to_owned(), attribute };
        self.unit_called(attribute, &value, &span, &place, target)
    }

    /// Converts a limit: a number with or without a unit.
    fn limit(
        &mut self,
        attribute: &'static str,
        limit: &mut Option<Spanned<Value>>,
        parameter: &str,
        given: Option<&Unit>,
        target: Option<&Unit>,
    ) {
        let Some(limit) = limit else { return };
        let place = Place::ParameterAttribute { parameter: parameter.to_owned(), attribute };
        let subject = Subject { place, variable: None, target: target.cloned(), varying: None, is_variable: false };
        self.convert(&subject, limit, given);
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
