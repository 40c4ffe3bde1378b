//! Which function may be called in which state: the table of FMI 2.0.5, 4.2.4, as data.
//!
//! [`verdict`] is the only place that asks it, and every function comes through there. `fmi2GetTypesPlatform`, `fmi2GetVersion` and
//! `fmi2Instantiate` have no instance and therefore no row.

use crate::instance::Mode;
use std::fmt;

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct States(u8);

impl States {
    const fn only(mode: Mode) -> Self {
        Self(1 << mode as u8)
    }
    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Whether `mode` is one of these states.
    pub const fn contains(self, mode: Mode) -> bool {
        self.0 & (1 << mode as u8) != 0
    }
}

impl fmt::Display for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> =
            Mode::ALL.iter().filter(|&&mode| self.contains(mode)).map(|mode| format!("\"{mode}\"")).collect();
        f.write_str(if names.is_empty() { "no state" } else { "" })?;
        f.write_str(&names.join(", "))
    }
}

const NONE: States = States(0);
const I: States = States::only(Mode::Instantiated);
const N: States = States::only(Mode::Initialization);
const C: States = States::only(Mode::StepComplete);
const F: States = States::only(Mode::StepFailed);
const T: States = States::only(Mode::Terminated);
const E: States = States::only(Mode::Error);
const NC: States = N.and(C);
const CF: States = C.and(F);
const INC: States = I.and(NC);
const CFT: States = CF.and(T);
const CFTE: States = CFT.and(E);
const NCFTE: States = N.and(CFTE);
const ALL: States = I.and(NCFTE);

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Function.
    pub function: Function,
    /// States in which the standard allows the call, at least for some variables.
    pub standard: States,
    /// States in which we accept more than the standard does.
    pub lenient: States,
    /// What more is accepted there, and why.
    pub reason: &'static str,
    /// Why the function is not supported by this FMU, when it is not: what modelDescription.xml says about it.
    pub unsupported: Option<&'static str>,
}

/// A row that follows the standard.
const fn rule(function: Function, standard: States) -> Rule {
    Rule { function, standard, lenient: NONE, reason: "", unsupported: None }
}

/// A row that accepts more.
const fn lenient(function: Function, standard: States, lenient: States, reason: &'static str) -> Rule {
    Rule { function, standard, lenient, reason, unsupported: None }
}

/// A row of a function that exists and answers fmi2Error.
const fn unsupported(function: Function, standard: States, why: &'static str) -> Rule {
    Rule { function, standard, lenient: NONE, reason: "", unsupported: Some(why) }
}

const EARLY_GET: &str = "parameters and start values: hosts show and check them before initialization";
const EARLY_INPUT: &str = "inputs in the state instantiated: hosts set all start values there";
const NO_STATE: &str = "canGetAndSetFMUstate is false";
const NO_SERIALIZED_STATE: &str = "canSerializeFMUstate is false";
const NO_DIRECTIONAL_DERIVATIVE: &str = "providesDirectionalDerivative is false";
const NO_INTERPOLATION: &str = "canInterpolateInputs is false";
const NO_OUTPUT_DERIVATIVES: &str = "maxOutputDerivativeOrder is 0";
const NO_MODEL_EXCHANGE: &str = "it is an FMU for co-simulation";

