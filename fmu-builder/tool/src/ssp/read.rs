//! Reads an SSP (SSP 1.0).

use std::collections::HashMap;
use std::io::{Cursor, Read};

use compiler::model_file::{SourceText, Sources, Span};
use percent_encoding::percent_decode_str;
use roxmltree::{Document, Node};
use simulation::variables::Causality;
use zip::ZipArchive;

use super::definitions::{self, Definitions, child, elements};
use super::fault::{Finding, SystemFault as Fault};
use super::{Connection, Connector, Content, DESCRIPTION, Element, End, Parameter, Signal, System, joined, units};
use crate::archive::{MAXIMUM_SIZE, unpacked_size};
use crate::check as fmu_check;
use crate::host::Kind;
use crate::words::Word;

/// Type of a component that is an FMU.
const FMU: &str = "application/x-fmu-sharedlibrary";

/// Result of the check of an SSP.
#[derive(Debug, Default)]
pub struct SspReport {
    /// The texts that places refer to.
    pub sources: Sources,
    /// Faults, warnings and notes.
    pub findings: Vec<Finding>,
    /// Number of components.
    pub components: usize,
    /// Number of connections.
    pub connections: usize,
}

/// Checks an SSP: its system, and its FMUs as [`crate::check::fmu`] does. Messages call the archive `name`.
pub fn check(name: &str, bytes: &[u8]) -> SspReport {
    let mut reader = Reader { name, ..Reader::default() };
    if let Err(text) = reader.read(bytes) {
        reader.tell(None, Fault::Text(text));
    }
    reader.report
}

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

#[derive(Default)]
struct Reader<'a> {
    name: &'a str,
    archive: Option<Archive<'a>>,
    report: SspReport,
    /// Contents of FMUs that have been checked, by their sources.
    fmus: HashMap<String, Content>,
    /// Place of the first byte of the description among the sources.
    start: usize,
    definitions: Definitions,
    system: System,
}

/// Place of an element in a document that begins at `start` among the sources.
fn place(start: usize, node: Node<'_, '_>) -> Span {
    // The tag says enough; what is in it may be long.
    let range = node.range();
    let text = node.document().input_text().get(range.clone()).unwrap_or_default();
    let length = text.find('>').map_or(text.len(), |end| end + 1);
    start + range.start..start + range.start + length
}

impl<'a> Reader<'a> {
    fn tell(&mut self, place: Option<Span>, fault: Fault) {
        self.report.findings.push(Finding { place, fault });
    }

    /// Place of an element of the description.
    fn place(&self, node: Node<'_, '_>) -> Span {
        place(self.start, node)
    }

    fn read(&mut self, bytes: &'a [u8]) -> Result<(), String> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| format!("it cannot be read: {error}"))?;
        match unpacked_size(&archive) {
            Ok(size) if size <= MAXIMUM_SIZE => self.archive = Some(archive),
            _ => return Err("it unpacks to more than 2 GB".to_owned()),
        }
        let text;
        (text, self.start) = self.text(DESCRIPTION)?;
        let document = Document::parse(&text).map_err(|error| format!("{DESCRIPTION} is not XML: {error}"))?;
        let root = document.root_element();
        if root.tag_name().name() != "SystemStructureDescription" {
            return Err(format!("the root element of {DESCRIPTION} is {}", root.tag_name().name()));
        }
        let version = root.attribute("version").unwrap_or_default();
        if !version.starts_with("1.") && !version.starts_with("2.") {
            return Err(format!("version of {DESCRIPTION} is \"{version}\"; versions 1 and 2 are read"));
        }
        self.system.name = root.attribute("name").unwrap_or_default().to_owned();
        let node = child(root, "System").ok_or_else(|| format!("{DESCRIPTION} has no System"))?;
        self.definitions = Definitions::of(root);
        self.system(node, String::new())?;
        let (links, findings) = super::check::check(&self.system);
        self.report.findings.extend(findings);
        self.report.connections = links.len();
        let elements = self.system.elements.iter();
        self.report.components = elements.filter(|e| !matches!(e.content, Content::System)).count();
        Ok(())
    }

    fn bytes(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let archive = self.archive.as_mut().ok_or("it cannot be read")?;
        let mut entry = archive.by_name(path).map_err(|_| format!("{path} is not in the archive"))?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(|error| format!("{path} cannot be read: {error}"))?;
        Ok(bytes)
    }

