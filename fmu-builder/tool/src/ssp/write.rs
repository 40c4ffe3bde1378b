//! SystemStructure.ssd and the parameter set of an SSP (SSP 1.0, 5 and 6).

use std::collections::HashSet;
use std::io;

use simulation::variables::{Causality, Value};

use super::check::{Link, value};
use super::units::Conversion;
use super::{Connector, Content, Element, End, Signal, System};
use crate::content::GENERATOR;
use crate::description::base_unit;
use crate::host::{BaseUnit, Kind};
use crate::words::Word;
use crate::xml::{self, Attributes, Xml, number};

/// Name of the parameter set in the archive.
pub(super) const PARAMETERS: &str = "resources/parameters.ssv";

const COMMON: &str = "http://ssp-standard.org/SSP1/SystemStructureCommon";
const STRUCTURE: &str = "http://ssp-standard.org/SSP1/SystemStructureDescription";
const VALUES: &str = "http://ssp-standard.org/SSP1/SystemStructureParameterValues";

/// Definitions beside the system: units and enumerations, by the names that signals use.
#[derive(Default)]
struct Definitions {
    units: Vec<(String, BaseUnit)>,
    enumerations: Vec<(String, Vec<(String, i32)>)>,
}

/// The name for a definition: the same for the same content, another one for content that differs.
fn defined<T: PartialEq + Clone>(list: &mut Vec<(String, T)>, name: &str, content: &T) -> String {
    let names = std::iter::once(name.to_owned()).chain((2..).map(|n: usize| format!("{name}_{n}")));
    for name in names {
        match list.iter().find(|(known, _)| *known == name) {
            Some((_, known)) if known == content => return name,
            Some(_) => {}
            None => {
                list.push((name.clone(), content.clone()));
                return name;
            }
        }
    }
    name.to_owned()
}

/// The text of SystemStructure.ssd.
pub(super) fn structure(system: &System, links: &[Link<'_>]) -> io::Result<String> {
    let mut xml = Xml::new()?;
    let attributes = Attributes::new()
        .with("xmlns:ssc", COMMON)
        .with("xmlns:ssd", STRUCTURE)
        .with("version", "1.0")
        .with("name", system.name.as_str())
        .option("description", system.description.as_deref())
        .with("generationTool", GENERATOR);
    let mut writer = Writer { links, definitions: Definitions::default() };
    xml.parent("ssd:SystemStructureDescription", attributes, |xml| {
        writer.system(xml, system)?;
        writer.definitions.write(xml)?;
        if system.start_time.is_none() && system.stop_time.is_none() {
            return Ok(());
        }
        let attributes = Attributes::new()
            .option("startTime", system.start_time.map(number))
            .option("stopTime", system.stop_time.map(number));
        xml.leaf("ssd:DefaultExperiment", attributes)
    })?;
    xml.finish()
}

struct Writer<'a> {
    links: &'a [Link<'a>],
    definitions: Definitions,
}

impl Writer<'_> {
    fn system(&mut self, xml: &mut Xml<'_>, system: &System) -> io::Result<()> {
        let Some((root, components)) = system.elements.split_first() else { return Ok(()) };
        xml.parent("ssd:System", Attributes::new().with("name", system.name.as_str()), |xml| {
            let with_role = root.connectors.iter().filter(|connector| connector.role.is_some());
            self.connectors(xml, &with_role.cloned().collect::<Vec<_>>())?;
            if !system.parameters.is_empty() {
                xml.parent("ssd:ParameterBindings", Attributes::new(), |xml| {
                    xml.leaf("ssd:ParameterBinding", Attributes::new().with("source", PARAMETERS))
                })?;
            }
            xml.parent("ssd:Elements", Attributes::new(), |xml| {
                (1..).zip(components).try_for_each(|(position, element)| self.component(xml, position, element))
            })?;
            xml.list("ssd:Connections", self.links, |xml, link| connection(xml, system, link))
        })
    }

    /// Hosts take an input that is listed as connected, so that others are not; all outputs are.
    fn component(&mut self, xml: &mut Xml<'_>, position: usize, element: &Element) -> io::Result<()> {
        let Content::Fmu { source, description } = &element.content else { return Ok(()) };
        let ends = self.links.iter().flat_map(|link| [&link.source, &link.target]);
        let connected: HashSet<&str> =
            ends.filter(|end| end.element == position).map(|end| end.connector.as_str()).collect();
        let connectors = description.variables.iter().filter_map(|v| {
            let (role, signal) = (v.causality, Signal::of(description, v));
            let is_output = role == Causality::Output && !matches!(signal.kind, Kind::Other | Kind::String);
            let is_listed = is_output || connected.contains(v.name.as_str());
            is_listed.then(|| Connector { name: v.name.clone(), role: Some(role), signal: Some(signal), place: None })
        });
        let connectors: Vec<Connector> = connectors.collect();
        let attributes = Attributes::new()
            .with("name", element.path.as_str())
            .with("type", "application/x-fmu-sharedlibrary")
            .with("source", source.as_str());
        xml.parent("ssd:Component", attributes, |xml| self.connectors(xml, &connectors))
    }

    fn connectors(&mut self, xml: &mut Xml<'_>, list: &[Connector]) -> io::Result<()> {
        xml.list("ssd:Connectors", list, |xml, Connector { name, role, signal, .. }| {
            let attributes = Attributes::new().with("name", name).option("kind", role.map(Causality::word));
            match signal {
                Some(signal) => xml.parent("ssd:Connector", attributes, |xml| self.signal(xml, signal)),
                None => xml.leaf("ssd:Connector", attributes),
            }
        })
    }

    fn signal(&mut self, xml: &mut Xml<'_>, signal: &Signal) -> io::Result<()> {
        let Definitions { units, enumerations } = &mut self.definitions;
        match signal.kind {
            Kind::Real => {
                let unit = signal.unit.as_ref().and_then(|unit| Some(defined(units, &unit.name, &unit.base?)));
                xml.leaf("ssc:Real", Attributes::new().option("unit", unit))
            }
            Kind::Enumeration => {
                let name = signal.enumeration.as_ref().map(|(name, items)| defined(enumerations, name, items));
                xml.leaf("ssc:Enumeration", Attributes::new().with("name", name.unwrap_or_default()))
            }
            kind => xml.leaf(&format!("ssc:{}", kind.name()), Attributes::new()),
        }
    }
}

