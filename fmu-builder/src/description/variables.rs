//! ModelVariables (FMI 2.0.5, 2.2.7).

use std::io;

use fmu_core::variables::{Catalogue, Causality, DataType, Initial, Value, Variability, Variable};

use super::types::Types;
use super::units::unit;
use super::xml::{Attributes, Xml, number};

/// 1-based position of a variable in the list, by which the rest of the document refers to it.
pub(super) fn position(exposed: &[usize], index: usize) -> Option<String> {
    exposed.binary_search(&index).ok().map(|at| (at + 1).to_string())
}

pub(super) fn write(xml: &mut Xml, catalogue: &Catalogue, exposed: &[usize], types: &Types) -> io::Result<()> {
    xml.parent("ModelVariables", Attributes::new(), |xml| {
        exposed
            .iter()
            .filter_map(|&index| catalogue.variables.get(index).map(|variable| (index, variable)))
            .try_for_each(|(index, variable)| {
                scalar_variable(xml, catalogue.reference(index), variable, exposed, types)
            })
    })
}

fn scalar_variable(
    xml: &mut Xml,
    reference: usize,
    variable: &Variable,
    exposed: &[usize],
    types: &Types,
) -> io::Result<()> {
    let description = Some(variable.description.as_ref()).filter(|text| !text.is_empty());
    let attributes = Attributes::new()
        .with("name", variable.name.as_str())
        .with("valueReference", reference.to_string())
        .option("description", description)
        .with("causality", causality(variable.causality))
        .with("variability", variability(variable.variability))
        .option("initial", variable.initial.map(initial));
    xml.parent("ScalarVariable", attributes, |xml| typed(xml, variable, exposed, types))
}

/// The element that holds what depends on the type.
fn typed(xml: &mut Xml, variable: &Variable, exposed: &[usize], types: &Types) -> io::Result<()> {
    let declared_type = types.declared_type(variable);
    let attributes = Attributes::new().option("declaredType", declared_type);
    match &variable.data_type {
        DataType::Real { min, max, .. } => {
            let bound = |value: &Option<f64>| value.filter(|value| value.is_finite()).map(number);
            let derivative = variable.derivative_of.and_then(|state| position(exposed, state));
            let attributes = attributes
                .option("unit", unit(variable))
                .option("displayUnit", types.display_unit(variable))
                .option("min", bound(min))
                .option("max", bound(max))
                .option("start", start(variable))
                .option("derivative", derivative);
            xml.leaf("Real", attributes)
        }
        DataType::Integer => xml.leaf("Integer", attributes.option("start", start(variable))),
        DataType::Boolean => xml.leaf("Boolean", attributes.option("start", start(variable))),
        DataType::Enumeration { .. } => xml.leaf("Enumeration", attributes.option("start", start(variable))),
    }
}

fn start(variable: &Variable) -> Option<String> {
    variable.start.map(|value| match value {
        Value::Real(value) => number(value),
        Value::Integer(value) => value.to_string(),
        Value::Boolean(value) => value.to_string(),
    })
}

fn causality(causality: Causality) -> &'static str {
    match causality {
        Causality::Parameter => "parameter",
        Causality::CalculatedParameter => "calculatedParameter",
        Causality::Input => "input",
        Causality::Output => "output",
        Causality::Local => "local",
        Causality::Independent => "independent",
    }
}

fn variability(variability: Variability) -> &'static str {
    match variability {
        Variability::Constant => "constant",
        Variability::Fixed => "fixed",
        Variability::Tunable => "tunable",
        Variability::Discrete => "discrete",
        Variability::Continuous => "continuous",
    }
}

fn initial(initial: Initial) -> &'static str {
    match initial {
        Initial::Exact => "exact",
        Initial::Approx => "approx",
        Initial::Calculated => "calculated",
    }
}