    /// A text of the archive, which is added to the sources, and the place of its first byte there.
    fn text(&mut self, path: &str) -> Result<(String, usize), String> {
        let text =
            String::from_utf8(self.bytes(path)?).map_err(|error| format!("{path} is not UTF-8 text: {error}"))?;
        let source = SourceText { name: format!("{}/{path}", self.name), text: text.clone() };
        Ok((text, self.report.sources.add(source)))
    }

    /// Adds a system with everything in it.
    fn system(&mut self, node: Node<'_, '_>, path: String) -> Result<(), String> {
        let position = self.element(node, path.clone(), Content::System);
        let mut children: HashMap<String, usize> = HashMap::new();
        for element in elements(child(node, "Elements")) {
            let name = element.attribute("name").unwrap_or_default().to_owned();
            let path = joined(&path, &name);
            let place = self.place(element);
            if children.insert(name.clone(), self.system.elements.len()).is_some() {
                self.tell(Some(place.clone()), Fault::Duplicate { what: "element", name });
            }
            match element.tag_name().name() {
                "System" => self.system(element, path)?,
                _ => {
                    let content = self.content(element, &path, &place);
                    self.element(element, path, content);
                }
            }
        }
        for connection in elements(child(node, "Connections")) {
            self.connection(connection, position, &children);
        }
        self.parameters(node, &path)
    }

    /// Adds an element; its position.
    fn element(&mut self, node: Node<'_, '_>, path: String, content: Content) -> usize {
        let is_system = matches!(content, Content::System);
        let mut element =
            Element { path: path.clone(), content, connectors: Vec::new(), place: Some(self.place(node)) };
        for connector in elements(child(node, "Connectors")) {
            let name = connector.attribute("name").unwrap_or_default().to_owned();
            let place = Some(self.place(connector));
            let role = connector.attribute("kind").and_then(Causality::from_word);
            let signal = self.definitions.signal(connector).unwrap_or_else(|unit| {
                self.tell(place.clone(), Fault::UnknownUnit(unit));
                None
            });
            if element.connectors.iter().any(|known| known.name == name) {
                self.tell(place.clone(), Fault::Duplicate { what: "connector", name: element.name_of(&name) });
            }
            self.compare(&element, &name, role, signal.as_ref(), place.as_ref());
            element.connectors.push(Connector { name, role, signal, place });
        }
        let position = self.system.elements.len();
        self.system.elements.push(element);
        if !is_system && let Err(problem) = self.parameters(node, &path) {
            self.tell(Some(self.place(node)), Fault::Text(problem));
        }
        position
    }

    /// Compares a connector with the variable of its FMU.
    fn compare(
        &mut self,
        element: &Element,
        name: &str,
        role: Option<Causality>,
        signal: Option<&Signal>,
        place: Option<&Span>,
    ) {
        if element.fmu().is_none() {
            return;
        }
        let Some((Some(causality), Some(own))) = element.connector(name) else {
            return self.tell(place.cloned(), element.no_connector(name));
        };
        let mut differs = |what, found: &str, expected: &str| {
            let (found, expected) = (found.to_owned(), expected.to_owned());
            self.tell(place.cloned(), Fault::Differs { name: element.name_of(name), what, found, expected });
        };
        if let Some(role) = role.filter(|role| *role != causality) {
            differs("kind", role.word(), causality.word());
        }
        let Some(signal) = signal else { return };
        if signal.kind != own.kind {
            differs("type", signal.kind.name(), own.kind.name());
        }
        if let (Some(unit), Some(expected)) = (&signal.unit, &own.unit)
            && let (Some(found), Some(base)) = (unit.base, expected.base)
            && found != base
        {
            differs("unit", &unit.name, &expected.name);
        }
    }

    /// The FMU of a component, which is checked when it is met first.
    fn content(&mut self, node: Node<'_, '_>, path: &str, place: &Span) -> Content {
        let (source, kind) = (node.attribute("source").unwrap_or_default(), node.attribute("type").unwrap_or(FMU));
        if node.tag_name().name() != "Component" || kind != FMU {
            let what = if kind == FMU { node.tag_name().name() } else { kind };
            self.tell(Some(place.clone()), Fault::NotChecked(format!("{path} ({what})")));
            return Content::Unknown;
        }
        if let Some(known) = self.fmus.get(source) {
            return known.clone();
        }
        let decoded = percent_decode_str(source).decode_utf8_lossy().into_owned();
        let content = match self.bytes(decoded.strip_prefix("./").unwrap_or(&decoded)) {
            Ok(bytes) => {
                let (read, report) = (fmu_check::read(&bytes).description, fmu_check::fmu(&bytes));
                let source_name = source.to_owned();
                for problem in &report.problems {
                    let (source_name, problem) = (source_name.clone(), problem.to_string());
                    self.tell(None, Fault::Fmu { source_name, problem });
                }
                for note in report.notes {
                    self.tell(None, Fault::NotChecked(format!("{source_name} ({note})")));
                }
                read.map_or(Content::Unknown, |description| Content::Fmu {
                    source: source_name,
                    description: Box::new(description),
                })
            }
            Err(_) => {
                let (element, source_name) = (path.to_owned(), source.to_owned());
                self.tell(Some(place.clone()), Fault::NoFile { element, source_name });
                Content::Unknown
            }
        };
        self.fmus.insert(source.to_owned(), content.clone());
        content
    }

