//! Why an instance refuses a call or cannot go on.

use super::MAXIMUM_DERIVATIVE_ORDER;
use super::calls::{Function, States};
use super::{Interface, Mode, SnapshotError};
use simulation::dynamics::EvaluationError;
use simulation::memory::OutOfMemory;

/// Largest number of names in a message.
const SHOWN_NAMES: usize = 20;

/// Consequence of an error for the instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// A value was refused and nothing has changed, or a step ended early: fmi2Discard.
    Discard,
    /// A call that must not be made, or a model that cannot be evaluated: fmi2Error.
    Error,
}

/// Why a call failed.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InstanceError {
    #[error("{} is not possible in the state \"{mode}\"; it is allowed in: {allowed}", .function.action())]
    WrongMode { function: Function, mode: Mode, allowed: States },
    #[error("{} belongs to {expected}, but this instance was made for {interface}", .function.action())]
    WrongInterface { function: Function, interface: Interface, expected: Interface },
    #[error("{} is for co-simulation with Event Mode, and this instance was made without it", .function.action())]
    WithoutEventMode { function: Function },
    #[error("the experiment is not set up; call fmi2SetupExperiment before Initialization Mode is entered")]
    ExperimentNotSetUp,
    #[error("no variable has the value reference {reference}; the model has {count} variables, counted from 0")]
    UnknownReference { reference: u32, count: usize },
    #[error(
        "{variable} (value reference {reference}) is of type {declared}; use the functions of that type, not of {used}"
    )]
    WrongType { variable: String, reference: u32, declared: &'static str, used: &'static str },
    #[error("{variable} (value reference {reference}) cannot be set in the state \"{mode}\": {reason}")]
    NotSettable { variable: String, reference: u32, mode: Mode, reason: &'static str },
    #[error("{variable} (value reference {reference}) has no value before Initialization Mode is entered")]
    NotReadable { variable: String, reference: u32 },
    #[error("{references} value references, but {values} values")]
    LengthMismatch { references: usize, values: usize },
    #[error("{found} {what} were passed, the model has {expected}")]
    Count { what: &'static str, expected: usize, found: usize },
    #[error("{variable} (value reference {reference}) is not an input; time derivatives can be given for inputs only")]
    NotAnInput { variable: String, reference: u32 },
    #[error(
        "derivative {order} of {variable} (value reference {reference}): orders from 1 to {MAXIMUM_DERIVATIVE_ORDER} are \
         supported"
    )]
    DerivativeOrder { variable: String, reference: u32, order: i32 },
    #[error(
        "{variable} (value reference {reference}) is not a valid known of a directional derivative in the state \"{mode}\": knowns are \
         inputs, continuous states and tunable parameters, in Initialization Mode inputs, parameters and start values"
    )]
    NotAKnown { variable: String, reference: u32, mode: Mode },
    #[error(
        "{variable} (value reference {reference}) is not a valid unknown of a directional derivative: it is given, not calculated"
    )]
    NotAnUnknown { variable: String, reference: u32 },
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(
        "{variable} (value reference {reference}) was given {value}; a finite number is expected, the old value stays"
    )]
    NotFinite { variable: String, reference: u32, value: f64 },
    #[error(
        "{variable} (value reference {reference}) was given {value}; legal values lie in [{min}, {max}], the old value stays"
    )]
    OutOfRange { variable: String, reference: u32, value: f64, min: f64, max: f64 },
    #[error("{quantity} = {value}: {expected}")]
    Experiment { quantity: &'static str, value: f64, expected: &'static str },
    #[error("communication step {step} s at time {time} s: a finite step that advances the time is expected")]
    StepSize { time: f64, step: f64 },
    #[error(
        "the step was to start at {found} s, but the current time is {expected} s (differences up to {slack} s are evened out)"
    )]
    CommunicationPoint { expected: f64, found: f64, slack: f64 },
    #[error("the step would end at {end} s, after the stop time {stop} s of the experiment")]
    AfterStopTime { end: f64, stop: f64 },
    #[error("the model cannot be initialized at {time} s: {cause}")]
    Initialization { time: f64, cause: EvaluationError },
    #[error(
        "the model has outputs that are not finite at {time} s: {}; look for parameters, inputs and start values far beyond what the \
         mechanism can have",
        shortened(.names)
    )]
    InitialOutputs { names: Vec<String>, time: f64 },
    #[error("{variable} cannot be evaluated at {time} s: {cause}")]
    Evaluation { variable: String, time: f64, cause: EvaluationError },
    #[error("{what} cannot be evaluated at {time} s: {cause}; a smaller step may help")]
    Trial { what: String, time: f64, cause: EvaluationError },
    #[error("the step to {end} s ended at {time} s: {cause}")]
    StepFailed { time: f64, end: f64, cause: String },
    #[error("the event at {time} s cannot be handled: {cause}")]
    Event { time: f64, cause: String },
    #[error("the model has ended the simulation at {time} s: {reason}")]
    Terminated { time: f64, reason: String },
}

/// The first names, and how many there are more.
fn shortened(names: &[String]) -> String {
    let shown = names.iter().take(SHOWN_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(SHOWN_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

impl InstanceError {
    /// Consequence of the error for the instance.
    pub fn severity(&self) -> Severity {
        let is_discarded = matches!(
            self,
            Self::NotFinite { .. }
                | Self::OutOfRange { .. }
                | Self::Experiment { .. }
                | Self::StepSize { .. }
                | Self::CommunicationPoint { .. }
                | Self::Trial { .. }
                | Self::StepFailed { .. }
                | Self::Terminated { .. }
        );
        if is_discarded { Severity::Discard } else { Severity::Error }
    }
}
