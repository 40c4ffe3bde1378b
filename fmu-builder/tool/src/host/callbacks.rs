//! The functions that a host hands to an FMU (FMI 2.0.5, 2.1.5; FMI 3.0.2, 2.3.1).

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use super::status::Status;

/// A message that an FMU logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogMessage {
    /// Severity.
    pub status: Status,
    /// One of the FMU's log categories.
    pub category: String,
    /// The text.
    pub text: String,
}

/// Category of solver statistics, one of the FMU's log categories.
const STATISTICS: &str = "logStatistics";

impl LogMessage {
    /// Names and values of solver statistics, in the order of the message, which has `name = value` pairs with commas between; none in
    /// messages of other categories, or of another form.
    pub fn statistics(&self) -> Option<Vec<(String, String)>> {
        if self.category != STATISTICS {
            return None;
        }
        let entry =
            |pair: &str| pair.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
        self.text.split(',').map(entry).collect()
    }
}

/// Gets every message, at once and in the thread of the call.
pub type MessageHandler = Arc<dyn Fn(&LogMessage) + Send + Sync>;

/// Gets the two lines of every call of an FMI function, at once and in the thread of the call: its name and arguments before the
/// call, its result after it. So the last line of a host that the FMU has brought down is the call that did it.
pub type CallHandler = Arc<dyn Fn(&str) + Send + Sync>;

/// Handlers of messages and calls.
#[derive(Clone, Default)]
pub struct Listener {
    /// Gets what the FMU logs.
    pub messages: Option<MessageHandler>,
    /// Gets the calls.
    pub calls: Option<CallHandler>,
    /// loggingOn of fmi2Instantiate: whether the FMU logs more than errors, warnings above all.
    pub logging_on: bool,
}

impl Listener {
    /// A call that is about to be made; `arguments` is only called when somebody listens.
    pub(super) fn calling(&self, function: &str, arguments: impl FnOnce() -> String) {
        if let Some(handler) = &self.calls {
            handler(&format!("{function}({})", arguments()));
        }
    }

    /// Reports the result of the call, and the values that it wrote.
    pub(super) fn returned(&self, result: &impl Display, values: impl FnOnce() -> String) {
        if let Some(handler) = &self.calls {
            let values = values();
            let separator = if values.is_empty() { "" } else { ", " };
            handler(&format!("  -> {result}{separator}{values}"));
        }
    }
}

/// fmi2CallbackFunctions. The standard's logger has variable arguments; a function that ignores them has the same calling
/// convention for its named ones on all platforms of FMI 2.0, and defining a variadic one is not stable Rust.
#[repr(C)]
pub(super) struct Callbacks {
    logger: unsafe extern "C" fn(*mut c_void, *const c_char, c_int, *const c_char, *const c_char),
    allocate_memory: unsafe extern "C" fn(usize, usize) -> *mut c_void,
    free_memory: unsafe extern "C" fn(*mut c_void),
    step_finished: Option<unsafe extern "C" fn(*mut c_void, c_int)>,
    component_environment: *mut c_void,
}

/// Target of the FMU's logger callback; the component environment points to it.
pub(super) struct LogSink {
    handler: Option<MessageHandler>,
    /// Problems since the last [`LogSink::take_problems`] that no handler has got.
    problems: Mutex<Vec<String>>,
}

impl LogSink {
    pub(super) fn new(handler: Option<MessageHandler>) -> Self {
        Self { handler, problems: Mutex::default() }
    }

    /// Pointer for the FMU; it must outlive the instance.
    pub(super) fn environment(&self) -> *mut c_void {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    /// Texts of the warnings and errors logged since the last call, unless a handler has got them: they are to be said once.
    pub(super) fn take_problems(&self) -> Vec<String> {
        std::mem::take(&mut self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn receive(&self, message: &LogMessage) {
        if let Some(handler) = &self.handler {
            handler(message);
        } else if !matches!(message.status, Status::Ok | Status::Pending) {
            self.problems.lock().unwrap_or_else(PoisonError::into_inner).push(message.text.clone());
        }
    }
}

impl Callbacks {
    /// Callbacks that log to `sink`, which must outlive the instance that gets them.
    pub(super) fn new(sink: &LogSink) -> Self {
        Self {
            logger: log,
            allocate_memory: libc::calloc,
            free_memory: libc::free,
            step_finished: None,
            component_environment: sink.environment(),
        }
    }
}

unsafe extern "C" fn log(
    environment: *mut c_void,
    _instance_name: *const c_char,
    status: c_int,
    category: *const c_char,
    text: *const c_char,
) {
    let plain = |text: String| text.replace("%%", "%").replace("##", "#");
    // SAFETY: the environment is the sink that `Callbacks::new` was given, and the texts are as the standard says.
    unsafe { receive(environment, status, category, text, plain) };
}

/// fmi3LogMessageCallback.
pub(super) unsafe extern "C" fn log_message(
    environment: *mut c_void,
    status: c_int,
    category: *const c_char,
    text: *const c_char,
) {
    // SAFETY: the environment is the sink of the instance, and the texts are as the standard says.
    unsafe { receive(environment, status, category, text, |text| text.replace("##", "#")) };
}

/// Gives a message to the sink; `plain` takes back the doubling of characters.
///
/// # Safety
/// `environment` is null or a [`LogSink`] that lives as long as the instance; the texts are null, or null-terminated and valid during the call.
unsafe fn receive(
    environment: *mut c_void,
    status: c_int,
    category: *const c_char,
    text: *const c_char,
    plain: fn(String) -> String,
) {
    // A panic of a handler must not unwind into the FMU.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: by the caller's promise.
        let Some(sink) = (unsafe { environment.cast::<LogSink>().as_ref() }) else { return };
        // SAFETY: by the caller's promise.
        let (category, text) = unsafe { (owned(category), owned(text)) };
        sink.receive(&LogMessage { status: Status::from_raw(status), category, text: plain(text) });
    }));
}

/// The text behind a pointer, empty for NULL.
///
/// # Safety
/// `text` is null or points to a null-terminated text.
pub(super) unsafe fn owned(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not null, and null-terminated by the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use fmu_core::instance::Work;
    use fmu_core::log_categories::LOG_CATEGORIES;

    use super::*;

    fn message(category: &str, text: &str) -> LogMessage {
        LogMessage { status: Status::Ok, category: category.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn what_the_runtime_says_is_understood() {
        assert!(LOG_CATEGORIES.iter().any(|category| category.name() == STATISTICS));
        let work = Work { events: 7, explicit: "Verner65", ..Work::default() };
        let statistics = message(STATISTICS, &work.to_string()).statistics().unwrap();
        let value = |name: &str| statistics.iter().find(|entry| entry.0 == name).unwrap().1.as_str();
        assert_eq!((value("events"), value("steps"), value("method")), ("7", "0", "Verner65"));
    }

    #[test]
    fn other_messages_are_none() {
        assert_eq!(message("logEvents", "steps = 1").statistics(), None);
        assert_eq!(message(STATISTICS, "one step was made").statistics(), None);
    }
}
