//! Algorithms of functions, statement by statement. Variables of the model stay expressions: a condition on them becomes an `if` expression
//! for each variable that its branches assign, and a loop must not depend on them.

use std::rc::Rc;

use compiler::model_file::Span;
use mechanism::digits::counted;

use crate::evaluation::{At, Evaluator};
use crate::instances::modifiers::Scope;
use crate::names::suggestion;
use crate::problem::{Fault, Outcome, fault, refused};
use crate::syntax::{Arguments, Branch, Expression, Index, Kind, Part, Reference, Statement, Tuple};
use crate::values::open::NODE_LIMIT;
use crate::values::variable::Variable;
use crate::values::{Value, arithmetic};

/// Most statements that functions execute while a model is read.
const STEP_LIMIT: usize = 200_000;

/// A function that is being executed.
pub(crate) struct Run {
    /// Its name.
    pub(crate) of: String,
    /// Holds the values of the variables as locals.
    pub(crate) scope: Scope,
    pub(crate) fold: bool,
    variables: Vec<Variable>,
}

/// Control flow after a statement.
enum Flow {
    On,
    Break(Span),
    Return(Span),
}

impl Run {
    pub(crate) fn new(of: String, scope: Scope, fold: bool) -> Self {
        Self { of, scope, fold, variables: Vec::new() }
    }

    pub(crate) fn declare(&mut self, variable: Variable, value: Value) {
        Rc::make_mut(&mut self.scope.locals).push((variable.name.clone(), value));
        self.variables.push(variable);
    }

    fn set(&mut self, name: &str, value: Value) {
        let mut locals = Rc::make_mut(&mut self.scope.locals).iter_mut().rev();
        if let Some((_, known)) = locals.find(|(known, _)| **known == *name) {
            *known = value;
        }
    }
}

