//! Errors of a host: of an FMU that it loads and calls, and of a simulation.

use std::io;
use std::path::PathBuf;

use zip::result::ZipError;

use super::description::ReadError;
use super::status::Status;
use crate::archive::{MAXIMUM_SIZE, gigabytes};
use crate::binary::BinaryFault;
use crate::inputs::InputError;
use crate::settings::SettingError;

/// Why an FMU cannot be loaded, or what a call of it answered.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("cannot read {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("the FMU is not a readable zip archive: {0}")]
    Archive(#[from] ZipError),
    #[error("the FMU's files have {:.1} GB, and this tool unpacks {:.1} GB at most", gigabytes(*.0), gigabytes(MAXIMUM_SIZE))]
    TooLarge(u64),
    #[error("cannot unpack the FMU into a temporary folder: {0}")]
    Unpack(ZipError),
    #[error("cannot create a temporary folder: {0}")]
    TemporaryFolder(io::Error),
    #[error("modelDescription.xml: {0}")]
    Description(#[from] ReadError),
    #[error("the FMU is not for co-simulation (it has no element CoSimulation)")]
    NoCoSimulation,
    #[error("the FMU has no library for this platform: looked for {}; it has {}", wanted.join(" and "), list(available))]
    NoBinary { wanted: Vec<String>, available: Vec<String> },
    #[error("{path}: {fault}")]
    Binary { path: String, fault: BinaryFault },
    #[error("cannot load {}: {error}", path.display())]
    Load { path: PathBuf, error: libloading::Error },
    #[error("the library does not export {0}, which every co-simulation FMU of its version must")]
    MissingFunction(&'static str),
    #[error("the library says that its FMI version is \"{found}\", not \"{expected}\"")]
    Version { found: String, expected: &'static str },
    #[error("\"{}\" holds a null character", .0.escape_debug())]
    Text(String),
    #[error("{function} failed{}", tail(function, messages))]
    Instantiate { function: &'static str, messages: Vec<String> },
    #[error("{function} returned {status}{}", tail(function, messages))]
    Call { function: &'static str, status: Status, messages: Vec<String> },
}

/// The messages, which need not name the function again.
fn tail(function: &str, messages: &[String]) -> String {
    let short =
        |message: &str| message.strip_prefix(function).and_then(|rest| rest.strip_prefix(": ")).map(str::to_owned);
    messages.iter().map(|message| format!("\n  {}", short(message).as_ref().unwrap_or(message))).collect()
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "no library at all".to_owned() } else { names.join(", ") }
}

/// Why a simulation cannot start or continue.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// Loading or calling the FMU failed.
    #[error(transparent)]
    Host(#[from] HostError),
    #[error("at time {time} s: {error}")]
    Step {
        /// Communication point, s.
        time: f64,
        error: HostError,
    },
    /// A value cannot be set.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A table of inputs does not fit.
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("\"{0}\" is a text, an array or of a type that this tool does not use, and cannot be recorded")]
    Text(String),
    #[error("{0}")]
    Times(String),
    #[error("at time {time} s: \"{name}\" is {value}, and a finite number is expected")]
    NotFinite {
        /// Communication point, s.
        time: f64,
        name: String,
        value: f64,
    },
    #[error("cannot write the result: {0}")]
    Row(io::Error),
}

impl SimulationError {
    /// True if the error is in the options, not in the FMU.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Setting(_) | Self::Input(_) | Self::Text(_) | Self::Times(_))
    }
}

/// Takes a row: time and the values of the columns.
pub(super) type RowSink<'a> = &'a mut dyn FnMut(f64, &[f64]) -> io::Result<()>;
