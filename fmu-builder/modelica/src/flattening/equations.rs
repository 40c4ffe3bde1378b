//! Equations of models: connections, and definitions of variables.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use compiler::model_file::{Expression as NetlistExpression, Span};
use library::SignalType;

use crate::budget::NAME;
use crate::classes::standard::Connector;
use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::algorithms::read_algorithm;
use crate::flattening::blocks::Blocks;
use crate::flattening::branches::branch;
use crate::flattening::connect::{Connections, add_connect};
use crate::flattening::definitions::{Definition, Definitions, declared_values, define, define_again};
use crate::flattening::discrete::add_blocks;
use crate::flattening::implicit::{Residual, solve};
use crate::flattening::initial::{Initial, begin, initial_equation, set_initially};
use crate::flattening::joined::{Joined, report_ungiven};
use crate::flattening::outputs::{add_aliases, add_defined, add_driven, add_public, add_undefined, variables_of};
use crate::flattening::resolve::Resolver;
use crate::flattening::states::add_state;
use crate::flattening::terminals::{Terminals, hidden_component};
use crate::flattening::whens::{
    Branch, Reinit, Trigger, When, add_befores, add_reinits, add_whens, rated, triggers_of,
};
use crate::instances::model::{Initially, Sensor};
use crate::instances::modifiers::Scope;
use crate::instances::{Symbol, What};
use crate::instantiation::initially::how;
use crate::names::of_derivative;
use crate::netlist::{Netlist, key};
use crate::problem::{Fault, Note, Outcome, fault};
use crate::syntax::{Body, Equation, Expression, Index, Kind, Statement};
use crate::values::Value;
use crate::values::arithmetic::parts;
use crate::values::open::choice;

/// Connections and definitions found so far.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) connections: Connections,
    pub(crate) definitions: Definitions,
    residuals: Vec<Residual>,
    whens: Vec<When>,
    /// `reinit` of the branch of a `when`.
    reinits: Vec<Reinit>,
    is_when: bool,
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
            for call in long.algorithms.iter().flat_map(|algorithm| assertions(&algorithm.statements)) {
                evaluator.classes.told(assertion(evaluator, call, &call.span, &scope));
            }
            for algorithm in long.algorithms.iter().filter(|algorithm| !is_assertions(&algorithm.statements)) {
                let Found { definitions, whens, .. } = &mut found;
                evaluator.classes.told(read_algorithm(evaluator, algorithm, &scope, definitions, whens));
            }
            for equation in &long.initial_equations {
                match how(evaluator, index, equation.span()) {
                    Some(Initially::Value) => {}
                    Some(Initially::Held) => held_from_start(evaluator, equation, &scope, &mut found.whens),
                    None => initial_equation(evaluator, equation, &scope, &mut initial),
                }
            }
        }
    }
    let Found { mut connections, mut definitions, residuals, mut whens, .. } = found;
    let terminals = Terminals::find(evaluator, &residuals, &connections, &mut definitions);
    let rated = rated(&definitions, &residuals);
    begin(evaluator, &mut initial, &rated, &mut whens);
    initial.held = add_whens(evaluator, &whens, &mut definitions, netlist);
    add_befores(evaluator, &residuals, &mut definitions, &mut initial.held, netlist);
    let sides = (&connections, &terminals, &initial.begins);
    initial.integrators = solve_all(evaluator, residuals, sides, &mut definitions, netlist);
    terminals.give(evaluator, &mut connections, &mut definitions, netlist);
    add_reinits(evaluator, &whens, (&initial.integrators, &initial.begins), &mut definitions, netlist);
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
    add_aliases(&blocks, &resolver, netlist);
    add_blocks(evaluator, &blocks, &resolver, netlist);
    add_sensors(evaluator, root, &joined, netlist);
}

/// Sensors of potentials and their derivatives that expressions name.
fn add_sensors(evaluator: &Evaluator<'_>, root: usize, joined: &Joined, netlist: &mut Netlist) {
    let span =
        evaluator.model.instance(root).and_then(|model| Some(model.classes.first()?.class.as_ref()?.name.span.clone()));
    let span = span.unwrap_or_default();
    for Sensor { name, of, kind, order } in evaluator.model.sensors.borrow().iter() {
        let Some((class, connector, _)) = kind.sensors().get(*order) else { continue };
        let first = joined.set_of(of).and_then(|set| Some(joined.ends(set).next()?.name.clone()));
        netlist.components.push((key(name.as_str(), &span), hidden_component(class, &span)));
        netlist.connections.push((first.unwrap_or_else(|| of.clone()), format!("{name}.{connector}"), span.clone()));
    }
}

