//! Why a call failed: a status for the program, a message for the reader.

use super::MbfStatus;
use super::status::text_of;
use crate::instance::InstanceError;
use compiler::model_file::InvalidModelFile;

/// Why a call failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) status: MbfStatus,
    pub(super) message: String,
}

impl From<MbfStatus> for Failure {
    fn from(status: MbfStatus) -> Self {
        Self { status, message: text_of(status as i32).to_string_lossy().into_owned() }
    }
}

impl From<InstanceError> for Failure {
    fn from(error: InstanceError) -> Self {
        Self { status: MbfStatus::from(&error), message: error.to_string() }
    }
}

impl From<InvalidModelFile> for Failure {
    fn from(invalid: InvalidModelFile) -> Self {
        Self { status: MbfStatus::InvalidModel, message: invalid.to_string() }
    }
}
