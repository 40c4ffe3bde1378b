//! The snapshots of all components.

use super::refusal::Refusal;
use super::types::*;
use crate::instance::Snapshot;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A snapshot, and the component that it was taken of.
pub(super) struct Entry {
    pub owner: usize,
    pub snapshot: Snapshot,
}

/// All snapshots by their numbers, which count from 1 and are not used again.
pub(super) struct Register {
    pub entries: BTreeMap<usize, Entry>,
    last: usize,
}

static REGISTER: Mutex<Register> = Mutex::new(Register { entries: BTreeMap::new(), last: 0 });

impl Register {
    pub fn lock() -> MutexGuard<'static, Self> {
        REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn find(&mut self, state: fmi2FMUstate) -> Result<&mut Entry, Refusal> {
        self.entries.get_mut(&(state as usize)).ok_or_else(|| unknown(state))
    }

    pub fn insert(&mut self, owner: fmi2Component, snapshot: Snapshot) -> fmi2FMUstate {
        // More than 2^32 snapshots on a small machine: numbers that are in use are passed over.
        loop {
            self.last = self.last.wrapping_add(1).max(1);
            if !self.entries.contains_key(&self.last) {
                break;
            }
        }
        self.entries.insert(self.last, Entry { owner: owner as usize, snapshot });
        self.last as fmi2FMUstate
    }
}

/// There is no such snapshot.
pub(super) fn unknown(state: fmi2FMUstate) -> Refusal {
    if state.is_null() {
        return Refusal::error("the snapshot is NULL; fmi2GetFMUstate or fmi2DeSerializeFMUstate make one");
    }
    Refusal::error("this is no snapshot of this FMU: it was freed, or the pointer was not NULL before its first use")
}

/// Frees the snapshots that were taken of a component.
pub(super) fn remove_all_of(component: fmi2Component) {
    let mut register = Register::lock();
    register.entries.retain(|_, entry| entry.owner != component as usize);
    if register.entries.is_empty() {
        // An empty map may keep memory, which would be lost when the library is unloaded.
        register.entries = BTreeMap::new();
    }
}
