//! Reading and setting variables (FMI 3.0.2, 2.2.7), and what they depend on at run time.
//!
//! A model has variables of the types Float64, Int32, Boolean and Enumeration, which goes through Int64. The functions of all other types
//! are fmi3OK without variables, and otherwise fmi3Error.

use super::types::*;
use super::{answer, call, enter};
use crate::instance::FmiValue;
use crate::instance::calls::Function;
use crate::shell::host_memory::array;
use crate::shell::{self, Refusal};

/// Reads variables into an array of the host.
///
/// # Safety
/// As [`shell::get`] wants it.
unsafe fn get<T: FmiValue>(
    instance: fmi3Instance,
    name: &str,
    references: (*const fmi3ValueReference, usize),
    values: (*mut T, usize),
) -> fmi3Status {
    // SAFETY: the caller's promise.
    unsafe { shell::get(instance, call(T::GETTER, &name), references, values) }.into()
}

/// Sets variables from an array of the host.
///
/// # Safety
/// As [`shell::set`] wants it.
unsafe fn set<T: FmiValue>(
    instance: fmi3Instance,
    name: &str,
    references: (*const fmi3ValueReference, usize),
    values: (*const T, usize),
) -> fmi3Status {
    // SAFETY: the caller's promise.
    unsafe { shell::set(instance, call(T::SETTER, &name), references, values) }.into()
}

/// Answers for a type that no variable has.
///
/// # Safety
/// As [`array`] wants it.
unsafe fn none(
    instance: fmi3Instance,
    function: Function,
    name: &str,
    (references, count): (*const fmi3ValueReference, usize),
) -> fmi3Status {
    enter(instance, function, name, |slave| {
        // SAFETY: the caller's promise.
        let references = unsafe { array(references, count, "valueReferences") }?;
        let Some(&reference) = references.first() else { return Ok(()) };
        let used = name.trim_start_matches("fmi3Get").trim_start_matches("fmi3Set");
        let catalogue = slave.instance.catalogue();
        Err(Refusal::error(match catalogue.referred(reference as usize) {
            Some(variable) => format!(
                "{} (value reference {reference}) is of type {}; use the functions of that type, not of {used}",
                variable.name,
                type_name(variable.data_type)
            ),
            None => format!("no variable has the value reference {reference}"),
        }))
    })
}

/// The functions of a type that variables have.
macro_rules! functions {
    ($($get:ident $set:ident $plain:ty as $value:ty;)*) => {$(
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
            // SAFETY: the caller's promise; the types of values are transparent.
            unsafe { get(instance, stringify!($get), references, (values.cast::<$value>(), nValues)) }
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
            // SAFETY: the caller's promise; the types of values are transparent.
            unsafe { set(instance, stringify!($set), references, (values.cast::<$value>(), nValues)) }
        }
    )*};
}

functions! {
    fmi3GetFloat64 fmi3SetFloat64 f64 as Float64;
    fmi3GetInt32 fmi3SetInt32 i32 as Int32;
    fmi3GetInt64 fmi3SetInt64 i64 as Int64;
    fmi3GetBoolean fmi3SetBoolean fmi3Boolean as Boolean;
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

/// Number of values of the initial unknowns that [`fmi3GetVariableDependencies`] would give: the FMU does not know them
/// (providesPerElementDependencies is false).
fn dependencies_are_in_the_description(instance: fmi3Instance, name: &str) -> fmi3Status {
    enter(instance, Function::GetStructure, name, |_| {
        Err(Refusal::error(
            "dependencies do not change at run time (providesPerElementDependencies is false); modelDescription.xml has them",
        ))
    })
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
        unsafe { answer(nContinuousStates, slave.instance.catalogue().states.len()) }
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
