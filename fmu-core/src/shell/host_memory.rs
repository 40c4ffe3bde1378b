//! Arrays and strings in the host's memory.

use super::refusal::Refusal;
use std::ffi::{CStr, c_char};

/// The array of `length` elements at `pointer`. No elements need no pointer.
///
/// # Safety
/// A pointer that is not NULL must point to `length` elements that nobody writes during the call.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, length: usize, name: &str) -> Result<&'a [T], Refusal> {
    if length == 0 {
        return Ok(&[]);
    }
    check(pointer, length, name)?;
    // SAFETY: not NULL, aligned, not larger than an object can be; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// The array of `length` elements at `pointer`, to be written. No elements need no pointer.
///
/// # Safety
/// A pointer that is not NULL must point to `length` elements that nobody else reads or writes during the call.
pub(crate) unsafe fn array_mut<'a, T>(pointer: *mut T, length: usize, name: &str) -> Result<&'a mut [T], Refusal> {
    if length == 0 {
        return Ok(&mut []);
    }
    check(pointer.cast_const(), length, name)?;
    // SAFETY: not NULL, aligned, not larger than an object can be; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, length) })
}

/// One value for the host.
///
/// # Safety
/// A pointer that is not NULL must point to memory that may be written.
pub(crate) unsafe fn write<T>(pointer: *mut T, value: T) -> Result<(), Refusal> {
    check(pointer.cast_const(), 1, "value")?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    unsafe { pointer.write(value) };
    Ok(())
}

/// The string at `pointer`; none for NULL.
///
/// # Safety
/// A pointer that is not NULL must point to a string that ends with NUL and stays during the call.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> Option<&'a CStr> {
    // SAFETY: not NULL; the rest is the caller's promise.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) })
}

/// Refuses pointers that no array of `length` elements can have.
pub(crate) fn check<T>(pointer: *const T, length: usize, name: &str) -> Result<(), Refusal> {
    check_address(pointer.addr(), [align_of::<T>(), size_of::<T>()], length, name)
}

/// [`check`], written once for all types.
#[inline(never)]
fn check_address(address: usize, [align, size]: [usize; 2], length: usize, name: &str) -> Result<(), Refusal> {
    if address == 0 {
        return Err(Refusal::error(format!("the argument {name} is NULL, an array of {length} is expected")));
    }
    if !address.is_multiple_of(align) {
        return Err(Refusal::error(format!("the argument {name} is not aligned")));
    }
    let fits = length.checked_mul(size).is_some_and(|bytes| bytes <= isize::MAX.unsigned_abs());
    if fits { Ok(()) } else { Err(Refusal::error(format!("{length} elements of {name} are more than memory holds"))) }
}
