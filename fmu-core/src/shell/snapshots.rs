//! Snapshots in the hands of the host (FMI 2.0.5, 2.1.8; FMI 3.0.2, 2.2.10).
//!
//! The host holds a number, not an address: it is looked up, never followed, so that a snapshot that was freed twice, or never
//! existed, is an error and no crash. A snapshot can be set on any instance of the same model; it goes with the instance that it was
//! taken of.

use super::host_memory::{array, array_mut, check, write};
use super::slave::Slave;
use super::{Handle, Refusal};
use crate::instance::{InstanceError, Snapshot};
use simulation::memory;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A snapshot in the hands of the host (fmi2FMUstate, fmi3FMUState).
pub(crate) type FmuState = *mut c_void;

/// A snapshot, and the component that it was taken of.
struct Entry {
    owner: usize,
    snapshot: Snapshot,
}

/// All snapshots by their numbers, which count from 1 and are not used again.
struct Register {
    entries: BTreeMap<usize, Entry>,
    last: usize,
}

static REGISTER: Mutex<Register> = Mutex::new(Register { entries: BTreeMap::new(), last: 0 });

impl Register {
    fn lock() -> MutexGuard<'static, Self> {
        REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&mut self, state: FmuState) -> Result<&mut Entry, Refusal> {
        self.entries.get_mut(&(state as usize)).ok_or_else(|| unknown(state))
    }

    fn insert(&mut self, owner: Handle, snapshot: Snapshot) -> FmuState {
        // More than 2^32 snapshots on a small machine: numbers that are in use are passed over.
        loop {
            self.last = self.last.wrapping_add(1).max(1);
            if !self.entries.contains_key(&self.last) {
                break;
            }
        }
        self.entries.insert(self.last, Entry { owner: owner as usize, snapshot });
        self.last as FmuState
    }
}

/// There is no such snapshot.
fn unknown(state: FmuState) -> Refusal {
    if state.is_null() {
        return Refusal::error("the snapshot is NULL; take one of an instance, or deserialize one");
    }
    Refusal::error("this is no snapshot of this FMU: it was freed, or the pointer was not NULL before its first use")
}

/// Frees the snapshots that were taken of a component.
pub(crate) fn remove_all_of(component: Handle) {
    let mut register = Register::lock();
    register.entries.retain(|_, entry| entry.owner != component as usize);
    if register.entries.is_empty() {
        // An empty map may keep memory, which would be lost when the library is unloaded.
        register.entries = BTreeMap::new();
    }
}

/// Takes a snapshot of the slave behind `owner`: a new one when `*state` is NULL, otherwise into the one that it is.
///
/// # Safety
/// As [`write`] wants it; the same holds for the other functions here, with arrays as [`array`] and [`array_mut`] want them.
pub(crate) unsafe fn get(slave: &mut Slave, owner: Handle, state: *mut FmuState) -> Result<(), Refusal> {
    check(state.cast_const(), 1, "FMUstate")?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    let present = unsafe { state.read() };
    memory::ensure(slave.instance.snapshot_size())?;
    if present.is_null() {
        let made = Register::lock().insert(owner, slave.instance.snapshot());
        // SAFETY: as before.
        return unsafe { write(state, made) };
    }
    let mut register = Register::lock();
    slave.instance.snapshot_into(&mut register.find(present)?.snapshot);
    Ok(())
}

/// Goes on from a snapshot.
pub(crate) fn set(slave: &mut Slave, state: FmuState) -> Result<(), Refusal> {
    memory::ensure(slave.instance.snapshot_size())?;
    let mut register = Register::lock();
    Ok(slave.instance.restore(&register.find(state)?.snapshot)?)
}

/// Frees a snapshot and sets the pointer to NULL. NULL is ignored.
pub(crate) unsafe fn free(state: *mut FmuState) -> Result<(), Refusal> {
    if state.is_null() {
        return Ok(());
    }
    check(state.cast_const(), 1, "FMUstate")?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    let present = unsafe { state.read() };
    if present.is_null() {
        return Ok(());
    }
    let removed = Register::lock().entries.remove(&(present as usize));
    removed.ok_or_else(|| unknown(present))?;
    // SAFETY: as before.
    unsafe { write(state, std::ptr::null_mut()) }
}

/// Number of bytes that [`serialize`] writes.
pub(crate) unsafe fn size(state: FmuState, size: *mut usize) -> Result<(), Refusal> {
    let bytes = Register::lock().find(state)?.snapshot.serialized_size();
    // SAFETY: the caller's promise.
    unsafe { write(size, bytes) }
}

/// Writes a snapshot to an array, which may be longer than needed.
pub(crate) unsafe fn serialize(state: FmuState, bytes: *mut u8, size: usize) -> Result<(), Refusal> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { array_mut(bytes, size, "serializedState") }?;
    let mut register = Register::lock();
    Ok(register.find(state)?.snapshot.serialize(bytes).map_err(InstanceError::from)?)
}

/// Makes a snapshot from the bytes that [`serialize`] wrote, here or in another process: a new one when `*state` is NULL, otherwise into
/// the one that it is.
pub(crate) unsafe fn deserialize(
    slave: &mut Slave,
    owner: Handle,
    bytes: *const u8,
    size: usize,
    state: *mut FmuState,
) -> Result<(), Refusal> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { array(bytes, size, "serializedState") }?;
    check(state.cast_const(), 1, "FMUstate")?;
    memory::ensure(size)?;
    let snapshot = slave.instance.read_snapshot(bytes)?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    let present = unsafe { state.read() };
    let mut register = Register::lock();
    if present.is_null() {
        let made = register.insert(owner, snapshot);
        // SAFETY: as before.
        return unsafe { write(state, made) };
    }
    register.find(present)?.snapshot = snapshot;
    Ok(())
}
