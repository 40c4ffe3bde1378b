//! Two tasks at the same time.

#[cfg(not(target_family = "wasm"))]
use std::panic::resume_unwind;
#[cfg(not(target_family = "wasm"))]
use std::thread;

/// Runs both in parallel, the second in another thread.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn side_by_side<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    thread::scope(|scope| {
        let there = scope.spawn(there);
        let here = here();
        (here, there.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Runs one after the other, the second first: it is the one that sends what the first receives. WebAssembly has no threads.
#[cfg(target_family = "wasm")]
pub(crate) fn side_by_side<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    let there = there();
    (here(), there)
}