/// Variables of the text that no definition gives, with what else a definition needs.
type Unknowns = BTreeMap<String, (Target, Span)>;

/// Solves the equations that are no definitions, and adds the integrators of states; the integrators by the names of the states.
fn solve_all(
    evaluator: &Evaluator<'_>,
    residuals: Vec<Residual>,
    (connections, terminals, begins): (&Connections, &Terminals, &BTreeMap<String, String>),
    definitions: &mut Definitions,
    netlist: &mut Netlist,
) -> BTreeMap<String, String> {
    let mut integrators = BTreeMap::new();
    let has_rate = |definition: &Definition| {
        let read = definition.value.expression();
        of_derivative(&definition.name).is_some()
            || read.is_some_and(|read| read.references().iter().any(|name| of_derivative(name).is_some()))
    };
    if residuals.is_empty() && !definitions.all().iter().any(has_rate) {
        return integrators;
    }
    let mut unknowns: Unknowns = terminals.unknowns(definitions).collect();
    let mut symbols: BTreeMap<String, (Rc<Symbol>, Vec<usize>)> = BTreeMap::new();
    let driven = connections.driven();
    let count = evaluator.model.instances.borrow().len();
    for index in 0..count {
        let Some(instance) = evaluator.model.instance(index) else { continue };
        for (symbol, name, element) in variables_of(evaluator, index, &instance) {
            let is_given = match &symbol.what {
                What::Variable(variable) => variable.input || variable.value.is_some(),
                What::Connector(kind) => !matches!(kind, Connector::SignalOutput(_)),
                _ => true,
            };
            if is_given
                || symbol.signal() != SignalType::Real
                || driven.contains(name.as_str())
                || definitions.get(&name).is_some()
            {
                continue;
            }
            let full = format!("{}{}", instance.prefix, symbol.name);
            let target = evaluator.variable(index, &symbol, &full, &element);
            unknowns.insert(name.clone(), (target, symbol.span.clone()));
            symbols.insert(name, (symbol, element));
        }
    }
    let taken = |name: &str, netlist: &Netlist| netlist.components.iter().any(|(known, _)| known.value == name);
    let kept = terminals.differences(definitions).map(|difference| difference.name).collect();
    for mut state in solve(evaluator, residuals, (&unknowns, &kept), definitions) {
        while taken(&state.block, netlist) {
            let at = state.block.rfind('[').unwrap_or(state.block.len());
            state.block.insert(at, '_');
        }
        let (Some((symbol, element)), Some((target, _))) = (symbols.get(&state.name), unknowns.get(&state.name)) else {
            continue;
        };
        evaluator.classes.told(add_state(
            evaluator,
            &state,
            (symbol, element, begins.get(&state.name)),
            target,
            definitions,
            netlist,
        ));
        integrators.insert(state.name, state.block);
    }
    integrators
}

fn is_assertions(statements: &[Statement]) -> bool {
    assertions(statements).count() == statements.len()
}

/// The calls of `assert` in the statements of an algorithm.
fn assertions(statements: &[Statement]) -> impl Iterator<Item = &Rc<Expression>> {
    statements.iter().filter_map(|statement| match statement {
        Statement::Call { call, .. } if call.calls("assert") => Some(call),
        _ => None,
    })
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
        Equation::Call { call, .. } if found.is_when && call.calls("reinit") => reinit(evaluator, call, scope, found),
        Equation::Call { call, span } => assertion(evaluator, call, span, scope),
        Equation::When { branches, .. } => read_when(evaluator, branches, scope, found),
    };
    evaluator.classes.told(result);
}

fn read_when(
    evaluator: &Evaluator<'_>,
    branches: &[(Rc<Expression>, Vec<Equation>)],
    scope: &Scope,
    found: &mut Found,
) -> Outcome<()> {
    let mut read = Vec::new();
    for (condition, body) in branches {
        let triggers = triggers_of(evaluator, condition, scope)?;
        let mut inner = Found { is_branch: true, is_when: true, ..Found::default() };
        body.iter().for_each(|equation| read_equation(evaluator, equation, scope, &mut inner));
        read.push(Branch { triggers, definitions: inner.definitions, reinits: inner.reinits });
    }
    found.whens.push(When { branches: read, algorithm: None });
    Ok(())
}

