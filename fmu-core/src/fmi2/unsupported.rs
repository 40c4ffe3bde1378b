//! Functions that every FMU must have, and that this one answers with fmi2Error and a message: snapshots, derivatives of inputs and
//! outputs, model exchange. The state table says why.

#![allow(non_snake_case)]

use super::entry::{Refusal, enter};
use super::state_table::Function;
use super::types::*;

/// Defines functions whose only behaviour is their row in the state table; it refuses them, so that the body is never run.
macro_rules! unsupported {
    ($($function:ident = $name:ident($($argument:ident: $type:ty),*);)*) => {$(
        /// Not supported: fmi2Error.
        ///
        /// # Safety
        /// None beyond those of a C call: nothing is read or written.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(c: fmi2Component $(, $argument: $type)*) -> fmi2Status {
            enter(c, Function::$function, |_| Err(Refusal::error("not supported by this FMU")))
        }
    )*};
}

unsupported! {
    GetFMUstate = fmi2GetFMUstate(_state: *mut fmi2FMUstate);
    SetFMUstate = fmi2SetFMUstate(_state: fmi2FMUstate);
    SerializedFMUstateSize = fmi2SerializedFMUstateSize(_state: fmi2FMUstate, _size: *mut usize);
    SerializeFMUstate = fmi2SerializeFMUstate(_state: fmi2FMUstate, _bytes: *mut fmi2Byte, _size: usize);
    DeSerializeFMUstate = fmi2DeSerializeFMUstate(_bytes: *const fmi2Byte, _size: usize, _state: *mut fmi2FMUstate);
    GetDirectionalDerivative = fmi2GetDirectionalDerivative(
        _vUnknown_ref: *const fmi2ValueReference, _nUnknown: usize, _vKnown_ref: *const fmi2ValueReference, _nKnown: usize,
        _dvKnown: *const fmi2Real, _dvUnknown: *mut fmi2Real
    );
    SetRealInputDerivatives = fmi2SetRealInputDerivatives(
        _vr: *const fmi2ValueReference, _nvr: usize, _order: *const fmi2Integer, _value: *const fmi2Real
    );
    GetRealOutputDerivatives = fmi2GetRealOutputDerivatives(
        _vr: *const fmi2ValueReference, _nvr: usize, _order: *const fmi2Integer, _value: *mut fmi2Real
    );
    EnterEventMode = fmi2EnterEventMode();
    NewDiscreteStates = fmi2NewDiscreteStates(_eventInfo: *mut fmi2EventInfo);
    EnterContinuousTimeMode = fmi2EnterContinuousTimeMode();
    CompletedIntegratorStep = fmi2CompletedIntegratorStep(
        _noSetFMUStatePriorToCurrentPoint: fmi2Boolean, _enterEventMode: *mut fmi2Boolean,
        _terminateSimulation: *mut fmi2Boolean
    );
    SetTime = fmi2SetTime(_time: fmi2Real);
    SetContinuousStates = fmi2SetContinuousStates(_x: *const fmi2Real, _nx: usize);
    GetDerivatives = fmi2GetDerivatives(_derivatives: *mut fmi2Real, _nx: usize);
    GetEventIndicators = fmi2GetEventIndicators(_eventIndicators: *mut fmi2Real, _ni: usize);
    GetContinuousStates = fmi2GetContinuousStates(_x: *mut fmi2Real, _nx: usize);
    GetNominalsOfContinuousStates = fmi2GetNominalsOfContinuousStates(_x_nominal: *mut fmi2Real, _nx: usize);
}

/// Frees a snapshot. There are none, so that NULL is all that can be freed.
///
/// # Safety
/// `FMUstate` is NULL or points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    enter(c, Function::FreeFMUstate, |_| {
        // SAFETY: the caller's promise; a pointer may be read unaligned.
        if FMUstate.is_null() || unsafe { FMUstate.read_unaligned() }.is_null() {
            return Ok(());
        }
        Err(Refusal::error("this is no snapshot of this FMU, which has none (canGetAndSetFMUstate is false)"))
    })
}
