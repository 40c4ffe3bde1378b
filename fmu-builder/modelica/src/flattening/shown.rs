//! Units, descriptions and start values of variables, inputs and outputs.

use compiler::model_file::{Expression, Span, Spanned, Value as NetlistValue};

use crate::evaluation::Evaluator;
use crate::instances::Symbol;
use crate::netlist::{Pair, expression, key, table, text};
use crate::problem::Outcome;
use crate::values::Value;

/// An expression with the unit of the variable that it defines, if `takes` accepts this unit.
pub(crate) fn with_unit(
    evaluator: &Evaluator<'_>,
    symbol: &Symbol,
    value: Expression,
    span: &Span,
    takes: fn(&str) -> bool,
) -> Outcome<Spanned<NetlistValue>> {
    let mut entries = vec![(key("expression", span), expression(value, span))];
    let unit = evaluator.unit_of(symbol)?;
    if let Some(unit) = unit.filter(|unit| !unit.is_empty() && unit != "1" && takes(unit)) {
        entries.push((key("unit", span), text(unit, span)));
    }
    entries.extend(shown_attributes(evaluator, symbol)?);
    Ok(table(entries, span))
}

/// Display unit and description of an input or output.
pub(crate) fn shown_attributes(evaluator: &Evaluator<'_>, symbol: &Symbol) -> Outcome<Vec<Pair>> {
    let span = &symbol.span;
    let mut attributes = Vec::new();
    if let Some(Value::Text(unit)) = evaluator.attribute(&symbol.modifiers, "displayUnit")? {
        attributes.push((key("displayUnit", span), text(unit, span)));
    }
    attributes.extend(description(symbol));
    Ok(attributes)
}

pub(crate) fn description(symbol: &Symbol) -> Option<Pair> {
    let description = symbol.component().map(|component| &*component.description).filter(|text| !text.is_empty());
    description.map(|description| (key("description", &symbol.span), text(description, &symbol.span)))
}

/// The same, with the start value of this element and its unit.
pub(crate) fn input_attributes(evaluator: &Evaluator<'_>, symbol: &Symbol, element: &[usize]) -> Outcome<Vec<Pair>> {
    let span = &symbol.span;
    let mut attributes = Vec::new();
    if let Some(start) = evaluator.attribute(&symbol.modifiers, "start")? {
        let chosen = element.iter().try_fold(start.clone(), |start, index| start.element(index - 1));
        attributes.push((key("start", span), chosen.unwrap_or(start).netlist(span)));
    }
    if let Some(Value::Text(unit)) = evaluator.attribute(&symbol.modifiers, "unit")?
        && !unit.is_empty()
        && unit != "1"
    {
        attributes.push((key("unit", span), text(unit, span)));
    }
    attributes.extend(shown_attributes(evaluator, symbol)?);
    Ok(attributes)
}
