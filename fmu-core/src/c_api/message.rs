//! Messages in a buffer of the caller's.

use super::MbfStatus;
use super::boundary::{self, Failure};
use std::ffi::c_char;

/// Where a function puts its message: a buffer of the caller's.
///
/// Fill in `text` and `capacity` and pass its address; `needed` is then the size that the whole message needs, 1 (the NUL) for none.
/// A message that is too long is cut between two characters; the text always ends with NUL if the capacity is not 0. NULL in place of
/// the structure, or of the text, means that no message is wanted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MbfMessage {
    /// Buffer of `capacity` bytes, or NULL.
    pub text: *mut c_char,
    /// Size of the buffer, bytes.
    pub capacity: usize,
    /// Size that the message needs with the NUL at its end, bytes; written by the function.
    pub needed: usize,
}

/// Runs the body of a C function that says in `message` what went wrong.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn report(message: *mut MbfMessage, body: impl FnOnce() -> Result<(), Failure>) -> MbfStatus {
    let (status, text) = match boundary::catch(body) {
        Ok(()) => (MbfStatus::Ok, String::new()),
        Err(failure) => (failure.status, failure.message),
    };
    if boundary::usable(message.cast_const()).is_ok() {
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { deliver(&mut *message, &text) };
    }
    status
}

/// Puts `text` in the buffer, as much of it as there is room for.
///
/// # Safety
/// The buffer is NULL or has its capacity.
unsafe fn deliver(message: &mut MbfMessage, text: &str) {
    message.needed = text.len() + 1;
    if message.text.is_null() || message.capacity == 0 {
        return;
    }
    let mut length = text.len().min(message.capacity - 1);
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    // SAFETY: length + 1 bytes are not more than the capacity.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), message.text.cast(), length);
        message.text.add(length).write(0);
    }
}
