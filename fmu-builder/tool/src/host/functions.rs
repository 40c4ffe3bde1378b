//! Types and functions of the FMI 2.0 C API that this host uses (FMI 2.0.5, 2.1 and 4.2; fmi2FunctionTypes.h).

use std::ffi::{c_char, c_int, c_void};

use super::callbacks::Callbacks;
use super::error::HostError;
use super::status::RawStatus;

/// fmi2Component: an instance.
pub(super) type Component = *mut c_void;
/// fmi2ValueReference.
pub(super) type ValueReference = u32;
/// fmi2Boolean.
pub(super) type Boolean = c_int;

pub(super) const TRUE: Boolean = 1;
pub(super) const FALSE: Boolean = 0;
/// fmi2Type: fmi2CoSimulation.
pub(super) const CO_SIMULATION: c_int = 1;
/// fmi2StatusKind: fmi2LastSuccessfulTime.
pub(super) const LAST_SUCCESSFUL_TIME: c_int = 2;
/// fmi2StatusKind: fmi2Terminated.
pub(super) const TERMINATED: c_int = 3;

/// A function of an instance alone.
pub(super) type Simple = unsafe extern "C" fn(Component) -> RawStatus;
/// A function that reads variables.
pub(super) type Get<T> = unsafe extern "C" fn(Component, *const ValueReference, usize, *mut T) -> RawStatus;
/// A function that sets variables.
pub(super) type Set<T> = unsafe extern "C" fn(Component, *const ValueReference, usize, *const T) -> RawStatus;
/// A function that tells about the last step.
pub(super) type GetStatus<T> = unsafe extern "C" fn(Component, c_int, *mut T) -> RawStatus;
/// fmi2GetDirectionalDerivative.
pub(super) type DirectionalDerivative = unsafe extern "C" fn(
    Component,
    *const ValueReference,
    usize,
    *const ValueReference,
    usize,
    *const f64,
    *mut f64,
) -> RawStatus;
/// fmi2SetRealInputDerivatives.
pub(super) type InputDerivatives =
    unsafe extern "C" fn(Component, *const ValueReference, usize, *const c_int, *const f64) -> RawStatus;
type Instantiate = unsafe extern "C" fn(
    *const c_char,
    c_int,
    *const c_char,
    *const c_char,
    *const Callbacks,
    Boolean,
    Boolean,
) -> Component;

/// A function of a loaded library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function<F> {
    pub name: &'static str,
    pub call: F,
}

/// Declares the functions of a version of FMI, each with its type and name; those of the second list are only asked
/// for by some callers, and not there in every library that runs.
macro_rules! functions {
    ({ $($field:ident: $of:ty = $name:literal;)* } { $($extra:ident: $of_extra:ty = $extra_name:literal;)* }) => {
        /// The functions of a loaded library.
        #[derive(Debug)]
        pub(super) struct Functions {
            $(pub $field: Function<$of>,)*
            $(pub $extra: Option<Function<$of_extra>>,)*
        }

        impl Functions {
            /// Finds all of them in `library`.
            pub(super) fn load(library: &libloading::Library) -> Result<Self, HostError> {
                Ok(Self {
                    $($field: find(library, $name)?,)*
                    $($extra: find(library, $extra_name).ok(),)*
                })
            }
        }
    };
}
pub(super) use functions;

functions! { {
    instantiate: Instantiate = "fmi2Instantiate";
    free_instance: unsafe extern "C" fn(Component) = "fmi2FreeInstance";
    setup_experiment: unsafe extern "C" fn(Component, Boolean, f64, f64, Boolean, f64) -> RawStatus = "fmi2SetupExperiment";
    enter_initialization_mode: Simple = "fmi2EnterInitializationMode";
    exit_initialization_mode: Simple = "fmi2ExitInitializationMode";
    terminate: Simple = "fmi2Terminate";
    reset: Simple = "fmi2Reset";
    get_real: Get<f64> = "fmi2GetReal";
    get_integer: Get<c_int> = "fmi2GetInteger";
    get_boolean: Get<Boolean> = "fmi2GetBoolean";
    set_real: Set<f64> = "fmi2SetReal";
    set_integer: Set<c_int> = "fmi2SetInteger";
    set_boolean: Set<Boolean> = "fmi2SetBoolean";
    do_step: unsafe extern "C" fn(Component, f64, f64, Boolean) -> RawStatus = "fmi2DoStep";
    get_real_status: GetStatus<f64> = "fmi2GetRealStatus";
    get_boolean_status: GetStatus<Boolean> = "fmi2GetBooleanStatus";
} {
    get_directional_derivative: DirectionalDerivative = "fmi2GetDirectionalDerivative";
    set_real_input_derivatives: InputDerivatives = "fmi2SetRealInputDerivatives";
} }

/// Finds the function `name` as what the caller says it is.
pub(super) fn find<T: Copy>(library: &libloading::Library, name: &'static str) -> Result<Function<T>, HostError> {
    // SAFETY: T is the type that the FMI standard gives the function of this name.
    let symbol = unsafe { library.get::<T>(name) };
    symbol.map(|symbol| Function { name, call: *symbol }).map_err(|_| HostError::MissingFunction(name))
}
