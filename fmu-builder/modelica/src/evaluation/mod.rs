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

    pub(crate) fn evaluate(&self, expression: &Rc<Expression>, scope: &Scope, fold: bool) -> Outcome<Value> {
        let budget = self.budget;
        budget.at(&expression.span);
        budget.work(EXPRESSION)?;
        let held = budget.held();
        let value = self.deeper(&expression.span, || self.kind(expression, scope, fold))?;
        budget.keep(held, value.bytes())?;
        Ok(value)
    }

    fn kind(&self, expression: &Rc<Expression>, scope: &Scope, fold: bool) -> Outcome<Value> {
        let span = &expression.span;
        match &expression.kind {
            Kind::Number(x) => Ok(Value::Number(*x)),
            Kind::Text(text) => Ok(Value::Text(text.clone())),
            Kind::Boolean(x) => Ok(Value::Boolean(*x)),
            Kind::Reference(reference) => self.reference(reference, scope, fold),
            Kind::End => scope.local("end").cloned().map_or_else(|| fault(span, Fault::EndOutsideOfBrackets), Ok),
            Kind::Negate(operand) => arithmetic::negate(&self.evaluate(operand, scope, fold)?, span),
            Kind::Not(operand) => arithmetic::not(&self.evaluate(operand, scope, fold)?, span),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, scope, fold, span),
            Kind::Call { function, arguments } => self.call(function, arguments, scope, fold, span),
            Kind::Array(elements) => self.array(elements, scope, fold, span),
            Kind::Matrix(rows) => self.matrix(rows, scope, fold, span),
            Kind::Comprehension(element, indices) => self.comprehension(element, indices, scope, fold),
            Kind::Range(first, step, last) => self.range(first, step.as_ref(), last, scope),
            Kind::If(branches, otherwise) => self.choice(branches, otherwise, scope, fold),
            Kind::Tuple(_) => fault(span, Fault::SeveralValues),
        }
    }

    fn binary(
        &self,
        operator: Operator,
        left: &Rc<Expression>,
        right: &Rc<Expression>,
        scope: &Scope,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let (a, b) = (self.evaluate(left, scope, fold)?, self.evaluate(right, scope, fold)?);
        let (a, b) = match (operator.is_arithmetic(), a.is_known(), b.is_known()) {
            (true, true, false) => (self.with_units(left, a, scope), b),
            (true, false, true) => (a, self.with_units(right, b, scope)),
            _ => (a, b),
        };
        let (work, bytes) = arithmetic::cost(operator, &a, &b);
        self.budget.work(work)?;
        self.budget.room(bytes)?;
        let is_number =
            |value: &Value| value.number().is_some() || matches!(value, Value::Open(open) if !open.is_condition());
        let is_equality = matches!(operator, Operator::Equal | Operator::Unequal) && !(a.is_whole() && b.is_whole());
        if is_equality && scope.instance.is_none() && is_number(&a) && is_number(&b) && !(a.is_known() && b.is_known())
        {
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
        scope: &Scope,
        fold: bool,
    ) -> Outcome<Value> {
        for (k, (condition, value)) in branches.iter().enumerate() {
            let (condition, is_without_event) = without_event(condition);
            let span = &condition.span;
            let mut decision = self.evaluate(condition, scope, fold)?;
            if matches!(&decision, Value::Open(open) if !open.is_condition()) {
                decision = self.evaluate(condition, scope, true)?;
            }
            match decision {
                Value::Boolean(false) => continue,
                Value::Boolean(true) => return self.evaluate(value, scope, fold),
                Value::Open(ref open) if open.is_condition() => {}
                other => return fault(span, Fault::NotACondition { found: other.describe() }),
            }
            let then = self.evaluate(value, scope, fold)?;
            let rest = self.deeper(span, || self.choice(&branches[k + 1..], otherwise, scope, fold))?;
            self.budget.room(arithmetic::bytes_of_choice(&decision, &then, &rest))?;
            return match arithmetic::chosen(&decision, &then, &rest, scope.instance.is_none(), span)? {
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
        self.evaluate(otherwise, scope, fold)
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

/// A condition, and whether `noEvent` is around it.
fn without_event(condition: &Rc<Expression>) -> (&Rc<Expression>, bool) {
    condition.argument_of("noEvent").map_or((condition, false), |inner| (inner, true))
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
