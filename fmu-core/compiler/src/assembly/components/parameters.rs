//! Parameters of components, laid out in the parameter array.

use super::super::collected::{FormulaEntry, ParameterEntry, ParameterOrigin};
use super::attributes::{Keys, Subject, attribute, is_solved, narrow};
use super::content::{Content, Owner, same_kind};
use super::maker::{Given, GivenValue, Maker, Setting};
use super::model_parameters::names;
use crate::model_file::{
    BinaryOperator, Condition, Expression, LibraryProblem, Relation, Span, Spanned, Value, read_condition,
};
use library::{ByName, DefaultValue, ParameterKind, Varying};
use mechanism::expression::binary;
use mechanism::{Shape, Slot};
use std::sync::Arc;

/// The difference that is positive if a comparison holds; none for other conditions.
fn difference(condition: &Condition) -> Option<Expression> {
    let Condition::Compare(relation, operands) = condition else { return None };
    let [left, right] = &**operands;
    let (greater, smaller) = match relation {
        Relation::Greater | Relation::GreaterEqual => (left, right),
        Relation::Less | Relation::LessEqual => (right, left),
    };
    Some(binary(BinaryOperator::Subtract, greater.clone(), smaller.clone()))
}

/// Returns true for a value that may change. A signal given by an expression may depend on variables, which are not
/// known yet.
fn varies(value: &Value, varying: Varying) -> bool {
    match (varying, value) {
        (Varying::Time, Value::Expression(expression)) => !expression.references().is_empty(),
        _ => names(value, varying.name()),
    }
}

