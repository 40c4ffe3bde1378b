//! Evaluation of expressions, to a value if it is known, otherwise to an expression of parameters and variables of the netlist.

pub(crate) mod algorithm;
pub(crate) mod arrays;
pub(crate) mod constants;
pub(crate) mod derivative;
pub(crate) mod functions;
pub(crate) mod happenings;
pub(crate) mod members;
pub(crate) mod own_functions;
pub(crate) mod places;
pub(crate) mod records;
pub(crate) mod references;
pub(crate) mod resources;
pub(crate) mod targets;
pub(crate) mod types;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use compiler::model_file::{Function, Relation, Span};

use crate::budget::{Budget, EXPRESSION, deeper};
use crate::classes::Classes;
use crate::instances::Symbol;
use crate::instances::model::{COUNT_LIMIT, Model};
use crate::instances::modifiers::{Bound, Scope, Step};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Expression, Kind, Operator};
use crate::values::{Value, arithmetic};

/// Largest depth of calls and references, more than any model needs.
const DEPTH_LIMIT: usize = 200;

/// Makes the default component for a missing inner one. Handed down, since instantiation is a layer above evaluation.
pub(crate) type DefaultInner = fn(&Evaluator<'_>, &Symbol) -> Option<Rc<Symbol>>;

/// The surroundings in which an expression is evaluated.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    /// Scope of the names.
    pub(crate) scope: &'a Scope,
    /// True if parameters are put in as numbers.
    pub(crate) fold: bool,
}

/// Evaluates expressions with the classes, the model under construction and the budget.
#[derive(Debug)]
pub(crate) struct Evaluator<'a> {
    pub(crate) classes: &'a Classes<'a>,
    pub(crate) model: &'a Model,
    pub(crate) budget: &'a Budget,
    pub(crate) default_inner: DefaultInner,
    /// True while an assertion is evaluated.
    pub(crate) asserting: Cell<bool>,
    /// True while constants keep their units, as operands of an expression.
    pub(crate) measuring: Cell<bool>,
    /// Parameters that are being evaluated.
    pub(crate) active: RefCell<Vec<String>>,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(classes: &'a Classes<'a>, model: &'a Model, default_inner: DefaultInner) -> Self {
        Self {
            classes,
            model,
            budget: classes.budget,
            default_inner,
            asserting: Cell::new(false),
            measuring: Cell::new(false),
            active: RefCell::default(),
        }
    }
}

