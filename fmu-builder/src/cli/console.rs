//! Writing to the terminal. A closed pipe (`| head`) is no error.

use std::io::{self, IsTerminal, Write};

use fmu_builder::Style;

/// Writes a line to standard output.
pub(crate) fn line(text: &str) {
    // Nobody is left to tell when this fails.
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// Writes a line to standard error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Colours for standard error: only on a terminal, and never when NO_COLOR is set (no-color.org).
pub(crate) fn error_style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !refused { Style::Coloured } else { Style::Plain }
}
