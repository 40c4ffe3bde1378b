//! Builds FMUs from model files, and runs FMUs as a host does. The runtime libraries it is given ([`Runtime`]).
//!
//! ```no_run
//! use fmu_tool::{BuildOptions, Fmu, Runtime};
//! use compiler::model_file::ModelFile;
//!
//! # const RUNTIMES: &[Runtime] = &[];
//! let (model, _source) = ModelFile::from_path("examples/pendulum.toml".as_ref())?;
//! let fmu = Fmu::build(&model, &BuildOptions::new(RUNTIMES))?;
//! fmu.write("pendulum.fmu".as_ref())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Fmu`] is the archive: modelDescription.xml ([`description`]), the runtime libraries,
//! the model and its documentation. [`host`] loads an FMU through
//! the FMI 2.0 C API and simulates it; it knows no more of the runtime than any other host does.

// Commands alone use some of what both need.
#![cfg_attr(not(feature = "system"), allow(dead_code))]

mod archive;
pub mod binary;
#[cfg(feature = "system")]
pub mod check;
mod content;
pub mod csv;
mod described;
pub mod description;
mod diagram;
mod documentation;
mod fmu;
#[cfg(feature = "system")]
pub mod host;
mod in_process;
mod inputs;
pub mod linear;
mod live;
#[cfg(feature = "system")]
mod merge;
mod model_toml;
mod naming;
mod options;
#[cfg(feature = "system")]
mod output;
mod picture;
mod plan;
mod plot;
pub mod reference;
mod reference_result;
mod report;
pub mod scene;
pub mod schema;
mod settings;
#[cfg(feature = "system")]
pub mod ssp;
pub mod start;
#[cfg(feature = "system")]
pub mod sweep;
mod template;
#[cfg(feature = "system")]
mod temporary;
mod text;
mod words;
mod xml;

pub use binary::Runtime;
pub use compiler::model_file::{InvalidModelFile as InvalidModel, Sources};
pub use content::Content;
pub use described::Facts;
pub use fmu::{Fmu, with_states};
pub use fmu_core::instance::Version;
pub use live::{Control, Live, LiveError, OpenError, Role, Saved};
#[cfg(feature = "system")]
pub use merge::{MergeError, MergeInput, Merged, merge};
pub use model_toml::model_toml;
pub use naming::{Names, Naming, model_identifier};
pub use options::{BuildError, BuildOptions, Expose, source_date_epoch};
#[cfg(feature = "system")]
pub use output::{OutputError, OutputFile, destination, write_file};
pub use plot::{Curve, Plot};
pub use reference_result::ReferenceResultError;
pub use report::{ModelErrors, Reporter, Style, plain, problem_json};
pub use settings::{did_you_mean, real as number_in_unit};
