//! Reading and setting variables (FMI 3.0.2, 2.2.7).
//!
//! A model has variables of the types Float64, Int32, Boolean and Enumeration, which goes through Int64. The functions of all other types
//! are fmi3OK without variables, and otherwise fmi3Error.

use super::types::*;
use crate::instance::FmiValue;
use crate::shell::functions::{call, functions};
use crate::shell::host_memory::{array, array_mut};
use crate::shell::slave::Slave;
use crate::shell::{Call, Refusal, enter};

/// Reads variables into an array of the host, by way of the values that [`Instance::get`](crate::instance::Instance::get) has.
fn get<T: Carried>(slave: &mut Slave, references: &[u32], values: &mut [T]) -> Result<(), Refusal> {
    let references = slave.instance.scalars(references);
    check_type(slave, &references, T::NAME)?;
    let mut read = vec![T::Value::from_number(0.0); values.len()];
    slave.instance.get(&references, &mut read)?;
    values.iter_mut().zip(read).for_each(|(value, read)| *value = read.into());
    Ok(())
}

/// Sets variables from an array of the host.
fn set<T: Carried>(slave: &mut Slave, name: &str, references: &[u32], values: &[T]) -> Result<(), Refusal> {
    let references = slave.instance.scalars(references);
    check_type(slave, &references, T::NAME)?;
    let values: Vec<T::Value> = values.iter().map(|value| value.value()).collect();
    slave.instance.set(&references, &values)?;
    slave.note_waiting(name, "fmi3CompletedIntegratorStep");
    Ok(())
}

/// Refuses a variable of another type than `used`. What is no variable is found out later.
#[inline(never)]
fn check_type(slave: &Slave, references: &[u32], used: &str) -> Result<(), Refusal> {
    let catalogue = slave.instance.catalogue();
    let wrong = references.iter().find_map(|&reference| {
        let variable = catalogue.referred(reference as usize)?;
        (type_name(variable.data_type) != used).then_some((reference, variable))
    });
    match wrong {
        Some((reference, variable)) => Err(Refusal::error(format!(
            "{} (value reference {reference}) is of type {}; use the functions of that type, not of {used}",
            variable.name,
            type_name(variable.data_type)
        ))),
        None => Ok(()),
    }
}

/// Answers for a type that no variable has.
///
/// # Safety
/// As [`array`] wants it.
#[inline(never)]
unsafe fn none(
    instance: fmi3Instance,
    call: Call,
    (references, count): (*const fmi3ValueReference, usize),
) -> fmi3Status {
    let answer = |slave: &mut Slave| {
        // SAFETY: the caller's promise.
        let references = unsafe { array(references, count, "valueReferences") }?;
        let used = call.name.trim_start_matches("fmi3Get").trim_start_matches("fmi3Set");
        check_type(slave, references, used)?;
        match references.first() {
            None => Ok(()),
            Some(reference) => Err(Refusal::error(format!("no variable has the value reference {reference}"))),
        }
    };
    enter(instance, call, answer).into()
}

/// The functions of a type that variables have, with their rows.
macro_rules! of_type {
    ($($get:ident $set:ident $get_row:ident $set_row:ident $plain:ty;)*) => { functions! { Fmi3 fmi3Status; $(
        /// Reads variables of this type.
        $get(
            instance, valueReferences: *const fmi3ValueReference, nValueReferences: usize, values: *mut $plain,
            nValues: usize
        ) $get_row = |slave| {
            let references = array(valueReferences, nValueReferences, "valueReferences")?;
            get(slave, references, array_mut(values, nValues, "values")?)
        };

        /// Sets variables of this type.
        $set(
            instance, valueReferences: *const fmi3ValueReference, nValueReferences: usize, values: *const $plain,
            nValues: usize
        ) $set_row = |slave| {
            let references = array(valueReferences, nValueReferences, "valueReferences")?;
            set(slave, stringify!($set), references, array(values, nValues, "values")?)
        };
    )*} };
}

of_type! {
    fmi3GetFloat64 fmi3SetFloat64 GetReal SetReal f64;
    fmi3GetInt32 fmi3SetInt32 GetInteger SetInteger i32;
    fmi3GetInt64 fmi3SetInt64 GetInteger SetInteger i64;
    fmi3GetBoolean fmi3SetBoolean GetBoolean SetBoolean fmi3Boolean;
}

/// The functions of types that no variable has; the arguments behind the references are not looked at.
macro_rules! of_none {
    ($($name:ident $row:ident ($($argument:ident: $type:ty),*);)*) => {$(
        /// For variables of a type that none has.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            $($argument: $type),*
        ) -> fmi3Status {
            // SAFETY: the caller's promise.
            unsafe { none(instance, call!(Fmi3 $name $row), (valueReferences, nValueReferences)) }
        }
    )*};
}

of_none! {
    fmi3GetFloat32 GetString (_values: *mut f32, _nValues: usize);
    fmi3GetInt8 GetString (_values: *mut i8, _nValues: usize);
    fmi3GetUInt8 GetString (_values: *mut u8, _nValues: usize);
    fmi3GetInt16 GetString (_values: *mut i16, _nValues: usize);
    fmi3GetUInt16 GetString (_values: *mut u16, _nValues: usize);
    fmi3GetUInt32 GetString (_values: *mut u32, _nValues: usize);
    fmi3GetUInt64 GetString (_values: *mut u64, _nValues: usize);
    fmi3GetString GetString (_values: *mut fmi3String, _nValues: usize);
    fmi3GetBinary GetString (_sizes: *mut usize, _values: *mut *const u8, _nValues: usize);
    fmi3SetFloat32 SetString (_values: *const f32, _nValues: usize);
    fmi3SetInt8 SetString (_values: *const i8, _nValues: usize);
    fmi3SetUInt8 SetString (_values: *const u8, _nValues: usize);
    fmi3SetInt16 SetString (_values: *const i16, _nValues: usize);
    fmi3SetUInt16 SetString (_values: *const u16, _nValues: usize);
    fmi3SetUInt32 SetString (_values: *const u32, _nValues: usize);
    fmi3SetUInt64 SetString (_values: *const u64, _nValues: usize);
    fmi3SetString SetString (_values: *const fmi3String, _nValues: usize);
    fmi3SetBinary SetString (_sizes: *const usize, _values: *const *const u8, _nValues: usize);
}
