//! The Python that runs FMPy and the tests of the Python package.

use std::path::Path;
use std::process::Command;
use support::python;

/// Requirements of FMPy, CasADi and the tests of the Python package: one environment for all of them.
pub const REQUIREMENTS: &str =
    concat!(include_str!("../../python/requirements.txt"), include_str!("../../../python/tests/requirements.txt"));

/// A command for a script of tests/python/ in the virtual environment, which is made first where there is none. Without Python or
/// network the test is skipped: then there is nothing to run.
pub fn script(name: &str) -> Option<Command> {
    let mut command = interpreter()?;
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name));
    Some(command)
}

/// The interpreter of the virtual environment, as [`script`].
pub fn interpreter() -> Option<Command> {
    interpreter_with(REQUIREMENTS)
}

/// The interpreter of a virtual environment with these requirements.
pub fn interpreter_with(requirements: &'static str) -> Option<Command> {
    let found = python::interpreter(Path::new(env!("CARGO_TARGET_TMPDIR")), requirements);
    found.map_err(|reason| super::skip(&reason)).ok()
}
