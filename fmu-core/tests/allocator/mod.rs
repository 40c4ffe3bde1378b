//! An allocator that counts and measures; it serves the whole test program that has this module.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of each thread, and the bytes that it has in use.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// Less than none where a thread gives back what another one has taken.
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        USED.set(USED.get().saturating_add_unsigned(layout.size()));
        PEAK.set(PEAK.get().max(USED.get()));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.set(USED.get().saturating_sub_unsigned(layout.size()));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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

#[test]
fn the_peak_is_the_most_at_a_time() {
    let block = || std::hint::black_box(vec![1_u8; 1000]);
    assert_eq!(peak(|| drop((block(), block()))), 2000);
    assert_eq!(peak(|| [(); 2].into_iter().for_each(|()| drop(block()))), 1000);
}

#[test]
fn the_count_sees_allocations() {
    assert_eq!(count(|| drop(std::hint::black_box(vec![1_u8; 100]))), 1);
}
