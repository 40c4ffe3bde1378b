//! Equations of models: connections, and definitions of variables.

use std::collections::HashSet;
use std::rc::Rc;

use compiler::model_file::Span;

use crate::budget::NAME;
use crate::evaluation::Evaluator;
use crate::flattening::blocks::Blocks;
use crate::flattening::branches::branch;
use crate::flattening::connect::{Connections, add_connect};
use crate::flattening::definitions::{Definitions, declared_values, define, define_again};
use crate::flattening::discrete::add_blocks;
use crate::flattening::initial::{Initial, initial_equation, set_initially};
use crate::flattening::joined::report_ungiven;
use crate::flattening::outputs::{add_defined, add_driven, add_public, add_undefined};
use crate::flattening::resolve::Resolver;
use crate::instances::modifiers::Scope;
use crate::netlist::Netlist;
use crate::problem::{Fault, Note, Outcome, fault};
use crate::syntax::{Body, Equation, Expression, Index, Kind};
use crate::values::Value;
use crate::values::open::choice;

/// Connections and definitions found so far.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) connections: Connections,
    pub(crate) definitions: Definitions,
    /// True for equations under a condition that is not known before the simulation.
    is_branch: bool,
}

/// All equations of the model whose instance is `root`.
pub(crate) fn add_equations(evaluator: &Evaluator<'_>, root: usize, netlist: &mut Netlist) {
    let mut found = Found::default();
    let mut initial = Initial::default();
    let count = evaluator.model.instances.borrow().len();
    for index in 0..count {
        let Some(instance) = evaluator.model.instance(index) else { continue };
        declared_values(evaluator, index, &instance, &mut found.definitions);
        for class in &instance.classes {
            let Some(text) = class.class.clone() else { continue };
            let Body::Long(long) = &text.body else { continue };
            let scope = Scope { instance: Some(index), class: class.clone(), locals: Rc::default() };
            for equation in &long.equations {
                read_equation(evaluator, equation, &scope, &mut found);
            }
            for equation in &long.initial_equations {
                initial_equation(evaluator, equation, &scope, &mut initial);
            }
        }
    }
    let Found { connections, definitions, .. } = found;
    let mut public = Vec::new();
    for index in 0..count {
        if let Some(instance) = evaluator.model.instance(index) {
            add_undefined(evaluator, index, &instance, index == root, &definitions, &mut public);
        }
    }
    let blocks = Blocks::new(&definitions, netlist);
    let joined = connections.joined(&definitions, &blocks, evaluator, netlist);
    let inputs: HashSet<String> =
        public.iter().filter(|public| public.is_input).map(|public| public.name.clone()).collect();
    report_ungiven(evaluator, &joined, &inputs.iter().filter_map(|input| joined.set_of(input)).collect());
    let resolver = Resolver::new(evaluator, &definitions, &joined, &blocks, inputs, netlist);
    for index in 0..count {
        if let Some(instance) = evaluator.model.instance(index) {
            add_defined(evaluator, index, &instance, &blocks, &resolver, netlist);
        }
    }
    add_driven(evaluator, &resolver, netlist);
    set_initially(evaluator, &initial, &resolver, netlist);
    add_public(evaluator, public, &blocks, &resolver, netlist);
    add_blocks(evaluator, &blocks, &resolver, netlist);
}

fn read_equation(evaluator: &Evaluator<'_>, equation: &Equation, scope: &Scope, found: &mut Found) {
    evaluator.budget.at(equation.span());
    if evaluator.budget.work(NAME).is_err() {
        return;
    }
    let result = match equation {
        Equation::Connect { from, to, span } => add_connect(evaluator, from, to, span, scope, &mut found.connections),
        Equation::Equal { left, right, span } => equality(evaluator, left, right, span, scope, found),
        Equation::If { branches, otherwise, span } => {
            return match branch(evaluator, branches, otherwise, span, scope) {
                Ok(None) => {
                    let given = give_chosen(evaluator, branches, otherwise, span, scope, &mut found.definitions);
                    evaluator.classes.told(given);
                }
                Ok(Some(body)) => body.iter().for_each(|e| read_equation(evaluator, e, scope, found)),
                Err(problem) => evaluator.classes.note_problem(problem),
            };
        }
        Equation::For { indices, body, .. } => return repeated(evaluator, indices, body, scope, found),
        Equation::Call { call, span } => assertion(evaluator, call, span, scope),
        Equation::When { span } => fault(span, Fault::When),
    };
    evaluator.classes.told(result);
}

