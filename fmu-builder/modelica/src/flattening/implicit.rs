//! Equations that give a variable only when they are solved for it, and equations of derivatives: own states become integrators.

use std::collections::{BTreeMap, BTreeSet};

use compiler::model_file::{BinaryOperator, Choice, Condition, Expression, Function, Span};
use library::SignalType;

use crate::budget::EXPRESSION;
use crate::classes::standard::Connector;
use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::definitions::{Definition, Definitions};
use crate::instances::What;
use crate::names::{derivative, of_derivative};
use crate::problem::{Fault, Outcome, Unresolved, fault};
use crate::values::Value;
use crate::values::open::{NODE_LIMIT, binary};

/// An equation without a variable alone on one of its sides.
#[derive(Clone, Debug)]
pub(crate) struct Residual {
    pub(crate) left: Expression,
    pub(crate) right: Expression,
    pub(crate) span: Span,
    /// The variable alone on one side, and the place of what gives it already.
    pub(crate) given: Option<(String, Span)>,
}

/// A variable whose derivative equations give.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) name: String,
    /// The block that integrates it.
    pub(crate) block: String,
    pub(crate) span: Span,
}

/// Solves the equations for what they give. `unknowns` are the variables that no definition gives, with their places; those `kept` stay
/// in the solutions although definitions give them.
pub(crate) fn solve(
    evaluator: &Evaluator<'_>,
    mut residuals: Vec<Residual>,
    (unknowns, kept): (&BTreeMap<String, (Target, Span)>, &BTreeSet<String>),
    definitions: &mut Definitions,
) -> Vec<State> {
    let states = match states_of(evaluator, &mut residuals, unknowns, definitions) {
        Ok(states) => states,
        Err(problem) => {
            evaluator.classes.note_problem(problem);
            return Vec::new();
        }
    };
    let rates = states.iter().map(|state| derivative(&state.name));
    let variables = unknowns.keys().filter(|name| !states.iter().any(|state| state.name == **name)).cloned();
    let mut open: BTreeSet<String> = rates.chain(variables).filter(|name| definitions.get(name).is_none()).collect();
    let is_known = |name: &str| kept.contains(name) || states.iter().any(|state| state.name == name);
    while !residuals.is_empty() {
        let count = residuals.len();
        let mut later = Vec::new();
        for residual in residuals {
            match step(evaluator, &residual, &mut open, &is_known, unknowns, definitions) {
                Ok(true) => {}
                Ok(false) => later.push(residual),
                Err(problem) => evaluator.classes.note_problem(problem),
            }
        }
        if later.len() == count {
            report(evaluator, &later, &open, &is_known, definitions);
            break;
        }
        residuals = later;
    }
    for state in &states {
        if definitions.get(&derivative(&state.name)).is_none() && evaluator.classes.problems.borrow().is_empty() {
            evaluator.classes.report(&state.span, Fault::NoDerivative { name: state.name.clone() });
        }
    }
    states
}

/// The variables whose derivatives are named and that no definition gives. Derivatives of others are derived from their definitions.
fn states_of(
    evaluator: &Evaluator<'_>,
    residuals: &mut Vec<Residual>,
    unknowns: &BTreeMap<String, (Target, Span)>,
    definitions: &mut Definitions,
) -> Outcome<Vec<State>> {
    let mut states: BTreeMap<String, State> = BTreeMap::new();
    let mut done = BTreeSet::new();
    loop {
        let mut names: BTreeSet<String> = definitions
            .all()
            .iter()
            .flat_map(|definition| {
                of_derivative(&definition.name).map(str::to_owned).into_iter().chain(rates_in_value(&definition.value))
            })
            .collect();
        for residual in residuals.iter() {
            names.extend(rates_in(&residual.left));
            names.extend(rates_in(&residual.right));
        }
        let Some(name) = names.into_iter().find(|name| !done.contains(name)) else { break };
        done.insert(name.clone());
        evaluator.budget.names(definitions.all().len() + residuals.len())?;
        let Some(definition) = definitions.get(&name).cloned() else {
            if let Some((_, span)) = unknowns.get(&name) {
                let at = name.rfind('[').unwrap_or(name.len());
                let block = evaluator.model.free(format!("{}_integrator{}", &name[..at], &name[at..]));
                states.insert(name.clone(), State { name: name.clone(), block, span: span.clone() });
            }
            continue;
        };
        let rate = derivative(&name);
        if let Some(given) = definitions.take(&rate)
            && let Some(right) = given.value.expression()
        {
            residuals.push(Residual { left: rate.clone().into(), right, span: given.span, given: None });
        }
        let Some(value) = definition.value.expression() else { continue };
        let Some(value) = evaluator.differentiated(&value) else {
            return fault(&definition.span, Fault::NotDerived { name });
        };
        let value = Value::open(value, Vec::new(), &definition.span)?;
        definitions.put(hidden(rate, value, &definition.span));
    }
    Ok(states.into_values().collect())
}

