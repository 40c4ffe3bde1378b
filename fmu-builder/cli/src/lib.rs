//! The command line: one module for each command. The runtime libraries are passed as an argument, so that they are
//! compiled in parallel with this crate and those below it, which takes as long.

mod animate;
mod arguments;
mod bode;
mod build;
mod check;
mod classes;
mod console;
mod convert;
mod describe;
mod error;
mod export;
mod help;
mod input;
mod inspect;
mod kind;
mod linearize;
mod measure;
mod merge;
mod modes;
mod plot;
mod point;
mod preview;
mod progress;
mod reading;
mod run;
mod schema;
mod simulate;
mod ssp;
mod sweep;
mod table;
mod trim;
mod watched;

use std::ffi::OsString;

use clap::Parser;
use compiler::model_file::Diagnostic;
use fmu_tool::host::remove_temporary_files_on_signals;
use fmu_tool::{Expose, Reporter, Runtime, Sources};

use arguments::{Arguments, Command};
use error::CommandError;

pub use console::CommandOutput;

/// Files that are embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Runtime libraries for FMUs.
    pub runtimes: &'static [Runtime],
    /// The builder in WebAssembly, compressed with gzip.
    pub web: Option<&'static [u8]>,
}

/// Runs the command in the arguments, the first of which is the name of the program; returns the exit code of the
/// process. For programs: it writes to standard output and standard error, and installs signal handlers. FMUs that it
/// builds get the runtimes.
pub fn command_line(arguments: impl IntoIterator<Item = OsString>, embedded: Embedded) -> u8 {
    if let Err(error) = remove_temporary_files_on_signals() {
        console::note(&format!("warning: temporary files will remain if a signal ends the tool: {error}"));
    }
    let code = run(arguments, embedded);
    match console::lost() {
        Some(error) => {
            console::note(&format!("error: cannot write to standard output: {error}"));
            code.max(1)
        }
        None => code,
    }
}

/// Runs a command inside another program: text for standard output and standard error is returned, without colours, and
/// the program handles signals. Results for `-o -` still go to standard output.
pub fn command_for_program(arguments: impl IntoIterator<Item = OsString>, embedded: Embedded) -> (u8, CommandOutput) {
    console::keep(|| run(arguments, embedded))
}

fn run(arguments: impl IntoIterator<Item = OsString>, embedded: Embedded) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            console::usage(&error);
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    let Embedded { runtimes, web } = embedded;
    let result = match arguments.command {
        Command::Build(mut arguments) => {
            arguments.reading.modelica.shows_all = arguments.expose == Expose::All;
            build::run(&arguments, runtimes)
        }
        Command::Ssp(arguments) => ssp::run(&arguments, runtimes),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments, runtimes),
        Command::Sweep(arguments) => sweep::run(&arguments, runtimes),
        Command::Animate(arguments) => animate::run(&arguments, web),
        Command::Preview(arguments) => preview::run(&arguments, web),
        Command::Classes(arguments) => classes::run(&arguments),
        Command::Describe(arguments) => describe::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Linearize(arguments) => linearize::run(&arguments, runtimes),
        Command::Modes(arguments) => modes::run(&arguments),
        Command::Bode(arguments) => bode::run(&arguments),
        Command::Trim(arguments) => trim::run(&arguments),
        Command::Plot(arguments) => plot::run(&arguments, runtimes),
    };
    match result {
        Ok(()) => 0,
        Err(error) => {
            error.print();
            error.exit_code()
        }
    }
}

/// Shows warnings for legal but suspicious input.
fn warnings(sources: &Sources, warnings: &[Diagnostic]) {
    let reporter = Reporter::new(sources, console::error_style());
    warnings.iter().for_each(|warning| console::note(&reporter.render_warning(warning)));
}

/// The first of these options that is given.
fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find_map(|(option, is_given)| is_given.then_some(*option))
}

type CommandResult = Result<(), CommandError>;
