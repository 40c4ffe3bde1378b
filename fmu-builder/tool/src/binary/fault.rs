//! Faults of a shared library.

/// A library that an FMU should not hold, or not there.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BinaryFault {
    #[error("it is not a shared library for {folder}: {reason}")]
    Unreadable { folder: &'static str, reason: String },
    #[error("it is {found}, and {folder} wants {expected}")]
    Machine { folder: &'static str, found: String, expected: String },
    #[error("the library ({machine}) does not export {}", missing.join(", "))]
    Exports { machine: String, missing: Vec<String> },
    #[error("there is no {expected}{}", found_instead(found))]
    Missing { expected: String, found: Vec<String> },
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
