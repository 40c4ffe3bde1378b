//! Functions for what no model has: Clocks, structural parameters, and partitions that are scheduled by the host.

use super::refuse;
use super::types::*;
use crate::instance::calls::Function;

/// Functions that always refuse; the reason stands behind the arguments.
macro_rules! functions {
    ($($name:ident ($($argument:ident: $type:ty),*) $reason:expr;)*) => {$(
        /// Refused.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: fmi3Instance, $($argument: $type),*) -> fmi3Status {
            refuse(instance, Function::Unsupported, stringify!($name), $reason)
        }
    )*};
}

const CLOCKS: &str = "the model has no Clocks";
const STRUCTURE: &str = "the model has no structural parameters";

functions! {
    fmi3EnterConfigurationMode () STRUCTURE;
    fmi3ExitConfigurationMode () STRUCTURE;
    fmi3EvaluateDiscreteStates () "providesEvaluateDiscreteStates is false";
    fmi3ActivateModelPartition (_clockReference: fmi3ValueReference, _activationTime: f64) CLOCKS;
}

/// The functions of Clocks.
macro_rules! clocks {
    ($($name:ident ($($argument:ident: $type:ty),*);)*) => { functions! {$(
        $name (_valueReferences: *const fmi3ValueReference, _nValueReferences: usize, $($argument: $type),*) CLOCKS;
    )*} };
}

clocks! {
    fmi3GetClock (_values: *mut fmi3Boolean);
    fmi3SetClock (_values: *const fmi3Boolean);
    fmi3GetIntervalDecimal (_intervals: *mut f64, _qualifiers: *mut i32);
    fmi3GetIntervalFraction (_counters: *mut u64, _resolutions: *mut u64, _qualifiers: *mut i32);
    fmi3GetShiftDecimal (_shifts: *mut f64);
    fmi3GetShiftFraction (_counters: *mut u64, _resolutions: *mut u64);
    fmi3SetIntervalDecimal (_intervals: *const f64);
    fmi3SetIntervalFraction (_counters: *const u64, _resolutions: *const u64);
    fmi3SetShiftDecimal (_shifts: *const f64);
    fmi3SetShiftFraction (_counters: *const u64, _resolutions: *const u64);
}