    fn connection(&mut self, node: Node<'_, '_>, position: usize, children: &HashMap<String, usize>) {
        let mut ends = Vec::new();
        for (element, connector) in [("startElement", "startConnector"), ("endElement", "endConnector")] {
            let connector = node.attribute(connector).unwrap_or_default().to_owned();
            let element = match node.attribute(element) {
                None => position,
                Some(name) => match children.get(name) {
                    Some(&element) => element,
                    None => {
                        let nearest = compiler::model_file::nearest(name, children.keys().map(String::as_str));
                        let (name, nearest) = (name.to_owned(), nearest.map(str::to_owned));
                        return self.tell(Some(self.place(node)), Fault::NoElement { name, nearest });
                    }
                },
            };
            ends.push(End { element, connector });
        }
        let Ok(ends) = <[End; 2]>::try_from(ends) else { return };
        self.system.connections.push(Connection {
            system: position,
            ends,
            suppresses_units: matches!(node.attribute("suppressUnitConversion"), Some("true" | "1")),
            transforms: elements(Some(node)).any(|child| child.tag_name().name().ends_with("Transformation")),
            place: Some(self.place(node)),
        });
    }

    /// The parameter sets that an element binds, inline or in a file.
    fn parameters(&mut self, node: Node<'_, '_>, path: &str) -> Result<(), String> {
        for binding in elements(child(node, "ParameterBindings")) {
            if child(binding, "ParameterMapping").is_some() {
                let fault = Fault::NotChecked("a parameter binding with a ParameterMapping".to_owned());
                self.tell(Some(self.place(binding)), fault);
                continue;
            }
            let prefix = joined(path, binding.attribute("prefix").unwrap_or_default());
            match binding.attribute("source") {
                Some(source) => {
                    let source = percent_decode_str(source).decode_utf8_lossy().into_owned();
                    let (content, start) = self.text(source.strip_prefix("./").unwrap_or(&source))?;
                    let document =
                        Document::parse(&content).map_err(|error| format!("{source} is not XML: {error}"))?;
                    self.set(start, document.root_element(), &prefix);
                }
                None => {
                    let sets = child(binding, "ParameterValues").and_then(|values| child(values, "ParameterSet"));
                    sets.into_iter().for_each(|set| self.set(self.start, set, &prefix));
                }
            }
        }
        Ok(())
    }

    /// A set of parameters in a document that begins at `start`; all names follow `prefix`.
    fn set(&mut self, start: usize, set: Node<'_, '_>, prefix: &str) {
        let units = definitions::units(set);
        for parameter in elements(child(set, "Parameters")) {
            let name = format!("{prefix}{}", parameter.attribute("name").unwrap_or_default());
            let Some(typed) = elements(Some(parameter)).find(|child| child.attribute("value").is_some()) else {
                continue;
            };
            let within = |element: &Element| {
                let rest = name.strip_prefix(element.path.as_str())?;
                if element.path.is_empty() { Some(rest) } else { rest.strip_prefix('.') }.map(str::to_owned)
            };
            // The longest path is that of the element itself.
            let elements = self.system.elements.iter().enumerate();
            let found = elements.filter_map(|(k, element)| Some((k, element.path.len(), within(element)?)));
            let Some((element, _, connector)) = found.max_by_key(|(_, length, _)| *length) else { continue };
            self.system.parameters.push(Parameter {
                end: End { element, connector },
                kind: Kind::ALL.into_iter().find(|kind| kind.name() == typed.tag_name().name()),
                value: typed.attribute("value").unwrap_or_default().to_owned(),
                unit: typed.attribute("unit").map(|name| units::find(&units, name)),
                place: Some(place(start, parameter)),
            });
        }
    }
}
