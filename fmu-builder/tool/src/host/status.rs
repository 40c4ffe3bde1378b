//! Status of FMI calls.

use std::ffi::c_int;
use std::fmt;

/// fmi2Status as the library returns it.
pub(super) type RawStatus = c_int;

/// Status of an FMI call (fmi2Status).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All well.
    Ok,
    /// Not quite, but the computation can continue.
    Warning,
    /// The call was refused, or the step done in part.
    Discard,
    /// The instance cannot continue.
    Error,
    /// No instance of this FMU can continue.
    Fatal,
    /// The step is done asynchronously.
    Pending,
}

impl Status {
    /// An unknown number counts as an error.
    pub(super) fn from_raw(raw: RawStatus) -> Self {
        match raw {
            0 => Self::Ok,
            1 => Self::Warning,
            2 => Self::Discard,
            4 => Self::Fatal,
            5 => Self::Pending,
            _ => Self::Error,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ok => "fmi2OK",
            Self::Warning => "fmi2Warning",
            Self::Discard => "fmi2Discard",
            Self::Error => "fmi2Error",
            Self::Fatal => "fmi2Fatal",
            Self::Pending => "fmi2Pending",
        })
    }
}
