//! Faults of the zip archive of an FMU (FMI 2.0.5, 2.3).

use crate::archive::{MAXIMUM_SIZE, gigabytes};

/// A rule of the archive that is broken.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveFault {
    #[error("it is not a readable zip archive: {0}")]
    Unreadable(String),
    #[error("its files have {:.1} GB, and this tool unpacks {:.1} GB at most", gigabytes(*.0), gigabytes(MAXIMUM_SIZE))]
    TooLarge(u64),
    #[error("it has no modelDescription.xml at its root{}", elsewhere(found.as_deref()))]
    NoDescription { found: Option<String> },
    #[error("it is compressed by method {0}")]
    Method(u16),
    #[error("its sizes are in a data descriptor behind it")]
    DataDescriptor,
    #[error("it is encrypted")]
    Encrypted,
    #[error("it needs version {}.{} of the zip format", .0 / 10, .0 % 10)]
    Version(u16),
    #[error("it is a symbolic link")]
    Link,
    #[error("its content is damaged: {0}")]
    Damaged(String),
    #[error("its name has backslashes")]
    Backslash,
    #[error("its path is absolute")]
    Absolute,
    #[error("its path has a part \"{0}\"")]
    Part(String),
    #[error("its name is not ASCII")]
    NotAscii,
    #[error("there are two entries of this name")]
    Duplicate,
    #[error("its name differs from \"{0}\" in upper and lower case only")]
    Case(String),
    #[error("it is a file, and \"{0}\" is in a folder of this name")]
    FileAndFolder(String),
}

fn elsewhere(found: Option<&str>) -> String {
    found.map_or_else(String::new, |found| format!("; there is {found}"))
}

impl ArchiveFault {
    /// Hint on how to fix the fault.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "an FMU is a zip archive with extension fmu",
            Self::TooLarge(_) => "keep large data outside of the FMU",
            Self::NoDescription { .. } => "pack the content of the FMU's folder, not the folder",
            Self::Method(_) => "pack it deflated (8) or stored (0)",
            Self::DataDescriptor => "write the archive to a seekable file, so that the sizes are in the header",
            Self::Encrypted => "pack it without a password",
            Self::Version(_) => "pack it for version 2.0: deflated or stored, no more than 4 GB",
            Self::Link => "pack the file that it points to",
            Self::Damaged(_) => "pack it again",
            Self::Backslash => "separate folders by slashes",
            Self::Absolute => "use paths relative to the archive's root",
            Self::Part(_) => "use plain relative paths: no empty parts, \".\" or \"..\"",
            Self::NotAscii => "use ASCII letters, digits and punctuation: not all tools agree on other characters",
            Self::Duplicate => "keep one of them",
            Self::Case(_) | Self::FileAndFolder(_) => "rename one of them: they are one file on Windows and macOS",
        }
    }
}
