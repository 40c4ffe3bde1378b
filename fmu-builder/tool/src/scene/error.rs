//! Why there is no picture.

use compiler::model_file::Problem;
use fmu_core::instance::InstanceError;

use super::ShapeFault;
use crate::inputs::InputError;
use crate::settings::SettingError;

/// Why a model or an FMU cannot be animated.
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    /// The run failed.
    #[error(transparent)]
    Run(#[from] InstanceError),
    /// An expression of a picture has no value.
    #[error("the picture `{picture}` of component `{component}` at time {time} s: {problem}")]
    Picture {
        /// Component.
        component: String,
        /// Name of the picture in its class.
        picture: &'static str,
        /// Time, s.
        time: f64,
        /// Evaluation problem.
        problem: Box<Problem>,
    },
    /// A graphic parameter has the wrong size in this run.
    #[error("the picture `{picture}` of component `{component}`: {found} instead of {expected}")]
    Shape {
        /// Component.
        component: String,
        /// Name of the picture in its class.
        picture: &'static str,
        /// Shape found.
        found: String,
        /// Shape expected.
        expected: &'static str,
    },
    /// A file of a shape is broken.
    #[error("the shape of component `{component}`: {name}: {fault}")]
    File {
        /// Component.
        component: String,
        /// Address or path, as the model says.
        name: String,
        /// Fault of the shape file.
        fault: ShapeFault,
    },
    /// A value cannot be set.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A table of inputs does not fit.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Times make no sense.
    #[error("{0}")]
    Times(String),
    /// The FMU has no model that could be drawn.
    #[error("{0}")]
    NoModel(String),
}
