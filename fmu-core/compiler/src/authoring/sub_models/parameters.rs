//! Parameters of sub-models: parameters of the flat model, or numbers if they are structural.

use super::indices::{Numbers, whole_value};
use super::problem::Fault;
use super::scope::Scope;
use super::values::Here;
use super::{Expander, Place, SubModelProblem, counts};
use crate::authoring::problem::{AuthoringProblem, BOOLEAN, UNIT};
use crate::model_file::{
    Body, Expression, FINAL, LibraryProblem, ModelParameter, Modifier, Spanned, Value, check_set_parameter,
};
use crate::units::Unit;
use mechanism::hashed::HashSet;

/// Attributes that a use of the sub-model may set.
const ATTRIBUTES: [&str; 8] = ["value", "start", "fixed", "unit", "displayUnit", "min", "max", FINAL];

impl<'a> Expander<'a> {
    /// Adds the parameters of a body, with the settings of its instance.
    pub(super) fn parameters(
        &mut self,
        body: &'a Body,
        scope: &mut Scope<'a>,
        settings: &mut Vec<Modifier>,
        place: Option<&Place<'_>>,
    ) {
        let counts = match place {
            Some(place) => self.counts.get(place.class).cloned().unwrap_or_default(),
            None => counts::of_body(body, &self.models, &mut self.counts),
        };
        let mut given = Vec::new();
        for parameter in &body.parameters {
            let name = &parameter.name.value;
            let setting = settings.extract_if(.., |setting| setting.name.value == *name).last();
            let setting = setting.and_then(|setting| self.allowed(setting, parameter.access));
            given.push((parameter, setting));
        }
        self.counting(&given, &counts, scope, place);
        for (parameter, setting) in given {
            if !counts.contains(parameter.name.value.as_str()) {
                self.parameter(parameter, setting, scope, place);
            }
        }
    }

