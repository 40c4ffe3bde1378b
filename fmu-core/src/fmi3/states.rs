//! Snapshots in the hands of the host (FMI 3.0.2, 2.2.10).

use super::enter;
use super::types::*;
use crate::instance::calls::Function;
use crate::shell::snapshots;

/// Takes a snapshot: a new one when `*FMUState` is NULL, otherwise into the one that it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFMUState(instance: fmi3Instance, FMUState: *mut fmi3FMUState) -> fmi3Status {
    enter(instance, Function::GetFMUstate, "fmi3GetFMUState", |slave| {
        // SAFETY: the caller's promise.
        unsafe { snapshots::get(slave, instance, FMUState) }
    })
}

/// Goes on from a snapshot, in any state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFMUState(instance: fmi3Instance, FMUState: fmi3FMUState) -> fmi3Status {
    enter(instance, Function::SetFMUstate, "fmi3SetFMUState", |slave| snapshots::set(slave, FMUState))
}

/// Frees a snapshot and sets the pointer to NULL. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeFMUState(instance: fmi3Instance, FMUState: *mut fmi3FMUState) -> fmi3Status {
    // SAFETY: the caller's promise.
    enter(instance, Function::FreeFMUstate, "fmi3FreeFMUState", |_| unsafe { snapshots::free(FMUState) })
}

/// Number of bytes that [`fmi3SerializeFMUState`] writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializedFMUStateSize(
    instance: fmi3Instance,
    FMUState: fmi3FMUState,
    size: *mut usize,
) -> fmi3Status {
    enter(instance, Function::SerializedFMUstateSize, "fmi3SerializedFMUStateSize", |_| {
        // SAFETY: the caller's promise.
        unsafe { snapshots::size(FMUState, size) }
    })
}

/// Writes a snapshot to an array, which may be longer than needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializeFMUState(
    instance: fmi3Instance,
    FMUState: fmi3FMUState,
    serializedState: *mut u8,
    size: usize,
) -> fmi3Status {
    enter(instance, Function::SerializeFMUstate, "fmi3SerializeFMUState", |_| {
        // SAFETY: the caller's promise.
        unsafe { snapshots::serialize(FMUState, serializedState, size) }
    })
}

/// Makes a snapshot from the bytes that [`fmi3SerializeFMUState`] wrote, here or in another process: a new one when `*FMUState` is NULL,
/// otherwise into the one that it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DeserializeFMUState(
    instance: fmi3Instance,
    serializedState: *const u8,
    size: usize,
    FMUState: *mut fmi3FMUState,
) -> fmi3Status {
    enter(instance, Function::DeSerializeFMUstate, "fmi3DeserializeFMUState", |slave| {
        // SAFETY: the caller's promise.
        unsafe { snapshots::deserialize(slave, instance, serializedState, size, FMUState) }
    })
}
