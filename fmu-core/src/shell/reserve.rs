//! An allocator with a reserve, for the moment when the system gives no more.
//!
//! An allocator can neither unwind nor say why it fails, and Rust ends the process where memory is refused. In the process of a host that
//! must not be. So the library inside an FMU has a reserve, which it opens then: the call goes on to its end, and there it is
//! fmi2Error ([`simulation::memory::check`]). Large needs are asked for beforehand ([`simulation::memory::ensure`]), so that the reserve need not
//! be large.
//!
//! A Rust program that links this crate keeps its own allocator; only the feature `memory-reserve` makes this one the library's. A host
//! may make it its own, around the one that it has:
//!
//! ```
//! use fmu_core::shell::reserve::Reserve;
//! use std::alloc::System;
//!
//! #[global_allocator]
//! static ALLOCATOR: Reserve<System, 65536> = Reserve::new(System);
//! # fn main() {}
//! ```

use linked_list_allocator::Heap;
use simulation::memory;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};

/// Size of the reserve inside an FMU: a part of the library's data that is never touched, and so costs address space only.
#[cfg(feature = "memory-reserve")]
const SIZE: usize = 2 << 20;

#[cfg(feature = "memory-reserve")]
#[global_allocator]
static ALLOCATOR: Reserve<std::alloc::System, SIZE> = Reserve::new(std::alloc::System);

/// The memory of the reserve.
#[repr(align(16))]
struct Room<const SIZE: usize>(UnsafeCell<[MaybeUninit<u8>; SIZE]>);

/// An allocator that takes from `system`, and from `SIZE` bytes of its own where that refuses. For a `static` only: the bytes must not move.
pub struct Reserve<A, const SIZE: usize> {
    system: A,
    room: Room<SIZE>,
    heap: UnsafeCell<Heap>,
    /// Somebody has the heap. No mutex of the standard library: on some systems it allocates.
    locked: AtomicBool,
}

// SAFETY: heap and room are used by whoever has set `locked`, except for the address of the room, which does not change.
unsafe impl<A: Sync, const SIZE: usize> Sync for Reserve<A, SIZE> {}

impl<A, const SIZE: usize> Reserve<A, SIZE> {
    /// The allocator with all of its reserve.
    pub const fn new(system: A) -> Self {
        Self {
            system,
            room: Room(UnsafeCell::new([MaybeUninit::uninit(); SIZE])),
            heap: UnsafeCell::new(Heap::empty()),
            locked: AtomicBool::new(false),
        }
    }

    /// Bytes of the reserve that are in use.
    pub fn used(&self) -> usize {
        self.with_heap(|heap| heap.used())
    }

    fn with_heap<R>(&self, action: impl FnOnce(&mut Heap) -> R) -> R {
        while self.locked.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        // SAFETY: `locked` makes this the only access.
        let heap = unsafe { &mut *self.heap.get() };
        if heap.size() == 0 {
            // SAFETY: the room belongs to the heap from here on, once, and does not move.
            unsafe { heap.init(self.room.0.get().cast(), SIZE) };
        }
        let result = action(heap);
        self.locked.store(false, Ordering::Release);
        result
    }

    /// Memory from the reserve; NULL when it is used up, too.
    ///
    /// The layout that the heap knows lies before each block: [`GlobalAlloc::dealloc`] then needs none, and the compiler leaves it out at
    /// the thousand places that free something.
    #[cold]
    fn open(&self, layout: Layout) -> *mut u8 {
        memory::refused(layout.size());
        let head = layout.align().max(size_of::<Layout>());
        let Ok(whole) = Layout::from_size_align(layout.size().saturating_add(head), head) else { return null_mut() };
        let Ok(block) = self.with_heap(|heap| heap.allocate_first_fit(whole)) else { return null_mut() };
        // SAFETY: the heap gave `head` bytes more than the block needs, and `head` is a multiple of a layout's size and alignment.
        unsafe {
            let block = block.as_ptr().add(head);
            block.cast::<Layout>().sub(1).write(whole);
            block
        }
    }

    fn is_ours(&self, pointer: *mut u8) -> bool {
        (pointer as usize).wrapping_sub(self.room.0.get() as usize) < SIZE
    }

    /// Takes a block of [`Self::open`] back.
    #[cold]
    fn close(&self, block: *mut u8) {
        // SAFETY: the caller of `dealloc` promises that the block is a living one, so what `open` wrote before it is there.
        unsafe {
            let whole = block.cast::<Layout>().sub(1).read();
            if let Some(block) = NonNull::new(block.sub(whole.align())) {
                self.with_heap(|heap| heap.deallocate(block, whole));
            }
        }
    }
}

