//! Why there is no picture.

use compiler::model_file::Problem;
use fmu_core::instance::InstanceError;

use super::ShapeFault;
use crate::inputs::InputError;
use crate::settings::SettingError;

/// Why a model or an FMU cannot be animated.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    /// The run failed.
    #[error(transparent)]
    Run(#[from] InstanceError),
    #[error("the picture `{picture}` of component `{component}` at time {time} s: {problem}")]
    Picture {
        component: String,
        picture: &'static str,
        /// Time, s.
        time: f64,
        problem: Box<Problem>,
    },
    #[error("the picture `{picture}` of component `{component}`: {found} instead of {expected}")]
    Shape { component: String, picture: &'static str, found: String, expected: &'static str },
    #[error("the shape of component `{component}`: {name}: {fault}")]
    File { component: String, name: String, fault: ShapeFault },
    /// A value cannot be set.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A table of inputs does not fit.
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("{0}")]
    Times(String),
    #[error("{0}")]
    NoModel(String),
}
