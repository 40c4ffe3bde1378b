//! A host for FMUs: unpacks the archive, reads modelDescription.xml, loads the shared library and drives it through the C API
//! of FMI 2.0 or 3.0. It knows nothing of the runtime that this crate packs, and runs other co-simulation FMUs as well.
//!
//! [`Package`] -> [`Library`] -> [`Instance`]; [`Simulation`] does all of it.

mod callbacks;
mod derivatives;
mod description;
mod error;
mod functions;
mod functions_3;
mod instance;
mod instance_3;
mod library;
mod linearization;
mod package;
mod recorder;
mod runner;
mod settings;
mod signals;
mod simulation;
mod status;

pub use callbacks::{CallHandler, Listener, LogMessage, MessageHandler};
pub use description::{
    BaseUnit, DisplayUnit, Elements, Interface, Kind, ModelDescription, ReadError, ScalarVariable, SimpleType, Unit,
    Unknown,
};
pub use error::{HostError, SimulationError};
pub use instance::{Instance, StepOutcome};
pub use library::Library;
pub use package::Package;
pub use runner::Runner;
pub use signals::remove_temporary_files_on_signals;
pub use simulation::{Simulation, SimulationOptions};
pub use status::Status;

pub use crate::inputs::{InputError, Inputs, Interpolation};
pub use crate::plan::RunOptions;
pub use crate::settings::{Setting, SettingError};
