//! Checks that memory for a call is available before its work begins, and reports that memory ran out.
//!
//! In Rust an allocation that the system refuses ends the process, unless the code provides for it (`try_reserve`). So
//! work whose size depends on a model or a host is preceded by a trial allocation of all that it may need, which is
//! freed at once. Allocations that fail nevertheless, because the estimate was low or another thread was quicker, are
//! served by [`fmu_core::shell::reserve::Reserve`] where that is the allocator.

use std::cell::Cell;

/// Memory has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "memory has run out: {bytes} more bytes may be needed and are not available; free memory, or raise the \
     memory limit of the process"
)]
pub struct OutOfMemory {
    /// Requested size.
    pub bytes: usize,
}

thread_local! {
    /// Size of the request that the system refused to this thread since [`forget`] and that was served from the
    /// reserve; 0 if there was none. A plain number without a destructor: it is written while memory is allocated.
    static REFUSED: Cell<usize> = const { Cell::new(0) };
}

/// Checks that the given number of bytes is available.
///
/// # Errors
/// [`OutOfMemory`].
pub fn ensure(bytes: usize) -> Result<(), OutOfMemory> {
    check()?;
    let mut request: Vec<u8> = Vec::new();
    let granted = request.try_reserve_exact(bytes).is_ok();
    // Prevents the compiler from removing the unused allocation.
    std::hint::black_box(request.as_ptr());
    // The reserve served the trial allocation, and nothing depends on it yet.
    let from_reserve = REFUSED.replace(0) != 0;
    if granted && !from_reserve { Ok(()) } else { Err(OutOfMemory { bytes }) }
}

/// Fails if the reserve was used since [`forget`]: results since then may be incomplete.
///
/// # Errors
/// [`OutOfMemory`].
pub fn check() -> Result<(), OutOfMemory> {
    match REFUSED.get() {
        0 => Ok(()),
        bytes => Err(OutOfMemory { bytes }),
    }
}

/// Starts a new call on this thread.
pub fn forget() {
    REFUSED.set(0);
}

/// Records that the system has refused a request of this size to this thread.
pub fn refused(bytes: usize) {
    REFUSED.set(bytes.max(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_refused() {
        assert_eq!(ensure(0), Ok(()));
        assert_eq!(ensure(1 << 20), Ok(()));
        for bytes in [usize::MAX, isize::MAX.unsigned_abs(), 1 << 60] {
            assert_eq!(ensure(bytes), Err(OutOfMemory { bytes }));
        }
    }

    #[test]
    fn a_refusal_is_remembered_until_the_next_call() {
        forget();
        refused(100);
        assert_eq!((check(), ensure(8)), (Err(OutOfMemory { bytes: 100 }), Err(OutOfMemory { bytes: 100 })));
        forget();
        assert_eq!((check(), ensure(8)), (Ok(()), Ok(())));
    }
}
