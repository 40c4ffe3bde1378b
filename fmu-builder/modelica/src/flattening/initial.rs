//! Initial equations that are equivalent to `start` and `fixed = true` of a variable.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compiler::model_file::{Span, Value as NetlistValue};
use mechanism::digits::counted;

use crate::evaluation::Evaluator;
use crate::flattening::definitions::{Definition, Definitions};
use crate::flattening::resolve::{Resolver, is_parameter};
use crate::flattening::states::start_at;
use crate::flattening::whens::{Held, When};
use crate::instances::modifiers::Scope;
use crate::names::{of_derivative, suffixed};
use crate::netlist::{Netlist, Pair, key, table};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Equation, EquationKind, Expression, Kind};
use crate::values::Value;
use crate::values::conditions::{as_number, asked};

/// States of components with what their derivatives are proportional to.
const RATES: [(&str, &str, &str); 2] =
    [("Modelica.Electrical.Analog.Basic.Capacitor", "v", "i"), ("Modelica.Electrical.Analog.Basic.Inductor", "i", "v")];

#[derive(Debug)]
struct InitialEquation {
    left: Rc<Expression>,
    right: Rc<Expression>,
    /// Scope of the names.
    scope: Scope,
    span: Span,
}

impl InitialEquation {
    /// Each of the two sides with the other one.
    fn sides(&self) -> [(&Rc<Expression>, &Rc<Expression>); 2] {
        [(&self.left, &self.right), (&self.right, &self.left)]
    }
}

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
    all.retain(|equation| {
        let begun = begin_one(evaluator, equation, (rated, begins), whens);
        !evaluator.classes.told(begun).unwrap_or(true)
    });
}

fn begin_one(
    evaluator: &Evaluator<'_>,
    InitialEquation { left, right, scope, span }: &InitialEquation,
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
    let mut names = values.iter().flat_map(Value::references);
    if values.len() != targets.len() || names.all(|name| evaluator.model.is_constant(name)) {
        return Ok(false);
    }
    for (target, value) in targets.iter().zip(values) {
        if is_state {
            let name = evaluator.model.free(suffixed(&target.name, "begin"));
            begins.insert(target.name.clone(), name.clone());
            let mut definitions = Definitions::default();
            definitions.put(Definition::hidden(name, None, value, span));
            whens.push(When::initial(definitions, None));
            continue;
        }
        let Some(at) = place(whens, &target.name) else { continue };
        let mut definitions = Definitions::default();
        definitions.define(evaluator, std::slice::from_ref(target), value, span)?;
        let algorithm = Some(whens[at].algorithm.get_or_insert_with(|| span.clone()).clone());
        whens.insert(at + 1, When::initial(definitions, algorithm));
    }
    Ok(true)
}

/// Adds an initial equation.
pub(crate) fn initial_equation(evaluator: &Evaluator<'_>, equation: &Equation, scope: &Scope, initial: &mut Initial) {
    let span = &equation.span;
    let result = match &equation.kind {
        EquationKind::Equal { left, right } => {
            if let Err(problem) = evaluator.budget.hold(std::mem::size_of::<InitialEquation>() + scope.bytes()) {
                return evaluator.classes.note_problem(problem);
            }
            let (left, right) = (left.clone(), right.clone());
            initial.all.push(InitialEquation { left, right, scope: scope.clone(), span: span.clone() });
            Ok(())
        }
        EquationKind::For { indices, body } => {
            return evaluator.for_each(indices, scope, &mut |scope| {
                body.iter().for_each(|equation| initial_equation(evaluator, equation, scope, initial));
            });
        }
        EquationKind::If { branches, otherwise } => match evaluator.branch(branches, otherwise, span, scope) {
            Ok(Some(body)) => {
                body.iter().for_each(|equation| initial_equation(evaluator, equation, scope, initial));
                Ok(())
            }
            Ok(None) => fault(span, Fault::OpenInitialCondition),
            Err(problem) => Err(problem),
        },
        EquationKind::Connect { .. } | EquationKind::Call(_) | EquationKind::When(_) => fault(span, Fault::InitialForm),
    };
    evaluator.classes.told(result);
}

/// Writes start values into the components.
pub(crate) fn set_initially(initial: &Initial, resolver: &Resolver<'_>, netlist: &mut Netlist) {
    for equation in &initial.all {
        let result = match set_blocks(initial, equation, resolver, netlist) {
            Ok(false) => set_one(equation, resolver, netlist),
            other => other.map(drop),
        };
        resolver.evaluator.classes.told(result);
    }
}

