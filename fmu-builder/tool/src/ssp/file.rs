//! The file of a system: components, connections, values.

use std::collections::BTreeMap;

use compiler::model_file::{Span, nearest};
use serde::Deserialize;
use simulation::variables::Causality;
use toml::{Spanned, Value};

use super::fault::{Finding, SystemFault as Fault};
use super::{Connection, Connector, Content, Element, End, Parameter, System};
use crate::archive::RESOURCES;
use crate::host::ModelDescription;
use crate::naming::is_c_identifier;

/// An FMU that goes into an SSP.
#[derive(Clone, Debug)]
pub struct PackedFmu {
    /// Its file name in the SSP.
    pub file_name: String,
    /// Its archive.
    pub bytes: Vec<u8>,
}

impl PackedFmu {
    /// Address in the SSP.
    pub(super) fn source(&self) -> String {
        format!("{RESOURCES}{}", self.file_name)
    }
}

/// A system as it is written (TOML).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemFile {
    name: String,
    description: Option<String>,
    #[serde(default)]
    experiment: Times,
    components: BTreeMap<Spanned<String>, Part>,
    #[serde(default)]
    connections: Vec<Spanned<[String; 2]>>,
    #[serde(default)]
    inputs: BTreeMap<Spanned<String>, Targets>,
    #[serde(default)]
    outputs: BTreeMap<Spanned<String>, String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    start_time: Option<f64>,
    stop_time: Option<f64>,
}

/// A component: a model or an FMU.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Path of the model file or FMU, relative to the file of the system.
    pub source: Spanned<String>,
    /// Model of a Modelica text.
    pub class: Option<String>,
    #[serde(default)]
    parameters: BTreeMap<Spanned<String>, Spanned<Value>>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Targets {
    One(String),
    Many(Vec<String>),
}

impl SystemFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first thing that is not TOML or has no meaning.
    pub fn parse(text: &str) -> Result<Self, Box<Finding>> {
        let finding = |place, text: String| Box::new(Finding::of_text(place, text));
        let file: Self = toml::from_str(text).map_err(|error| finding(error.span(), error.message().to_owned()))?;
        match file.components.keys().find(|name| !is_c_identifier(name.get_ref())) {
            Some(name) => {
                let fault = Fault::ComponentName { name: name.get_ref().clone() };
                Err(Box::new(Finding { place: Some(name.span()), fault }))
            }
            None if file.components.is_empty() => Err(finding(None, "the system has no components".to_owned())),
            None => Ok(file),
        }
    }

    /// The components by their names, sorted.
    pub fn components(&self) -> impl Iterator<Item = (&str, &Part)> {
        self.components.iter().map(|(name, part)| (name.get_ref().as_str(), part))
    }

    /// The system whose components are these FMUs, one for each.
    pub(super) fn system(&self, fmus: &[(&PackedFmu, ModelDescription)]) -> (System, Vec<Finding>) {
        let root = Element { path: String::new(), content: Content::System, connectors: Vec::new(), place: None };
        let components = self.components.iter().zip(fmus).map(|((name, _), (fmu, description))| Element {
            path: name.get_ref().clone(),
            content: Content::Fmu { source: fmu.source(), description: Box::new(description.clone()) },
            connectors: Vec::new(),
            place: Some(name.span()),
        });
        let system = System {
            name: self.name.clone(),
            description: self.description.clone(),
            start_time: self.experiment.start_time,
            stop_time: self.experiment.stop_time,
            elements: std::iter::once(root).chain(components).collect(),
            ..System::default()
        };
        let mut maker = Maker { system, findings: Vec::new() };
        maker.boundary(&self.inputs, &self.outputs);
        for pair in &self.connections {
            maker.connect(pair.get_ref().each_ref().map(String::as_str), &pair.span());
        }
        for (element, part) in (1..).zip(self.components.values()) {
            part.parameters.iter().for_each(|(name, value)| maker.parameter(element, name, value));
        }
        (maker.system, maker.findings)
    }
}

