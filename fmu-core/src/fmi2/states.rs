//! Snapshots in the hands of the host (FMI 2.0.5, 2.1.8).

#![allow(non_snake_case)]

use super::types::*;
use crate::shell::functions::functions;
use crate::shell::snapshots;

functions! { Fmi2 fmi2Status;
    /// Takes a snapshot: a new one when `*FMUstate` is NULL, otherwise into the one that it is.
    fmi2GetFMUstate(c, FMUstate: *mut fmi2FMUstate) GetFMUstate = |slave| snapshots::get(slave, c, FMUstate);

    /// Goes on from a snapshot, in any state.
    fmi2SetFMUstate(c, FMUstate: fmi2FMUstate) SetFMUstate = |slave| snapshots::set(slave, FMUstate);

    /// Frees a snapshot and sets the pointer to NULL. NULL is ignored.
    fmi2FreeFMUstate(c, FMUstate: *mut fmi2FMUstate) FreeFMUstate = |_| snapshots::free(FMUstate);

    /// Number of bytes that [`fmi2SerializeFMUstate`] writes.
    fmi2SerializedFMUstateSize(c, FMUstate: fmi2FMUstate, size: *mut usize) SerializedFMUstateSize
        = |_| snapshots::size(FMUstate, size);

    /// Writes a snapshot to an array, which may be longer than needed.
    fmi2SerializeFMUstate(c, FMUstate: fmi2FMUstate, serializedState: *mut fmi2Byte, size: usize) SerializeFMUstate
        = |_| snapshots::serialize(FMUstate, serializedState.cast(), size);

    /// Makes a snapshot from the bytes that [`fmi2SerializeFMUstate`] wrote, here or in another process: a new one when `*FMUstate` is NULL,
    /// otherwise into the one that it is.
    fmi2DeSerializeFMUstate(c, serializedState: *const fmi2Byte, size: usize, FMUstate: *mut fmi2FMUstate)
        DeSerializeFMUstate = |slave| snapshots::deserialize(slave, c, serializedState.cast(), size, FMUstate);
}
