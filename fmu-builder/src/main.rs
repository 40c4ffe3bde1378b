//! Command line entry.

use std::process::ExitCode;

fn main() -> ExitCode {
    give_memory_back();
    ExitCode::from(fmu_builder::command_line(std::env::args_os()))
}

/// Makes glibc give every piece of memory of a megabyte and more back when it is free. By itself it keeps such pieces, once the first has been
/// freed, for others that mostly do not fit.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_memory_back() {
    const LARGE: libc::c_int = 1 << 20;
    // SAFETY: it sets a number in the allocator; no other thread runs yet. Where it is refused nothing changes.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_memory_back() {}
