//! Messages to the host.

pub use crate::log_categories::{LOG_CATEGORIES, LogCategory};

use super::types::{fmi2CallbackFunctions, fmi2CallbackLogger, fmi2Status};
use simulation::digest;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_int, c_void};

/// Category of a message; the discriminant is its index in [`LOG_CATEGORIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    Events = 0,
    Warning = 1,
    Discard = 2,
    Error = 3,
    Statistics = 4,
}

impl Category {
    /// Status of a call that ends with such a message.
    pub(super) fn status(self) -> fmi2Status {
        match self {
            Self::Events | Self::Statistics => fmi2Status::fmi2OK,
            Self::Warning => fmi2Status::fmi2Warning,
            Self::Discard => fmi2Status::fmi2Discard,
            Self::Error => fmi2Status::fmi2Error,
        }
    }
}

/// Index of `logAll`.
const ALL: usize = LOG_CATEGORIES.len() - 1;
/// A host that has switched messages off hears of so many causes in a run.
const MOST_CAUSES: usize = 1000;
/// End of the only message about errors that follow from an earlier one.
const FOLLOWING: &str =
    "it follows from an earlier error, and more like this are not told before fmi2Reset or fmi2SetFMUstate";
/// End of the last message about a cause in a run.
const LAST: &str = "causes of further refusals are told only where logging is switched on";

/// The host's logger, with all that a message needs. Nothing in it points into memory of the host's call.
pub(super) struct Logger {
    callback: Option<fmi2CallbackLogger>,
    environment: *mut c_void,
    instance_name: CString,
    enabled: [bool; LOG_CATEGORIES.len()],
    /// Causes of refusals, and topics of notes, that were told in this run.
    told: BTreeSet<u64>,
    /// An error that follows from an earlier one was told, and the instance has been in the error state ever since.
    following: bool,
}

impl Logger {
    /// A logger for the host's functions, which may be missing.
    pub(super) fn new(functions: Option<&fmi2CallbackFunctions>, instance_name: CString, logging_on: bool) -> Self {
        Self {
            callback: functions.and_then(|f| f.logger),
            environment: functions.map_or(std::ptr::null_mut(), |f| f.componentEnvironment),
            instance_name,
            enabled: [logging_on; LOG_CATEGORIES.len()],
            told: BTreeSet::new(),
            following: false,
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

    /// Returns true if the host has switched this category on.
    pub(super) fn wants(&self, category: Category) -> bool {
        (self.enabled[ALL] || self.enabled[category as usize]) && self.callback.is_some()
    }

    /// Sends a message, if the host wants its category.
    pub(super) fn log(&self, category: Category, message: &str) {
        if self.wants(category) {
            self.send(category, message);
        }
    }

    /// Says why a call was refused. That reaches a host that has switched the category off, too, once for each cause: a host that does
    /// not look at a status runs into its consequences, which then are all that its user sees.
    pub(super) fn refused(&mut self, category: Category, message: &str) {
        if self.wants(category) {
            return self.send(category, message);
        }
        if self.callback.is_none() || self.told.len() >= MOST_CAUSES || !self.told.insert(cause(message)) {
            return;
        }
        match self.told.len() {
            MOST_CAUSES => self.send(category, &format!("{message}; {LAST}")),
            _ => self.send(category, message),
        }
    }

    /// Says that a call was refused because of an earlier error: once, until the instance has left the error state.
    pub(super) fn refused_after_error(&mut self, message: &str) {
        if !std::mem::replace(&mut self.following, true) {
            self.refused(Category::Error, &format!("{message}; {FOLLOWING}"));
        }
    }

    /// Says how calls of this host are understood: once in a run, whatever is switched on.
    pub(super) fn note(&mut self, topic: &str, message: impl FnOnce() -> String) {
        if self.callback.is_some() && self.told.insert(cause(topic)) {
            self.send(Category::Events, &message());
        }
    }

    /// The instance is not in the error state.
    pub(super) fn error_has_ended(&mut self) {
        self.following = false;
    }

    /// Another run begins, in which every cause is told again.
    pub(super) fn run_begins(&mut self) {
        self.told.clear();
    }

    /// Sends a message to a host that has a logger.
    pub(super) fn send(&self, category: Category, message: &str) {
        let Some(callback) = self.callback else { return };
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

/// What tells one cause of a refusal from another: the words of its message. Numbers (values, times) are left out; names are not numbers,
/// even where they hold digits.
fn cause(message: &str) -> u64 {
    let words = message.split_whitespace().map(|word| word.trim_matches(|c: char| "()[],;:".contains(c)));
    let words = words.filter(|word| !is_number(word));
    words.fold(digest::EMPTY, |sum, word| digest::digest(digest::digest(sum, word.as_bytes()), b" "))
}

/// Returns true if a word of a message is a number.
fn is_number(word: &str) -> bool {
    let unsigned = word.trim_start_matches('-');
    let is_part = |c: char| c.is_ascii_digit() || ".e-".contains(c);
    matches!(unsigned, "inf" | "NaN")
        || unsigned.starts_with(|c: char| c.is_ascii_digit()) && unsigned.chars().all(is_part)
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
    fn values_and_times_make_no_other_cause() {
        let refused = |name: &str, value: f64, time: f64| {
            cause(&format!("fmi2SetReal: {name} was given {value}; legal values lie in [0, {value:e}], at {time} s"))
        };
        assert_eq!(refused("body1.m", -1.0, 0.5), refused("body1.m", f64::NAN, 7.0));
        assert_ne!(refused("body1.m", -1.0, 0.5), refused("body2.m", -1.0, 0.5));
        assert_ne!(refused("body.r[1]", -1.0, 0.5), refused("body.r[2]", -1.0, 0.5));
        assert_ne!(cause("fmi2DoStep: not allowed"), cause("fmi2Terminate: not allowed"));
    }

    #[test]
    fn categories_have_the_standards_names() {
        let names: Vec<_> = LOG_CATEGORIES.iter().map(LogCategory::name).collect();
        assert_eq!(names[..4], ["logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError"]);
        assert_eq!(names[4..], ["logStatistics", "logAll"]);
        assert_eq!(LOG_CATEGORIES[ALL].name(), "logAll");
    }
}