    /// Evaluates structural parameters, which may depend on each other in any order.
    fn counting(
        &mut self,
        given: &[(&'a ModelParameter, Option<Modifier>)],
        counts: &HashSet<&'a str>,
        scope: &mut Scope<'a>,
        place: Option<&Place<'_>>,
    ) {
        let mut waiting: Vec<_> =
            given.iter().filter(|(parameter, _)| counts.contains(parameter.name.value.as_str())).collect();
        let value = |parameter: &'a ModelParameter, setting: &Option<Modifier>| {
            setting.as_ref().map_or_else(|| parameter.value.clone(), |setting| setting.value.clone())
        };
        loop {
            let before = waiting.len();
            waiting.retain(|(parameter, setting)| {
                let number = number_of(&parameter.name.value, &value(parameter, setting).value, &scope.numbers);
                number.map(|number| scope.numbers.insert(parameter.name.value.clone(), number)).is_err()
            });
            if waiting.len() == before {
                break;
            }
        }
        // The others get a value to avoid further errors.
        let ones: Vec<_> = waiting.iter().map(|(parameter, _)| (parameter.name.value.clone(), 1)).collect();
        for (parameter, setting) in waiting {
            let (name, value) = (&parameter.name.value, value(parameter, setting));
            match (number_of(name, &value.value, &scope.numbers), place) {
                (Err(_), Some(place)) if is_missing(&value.value) => {
                    self.missing(name, parameter.description.clone(), place);
                }
                (Err(problem), _) => self.report(&value.span, problem),
                (Ok(_), _) => {}
            }
        }
        scope.numbers.extend(ones);
    }

    fn parameter(
        &mut self,
        parameter: &ModelParameter,
        setting: Option<Modifier>,
        scope: &Scope<'a>,
        place: Option<&Place<'_>>,
    ) {
        let mut parameter = parameter.clone();
        let is_missing = is_missing(&parameter.value.value);
        parameter.name.value = scope.outside(&parameter.name.value);
        parameter.access = parameter.access.within(scope.access);
        match (setting, place) {
            (Some(setting), Some(place)) => self.set(&mut parameter, setting, place),
            (_, Some(place)) if is_missing => {
                let short = parameter.name.value[scope.prefix.len()..].to_owned();
                self.missing(&short, parameter.description.clone(), place);
                return;
            }
            _ => {
                let here = Here { scope, numbers: &scope.numbers, element: None, component: &parameter.name.value };
                parameter.value = self.converted(&here, None, &parameter.value);
            }
        }
        self.parts.parameters.push(parameter);
    }

    fn missing(&mut self, parameter: &str, description: Option<String>, place: &Place<'_>) {
        let problem = LibraryProblem::MissingParameter {
            component: place.name.to_owned(),
            class: place.class.to_owned(),
            parameter: parameter.to_owned(),
            description: description.unwrap_or_else(|| "a parameter of the sub-model".to_owned()),
            expected: "a number or an expression".to_owned(),
        };
        self.problems.report(place.span, problem);
    }

    /// Applies the setting of a use to a parameter.
    fn set(&mut self, parameter: &mut ModelParameter, setting: Modifier, place: &Place<'_>) {
        let Spanned { value, span } = setting.value;
        match value {
            Value::Table(entries) => self.set_attributes(parameter, entries, &setting.name, place),
            value => parameter.value = Spanned { value, span },
        }
        check_set_parameter(parameter, &mut self.problems);
    }

    fn set_attributes(
        &mut self,
        parameter: &mut ModelParameter,
        entries: Vec<(Spanned<String>, Spanned<Value>)>,
        name: &Spanned<String>,
        place: &Place<'_>,
    ) {
        let mut unknown = Vec::new();
        for (key, value) in entries {
            match (key.value.as_str(), &value.value) {
                ("value", _) => parameter.value = value,
                ("start" | "fixed", _) => unknown.push((key, value)),
                ("min", _) => parameter.min = Some(value),
                ("max", _) => parameter.max = Some(value),
                ("unit", Value::String(unit)) => self.set_unit(parameter, value.with(unit.clone())),
                ("displayUnit", Value::String(unit)) => parameter.display_unit = Some(value.with(unit.clone())),
                (FINAL, Value::Boolean(is)) => parameter.access.is_final |= is,
                (FINAL | "unit" | "displayUnit", other) => {
                    let expected = if key.value == FINAL { BOOLEAN } else { UNIT };
                    let problem = AuthoringProblem::wrong_attribute(&key.value, other, expected);
                    self.problems.report(&value.span, problem);
                }
                _ => {
                    let problem = LibraryProblem::unknown_attribute(place.name, &name.value, &key.value, &ATTRIBUTES);
                    self.problems.report(&key.span, problem);
                }
            }
        }
        if !unknown.is_empty() {
            parameter.value = Spanned { value: Value::Table(unknown), span: name.span.clone() };
        }
    }

    /// The instance gives numbers in another unit of the same dimension; limits stay in that of the sub-model.
    fn set_unit(&mut self, parameter: &mut ModelParameter, unit: Spanned<String>) {
        if let Some(own) = &parameter.unit {
            if let (Ok(own), Ok(given)) = (Unit::parse(&own.value), Unit::parse(&unit.value))
                && !given.fits(&own)
            {
                let problem = AuthoringProblem::mismatch("`unit`", &given, &own);
                return self.problems.report(&unit.span, problem);
            }
            for limit in parameter.min.iter_mut().chain(&mut parameter.max) {
                if let Value::Number(x) = limit.value {
                    limit.value = Value::Expression(Expression::measured(x, &own.value));
                }
            }
        }
        parameter.unit = Some(unit);
    }
}

/// Returns true for a required parameter, which each instance of the sub-model must set.
fn is_missing(value: &Value) -> bool {
    matches!(value, Value::Table(entries) if entries.is_empty())
}

/// Value of a structural parameter. The setting of an instance contains no names at this stage.
fn number_of(name: &str, value: &Value, numbers: &Numbers) -> Result<i64, SubModelProblem> {
    match value {
        Value::Expression(expression) => whole_value(expression, name, numbers),
        Value::Number(x) => whole_value(&Expression::Number(*x), name, numbers),
        other => Err(SubModelProblem::NotWhole { what: name.to_owned(), fault: Fault::Value(other.describe()) }),
    }
}
