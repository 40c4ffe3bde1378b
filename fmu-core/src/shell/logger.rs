//! Messages to the host.

use super::Status;
use crate::instance::Version;
use crate::log_categories::LOG_CATEGORIES;
use simulation::digest;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_int, c_void};

/// Category of a message; the discriminant is its index in [`LOG_CATEGORIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    Events = 0,
    Warning = 1,
    Discard = 2,
    Error = 3,
    Statistics = 4,
}

impl Category {
    /// Status of a call that ends with such a message.
    pub(crate) fn status(self) -> Status {
        match self {
            Self::Events | Self::Statistics => Status::Ok,
            Self::Warning => Status::Warning,
            Self::Discard => Status::Discard,
            Self::Error => Status::Error,
        }
    }
}

/// Index of `logAll`.
const ALL: usize = LOG_CATEGORIES.len() - 1;
/// A host that has switched messages off hears of so many causes in a run.
const MOST_CAUSES: usize = 1000;
/// End of the only message about errors that follow from an earlier one.
const FOLLOWING: &str = "it follows from an earlier error, and more like this are not told before";
/// End of the last message about a cause in a run.
const LAST: &str = "causes of further refusals are told only where logging is switched on";

/// Function of the host that gets messages.
#[derive(Clone, Copy)]
pub(crate) enum Callback {
    /// It gets environment, name of the instance, status, category and message.
    Fmi2(unsafe extern "C" fn(*mut c_void, *const c_char, c_int, *const c_char, *const c_char, ...)),
    /// The same without the name.
    Fmi3(unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char)),
}

/// The host's logger, with all that a message needs. Nothing in it points into memory of the host's call.
pub(crate) struct Logger {
    callback: Option<Callback>,
    environment: *mut c_void,
    instance_name: CString,
    enabled: [bool; LOG_CATEGORIES.len()],
    /// Causes of refusals, and topics of notes, that were told in this run.
    told: BTreeSet<u64>,
    /// An error that follows from an earlier one was told, and the instance has been in the error state ever since.
    following: bool,
}

impl Logger {
    /// A logger for the host's function, which may be missing, and the environment that it wants to get.
    pub(crate) fn new(
        callback: Option<Callback>,
        environment: *mut c_void,
        instance_name: CString,
        logging_on: bool,
    ) -> Self {
        let enabled = [logging_on; LOG_CATEGORIES.len()];
        Self { callback, environment, instance_name, enabled, told: BTreeSet::new(), following: false }
    }

    /// Switches all categories (fmi2SetDebugLogging without categories).
    pub(crate) fn switch_all(&mut self, on: bool) {
        self.enabled.fill(on);
    }

    /// Switches these categories; returns the first unknown name.
    pub(crate) fn switch<'a>(&mut self, names: impl Iterator<Item = &'a CStr>, on: bool) -> Option<&'a CStr> {
        let mut unknown = None;
        for name in names {
            match LOG_CATEGORIES.iter().position(|category| category.c_name == name) {
                Some(index) => self.enabled[index] = on,
                None => unknown = unknown.or(Some(name)),
            }
        }
        unknown
    }

    /// Returns true if the host has switched this category on.
    pub(crate) fn wants(&self, category: Category) -> bool {
        (self.enabled[ALL] || self.enabled[category as usize]) && self.callback.is_some()
    }

    /// Sends a message, if the host wants its category.
    pub(crate) fn log(&self, category: Category, message: &str) {
        if self.wants(category) {
            self.send(category, message);
        }
    }

    /// Says why a call was refused. That reaches a host that has switched the category off, too, once for each cause: a host that does
    /// not look at a status runs into its consequences, which then are all that its user sees.
    pub(crate) fn refused(&mut self, category: Category, message: &str) {
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
    pub(crate) fn refused_after_error(&mut self, message: &str, version: Version) {
        if !std::mem::replace(&mut self.following, true) {
            let ways_out = match version {
                Version::Fmi2 => "fmi2Reset or fmi2SetFMUstate",
                Version::Fmi3 => "fmi3Reset or fmi3SetFMUState",
            };
            self.refused(Category::Error, &format!("{message}; {FOLLOWING} {ways_out}"));
        }
    }

    /// Says how calls of this host are understood: once in a run, whatever is switched on.
    pub(crate) fn note(&mut self, topic: &str, message: impl FnOnce() -> String) {
        if self.callback.is_some() && self.told.insert(cause(topic)) {
            self.send(Category::Events, &message());
        }
    }

    /// The instance is not in the error state.
    pub(crate) fn error_has_ended(&mut self) {
        self.following = false;
    }

    /// Another run begins, in which every cause is told again.
    pub(crate) fn run_begins(&mut self) {
        self.told.clear();
    }

    /// Sends a message to a host that has a logger.
    pub(crate) fn send(&self, category: Category, message: &str) {
        let Some(callback) = self.callback else { return };
        let name = LOG_CATEGORIES[category as usize].c_name.as_ptr();
        let (environment, status) = (self.environment, category.status() as c_int);
        match callback {
            Callback::Fmi2(log) => {
                let message = escaped(message, b"%#");
                // SAFETY: the host promised that the logger is a function of this type that lives as long as the instance (FMI 2.0.5,
                // 2.1.5); all strings end with NUL and live during the call; the format has no conversions, so that no further arguments
                // are read.
                unsafe { log(environment, self.instance_name.as_ptr(), status, name, message.as_ptr()) };
            }
            Callback::Fmi3(log) => {
                let message = escaped(message, b"#");
                // SAFETY: the host promised that the logger is a function of this type that lives as long as the instance (FMI 3.0.2,
                // 2.3.1); all strings end with NUL and live during the call.
                unsafe { log(environment, status, name, message.as_ptr()) };
            }
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

/// The message with what would be more than a character doubled: `#`, which begins a value reference, and where it is a printf format `%`
/// (FMI 2.0.5, 2.1.5; FMI 3.0.2, 2.3.1).
fn escaped(message: &str, doubled: &[u8]) -> CString {
    let mut text = Vec::with_capacity(message.len() + 1);
    for &byte in message.trim_end().as_bytes() {
        match byte {
            _ if doubled.contains(&byte) => text.extend([byte, byte]),
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
        let format = |text: &str| escaped(text, b"%#");
        assert_eq!(format("100% of #r42# {}\n\n").as_c_str(), c"100%% of ##r42## {}");
        assert_eq!(format("%s%n%%").as_c_str(), c"%%s%%n%%%%");
        assert_eq!(format("a\0b").as_c_str(), c"a?b");
        assert_eq!(format("").as_c_str(), c"");
        assert_eq!(format("Gelenk \u{fc}ber 90\u{b0}").as_c_str(), c"Gelenk \u{fc}ber 90\u{b0}");
        assert_eq!(escaped("100% of #r42#", b"#").as_c_str(), c"100% of ##r42##");
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
        let names: Vec<_> = LOG_CATEGORIES.iter().map(crate::log_categories::LogCategory::name).collect();
        assert_eq!(names[..4], ["logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError"]);
        assert_eq!(names[4..], ["logStatistics", "logAll"]);
        assert_eq!(LOG_CATEGORIES[ALL].name(), "logAll");
    }
}