/// Initial equations of variables that blocks hold, `x = value` and `pre(x) = value`, and of states of the text, `x = value` and `der(x) = 0`;
/// false for others.
fn set_blocks(
    initial: &Initial,
    equation: &InitialEquation,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) -> Outcome<bool> {
    let (InitialEquation { scope, span, .. }, evaluator) = (equation, resolver.evaluator);
    for (side, value) in equation.sides() {
        let (is_pre, rate) = (side.calls("pre"), side.argument_of("der"));
        let of = match &side.kind {
            Kind::Call { arguments, .. } if is_pre => arguments.first().map(|(_, of)| of),
            Kind::Reference(_) => Some(side),
            _ => rate,
        };
        let Some(of) = of else { continue };
        let variables = evaluator.evaluate(of, scope, false)?.scalars();
        let blocks_of = |variable: &Value| {
            let name = name_of(variable)?;
            let integrators = || initial.integrators.get(&name).filter(|_| !is_pre).map(std::slice::from_ref);
            initial.held.get(&name).filter(|_| rate.is_none()).map(Vec::as_slice).or_else(integrators)
        };
        let Some(blocks) = variables.iter().map(blocks_of).collect::<Option<Vec<_>>>() else {
            if is_pre {
                // Nothing reads it.
                return Ok(true);
            }
            continue;
        };
        let values = evaluator.evaluate(value, scope, false)?.scalars();
        check_count(blocks.len(), &values, span)?;
        for ((blocks, variable), start) in blocks.into_iter().zip(&variables).zip(values) {
            let start = if variable.is_condition() { as_number(start, span)? } else { start };
            for block in blocks {
                check_start(evaluator, &start, &value.span, netlist)?;
                start_at(block, rate.is_some(), &start, span, &value.span, netlist)?;
            }
        }
        return Ok(true);
    }
    Ok(false)
}

fn check_count(variables: usize, values: &[Value], span: &Span) -> Outcome<()> {
    if values.len() == variables {
        return Ok(());
    }
    fault(span, Fault::InitialSides { variables: counted(variables, "element"), values: values.len() })
}

/// The name of a variable or of a Boolean signal.
fn name_of(value: &Value) -> Option<String> {
    let number = value.as_condition().and_then(asked).cloned().or_else(|| value.expression())?;
    crate::flattening::resolve::variable(&number).map(str::to_owned)
}

fn set_one(equation: &InitialEquation, resolver: &Resolver<'_>, netlist: &mut Netlist) -> Outcome<()> {
    let (InitialEquation { left, right, scope, span }, evaluator) = (equation, resolver.evaluator);
    let mut found = None;
    for (given, value) in equation.sides() {
        if found.is_none() {
            found = initial_variables(given, scope, resolver)?.map(|variables| (variables, value));
        }
    }
    let Some((variables, value)) = found else {
        // An expression without a value says why.
        evaluator.evaluate(left, scope, false).and_then(|_| evaluator.evaluate(right, scope, false))?;
        return fault(span, Fault::InitialForm);
    };
    let place = value.span.clone();
    let value = evaluator.evaluate(value, scope, false)?;
    let values = match (variables.len(), &value) {
        (1, _) => vec![value],
        (_, Value::Array(elements)) => elements.clone(),
        _ => vec![value],
    };
    check_count(variables.len(), &values, span)?;
    for (variable, value) in variables.iter().zip(values) {
        let variable = &at_rest(evaluator, variable, &value);
        check_start(evaluator, &value, &place, netlist)?;
        set_start(evaluator, variable, &value, span, &place, netlist)?;
    }
    Ok(())
}

/// Variables of components that an expression names; derivatives by the name that their class gives them.
fn initial_variables(
    expression: &Rc<Expression>,
    scope: &Scope,
    resolver: &Resolver<'_>,
) -> Outcome<Option<Vec<String>>> {
    let evaluator = resolver.evaluator;
    if let Some(argument) = expression.argument_of("der") {
        let of = initial_variables(argument, scope, resolver)?;
        return Ok(of.map(|of| of.iter().map(|variable| evaluator.derivative_of(variable)).collect()));
    }
    if !matches!(expression.kind, Kind::Reference(_)) {
        return Ok(None);
    }
    let value = evaluator.evaluate(expression, scope, false)?;
    let parts = if let Value::Array(elements) = &value { elements.clone() } else { vec![value] };
    let name = |part: &Value| {
        let Value::Open(open) = part else { return None };
        let name = resolver.name_of(open.name()?)?;
        let (component, last) = name.rsplit_once('.')?;
        let class = evaluator.model.class_of(component)?;
        class.variables.iter().any(|variable| variable.name == last).then(|| name.clone())
    };
    Ok(parts.iter().map(name).collect())
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
    let found = found.and_then(|(component, name)| Some((netlist.component(component)?, name)));
    let Some((modifiers, name)) = found else { return fault(span, Fault::InitialForm) };
    let settings =
        vec![(key("start", place), value.netlist(place)), (key("fixed", span), Value::Boolean(true).netlist(span))];
    let Some((_, known)) = modifiers.iter_mut().find(|(known, _)| known.value == name) else {
        modifiers.push((key(name, span), table(settings, span)));
        return Ok(());
    };
    let NetlistValue::Table(attributes) = &mut known.value else { return fault(span, Fault::InitialForm) };
    let is_fixed = |(name, value): &&Pair| name.value == "fixed" && value.value == NetlistValue::Boolean(true);
    if let Some((first, _)) = attributes.iter().find(is_fixed) {
        let first = evaluator.classes.sources.borrow().place(&first.span);
        return fault(span, Fault::FixedTwice { variable: variable.to_string(), first });
    }
    // A start value that is not fixed is a guess, which the equation replaces.
    attributes.retain(|(name, _)| !["start", "fixed"].contains(&name.value.as_str()));
    attributes.extend(settings);
    Ok(())
}
