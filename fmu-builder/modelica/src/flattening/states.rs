//! States of the text: each is the output of an integrator that its derivative drives.

use compiler::model_file::Span;

use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::definitions::{Building, Definition};
use crate::flattening::implicit::{State, hidden};
use crate::instances::Symbol;
use crate::instances::modifiers::value_of;
use crate::names::{derivative, suffixed};
use crate::netlist::{Netlist, Pair, key, text};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Operator;
use crate::values::conditions::as_number;
use crate::values::{Value, arithmetic};

const INTEGRATOR: &str = "Modelica.Blocks.Continuous.Integrator";

/// Adds the integrator of a state, and the definitions that connect it.
pub(crate) fn add_state(
    Building { evaluator, definitions, netlist }: &mut Building<'_>,
    state: &State,
    (symbol, element, begin): (&Symbol, &[usize], Option<&String>),
    target: &Target,
) -> Outcome<()> {
    let State { name, block, span } = state;
    let start = if begin.is_none() { start_entry(evaluator, symbol, element)? } else { None };
    netlist.add_hidden(block, INTEGRATOR, start, span);
    let rate = Value::name(derivative(name), Vec::new());
    definitions.put(Definition { driver: Some(suffixed(name, "rate")), ..hidden(format!("{block}.u"), rate, span) });
    let integral = Value::name(format!("{block}.y"), Vec::new());
    let value = match begin {
        Some(begin) => arithmetic::binary(Operator::Add, &integral, &Value::name(begin.clone(), Vec::new()), span)?,
        None => integral,
    };
    let Target { is_output, is_protected, .. } = *target;
    definitions.put(Definition { is_output, is_protected, ..hidden(name.clone(), value, span) });
    Ok(())
}

/// `y_start` of the block of an element of a variable, from its attribute `start`.
pub(crate) fn start_entry(evaluator: &Evaluator<'_>, symbol: &Symbol, element: &[usize]) -> Outcome<Option<Pair>> {
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
