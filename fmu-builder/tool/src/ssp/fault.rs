//! Faults of a system of FMUs.

use compiler::model_file::Span;

use crate::settings::{SettingError, did_you_mean};

/// A fault with its place in the text, where that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Place.
    pub place: Option<Span>,
    /// Kind of fault.
    pub fault: SystemFault,
}

impl Finding {
    /// A fault that others describe.
    pub fn of_text(place: Option<Span>, text: String) -> Self {
        Self { place, fault: SystemFault::Text(text) }
    }
}

/// A rule of systems that is broken, or what a user should know.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SystemFault {
    #[error("{0}")]
    Text(String),
    #[error("there is no component \"{name}\"{}", did_you_mean(nearest.as_deref()))]
    NoElement { name: String, nearest: Option<String> },
    #[error("{} has no variable \"{name}\"{}", element_name(element), did_you_mean(nearest.as_deref()))]
    NoConnector { element: String, name: String, nearest: Option<String> },
    #[error("\"{0}\" names no connector: expected COMPONENT.VARIABLE, or an input or output of the system")]
    NoEnd(String),
    #[error("{what} \"{name}\" is there twice")]
    Duplicate { what: &'static str, name: String },
    #[error("\"{name}\" is not a name for a component: letters, digits and underscores are expected")]
    ComponentName { name: String },
    #[error("{0} and {1} cannot be connected: {2}")]
    Direction(String, String, &'static str),
    #[error("{target} has two sources: {first} and {second}")]
    TwoSources { target: String, first: String, second: String },
    #[error("{from} is {from_kind}, and {to} is {to_kind}")]
    Type { from: String, from_kind: &'static str, to: String, to_kind: &'static str },
    #[error("{from} and {to} are enumerations with different literals")]
    Literals { from: String, to: String },
    #[error("{from} is in {from_unit}, and {to} in {to_unit}: these units do not measure the same quantity")]
    Unit { from: String, from_unit: String, to: String, to_unit: String },
    #[error("{from} is in {from_unit}, and {to} in {to_unit}, and the connection suppresses the conversion")]
    NotConverted { from: String, from_unit: String, to: String, to_unit: String },
    #[error("the input {name} is not connected{}", keeps(start.as_deref()))]
    NotConnected { name: String, start: Option<String> },
    #[error("the output {0} of the system has no source")]
    NoSource(String),
    #[error("algebraic loop: {0}")]
    Loop(String),
    #[error("{element}: {error}")]
    Parameter { element: String, error: SettingError },
    #[error("the parameter {name} is {kind}, and its value is {given}")]
    ParameterType { name: String, kind: &'static str, given: &'static str },
    #[error("the parameter {name} is {value}, which is {fault} {limit}")]
    Range { name: String, value: f64, fault: &'static str, limit: f64 },
    #[error("{name} has {what} {found} and in its FMU {expected}")]
    Differs { name: String, what: &'static str, found: String, expected: String },
    #[error("the unit \"{0}\" is not defined")]
    UnknownUnit(String),
    #[error("\"{source_name}\" of {element} is not in the archive")]
    NoFile { element: String, source_name: String },
    #[error("{source_name}: {problem}")]
    Fmu { source_name: String, problem: String },
    #[error("{0} is not checked")]
    NotChecked(String),
}

fn element_name(path: &str) -> String {
    if path.is_empty() { "the system".to_owned() } else { format!("\"{path}\"") }
}

fn keeps(start: Option<&str>) -> String {
    start.map_or_else(String::new, |start| format!(" and keeps its start value {start}"))
}

impl SystemFault {
    /// False for what is legal and probably not intended, or not checked.
    pub fn is_error(&self) -> bool {
        !matches!(self, Self::NotConnected { .. } | Self::Loop(_) | Self::NotConverted { .. } | Self::NotChecked(_))
    }

    /// Hint on how to fix the fault.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Direction(..) => "a connection leads from an output to an input",
            Self::TwoSources { .. } => "remove one of the connections",
            Self::Type { .. } | Self::Literals { .. } => "connect signals of the same type",
            Self::Unit { .. } => "connect signals with units of the same dimension",
            Self::NotConverted { .. } => "remove suppressUnitConversion, or add a LinearTransformation",
            Self::NotConnected { .. } => {
                "connect it, make it an input of the system, or give it a value among the parameters"
            }
            Self::Loop(_) => {
                "hosts solve it iteratively or delay one signal by a communication step; give one of the components an output that \
                 does not depend directly on its input"
            }
            Self::Range { .. } => "choose a value between minimum and maximum",
            Self::NoFile { .. } => "sources are relative to SystemStructure.ssd, as in resources/arm.fmu",
            Self::UnknownUnit(_) => "add it to Units",
            _ => return None,
        })
    }
}
