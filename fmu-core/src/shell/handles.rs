//! The instances that hosts hold: what is behind a [`Handle`].
//!
//! A pointer from the host is looked up before it is followed, so that a call with NULL, with garbage or after fmi2FreeInstance is an
//! error and no crash. A call on an instance that is in the middle of another call (from the logger, or from a second thread) is
//! refused too.

use super::slave::Slave;
use super::{Handle, snapshots};
use std::cell::UnsafeCell;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// Target of a [`Handle`].
struct Component {
    busy: AtomicBool,
    slave: UnsafeCell<Slave>,
}

/// Addresses of all components that exist: the only thing that instances share.
static LIVE: RwLock<BTreeSet<usize>> = RwLock::new(BTreeSet::new());

/// Hands an instance out to the host.
pub(crate) fn publish(slave: Slave) -> Handle {
    let component = Box::into_raw(Box::new(Component { busy: AtomicBool::new(false), slave: UnsafeCell::new(slave) }));
    LIVE.write().unwrap_or_else(PoisonError::into_inner).insert(component as usize);
    component.cast()
}

/// Exclusive access to a component during one call.
pub(crate) struct Guard<'a>(&'a Component);

/// Access to the component of the host; none when there is no such component, or when it is in another call.
pub(crate) fn acquire<'a>(handle: Handle) -> Option<Guard<'a>> {
    // The lock is held until the component is busy: it cannot be freed in between.
    let live = LIVE.read().unwrap_or_else(PoisonError::into_inner);
    if !live.contains(&(handle as usize)) {
        return None;
    }
    // SAFETY: the address is that of a living component, made by `publish`; `remove` frees only what is not busy.
    let component = unsafe { &*handle.cast::<Component>() };
    let free = component.busy.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_ok();
    // Not `then_some`: a guard that is made in vain would free the component of somebody else's call.
    free.then(|| Guard(component))
}

/// Takes a component back from the host, with the snapshots that were taken of it; none when there is no such component, or when it is in another call.
pub(crate) fn remove(handle: Handle) -> Option<Slave> {
    // Never given back: the component stays busy, so that nobody else gets in.
    std::mem::forget(acquire(handle)?);
    // Before the address can be that of another component.
    snapshots::remove_all_of(handle);
    let mut live = LIVE.write().unwrap_or_else(PoisonError::into_inner);
    live.remove(&(handle as usize));
    if live.is_empty() {
        // An empty set may keep memory, which would be lost when the library is unloaded.
        *live = BTreeSet::new();
    }
    drop(live);
    // SAFETY: made by `Box::into_raw` in `publish`; it is off the list and was ours alone, so that this happens once.
    let component = unsafe { Box::from_raw(handle.cast::<Component>()) };
    Some(component.slave.into_inner())
}

impl Deref for Guard<'_> {
    type Target = Slave;
    fn deref(&self) -> &Slave {
        // SAFETY: `busy` makes this guard the only way to the slave.
        unsafe { &*self.0.slave.get() }
    }
}

impl DerefMut for Guard<'_> {
    fn deref_mut(&mut self) -> &mut Slave {
        // SAFETY: `busy` makes this guard the only way to the slave, and the guard is borrowed mutably.
        unsafe { &mut *self.0.slave.get() }
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Release);
    }
}
