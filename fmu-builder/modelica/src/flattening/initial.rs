//! Initial equations that are equivalent to `start` and `fixed = true` of a variable.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compiler::model_file::{Span, Value as NetlistValue};
use mechanism::digits::counted;

use crate::budget::NAME;
use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::branches::branch;
use crate::flattening::definitions::{Definitions, define};
use crate::flattening::implicit::hidden;
use crate::flattening::resolve::{Resolver, is_parameter};
use crate::flattening::states::start_at;
use crate::flattening::whens::{Branch, Held, Trigger, When};
use crate::instances::modifiers::Scope;
use crate::instantiation::initially;
use crate::names::of_derivative;
use crate::netlist::{Netlist, key, table};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Equation, Expression, Index, Kind};
use crate::values::Value;
use crate::values::conditions::{as_number, asked};

/// States of components with what their derivatives are proportional to.
const RATES: [(&str, &str, &str); 2] =
    [("Modelica.Electrical.Analog.Basic.Capacitor", "v", "i"), ("Modelica.Electrical.Analog.Basic.Inductor", "i", "v")];

/// Left and right side, the scope of their names, and the place.
type InitialEquation = (Rc<Expression>, Rc<Expression>, Scope, Span);

/// Initial equations in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Initial {
    all: Vec<InitialEquation>,
    /// Variables that are what states start at, by the states: they are added to the integrals.
    pub(crate) begins: BTreeMap<String, String>,
    /// Integrators of the states of the text.
    pub(crate) integrators: BTreeMap<String, String>,
    /// Blocks that hold variables which change at events.
    pub(crate) held: Held,
}

/// Initial equations that name variables, of variables that a `when` gives and of states (`rated`): they become `when initial()`.
pub(crate) fn begin(evaluator: &Evaluator<'_>, initial: &mut Initial, rated: &BTreeSet<String>, whens: &mut Vec<When>) {
    let Initial { all, begins, .. } = initial;
    all.retain(|(left, right, scope, span)| {
        let begun = begin_one(evaluator, (left, right), scope, span, (rated, begins), whens);
        !evaluator.classes.told(begun).unwrap_or(true)
    });
}

fn begin_one(
    evaluator: &Evaluator<'_>,
    (left, right): (&Rc<Expression>, &Rc<Expression>),
    scope: &Scope,
    span: &Span,
    (rated, begins): (&BTreeSet<String>, &mut BTreeMap<String, String>),
    whens: &mut Vec<When>,
) -> Outcome<bool> {
    if !matches!(left.kind, Kind::Reference(_)) {
        return Ok(false);
    }
    let Some(targets) = evaluator.target(left, scope)? else { return Ok(false) };
    let place = |whens: &[When], name: &str| whens.iter().position(|when| when.gives(name));
    let is_state = targets.iter().all(|target| rated.contains(&target.name));
    if !is_state && targets.iter().any(|target| place(whens, &target.name).is_none()) {
        return Ok(false);
    }
    let values = evaluator.evaluate(right, scope, false)?.scalars();
    let read: Vec<_> = values.iter().filter_map(Value::expression).collect();
    let mut names = read.iter().flat_map(|expression| expression.references());
    if values.len() != targets.len() || names.all(|name| initially::is_parameter(evaluator, name)) {
        return Ok(false);
    }
    for (target, value) in targets.iter().zip(values) {
        if is_state {
            let (front, index) = target.name.split_at(target.name.rfind('[').unwrap_or(target.name.len()));
            let name = evaluator.model.free(format!("{front}_begin{index}"));
            begins.insert(target.name.clone(), name.clone());
            let mut definitions = Definitions::default();
            definitions.put(hidden(name, value, span));
            let branch = Branch { triggers: vec![Trigger::Initial], definitions, reinits: Vec::new() };
            whens.push(When { branches: vec![branch], algorithm: None });
            continue;
        }
        let Some(at) = place(whens, &target.name) else { continue };
        let mut definitions = Definitions::default();
        define(evaluator, std::slice::from_ref(target), value, span, &mut definitions)?;
        let branch = Branch { triggers: vec![Trigger::Initial], definitions, reinits: Vec::new() };
        let algorithm = Some(whens[at].algorithm.get_or_insert_with(|| span.clone()).clone());
        whens.insert(at + 1, When { branches: vec![branch], algorithm });
    }
    Ok(true)
}

