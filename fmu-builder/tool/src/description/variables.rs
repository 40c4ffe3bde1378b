//! ModelVariables (FMI 2.0.5, 2.2.7).

use std::io;

use simulation::variables::{Catalogue, DataType, Value, Variable};

use super::types::Types;
use crate::naming::Names;
use crate::words::Word;
use crate::xml::{Attributes, Xml, number};

/// 1-based position of a variable in the list, by which the rest of the document refers to it.
pub(super) fn position(exposed: &[usize], index: usize) -> Option<String> {
    exposed.binary_search(&index).ok().map(|at| (at + 1).to_string())
}

pub(super) fn write(
    xml: &mut Xml,
    catalogue: &Catalogue,
    names: &Names<'_>,
    exposed: &[usize],
    types: &Types<'_>,
) -> io::Result<()> {
    xml.parent("ModelVariables", Attributes::new(), |xml| {
        exposed
            .iter()
            .filter_map(|&index| catalogue.variables.get(index).map(|variable| (index, variable)))
            .try_for_each(|(index, variable)| {
                let attributes = attributes(names.get(index), catalogue.reference(index), &variable);
                xml.parent("ScalarVariable", attributes, |xml| typed(xml, &variable, exposed, types))
            })
    })
}

/// The description of a variable, if it has one.
pub(super) fn description<'v>(variable: &'v Variable) -> Option<&'v str> {
    Some(variable.description.as_ref()).filter(|text| !text.is_empty())
}

/// Attributes of variables of all types.
pub(super) fn attributes(name: &str, reference: usize, variable: &Variable) -> Attributes {
    Attributes::new()
        .with("name", name)
        .with("valueReference", reference.to_string())
        .option("description", description(variable))
        .with("causality", variable.causality.word())
        .with("variability", variable.variability.word())
        .option("initial", variable.initial.map(Word::word))
}

/// The element that holds what depends on the type.
fn typed(xml: &mut Xml, variable: &Variable, exposed: &[usize], types: &Types<'_>) -> io::Result<()> {
    let declared_type = types.declared_type(variable);
    let attributes = Attributes::new().option("declaredType", declared_type);
    match variable.data_type {
        DataType::Real { .. } => {
            let derivative = variable.derivative_of.and_then(|state| position(exposed, state));
            let attributes = real_attributes(attributes, variable, types);
            xml.leaf("Real", attributes.option("start", start(variable)).option("derivative", derivative))
        }
        DataType::Integer => xml.leaf("Integer", attributes.option("start", start(variable))),
        DataType::Boolean => xml.leaf("Boolean", attributes.option("start", start(variable))),
        DataType::Enumeration { .. } => xml.leaf("Enumeration", attributes.option("start", start(variable))),
    }
}

/// Attributes of floating point numbers, without the start value.
pub(super) fn real_attributes(attributes: Attributes, variable: &Variable, types: &Types<'_>) -> Attributes {
    let DataType::Real { min, max, .. } = variable.data_type else { return attributes };
    let given = types.bounds(variable);
    // Classes exclude zero by the smallest number above it, which no user would know; FMI's bounds include their limit.
    let is_shown = |value: &f64| value.is_finite() && *value != f64::MIN_POSITIVE;
    let bound = |value: &Option<f64>, given: Option<f64>| value.or(given).filter(is_shown).map(number);
    let nominal = given.and_then(|given| given.nominal);
    attributes
        .option("unit", types.unit(*variable))
        .option("displayUnit", types.display_unit(variable))
        .option("min", bound(min, given.and_then(|given| given.min)))
        .option("max", bound(max, given.and_then(|given| given.max)))
        .option("nominal", nominal.map(number))
}

pub(super) fn start(variable: &Variable) -> Option<String> {
    variable.start.map(|value| match value {
        Value::Real(value) => number(value),
        Value::Integer(value) => value.to_string(),
        Value::Boolean(value) => value.to_string(),
    })
}
