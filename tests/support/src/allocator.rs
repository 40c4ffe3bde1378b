//! The allocator of test programs that look at memory: it counts, measures and refuses. Each of them declares it as its global allocator, or
//! what passes on to it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering::Relaxed};

/// The system's allocator, watched: the blocks and bytes of each thread and of all, and a limit of what a thread may have in use.
pub struct Watched;

static BYTES: AtomicIsize = AtomicIsize::new(0);
static BLOCKS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// Less than none where a thread gives back what another one has taken.
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
}

// SAFETY: the system's allocator, or nothing; counting allocates nothing.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.get().saturating_add_unsigned(layout.size());
        if used > LIMIT.get() {
            return null_mut();
        }
        // SAFETY: the caller's promise.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            COUNT.set(COUNT.get() + 1);
            USED.set(used);
            PEAK.set(PEAK.get().max(used));
            BYTES.fetch_add(layout.size().cast_signed(), Relaxed);
            BLOCKS.fetch_add(1, Relaxed);
        }
        block
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        USED.set(USED.get().saturating_sub_unsigned(layout.size()));
        BYTES.fetch_sub(layout.size().cast_signed(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Number of allocations that `work` makes on this thread.
pub fn count(work: impl FnOnce()) -> usize {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

/// The most bytes that `work` has in use at a time on this thread, beyond those from before.
pub fn peak(work: impl FnOnce()) -> usize {
    let before = USED.get();
    PEAK.set(before);
    work();
    (PEAK.get() - before).unsigned_abs()
}

/// Runs `work` with so many bytes more than this thread has in use now.
pub fn limited<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    LIMIT.set(used().saturating_add_unsigned(bytes));
    let result = work();
    LIMIT.set(isize::MAX);
    result
}

/// Bytes that this thread has in use.
pub fn used() -> isize {
    USED.get()
}

/// Bytes that all threads have in use.
pub fn used_by_all() -> isize {
    BYTES.load(Relaxed)
}

/// Number of allocations that all threads have made.
pub fn count_of_all() -> usize {
    BLOCKS.load(Relaxed)
}