/// Adds an initial equation.
pub(crate) fn initial_equation(evaluator: &Evaluator<'_>, equation: &Equation, scope: &Scope, initial: &mut Initial) {
    let result = match equation {
        Equation::Equal { left, right, span } => {
            if let Err(problem) = evaluator.budget.hold(std::mem::size_of::<InitialEquation>() + scope.bytes()) {
                return evaluator.classes.note_problem(problem);
            }
            initial.all.push((left.clone(), right.clone(), scope.clone(), span.clone()));
            Ok(())
        }
        Equation::For { indices, body, .. } => repeated_initially(evaluator, indices, body, scope, initial),
        Equation::If { branches, otherwise, span } => match branch(evaluator, branches, otherwise, span, scope) {
            Ok(Some(body)) => {
                body.iter().for_each(|equation| initial_equation(evaluator, equation, scope, initial));
                Ok(())
            }
            Ok(None) => fault(span, Fault::OpenInitialCondition),
            Err(problem) => Err(problem),
        },
        other => fault(other.span(), Fault::InitialForm),
    };
    evaluator.classes.told(result);
}

fn repeated_initially(
    evaluator: &Evaluator<'_>,
    indices: &[Index],
    body: &[Equation],
    scope: &Scope,
    initial: &mut Initial,
) -> Outcome<()> {
    let Some((index, others)) = indices.split_first() else {
        body.iter().for_each(|equation| initial_equation(evaluator, equation, scope, initial));
        return Ok(());
    };
    for value in evaluator.range_of(index, scope)? {
        evaluator.budget.work(NAME)?;
        repeated_initially(evaluator, others, body, &scope.with(&index.name.text, value), initial)?;
    }
    Ok(())
}

/// Writes start values into the components.
pub(crate) fn set_initially(
    evaluator: &Evaluator<'_>,
    initial: &Initial,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) {
    for (left, right, scope, span) in &initial.all {
        match set_held(evaluator, &initial.held, [left, right], scope, span, netlist) {
            Ok(false) => {}
            result => {
                evaluator.classes.told(result);
                continue;
            }
        }
        let result = match set_states(evaluator, &initial.integrators, [left, right], scope, span, netlist) {
            Ok(false) => set_one(evaluator, left, right, scope, span, resolver, netlist),
            result => result.map(|_| ()),
        };
        evaluator.classes.told(result);
    }
}

/// Initial equations `x = value` and `pre(x) = value` of variables that change at events; false for others.
fn set_held(
    evaluator: &Evaluator<'_>,
    held: &Held,
    [left, right]: [&Rc<Expression>; 2],
    scope: &Scope,
    span: &Span,
    netlist: &mut Netlist,
) -> Outcome<bool> {
    for (given, value) in [(left, right), (right, left)] {
        let of = match &given.kind {
            Kind::Call { arguments, .. } if given.calls("pre") => arguments.first().map(|(_, of)| of),
            Kind::Reference(_) => Some(given),
            _ => None,
        };
        let Some(of) = of else { continue };
        let names: Option<Vec<String>> = evaluator.evaluate(of, scope, false)?.scalars().iter().map(name_of).collect();
        let blocks = names.map(|names| names.iter().map(|name| held.get(name)).collect::<Option<Vec<_>>>());
        let Some(Some(blocks)) = blocks else {
            if given.calls("pre") {
                // Nothing reads it.
                return Ok(true);
            }
            continue;
        };
        let values = evaluator.evaluate(value, scope, false)?.scalars();
        if values.len() != blocks.len() {
            let variables = counted(blocks.len(), "element");
            return fault(span, Fault::InitialSides { variables, values: values.len() });
        }
        for (blocks, start) in blocks.into_iter().zip(values) {
            for block in blocks {
                let start = as_number(start.clone(), span)?;
                check_start(evaluator, &start, &value.span, netlist)?;
                start_at(block, false, &start, span, &value.span, netlist)?;
            }
        }
        return Ok(true);
    }
    Ok(false)
}

