//! Tables for unwinding, shortened as those of the library in an FMU are: this program with such tables has to unwind as before.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

#[path = "../../runtime/build/unwind_tables.rs"]
mod tables;

use std::cell::Cell;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

/// Frames in which much is kept in registers and on the stack, each with a value to drop.
#[inline(never)]
fn descend(depth: u32, numbers: [u64; 8], dropped: &Cell<u32>) -> u64 {
    struct Counted<'a>(&'a Cell<u32>);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let _counted = Counted(dropped);
    let [a, b, c, d, e, f, g, h] = numbers;
    let deeper = if depth == 0 {
        Vec::from([a, b])[black_box(2)]
    } else {
        descend(depth - 1, [h + 1, a ^ 2, b + 3, c ^ 4, d + 5, e ^ 6, f + 7, g ^ 8], dropped)
    };
    black_box(deeper) + a + b + c + d + e + f + g + h
}

#[test]
fn a_panic_passes_many_frames() {
    const FRAMES: u32 = 50;
    let (dropped, before) = (Cell::new(0), black_box([1, 2, 3, 4, 5, 6, 7, 8]));
    let result = catch_unwind(AssertUnwindSafe(|| descend(FRAMES - 1, before, &dropped)));
    assert!(result.is_err());
    assert_eq!((dropped.get(), before), (FRAMES, [1, 2, 3, 4, 5, 6, 7, 8]));
}

#[test]
fn a_program_with_shorter_tables_unwinds() {
    let own = std::env::current_exe().unwrap();
    let before = std::fs::read(&own).unwrap();
    let mut after = before.clone();
    tables::shorten(&mut after).unwrap();
    assert_eq!(after.len(), before.len());
    // What follows shorter tables is filled with zeros.
    let zeros = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == 0).count();
    assert!(zeros(&after) > zeros(&before) + 100_000, "the tables are as long as before");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("shortened");
    std::fs::copy(&own, &copy).unwrap();
    std::fs::write(&copy, after).unwrap();
    let output = Command::new(&copy).args(["--exact", "unwind_tables::a_panic_passes_many_frames"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{output:?}");
}

#[test]
fn other_files_stay_as_they_are() {
    for content in [&b""[..], b"\x7fELF", b"MZ\x90", &[0; 64]] {
        let mut bytes = content.to_vec();
        assert_eq!(tables::shorten(&mut bytes), None);
        assert_eq!(bytes, content);
    }
    let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    for length in [64, 200, 1000, own.len() / 2] {
        let mut bytes = own[..length].to_vec();
        if tables::shorten(&mut bytes).is_none() {
            assert_eq!(bytes, own[..length]);
        }
    }
}