/// A definition that nobody sees.
pub(crate) fn hidden(name: String, value: Value, span: &Span) -> Definition {
    Definition {
        name,
        value,
        span: span.clone(),
        driver: None,
        is_output: false,
        is_protected: true,
        signal: SignalType::Real,
    }
}

/// Variables of the text whose derivatives an expression names.
fn rates_in(expression: &Expression) -> impl Iterator<Item = String> {
    let names: Vec<String> = expression.references().into_iter().filter_map(of_derivative).map(str::to_owned).collect();
    names.into_iter()
}

fn rates_in_value(value: &Value) -> Vec<String> {
    value.expression().map(|expression| rates_in(&expression).collect()).unwrap_or_default()
}

/// Solves an equation with one unknown; false if it has several.
fn step(
    evaluator: &Evaluator<'_>,
    residual: &Residual,
    open: &mut BTreeSet<String>,
    is_known: &dyn Fn(&str) -> bool,
    unknowns: &BTreeMap<String, (Target, Span)>,
    definitions: &mut Definitions,
) -> Outcome<bool> {
    let span = &residual.span;
    evaluator.budget.at(span);
    let [left, right] = expanded_sides(evaluator, residual, is_known, definitions)?;
    let mut found: BTreeSet<&str> = left.references().into_iter().filter(|name| open.contains(*name)).collect();
    found.extend(right.references().into_iter().filter(|name| open.contains(*name)));
    let [unknown] = found.iter().copied().collect::<Vec<_>>()[..] else {
        return match (found.is_empty(), &residual.given) {
            (false, _) => Ok(false),
            (true, Some((name, first))) => {
                let place = evaluator.classes.sources.borrow().place(first);
                fault(span, Fault::TwoEquations { name: name.clone(), place })
            }
            (true, None) => match own_connector(evaluator, residual) {
                Some(name) => fault(span, Fault::OwnConnector { name }),
                None => fault(span, Fault::NothingToSolve),
            },
        };
    };
    let Some(value) = solved(&left, &right, unknown) else {
        return fault(span, Fault::NotSolved { name: unknown.to_owned() });
    };
    let name = unknown.to_owned();
    let value = Value::open(value, Vec::new(), span)?;
    open.remove(&name);
    let own = hidden(name.clone(), value, span);
    definitions.put(match unknowns.get(&name) {
        Some((Target { is_output, is_protected, .. }, _)) => {
            Definition { is_output: *is_output, is_protected: *is_protected, ..own }
        }
        None => own,
    });
    Ok(true)
}

/// The connector of a composite with a potential or a flow that an equation names.
fn own_connector(evaluator: &Evaluator<'_>, residual: &Residual) -> Option<String> {
    let names = [&residual.left, &residual.right].into_iter().flat_map(|side| side.references());
    names.filter_map(|name| name.rsplit_once('.')).map(|(connector, _)| connector.to_owned()).find(|connector| {
        let symbol = evaluator.model.symbol_called(connector);
        symbol.is_some_and(|symbol| matches!(symbol.what, What::Connector(Connector::Physical(_))))
    })
}

fn expanded_sides(
    evaluator: &Evaluator<'_>,
    residual: &Residual,
    is_known: &dyn Fn(&str) -> bool,
    definitions: &Definitions,
) -> Outcome<[Expression; 2]> {
    let expand = |side: &Expression| -> Outcome<Expression> {
        let mut expander = Expander { definitions, is_known, nodes: 0, active: Vec::new() };
        let expanded = expander.expression(side);
        evaluator.budget.work(EXPRESSION.saturating_mul(expander.nodes))?;
        expanded.map_err(|why| Fault::Unresolved { name: "equation".to_owned(), why }.at(residual.span.clone()))
    };
    Ok([expand(&residual.left)?, expand(&residual.right)?])
}

