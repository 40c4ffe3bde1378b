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

impl MbfStatus {
    pub(super) const ALL: [Self; 24] = [
        Self::Ok,
        Self::NullArgument,
        Self::NotUtf8,
        Self::Count,
        Self::InvalidModel,
        Self::UnknownVariable,
        Self::WrongType,
        Self::WrongState,
        Self::NotSettable,
        Self::NotReadable,
        Self::NotFinite,
        Self::OutOfRange,
        Self::Experiment,
        Self::Step,
        Self::Initialization,
        Self::Evaluation,
        Self::StepFailed,
        Self::AxisNumber,
        Self::RotationSequence,
        Self::ZeroVector,
        Self::ZeroQuaternion,
        Self::ParallelVectors,
        Self::InternalError,
        Self::OutOfMemory,
    ];

    /// What the status means, in English.
    pub fn text(self) -> &'static CStr {
        match self {
            Self::Ok => c"done",
            Self::NullArgument => c"a pointer is NULL or not aligned",
            Self::NotUtf8 => c"a text is not UTF-8",
            Self::Count => c"a count of elements is more than memory can hold",
            Self::InvalidModel => c"the model file cannot be read or is no model",
            Self::UnknownVariable => c"no variable has this name or value reference",
            Self::WrongType => c"the variable is of another type",
            Self::WrongState => c"the function cannot be called in this state of the instance",
            Self::NotSettable => c"the variable cannot be set, never or not now",
            Self::NotReadable => c"the variable has no value before the initialization",
            Self::NotFinite => c"a number is NaN or infinite",
            Self::OutOfRange => c"the value is outside of the range of the variable",
            Self::Experiment => c"start time, stop time or tolerance make no experiment",
            Self::Step => c"the step is not positive, starts at another time or ends after the stop time",
            Self::Initialization => c"the model cannot be initialized with these parameters and start values",
            Self::Evaluation => c"the model cannot be evaluated",
            Self::StepFailed => c"the integration ended before the end of the step",
            Self::AxisNumber => c"an axis number is not 1, 2 or 3",
            Self::RotationSequence => c"a rotation sequence needs elements 1, 2 or 3 without equal neighbours",
            Self::ZeroVector => c"a vector that has to give a direction is zero",
            Self::ZeroQuaternion => c"a quaternion that has to give an orientation is zero",
            Self::ParallelVectors => c"two vectors that have to span a plane are parallel",
            Self::InternalError => c"internal error of the library; please report it",
            Self::OutOfMemory => c"the memory that the call may need is not there",
        }
    }
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
    let known = MbfStatus::ALL.into_iter().find(|known| *known as i32 == status);
    known.map_or(c"unknown status", MbfStatus::text).as_ptr()
}
