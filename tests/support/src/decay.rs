//! An FMU written in C, x' = -k x with the output y = x + u, that keeps the calling order strictly.

use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// modelDescription.xml of the FMU.
pub const DESCRIPTION: &str = include_str!("../decay/decay.xml");

/// The FMU's archive with the given description; the library is compiled once.
pub fn fmu_with(description: &str) -> Vec<u8> {
    static LIBRARY: OnceLock<Vec<u8>> = OnceLock::new();
    let library = LIBRARY.get_or_init(compile);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, bytes: &[u8]| {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    };
    add("modelDescription.xml", description.as_bytes());
    add(&format!("binaries/{}/decay{}", folder(), std::env::consts::DLL_SUFFIX), library);
    archive.finish().unwrap().into_inner()
}

/// Folder of binaries/ for this platform.
pub fn folder() -> &'static str {
    if cfg!(target_os = "macos") { "darwin64" } else { "linux64" }
}

fn compile() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("decay");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("decay/decay.c");
    let status =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-lm").status();
    assert!(status.expect("the C compiler cc, which Rust links with, is missing").success());
    std::fs::read(library).unwrap()
}
