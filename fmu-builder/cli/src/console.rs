//! Writing to the terminal. A closed pipe (`| head`) is not an error.

use std::cell::RefCell;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use fmu_tool::Style;

/// Output of a command that is collected for a program instead of shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// Lines of standard output.
    pub output: String,
    /// Lines of standard error.
    pub errors: String,
}

thread_local! {
    /// Collects the output of the command in this thread; none for the terminal.
    static KEPT: RefCell<Option<CommandOutput>> = const { RefCell::new(None) };
}

/// Error of a line that could not be written to standard output.
static LOST: Mutex<Option<io::Error>> = Mutex::new(None);

/// Error of a lost line of standard output, if there is one.
pub(crate) fn lost() -> Option<io::Error> {
    LOST.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Collects the output of `command` in this thread.
pub(crate) fn keep<R>(command: impl FnOnce() -> R) -> (R, CommandOutput) {
    KEPT.set(Some(CommandOutput::default()));
    let result = command();
    (result, KEPT.take().unwrap_or_default())
}

/// Collects a line if output is collected; otherwise returns `false`.
fn is_kept(text: &str, place: fn(&mut CommandOutput) -> &mut String) -> bool {
    KEPT.with_borrow_mut(|kept| {
        let Some(kept) = kept else { return false };
        let kept = place(kept);
        kept.push_str(text);
        kept.push('\n');
        true
    })
}

/// Writes a line to standard output.
pub(crate) fn line(text: &str) {
    if !is_kept(text, |kept| &mut kept.output)
        && let Err(error) = writeln!(io::stdout().lock(), "{text}")
        && error.kind() != ErrorKind::BrokenPipe
    {
        LOST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Writes a line to standard error.
pub(crate) fn note(text: &str) {
    if !is_kept(text, |kept| &mut kept.errors) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }
}

/// Writes an error in the arguments, or the help that they request.
pub(crate) fn usage(error: &clap::Error) {
    let text = error.render().to_string();
    let is_kept = if error.use_stderr() {
        is_kept(&text, |kept| &mut kept.errors)
    } else {
        is_kept(&text, |kept| &mut kept.output)
    };
    if !is_kept {
        // An error of this output cannot be reported.
        let _ = error.print();
    }
}

/// Colours for standard error: only on a terminal, and never when NO_COLOR is set (no-color.org).
pub(crate) fn error_style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_kept = KEPT.with_borrow(Option::is_some);
    if io::stderr().is_terminal() && !refused && !is_kept { Style::Coloured } else { Style::Plain }
}