/// Tells which variables the remaining equations have in common.
fn report(
    evaluator: &Evaluator<'_>,
    residuals: &[Residual],
    open: &BTreeSet<String>,
    is_known: &dyn Fn(&str) -> bool,
    definitions: &Definitions,
) {
    for residual in residuals {
        let Ok(sides) = expanded_sides(evaluator, residual, is_known, definitions) else { continue };
        let names = sides.iter().flat_map(|side| side.references()).filter(|name| open.contains(*name));
        let names: BTreeSet<&str> = names.collect();
        let names = names.into_iter().collect::<Vec<_>>().join("`, `");
        evaluator.classes.report(&residual.span, Fault::SystemOfEquations { names });
    }
}

/// Puts definitions into expressions.
struct Expander<'a> {
    definitions: &'a Definitions,
    is_known: &'a dyn Fn(&str) -> bool,
    nodes: usize,
    active: Vec<String>,
}

impl Expander<'_> {
    fn expression(&mut self, expression: &Expression) -> Result<Expression, Unresolved> {
        self.nodes += 1;
        if self.nodes > NODE_LIMIT || self.active.len() > 100 {
            return Err(Unresolved::TooLarge);
        }
        Ok(match expression {
            Expression::Number(x) => Expression::Number(*x),
            Expression::Reference { name, .. } => match self.definitions.get(name) {
                Some(definition) if definition.driver.is_none() && !(self.is_known)(name) => {
                    if self.active.iter().any(|active| active == name) {
                        return Err(Unresolved::ByItself);
                    }
                    let Some(inner) = definition.value.expression() else { return Ok(expression.clone()) };
                    self.active.push(name.clone());
                    let inner = self.expression(&inner)?;
                    self.active.pop();
                    inner
                }
                _ => expression.clone(),
            },
            Expression::Negate(operand) => Expression::Negate(Box::new(self.expression(operand)?)),
            Expression::Binary(operator, a, b) => binary(*operator, self.expression(a)?, self.expression(b)?),
            Expression::Call(function, operands) => Expression::Call(*function, self.all(operands)?),
            Expression::Array(elements) => Expression::Array(self.all(elements)?),
            Expression::If(choice) => Expression::If(Box::new(Choice {
                condition: choice.condition.clone(),
                branches: [self.expression(&choice.branches[0])?, self.expression(&choice.branches[1])?],
            })),
        })
    }

    fn all(&mut self, operands: &[Expression]) -> Result<Vec<Expression>, Unresolved> {
        operands.iter().map(|operand| self.expression(operand)).collect()
    }
}

/// `coefficient*x + rest`; none where the expression is not of this form. A zero is none.
pub(super) type Linear = (Option<Expression>, Option<Expression>);

/// The value of `x` with `left = right`, if that is linear in it or nests it in operations that have an inverse.
pub(super) fn solved(left: &Expression, right: &Expression, x: &str) -> Option<Expression> {
    if let (Some((a, b)), Some((c, d))) = (linear(left, x), linear(right, x)) {
        // (a - c) x = d - b
        let rest = difference(d, b).unwrap_or(Expression::Number(0.0));
        return Some(match difference(a, c)? {
            Expression::Number(1.0) => rest,
            Expression::Number(-1.0) => Expression::Negate(Box::new(rest)),
            coefficient => binary(BinaryOperator::Divide, rest, coefficient),
        });
    }
    match (has(left, x), has(right, x)) {
        (true, false) => isolated(left, right.clone(), x),
        (false, true) => isolated(right, left.clone(), x),
        _ => None,
    }
}

fn has(expression: &Expression, x: &str) -> bool {
    expression.references().contains(&x)
}

fn isolated(side: &Expression, other: Expression, x: &str) -> Option<Expression> {
    use BinaryOperator::{Add, Divide, Multiply, Subtract};
    match side {
        Expression::Reference { name, .. } if name == x => Some(other),
        Expression::Negate(operand) => isolated(operand, Expression::Negate(Box::new(other)), x),
        Expression::Binary(operator, a, b) => match (operator, has(a, x), has(b, x)) {
            (Add, true, false) => isolated(a, binary(Subtract, other, (**b).clone()), x),
            (Add, false, true) => isolated(b, binary(Subtract, other, (**a).clone()), x),
            (Subtract, true, false) => isolated(a, binary(Add, other, (**b).clone()), x),
            (Subtract, false, true) => isolated(b, binary(Subtract, (**a).clone(), other), x),
            (Multiply, true, false) => isolated(a, binary(Divide, other, (**b).clone()), x),
            (Multiply, false, true) => isolated(b, binary(Divide, other, (**a).clone()), x),
            (Divide, true, false) => isolated(a, binary(Multiply, other, (**b).clone()), x),
            (Divide, false, true) => isolated(b, binary(Divide, (**a).clone(), other), x),
            _ => None,
        },
        Expression::Call(Function::Exp, operands) => {
            isolated(operands.first()?, Expression::Call(Function::Log, vec![other]), x)
        }
        Expression::Call(Function::Log, operands) => {
            isolated(operands.first()?, Expression::Call(Function::Exp, vec![other]), x)
        }
        _ => None,
    }
}

