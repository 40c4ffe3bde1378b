//! Errors between an FMU and its host.

use std::io;
use std::path::PathBuf;

use zip::result::ZipError;

use super::description::ReadError;
use super::status::Status;
use crate::archive::{MAXIMUM_SIZE, gigabytes};
use crate::binary::BinaryFault;

/// Why an FMU cannot be loaded, or what a call of it answered.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The file is not a zip archive, or a broken one.
    #[error("the FMU is not a readable zip archive: {0}")]
    Archive(#[from] ZipError),
    /// The files of the archive are larger than this host unpacks.
    #[error("the FMU's files have {:.1} GB, and this tool unpacks {:.1} GB at most", gigabytes(*.0), gigabytes(MAXIMUM_SIZE))]
    TooLarge(u64),
    /// The archive could not be unpacked.
    #[error("cannot unpack the FMU into a temporary folder: {0}")]
    Unpack(ZipError),
    /// There is no temporary folder to unpack into.
    #[error("cannot make a temporary folder: {0}")]
    TemporaryFolder(io::Error),
    /// modelDescription.xml is missing or wrong.
    #[error("modelDescription.xml: {0}")]
    Description(#[from] ReadError),
    /// The FMU is not for co-simulation.
    #[error("the FMU is not for co-simulation (it has no element CoSimulation)")]
    NoCoSimulation,
    /// There is no library for this platform.
    #[error("the FMU has no library for this platform: looked for {}; it has {}", wanted.join(" and "), list(available))]
    NoBinary {
        /// Files looked for.
        wanted: Vec<String>,
        /// Files in binaries/.
        available: Vec<String>,
    },
    /// The library is no library for this platform, or damaged: loading it could end the process.
    #[error("{path}: {fault}")]
    Binary {
        /// The library, as in the archive.
        path: String,
        /// Fault of the library.
        fault: BinaryFault,
    },
    /// The library cannot be loaded.
    #[error("cannot load {}: {error}", path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// Error of the system's loader.
        error: libloading::Error,
    },
    /// The library does not export a function.
    #[error("the library does not export {0}, which every FMI 2.0 co-simulation FMU must")]
    MissingFunction(&'static str),
    /// The library is for another version of FMI.
    #[error("the library says that its FMI version is \"{0}\", not \"2.0\"")]
    Version(String),
    /// A text for the FMU holds a null character.
    #[error("\"{}\" holds a null character", .0.escape_debug())]
    Text(String),
    /// fmi2Instantiate returned NULL.
    #[error("fmi2Instantiate failed{}", tail("fmi2Instantiate", messages))]
    Instantiate {
        /// Messages that the FMU logged, unless a listener has received them.
        messages: Vec<String>,
    },
    /// A call was not successful.
    #[error("{function} returned {status}{}", tail(function, messages))]
    Call {
        /// Name of the function.
        function: &'static str,
        /// Status that it returned.
        status: Status,
        /// Messages that the FMU logged during the call, unless a listener has received them.
        messages: Vec<String>,
    },
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
