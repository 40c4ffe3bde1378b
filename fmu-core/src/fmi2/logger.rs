//! Messages to the host.

use super::types::{fmi2CallbackFunctions, fmi2CallbackLogger, fmi2Status};
use std::ffi::{CStr, CString, c_int, c_void};

/// A category of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogCategory {
    /// Name as the logger gets it.
    pub c_name: &'static CStr,
    /// What is logged.
    pub description: &'static str,
}

impl LogCategory {
    /// Name for modelDescription.xml.
    pub fn name(&self) -> &'static str {
        self.c_name.to_str().unwrap_or_default()
    }
}

/// The categories of modelDescription.xml, with the names that the standard proposes (FMI 2.0.5, 2.2.4).
pub const LOG_CATEGORIES: [LogCategory; 5] = [
    LogCategory { c_name: c"logEvents", description: "Events during a step" },
    LogCategory { c_name: c"logStatusWarning", description: "Messages of calls that return fmi2Warning" },
    LogCategory { c_name: c"logStatusDiscard", description: "Messages of calls that return fmi2Discard" },
    LogCategory { c_name: c"logStatusError", description: "Messages of calls that return fmi2Error; never silent" },
    LogCategory { c_name: c"logAll", description: "All messages" },
];

/// What a message is about; the discriminant is its index in [`LOG_CATEGORIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    Events = 0,
    Warning = 1,
    Discard = 2,
    Error = 3,
}

impl Category {
    /// Status of a call that ends with such a message.
    pub(super) fn status(self) -> fmi2Status {
        match self {
            Self::Events => fmi2Status::fmi2OK,
            Self::Warning => fmi2Status::fmi2Warning,
            Self::Discard => fmi2Status::fmi2Discard,
            Self::Error => fmi2Status::fmi2Error,
        }
    }
}

/// Index of `logAll`.
const ALL: usize = LOG_CATEGORIES.len() - 1;

/// The host's logger, with all that a message needs. Nothing in it points into memory of the host's call.
pub(super) struct Logger {
    callback: Option<fmi2CallbackLogger>,
    environment: *mut c_void,
    instance_name: CString,
    enabled: [bool; LOG_CATEGORIES.len()],
}

impl Logger {
    /// A logger for the host's functions, which may be missing.
    pub(super) fn new(functions: Option<&fmi2CallbackFunctions>, instance_name: CString, logging_on: bool) -> Self {
        Self {
            callback: functions.and_then(|f| f.logger),
            environment: functions.map_or(std::ptr::null_mut(), |f| f.componentEnvironment),
            instance_name,
            enabled: [logging_on; LOG_CATEGORIES.len()],
        }
    }

    /// Switches all categories (fmi2SetDebugLogging without categories).
    pub(super) fn switch_all(&mut self, on: bool) {
        self.enabled.fill(on);
    }

    /// Switches exactly these categories on and all others off; returns the first unknown name.
    pub(super) fn switch_on_only<'a>(&mut self, names: impl Iterator<Item = &'a CStr>) -> Option<&'a CStr> {
        self.switch_all(false);
        let mut unknown = None;
        for name in names {
            match LOG_CATEGORIES.iter().position(|category| category.c_name == name) {
                Some(index) => self.enabled[index] = true,
                None => unknown = unknown.or(Some(name)),
            }
        }
        unknown
    }

    /// Whether a message of this category reaches the host. Errors always do.
    pub(super) fn wants(&self, category: Category) -> bool {
        let on = self.enabled[ALL] || self.enabled[category as usize] || category == Category::Error;
        on && self.callback.is_some()
    }

    /// Sends a message.
    pub(super) fn log(&self, category: Category, message: &str) {
        let Some(callback) = self.callback.filter(|_| self.wants(category)) else { return };
        let message = escaped(message);
        let name = LOG_CATEGORIES[category as usize].c_name;
        // SAFETY: the host promised that the logger is a function of this type that lives as long as the instance (FMI 2.0.5, 2.1.5);
        // all strings end with NUL and live during the call; the format has no conversions, so that no further arguments are read.
        unsafe {
            callback(
                self.environment,
                self.instance_name.as_ptr(),
                category.status() as c_int,
                name.as_ptr(),
                message.as_ptr(),
            );
        }
    }
}

/// The message as a printf format without conversions and without FMI's value references: `%` and `#` doubled (FMI 2.0.5, 2.1.5).
fn escaped(message: &str) -> CString {
    let mut text = Vec::with_capacity(message.len() + 1);
    for &byte in message.trim_end().as_bytes() {
        match byte {
            b'%' | b'#' => text.extend([byte, byte]),
            // A C string ends at NUL.
            0 => text.push(b'?'),
            _ => text.push(byte),
        }
    }
    CString::new(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_a_format_without_conversions() {
        assert_eq!(escaped("100% of #r42# {}\n\n").as_c_str(), c"100%% of ##r42## {}");
        assert_eq!(escaped("%s%n%%").as_c_str(), c"%%s%%n%%%%");
        assert_eq!(escaped("a\0b").as_c_str(), c"a?b");
        assert_eq!(escaped("").as_c_str(), c"");
        assert_eq!(escaped("Gelenk \u{fc}ber 90\u{b0}").as_c_str(), c"Gelenk \u{fc}ber 90\u{b0}");
    }

    #[test]
    fn categories_have_the_standards_names() {
        let names: Vec<_> = LOG_CATEGORIES.iter().map(LogCategory::name).collect();
        assert_eq!(names, ["logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError", "logAll"]);
        assert_eq!(LOG_CATEGORIES[ALL].name(), "logAll");
    }
}
