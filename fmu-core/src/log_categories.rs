//! The kinds of messages that an FMU gives its host.

use std::ffi::CStr;

/// A category of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogCategory {
    /// Name as the logger gets it.
    pub c_name: &'static CStr,
    /// Kind of message.
    pub description: &'static str,
}

impl LogCategory {
    /// Name for modelDescription.xml.
    pub fn name(&self) -> &'static str {
        self.c_name.to_str().unwrap_or_default()
    }
}

/// The categories of modelDescription.xml, with the names that the standard proposes (FMI 2.0.5, 2.2.4), and one of our own.
pub const LOG_CATEGORIES: [LogCategory; 6] = [
    LogCategory { c_name: c"logEvents", description: "Events during a step" },
    LogCategory { c_name: c"logStatusWarning", description: "Messages of calls that return Warning" },
    LogCategory {
        c_name: c"logStatusDiscard",
        description: "All messages of calls that return Discard; switched off, each cause is told once",
    },
    LogCategory {
        c_name: c"logStatusError",
        description: "All messages of calls that return Error; switched off, each cause is told once",
    },
    LogCategory { c_name: c"logStatistics", description: "Work of the integrator in a run, told at its end" },
    LogCategory { c_name: c"logAll", description: "All messages" },
];
