//! Status of a call.

/// Status of a call (fmi2Status, fmi3Status); other values are never returned.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ok = 0,
    Warning = 1,
    Discard = 2,
    Error = 3,
}