/// Factor and offset are written, and hosts told to convert nothing else.
fn connection(xml: &mut Xml<'_>, system: &System, link: &Link<'_>) -> io::Result<()> {
    let path = |end: &End| system.elements.get(end.element).map(|element| element.path.as_str());
    let path = |end: &End| path(end).filter(|path| !path.is_empty()).map(str::to_owned);
    let attributes = Attributes::new()
        .option("startElement", path(&link.source))
        .with("startConnector", link.source.connector.as_str())
        .option("endElement", path(&link.target))
        .with("endConnector", link.target.connector.as_str());
    match link.conversion {
        Conversion::Linear(factor, offset) => {
            xml.parent("ssd:Connection", attributes.with("suppressUnitConversion", "true"), |xml| {
                let attributes = Attributes::new().with("factor", number(factor)).with("offset", number(offset));
                xml.leaf("ssc:LinearTransformation", attributes)
            })
        }
        Conversion::None | Conversion::Impossible => xml.leaf("ssd:Connection", attributes),
    }
}

impl Definitions {
    fn write(&self, xml: &mut Xml<'_>) -> io::Result<()> {
        xml.list("ssd:Enumerations", &self.enumerations, |xml, (name, items)| {
            xml.parent("ssc:Enumeration", Attributes::new().with("name", name.as_str()), |xml| {
                items.iter().try_for_each(|(item, value)| {
                    let attributes = Attributes::new().with("name", item.as_str());
                    xml.leaf("ssc:Item", attributes.with("value", value.to_string()))
                })
            })
        })?;
        xml.list("ssd:Units", &self.units, |xml, (name, base)| {
            xml.parent("ssc:Unit", Attributes::new().with("name", name.as_str()), |xml| {
                xml.leaf("ssc:BaseUnit", base_unit(base.exponents, (base.factor, base.offset)))
            })
        })
    }
}

/// The text of the parameter set; values are in the units of their variables.
pub(super) fn parameters(system: &System) -> io::Result<String> {
    let mut xml = Xml::new()?;
    let attributes = Attributes::new()
        .with("xmlns:ssc", COMMON)
        .with("xmlns:ssv", VALUES)
        .with("version", "1.0")
        .with("name", system.name.as_str())
        .with("generationTool", GENERATOR);
    xml.parent("ssv:ParameterSet", attributes, |xml| {
        xml.parent("ssv:Parameters", Attributes::new(), |xml| {
            system.parameters.iter().try_for_each(|parameter| {
                let element = system.elements.get(parameter.end.element);
                let Some((element, description)) = element.and_then(|element| Some((element, element.fmu()?))) else {
                    return Ok(());
                };
                let name = element.name_of(&parameter.end.connector);
                let variable = description.find(&parameter.end.connector);
                let Some((variable, value)) = variable.zip(value(description, parameter).ok()) else { return Ok(()) };
                let literal = |value: i32| description.literals(variable).iter().find(|(_, known)| *known == value);
                let literal = if let Value::Integer(value) = value { literal(value) } else { None };
                let text = literal.map_or_else(|| xml::value(value), |(name, _)| name.clone());
                xml.parent("ssv:Parameter", Attributes::new().with("name", name), |xml| {
                    xml.leaf(&format!("ssv:{}", variable.kind.name()), Attributes::new().with("value", text))
                })
            })
        })
    })?;
    xml.finish()
}
