//! Faults of the zip archive of an FMU (FMI 2.0.5, 2.3).

use crate::archive::{MAXIMUM_SIZE, gigabytes};

/// A rule of the archive that is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveFault {
    /// It is no zip archive.
    #[error("it is not a readable zip archive: {0}")]
    Unreadable(String),
    /// Its files are larger than this tool unpacks.
    #[error("its files have {:.1} GB, and this tool unpacks {:.1} GB at most", gigabytes(*.0), gigabytes(MAXIMUM_SIZE))]
    TooLarge(u64),
    /// There is no modelDescription.xml at the root.
    #[error("it has no modelDescription.xml at its root{}", elsewhere(found.as_deref()))]
    NoDescription {
        /// A file of that name in a folder.
        found: Option<String>,
    },
    /// Neither deflated nor stored.
    #[error("it is compressed by method {0}")]
    Method(u16),
    /// Its sizes and checksum stand behind it.
    #[error("its sizes stand in a data descriptor behind it")]
    DataDescriptor,
    /// It is encrypted.
    #[error("it is encrypted")]
    Encrypted,
    /// It needs a newer version of the zip format.
    #[error("it needs version {}.{} of the zip format", .0 / 10, .0 % 10)]
    Version(u16),
    /// It is a link.
    #[error("it is a symbolic link")]
    Link,
    /// The content does not fit its checksum.
    #[error("its content is damaged: {0}")]
    Damaged(String),
    /// Folders are separated by backslashes.
    #[error("its name has backslashes")]
    Backslash,
    /// The path starts at a root or a drive.
    #[error("its path is absolute")]
    Absolute,
    /// The path leaves the folder, or has parts without a name.
    #[error("its path has a part \"{0}\"")]
    Part(String),
    /// The name has characters beyond ASCII.
    #[error("its name is not ASCII")]
    NotAscii,
    /// Two entries have the same name.
    #[error("there are two entries of this name")]
    Duplicate,
    /// Two entries have names that differ in case only.
    #[error("its name differs from \"{0}\" in upper and lower case only")]
    Case(String),
    /// A file has the name of a folder.
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
            Self::DataDescriptor => "pack into a file that can be sought, so that the sizes stand in the header",
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
