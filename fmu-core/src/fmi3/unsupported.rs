//! Functions for what no model has: Clocks, structural parameters, and partitions that are scheduled by the host; and for what only
//! modelDescription.xml tells.

use super::types::*;
use crate::shell::functions::call;
use crate::shell::{Call, Refusal, enter};

/// Refuses a function that no model can answer.
#[inline(never)]
fn refuse(instance: fmi3Instance, call: Call, reason: &str) -> fmi3Status {
    enter(instance, call, |_| Err(Refusal::error(reason))).into()
}

/// Functions that always refuse; their rows in the table of calls, and the reason, stand behind the arguments.
macro_rules! functions {
    ($($name:ident ($($argument:ident: $type:ty),*) $row:ident $reason:expr;)*) => {$(
        /// Refused.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: fmi3Instance, $($argument: $type),*) -> fmi3Status {
            refuse(instance, call!(Fmi3 $name $row), $reason)
        }
    )*};
}

const CLOCKS: &str = "the model has no Clocks";
const STRUCTURE: &str = "the model has no structural parameters";
const DEPENDENCIES: &str =
    "dependencies do not change at run time (providesPerElementDependencies is false); modelDescription.xml has them";

functions! {
    fmi3EnterConfigurationMode () Unsupported STRUCTURE;
    fmi3ExitConfigurationMode () Unsupported STRUCTURE;
    fmi3EvaluateDiscreteStates () Unsupported "providesEvaluateDiscreteStates is false";
    fmi3GetNumberOfVariableDependencies (_valueReference: fmi3ValueReference, _nDependencies: *mut usize)
        GetStructure DEPENDENCIES;
    fmi3GetVariableDependencies (
        _dependent: fmi3ValueReference,
        _elementIndicesOfDependent: *mut usize,
        _independents: *mut fmi3ValueReference,
        _elementIndicesOfIndependents: *mut usize,
        _dependencyKinds: *mut fmi3DependencyKind,
        _nDependencies: usize
    ) GetStructure DEPENDENCIES;
    fmi3ActivateModelPartition (_clockReference: fmi3ValueReference, _activationTime: f64) Unsupported CLOCKS;
}

/// The functions of Clocks.
macro_rules! clocks {
    ($($name:ident ($($argument:ident: $type:ty),*);)*) => { functions! {$(
        $name (_valueReferences: *const fmi3ValueReference, _nValueReferences: usize, $($argument: $type),*)
            Unsupported CLOCKS;
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
