//! Expressions: what is known becomes a value, what parameters and variables decide an expression of the netlist.

use std::rc::Rc;

use fmu_core::model_file::Span;

use super::arithmetic;
use super::budget::{EXPRESSION, NAME};
use super::conditions;
use super::context::{Context, Outcome, fault};
use super::instance::{Parameter, Symbol, TypeKind, What};
use super::modifiers::{Bound, Scope, Step};
use super::places::{Place, Thing};
use super::syntax::{Expression, Kind, Operator, Reference, Subscript};
use super::value::Value;

/// Calls and references in each other, more than any model has.
const DEPTH_LIMIT: usize = 200;

impl Context<'_> {
    /// The value of `bound`: of an array of components, the element for this one. With `fold` nothing stays open.
    pub(super) fn bound(&self, bound: &Bound, fold: bool) -> Outcome<Value> {
        let held = self.store.budget.held();
        let mut value = self.evaluate(&bound.expression, &bound.scope, fold)?;
        for step in &bound.at {
            let span = &bound.expression.span;
            let (index, count) = match step {
                Step::Element(index, count) => (index, count),
                Step::Member(name) => {
                    let Some(member) = value.member(name) else {
                        return fault(span, format!("{} has no member `{name}`", value.describe()));
                    };
                    value = member;
                    continue;
                }
            };
            let size = value.dimensions().first().copied();
            if size != Some(*count) {
                return fault(
                    span,
                    format!(
                        "this modifies an array of {count} component(s) and is {}: write one value for each component, or `each` before the name",
                        value.describe()
                    ),
                );
            }
            value = match value.element(*index) {
                Some(element) => element,
                None => {
                    let whole = Bound { at: Vec::new(), ..bound.clone() };
                    return self.bound(&whole, true).and_then(|whole| stepped(whole, &bound.at, span));
                }
            };
        }
        if !bound.at.is_empty() {
            self.store.budget.keep(held, &value)?;
        }
        Ok(value)
    }

    /// The value of an expression that has to be known before the model is built.
    pub(super) fn known(&self, expression: &Rc<Expression>, scope: &Scope) -> Outcome<Value> {
        let value = self.evaluate(expression, scope, true)?;
        if value.is_known() {
            return Ok(value);
        }
        fault(&expression.span, format!("{} is not known before the simulation", value.describe()))
    }

    pub(super) fn evaluate(&self, expression: &Rc<Expression>, scope: &Scope, fold: bool) -> Outcome<Value> {
        let budget = &self.store.budget;
        budget.at(&expression.span);
        budget.work(EXPRESSION)?;
        let held = budget.held();
        let depth = self.deeper(&expression.span)?;
        let value = self.kind(expression, scope, fold);
        self.depth.set(depth);
        let value = value?;
        budget.keep(held, &value)?;
        Ok(value)
    }

    fn kind(&self, expression: &Rc<Expression>, scope: &Scope, fold: bool) -> Outcome<Value> {
        let span = &expression.span;
        match &expression.kind {
            Kind::Number(x) => Ok(Value::Number(*x)),
            Kind::Text(text) => Ok(Value::Text(text.clone())),
            Kind::Boolean(x) => Ok(Value::Boolean(*x)),
            Kind::Reference(reference) => self.reference(reference, scope, fold),
            Kind::End => self
                .local(scope, "end")
                .map_or_else(|| fault(span, "`end` stands for the last element only between brackets"), Ok),
            Kind::Negate(operand) => arithmetic::negate(&self.evaluate(operand, scope, fold)?, span),
            Kind::Not(operand) => arithmetic::not(&self.evaluate(operand, scope, fold)?, span),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, scope, fold, span),
            Kind::Call { function, arguments } => self.call(function, arguments, scope, fold, span),
            Kind::Array(elements) => self.array(elements, scope, fold, span),
            Kind::Matrix(rows) => self.matrix(rows, scope, fold, span),
            Kind::Comprehension(element, indices) => self.comprehension(element, indices, scope, fold),
            Kind::Range(first, step, last) => self.range(first, step.as_ref(), last, scope),
            Kind::If(branches, otherwise) => self.choice(branches, otherwise, scope, fold),
            Kind::Tuple(_) => fault(
                span,
                "several values in parentheses are the outputs of a function, which only `(a, b) := f(x)` takes",
            ),
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
        let (work, bytes) = arithmetic::cost(operator, &a, &b);
        self.store.budget.work(work)?;
        self.store.budget.room(bytes)?;
        arithmetic::binary(operator, &a, &b, span)
    }

    fn choice(
        &self,
        branches: &[(Rc<Expression>, Rc<Expression>)],
        otherwise: &Rc<Expression>,
        scope: &Scope,
        fold: bool,
    ) -> Outcome<Value> {
        let mut branches = branches;
        let (condition, value, others, decision) = loop {
            let Some(((condition, value), others)) = branches.split_first() else {
                return self.evaluate(otherwise, scope, fold);
            };
            let mut decision = self.evaluate(without_event(condition).0, scope, fold)?;
            if matches!(&decision, Value::Open(open) if !open.is_condition()) {
                decision = self.evaluate(without_event(condition).0, scope, true)?;
            }
            if decision != Value::Boolean(false) {
                break (condition, value, others, decision);
            }
            branches = others;
        };
        let (condition, is_without_event) = without_event(condition);
        match decision {
            Value::Boolean(true) => self.evaluate(value, scope, fold),
            Value::Open(ref open) if open.is_condition() => {
                let then = self.evaluate(value, scope, fold)?;
                let depth = self.deeper(&condition.span)?;
                let rest = self.choice(others, otherwise, scope, fold);
                self.depth.set(depth);
                let rest = rest?;
                self.store.budget.room(arithmetic::bytes_of_choice(&decision, &then, &rest))?;
                match arithmetic::chosen(&decision, &then, &rest, scope.instance.is_none()) {
                    Some(Value::Open(open)) if is_without_event && open.dimensions.is_empty() => {
                        Ok(Value::atom(format!("noEvent({})", open.text), Vec::new()).marked(open.whole))
                    }
                    Some(value) => Ok(value),
                    None => fault(&condition.span, "both values of an `if` need the same dimensions"),
                }
            }
            other => fault(&condition.span, format!("a condition is true or false, not {}", other.describe())),
        }
    }

    /// One level deeper, up to the limit; the depth so far.
    pub(super) fn deeper(&self, span: &Span) -> Outcome<usize> {
        let depth = self.depth.get();
        if depth >= DEPTH_LIMIT {
            return fault(span, format!("functions and references lead deeper than {DEPTH_LIMIT} levels"));
        }
        self.depth.set(depth + 1);
        Ok(depth)
    }

    fn local(&self, scope: &Scope, name: &str) -> Option<Value> {
        scope.locals.iter().rev().find(|(known, _)| **known == *name).map(|(_, value)| value.clone())
    }

    /// What a reference to a variable of a function or to an index of a loop is.
    fn local_value(&self, reference: &Reference, scope: &Scope) -> Outcome<Option<Value>> {
        let Some(((name, subscripts), members)) = reference.parts.split_first() else { return Ok(None) };
        let found = scope.locals.iter().rev().find(|(known, _)| *known == name.text);
        let Some((_, value)) = found.filter(|_| !reference.global) else { return Ok(None) };
        let span = &reference.span;
        // An element, without a copy of the whole array.
        if let (Value::Array(elements), [Subscript::One(one)], []) = (value, subscripts.as_slice(), members)
            && let Value::Number(x) = self.evaluate(one, scope, true)?
            && let Some(element) = elements.get((x - 1.0) as usize).filter(|_| x >= 1.0 && x.fract() == 0.0)
        {
            return Ok(Some(element.clone()));
        }
        let value = self.subscripted(value.clone(), &name.text, subscripts, scope, span)?;
        self.members(value, members, scope, span).map(Some)
    }

    /// An array of a function, which has a size before it has values.
    pub(super) fn local_array(&self, expression: &Expression, scope: &Scope) -> Option<Value> {
        let Kind::Reference(reference) = &expression.kind else { return None };
        self.local_value(reference, scope).ok()?
    }

    pub(super) fn reference(&self, reference: &Reference, scope: &Scope, fold: bool) -> Outcome<Value> {
        let Some((first, _)) = reference.parts.first() else { return fault(&reference.span, "a name is missing") };
        self.store.budget.work(NAME)?;
        self.store.budget.names(scope.locals.len())?;
        if let Some(value) = self.local_value(reference, scope)? {
            if value.is_set() {
                return Ok(value);
            }
            return fault(&reference.span, format!("`{}` is read before it has a value", first.text));
        }
        if let Some(places) = self.places(reference, scope)? {
            let mut values = Vec::with_capacity(places.len());
            let held = self.store.budget.held();
            for place in &places {
                let value = self.place(place, scope, fold, &reference.span)?;
                self.store.budget.hold(value.bytes())?;
                values.push(value);
            }
            self.store.budget.release(held);
            return match values.len() {
                1 if !names_array(&places) => values.pop().map_or_else(|| fault(&reference.span, "no value"), Ok),
                _ => Ok(Value::Array(values)),
            };
        }
        if &*first.text == "time" && reference.parts.len() == 1 {
            return Ok(Value::atom("time".to_owned(), Vec::new()));
        }
        self.constant(reference, scope)
    }

    /// The value of what a reference stands for.
    pub(super) fn place(&self, place: &Place, scope: &Scope, fold: bool, span: &Span) -> Outcome<Value> {
        match &place.what {
            Thing::Symbol(symbol) => match &symbol.what {
                What::Parameter(parameter) => {
                    let value = match self.unknown(place, symbol, parameter, scope)?.filter(|_| !fold) {
                        Some(unknown) => unknown,
                        None => self.parameter(place, symbol, parameter, fold, span)?,
                    };
                    if let Some((member, _)) = place.rest.first() {
                        return fault(&member.span, format!("`{}` is no record: it has no members", place.name));
                    }
                    self.subscripted(value, &place.name, &place.subscripts, scope, span)
                }
                What::Variable(_) | What::Connector(_) => {
                    if let Some((member, _)) = place.rest.first() {
                        return fault(&member.span, format!("`{}` is no record: it has no members", place.name));
                    }
                    let owner = self.instance_scope(place.instance, symbol, scope);
                    let dimensions = self.dimensions(symbol, &owner).unwrap_or_default();
                    let value = Value::atom(place.name.clone(), dimensions);
                    let value = self.subscripted(value, &place.name, &place.subscripts, scope, span)?;
                    Ok(conditions::of_signal(value, symbol.signal()))
                }
                _ => fault(span, format!("`{}` has no value that an expression could take", place.name)),
            },
            Thing::Library(class, symbol) => self.member(place, class, symbol.as_deref(), scope, fold, span),
            Thing::Composite(index) => match self.instance(*index).filter(|instance| instance.of_record.is_some()) {
                Some(record) => self.record_value(&record, *index, scope, fold, span),
                None => fault(span, format!("`{}` is a component, which has no value", place.name)),
            },
            Thing::Bus => {
                let path = self.bus_path(place, scope)?;
                Ok(Value::atom(path, Vec::new()))
            }
            Thing::Absent => fault(span, format!("`{}` is not there, because its condition is false", place.name)),
        }
    }

    /// The name of a parameter that the initialisation solves for.
    fn unknown(&self, place: &Place, symbol: &Symbol, parameter: &Parameter, scope: &Scope) -> Outcome<Option<Value>> {
        let is_unknown =
            parameter.value.is_none() && self.attribute(&symbol.modifiers, "fixed")? == Some(Value::Boolean(false));
        if !is_unknown {
            return Ok(None);
        }
        let owner = self.instance_scope(place.instance, symbol, scope);
        self.used.borrow_mut().insert(place.name.clone());
        Ok(Some(Value::atom(place.name.clone(), self.dimensions(symbol, &owner).unwrap_or_default())))
    }

    /// The scope in which a symbol's declaration is written.
    pub(super) fn instance_scope(&self, instance: usize, symbol: &Symbol, scope: &Scope) -> Scope {
        let class = symbol.declaration.as_ref().map_or_else(|| scope.class.clone(), |(_, class)| class.clone());
        Scope { instance: Some(instance), class, locals: Rc::default() }
    }

    fn parameter(
        &self,
        place: &Place,
        symbol: &Symbol,
        parameter: &Parameter,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let name = &place.name;
        let readers = if self.asserting.get() { &self.asserted } else { &self.used };
        readers.borrow_mut().insert(name.clone());
        if !parameter.constant && fold {
            self.structural.borrow_mut().insert(name.clone());
        }
        let known = fold || parameter.constant || self.structural.borrow().contains(name);
        let value = self.parameter_value(name, symbol, parameter, known, span)?;
        if known || matches!(value, Value::Literal { .. } | Value::Text(_) | Value::Boolean(_)) {
            return Ok(value);
        }
        Ok(Value::atom(name.clone(), value.dimensions()).marked(parameter.kind == TypeKind::Integer))
    }

    /// What a parameter is set to.
    pub(super) fn parameter_value(
        &self,
        name: &str,
        symbol: &Symbol,
        parameter: &Parameter,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let Some(bound) = &parameter.value else {
            let started = symbol.modifiers.iter().any(|modifier| &*modifier.name == "start");
            let hint = if started { "; it only has a start value, which other tools take with a warning" } else { "" };
            return fault(span, format!("parameter `{name}` has no value{hint}"));
        };
        self.store.budget.names(self.active.borrow().len())?;
        if self.active.borrow().iter().any(|active| active == name) {
            let cycle = self.active.borrow().join("`, `");
            return fault(span, format!("these parameters define each other: `{cycle}`"));
        }
        self.active.borrow_mut().push(name.to_owned());
        let value = self.bound(bound, fold);
        self.active.borrow_mut().pop();
        value
    }

    pub(super) fn subscripted(
        &self,
        value: Value,
        name: &str,
        subscripts: &[Subscript],
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Value> {
        if subscripts.is_empty() {
            return Ok(value);
        }
        let dimensions = value.dimensions();
        let chosen = self.expand(name, span, &dimensions, subscripts, scope)?;
        // Each element is taken from a copy, and what it is taken from may have to be parsed.
        self.store.budget.room(value.bytes().saturating_mul(chosen.len()))?;
        // Elements of a vector that is a sum or a product are those of its terms.
        let part = |value: &Value, k: usize| {
            value.element(k).or_else(|| super::arithmetic::parts(value).and_then(|parts| parts.get(k).cloned()))
        };
        let element = |index: &Vec<usize>| {
            index
                .iter()
                .try_fold(value.clone(), |value, i| part(&value, i - 1))
                .map_or_else(|| fault(span, format!("elements of `{name}` cannot be taken")), Ok)
        };
        let mut elements: Vec<Value> = chosen.iter().map(element).collect::<Outcome<_>>()?;
        let mut is_scalar = dimensions.len() == subscripts.len();
        for subscript in subscripts {
            if let Subscript::One(expression) = subscript {
                let size = Value::Number(*dimensions.first().unwrap_or(&0) as f64);
                is_scalar &= self.known(expression, &scope.with(&"end".into(), size))?.dimensions().is_empty();
            } else {
                is_scalar = false;
            }
        }
        if is_scalar && elements.len() == 1 {
            return elements.pop().map_or_else(|| fault(span, "no element"), Ok);
        }
        // A row of a matrix has been taken element by element.
        Ok(Value::Array(elements))
    }
}

/// A condition, and whether `noEvent` is around it.
fn without_event(condition: &Rc<Expression>) -> (&Rc<Expression>, bool) {
    match &condition.kind {
        Kind::Call { arguments, .. } if Context::is_call(condition, "noEvent") => match arguments.as_slice() {
            [(None, inner)] => (inner, true),
            _ => (condition, false),
        },
        _ => (condition, false),
    }
}

/// The part of a value that `steps` lead to.
fn stepped(value: Value, steps: &[Step], span: &Span) -> Outcome<Value> {
    let part = steps.iter().try_fold(value, |value, step| match step {
        Step::Element(index, _) => value.element(*index),
        Step::Member(name) => value.member(name),
    });
    part.map_or_else(|| fault(span, "elements of this value cannot be taken: write them"), Ok)
}

/// Whether the places are the elements of an array of components, so that one element is an array too.
fn names_array(places: &[Place]) -> bool {
    places.len() != 1
}
