//! Systems of FMUs (System Structure and Parameterization 1.0): a file that describes one is packed with its FMUs into an SSP, and an SSP is
//! read and checked.

mod check;
mod definitions;
mod fault;
mod file;
mod loops;
mod pack;
mod read;
mod units;
mod write;

use compiler::model_file::{Span, nearest};

use crate::host::{Kind, ModelDescription, ScalarVariable, Unit};
use simulation::variables::Causality;

pub use fault::{Finding, SystemFault};
pub use file::{PackedFmu, SystemFile};
pub use pack::{Ssp, SspError};
pub use read::{SspReport, check};

/// The description of the system in an SSP.
pub const DESCRIPTION: &str = "SystemStructure.ssd";

/// Components and how they are connected.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub name: String,
    pub description: Option<String>,
    pub start_time: Option<f64>,
    pub stop_time: Option<f64>,
    /// The system itself, then components and systems inside of it.
    pub elements: Vec<Element>,
    pub connections: Vec<Connection>,
    pub parameters: Vec<Parameter>,
}

/// A component, or a system.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// Names from the outermost system to this element, separated by dots; empty for the outermost system.
    pub path: String,
    pub content: Content,
    pub connectors: Vec<Connector>,
    pub place: Option<Span>,
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    System,
    Fmu {
        source: String,
        description: Box<ModelDescription>,
    },
    /// Another component, or an FMU that cannot be read.
    Unknown,
}

#[derive(Clone, Debug)]
pub(crate) struct Connector {
    pub name: String,
    /// None for `inout`.
    pub role: Option<Causality>,
    pub signal: Option<Signal>,
    pub place: Option<Span>,
}

/// Type and unit of values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Signal {
    pub kind: Kind,
    pub unit: Option<Unit>,
    /// Name and literals of an enumeration.
    pub enumeration: Option<(String, Vec<(String, i32)>)>,
}

/// Two connectors with one value. Which of them is the source follows from what they are.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    /// Position of the system that it belongs to.
    pub system: usize,
    pub ends: [End; 2],
    /// True if no host may convert units.
    pub suppresses_units: bool,
    /// True for a transformation of the values.
    pub transforms: bool,
    pub place: Option<Span>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct End {
    /// Position among the elements.
    pub element: usize,
    pub connector: String,
}

/// A value for a parameter, or a start value.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub end: End,
    /// Type, where it is given.
    pub kind: Option<Kind>,
    pub value: String,
    /// Unit of the value, if it is not that of the variable.
    pub unit: Option<Unit>,
    pub place: Option<Span>,
}

/// A name in the element with this path.
fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

impl System {
    /// Name of an end with its element.
    fn name_of(&self, end: &End) -> String {
        self.elements.get(end.element).map(|element| element.name_of(&end.connector)).unwrap_or_default()
    }
}

impl Element {
    /// Description of the FMU, if it is one.
    pub(crate) fn fmu(&self) -> Option<&ModelDescription> {
        match &self.content {
            Content::Fmu { description, .. } => Some(description),
            Content::System | Content::Unknown => None,
        }
    }

    /// Name of a connector with its element.
    pub(crate) fn name_of(&self, connector: &str) -> String {
        joined(&self.path, connector)
    }

    /// The fault of a name that no connector has.
    fn no_connector(&self, name: &str) -> SystemFault {
        let names: Vec<&str> = match self.fmu() {
            Some(fmu) => fmu.variables.iter().map(|variable| variable.name.as_str()).collect(),
            None => self.connectors.iter().map(|connector| connector.name.as_str()).collect(),
        };
        let nearest = nearest(name, names).map(str::to_owned);
        SystemFault::NoConnector { element: self.path.clone(), name: name.to_owned(), nearest }
    }

    /// A connector and its values; none if there is no such connector.
    pub(crate) fn connector(&self, name: &str) -> Option<(Option<Causality>, Option<Signal>)> {
        match self.fmu() {
            Some(description) => {
                let variable = description.find(name)?;
                Some((Some(variable.causality), Some(Signal::of(description, variable))))
            }
            None => {
                let connector = self.connectors.iter().find(|connector| connector.name == name)?;
                Some((connector.role, connector.signal.clone()))
            }
        }
    }
}

impl Signal {
    pub(crate) fn of(description: &ModelDescription, variable: &ScalarVariable) -> Self {
        let unit = variable.unit.as_ref().map(|name| units::find(&description.units, name));
        let declared = description.declared_type(variable).filter(|_| variable.kind == Kind::Enumeration);
        let enumeration = declared.map(|declared| (declared.name.clone(), declared.items.clone()));
        // An element of an array is no connector of its own.
        let is_element = description.elements.contains(variable.value_reference);
        let kind = if is_element { Kind::Other } else { variable.kind };
        Self { kind, unit, enumeration }
    }
}
