//! Why a call is refused.

use super::logger::Category;
use crate::instance::{InstanceError, Severity};
use simulation::memory::OutOfMemory;

/// Why a call is not done: its status and the message for the log.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub category: Category,
    pub message: String,
}

impl Refusal {
    /// An error: the instance goes to the error state.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Self { category: Category::Error, message: message.into() }
    }
    /// Discarded: nothing has changed.
    pub(crate) fn discard(message: impl Into<String>) -> Self {
        Self { category: Category::Discard, message: message.into() }
    }
    /// A warning: done, but for what the message says.
    pub(crate) fn warning(message: impl Into<String>) -> Self {
        Self { category: Category::Warning, message: message.into() }
    }
}

impl From<InstanceError> for Refusal {
    fn from(error: InstanceError) -> Self {
        match error.severity() {
            Severity::Discard => Self::discard(error.to_string()),
            Severity::Error => Self::error(error.to_string()),
        }
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(error: OutOfMemory) -> Self {
        Self::error(error.to_string())
    }
}
