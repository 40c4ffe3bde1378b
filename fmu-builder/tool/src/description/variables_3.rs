//! ModelVariables of FMI 3.0 (2.4.7).

use std::io;

use simulation::variables::{Causality, DataType, Variable};

use super::references::{Listed, References};
use super::types::Types;
use super::variables::{attributes, description, real_attributes, start};
use crate::content::Content;
use crate::naming::{Names, Naming};
use crate::words::Word;
use crate::xml::{Attributes, Xml};

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

struct Writer<'a> {
    content: &'a Content<'a>,
    names: &'a Names<'a>,
    references: &'a References<'a>,
    types: &'a Types<'a>,
}

impl Writer<'_> {
    fn variable(&self, xml: &mut Xml, listed: &Listed) -> io::Result<()> {
        let Some(variable) = self.content.catalogue.variables.get(listed.index) else { return Ok(()) };
        let attributes = attributes(listed.name(self.names), listed.reference, &variable)
            .option("declaredType", self.types.declared_type(&variable));
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
                let variable = self.content.catalogue.variables.get(alias);
                let attributes = Attributes::new()
                    .with("name", self.names.get(alias))
                    .option("description", variable.as_ref().and_then(description));
                xml.leaf("Alias", attributes)
            })
        })
    }

    /// The element of a type, with what depends on it.
    fn typed(&self, attributes: Attributes, listed: &Listed, variable: &Variable) -> (&'static str, Attributes) {
        // An array has the start values of all elements.
        let variables = &self.content.catalogue.variables;
        let starts = listed.elements().filter_map(|index| variables.get(index).and_then(|element| start(&element)));
        let starts: Vec<String> =
            if listed.dimensions.is_empty() { start(variable).into_iter().collect() } else { starts.collect() };
        let attributes = attributes.option("start", Some(starts.join(" ")).filter(|text| !text.is_empty()));
        match variable.data_type {
            DataType::Real { .. } => {
                let derivative = variable.derivative_of.and_then(|state| self.references.of(state));
                let attributes = real_attributes(attributes, variable, self.types)
                    .option("derivative", derivative.map(|reference| reference.to_string()))
                    .option("reinit", self.may_jump(listed.index).then_some("true"));
                ("Float64", attributes)
            }
            DataType::Integer => ("Int32", attributes),
            DataType::Boolean => ("Boolean", attributes),
            DataType::Enumeration { .. } => ("Enumeration", attributes),
        }
    }

    /// True for a state of a model with events, which may move any state.
    fn may_jump(&self, index: usize) -> bool {
        self.content.event_indicators > 0 && self.content.catalogue.exchanged()[0].contains(&index)
    }

    /// The event indicators are variables in FMI 3.0.
    fn indicators(&self, xml: &mut Xml) -> io::Result<()> {
        let catalogue = self.content.catalogue;
        let spelled = |name: &str, number: usize| match self.names.naming {
            Naming::Structured => format!("{name}[{number}]"),
            Naming::Flat => format!("{name}_{number}"),
        };
        let mut name = INDICATORS.to_owned();
        while catalogue.variables.iter().any(|variable| variable.name.starts_with(&name)) {
            name.insert(0, '_');
        }
        (1..).zip(self.references.indicators()).try_for_each(|(number, reference): (usize, _)| {
            let component = self.content.model.map(|model| model.discrete.name(number - 1));
            let attributes = Attributes::new()
                .with("name", spelled(&name, number))
                .with("valueReference", reference.to_string())
                .option("description", component.map(|component| format!("Event indicator of {component}")))
                .with("causality", Causality::Local.word())
                .with("variability", "continuous")
                .with("initial", "calculated");
            xml.leaf("Float64", attributes)
        })
    }
}
