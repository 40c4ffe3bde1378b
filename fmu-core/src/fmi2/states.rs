//! Snapshots in the hands of the host (FMI 2.0.5, 2.1.8).
//!
//! An `fmi2FMUstate` is a number, not an address: it is looked up, never followed, so that a snapshot that was freed twice, or never
//! existed, is an error and no crash. A snapshot can be set on any instance of the same model; it goes with the instance that it was
//! taken of.

#![allow(non_snake_case)]

use super::entry::enter;
use super::host_memory::{array, array_mut, check, write};
use super::snapshots::{Register, unknown};
use super::types::*;
use crate::instance::InstanceError;
use crate::instance::calls::Function;
use simulation::memory;

/// Takes a snapshot: a new one when `*FMUstate` is NULL, otherwise into the one that it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    enter(c, Function::GetFMUstate, |slave| {
        check(FMUstate.cast_const(), 1, "FMUstate")?;
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        let state = unsafe { FMUstate.read() };
        memory::ensure(slave.instance.snapshot_size())?;
        if state.is_null() {
            let state = Register::lock().insert(c, slave.instance.snapshot());
            // SAFETY: as before.
            return unsafe { write(FMUstate, state) };
        }
        let mut register = Register::lock();
        slave.instance.snapshot_into(&mut register.find(state)?.snapshot);
        Ok(())
    })
}

/// Goes on from a snapshot, in any state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetFMUstate(c: fmi2Component, FMUstate: fmi2FMUstate) -> fmi2Status {
    enter(c, Function::SetFMUstate, |slave| {
        memory::ensure(slave.instance.snapshot_size())?;
        let mut register = Register::lock();
        Ok(slave.instance.restore(&register.find(FMUstate)?.snapshot)?)
    })
}

/// Frees a snapshot and sets the pointer to NULL. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    enter(c, Function::FreeFMUstate, |_| {
        if FMUstate.is_null() {
            return Ok(());
        }
        check(FMUstate.cast_const(), 1, "FMUstate")?;
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        let state = unsafe { FMUstate.read() };
        if state.is_null() {
            return Ok(());
        }
        let removed = Register::lock().entries.remove(&(state as usize));
        removed.ok_or_else(|| unknown(state))?;
        // SAFETY: as before.
        unsafe { write(FMUstate, std::ptr::null_mut()) }
    })
}

/// Number of bytes that [`fmi2SerializeFMUstate`] writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializedFMUstateSize(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    size: *mut usize,
) -> fmi2Status {
    enter(c, Function::SerializedFMUstateSize, |_| {
        let bytes = Register::lock().find(FMUstate)?.snapshot.serialized_size();
        // SAFETY: the caller's promise.
        unsafe { write(size, bytes) }
    })
}

/// Writes a snapshot to an array, which may be longer than needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializeFMUstate(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    serializedState: *mut fmi2Byte,
    size: usize,
) -> fmi2Status {
    enter(c, Function::SerializeFMUstate, |_| {
        // SAFETY: the caller's promise.
        let bytes = unsafe { array_mut(serializedState.cast::<u8>(), size, "serializedState") }?;
        let mut register = Register::lock();
        Ok(register.find(FMUstate)?.snapshot.serialize(bytes).map_err(InstanceError::from)?)
    })
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
    enter(c, Function::DeSerializeFMUstate, |slave| {
        // SAFETY: the caller's promise.
        let bytes = unsafe { array(serializedState.cast::<u8>(), size, "serializedState") }?;
        check(FMUstate.cast_const(), 1, "FMUstate")?;
        memory::ensure(size)?;
        let snapshot = slave.instance.read_snapshot(bytes)?;
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        let state = unsafe { FMUstate.read() };
        let mut register = Register::lock();
        if state.is_null() {
            let state = register.insert(c, snapshot);
            // SAFETY: as before.
            return unsafe { write(FMUstate, state) };
        }
        register.find(state)?.snapshot = snapshot;
        Ok(())
    })
}
