//! Equations that give a variable only when they are solved for it, and equations of derivatives: own states become integrators.

use std::collections::{BTreeMap, BTreeSet};

use compiler::model_file::{BinaryOperator, Expression, Function, Span};

use crate::budget::EXPRESSION;
use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::definitions::{Definition, Definitions};
use crate::instances::What;
use crate::names::{derivative, of_derivative, suffixed};
use crate::problem::{Fault, Outcome, Unresolved, fault};
use crate::values::Value;
use crate::values::open::{NODE_LIMIT, binary, choice, negated, over, plus, times, with_operands};

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

/// Variables of the text that no definition gives, with what else a definition needs.
pub(crate) type Unknowns = BTreeMap<String, (Target, Span)>;

/// Solves equations for the variables that no definition gives.
pub(crate) struct Solver<'a> {
    evaluator: &'a Evaluator<'a>,
    /// The variables that no definition gives, with their places.
    unknowns: &'a Unknowns,
    /// Variables that stay in the solutions although definitions give them; states, too.
    known: BTreeSet<String>,
    /// Unknowns without a solution.
    open: BTreeSet<String>,
    definitions: &'a mut Definitions,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        evaluator: &'a Evaluator<'a>,
        unknowns: &'a Unknowns,
        known: BTreeSet<String>,
        definitions: &'a mut Definitions,
    ) -> Self {
        Self { evaluator, unknowns, known, open: BTreeSet::new(), definitions }
    }

    /// Solves the equations for what they give.
    pub(crate) fn solve(&mut self, mut residuals: Vec<Residual>) -> Vec<State> {
        let evaluator = self.evaluator;
        let Some(states) = evaluator.classes.told(self.states_of(&mut residuals)) else { return Vec::new() };
        let rates = states.keys().map(|state| derivative(state));
        let variables = self.unknowns.keys().filter(|name| !states.contains_key(*name)).cloned();
        self.open = rates.chain(variables).filter(|name| self.definitions.get(name).is_none()).collect();
        self.known.extend(states.keys().cloned());
        while !residuals.is_empty() {
            let count = residuals.len();
            residuals.retain(|residual| evaluator.classes.told(self.step(residual)) == Some(false));
            if residuals.len() == count {
                self.report(&residuals);
                break;
            }
        }
        for state in states.values() {
            if self.definitions.get(&derivative(&state.name)).is_none()
                && evaluator.classes.problems.borrow().is_empty()
            {
                evaluator.classes.report(&state.span, Fault::NoDerivative { name: state.name.clone() });
            }
        }
        states.into_values().collect()
    }

    /// The variables whose derivatives are named and that no definition gives. Derivatives of others are derived from their definitions.
    fn states_of(&mut self, residuals: &mut Vec<Residual>) -> Outcome<BTreeMap<String, State>> {
        let Self { evaluator, unknowns, definitions, .. } = self;
        let mut states: BTreeMap<String, State> = BTreeMap::new();
        let mut done = BTreeSet::new();
        while let Some(name) = rated(definitions, residuals).into_iter().find(|name| !done.contains(name)) {
            done.insert(name.clone());
            evaluator.budget.names(definitions.all().len() + residuals.len())?;
            let Some(definition) = definitions.get(&name).cloned() else {
                if let Some((_, span)) = unknowns.get(&name) {
                    let block = evaluator.model.free(suffixed(&name, "integrator"));
                    states.insert(name.clone(), State { name, block, span: span.clone() });
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
            definitions.put(Definition::hidden(rate, None, value, &definition.span));
        }
        Ok(states)
    }

    /// Solves an equation with one unknown; false if it has several.
    fn step(&mut self, residual: &Residual) -> Outcome<bool> {
        let span = &residual.span;
        self.evaluator.budget.at(span);
        let [left, right] = self.expanded_sides(residual)?;
        let found = self.open_in([&left, &right]);
        let [unknown] = found.iter().copied().collect::<Vec<_>>()[..] else {
            return match (found.is_empty(), &residual.given) {
                (false, _) => Ok(false),
                (true, Some((name, first))) => {
                    let place = self.evaluator.classes.sources.borrow().place(first);
                    fault(span, Fault::TwoEquations { name: name.clone(), place })
                }
                (true, None) => match own_connector(self.evaluator, residual) {
                    Some(name) => fault(span, Fault::OwnConnector { name }),
                    None => fault(span, Fault::NothingToSolve),
                },
            };
        };
        let name = unknown.to_owned();
        let Some(value) = solved(&left, &right, unknown) else { return fault(span, Fault::NotSolved { name }) };
        let value = Value::open(value, Vec::new(), span)?;
        self.open.remove(&name);
        let known = self.unknowns.get(&name).map(|(target, _)| target.clone());
        let target = known.unwrap_or_else(|| Target::hidden(name, None));
        self.definitions.put(Definition { target, value, span: span.clone() });
        Ok(true)
    }

    /// The unknowns in the two sides of an equation.
    fn open_in<'e>(&self, sides: [&'e Expression; 2]) -> BTreeSet<&'e str> {
        sides.into_iter().flat_map(Expression::references).filter(|name| self.open.contains(*name)).collect()
    }

    fn expanded_sides(&self, residual: &Residual) -> Outcome<[Expression; 2]> {
        let expand = |side: &Expression| -> Outcome<Expression> {
            let mut expander =
                Expander { definitions: self.definitions, known: &self.known, nodes: 0, active: Vec::new() };
            let expanded = expander.expression(side);
            self.evaluator.budget.work(EXPRESSION.saturating_mul(expander.nodes))?;
            expanded.map_err(|why| Fault::Unresolved { name: "equation".to_owned(), why }.at(residual.span.clone()))
        };
        Ok([expand(&residual.left)?, expand(&residual.right)?])
    }

    /// Tells which variables the remaining equations have in common.
    fn report(&self, residuals: &[Residual]) {
        for residual in residuals {
            let Ok([left, right]) = self.expanded_sides(residual) else { continue };
            let names = self.open_in([&left, &right]).into_iter().collect::<Vec<_>>().join("`, `");
            self.evaluator.classes.report(&residual.span, Fault::SystemOfEquations { names });
        }
    }
}