struct Maker {
    system: System,
    findings: Vec<Finding>,
}

impl Maker {
    /// Inputs and outputs of the system, with their connections. They are of the type and unit of what they belong to.
    fn boundary(&mut self, inputs: &BTreeMap<Spanned<String>, Targets>, outputs: &BTreeMap<Spanned<String>, String>) {
        let inputs = inputs.iter().map(|(name, targets)| {
            let targets = match targets {
                Targets::One(target) => vec![target.as_str()],
                Targets::Many(targets) => targets.iter().map(String::as_str).collect(),
            };
            (name, Causality::Input, targets)
        });
        let outputs = outputs.iter().map(|(name, source)| (name, Causality::Output, vec![source.as_str()]));
        for (name, role, inner) in inputs.chain(outputs) {
            let (text, place) = (name.get_ref().as_str(), name.span());
            let first = inner.first().and_then(|first| self.component_end(first));
            let element = first.as_ref().and_then(|end| self.system.elements.get(end.element));
            let signal = element.zip(first.as_ref()).and_then(|(element, end)| element.connector(&end.connector)?.1);
            let connector = Connector { name: text.to_owned(), role: Some(role), signal, place: Some(place.clone()) };
            if let Some(root) = self.system.elements.first_mut() {
                if root.connectors.iter().any(|known| known.name == text) {
                    let fault = Fault::Duplicate { what: "input or output", name: text.to_owned() };
                    self.findings.push(Finding { place: Some(place), fault });
                    continue;
                }
                root.connectors.push(connector);
            }
            inner.into_iter().for_each(|end| self.connect([text, end], &place));
        }
    }

    fn connect(&mut self, names: [&str; 2], place: &Span) {
        let ends = names.map(|name| {
            self.end(name).map_err(|fault| self.findings.push(Finding { place: Some(place.clone()), fault })).ok()
        });
        if let [Some(one), Some(other)] = ends {
            self.system.connections.push(Connection {
                system: 0,
                ends: [one, other],
                // The file says nothing of units: what is written does.
                suppresses_units: false,
                transforms: false,
                place: Some(place.clone()),
            });
        }
    }

    fn component_end(&self, name: &str) -> Option<End> {
        let (component, connector) = name.split_once('.')?;
        let element = self.system.elements.iter().skip(1).position(|element| element.path == component)? + 1;
        Some(End { element, connector: connector.to_owned() })
    }

    /// A variable of a component, or an input or output of the system.
    fn end(&self, name: &str) -> Result<End, Fault> {
        let own = || self.system.elements.first()?.connectors.iter().find(|connector| connector.name == name);
        if let Some(end) = self.component_end(name) {
            return Ok(end);
        }
        if own().is_some() {
            return Ok(End { element: 0, connector: name.to_owned() });
        }
        match name.split_once('.') {
            Some((component, _)) => {
                let known = self.system.elements.iter().skip(1).map(|element| element.path.as_str());
                let nearest = nearest(component, known).map(str::to_owned);
                Err(Fault::NoElement { name: component.to_owned(), nearest })
            }
            None => Err(Fault::NoEnd(name.to_owned())),
        }
    }

    fn parameter(&mut self, element: usize, name: &Spanned<String>, value: &Spanned<Value>) {
        let text = match value.get_ref() {
            Value::String(text) => text.clone(),
            Value::Float(value) => format!("{value:?}"),
            Value::Integer(value) => value.to_string(),
            Value::Boolean(value) => value.to_string(),
            other => {
                let (kind, name) = (other.type_str(), name.get_ref());
                let fault =
                    Fault::Text(format!("the value of \"{name}\" is of type {kind}: a number or a text is expected"));
                return self.findings.push(Finding { place: Some(value.span()), fault });
            }
        };
        self.system.parameters.push(Parameter {
            end: End { element, connector: name.get_ref().clone() },
            kind: None,
            value: text,
            unit: None,
            place: Some(value.span()),
        });
    }
}
