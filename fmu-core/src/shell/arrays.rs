//! Variables in arrays of the host.

use super::host_memory::{array, array_mut};
use super::{Call, Handle, Status, enter};
use crate::instance::FmiValue;

/// Reads variables into an array of the host; both arrays with their lengths.
///
/// # Safety
/// As [`array`] and [`array_mut`] want it.
pub(crate) unsafe fn get<T: FmiValue>(
    handle: Handle,
    call: Call<'_>,
    (references, count): (*const u32, usize),
    (values, length): (*mut T, usize),
) -> Status {
    enter(handle, call, |slave| {
        // SAFETY: the caller's promise.
        let (references, values) = unsafe { (array(references, count, "vr")?, array_mut(values, length, "value")?) };
        Ok(slave.instance.get(references, values)?)
    })
}

/// Sets variables from an array of the host; both arrays with their lengths.
///
/// # Safety
/// As [`array`] wants it.
pub(crate) unsafe fn set<T: FmiValue>(
    handle: Handle,
    call: Call<'_>,
    (references, count): (*const u32, usize),
    (values, length): (*const T, usize),
) -> Status {
    enter(handle, call, |slave| {
        // SAFETY: the caller's promise.
        let (references, values) = unsafe { (array(references, count, "vr")?, array(values, length, "value")?) };
        slave.instance.set(references, values)?;
        slave.note_waiting(call.name, "fmi2CompletedIntegratorStep");
        Ok(())
    })
}