/// The names that definitions and equations read, with repetitions.
fn names<'a>(definitions: &'a Definitions, residuals: &'a [Residual]) -> impl Iterator<Item = &'a str> {
    let sides = residuals.iter().flat_map(|residual| [&residual.left, &residual.right]);
    let values = definitions.all().iter().flat_map(|definition| definition.value.references());
    values.chain(sides.flat_map(Expression::references))
}

/// The names that definitions and equations read.
pub(crate) fn read(definitions: &Definitions, residuals: &[Residual]) -> BTreeSet<String> {
    names(definitions, residuals).map(str::to_owned).collect()
}

/// Variables whose derivatives definitions give or name, or equations name.
pub(crate) fn rated(definitions: &Definitions, residuals: &[Residual]) -> BTreeSet<String> {
    let own = definitions.all().iter().map(|definition| definition.target.name.as_str());
    own.chain(names(definitions, residuals)).filter_map(of_derivative).map(str::to_owned).collect()
}

/// The connector of a composite with a potential or a flow that an equation names.
fn own_connector(evaluator: &Evaluator<'_>, residual: &Residual) -> Option<String> {
    let names = [&residual.left, &residual.right].into_iter().flat_map(|side| side.references());
    names.filter_map(|name| name.rsplit_once('.')).map(|(connector, _)| connector.to_owned()).find(|connector| {
        let symbol = evaluator.model.symbol_called(connector);
        symbol.is_some_and(|symbol| matches!(symbol.what, What::Connector(kind) if !kind.is_signal()))
    })
}

/// Puts definitions into expressions.
struct Expander<'a> {
    definitions: &'a Definitions,
    known: &'a BTreeSet<String>,
    nodes: usize,
    active: Vec<String>,
}

impl Expander<'_> {
    fn expression(&mut self, expression: &Expression) -> Result<Expression, Unresolved> {
        self.nodes += 1;
        if self.nodes > NODE_LIMIT || self.active.len() > 100 {
            return Err(Unresolved::TooLarge);
        }
        let Expression::Reference { name, .. } = expression else {
            return with_operands(expression, |operand| self.expression(operand));
        };
        let definition = self.definitions.get(name);
        let definition = definition.filter(|known| known.target.driver.is_none() && !self.known.contains(name));
        if definition.is_some() && self.active.contains(name) {
            return Err(Unresolved::ByItself);
        }
        let Some(inner) = definition.and_then(|definition| definition.value.expression()) else {
            return Ok(expression.clone());
        };
        self.active.push(name.clone());
        let inner = self.expression(&inner)?;
        self.active.pop();
        Ok(inner)
    }
}

/// The value of `x` with `left = right`, if that is linear in it or nests it in operations that have an inverse.
pub(super) fn solved(left: &Expression, right: &Expression, x: &str) -> Option<Expression> {
    if let (Some((a, b)), Some((c, d))) = (linear(left, x), linear(right, x)) {
        // (a - c) x = d - b
        let rest = plus(BinaryOperator::Subtract, d, b);
        return Some(match plus(BinaryOperator::Subtract, a, c) {
            Expression::Number(0.0) => return None,
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
        Expression::Call(function @ (Function::Exp | Function::Log), operands) => {
            let inverse = if *function == Function::Exp { Function::Log } else { Function::Exp };
            isolated(operands.first()?, Expression::Call(inverse, vec![other]), x)
        }
        _ => None,
    }
}

/// The coefficient and the rest of `coefficient*x + rest`; none where the expression is not of this form.
pub(super) fn linear(expression: &Expression, x: &str) -> Option<(Expression, Expression)> {
    let zero = Expression::Number(0.0);
    if !has(expression, x) {
        return Some((zero, expression.clone()));
    }
    Some(match expression {
        Expression::Reference { .. } => (Expression::Number(1.0), zero),
        Expression::Negate(operand) => {
            let (a, b) = linear(operand, x)?;
            (negated(a), negated(b))
        }
        Expression::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), left, right) => {
            let ((a, b), (c, d)) = (linear(left, x)?, linear(right, x)?);
            (plus(*operator, a, c), plus(*operator, b, d))
        }
        Expression::Binary(BinaryOperator::Multiply, left, right) => {
            let (inner, factor) = match (has(left, x), has(right, x)) {
                (true, false) => (left, right),
                (false, true) => (right, left),
                _ => return None,
            };
            let (a, b) = linear(inner, x)?;
            (times(a, (**factor).clone()), times(b, (**factor).clone()))
        }
        Expression::Binary(BinaryOperator::Divide, left, right) if !has(right, x) => {
            let (a, b) = linear(left, x)?;
            (over(a, right), over(b, right))
        }
        Expression::If(of) if !of.condition.references().contains(&x) => {
            let ((a, b), (c, d)) = (linear(&of.branches[0], x)?, linear(&of.branches[1], x)?);
            let chosen = |first: Expression, second: Expression| {
                if first == zero && second == zero { first } else { choice(of.condition.clone(), first, second) }
            };
            (chosen(a, c), chosen(b, d))
        }
        _ => return None,
    })
}
