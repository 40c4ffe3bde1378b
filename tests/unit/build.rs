//! The settings that `build.rs` of fmu-core gives its crate. Its tests need no digest of the sources: they read what they have written.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(libunwind)");
    println!("cargo:rustc-env=SOURCES=unit tests");
}
