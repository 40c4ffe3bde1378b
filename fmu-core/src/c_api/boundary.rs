//! The border between C and Rust: panics stop here, and pointers are looked at before they are followed.

use super::MbfStatus;
use super::status::text_of;
use crate::instance::InstanceError;
use crate::shell::panics;
use compiler::model_file::InvalidModelFile;
use std::ffi::{CStr, c_char};

/// Why a call failed: a status for the program, a message for the reader.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) status: MbfStatus,
    pub(super) message: String,
}

impl From<MbfStatus> for Failure {
    fn from(status: MbfStatus) -> Self {
        Self { status, message: text_of(status as i32).to_string_lossy().into_owned() }
    }
}

impl From<InstanceError> for Failure {
    fn from(error: InstanceError) -> Self {
        Self { status: MbfStatus::from(&error), message: error.to_string() }
    }
}

impl From<InvalidModelFile> for Failure {
    fn from(invalid: InvalidModelFile) -> Self {
        Self { status: MbfStatus::InvalidModel, message: invalid.to_string() }
    }
}

/// Runs the body of a C function; a panic is a failure.
pub(super) fn catch(body: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    panics::catch(body).unwrap_or_else(|message| Err(Failure { status: MbfStatus::InternalError, message }))
}

/// Runs the body of a C function that gives a status and nothing else.
pub(super) fn status(body: impl FnOnce() -> Result<(), MbfStatus>) -> MbfStatus {
    match catch(|| body().map_err(|status| Failure { status, message: String::new() })) {
        Ok(()) => MbfStatus::Ok,
        Err(failure) => failure.status,
    }
}

/// Not NULL and aligned.
pub(super) fn usable<T>(pointer: *const T) -> Result<(), MbfStatus> {
    if pointer.is_null() || !pointer.is_aligned() { Err(MbfStatus::NullArgument) } else { Ok(()) }
}

/// The value at `pointer`.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn reference<'a, T>(pointer: *const T) -> Result<&'a T, MbfStatus> {
    usable(pointer)?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    Ok(unsafe { &*pointer })
}

/// Writes one value to the caller.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn write<T>(pointer: *mut T, value: T) -> Result<(), MbfStatus> {
    usable(pointer.cast_const())?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Makes a value and gives it to the caller.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn hand_out<T, E: From<MbfStatus>>(
    place: *mut *mut T,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<(), E> {
    // Before the work, and so that nothing leaks.
    usable(place.cast_const())?;
    let made = Box::into_raw(Box::new(make()?));
    // SAFETY: usable; the rest is the caller's promise.
    unsafe { place.write(made) };
    Ok(())
}

/// Frees what [`hand_out`] has made. NULL is ignored.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn free<T>(pointer: *mut T) {
    if usable(pointer.cast_const()).is_ok() {
        // The status tells nothing that the program could do something about.
        let _ = status(|| {
            // SAFETY: made by `hand_out`; that it is freed once is the caller's promise.
            drop(unsafe { Box::from_raw(pointer) });
            Ok(())
        });
    }
}

/// The array of `count` elements at `pointer`. No elements need no pointer.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn slice<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], MbfStatus> {
    if count == 0 {
        return Ok(&[]);
    }
    check_array(pointer, count)?;
    // SAFETY: not NULL, aligned, not larger than an object can be; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Writes `values` to the caller's array, which has room for them.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn write_slice<T: Copy>(pointer: *mut T, values: &[T]) {
    // SAFETY: `check_array` was called before; the rest is the caller's promise. A copy, since the caller's array may overlap others.
    unsafe { std::ptr::copy(values.as_ptr(), pointer, values.len()) }
}

/// An array of `count` elements may be at `pointer`.
pub(super) fn check_array<T>(pointer: *const T, count: usize) -> Result<(), MbfStatus> {
    if count == 0 {
        return Ok(());
    }
    usable(pointer)?;
    let fits = count.checked_mul(size_of::<T>()).is_some_and(|bytes| bytes <= isize::MAX.unsigned_abs());
    if fits { Ok(()) } else { Err(MbfStatus::Count) }
}

/// The bytes of the string at `pointer`, without the NUL at its end.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn bytes<'a>(pointer: *const c_char) -> Result<&'a [u8], MbfStatus> {
    usable(pointer)?;
    // SAFETY: not NULL; the rest is the caller's promise.
    Ok(unsafe { CStr::from_ptr(pointer) }.to_bytes())
}

/// The string at `pointer`.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, MbfStatus> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(pointer) }?;
    std::str::from_utf8(bytes).map_err(|_| MbfStatus::NotUtf8)
}