// SAFETY: blocks come from the system or from the heap and go back to where they came from, which their address tells. Nothing here
// unwinds.
unsafe impl<A: GlobalAlloc, const SIZE: usize> GlobalAlloc for Reserve<A, SIZE> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let block = unsafe { self.system.alloc(layout) };
        if block.is_null() { self.open(layout) } else { block }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let block = unsafe { self.system.alloc_zeroed(layout) };
        if !block.is_null() {
            return block;
        }
        let block = self.open(layout);
        if !block.is_null() {
            // SAFETY: the block has the size of the layout.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if self.is_ours(pointer) {
            return self.close(pointer);
        }
        // SAFETY: the caller's promise; it is not ours.
        unsafe { self.system.dealloc(pointer, layout) };
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let is_ours = self.is_ours(pointer);
        if !is_ours {
            // SAFETY: the caller's promise; it is not ours.
            let block = unsafe { self.system.realloc(pointer, layout, new_size) };
            if !block.is_null() {
                return block;
            }
        }
        // SAFETY: the caller promises a size and an alignment that make a layout, and a living block of the old one.
        unsafe {
            let new = Layout::from_size_align_unchecked(new_size, layout.align());
            // The block may have moved from the reserve to the system.
            let block = if is_ours { self.alloc(new) } else { self.open(new) };
            if !block.is_null() {
                block.copy_from_nonoverlapping(pointer, layout.size().min(new_size));
                self.dealloc(pointer, layout);
            }
            block
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use simulation::memory::OutOfMemory;
    use std::alloc::System;

    /// Gives until it is switched off.
    struct Switch(AtomicBool);

    // SAFETY: the system's allocator, or nothing.
    unsafe impl GlobalAlloc for Switch {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            // SAFETY: the caller's promise.
            if self.0.load(Ordering::Relaxed) { unsafe { System.alloc(layout) } } else { null_mut() }
        }
        unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
            // SAFETY: the caller's promise.
            unsafe { System.dealloc(pointer, layout) };
        }
    }

    #[test]
    fn the_reserve_gives_what_the_system_refuses() {
        static RESERVE: Reserve<Switch, 4096> = Reserve::new(Switch(AtomicBool::new(true)));
        let layout = Layout::from_size_align(64, 32).unwrap();
        memory::forget();
        // SAFETY: every block is used within its size and freed with its layout, once.
        unsafe {
            let outside = RESERVE.alloc(layout);
            outside.write_bytes(7, 64);
            assert_eq!((memory::check(), RESERVE.used()), (Ok(()), 0));
            RESERVE.system.0.store(false, Ordering::Relaxed);
            // What is there already moves in when it grows.
            let inside = RESERVE.realloc(outside, layout, 1000);
            assert_eq!(memory::check(), Err(OutOfMemory { bytes: 1000 }));
            assert!((0..64).all(|k| *inside.add(k) == 7) && RESERVE.is_ours(inside));
            let zeroed = RESERVE.alloc_zeroed(layout);
            assert!((0..64).all(|k| *zeroed.add(k) == 0) && (zeroed as usize).is_multiple_of(32));
            assert!(RESERVE.alloc(Layout::from_size_align(4096, 8).unwrap()).is_null(), "it has an end");
            RESERVE.system.0.store(true, Ordering::Relaxed);
            // And moves out when it grows again.
            let large = Layout::from_size_align(1000, 32).unwrap();
            let outside = RESERVE.realloc(inside, large, 5000);
            assert!((0..64).all(|k| *outside.add(k) == 7) && !RESERVE.is_ours(outside));
            RESERVE.dealloc(outside, Layout::from_size_align(5000, 32).unwrap());
            RESERVE.dealloc(zeroed, layout);
        }
        assert_eq!(RESERVE.used(), 0, "all of it has come back");
    }

    /// Freed blocks are given out again: a host may go on for long.
    #[test]
    fn the_reserve_does_not_wear_out() {
        static RESERVE: Reserve<Switch, 4096> = Reserve::new(Switch(AtomicBool::new(false)));
        for round in 0..10_000_usize {
            let layouts = [8, 24 + round % 500, 900].map(|size| Layout::from_size_align(size, 8).unwrap());
            // SAFETY: every block is freed with its layout, once.
            unsafe {
                let blocks = layouts.map(|layout| RESERVE.alloc(layout));
                assert!(blocks.iter().all(|block| !block.is_null()), "round {round}");
                blocks.into_iter().zip(layouts).for_each(|(block, layout)| RESERVE.dealloc(block, layout));
            }
        }
        assert_eq!(RESERVE.used(), 0);
    }
}
