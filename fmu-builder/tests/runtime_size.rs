//! The runtime is in every FMU, once for each platform: it has to stay small.
#![allow(missing_docs, clippy::unwrap_used)]

use fmu_builder::runtime::Runtime;

/// Largest size of the deflated library, bytes; the goal is 900 kB.
const LIMIT: u64 = 1_110_000;

#[test]
fn the_packed_runtime_is_small() {
    let mut archive = Runtime::native().archive().unwrap();
    let size = archive.by_index(0).unwrap().compressed_size();
    assert!(
        size <= LIMIT,
        "the runtime has {size} bytes when deflated, more than {LIMIT}: `nm -S --size-sort -C` on a library that was built with \
         CARGO_PROFILE_RUNTIME_STRIP=false shows what is large; code that is copied for each scalar or each closure comes first"
    );
}