/// Branches that give the same variables each are one equation a variable, `y = if c then a else b`.
fn give_chosen(
    evaluator: &Evaluator<'_>,
    branches: &[(Rc<Expression>, Vec<Equation>)],
    otherwise: &[Equation],
    span: &Span,
    scope: &Scope,
    definitions: &mut Definitions,
) -> Outcome<()> {
    let given = |body: &[Equation]| {
        let mut found = Found { is_branch: true, ..Found::default() };
        body.iter().for_each(|equation| read_equation(evaluator, equation, scope, &mut found));
        found.definitions
    };
    let mut values = given(otherwise);
    for (condition, body) in branches.iter().rev() {
        let condition = evaluator.evaluate(condition, scope, false)?;
        let then = given(body);
        let is_missing = then.all().iter().any(|definition| values.get(&definition.name).is_none());
        if then.all().len() != values.all().len() || is_missing {
            return fault(span, Fault::DifferentBranches);
        }
        for definition in values.all_mut() {
            let Some(first) = then.get(&definition.name) else { continue };
            let Some(holds) = condition.as_condition() else {
                match condition {
                    Value::Boolean(true) => definition.value = first.value.clone(),
                    Value::Boolean(false) => {}
                    _ => return fault(span, Fault::OpenCondition { found: condition.describe() }),
                }
                continue;
            };
            let values = first.value.expression().zip(definition.value.expression());
            let Some((first, second)) = values else { return fault(span, Fault::DifferentBranches) };
            definition.value = Value::open(choice(holds.clone(), first, second), definition.value.dimensions(), span)?;
        }
    }
    for mut definition in values.all().iter().cloned() {
        definition.span = span.clone();
        define_again(evaluator, definition, definitions)?;
    }
    Ok(())
}

fn repeated(evaluator: &Evaluator<'_>, indices: &[Index], body: &[Equation], scope: &Scope, found: &mut Found) {
    let Some((index, others)) = indices.split_first() else {
        return body.iter().for_each(|equation| read_equation(evaluator, equation, scope, found));
    };
    match evaluator.range_of(index, scope) {
        Ok(values) => {
            for value in values {
                if evaluator.budget.work(NAME).is_err() || evaluator.budget.room(scope.bytes()).is_err() {
                    return;
                }
                let scope = scope.with(&index.name.text, value);
                repeated(evaluator, others, body, &scope, found);
            }
        }
        Err(problem) => evaluator.classes.note_problem(problem),
    }
}

/// `assert(condition, message)` of parameters is checked, that of variables left out.
fn assertion(evaluator: &Evaluator<'_>, call: &Rc<Expression>, span: &Span, scope: &Scope) -> Outcome<()> {
    let Kind::Call { function, arguments } = &call.kind else { return Ok(()) };
    let name = function.name().to_string();
    if name != "assert" {
        return fault(span, Fault::UnknownEquation { name: name.to_string() });
    }
    let Some((_, condition)) = arguments.first() else { return fault(span, Fault::AssertWithoutCondition) };
    let structural = evaluator.model.structural.borrow().clone();
    evaluator.budget.work(NAME.saturating_mul(structural.len()))?;
    evaluator.asserting.set(true);
    let checked = evaluator.evaluate(condition, scope, true);
    evaluator.asserting.set(false);
    // Parameters in an assertion stay settable.
    *evaluator.model.structural.borrow_mut() = structural;
    if let Ok(Value::Open(_)) = checked {
        evaluator.model.note(span, Note::OpenAssertion);
    }
    if let Ok(Value::Boolean(false)) = checked {
        let told = arguments.get(1).and_then(|(_, told)| evaluator.evaluate(told, scope, true).ok());
        let told = match told {
            Some(Value::Text(text)) => format!(": {text}"),
            _ => String::new(),
        };
        return fault(&condition.span, Fault::Assertion { told });
    }
    Ok(())
}

fn equality(
    evaluator: &Evaluator<'_>,
    left: &Rc<Expression>,
    right: &Rc<Expression>,
    span: &Span,
    scope: &Scope,
    found: &mut Found,
) -> Outcome<()> {
    if let Kind::Tuple(targets) = &left.kind {
        return several_equal(evaluator, targets, right, span, scope, found);
    }
    let of_left = evaluator.target(left, scope)?;
    if left.calls("der") || right.calls("der") && of_left.is_none() {
        return fault(span, Fault::StateOfText);
    }
    let (given, targets, value) = match of_left {
        Some(targets) => (left, targets, right),
        None => match evaluator.target(right, scope)? {
            Some(targets) => (right, targets, left),
            None => {
                return fault(span, Fault::GivesNothing);
            }
        },
    };
    let is_input = targets.iter().all(|target| target.is_input);
    if let (true, Kind::Reference(to), Kind::Reference(from)) =
        (is_input && !found.is_branch && evaluator.names_signals(value, scope), &given.kind, &value.kind)
    {
        return add_connect(evaluator, from, to, span, scope, &mut found.connections);
    }
    let value = evaluator.evaluate(value, scope, false)?;
    define(evaluator, &targets, value, span, &mut found.definitions)
}

/// `(a, , b) = f(x)`
fn several_equal(
    evaluator: &Evaluator<'_>,
    targets: &[Option<Rc<Expression>>],
    call: &Rc<Expression>,
    span: &Span,
    scope: &Scope,
    found: &mut Found,
) -> Outcome<()> {
    let values = evaluator.several(call, scope, false, targets.len())?;
    for (target, value) in targets.iter().zip(values) {
        let Some(target) = target else { continue };
        match evaluator.target(target, scope)? {
            Some(targets) => define(evaluator, &targets, value, span, &mut found.definitions)?,
            None => return fault(&target.span, Fault::NotGiven),
        }
    }
    Ok(())
}
