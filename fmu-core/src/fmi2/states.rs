//! Snapshots in the hands of the host (FMI 2.0.5, 2.1.8).

#![allow(non_snake_case)]

use super::enter;
use super::types::*;
use crate::instance::calls::Function;
use crate::shell::snapshots;

/// Takes a snapshot: a new one when `*FMUstate` is NULL, otherwise into the one that it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    // SAFETY: the caller's promise.
    enter(c, Function::GetFMUstate, |slave| unsafe { snapshots::get(slave, c, FMUstate) })
}

/// Goes on from a snapshot, in any state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetFMUstate(c: fmi2Component, FMUstate: fmi2FMUstate) -> fmi2Status {
    enter(c, Function::SetFMUstate, |slave| snapshots::set(slave, FMUstate))
}

/// Frees a snapshot and sets the pointer to NULL. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    // SAFETY: the caller's promise.
    enter(c, Function::FreeFMUstate, |_| unsafe { snapshots::free(FMUstate) })
}

/// Number of bytes that [`fmi2SerializeFMUstate`] writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializedFMUstateSize(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    size: *mut usize,
) -> fmi2Status {
    // SAFETY: the caller's promise.
    enter(c, Function::SerializedFMUstateSize, |_| unsafe { snapshots::size(FMUstate, size) })
}

/// Writes a snapshot to an array, which may be longer than needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializeFMUstate(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    serializedState: *mut fmi2Byte,
    size: usize,
) -> fmi2Status {
    // SAFETY: the caller's promise.
    enter(c, Function::SerializeFMUstate, |_| unsafe { snapshots::serialize(FMUstate, serializedState.cast(), size) })
}

/// Makes a snapshot from the bytes that [`fmi2SerializeFMUstate`] wrote, here or in another process: a new one when `*FMUstate` is NULL,
/// otherwise into the one that it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DeSerializeFMUstate(
    c: fmi2Component,
    serializedState: *const fmi2Byte,
    size: usize,
    FMUstate: *mut fmi2FMUstate,
) -> fmi2Status {
    // SAFETY: the caller's promise.
    enter(c, Function::DeSerializeFMUstate, |slave| unsafe {
        snapshots::deserialize(slave, c, serializedState.cast(), size, FMUstate)
    })
}
