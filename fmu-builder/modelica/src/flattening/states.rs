//! States of the text: each is the output of an integrator that its derivative drives.

use compiler::model_file::{Span, Spanned, Value as NetlistValue};

use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::definitions::{Definition, Definitions};
use crate::flattening::implicit::{State, hidden};
use crate::instances::Symbol;
use crate::names::derivative;
use crate::netlist::{Netlist, Pair, key, table, text, truth};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Operator;
use crate::values::conditions::as_number;
use crate::values::{Value, arithmetic};

const INTEGRATOR: &str = "Modelica.Blocks.Continuous.Integrator";

/// Adds the integrator of a state, and the definitions that connect it.
pub(crate) fn add_state(
    evaluator: &Evaluator<'_>,
    state: &State,
    (symbol, element, begin): (&Symbol, &[usize], Option<&String>),
    target: &Target,
    definitions: &mut Definitions,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let State { name, block, span } = state;
    let mut entries = vec![(key("class", span), text(INTEGRATOR, span))];
    entries.push((key(compiler::model_file::PROTECTED, span), truth(span)));
    if begin.is_none() {
        entries.extend(start_entry(evaluator, symbol, element)?);
    }
    netlist.components.push((key(block.as_str(), span), table(entries, span)));
    let rate = Value::name(derivative(name), Vec::new());
    let at = name.rfind('[').unwrap_or(name.len());
    let driver = format!("{}_rate{}", &name[..at], &name[at..]);
    definitions.put(Definition { driver: Some(driver), ..hidden(format!("{block}.u"), rate, span) });
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
    let modifier = symbol.modifiers.iter().find(|modifier| &*modifier.name == "start");
    let Some(bound) = modifier.and_then(|modifier| modifier.value.as_ref()) else { return Ok(None) };
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
    let found = netlist.components.iter_mut().find(|(known, _)| known.value == block);
    let Some((_, Spanned { value: NetlistValue::Table(entries), .. })) = found else {
        return fault(span, Fault::InitialForm);
    };
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
