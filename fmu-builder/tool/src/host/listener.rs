//! Callbacks with which a caller of this host observes messages and calls.

use std::fmt::Display;
use std::sync::Arc;

use super::callbacks::MessageHandler;

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
