//! The command line as C functions, for programs in other languages: `python/` calls them.

use std::ffi::{CStr, OsString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use fmu_builder::{command_for_program, command_line};

/// Exit code after a fault of this library.
const FAULT: c_int = 70;

/// Gets `size` bytes of UTF-8 that a command has written: to standard output (`stream` is 1) or standard error (2).
pub type Sink = unsafe extern "C" fn(context: *mut c_void, stream: c_int, text: *const u8, size: usize);

/// Runs a command, as the program fmu-builder does, signals included, and answers its exit code.
///
/// # Safety
/// `arguments` points to `count` texts that end with NUL, the first of which is the name of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn multibody_main(count: usize, arguments: *const *const c_char) -> c_int {
    // SAFETY: the caller's promise.
    let arguments = unsafe { texts(count, arguments) };
    let Some(arguments) = arguments else { return FAULT };
    catch_unwind(|| c_int::from(command_line(arguments))).unwrap_or(FAULT)
}

/// Runs a command inside of a program: what it would show goes to `sink`, once for each stream, and signals stay with the program. Many
/// threads can do so at a time. The answer is the exit code.
///
/// # Safety
/// As [`multibody_main`]; `sink` may be called with `context` until the function returns, in this thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn multibody_command(
    count: usize,
    arguments: *const *const c_char,
    sink: Option<Sink>,
    context: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    let arguments = unsafe { texts(count, arguments) };
    let (Some(arguments), Some(sink)) = (arguments, sink) else { return FAULT };
    let Ok((code, kept)) = catch_unwind(AssertUnwindSafe(|| command_for_program(arguments))) else { return FAULT };
    for (stream, text) in [(1, kept.output), (2, kept.errors)] {
        // SAFETY: the caller's promise; the text lives until after the call.
        unsafe { sink(context, stream, text.as_ptr(), text.len()) };
    }
    code.into()
}

/// The texts; none where a pointer is NULL.
///
/// # Safety
/// `arguments` is NULL or points to `count` pointers, each NULL or to a text that ends with NUL.
unsafe fn texts(count: usize, arguments: *const *const c_char) -> Option<Vec<OsString>> {
    if arguments.is_null() {
        return None;
    }
    // SAFETY: not NULL; the rest is the caller's promise.
    let arguments = unsafe { std::slice::from_raw_parts(arguments, count) };
    // SAFETY: checked; the rest is the caller's promise.
    let text = |&argument: &*const c_char| (!argument.is_null()).then(|| unsafe { CStr::from_ptr(argument) });
    arguments.iter().map(|argument| text(argument).map(os_text)).collect()
}

/// An argument, which on Unix need not be UTF-8.
#[cfg(unix)]
fn os_text(text: &CStr) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(text.to_bytes().to_vec())
}

/// An argument.
#[cfg(not(unix))]
fn os_text(text: &CStr) -> OsString {
    text.to_string_lossy().into_owned().into()
}
