//! Two tasks at the same time.

use std::panic::resume_unwind;
use std::thread;

/// Runs both in parallel, the second in another thread. In WebAssembly, which has no threads, one after the other, the second first: it is the
/// one that sends what the first receives.
pub(crate) fn side_by_side<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    if cfg!(target_family = "wasm") {
        let there = there();
        return (here(), there);
    }
    thread::scope(|scope| {
        let there = scope.spawn(there);
        let here = here();
        (here, there.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