impl Maker<'_> {
    pub(super) fn parameter(&mut self, mut setting: Setting<'_>, slots: &mut ByName<(usize, Shape)>) {
        let Setting { component, index, parameter, .. } = setting;
        // A composite class may set a final parameter of its parts.
        if let Some(given) = setting.given.filter(|given| parameter.is_final && given.user().is_some()) {
            let (component, parameter) = (component.to_owned(), parameter.name.to_owned());
            self.problems.add(given.name_span.as_ref(), LibraryProblem::FinalParameter { component, parameter });
            setting.given = None;
        }
        if matches!(parameter.kind, ParameterKind::Reading(_)) || self.formula(setting) {
            return;
        }
        match parameter.kind {
            ParameterKind::Real(_) => {
                let entry = self.real_parameter(setting);
                let entry = &self.out.parameters[entry];
                slots.insert(parameter.name, (entry.first, entry.shape));
            }
            _ => {
                let value = self.structural(setting);
                self.out.components[index].structural.insert(parameter.name, value);
            }
        }
    }

    /// Stores an expression that is evaluated during the simulation; returns false for a numeric parameter.
    fn formula(&mut self, setting: Setting<'_>) -> bool {
        let Setting { component, index, parameter, given } = setting;
        if parameter.kind == ParameterKind::Condition {
            self.condition(setting);
            return true;
        }
        let is_always = parameter.default == DefaultValue::Absent;
        let (Some(varying), Some(value)) = (parameter.varies_with, given.and_then(Given::user)) else {
            return is_always;
        };
        if !is_always && !varies(&value.value, varying) {
            return false;
        }
        let owner = Owner::Component(component, parameter.name);
        let expression = match self.content(owner, value, Some(parameter)) {
            Some((_, Content::Expression { expression, .. })) => expression.expression.clone(),
            Some((_, Content::Numbers(numbers))) => {
                Expression::Array(numbers.into_iter().map(Expression::Number).collect())
            }
            _ => return true,
        };
        let span = Some(value.span.clone());
        self.push_formula(FormulaEntry { component: index, parameter, varying, expression, span });
        true
    }

    fn push_formula(&mut self, entry: FormulaEntry) {
        self.out.components[entry.component].formulas.insert(entry.parameter.name, self.out.formulas.len());
        self.out.formulas.push(entry);
    }

    /// Stores a comparison as an expression that is positive if it holds.
    fn condition(&mut self, setting: Setting<'_>) {
        let Setting { component, index, parameter, given } = setting;
        let Some(value) = given.and_then(Given::user) else {
            self.default_content(setting);
            return;
        };
        if let Value::String(text) = &value.value
            && let Err(diagnostic) = read_condition(text, &value.span)
        {
            return self.problems.push(diagnostic);
        }
        let Value::Condition(condition) = &value.value else {
            return self.wrong_value(component, parameter.name, value, "a comparison, such as \"time >= 5\"");
        };
        match difference(condition) {
            Some(expression) => {
                let (varying, span) = (Varying::Time, Some(value.span.clone()));
                self.push_formula(FormulaEntry { component: index, parameter, varying, expression, span });
            }
            None => self.wrong_value(component, parameter.name, value, "one comparison by <, <=, > or >="),
        }
    }

    /// Lays out a numeric parameter; returns its index in `Collected::parameters`.
    fn real_parameter(&mut self, setting: Setting<'_>) -> usize {
        let Setting { component, index, parameter, given } = setting;
        let full = [component, ".", parameter.name].concat();
        let origin = ParameterOrigin::Component(parameter);
        let (mut min, mut max) = (parameter.min, parameter.max);
        let user = given.and_then(Given::user);
        let entry = if let Some((value, entries)) = user.and_then(|value| Some((value, is_solved(&value.value)?))) {
            let start = attribute(entries, "start").filter(|_| parameter.any_size);
            let shape = start.map_or(parameter.shape, |start| same_kind(parameter.shape, self.shape_of(&start.value)));
            narrow([&mut min, &mut max], entries);
            let subject = Subject { owner: component, name: parameter.name, shape };
            self.solved_parameter(full, subject, origin, &value.span, entries)
        } else {
            let (span, (shape, content)) = match given.map(|g| &g.value) {
                Some(GivenValue::User(value)) => {
                    let owner = Owner::Component(component, parameter.name);
                    let value = self.limited(setting, value, [&mut min, &mut max]);
                    let content = self.content(owner, value, Some(parameter));
                    (Some(value.span.clone()), content.unwrap_or((parameter.shape, Content::Zero)))
                }
                Some(GivenValue::Bound { expression, scope }) => {
                    // A table of the composite class has the size given by its user.
                    let whole = self.out.find_parameter(expression, Some(*scope)).filter(|_| parameter.any_size);
                    let shape = whole.map_or(parameter.shape, |(entry, _)| same_kind(parameter.shape, entry.shape));
                    (None, (shape, self.library_expression(expression, *scope)))
                }
                None => (None, (parameter.shape, self.default_content(setting))),
            };
            self.push_parameter(full, shape, span, origin, content)
        };
        self.out.components[index].parameters.end = entry + 1;
        let ParameterEntry { first, shape, .. } = self.out.parameters[entry];
        for slot in &mut self.out.slots[first..][..shape.size()] {
            slot.limit(min, max);
        }
        entry
    }

    /// The value of `{ value = 1, min = 0, max = 2 }`, with its limits tightened accordingly; other values are returned
    /// unchanged.
    fn limited<'v>(
        &mut self,
        Setting { component, parameter, .. }: Setting<'_>,
        value: &'v Spanned<Value>,
        [min, max]: [&mut Option<f64>; 2],
    ) -> &'v Spanned<Value> {
        let Value::Table(entries) = &value.value else { return value };
        let Some(inner) = attribute(entries, "value") else { return value };
        narrow([min, max], entries);
        for limit in ["min", "max"] {
            if let Some(value) = attribute(entries, limit).filter(|value| value.value.number().is_none()) {
                self.wrong_value(component, parameter.name, value, format!("a number for `{limit}`"));
            }
        }
        self.refuse_other((component, parameter.name), entries, &Keys::OF_VALUE);
        inner
    }

    fn default_content(&mut self, Setting { component, index, parameter, .. }: Setting<'_>) -> Content {
        match parameter.default {
            DefaultValue::Number(x) => Content::Numbers(vec![x; parameter.shape.size()]),
            DefaultValue::Vector(v) => Content::Numbers(v.to_vec()),
            DefaultValue::Row(row) => Content::Numbers(row.to_vec()),
            DefaultValue::Expression(text) => self.library_expression(text, index),
            _ => {
                let entry = &self.out.components[index];
                let ParameterKind::Real(unit) = parameter.kind else { return Content::Zero };
                let unit = unit.filter(|unit| *unit != "1").map_or(String::new(), |unit| format!(" in {unit}"));
                let problem = LibraryProblem::MissingParameter {
                    component: component.to_owned(),
                    class: library::short_name(entry.class).to_owned(),
                    parameter: parameter.name.to_owned(),
                    description: parameter.description.to_owned(),
                    expected: parameter.expected() + &unit,
                };
                let span = entry.span.clone();
                self.problems.add(span.as_ref(), problem);
                Content::Zero
            }
        }
    }

    /// An expression of a class, with names relative to the component with the number `scope`.
    fn library_expression(&mut self, text: &'static str, scope: usize) -> Content {
        let expression = match self.expressions.get(text) {
            Some(expression) => Arc::clone(expression),
            None => match Expression::parse(text) {
                Ok(expression) => {
                    let expression = Content::shared(expression);
                    self.expressions.insert(text, Arc::clone(&expression));
                    expression
                }
                Err(error) => {
                    self.problems.add(None, error.problem);
                    return Content::Zero;
                }
            },
        };
        Content::Expression { expression, scope: Some(scope), text_span: None }
    }

    pub(super) fn push_parameter(
        &mut self,
        name: String,
        shape: Shape,
        span: Option<Span>,
        origin: ParameterOrigin,
        content: Content,
    ) -> usize {
        let (name, first): (Arc<str>, _) = (name.into(), self.out.slots.len());
        let (numbers, binding) = match content {
            Content::Zero => (Vec::new(), None),
            Content::Numbers(numbers) => (numbers, None),
            Content::Expression { expression, scope, text_span } => (Vec::new(), Some((expression, scope, text_span))),
        };
        // Missing elements are zero.
        for k in 0..shape.size() {
            let value = numbers.get(k).copied().unwrap_or(0.0);
            self.out.slots.push(Slot::new(Arc::clone(&name), (shape, k), value, binding.is_none()));
        }
        let index = self.out.parameters.len();
        self.out.parameters.push(ParameterEntry { name, first, shape, span, origin, binding });
        index
    }
}
