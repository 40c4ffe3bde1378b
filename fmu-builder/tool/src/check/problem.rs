//! A problem of an FMU: where it is, what it is, and how to mend it.

use std::fmt;

use super::archive_fault::ArchiveFault;
use super::description_fault::DescriptionFault;
use crate::binary::BinaryFault;

/// Location of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The archive as a whole.
    Archive,
    /// An entry of the archive.
    Entry(String),
    /// A line of modelDescription.xml.
    Line(u32),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Archive => f.write_str("archive"),
            Self::Entry(name) => f.write_str(name),
            Self::Line(line) => write!(f, "modelDescription.xml:{line}"),
        }
    }
}

/// Kind of problem.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// With the zip archive.
    #[error(transparent)]
    Archive(#[from] ArchiveFault),
    /// With modelDescription.xml.
    #[error(transparent)]
    Description(#[from] DescriptionFault),
    /// With a library.
    #[error(transparent)]
    Binary(#[from] BinaryFault),
    /// modelDescription.xml cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// resources/model.json or model.bin cannot be read.
    #[error("{0}")]
    Package(String),
    /// resources/model.json or model.bin belongs to another modelDescription.xml.
    #[error("its GUID is \"{found}\", and that of modelDescription.xml \"{expected}\"")]
    PackageGuid {
        /// GUID in the file.
        found: String,
        /// GUID in modelDescription.xml.
        expected: String,
    },
    /// There is no instance.
    #[error("{0}")]
    Instantiate(String),
    /// Loading or initialising an instance failed.
    #[error("{0}")]
    Run(String),
}

impl Fault {
    /// Hint on how to fix the problem.
    pub fn help(&self) -> String {
        match self {
            Self::Archive(fault) => fault.help().to_owned(),
            Self::Description(fault) => fault.help().to_owned(),
            Self::Binary(fault) => fault.help(),
            Self::Unreadable(_) => "write it as fmi2ModelDescription.xsd says".to_owned(),
            Self::Package(_) | Self::PackageGuid { .. } | Self::Instantiate(_) => {
                "build the FMU again from its model file".to_owned()
            }
            Self::Run(_) => "the start values must make a model that can be initialised".to_owned(),
        }
    }
}

/// A problem of an FMU.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {fault}\n  help: {}", fault.help())]
pub struct Problem {
    /// Location.
    pub place: Place,
    /// Kind of problem.
    pub fault: Fault,
}

impl Problem {
    /// A problem at a place.
    pub(super) fn new(place: Place, fault: impl Into<Fault>) -> Self {
        Self { place, fault: fault.into() }
    }
}
