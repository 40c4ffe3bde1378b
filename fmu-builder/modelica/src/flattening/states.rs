//! States of the text: each is the output of an integrator that its derivative drives.

use std::collections::BTreeMap;

use compiler::model_file::BinaryOperator::Add;
use compiler::model_file::Span;
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::connect::Connections;
use crate::flattening::definitions::{Building, DeclaredVariable, Definition};
use crate::flattening::implicit::{Residual, Solver, State, rated};
use crate::flattening::terminals::Terminals;
use crate::instances::What;
use crate::instances::modifiers::value_of;
use crate::names::{derivative, suffixed};
use crate::netlist::{Netlist, Pair, key, text};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Operator;
use crate::values::conditions::as_number;
use crate::values::{Value, arithmetic};

const INTEGRATOR: &str = "Modelica.Blocks.Continuous.Integrator";

/// Solves the equations that are no definitions, and adds the integrators of states; the integrators by the names of the states.
pub(crate) fn solve_all(
    building: &mut Building<'_>,
    residuals: Vec<Residual>,
    (connections, terminals, begins): (&Connections, &Terminals, &BTreeMap<String, String>),
) -> BTreeMap<String, String> {
    let Building { evaluator, definitions, declared, .. } = building;
    let mut integrators = BTreeMap::new();
    if residuals.is_empty() && rated(definitions, &residuals).is_empty() {
        return integrators;
    }
    let mut unknowns = terminals.unknowns(definitions);
    let driven = connections.driven();
    for DeclaredVariable { instance, symbol, name, .. } in declared.values() {
        let is_given = match &symbol.what {
            What::Variable(variable) => variable.prefixes.input || variable.value.is_some(),
            What::Connector(kind) => !kind.is_output(),
            _ => true,
        };
        let is_real = symbol.signal() == SignalType::Real;
        if !is_given && is_real && !driven.contains(name.as_str()) && definitions.get(name).is_none() {
            let target = evaluator.variable(*instance, symbol, name.clone());
            unknowns.insert(name.clone(), (target, symbol.span.clone()));
        }
    }
    let known = terminals.differences(definitions).into_iter().map(|difference| difference.name).collect();
    let states = Solver::new(evaluator, &unknowns, known, definitions).solve(residuals);
    for mut state in states {
        while building.netlist.component(&state.block).is_some() {
            let at = state.block.rfind('[').unwrap_or(state.block.len());
            state.block.insert(at, '_');
        }
        let (Some(variable), Some((target, _))) =
            (building.declared.get(state.name.as_str()), unknowns.get(&state.name))
        else {
            continue;
        };
        let added = add_state(building, &state, (variable, begins.get(&state.name)), target);
        building.evaluator.classes.told(added);
        integrators.insert(state.name, state.block);
    }
    integrators
}

/// Adds the integrator of a state, and the definitions that connect it.
fn add_state(
    Building { evaluator, definitions, netlist, .. }: &mut Building<'_>,
    state: &State,
    (variable, begin): (&DeclaredVariable, Option<&String>),
    target: &Target,
) -> Outcome<()> {
    let State { name, block, span } = state;
    let start = if begin.is_none() { start_entry(evaluator, variable)? } else { None };
    netlist.add_hidden(block, INTEGRATOR, start, span);
    let rate = Value::name(derivative(name), Vec::new());
    definitions.put(Definition::hidden(format!("{block}.u"), Some(suffixed(name, "rate")), rate, span));
    let integral = Value::name(format!("{block}.y"), Vec::new());
    let value = match begin {
        Some(begin) => {
            arithmetic::binary(Operator::Arithmetic(Add), &integral, &Value::name(begin.clone(), Vec::new()), span)?
        }
        None => integral,
    };
    definitions.put(Definition { target: target.clone(), value, span: span.clone() });
    Ok(())
}

/// `y_start` of the block of an element of a variable, from its attribute `start`.
pub(crate) fn start_entry(evaluator: &Evaluator<'_>, variable: &DeclaredVariable) -> Outcome<Option<Pair>> {
    let DeclaredVariable { symbol, element, .. } = variable;
    let Some(bound) = value_of(&symbol.modifiers, "start") else { return Ok(None) };
    // Start values of states have an effect.
    let starts = symbol.modifiers.iter().filter(|modifier| ["start", "fixed"].contains(&&*modifier.name));
    starts.for_each(|modifier| evaluator.model.forget_notes(&modifier.span));
    let start = evaluator.bound(bound, false)?;
    let chosen = element.iter().try_fold(start.clone(), |start, index| start.element(index - 1));
    let span = &bound.expression.span;
    let start = as_number(chosen.unwrap_or(start), span)?;
    Ok(Some((key("y_start", span), start.netlist(span))))
}

/// An initial equation for a state: its value, or a derivative of zero.
pub(crate) fn start_at(
    block: &str,
    is_rate: bool,
    value: &Value,
    span: &Span,
    place: &Span,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let Some(entries) = netlist.component(block) else { return fault(span, Fault::InitialForm) };
    let entry: Pair = match (is_rate, value) {
        (true, Value::Number(0.0)) => (key("initType", span), text("SteadyState", span)),
        (true, _) => return fault(span, Fault::InitialForm),
        (false, value) => {
            entries.retain(|(name, _)| name.value != "y_start");
            (key("y_start", span), value.netlist(place))
        }
    };
    entries.push(entry);
    Ok(())
}