/// The name of a variable or of a Boolean signal.
fn name_of(value: &Value) -> Option<String> {
    let number = value.as_condition().and_then(asked).cloned().or_else(|| value.expression())?;
    crate::flattening::resolve::variable(&number).map(str::to_owned)
}

/// Initial equations of states of the text; false for others.
fn set_states(
    evaluator: &Evaluator<'_>,
    integrators: &BTreeMap<String, String>,
    sides: [&Rc<Expression>; 2],
    scope: &Scope,
    span: &Span,
    netlist: &mut Netlist,
) -> Outcome<bool> {
    let [left, right] = sides;
    for (given, value) in [(left, right), (right, left)] {
        let Some(targets) = evaluator.target(given, scope)? else { continue };
        let block = |target: &Target| integrators.get(of_derivative(&target.name).unwrap_or(&target.name));
        let Some(blocks) = targets.iter().map(block).collect::<Option<Vec<_>>>() else { continue };
        let place = &value.span;
        let value = evaluator.evaluate(value, scope, false)?;
        check_start(evaluator, &value, place, netlist)?;
        let values = value.scalars();
        if values.len() != blocks.len() {
            let variables = counted(blocks.len(), "element");
            return fault(span, Fault::InitialSides { variables, values: values.len() });
        }
        for ((target, block), value) in targets.iter().zip(blocks).zip(values) {
            start_at(block, of_derivative(&target.name).is_some(), &value, span, place, netlist)?;
        }
        return Ok(true);
    }
    Ok(false)
}

fn set_one(
    evaluator: &Evaluator<'_>,
    left: &Rc<Expression>,
    right: &Rc<Expression>,
    scope: &Scope,
    span: &Span,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let (variables, value) = match initial_variables(evaluator, left, scope, resolver)? {
        Some(variables) => (variables, right),
        None => match initial_variables(evaluator, right, scope, resolver)? {
            Some(variables) => (variables, left),
            None => {
                // An expression without a value says why.
                evaluator.evaluate(left, scope, false).and_then(|_| evaluator.evaluate(right, scope, false))?;
                return fault(span, Fault::InitialForm);
            }
        },
    };
    let place = value.span.clone();
    let value = evaluator.evaluate(value, scope, false)?;
    let values = match (variables.len(), &value) {
        (1, _) => vec![value],
        (_, Value::Array(elements)) => elements.clone(),
        _ => vec![value],
    };
    if values.len() != variables.len() {
        return fault(
            span,
            Fault::InitialSides { variables: counted(variables.len(), "element"), values: values.len() },
        );
    }
    for (variable, value) in variables.iter().zip(values) {
        let variable = &at_rest(evaluator, variable, &value);
        check_start(evaluator, &value, &place, netlist)?;
        set_start(evaluator, variable, &value, span, &place, netlist)?;
    }
    Ok(())
}

