//! The crates [`fmu_tool`] and [`fmu_cli`] with runtime libraries inside, and the readers of Modelica text and robot descriptions.
//!
//! ```no_run
//! use fmu_builder::{Fmu, build_options};
//! use compiler::model_file::ModelFile;
//!
//! let (model, _source) = ModelFile::from_path("examples/pendulum.toml".as_ref())?;
//! let fmu = Fmu::build(&model, &build_options())?;
//! fmu.write("pendulum.fmu".as_ref())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ffi::OsString;

pub use fmu_cli::{CommandOutput, Embedded};
pub use fmu_tool::*;
pub use modelica::{
    ModelicaModel, ModelicaModels, ModelicaOptions, modelica_text, read_modelica, read_modelica_models,
    read_modelica_text,
};
pub use urdf;

/// For all platforms that the program was compiled with, that of its own first: `build.rs` compiled fmu-core for that one, was given those
/// for others (released programs hold all), and compressed them.
pub const RUNTIMES: &[Runtime] = include!(concat!(env!("OUT_DIR"), "/runtimes.rs"));

/// The builder in WebAssembly, for pages in which models run, packed by gzip; none if the program was compiled without it.
pub const WEB: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// Runtime libraries and pages inside the program.
pub const EMBEDDED: Embedded = Embedded { runtimes: RUNTIMES, web: WEB };

/// The defaults of [`BuildOptions::new`] with these runtimes.
pub fn build_options() -> BuildOptions {
    BuildOptions::new(RUNTIMES)
}

/// [`fmu_cli::command_line`] with these runtimes.
pub fn command_line(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    fmu_cli::command_line(arguments, EMBEDDED)
}

/// [`fmu_cli::command_for_program`] with these runtimes.
pub fn command_for_program(arguments: impl IntoIterator<Item = OsString>) -> (u8, CommandOutput) {
    fmu_cli::command_for_program(arguments, EMBEDDED)
}
