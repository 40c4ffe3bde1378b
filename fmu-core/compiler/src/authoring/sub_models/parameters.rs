//! Parameters of sub-models: parameters of the flat model, or numbers if they are structural.

use super::indices::{Numbers, not_whole, whole_value};
use super::problem::CountFault;
use super::scope::Scope;
use super::values::Here;
use super::{Expander, SubModelProblem};
use crate::authoring::problem::{AuthoringProblem, BOOLEAN, UNIT};
use crate::model_file::{
    Body, Expression, FINAL, LibraryProblem, ModelParameter, Modifier, Spanned, Value, check_set_parameter,
};
use crate::units::Unit;

/// Attributes that a use of the sub-model may set.
const ATTRIBUTES: [&str; 8] = ["value", "start", "fixed", "unit", "displayUnit", "min", "max", FINAL];

impl<'a> Expander<'a> {
    /// Adds the parameters of a body, with the settings of its instance.
    pub(super) fn parameters(&mut self, body: &'a Body, scope: &mut Scope<'a>, settings: &mut Vec<Modifier>) {
        let counts = self.counts.get(scope.class).cloned().unwrap_or_default();
        let (mut counting, mut others) = (Vec::new(), Vec::new());
        for parameter in &body.parameters {
            let name = parameter.name.value.as_str();
            let setting = settings.extract_if(.., |setting| setting.name.value == name).last();
            let setting = setting.and_then(|setting| self.allowed(setting, parameter.access));
            if counts.contains(name) {
                counting.push((parameter, setting.map_or_else(|| parameter.value.clone(), |setting| setting.value)));
            } else {
                others.push((parameter, setting));
            }
        }
        self.counting(counting, scope);
        for (parameter, setting) in others {
            self.parameter(parameter, setting, scope);
        }
    }

    /// Evaluates structural parameters, which may depend on each other in any order.
    fn counting(&mut self, mut waiting: Vec<(&ModelParameter, Spanned<Value>)>, scope: &mut Scope<'a>) {
        loop {
            let before = waiting.len();
            waiting.retain(|(parameter, value)| {
                let name = &parameter.name.value;
                let number = number_of(name, &value.value, &scope.numbers);
                number.map(|number| scope.numbers.insert(name.clone(), number)).is_err()
            });
            if waiting.len() == before {
                break;
            }
        }
        // The others get a value to avoid further errors.
        let ones: Vec<_> = waiting.iter().map(|(parameter, _)| (parameter.name.value.clone(), 1)).collect();
        for (parameter, value) in waiting {
            match number_of(&parameter.name.value, &value.value, &scope.numbers) {
                Err(_) if is_missing(&value.value) => self.missing(parameter, scope),
                Err(problem) => self.report(&value.span, problem),
                Ok(_) => {}
            }
        }
        scope.numbers.extend(ones);
    }

    fn parameter(&mut self, declared: &ModelParameter, setting: Option<Modifier>, scope: &Scope<'a>) {
        let mut parameter = declared.clone();
        parameter.name.value = scope.outside(&declared.name.value);
        parameter.access = declared.access.within(scope.access);
        match setting {
            Some(setting) => self.set(&mut parameter, setting, scope),
            None if is_missing(&declared.value.value) => return self.missing(declared, scope),
            None => {
                let here = Here { scope, numbers: &scope.numbers, element: None, component: &parameter.name.value };
                parameter.value = self.converted(&here, None, &parameter.value);
            }
        }
        self.parts.parameters.push(parameter);
    }

    fn missing(&mut self, parameter: &ModelParameter, scope: &Scope<'_>) {
        let description = parameter.description.as_deref().unwrap_or("a parameter of the sub-model");
        let problem = LibraryProblem::MissingParameter {
            component: scope.name.clone(),
            class: scope.class.to_owned(),
            parameter: parameter.name.value.clone(),
            description: description.to_owned(),
            expected: "a number or an expression".to_owned(),
        };
        self.problems.report(&scope.span, problem);
    }

    /// Applies the setting of a use to a parameter.
    fn set(&mut self, parameter: &mut ModelParameter, setting: Modifier, scope: &Scope<'_>) {
        let Spanned { value, span } = setting.value;
        match value {
            Value::Table(entries) => self.set_attributes(parameter, entries, &setting.name, scope),
            value => parameter.value = Spanned { value, span },
        }
        check_set_parameter(parameter, &mut self.problems);
    }

    fn set_attributes(
        &mut self,
        parameter: &mut ModelParameter,
        entries: Vec<(Spanned<String>, Spanned<Value>)>,
        name: &Spanned<String>,
        scope: &Scope<'_>,
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
                    let problem = LibraryProblem::wrong_setting(&key.value, other.describe(), expected);
                    self.problems.report(&value.span, problem);
                }
                _ => {
                    let problem = LibraryProblem::unknown_attribute(&scope.name, &name.value, &key.value, &ATTRIBUTES);
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
        other => Err(not_whole(name, CountFault::Value(other.describe()))),
    }
}
