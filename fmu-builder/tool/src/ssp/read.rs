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
use super::{Connection, Connector, Content, DESCRIPTION, Element, End, Parameter, Signal, System, units};
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
    let mut reader = Reader { name, archive: None, report: SspReport::default(), fmus: HashMap::new() };
    if let Err(text) = reader.read(bytes) {
        reader.tell(None, Fault::Text(text));
    }
    reader.report
}

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

struct Reader<'a> {
    name: &'a str,
    archive: Option<Archive<'a>>,
    report: SspReport,
    /// Contents of FMUs that have been checked, by their sources.
    fmus: HashMap<String, Content>,
}

/// A document, and the place of its first byte among the sources.
struct Text<'d, 'i> {
    document: &'d Document<'i>,
    start: usize,
}

impl Text<'_, '_> {
    fn place(&self, node: Node<'_, '_>) -> Span {
        // The tag says enough; what is in it may be long.
        let range = node.range();
        let text = self.document.input_text().get(range.clone()).unwrap_or_default();
        let length = text.find('>').map_or(text.len(), |end| end + 1);
        self.start + range.start..self.start + range.start + length
    }
}

impl<'a> Reader<'a> {
    fn tell(&mut self, place: Option<Span>, fault: Fault) {
        self.report.findings.push(Finding { place, fault });
    }

    fn read(&mut self, bytes: &'a [u8]) -> Result<(), String> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| format!("it cannot be read: {error}"))?;
        match unpacked_size(&archive) {
            Ok(size) if size <= MAXIMUM_SIZE => self.archive = Some(archive),
            _ => return Err("it unpacks to more than 2 GB".to_owned()),
        }
        let (text, start) = self.text(DESCRIPTION)?;
        let document = Document::parse(&text).map_err(|error| format!("{DESCRIPTION} is not XML: {error}"))?;
        let root = document.root_element();
        if root.tag_name().name() != "SystemStructureDescription" {
            return Err(format!("the root element of {DESCRIPTION} is {}", root.tag_name().name()));
        }
        let version = root.attribute("version").unwrap_or_default();
        if !version.starts_with("1.") && !version.starts_with("2.") {
            return Err(format!("version of {DESCRIPTION} is \"{version}\"; versions 1 and 2 are read"));
        }
        let text = Text { document: &document, start };
        let mut system = System { name: root.attribute("name").unwrap_or_default().to_owned(), ..System::default() };
        let node = child(root, "System").ok_or_else(|| format!("{DESCRIPTION} has no System"))?;
        let definitions = Definitions::of(root);
        self.system(&mut system, &text, node, String::new(), &definitions)?;
        let (links, findings) = super::check::check(&system);
        self.report.findings.extend(findings);
        self.report.connections = links.len();
        self.report.components = system.elements.iter().filter(|e| !matches!(e.content, Content::System)).count();
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
    fn system(
        &mut self,
        system: &mut System,
        text: &Text<'_, '_>,
        node: Node<'_, '_>,
        path: String,
        definitions: &Definitions,
    ) -> Result<(), String> {
        let position = self.element(system, text, node, path.clone(), Content::System, definitions);
        let mut children: HashMap<String, usize> = HashMap::new();
        for element in elements(child(node, "Elements")) {
            let name = element.attribute("name").unwrap_or_default().to_owned();
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let place = text.place(element);
            if children.insert(name.clone(), system.elements.len()).is_some() {
                self.tell(Some(place.clone()), Fault::Duplicate { what: "element", name });
            }
            match element.tag_name().name() {
                "System" => self.system(system, text, element, path, definitions)?,
                _ => {
                    let content = self.content(element, &path, &place);
                    self.element(system, text, element, path, content, definitions);
                }
            }
        }
        for connection in elements(child(node, "Connections")) {
            self.connection(system, text, connection, position, &children);
        }
        self.parameters(system, text, node, &path)
    }

    /// Adds an element; its position.
    fn element(
        &mut self,
        system: &mut System,
        text: &Text<'_, '_>,
        node: Node<'_, '_>,
        path: String,
        content: Content,
        definitions: &Definitions,
    ) -> usize {
        let mut element = Element { path, content, connectors: Vec::new(), place: Some(text.place(node)) };
        for connector in elements(child(node, "Connectors")) {
            let (name, place) = (connector.attribute("name").unwrap_or_default().to_owned(), text.place(connector));
            let role = connector.attribute("kind").and_then(Causality::from_word);
            let signal = definitions.signal(connector).unwrap_or_else(|unit| {
                self.tell(Some(place.clone()), Fault::UnknownUnit(unit));
                None
            });
            let place = Some(place);
            if element.connectors.iter().any(|known| known.name == name) {
                self.tell(place.clone(), Fault::Duplicate { what: "connector", name: element.name_of(&name) });
            }
            self.compare(&element, &name, role, signal.as_ref(), place.as_ref());
            element.connectors.push(Connector { name, role, signal, place });
        }
        system.elements.push(element);
        let (position, path) = (system.elements.len() - 1, system.elements[system.elements.len() - 1].path.clone());
        if !matches!(system.elements[position].content, Content::System)
            && let Err(problem) = self.parameters(system, text, node, &path)
        {
            self.tell(Some(text.place(node)), Fault::Text(problem));
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
        let Some(description) = element.fmu() else { return };
        let Some((Some(causality), Some(own))) = element.connector(name) else {
            let nearest = description.nearest(name).map(str::to_owned);
            let (element, name) = (element.path.clone(), name.to_owned());
            return self.tell(place.cloned(), Fault::NoConnector { element, name, nearest });
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
                    let problem = problem.to_string();
                    self.tell(None, Fault::Fmu { source_name: source_name.clone(), problem });
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

    fn connection(
        &mut self,
        system: &mut System,
        text: &Text<'_, '_>,
        node: Node<'_, '_>,
        position: usize,
        children: &HashMap<String, usize>,
    ) {
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
                        return self.tell(Some(text.place(node)), Fault::NoElement { name, nearest });
                    }
                },
            };
            ends.push(End { element, connector });
        }
        let Ok(ends) = <[End; 2]>::try_from(ends) else { return };
        system.connections.push(Connection {
            system: position,
            ends,
            suppresses_units: node
                .attribute("suppressUnitConversion")
                .is_some_and(|value| matches!(value, "true" | "1")),
            transforms: elements(Some(node)).any(|child| child.tag_name().name().ends_with("Transformation")),
            place: Some(text.place(node)),
        });
    }

