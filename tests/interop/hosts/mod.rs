//! Shared parts of the tests of hosts: FMUs to run, expected results, and calls of a host.

pub mod case;
pub mod expected;
pub mod models;
pub mod python;
pub mod signals;
pub mod simulations;
pub mod table;

use std::io::Write;
use std::process::Command;

/// True if the tests run in continuous integration, which skips nothing.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// Says that a test does nothing here, and why; in continuous integration it fails.
pub fn skip(reason: &str) {
    assert!(!is_ci(), "{reason}");
    // Not eprintln, whose text the test harness shows for failed tests only.
    let _ = writeln!(std::io::stderr(), "skipped: {reason}");
}

/// Runs a host, and fails with its output if it fails.
pub fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{stdout}\n{stderr}", output.status);
}
