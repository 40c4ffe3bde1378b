//! The runtime is in every FMU, once for each platform: it has to stay small.
#![allow(missing_docs, clippy::unwrap_used)]

use fmu_builder::RUNTIMES;

/// Largest size of the deflated library, bytes. Of it FMI 3.0 takes 22 kB, Jacobians of trees by columns with their implicit steps 66 kB.
const LIMIT: u64 = 886_000;

#[test]
fn the_packed_runtime_is_small() {
    let mut archive = RUNTIMES[0].archive().unwrap();
    let size = archive.by_index(0).unwrap().compressed_size();
    println!("{size} bytes");
    assert!(
        size <= LIMIT,
        "the runtime has {size} bytes when deflated, more than {LIMIT}: `nm -S --size-sort -C` on a library that was built with \
         CARGO_PROFILE_RUNTIME_STRIP=false shows what is large; code that is copied for each scalar or each closure comes first"
    );
}

/// What prints backtraces would be a tenth of the library (fmu-core/src/shell/no_backtrace.rs).
#[cfg(target_os = "linux")]
#[test]
fn the_runtime_prints_no_backtraces() {
    use object::{Object, ObjectSymbol};
    let bytes = RUNTIMES[0].bytes().unwrap();
    let library = object::File::parse(&*bytes).unwrap();
    let names: Vec<_> = library.dynamic_symbols().map(|symbol| symbol.name().unwrap().to_owned()).collect();
    assert!(names.iter().any(|name| name == "fmi2DoStep"), "{names:?}");
    assert!(!names.iter().any(|name| name == "_Unwind_Backtrace"), "it is needed, or exported");
}

/// The library in an FMU has short unwind tables without an index (`runtime/build/unwind_tables.rs`): a panic has to find its way with them.
#[cfg(target_os = "linux")]
#[test]
fn what_the_library_calls_unwinds_to_its_host() {
    use std::process::Command;
    if !Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "there is no C compiler called cc");
        println!("skipped: there is no C compiler called cc");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [library, program] = ["library.so", "unwind_test"].map(|name| folder.path().join(name));
    std::fs::write(&library, RUNTIMES[0].bytes().unwrap()).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu11", "-funwind-tables", "-o"]).arg(&program).arg("../tests/c/unwind_test.c").arg("-ldl");
    assert!(compiler.status().unwrap().success());
    let output = Command::new(&program).arg(&library).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
