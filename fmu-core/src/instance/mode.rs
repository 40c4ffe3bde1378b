//! The states of an instance.

use std::fmt;

/// State of an instance (FMI 2.0.5, 3.2.3 and 4.2.4; FMI 3.0.2, 2.3). `stepInProgress` and `stepCanceled` are missing: a step never runs
/// asynchronously.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Made or reset; parameters and start values may be set.
    Instantiated,
    /// Between entering and leaving Initialization Mode.
    Initialization,
    /// Model exchange, and co-simulation of FMI 3.0: events are handled.
    Event,
    /// Model exchange: between events, the host integrates.
    ContinuousTime,
    /// Co-simulation of FMI 2.0: at a communication point, ready for a step.
    StepComplete,
    /// Co-simulation of FMI 2.0: a step was given up on the way; the variables are those of the last successful time.
    StepFailed,
    /// The simulation is over.
    Terminated,
    /// Something went wrong; only a reset or an earlier snapshot helps.
    Error,
    /// Co-simulation of FMI 3.0: ready for a step.
    Step,
}

impl Mode {
    /// All modes; snapshots have their numbers.
    pub const ALL: [Self; 9] = [
        Self::Instantiated,
        Self::Initialization,
        Self::Event,
        Self::ContinuousTime,
        Self::StepComplete,
        Self::StepFailed,
        Self::Terminated,
        Self::Error,
        Self::Step,
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
            Self::Step => "Step Mode",
        })
    }
}
