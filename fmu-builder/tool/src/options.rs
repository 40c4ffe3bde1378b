//! Options of a build, and its errors.

use std::io;

use fmu_core::instance::{COMPILED_MODEL, CompiledError};
use zip::result::ZipError;

use crate::binary::PlatformBinary;
use crate::naming::Naming;
use crate::reference_result::ReferenceResultError;
use crate::scene::ShapeFolders;
use crate::start::StartFault;
use crate::{Expose, ModelErrors, Runtime};

/// The model file, with its identification.
pub(crate) const MODEL_FILE: &str = "resources/model.json";
/// The model's graphic parameters: a model file of its own, of nothing but these.
pub(crate) const GRAPHICS: &str = "resources/graphics.json";

/// Options of the FMU build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The libraries that the FMU gets.
    pub runtimes: &'static [Runtime],
    /// Which variables modelDescription.xml lists.
    pub expose: Expose,
    /// Naming convention of the variables.
    pub naming: Naming,
    /// Libraries for other platforms than those of `runtimes`, or instead of one of them; of two for one platform the last counts.
    pub binaries: Vec<PlatformBinary>,
    /// If true, [`Fmu::build`] simulates the default experiment and adds its result to the FMU (FMI-LS-REF).
    pub reference_result: bool,
    /// If true, [`Fmu::build`] computes the initial state and refuses a model that has none. Without it the FMU has no picture of its
    /// mechanism and no scene, which show that state.
    pub initialize: bool,
    /// Folders searched for the shape files in the picture of the mechanism.
    pub shapes: ShapeFolders,
    /// `generationDateAndTime`, in seconds since 1970-01-01; left out without it, so that a rebuild gives the same bytes.
    /// [`crate::source_date_epoch`] follows the environment.
    pub generation_date: Option<u64>,
}

impl BuildOptions {
    /// The variables of the interface by structured names, without a reference result and without looking for the initial state.
    pub fn new(runtimes: &'static [Runtime]) -> Self {
        Self {
            runtimes,
            expose: Expose::default(),
            naming: Naming::default(),
            binaries: Vec::new(),
            reference_result: false,
            initialize: false,
            shapes: ShapeFolders::default(),
            generation_date: None,
        }
    }
}

/// Why an FMU could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The model file has problems.
    #[error(transparent)]
    Model(#[from] ModelErrors),
    /// The model has no initial state.
    #[error(transparent)]
    Start(#[from] StartFault),
    /// modelDescription.xml could not be written.
    #[error("cannot write modelDescription.xml: {0}")]
    Description(#[from] io::Error),
    /// The archive could not be written.
    #[error("cannot write the archive: {0}")]
    Archive(#[from] ZipError),
    /// The compiled model could not be written.
    #[error("cannot write resources/{COMPILED_MODEL}: {0}")]
    Compiled(#[from] CompiledError),
    /// The reference result could not be made.
    #[error(transparent)]
    ReferenceResult(#[from] ReferenceResultError),
    /// The picture could not be drawn.
    #[error("cannot write model.png: {0}")]
    Picture(#[from] png::EncodingError),
}
