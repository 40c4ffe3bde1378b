//! C functions of both versions of FMI, as rows of tables.

use super::host_memory::array_mut;
use super::slave::Slave;
use super::{Call, Handle, Refusal, Status, enter};
use crate::instance::{Instance, InstanceError};

/// [`enter`] for what has no arguments.
#[inline(never)]
pub(crate) fn plain(handle: Handle, call: Call, action: fn(&mut Slave) -> Result<(), Refusal>) -> Status {
    enter(handle, call, action)
}

/// Lets a method of an instance fill an array of the host: pointer, length, and name in messages.
///
/// # Safety
/// As [`array_mut`] wants it.
#[inline(never)]
pub(crate) unsafe fn fill(
    handle: Handle,
    call: Call,
    (values, count, name): (*mut f64, usize, &str),
    method: fn(&mut Instance, &mut [f64]) -> Result<(), InstanceError>,
) -> Status {
    enter(handle, call, |slave| {
        // SAFETY: the caller's promise.
        let values = unsafe { array_mut(values, count, name) }?;
        Ok(method(&mut slave.instance, values)?)
    })
}

/// The call of a function of a version, which has this name and this row in the table of calls.
macro_rules! call {
    ($version:ident $name:ident $row:ident) => {
        $crate::shell::Call {
            function: $crate::instance::calls::Function::$row,
            version: $crate::instance::Version::$version,
            name: stringify!($name),
        }
    };
}
pub(crate) use call;

/// Functions of a version: their arguments, the instance first; their rows in the table of calls; and what they do with the slave.
macro_rules! functions {
    ($version:ident $status:ty; $($(#[$doc:meta])*
        $name:ident($instance:ident$(, $argument:ident: $type:ty)*) $row:ident = |$slave:pat_param| $body:expr;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        #[allow(unused_unsafe, reason = "not every row reads or writes the host's memory")]
        pub unsafe extern "C" fn $name($instance: $crate::shell::Handle$(, $argument: $type)*) -> $status {
            let call = $crate::shell::functions::call!($version $name $row);
            // SAFETY: the caller's promise.
            $crate::shell::enter($instance, call, |$slave| unsafe { $body }).into()
        }
    )*};
}
pub(crate) use functions;

/// Functions without arguments: names, rows, and what they do with the slave.
macro_rules! plain_functions {
    ($version:ident $status:ty; $($(#[$doc:meta])* $name:ident $row:ident $action:expr;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: $crate::shell::Handle) -> $status {
            let call = $crate::shell::functions::call!($version $name $row);
            $crate::shell::functions::plain(instance, call, $action).into()
        }
    )*};
}
pub(crate) use plain_functions;

/// Functions that fill an array: names, rows, names of the array, and methods of an instance.
macro_rules! filling_functions {
    ($version:ident $status:ty; $($(#[$doc:meta])* $name:ident $row:ident $array:literal $method:expr;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: $crate::shell::Handle, values: *mut f64, count: usize) -> $status {
            let call = $crate::shell::functions::call!($version $name $row);
            // SAFETY: the caller's promise.
            unsafe { $crate::shell::functions::fill(instance, call, (values, count, $array), $method) }.into()
        }
    )*};
}
pub(crate) use filling_functions;
