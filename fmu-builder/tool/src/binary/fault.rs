//! Faults of a shared library.

/// A library that an FMU should not hold, or not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BinaryFault {
    /// It is no shared library.
    #[error("it is no shared library for {folder}: {reason}")]
    Unreadable {
        /// Folder of the platform.
        folder: &'static str,
        /// Why it cannot be read as a shared library.
        reason: String,
    },
    /// It is for another machine.
    #[error("it is {found}, and {folder} wants {expected}")]
    Machine {
        /// Folder of the platform.
        folder: &'static str,
        /// Machine of the library.
        found: String,
        /// What is expected.
        expected: String,
    },
    /// Functions are missing.
    #[error("the library ({machine}) does not export {}", missing.join(", "))]
    Exports {
        /// Format and architecture.
        machine: String,
        /// Names of the functions.
        missing: Vec<String>,
    },
    /// There is no library, or none of the right name.
    #[error("there is no {expected}{}", found_instead(found))]
    Missing {
        /// Files of which one is expected.
        expected: String,
        /// Files that are there.
        found: Vec<String>,
    },
}

fn found_instead(found: &[String]) -> String {
    if found.is_empty() { String::new() } else { format!("; there is {}", found.join(", ")) }
}

impl BinaryFault {
    /// Hint on how to fix the fault.
    pub fn help(&self) -> String {
        match self {
            Self::Unreadable { folder, .. } | Self::Machine { folder, .. } => {
                format!("put it into the folder of its own platform, and the library for {folder} here")
            }
            Self::Exports { .. } => {
                "all functions of the declared interfaces must be there, those of capabilities that are not used too"
                    .to_owned()
            }
            Self::Missing { .. } => {
                "a library is called like its modelIdentifier, with the extension of its platform".to_owned()
            }
        }
    }
}
