//! What a C function returns.

use crate::instance::InstanceError;
use mechanism::frames::FramesError;
use std::ffi::{CStr, c_char};

/// What a function returns: MBF_STATUS_OK, or why it has done nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbfStatus {
    /// Done.
    Ok = 0,
    /// A pointer is NULL, or not aligned for what it points to.
    NullArgument = 1,
    /// A text is not UTF-8.
    NotUtf8 = 2,
    /// A count of elements is more than memory can hold.
    Count = 3,
    /// The model file cannot be read, or it is no model; the message lists every problem with its place.
    InvalidModel = 4,
    /// No variable has this name or value reference.
    UnknownVariable = 5,
    /// The variable is of another type.
    WrongType = 6,
    /// The function cannot be called now, such as a step before the initialization.
    WrongState = 7,
    /// The variable cannot be set, never or not now.
    NotSettable = 8,
    /// The variable has no value before the initialization.
    NotReadable = 9,
    /// A number is NaN or infinite, or the result would be.
    NotFinite = 10,
    /// A value is outside of the range of its variable.
    OutOfRange = 11,
    /// Start time, stop time or tolerance make no experiment.
    Experiment = 12,
    /// The step is not positive, starts at another time than the instance's, or ends after the stop time.
    Step = 13,
    /// Parameters and start values make no mechanism.
    Initialization = 14,
    /// The model cannot be evaluated.
    Evaluation = 15,
    /// The integration ended before the end of the step.
    StepFailed = 16,
    /// The number of a coordinate axis is not 1, 2 or 3.
    AxisNumber = 17,
    /// A rotation sequence has an element that is not 1, 2 or 3, or two equal neighbours.
    RotationSequence = 18,
    /// A vector that has to give a direction is zero.
    ZeroVector = 19,
    /// A quaternion that has to give an orientation is zero.
    ZeroQuaternion = 20,
    /// Two vectors that have to span a plane are parallel.
    ParallelVectors = 21,
    /// A fault of this library; please report it. An instance then needs a reset.
    InternalError = 22,
    /// The memory that the call may need is not there.
    OutOfMemory = 23,
}

/// Meanings of the statuses, in English.
pub(super) const TEXTS: [(MbfStatus, &CStr); 24] = [
    (MbfStatus::Ok, c"done"),
    (MbfStatus::NullArgument, c"a pointer is NULL or not aligned"),
    (MbfStatus::NotUtf8, c"a text is not UTF-8"),
    (MbfStatus::Count, c"a count of elements is more than memory can hold"),
    (MbfStatus::InvalidModel, c"the model file cannot be read or is no model"),
    (MbfStatus::UnknownVariable, c"no variable has this name or value reference"),
    (MbfStatus::WrongType, c"the variable is of another type"),
    (MbfStatus::WrongState, c"the function cannot be called in this state of the instance"),
    (MbfStatus::NotSettable, c"the variable cannot be set, never or not now"),
    (MbfStatus::NotReadable, c"the variable has no value before the initialization"),
    (MbfStatus::NotFinite, c"a number is NaN or infinite"),
    (MbfStatus::OutOfRange, c"the value is outside of the range of the variable"),
    (MbfStatus::Experiment, c"start time, stop time or tolerance make no experiment"),
    (MbfStatus::Step, c"the step is not positive, starts at another time or ends after the stop time"),
    (MbfStatus::Initialization, c"the model cannot be initialized with these parameters and start values"),
    (MbfStatus::Evaluation, c"the model cannot be evaluated"),
    (MbfStatus::StepFailed, c"the integration ended before the end of the step"),
    (MbfStatus::AxisNumber, c"an axis number is not 1, 2 or 3"),
    (MbfStatus::RotationSequence, c"a rotation sequence needs elements 1, 2 or 3 without equal neighbours"),
    (MbfStatus::ZeroVector, c"a vector that has to give a direction is zero"),
    (MbfStatus::ZeroQuaternion, c"a quaternion that has to give an orientation is zero"),
    (MbfStatus::ParallelVectors, c"two vectors that have to span a plane are parallel"),
    (MbfStatus::InternalError, c"internal error of the library; please report it"),
    (MbfStatus::OutOfMemory, c"the memory that the call may need is not there"),
];

/// Meaning of the status with this number.
pub(super) fn text_of(status: i32) -> &'static CStr {
    TEXTS.iter().find(|(known, _)| *known as i32 == status).map_or(c"unknown status", |(_, text)| text)
}

impl From<FramesError> for MbfStatus {
    fn from(error: FramesError) -> Self {
        match error {
            FramesError::AxisNumber { .. } => Self::AxisNumber,
            FramesError::RotationSequence { .. } => Self::RotationSequence,
            FramesError::ZeroVector { .. } => Self::ZeroVector,
            FramesError::ZeroQuaternion { .. } => Self::ZeroQuaternion,
            FramesError::ParallelVectors { .. } => Self::ParallelVectors,
            FramesError::NonFinite { .. } => Self::NotFinite,
        }
    }
}

impl From<&InstanceError> for MbfStatus {
    fn from(error: &InstanceError) -> Self {
        match error {
            InstanceError::WrongMode { .. }
            | InstanceError::ExperimentNotSetUp
            | InstanceError::WrongInterface { .. }
            | InstanceError::WithoutEventMode { .. }
            | InstanceError::Snapshot(_) => Self::WrongState,
            InstanceError::UnknownReference { .. } => Self::UnknownVariable,
            InstanceError::WrongType { .. } => Self::WrongType,
            InstanceError::NotSettable { .. } | InstanceError::NotAnInput { .. } | InstanceError::NotAKnown { .. } => {
                Self::NotSettable
            }
            InstanceError::NotReadable { .. }
            | InstanceError::NotAnUnknown { .. }
            | InstanceError::DerivativeOrder { .. } => Self::NotReadable,
            InstanceError::LengthMismatch { .. } | InstanceError::Count { .. } => Self::Count,
            InstanceError::NotFinite { .. } => Self::NotFinite,
            InstanceError::OutOfRange { .. } => Self::OutOfRange,
            InstanceError::Experiment { .. } => Self::Experiment,
            InstanceError::StepSize { .. }
            | InstanceError::CommunicationPoint { .. }
            | InstanceError::AfterStopTime { .. } => Self::Step,
            InstanceError::Initialization { .. } | InstanceError::InitialOutputs { .. } => Self::Initialization,
            InstanceError::Evaluation { .. } | InstanceError::Trial { .. } => Self::Evaluation,
            InstanceError::StepFailed { .. } | InstanceError::Terminated { .. } | InstanceError::Event { .. } => {
                Self::StepFailed
            }
            InstanceError::Memory(_) => Self::OutOfMemory,
        }
    }
}

/// What a status means, in English: a text that stays, never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mbf_status_text(status: i32) -> *const c_char {
    // An integer and not the enumeration: C programs may pass any number.
    text_of(status).as_ptr()
}