/// An initial equation of a parameter that depends on variables: `when initial()` gives it.
fn held_from_start(evaluator: &Evaluator<'_>, equation: &Equation, scope: &Scope, whens: &mut Vec<When>) {
    let mut inner = Found { is_branch: true, is_when: true, ..Found::default() };
    read_equation(evaluator, equation, scope, &mut inner);
    let branch = Branch { triggers: vec![Trigger::Initial], definitions: inner.definitions, reinits: Vec::new() };
    whens.push(When { branches: vec![branch], algorithm: None });
}

/// `reinit(x, value)` in a `when`.
fn reinit(evaluator: &Evaluator<'_>, call: &Rc<Expression>, scope: &Scope, found: &mut Found) -> Outcome<()> {
    let Kind::Call { arguments, .. } = &call.kind else { return Ok(()) };
    let [(None, state), (None, value)] = arguments.as_slice() else { return fault(&call.span, Fault::ReinitArguments) };
    let Some(targets) = evaluator.target(state, scope)? else {
        return fault(&state.span, Fault::ReinitOf { name: evaluator.evaluate(state, scope, false)?.describe() });
    };
    let values = evaluator.evaluate(value, scope, false)?.scalars();
    if values.len() != targets.len() {
        return fault(&call.span, Fault::Sides { targets: targets.len(), values: values.len() });
    }
    let all = targets.into_iter().zip(values);
    found.reinits.extend(all.map(|(target, value)| Reinit { state: target.name, value, span: call.span.clone() }));
    Ok(())
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
    let is_free = |targets: &Vec<Target>| targets.iter().all(|target| found.definitions.get(&target.name).is_none());
    let of_left = evaluator.target(left, scope)?;
    let of_right =
        if of_left.as_ref().is_none_or(|targets| !is_free(targets)) { evaluator.target(right, scope)? } else { None };
    let (given, targets, value) = match (of_left, of_right) {
        (Some(targets), _) if is_free(&targets) || found.is_branch => (left, targets, right),
        (_, Some(targets)) if is_free(&targets) => (right, targets, left),
        (Some(targets), None) if !is_own(&targets) => (left, targets, right),
        _ => return residual(evaluator, left, right, span, scope, found),
    };
    let is_input = targets.iter().all(|target| target.is_input);
    if let (true, Kind::Reference(to), Kind::Reference(from)) =
        (is_input && !found.is_branch && evaluator.names_signals(value, scope), &given.kind, &value.kind)
    {
        return add_connect(evaluator, from, to, span, scope, &mut found.connections);
    }
    let evaluated = evaluator.evaluate(value, scope, false)?;
    let names = evaluated.expression();
    let is_by_itself = names.is_some_and(|names| {
        let read: HashSet<&str> = names.references().into_iter().collect();
        targets.iter().any(|target| read.contains(target.name.as_str()))
    });
    if is_by_itself && is_own(&targets) && !found.is_branch {
        return residual(evaluator, left, right, span, scope, found);
    }
    define(evaluator, &targets, evaluated, span, &mut found.definitions)
}

/// True for variables of the text and their derivatives.
fn is_own(targets: &[Target]) -> bool {
    targets.iter().all(|target| target.driver.is_none() && !target.is_input && target.signal == SignalType::Real)
}

/// Keeps an equation that is no definition, element by element.
fn residual(
    evaluator: &Evaluator<'_>,
    left: &Rc<Expression>,
    right: &Rc<Expression>,
    span: &Span,
    scope: &Scope,
    found: &mut Found,
) -> Outcome<()> {
    if found.is_branch {
        return fault(span, Fault::GivesNothing);
    }
    let sides = [evaluator.evaluate(left, scope, false)?, evaluator.evaluate(right, scope, false)?];
    let [lefts, rights] = sides.map(|side| match parts(&side) {
        Some(parts) if !side.dimensions().is_empty() => Value::Array(parts).scalars(),
        _ => side.scalars(),
    });
    if lefts.len() != rights.len() {
        return fault(span, Fault::Sides { targets: lefts.len(), values: rights.len() });
    }
    for (left, right) in lefts.iter().zip(&rights) {
        let (Some(left), Some(right)) = (left.expression(), right.expression()) else {
            return fault(span, Fault::GivesNothing);
        };
        let given = [&left, &right].into_iter().find_map(|side| match side {
            NetlistExpression::Reference { name, .. } => {
                Some((name.clone(), found.definitions.get(name)?.span.clone()))
            }
            _ => None,
        });
        found.residuals.push(Residual { left, right, span: span.clone(), given });
    }
    Ok(())
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
