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
pub use modelica::{ModelicaOptions, modelica_text, read_modelica, read_modelica_text};
pub use runtime::WEB;
pub use urdf;

/// Runtime libraries inside the program, that for its own platform first.
pub const RUNTIMES: &[Runtime] = &{
    let mut all = [Runtime { folders: &[], extension: "", packed: &[] }; runtime::RUNTIMES.len()];
    let mut k = 0;
    while k < all.len() {
        let (folders, extension, packed) = runtime::RUNTIMES[k];
        all[k] = Runtime { folders, extension, packed };
        k += 1;
    }
    all
};

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
