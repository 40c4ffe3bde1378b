//! ModelVariables (FMI 2.0.5, 2.2.7; FMI 3.0.2, 2.4.7).

use std::io;

use fmu_core::instance::Version;
use simulation::variables::{Causality, DataType, Variable};

use super::references::{Listed, References};
use super::types::Types;
use crate::content::Content;
use crate::naming::{Names, Naming};
use crate::words::Word;
use crate::xml::{Attributes, Xml, number, value};

/// Name of the array of event indicators, unless the model has that name.
const INDICATORS: &str = "eventIndicators";

pub(super) fn write(
    xml: &mut Xml,
    content: &Content<'_>,
    names: &Names<'_>,
    references: &References<'_>,
    types: &Types<'_>,
) -> io::Result<()> {
    let writer = Writer { content, names, references, types };
    xml.parent("ModelVariables", Attributes::new(), |xml| {
        references.variables.iter().try_for_each(|listed| writer.variable(xml, listed))?;
        writer.indicators(xml)
    })
}

/// The description of a variable, if it has one.
pub(super) fn description<'v>(variable: &'v Variable) -> Option<&'v str> {
    Some(variable.description.as_ref()).filter(|text| !text.is_empty())
}

/// Attributes of variables of all types.
fn attributes(name: &str, reference: usize, variable: &Variable) -> Attributes {
    Attributes::new()
        .with("name", name)
        .with("valueReference", reference.to_string())
        .option("description", description(variable))
        .with("causality", variable.causality.word())
        .with("variability", variable.variability.word())
        .option("initial", variable.initial.map(Word::word))
}

/// Attributes of floating point numbers, without the start value.
fn real_attributes(attributes: Attributes, variable: &Variable, types: &Types<'_>) -> Attributes {
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

fn start(variable: &Variable) -> Option<String> {
    variable.start.map(value)
}

struct Writer<'a> {
    content: &'a Content<'a>,
    names: &'a Names<'a>,
    references: &'a References<'a>,
    types: &'a Types<'a>,
}

impl Writer<'_> {
    /// In FMI 2.0 the attributes of the type are in an element inside that of the variable, in FMI 3.0 in that of the variable.
    fn variable(&self, xml: &mut Xml, listed: &Listed) -> io::Result<()> {
        let Some(variable) = self.content.model.catalogue.variables.get(listed.index) else { return Ok(()) };
        let attributes = attributes(listed.name(self.names), listed.reference, &variable);
        if self.references.version == Version::Fmi2 {
            return xml.parent("ScalarVariable", attributes, |xml| {
                let (element, typed) = self.typed(Attributes::new(), listed, &variable);
                xml.leaf(element, typed)
            });
        }
        let (element, attributes) = self.typed(attributes, listed, &variable);
        if listed.aliases.is_empty() && listed.dimensions.is_empty() {
            return xml.leaf(element, attributes);
        }
        xml.parent(element, attributes, |xml| {
            listed
                .dimensions
                .iter()
                .try_for_each(|size| xml.leaf("Dimension", Attributes::new().with("start", size.to_string())))?;
            listed.aliases.iter().try_for_each(|&alias| {
                let variable = self.content.model.catalogue.variables.get(alias);
                let attributes = Attributes::new()
                    .with("name", self.names.get(alias))
                    .option("description", variable.as_ref().and_then(description));
                xml.leaf("Alias", attributes)
            })
        })
    }

    /// The element of a type, and these attributes with those that depend on it.
    fn typed(&self, attributes: Attributes, listed: &Listed, variable: &Variable) -> (&'static str, Attributes) {
        // An array has the start values of all elements.
        let variables = &self.content.model.catalogue.variables;
        let starts = listed.elements().filter_map(|index| start(&variables.get(index)?));
        let start = Some(starts.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty());
        let attributes = attributes.option("declaredType", self.types.declared_type(variable));
        let attributes = match self.references.version {
            Version::Fmi2 => real_attributes(attributes, variable, self.types).option("start", start),
            Version::Fmi3 => real_attributes(attributes.option("start", start), variable, self.types),
        };
        let derivative = variable.derivative_of.and_then(|state| self.references.of(state));
        let attributes = attributes
            .option("derivative", derivative.map(|reference| reference.to_string()))
            .option("reinit", self.may_jump(listed.index).then_some("true"));
        let element = match (variable.data_type, self.references.version) {
            (DataType::Real { .. }, Version::Fmi2) => "Real",
            (DataType::Real { .. }, Version::Fmi3) => "Float64",
            (DataType::Integer, Version::Fmi2) => "Integer",
            (DataType::Integer, Version::Fmi3) => "Int32",
            (DataType::Boolean, _) => "Boolean",
            (DataType::Enumeration(_), _) => "Enumeration",
        };
        (element, attributes)
    }

    /// True for a state of a model with events, which may move any state.
    fn may_jump(&self, index: usize) -> bool {
        self.references.indicators > 0 && self.content.model.catalogue.exchanged()[0].contains(&index)
    }

    /// The event indicators are variables in FMI 3.0.
    fn indicators(&self, xml: &mut Xml) -> io::Result<()> {
        if self.references.indicators == 0 {
            return Ok(());
        }
        let catalogue = &self.content.model.catalogue;
        let spelled = |name: &str, number: usize| match self.names.naming {
            Naming::Structured => format!("{name}[{number}]"),
            Naming::Flat => format!("{name}_{number}"),
        };
        let mut name = INDICATORS.to_owned();
        while catalogue.variables.iter().any(|variable| variable.name.starts_with(&name)) {
            name.insert(0, '_');
        }
        (1..).zip(self.references.indicators()).try_for_each(|(number, reference): (usize, _)| {
            let component = self.content.model.discrete.name(number - 1);
            let attributes = Attributes::new()
                .with("name", spelled(&name, number))
                .with("valueReference", reference.to_string())
                .with("description", format!("Event indicator of {component}"))
                .with("causality", Causality::Local.word())
                .with("variability", "continuous")
                .with("initial", "calculated");
            xml.leaf("Float64", attributes)
        })
    }
}