    /// The parameter sets that an element binds, inline or in a file.
    fn parameters(
        &mut self,
        system: &mut System,
        text: &Text<'_, '_>,
        node: Node<'_, '_>,
        path: &str,
    ) -> Result<(), String> {
        for binding in elements(child(node, "ParameterBindings")) {
            if child(binding, "ParameterMapping").is_some() {
                let place = Some(text.place(binding));
                self.tell(place, Fault::NotChecked("a parameter binding with a ParameterMapping".to_owned()));
                continue;
            }
            let prefix = binding.attribute("prefix").unwrap_or_default();
            let join = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            match binding.attribute("source") {
                Some(source) => {
                    let source = percent_decode_str(source).decode_utf8_lossy().into_owned();
                    let (content, start) = self.text(source.strip_prefix("./").unwrap_or(&source))?;
                    let document =
                        Document::parse(&content).map_err(|error| format!("{source} is not XML: {error}"))?;
                    let set = Text { document: &document, start };
                    self.set(system, &set, document.root_element(), &|name| join(&format!("{prefix}{name}")));
                }
                None => {
                    let sets = child(binding, "ParameterValues").and_then(|values| child(values, "ParameterSet"));
                    if let Some(set) = sets {
                        self.set(system, text, set, &|name| join(&format!("{prefix}{name}")));
                    }
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, system: &mut System, text: &Text<'_, '_>, set: Node<'_, '_>, full: &dyn Fn(&str) -> String) {
        let units = definitions::units(set);
        for parameter in elements(child(set, "Parameters")) {
            let name = full(parameter.attribute("name").unwrap_or_default());
            let place = Some(text.place(parameter));
            let Some(typed) = elements(Some(parameter)).find(|child| child.attribute("value").is_some()) else {
                continue;
            };
            let within = |element: &Element| {
                let rest = name.strip_prefix(element.path.as_str())?;
                if element.path.is_empty() { Some(rest) } else { rest.strip_prefix('.') }.map(str::to_owned)
            };
            // The longest path is that of the element itself.
            let found =
                system.elements.iter().enumerate().filter_map(|(k, element)| Some((k, element, within(element)?)));
            let Some((element, _, connector)) = found.max_by_key(|(_, element, _)| element.path.len()) else {
                continue;
            };
            system.parameters.push(Parameter {
                end: End { element, connector },
                kind: Kind::ALL.into_iter().find(|kind| kind.name() == typed.tag_name().name()),
                value: typed.attribute("value").unwrap_or_default().to_owned(),
                unit: typed.attribute("unit").map(|name| units::find(&units, name)),
                place,
            });
        }
    }
}
