//! Snapshots in the hands of the host (FMI 3.0.2, 2.2.10).

use super::types::*;
use crate::shell::functions::functions;
use crate::shell::snapshots;

functions! { Fmi3 fmi3Status;
    /// Takes a snapshot: a new one when `*FMUState` is NULL, otherwise into the one that it is.
    fmi3GetFMUState(instance, FMUState: *mut fmi3FMUState)
        GetFMUstate = |slave| snapshots::get(slave, instance, FMUState);

    /// Goes on from a snapshot, in any state.
    fmi3SetFMUState(instance, FMUState: fmi3FMUState) SetFMUstate = |slave| snapshots::set(slave, FMUState);

    /// Frees a snapshot and sets the pointer to NULL. NULL is ignored.
    fmi3FreeFMUState(instance, FMUState: *mut fmi3FMUState) FreeFMUstate = |_| snapshots::free(FMUState);

    /// Number of bytes that [`fmi3SerializeFMUState`] writes.
    fmi3SerializedFMUStateSize(instance, FMUState: fmi3FMUState, size: *mut usize) SerializedFMUstateSize
        = |_| snapshots::size(FMUState, size);

    /// Writes a snapshot to an array, which may be longer than needed.
    fmi3SerializeFMUState(instance, FMUState: fmi3FMUState, serializedState: *mut u8, size: usize) SerializeFMUstate
        = |_| snapshots::serialize(FMUState, serializedState, size);

    /// Makes a snapshot from the bytes that [`fmi3SerializeFMUState`] wrote, here or in another process: a new one when `*FMUState` is NULL,
    /// otherwise into the one that it is.
    fmi3DeserializeFMUState(instance, serializedState: *const u8, size: usize, FMUState: *mut fmi3FMUState)
        DeSerializeFMUstate = |slave| snapshots::deserialize(slave, instance, serializedState, size, FMUState);
}
