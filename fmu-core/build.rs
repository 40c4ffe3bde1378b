//! A digest of the sources that decide the format of compiled models, which says whether two builds read each other's models.

use std::io;
use std::path::{Path, PathBuf};

/// Folders with the data types of a compiled model.
const FORMAT: [&str; 6] = [
    "binary/src",
    "binary/derive/src",
    "mechanism/src",
    "library/src",
    "simulation/src/model",
    "simulation/src/variables",
];

fn main() -> io::Result<()> {
    // Set by scripts/build-runtime.sh.
    println!("cargo:rustc-check-cfg=cfg(libunwind)");
    let mut files = Vec::new();
    for folder in FORMAT {
        println!("cargo:rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut digest = FNV_OFFSET;
    for file in &files {
        let text = std::fs::read(file)?;
        // Not the ends of lines, which a checkout may change.
        digest = text.into_iter().filter(|byte| *byte != b'\r').fold(digest, fnv);
    }
    println!("cargo:rustc-env=SOURCES={digest}");
    Ok(())
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo).
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// The Rust sources in a folder, tests aside.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
