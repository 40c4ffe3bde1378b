//! Values of settings, with their expressions translated to names of the flat model.

use super::connections::Alias;
use super::indices::{self, Numbers};
use super::scope::Scope;
use super::{Expander, SubModelProblem};
use crate::model_file::{Expression, Quantity, Span, Spanned, SubModel, Value, measure};
use library::{ParameterKind, Varying};
use mechanism::digits::counted;

/// Key of a table with a value for each element of an array.
const ELEMENTS: &str = "elements";

/// Class of a component: a sub-model or a class of the library.
#[derive(Clone, Copy)]
pub(super) enum Class<'a> {
    Model(&'a SubModel),
    Library(Option<&'static library::Class>),
}

/// An element of an array.
pub(super) struct Element {
    /// From 0.
    pub(super) position: usize,
    /// Number of elements.
    pub(super) of: usize,
    pub(super) array: String,
}

/// Scope and position of a value.
pub(super) struct Here<'h, 'a> {
    pub(super) scope: &'h Scope<'a>,
    /// Structural parameters, and indices.
    pub(super) numbers: &'h Numbers,
    pub(super) element: Option<&'h Element>,
    pub(super) component: &'h str,
}

impl<'a> Expander<'a> {
    /// The value of the setting `name` of a component of `class`.
    pub(super) fn value(
        &mut self,
        here: &Here<'_, 'a>,
        class: Class<'a>,
        name: &str,
        value: &Spanned<Value>,
    ) -> Spanned<Value> {
        if let Class::Model(model) = class
            && let Some(component) = model.body.components.iter().find(|component| component.name.value == name)
            && let Value::Table(entries) = &value.value
            && !is_elements(value)
        {
            let class = self.class(component);
            let entries = entries.iter().map(|(key, value)| (key.clone(), self.value(here, class, &key.value, value)));
            return Spanned { value: Value::Table(entries.collect()), span: value.span.clone() };
        }
        self.converted(here, varying(class, name), value)
    }

    /// The value with names of the flat model.
    pub(super) fn converted(
        &mut self,
        here: &Here<'_, 'a>,
        varying: Option<&str>,
        value: &Spanned<Value>,
    ) -> Spanned<Value> {
        let converted = match &value.value {
            Value::Number(_) | Value::Boolean(_) | Value::String(_) => value.value.clone(),
            Value::Expression(expression) => self.expression(here, expression, &value.span, varying),
            Value::Condition(condition) => {
                let mut renamed = condition.clone();
                let result = renamed.replace_references(&mut |name| self.reference(here, name, &value.span, varying));
                self.valid(&value.span, result);
                Value::Condition(renamed)
            }
            Value::Array(elements) => {
                Value::Array(elements.iter().map(|element| self.converted(here, varying, element)).collect())
            }
            Value::Table(_) if is_elements(value) => return self.element(here, varying, value),
            Value::Table(entries) => {
                let entries = entries.iter().map(|(key, value)| (key.clone(), self.converted(here, varying, value)));
                Value::Table(entries.collect())
            }
        };
        Spanned { value: converted, span: value.span.clone() }
    }

    /// Value for the element from `elements`; an empty table after an error, to avoid further errors.
    fn element(&mut self, here: &Here<'_, 'a>, varying: Option<&str>, value: &Spanned<Value>) -> Spanned<Value> {
        let refused = Spanned { value: Value::Table(Vec::new()), span: value.span.clone() };
        let Value::Table(entries) = &value.value else { return refused };
        let Some((key, elements)) = entries.first() else { return refused };
        let Some(element) = here.element else {
            self.report(&key.span, SubModelProblem::NoArray { component: here.scope.outside(here.component) });
            return refused;
        };
        let found = match &elements.value {
            Value::Array(values) if values.len() == element.of => {
                let value = values.get(element.position);
                return value.map_or(refused, |value| self.converted(here, varying, value));
            }
            Value::Array(values) => counted(values.len(), "value"),
            _ => "no array".to_owned(),
        };
        let problem = SubModelProblem::Elements { found, array: element.array.clone(), expected: element.of };
        self.report(&elements.span, problem);
        refused
    }

    /// An expression with names of the flat model; a number if it depends on structural parameters only.
    pub(super) fn expression(
        &mut self,
        here: &Here<'_, 'a>,
        expression: &Expression,
        span: &Span,
        varying: Option<&str>,
    ) -> Value {
        let (mut renamed, mut has_numbers) = (expression.clone(), false);
        let result = renamed.replace_references(&mut |name| {
            let reference = self.reference(here, name, span, varying)?;
            has_numbers |= matches!(reference, Expression::Number(_));
            Ok(reference)
        });
        self.valid(span, result);
        match if has_numbers { number(&renamed) } else { None } {
            Some(number) => Value::Number(number),
            None => Value::Expression(renamed),
        }
    }

    /// Translates a name in an expression into a name of the flat model, or the number of a structural parameter.
    pub(super) fn reference(
        &mut self,
        here: &Here<'_, 'a>,
        name: &str,
        span: &Span,
        varying: Option<&str>,
    ) -> Result<Expression, SubModelProblem> {
        if let Some(number) = here.numbers.get(name) {
            return Ok(Expression::Number(*number as f64));
        }
        let first = name.split(['.', '[']).next().unwrap_or_default();
        if measure(name).is_some() || varying == Some(first) {
            return Ok(Expression::from(name.to_owned()));
        }
        let indexed = indices::with_numbers(name, here.numbers)?;
        if self.is_of_world(here.scope, &indexed) {
            return Ok(Expression::from(indexed));
        }
        self.check_element(here.scope, &indexed, span);
        Ok(Expression::from(self.variable(&here.scope.outside(&indexed))))
    }

    /// True for a name in a sub-model that refers to the model's World or to a member of it.
    pub(super) fn is_of_world(&self, scope: &Scope<'_>, name: &str) -> bool {
        let is_world = |(at, _): (usize, &str)| self.worlds.contains(&name[..at]) && !scope.has(&name[..at]);
        !scope.is_model() && name.match_indices('.').any(is_world)
    }

    /// Reports the name of an element that an array does not have.
    pub(super) fn check_element(&mut self, scope: &Scope<'_>, name: &str, span: &Span) -> bool {
        let Some((element, elements)) = scope.missing_element(name) else { return true };
        let described = match elements {
            [] => "no elements".to_owned(),
            [only] => format!("the element `{only}`"),
            [first, .., last] => format!("the elements from `{first}` to `{last}`"),
        };
        let array = element.rsplit_once('[').map_or(element, |(array, _)| array);
        let (array, element) = (scope.outside(array), element.to_owned());
        self.report(span, SubModelProblem::NoElement { element, array, elements: described });
        false
    }

    /// A variable of the flat model, if the name leads through a connector of a sub-model, or is an output of one.
    pub(super) fn variable(&self, name: &str) -> String {
        if self.aliases.is_empty() && self.outputs.is_empty() {
            return name.to_owned();
        }
        let ends = std::iter::once(name.len()).chain(name.rmatch_indices(['.', '[']).map(|(at, _)| at));
        let mut found = ends.filter_map(|end| {
            let output = || self.outputs.get(&name[..end]).map(String::as_str);
            let alias = self.aliases.get(&name[..end]).map(Alias::target).or_else(output);
            alias.map(|alias| format!("{alias}{}", &name[end..]))
        });
        found.next().unwrap_or_else(|| name.to_owned())
    }
}

/// True for a table with one value for each element of an array.
pub(super) fn is_elements(value: &Spanned<Value>) -> bool {
    matches!(&value.value, Value::Table(entries) if matches!(entries.as_slice(), [(key, _)] if key.value == ELEMENTS))
}

/// Variable that expressions in a setting may contain besides parameters.
fn varying(class: Class<'_>, name: &str) -> Option<&'static str> {
    let Class::Library(Some(class)) = class else { return None };
    let parameter = class.parameters.iter().find(|parameter| parameter.name == name)?;
    match parameter.kind {
        ParameterKind::Condition => Some(Varying::Time.name()),
        _ => parameter.varies_with.map(Varying::name),
    }
}

/// The value of an expression without names.
fn number(expression: &Expression) -> Option<f64> {
    if !expression.references().is_empty() {
        return None;
    }
    let mut none = |_: &str| Ok(Quantity::Scalar(0.0));
    match expression.evaluate::<f64>(&mut none) {
        Ok(Quantity::Scalar(x)) if x.is_finite() => Some(x),
        _ => None,
    }
}