impl Evaluator<'_> {
    /// The value of `bound`; for an element of an array of components, its element. With `fold` the value has to be known.
    pub(crate) fn bound(&self, bound: &Bound, fold: bool) -> Outcome<Value> {
        let held = self.budget.held();
        let whole = match bound.at.first() {
            Some(Step::Output(output, count)) => {
                let mut outputs = self.several(&bound.expression, &bound.scope, fold, *count)?;
                outputs.swap_remove(*output)
            }
            _ => self.evaluate(&bound.expression, &bound.scope, fold)?,
        };
        if bound.at.is_empty() {
            return Ok(whole);
        }
        let span = &bound.expression.span;
        let Some(part) = stepped(whole, &bound.at, span)? else {
            let whole = self.bound(&Bound { at: Vec::new(), ..bound.clone() }, true)?;
            return stepped(whole, &bound.at, span)?.map_or_else(|| fault(span, Fault::ElementsOfValue), Ok);
        };
        self.budget.keep(held, part.bytes())?;
        Ok(part)
    }

    /// The value of an expression that has to be known before the model is built.
    pub(crate) fn known(&self, expression: &Rc<Expression>, scope: &Scope) -> Outcome<Value> {
        let value = self.evaluate(expression, scope, true)?;
        if value.is_known() {
            return Ok(value);
        }
        fault(&expression.span, Fault::Open { found: value.describe() })
    }

    /// `evaluate_at` with its parts apart.
    pub(crate) fn evaluate(&self, expression: &Rc<Expression>, scope: &Scope, fold: bool) -> Outcome<Value> {
        self.evaluate_at(expression, At { scope, fold })
    }

    /// The value of an expression.
    pub(crate) fn evaluate_at(&self, expression: &Rc<Expression>, at: At<'_>) -> Outcome<Value> {
        let budget = self.budget;
        budget.at(&expression.span);
        budget.work(EXPRESSION)?;
        let held = budget.held();
        let value = self.deeper(&expression.span, || self.kind(expression, at))?;
        budget.keep(held, value.bytes())?;
        Ok(value)
    }

    fn kind(&self, expression: &Rc<Expression>, at: At<'_>) -> Outcome<Value> {
        let span = &expression.span;
        match &expression.kind {
            Kind::Number(x) => Ok(Value::Number(*x)),
            Kind::Text(text) => Ok(Value::Text(text.clone())),
            Kind::Boolean(x) => Ok(Value::Boolean(*x)),
            Kind::Reference(reference) => self.reference(reference, at),
            Kind::End => at.scope.local("end").cloned().map_or_else(|| fault(span, Fault::EndOutsideOfBrackets), Ok),
            Kind::Negate(operand) => arithmetic::negate(&self.evaluate_at(operand, at)?, span),
            Kind::Not(operand) => arithmetic::not(&self.evaluate_at(operand, at)?, span),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, at, span),
            Kind::Call { function, arguments } => self.call(function, arguments, at, span),
            Kind::Array(elements) => self.array(elements, at, span),
            Kind::Matrix(rows) => self.matrix(rows, at, span),
            Kind::Comprehension(element, indices) => self.comprehension(element, indices, at),
            Kind::Range(first, step, last) => self.range(first, step.as_ref(), last, at.scope),
            Kind::If(branches, otherwise) => self.choice(branches, otherwise, at),
            Kind::Tuple(_) => fault(span, Fault::SeveralValues),
        }
    }

    fn binary(
        &self,
        operator: Operator,
        left: &Rc<Expression>,
        right: &Rc<Expression>,
        at: At<'_>,
        span: &Span,
    ) -> Outcome<Value> {
        let (a, b) = (self.evaluate_at(left, at)?, self.evaluate_at(right, at)?);
        let (a, b) = match (operator.is_arithmetic(), a.is_known(), b.is_known()) {
            (true, true, false) => (self.with_units(left, a, at.scope), b),
            (true, false, true) => (a, self.with_units(right, b, at.scope)),
            _ => (a, b),
        };
        let (work, bytes) = arithmetic::cost(operator, &a, &b);
        self.budget.work(work)?;
        self.budget.room(bytes)?;
        let is_number =
            |value: &Value| value.number().is_some() || matches!(value, Value::Open(open) if !open.is_condition());
        let is_equality = matches!(operator, Operator::Equal | Operator::Unequal) && !(a.is_whole() && b.is_whole());
        let is_in_function = at.scope.instance.is_none();
        if is_equality && is_in_function && is_number(&a) && is_number(&b) && !(a.is_known() && b.is_known()) {
            // In functions nothing waits for two numbers to become equal.
            let compared = |relation| arithmetic::binary(Operator::Compare(relation), &a, &b, span);
            let (below, above) = (compared(Relation::LessEqual)?, compared(Relation::GreaterEqual)?);
            let equal = arithmetic::binary(Operator::And, &below, &above, span)?;
            return if operator == Operator::Equal { Ok(equal) } else { arithmetic::not(&equal, span) };
        }
        arithmetic::binary(operator, &a, &b, span)
    }

    fn choice(
        &self,
        branches: &[(Rc<Expression>, Rc<Expression>)],
        otherwise: &Rc<Expression>,
        at: At<'_>,
    ) -> Outcome<Value> {
        for (k, (condition, value)) in branches.iter().enumerate() {
            let inner = condition.argument_of("noEvent");
            let (condition, is_without_event) = (inner.unwrap_or(condition), inner.is_some());
            let span = &condition.span;
            let mut decision = self.evaluate_at(condition, at)?;
            if matches!(&decision, Value::Open(open) if !open.is_condition()) {
                decision = self.evaluate(condition, at.scope, true)?;
            }
            match decision {
                Value::Boolean(false) => continue,
                Value::Boolean(true) => return self.evaluate_at(value, at),
                Value::Open(ref open) if open.is_condition() => {}
                other => return fault(span, Fault::NotACondition { found: other.describe() }),
            }
            let then = self.evaluate_at(value, at)?;
            let rest = self.deeper(span, || self.choice(&branches[k + 1..], otherwise, at))?;
            self.budget.room(arithmetic::bytes_of_choice(&decision, &then, &rest))?;
            return match arithmetic::chosen(&decision, &then, &rest, at.scope.instance.is_none(), span)? {
                Some(value @ Value::Open(_)) if is_without_event && value.dimensions().is_empty() => {
                    match Value::call(Function::NoEvent, &[&value], Vec::new(), span)? {
                        Some(call) => Ok(call.marked(value.is_whole())),
                        None => fault(span, Fault::NoEventOfCondition),
                    }
                }
                Some(value) => Ok(value),
                None => fault(span, Fault::ChoiceDimensions),
            };
        }
        self.evaluate_at(otherwise, at)
    }

    /// Enters a level for `inner`, up to the limit.
    pub(crate) fn deeper<T>(&self, span: &Span, inner: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        deeper(&self.budget.depth, DEPTH_LIMIT, span, Fault::TooDeep { limit: DEPTH_LIMIT }, inner)
    }

    /// Counts components; fails for the first that are too many.
    pub(crate) fn count(&self, components: usize, span: &Span) -> Outcome<()> {
        let count = self.model.count.get().saturating_add(components);
        self.model.count.set(count);
        if count > COUNT_LIMIT {
            let problem = Fault::TooManyComponents { limit: COUNT_LIMIT };
            return Err(self.budget.end(problem.at(span.clone())));
        }
        Ok(())
    }
}

/// The part of a value that `steps` select; none where an element of an expression has no name.
fn stepped(mut value: Value, steps: &[Step], span: &Span) -> Outcome<Option<Value>> {
    for step in steps {
        let part = match step {
            Step::Output(..) => continue,
            Step::Element(_, count) if value.dimensions().first() != Some(count) => {
                return fault(span, Fault::ModifiesArray { count: *count, found: value.describe() });
            }
            Step::Element(index, _) => value.element(*index),
            Step::Member(name) => match value.member(name) {
                None => {
                    let (whole, name, near) = (value.describe(), name.to_string(), String::new());
                    return fault(span, Fault::NoSuchPart { whole, part: "member", name, near });
                }
                found => found,
            },
        };
        let Some(part) = part else { return Ok(None) };
        value = part;
    }
    Ok(Some(value))
}
