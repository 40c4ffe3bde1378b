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
        Ok(slave.instance.get(&slave.instance.scalars(references), values)?)
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
        slave.instance.set(&slave.instance.scalars(references), values)?;
        if let Some(name) = slave.instance.waiting_input() {
            let step = call.completed_integrator_step();
            slave.logger.note(WAITING, || format!("{}: {name} {WAITING}, which {step} asks for; {OTHERS}", call.name));
        }
        Ok(())
    })
}

/// Hint for inputs that are not continuous and are set in Continuous-Time Mode.
const WAITING: &str = "is not a continuous input: in Continuous-Time Mode its value waits until Event Mode is entered";
/// And its end.
const OTHERS: &str = "other inputs like it wait silently";