/// The table. `C` includes the state before the first step; `stepInProgress` and `stepCanceled` never occur.
#[rustfmt::skip]
pub const TABLE: [Rule; 41] = [
    rule(Function::SetDebugLogging, ALL),
    rule(Function::FreeInstance, ALL),
    rule(Function::SetupExperiment, I),
    rule(Function::EnterInitializationMode, I),
    rule(Function::ExitInitializationMode, N),
    rule(Function::Terminate, CF),
    rule(Function::Reset, ALL),
    lenient(Function::GetReal, NCFTE, I, EARLY_GET),
    lenient(Function::GetInteger, NCFTE, I, EARLY_GET),
    lenient(Function::GetBoolean, NCFTE, I, EARLY_GET),
    lenient(Function::GetString, NCFTE, I, EARLY_GET),
    lenient(Function::SetReal, INC, I, EARLY_INPUT),
    lenient(Function::SetInteger, INC, I, EARLY_INPUT),
    lenient(Function::SetBoolean, INC, I, EARLY_INPUT),
    lenient(Function::SetString, INC, I, EARLY_INPUT),
    unsupported(Function::GetFMUstate, ALL, NO_STATE),
    unsupported(Function::SetFMUstate, ALL, NO_STATE),
    rule(Function::FreeFMUstate, ALL),
    unsupported(Function::SerializedFMUstateSize, ALL, NO_SERIALIZED_STATE),
    unsupported(Function::SerializeFMUstate, ALL, NO_SERIALIZED_STATE),
    unsupported(Function::DeSerializeFMUstate, ALL, NO_SERIALIZED_STATE),
    unsupported(Function::GetDirectionalDerivative, NCFTE, NO_DIRECTIONAL_DERIVATIVE),
    unsupported(Function::SetRealInputDerivatives, INC, NO_INTERPOLATION),
    unsupported(Function::GetRealOutputDerivatives, CFTE, NO_OUTPUT_DERIVATIVES),
    rule(Function::DoStep, C),
    // Only while a step runs asynchronously.
    rule(Function::CancelStep, NONE),
    rule(Function::GetStatus, CFT),
    rule(Function::GetRealStatus, CFT),
    rule(Function::GetIntegerStatus, CFT),
    rule(Function::GetBooleanStatus, CFT),
    rule(Function::GetStringStatus, CFT),
    unsupported(Function::EnterEventMode, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::NewDiscreteStates, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::EnterContinuousTimeMode, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::CompletedIntegratorStep, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::SetTime, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::SetContinuousStates, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::GetDerivatives, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::GetEventIndicators, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::GetContinuousStates, NONE, NO_MODEL_EXCHANGE),
    unsupported(Function::GetNominalsOfContinuousStates, NONE, NO_MODEL_EXCHANGE),
];

/// The functions that are called on an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are the standard's
pub enum Function {
    SetDebugLogging,
    FreeInstance,
    SetupExperiment,
    EnterInitializationMode,
    ExitInitializationMode,
    Terminate,
    Reset,
    GetReal,
    GetInteger,
    GetBoolean,
    GetString,
    SetReal,
    SetInteger,
    SetBoolean,
    SetString,
    GetFMUstate,
    SetFMUstate,
    FreeFMUstate,
    SerializedFMUstateSize,
    SerializeFMUstate,
    DeSerializeFMUstate,
    GetDirectionalDerivative,
    SetRealInputDerivatives,
    GetRealOutputDerivatives,
    DoStep,
    CancelStep,
    GetStatus,
    GetRealStatus,
    GetIntegerStatus,
    GetBooleanStatus,
    GetStringStatus,
    EnterEventMode,
    NewDiscreteStates,
    EnterContinuousTimeMode,
    CompletedIntegratorStep,
    SetTime,
    SetContinuousStates,
    GetDerivatives,
    GetEventIndicators,
    GetContinuousStates,
    GetNominalsOfContinuousStates,
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fmi2{self:?}")
    }
}

/// What the table says about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Allowed,
    /// Not in this state; it is allowed in these.
    Refused(States),
    /// Not by this FMU, for this reason.
    Unsupported(&'static str),
}

/// Whether `function` may be called in the state `mode`.
pub fn verdict(function: Function, mode: Mode) -> Verdict {
    let Some(rule) = TABLE.iter().find(|rule| rule.function == function) else {
        return Verdict::Refused(NONE);
    };
    if let Some(why) = rule.unsupported {
        return Verdict::Unsupported(why);
    }
    let allowed = rule.standard.and(rule.lenient);
    if allowed.contains(mode) { Verdict::Allowed } else { Verdict::Refused(allowed) }
}
