//! The states of an instance.

use std::fmt;

/// State of an instance (FMI 2.0.5, 3.2.3 and 4.2.4). `stepInProgress` and `stepCanceled` are missing: a step never runs
/// asynchronously.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Made or reset; parameters and start values may be set.
    Instantiated,
    /// Between entering and leaving Initialization Mode.
    Initialization,
    /// Model exchange: events are handled.
    Event,
    /// Model exchange: between events, the host integrates.
    ContinuousTime,
    /// Co-simulation: at a communication point, ready for a step.
    StepComplete,
    /// Co-simulation: a step was given up on the way; the variables are those of the last successful time.
    StepFailed,
    /// The simulation is over.
    Terminated,
    /// Something went wrong; only a reset or an earlier snapshot helps.
    Error,
}

impl Mode {
    /// All modes, in the order of the state machines.
    pub const ALL: [Self; 8] = [
        Self::Instantiated,
        Self::Initialization,
        Self::Event,
        Self::ContinuousTime,
        Self::StepComplete,
        Self::StepFailed,
        Self::Terminated,
        Self::Error,
    ];
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Instantiated => "instantiated",
            Self::Initialization => "Initialization Mode",
            Self::Event => "Event Mode",
            Self::ContinuousTime => "Continuous-Time Mode",
            Self::StepComplete => "step complete",
            Self::StepFailed => "step failed",
            Self::Terminated => "terminated",
            Self::Error => "error",
        })
    }
}
