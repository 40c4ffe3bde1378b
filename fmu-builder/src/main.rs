//! Command line entry.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(fmu_builder::command_line(std::env::args_os()))
}