impl Evaluator<'_> {
    /// Executes the algorithm of a function.
    pub(crate) fn run(&self, statements: &[Statement], run: &mut Run) -> Outcome<()> {
        match self.statements(statements, run)? {
            Flow::Break(span) => fault(&span, Fault::BreakOutsideOfLoop),
            Flow::On | Flow::Return(_) => Ok(()),
        }
    }

    fn statements(&self, statements: &[Statement], run: &mut Run) -> Outcome<Flow> {
        for statement in statements {
            match self.statement(statement, run)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    fn statement(&self, statement: &Statement, run: &mut Run) -> Outcome<Flow> {
        match statement {
            Statement::Assign { target, value, span } => {
                self.step(run, span)?;
                let held = self.budget.held();
                let value = self.evaluate(value, &run.scope, run.fold)?;
                let is_whole = matches!(target.parts.as_slice(), [(_, subscripts)] if subscripts.is_empty());
                let before =
                    target.parts.first().and_then(|(name, _)| run.scope.local(&name.text)).map_or(0, Value::bytes);
                // An assignment of an element copies the whole array.
                self.budget.room(before)?;
                if is_whole {
                    self.budget.keep(held.saturating_sub(before), value.bytes())?;
                } else {
                    self.budget.release(held);
                }
                self.assign(target, value, run, span)?;
            }
            Statement::AssignSeveral { targets, call, span } => self.assign_several(targets, call, run, span)?,
            Statement::If { branches, otherwise } => return self.branches(branches, otherwise, run),
            Statement::For { indices, body, span } => return self.loop_over(indices, body, run, span),
            Statement::While { condition, body, span } => return self.loop_while(condition, body, run, span),
            Statement::Call { call, span } => self.called(call, run, span)?,
            Statement::Break { span } => return Ok(Flow::Break(span.clone())),
            Statement::Return { span } => return Ok(Flow::Return(span.clone())),
            Statement::When { span, .. } => return fault(span, Fault::WhenInFunction),
        }
        Ok(Flow::On)
    }

    /// Counts a statement.
    fn step(&self, run: &Run, span: &Span) -> Outcome<()> {
        let steps = self.budget.steps.get() + 1;
        self.budget.steps.set(steps);
        if steps > STEP_LIMIT {
            return fault(span, Fault::Endless { function: run.of.to_string(), limit: STEP_LIMIT });
        }
        Ok(())
    }

    fn assign(&self, target: &Reference, value: Value, run: &mut Run, span: &Span) -> Outcome<()> {
        let (name, _) = &target.parts[0];
        let Some(variable) = run.variables.iter().find(|variable| variable.name == name.text) else {
            let near = suggestion(&name.text, run.variables.iter().map(|variable| &*variable.name));
            let (whole, variable) = (format!("the function `{}`", run.of), name.text.to_string());
            return fault(&name.span, Fault::NoSuchPart { whole, part: "variable", name: variable, near });
        };
        if variable.is_input {
            return refused(&name.span, &name.text, "is an input of the function: it cannot be assigned");
        }
        let value = self.shared(value, span)?;
        self.check_size(&name.text, &value, span)?;
        let old = run.scope.local(&name.text).cloned().unwrap_or(Value::Unset);
        let new = self.put(old, &target.parts, value, &run.scope, span)?;
        variable.check(&new, &run.of, span)?;
        run.set(&name.text, new);
        Ok(())
    }

    /// `into` with `value` assigned to the part that subscripts and members select.
    fn put(&self, into: Value, parts: &[Part], value: Value, scope: &Scope, span: &Span) -> Outcome<Value> {
        let Some(((name, subscripts), rest)) = parts.split_first() else { return Ok(value) };
        if subscripts.is_empty() {
            let Some((member, _)) = rest.first() else { return Ok(value) };
            let Value::Record(mut record) = into else {
                return fault(&member.span, Fault::NotARecord { name: name.text.to_string() });
            };
            let of = record.of.clone();
            let Some((_, known)) = record.members.iter_mut().find(|(known, _)| *known == member.text) else {
                let near = suggestion(&member.text, record.members.iter().map(|(known, _)| &**known));
                let name = member.text.to_string();
                return fault(&member.span, Fault::NoSuchName { whole: format!("record `{of}`"), name, near });
            };
            let old = std::mem::replace(known, Value::Unset);
            *known = self.put(old, rest, value, scope, span)?;
            return Ok(Value::Record(record));
        }
        let dimensions = into.dimensions();
        if dimensions.is_empty() {
            return refused(&name.span, &name.text, "has no elements yet: its size is not known, or it is a scalar");
        }
        let chosen = self.expand(&name.text, &name.span, &dimensions, subscripts, scope)?;
        let values = if rest.is_empty() { value.flat() } else { vec![value] };
        if values.len() != chosen.len() {
            let (chosen, values) = (counted(chosen.len(), "element"), counted(values.len(), "value"));
            return fault(span, Fault::WrongCount { chosen, values });
        }
        let mut whole = spread(into);
        for (index, value) in chosen.iter().zip(values) {
            let Some(place) = element_mut(&mut whole, index) else {
                return fault(span, Fault::ElementsOf { name: name.text.to_string(), done: "assigned" });
            };
            let old = std::mem::replace(place, Value::Unset);
            // Members of the element follow.
            let parts: Vec<Part> = std::iter::once((name.clone(), Vec::new())).chain(rest.iter().cloned()).collect();
            *place = self.put(old, &parts, value, scope, span)?;
        }
        Ok(whole)
    }

    fn assign_several(&self, targets: &Tuple, call: &Expression, run: &mut Run, span: &Span) -> Outcome<()> {
        self.step(run, span)?;
        let values = self.several(call, &run.scope, run.fold, targets.len())?;
        for (target, value) in targets.iter().zip(values) {
            let Some(target) = target else { continue };
            let Kind::Reference(reference) = &target.kind else {
                return fault(&target.span, Fault::NotAVariable);
            };
            self.assign(reference, value, run, span)?;
        }
        Ok(())
    }

    /// The first `count` outputs of the function that `call` calls.
    pub(crate) fn several(&self, call: &Expression, scope: &Scope, fold: bool, count: usize) -> Outcome<Vec<Value>> {
        let found = match &call.kind {
            Kind::Call { function, arguments } => {
                self.classes.find(&scope.class, &function.name()).map(|found| (found, arguments))
            }
            _ => None,
        };
        let Some((crate::classes::entry::Found::Class(entry), arguments)) = found else {
            return fault(&call.span, Fault::NotSeveral);
        };
        let outputs = self.results(&entry, arguments, At { scope, fold }, &call.span)?;
        if outputs.len() < count {
            let (function, outputs) = (entry.name.clone(), outputs.len());
            return fault(&call.span, Fault::TooFewOutputs { function, outputs, count });
        }
        if let Some((name, _)) = outputs.iter().take(count).find(|(_, value)| !value.is_set()) {
            let (function, name) = (entry.name.clone(), name.to_string());
            return fault(&call.span, Fault::OutputWithoutValue { function, name });
        }
        Ok(outputs.into_iter().take(count).map(|(_, value)| value).collect())
    }

    fn branches(&self, branches: &[Branch<Statement>], otherwise: &[Statement], run: &mut Run) -> Outcome<Flow> {
        for (k, (condition, body)) in branches.iter().enumerate() {
            let span = &condition.span;
            self.step(run, span)?;
            let decision = self.evaluate(condition, &run.scope, run.fold)?;
            match decision {
                Value::Boolean(false) => continue,
                Value::Boolean(true) => return self.statements(body, run),
                Value::Open(ref open) if open.is_condition() => {}
                other => return fault(span, Fault::NotACondition { found: other.describe() }),
            }
            let refuse = |flow: Flow, run: &Run| match flow {
                Flow::On => Ok(()),
                Flow::Break(span) | Flow::Return(span) => {
                    fault(&span, Fault::OpenEnd { found: decision.describe(), function: run.of.to_string() })
                }
            };
            let before = run.scope.clone();
            let flow = self.statements(body, run)?;
            refuse(flow, run)?;
            let then = std::mem::replace(&mut run.scope, before);
            let flow = self.deeper(span, || self.branches(&branches[k + 1..], otherwise, run))?;
            refuse(flow, run)?;
            let bytes = then.locals.iter().map(|(_, value)| value.bytes() + decision.bytes()).sum();
            self.budget.room(bytes)?;
            let merged = then.locals.iter().zip(run.scope.locals.iter()).map(|((name, a), (_, b))| {
                let Some(value) = arithmetic::chosen(&decision, a, b, true, span)? else {
                    return refused(span, name, "has other dimensions in the two branches");
                };
                Ok((name.clone(), self.shared(value, span)?))
            });
            let merged: Vec<(Rc<str>, Value)> = merged.collect::<Outcome<_>>()?;
            merged.iter().try_for_each(|(name, value)| self.check_size(name, value, span))?;
            run.scope.locals = Rc::new(merged);
            return Ok(Flow::On);
        }
        self.statements(otherwise, run)
    }

    fn loop_over(&self, indices: &[Index], body: &[Statement], run: &mut Run, span: &Span) -> Outcome<Flow> {
        let Some((index, others)) = indices.split_first() else { return self.statements(body, run) };
        if let Some(range) = &index.range {
            let value = self.evaluate(range, &run.scope, true)?;
            if !value.is_known() {
                return self.open_loop(&value, run, span);
            }
        }
        let values = self.range_of(index, &run.scope)?;
        let count = run.scope.locals.len();
        for value in values {
            self.step(run, span)?;
            Rc::make_mut(&mut run.scope.locals).push((index.name.text.clone(), value));
            let flow = self.loop_over(others, body, run, span)?;
            Rc::make_mut(&mut run.scope.locals).truncate(count);
            match flow {
                Flow::On => {}
                Flow::Break(_) if others.is_empty() => return Ok(Flow::On),
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    fn loop_while(&self, condition: &Rc<Expression>, body: &[Statement], run: &mut Run, span: &Span) -> Outcome<Flow> {
        loop {
            self.step(run, span)?;
            match self.evaluate(condition, &run.scope, run.fold)? {
                Value::Boolean(true) => {}
                Value::Boolean(false) => return Ok(Flow::On),
                value @ Value::Open(_) => return self.open_loop(&value, run, span),
                other => {
                    return fault(&condition.span, Fault::NotACondition { found: other.describe() });
                }
            }
            match self.statements(body, run)? {
                Flow::On => {}
                Flow::Break(_) => return Ok(Flow::On),
                other => return Ok(other),
            }
        }
    }

    fn open_loop(&self, value: &Value, run: &Run, span: &Span) -> Outcome<Flow> {
        fault(span, Fault::OpenLoop { function: run.of.to_string(), found: value.describe() })
    }

    /// `assert(...)`
    fn called(&self, call: &Rc<Expression>, run: &Run, span: &Span) -> Outcome<()> {
        let Kind::Call { function, arguments } = &call.kind else { return Ok(()) };
        let name = function.name().to_string();
        if name != "assert" {
            return fault(span, Fault::UnknownCall { name, kind: "a statement" });
        }
        let Some((_, condition)) = arguments.first() else {
            return fault(span, Fault::AssertWithoutCondition);
        };
        if self.evaluate(condition, &run.scope, run.fold)? != Value::Boolean(false) {
            return Ok(());
        }
        fault(span, Fault::Assertion { told: self.assertion_text(arguments, &run.scope) })
    }

    /// The text of an assertion with these arguments, for its error.
    pub(crate) fn assertion_text(&self, arguments: &Arguments, scope: &Scope) -> String {
        match arguments.get(1).map(|(_, told)| self.evaluate(told, scope, true)) {
            Some(Ok(Value::Text(text))) => format!(": {text}"),
            _ => String::new(),
        }
    }

    /// Refuses an expression that is too large for the variable `name`.
    fn check_size(&self, name: &str, value: &Value, span: &Span) -> Outcome<()> {
        if value.all(&|scalar| !matches!(scalar, Value::Open(open) if open.nodes > NODE_LIMIT)) {
            return Ok(());
        }
        self.budget.too_large.set(true);
        fault(span, Fault::FunctionTooLarge { name: name.to_string(), limit: NODE_LIMIT })
    }
}

/// An array split into its elements, if they can be taken.
fn spread(value: Value) -> Value {
    match value.elements() {
        Some(elements) => Value::Array(elements.into_iter().map(spread).collect()),
        None => value,
    }
}

/// Element with these subscripts, from 1.
fn element_mut<'a>(value: &'a mut Value, index: &[usize]) -> Option<&'a mut Value> {
    let Some((first, others)) = index.split_first() else { return Some(value) };
    match value {
        Value::Array(elements) => element_mut(elements.get_mut(first.checked_sub(1)?)?, others),
        _ => None,
    }
}