fn sum(a: Option<Expression>, b: Option<Expression>) -> Option<Expression> {
    match (a, b) {
        (Some(Expression::Number(a)), Some(Expression::Number(b))) => Some(Expression::Number(a + b)),
        (Some(a), Some(b)) => Some(binary(BinaryOperator::Add, a, b)),
        (a, b) => a.or(b),
    }
}

pub(super) fn negated(a: Expression) -> Expression {
    match a {
        Expression::Number(x) => Expression::Number(-x),
        Expression::Negate(inner) => *inner,
        other => Expression::Negate(Box::new(other)),
    }
}

fn difference(a: Option<Expression>, b: Option<Expression>) -> Option<Expression> {
    match (a, b) {
        (Some(a), Some(b)) if a == b => None,
        (Some(Expression::Number(a)), Some(Expression::Number(b))) => Some(Expression::Number(a - b)),
        (Some(a), Some(b)) => Some(binary(BinaryOperator::Subtract, a, b)),
        (a, b) => a.or(b.map(negated)),
    }
}

fn times(a: Option<Expression>, factor: &Expression) -> Option<Expression> {
    Some(match a? {
        Expression::Number(1.0) => factor.clone(),
        a => binary(BinaryOperator::Multiply, a, factor.clone()),
    })
}

pub(super) fn linear(expression: &Expression, x: &str) -> Option<Linear> {
    if !has(expression, x) {
        let zero = matches!(expression, Expression::Number(0.0));
        return Some((None, (!zero).then(|| expression.clone())));
    }
    match expression {
        Expression::Reference { .. } => Some((Some(Expression::Number(1.0)), None)),
        Expression::Negate(operand) => {
            let (a, b) = linear(operand, x)?;
            Some((a.map(negated), b.map(negated)))
        }
        Expression::Binary(BinaryOperator::Add, left, right) => {
            let ((a, b), (c, d)) = (linear(left, x)?, linear(right, x)?);
            Some((sum(a, c), sum(b, d)))
        }
        Expression::Binary(BinaryOperator::Subtract, left, right) => {
            let ((a, b), (c, d)) = (linear(left, x)?, linear(right, x)?);
            Some((difference(a, c), difference(b, d)))
        }
        Expression::Binary(BinaryOperator::Multiply, left, right) => {
            let (inner, factor) = match (has(left, x), has(right, x)) {
                (true, false) => (left, right),
                (false, true) => (right, left),
                _ => return None,
            };
            let (a, b) = linear(inner, x)?;
            Some((times(a, factor), times(b, factor)))
        }
        Expression::Binary(BinaryOperator::Divide, left, right) if !has(right, x) => {
            let (a, b) = linear(left, x)?;
            let over =
                |part: Option<Expression>| part.map(|part| binary(BinaryOperator::Divide, part, (**right).clone()));
            Some((over(a), over(b)))
        }
        Expression::If(choice) if !names(&choice.condition).contains(&x) => {
            let [first, second] = &choice.branches;
            let ((a, b), (c, d)) = (linear(first, x)?, linear(second, x)?);
            let chosen = |first: Option<Expression>, second: Option<Expression>| {
                if first.is_none() && second.is_none() {
                    return None;
                }
                let [first, second] = [first, second].map(|part| part.unwrap_or(Expression::Number(0.0)));
                Some(Expression::If(Box::new(Choice {
                    condition: choice.condition.clone(),
                    branches: [first, second],
                })))
            };
            Some((chosen(a, c), chosen(b, d)))
        }
        _ => None,
    }
}

fn names(condition: &Condition) -> Vec<&str> {
    match condition {
        Condition::Compare(_, operands) => operands.iter().flat_map(|operand| operand.references()).collect(),
        Condition::Not(operand) => names(operand),
        Condition::And(both) | Condition::Or(both) => both.iter().flat_map(names).collect(),
    }
}
