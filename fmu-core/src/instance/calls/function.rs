//! The functions of the table.

use std::fmt;

/// The functions that are called on an instance, by their names in FMI 2.0, or in FMI 3.0 those that 2.0 does not have.
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
    EnterStepMode,
    GetStructure,
    GetCounts,
    Unsupported,
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fmi2{self:?}")
    }
}

impl Function {
    /// Action of the function, for messages to a host that does not know the names of the standard.
    pub const fn action(self) -> &'static str {
        match self {
            Self::SetDebugLogging => "switching messages on or off",
            Self::FreeInstance => "freeing the instance",
            Self::SetupExperiment => "setting up the experiment",
            Self::EnterInitializationMode => "entering Initialization Mode",
            Self::ExitInitializationMode => "leaving Initialization Mode",
            Self::Terminate => "terminating",
            Self::Reset => "a reset",
            Self::GetReal => "reading Real variables",
            Self::GetInteger => "reading Integer variables",
            Self::GetBoolean => "reading Boolean variables",
            Self::GetString => "reading String variables",
            Self::SetReal => "setting Real variables",
            Self::SetInteger => "setting Integer variables",
            Self::SetBoolean => "setting Boolean variables",
            Self::SetString => "setting String variables",
            Self::GetFMUstate => "taking a snapshot",
            Self::SetFMUstate => "going back to a snapshot",
            Self::FreeFMUstate => "freeing a snapshot",
            Self::SerializedFMUstateSize => "asking for the size of a snapshot",
            Self::SerializeFMUstate => "writing a snapshot",
            Self::DeSerializeFMUstate => "reading a snapshot",
            Self::GetDirectionalDerivative => "reading directional derivatives",
            Self::SetRealInputDerivatives => "setting derivatives of inputs",
            Self::GetRealOutputDerivatives => "reading derivatives of outputs",
            Self::DoStep => "a step",
            Self::CancelStep => "giving up a step",
            Self::GetStatus => "asking for the status of a step",
            Self::GetRealStatus => "asking for the time of the last step",
            Self::GetIntegerStatus => "asking for an Integer status",
            Self::GetBooleanStatus => "asking whether the simulation has ended",
            Self::GetStringStatus => "asking for the text of a status",
            Self::EnterEventMode => "entering Event Mode",
            Self::NewDiscreteStates => "handling events",
            Self::EnterContinuousTimeMode => "entering Continuous-Time Mode",
            Self::CompletedIntegratorStep => "completing an integrator step",
            Self::SetTime => "setting the time",
            Self::SetContinuousStates => "setting the continuous states",
            Self::GetDerivatives => "reading the derivatives",
            Self::GetEventIndicators => "reading the event indicators",
            Self::GetContinuousStates => "reading the continuous states",
            Self::GetNominalsOfContinuousStates => "reading nominal values",
            Self::EnterStepMode => "entering Step Mode",
            Self::GetStructure => "asking for dependencies",
            Self::GetCounts => "asking for the number of states or event indicators",
            Self::Unsupported => "what no model of this tool has",
        }
    }
}