/// Variables of components that an expression names; derivatives by the name that their class gives them.
fn initial_variables(
    evaluator: &Evaluator<'_>,
    expression: &Rc<Expression>,
    scope: &Scope,
    resolver: &Resolver<'_>,
) -> Outcome<Option<Vec<String>>> {
    match &expression.kind {
        Kind::Call { arguments, .. } if expression.calls("der") => {
            let [(None, argument)] = arguments.as_slice() else { return Ok(None) };
            let of = initial_variables(evaluator, argument, scope, resolver)?;
            Ok(of.map(|of| of.iter().map(|variable| evaluator.derivative_of(variable)).collect()))
        }
        Kind::Reference(_) => {
            let value = evaluator.evaluate(expression, scope, false)?;
            let parts = if let Value::Array(elements) = &value { elements.clone() } else { vec![value] };
            let name = |part: &Value| {
                let Value::Open(open) = part else { return None };
                let name = resolver.name_of(open.name()?)?;
                let (component, last) = name.rsplit_once('.')?;
                let class = evaluator.model.class_of(component)?;
                has_variable(class, last).then(|| name.clone())
            };
            Ok(parts.iter().map(name).collect())
        }
        _ => Ok(None),
    }
}

/// The variable of a component that is 0 where the derivative of another one is.
fn at_rest(evaluator: &Evaluator<'_>, variable: &str, value: &Value) -> String {
    let found = of_derivative(variable).filter(|_| *value == Value::Number(0.0)).and_then(|of| of.rsplit_once('.'));
    let other = found.and_then(|(component, state)| {
        let class = evaluator.model.class_of(component)?;
        let (_, _, other) = RATES.iter().find(|(name, known, _)| *name == class.name && *known == state)?;
        Some(format!("{component}.{other}"))
    });
    other.unwrap_or_else(|| variable.to_owned())
}

/// Start values are numbers and expressions of parameters.
fn check_start(evaluator: &Evaluator<'_>, value: &Value, place: &Span, netlist: &Netlist) -> Outcome<()> {
    let Some(expression) = value.expression() else { return fault(place, Fault::InitialForm) };
    match expression.references().into_iter().find(|name| !is_parameter(evaluator, name, netlist)) {
        Some(name) => fault(place, Fault::StartOfVariable { name: name.to_string() }),
        None => Ok(()),
    }
}

fn set_start(
    evaluator: &Evaluator<'_>,
    variable: &str,
    value: &Value,
    span: &Span,
    place: &Span,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let found = variable.rsplit_once('.').filter(|_| of_derivative(variable).is_none());
    let Some((component, name)) = found else { return fault(span, Fault::InitialForm) };
    let mut tables = netlist.components.iter_mut().filter(|(known, _)| known.value == component);
    let Some((_, component)) = tables.next() else { return fault(span, Fault::InitialForm) };
    let NetlistValue::Table(modifiers) = &mut component.value else { return fault(span, Fault::InitialForm) };
    let settings =
        vec![(key("start", place), value.netlist(place)), (key("fixed", span), Value::Boolean(true).netlist(span))];
    let Some((_, known)) = modifiers.iter_mut().find(|(known, _)| known.value == name) else {
        modifiers.push((key(name, span), table(settings, span)));
        return Ok(());
    };
    let NetlistValue::Table(attributes) = &mut known.value else { return fault(span, Fault::InitialForm) };
    let is_fixed = |(name, value): &(compiler::model_file::Spanned<String>, _)| {
        let value: &compiler::model_file::Spanned<NetlistValue> = value;
        name.value == "fixed" && value.value == NetlistValue::Boolean(true)
    };
    if let Some((first, _)) = attributes.iter().find(|attribute| is_fixed(attribute)) {
        let first = evaluator.classes.sources.borrow().place(&first.span);
        return fault(span, Fault::FixedTwice { variable: variable.to_string(), first: first.to_string() });
    }
    // A start value that is not fixed is a guess, which the equation replaces.
    attributes.retain(|(name, _)| !["start", "fixed"].contains(&name.value.as_str()));
    attributes.extend(settings);
    Ok(())
}

/// True if a class has the variable, itself or as an alias of a part's variable.
fn has_variable(class: &library::Class, name: &str) -> bool {
    class.variables.iter().any(|variable| variable.name == name)
}
