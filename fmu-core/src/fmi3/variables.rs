//! Reading and setting variables (FMI 3.0.2, 2.2.7), and what they depend on at run time.
//!
//! A model has variables of the types Float64, Int32, Boolean and Enumeration, which goes through Int64. The functions of all other types
//! are fmi3OK without variables, and otherwise fmi3Error.

use super::types::*;
use super::{answer, enter, refuse};
use crate::instance::FmiValue;
use crate::instance::calls::Function;
use crate::shell::Refusal;
use crate::shell::host_memory::{array, array_mut};
use crate::shell::slave::Slave;

/// Reads variables into an array of the host, by way of the values that [`Instance::get`](crate::instance::Instance::get) has.
///
/// # Safety
/// As [`array`] and [`array_mut`] want it.
unsafe fn get<T: Carried>(
    instance: fmi3Instance,
    name: &str,
    (references, count): (*const fmi3ValueReference, usize),
    (values, length): (*mut T, usize),
) -> fmi3Status {
    enter(instance, T::Value::GETTER, name, |slave| {
        // SAFETY: the caller's promise.
        let (references, values) =
            unsafe { (array(references, count, "valueReferences")?, array_mut(values, length, "values")?) };
        let references = slave.instance.scalars(references);
        check_type(slave, &references, T::NAME)?;
        let mut read = vec![T::Value::from_number(0.0); length];
        slave.instance.get(&references, &mut read)?;
        values.iter_mut().zip(read).for_each(|(value, read)| *value = T::of(read));
        Ok(())
    })
}

/// Sets variables from an array of the host.
///
/// # Safety
/// As [`array`] wants it.
unsafe fn set<T: Carried>(
    instance: fmi3Instance,
    name: &str,
    (references, count): (*const fmi3ValueReference, usize),
    (values, length): (*const T, usize),
) -> fmi3Status {
    enter(instance, T::Value::SETTER, name, |slave| {
        // SAFETY: the caller's promise.
        let (references, values) =
            unsafe { (array(references, count, "valueReferences")?, array(values, length, "values")?) };
        let references = slave.instance.scalars(references);
        check_type(slave, &references, T::NAME)?;
        let values: Vec<T::Value> = values.iter().map(|value| value.value()).collect();
        slave.instance.set(&references, &values)?;
        slave.note_waiting(&name, "fmi3CompletedIntegratorStep");
        Ok(())
    })
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
    function: Function,
    name: &str,
    (references, count): (*const fmi3ValueReference, usize),
) -> fmi3Status {
    enter(instance, function, name, |slave| {
        // SAFETY: the caller's promise.
        let references = unsafe { array(references, count, "valueReferences") }?;
        let used = name.trim_start_matches("fmi3Get").trim_start_matches("fmi3Set");
        check_type(slave, references, used)?;
        match references.first() {
            None => Ok(()),
            Some(reference) => Err(Refusal::error(format!("no variable has the value reference {reference}"))),
        }
    })
}

/// The functions of a type that variables have.
macro_rules! functions {
    ($($get:ident $set:ident $plain:ty;)*) => {$(
        /// Reads variables of this type.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            values: *mut $plain,
            nValues: usize,
        ) -> fmi3Status {
            let references = (valueReferences, nValueReferences);
            // SAFETY: the caller's promise.
            unsafe { get(instance, stringify!($get), references, (values, nValues)) }
        }

        /// Sets variables of this type.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $set(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            values: *const $plain,
            nValues: usize,
        ) -> fmi3Status {
            let references = (valueReferences, nValueReferences);
            // SAFETY: the caller's promise.
            unsafe { set(instance, stringify!($set), references, (values, nValues)) }
        }
    )*};
}

functions! {
    fmi3GetFloat64 fmi3SetFloat64 f64;
    fmi3GetInt32 fmi3SetInt32 i32;
    fmi3GetInt64 fmi3SetInt64 i64;
    fmi3GetBoolean fmi3SetBoolean fmi3Boolean;
}

/// The functions of types that no variable has; the arguments behind the references are not looked at.
macro_rules! functions_of_none {
    ($($name:ident $function:ident ($($argument:ident: $type:ty),*);)*) => {$(
        /// For variables of a type that none has.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            $($argument: $type),*
        ) -> fmi3Status {
            // SAFETY: the caller's promise.
            unsafe { none(instance, Function::$function, stringify!($name), (valueReferences, nValueReferences)) }
        }
    )*};
}

functions_of_none! {
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

/// Refuses what only the builder knows.
fn dependencies_are_in_the_description(instance: fmi3Instance, name: &str) -> fmi3Status {
    let reason = "dependencies do not change at run time (providesPerElementDependencies is false); modelDescription.xml has them";
    refuse(instance, Function::GetStructure, name, reason)
}

/// Refused: modelDescription.xml has the dependencies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfVariableDependencies(
    instance: fmi3Instance,
    _valueReference: fmi3ValueReference,
    _nDependencies: *mut usize,
) -> fmi3Status {
    dependencies_are_in_the_description(instance, "fmi3GetNumberOfVariableDependencies")
}

/// Refused: modelDescription.xml has the dependencies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetVariableDependencies(
    instance: fmi3Instance,
    _dependent: fmi3ValueReference,
    _elementIndicesOfDependent: *mut usize,
    _independents: *mut fmi3ValueReference,
    _elementIndicesOfIndependents: *mut usize,
    _dependencyKinds: *mut fmi3DependencyKind,
    _nDependencies: usize,
) -> fmi3Status {
    dependencies_are_in_the_description(instance, "fmi3GetVariableDependencies")
}

/// Number of continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfContinuousStates(
    instance: fmi3Instance,
    nContinuousStates: *mut usize,
) -> fmi3Status {
    enter(instance, Function::GetCounts, "fmi3GetNumberOfContinuousStates", |slave| {
        // SAFETY: the caller's promise.
        unsafe { answer(nContinuousStates, slave.instance.state_count()) }
    })
}

/// Number of event indicators.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfEventIndicators(
    instance: fmi3Instance,
    nEventIndicators: *mut usize,
) -> fmi3Status {
    enter(instance, Function::GetCounts, "fmi3GetNumberOfEventIndicators", |slave| {
        // SAFETY: the caller's promise.
        unsafe { answer(nEventIndicators, slave.instance.indicator_count()) }
    })
}
