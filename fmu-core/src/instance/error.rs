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
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// The call is not allowed in this state.
    #[error("{} is not possible in the state \"{mode}\"; it is allowed in: {allowed}", .function.action())]
    WrongMode {
        /// The function called.
        function: Function,
        /// State of the instance.
        mode: Mode,
        /// States in which it may be tried.
        allowed: States,
    },
    /// The call belongs to the other interface.
    #[error("{} belongs to {expected}, but this instance was made for {interface}", .function.action())]
    WrongInterface {
        /// The function called.
        function: Function,
        /// Interface of the instance.
        interface: Interface,
        /// Interface that it belongs to.
        expected: Interface,
    },
    /// Initialization Mode before the experiment was set up.
    #[error("the experiment is not set up; call fmi2SetupExperiment before Initialization Mode is entered")]
    ExperimentNotSetUp,
    /// No variable has this value reference.
    #[error("no variable has the value reference {reference}; the model has {count} variables, counted from 0")]
    UnknownReference {
        /// Value reference.
        reference: u32,
        /// Number of variables.
        count: usize,
    },
    /// The variable has another type.
    #[error(
        "{variable} (value reference {reference}) is of type {declared}; use the functions of that type, not of {used}"
    )]
    WrongType {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
        /// Its type.
        declared: &'static str,
        /// Type of the call.
        used: &'static str,
    },
    /// The variable cannot be set, never or not now.
    #[error("{variable} (value reference {reference}) cannot be set in the state \"{mode}\": {reason}")]
    NotSettable {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
        /// State of the instance.
        mode: Mode,
        /// Why not, and when it can be.
        reason: &'static str,
    },
    /// The variable has no value yet.
    #[error("{variable} (value reference {reference}) has no value before Initialization Mode is entered")]
    NotReadable {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
    },
    /// Arrays of a call differ in length.
    #[error("{references} value references, but {values} values")]
    LengthMismatch {
        /// Number of value references.
        references: usize,
        /// Number of values.
        values: usize,
    },
    /// An array has another length than the model has elements.
    #[error("{found} {what} were passed, the model has {expected}")]
    Count {
        /// The counted elements.
        what: &'static str,
        /// Number of the model.
        expected: usize,
        /// Number of the call.
        found: usize,
    },
    /// Time derivatives of something that is not an input.
    #[error("{variable} (value reference {reference}) is not an input; time derivatives can be given for inputs only")]
    NotAnInput {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
    },
    /// A time derivative of an order that is not supported.
    #[error(
        "derivative {order} of {variable} (value reference {reference}): orders from 1 to {MAXIMUM_DERIVATIVE_ORDER} are \
         supported"
    )]
    DerivativeOrder {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
        /// Order.
        order: i32,
    },
    /// No derivative can be taken with respect to the variable.
    #[error(
        "{variable} (value reference {reference}) is not a valid known of a directional derivative in the state \"{mode}\": knowns are \
         inputs, continuous states and tunable parameters, in Initialization Mode inputs, parameters and start values"
    )]
    NotAKnown {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
        /// State of the instance.
        mode: Mode,
    },
    /// The variable is given, not calculated.
    #[error(
        "{variable} (value reference {reference}) is not a valid unknown of a directional derivative: it is given, not calculated"
    )]
    NotAnUnknown {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
    },
    /// A snapshot that does not fit.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The memory that the call may need is not there.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// NaN or infinity for a variable.
    #[error(
        "{variable} (value reference {reference}) was given {value}; a finite number is expected, the old value stays"
    )]
    NotFinite {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
        /// Value.
        value: f64,
    },
    /// A value below the minimum or above the maximum.
    #[error(
        "{variable} (value reference {reference}) was given {value}; legal values lie in [{min}, {max}], the old value stays"
    )]
    OutOfRange {
        /// Name of the variable.
        variable: String,
        /// Value reference.
        reference: u32,
        /// Value.
        value: f64,
        /// Smallest legal value.
        min: f64,
        /// Largest legal value.
        max: f64,
    },
    /// Start time, stop time or tolerance make no experiment.
    #[error("{quantity} = {value}: {expected}")]
    Experiment {
        /// Name of the argument.
        quantity: &'static str,
        /// Its value.
        value: f64,
        /// Expectation.
        expected: &'static str,
    },
    /// The communication step is not a positive number, or too small for the time to advance.
    #[error("communication step {step} s at time {time} s: a finite step that advances the time is expected")]
    StepSize {
        /// Time, s.
        time: f64,
        /// Step, s.
        step: f64,
    },
    /// The host believes in another time.
    #[error(
        "the step was to start at {found} s, but the current time is {expected} s (differences up to {slack} s are evened out)"
    )]
    CommunicationPoint {
        /// Time of the instance, s.
        expected: f64,
        /// Time of the host, s.
        found: f64,
        /// Difference that is accepted, s.
        slack: f64,
    },
    /// The step would pass the stop time that the host has announced.
    #[error("the step would end at {end} s, after the stop time {stop} s of the experiment")]
    AfterStopTime {
        /// End of the step, s.
        end: f64,
        /// Stop time, s.
        stop: f64,
    },
    /// Parameters or start values do not make a mechanism.
    #[error("the model cannot be initialized at {time} s: {cause}")]
    Initialization {
        /// Time, s.
        time: f64,
        /// Cause.
        cause: EvaluationError,
    },
    /// Outputs have no value that a host can go on with.
    #[error(
        "the model has outputs that are not finite at {time} s: {}; look for parameters, inputs and start values far beyond what the \
         mechanism can have",
        shortened(.names)
    )]
    InitialOutputs {
        /// Names of the outputs.
        names: Vec<String>,
        /// Time, s.
        time: f64,
    },
    /// A variable cannot be evaluated.
    #[error("{variable} cannot be evaluated at {time} s: {cause}")]
    Evaluation {
        /// Name of the variable.
        variable: String,
        /// Time, s.
        time: f64,
        /// Cause.
        cause: Box<EvaluationError>,
    },
    /// The model has no value where the host's integrator has tried a step.
    #[error("{what} cannot be evaluated at {time} s: {cause}; a smaller step may help")]
    Trial {
        /// Name of the variable, or what was to be evaluated.
        what: String,
        /// Time, s.
        time: f64,
        /// Cause.
        cause: Box<EvaluationError>,
    },
    /// The integration ended before the end of the step.
    #[error("the step to {end} s ended at {time} s: {cause}")]
    StepFailed {
        /// Last successful time, s.
        time: f64,
        /// End of the step, s.
        end: f64,
        /// Cause.
        cause: String,
    },
    /// The model has ended the simulation.
    #[error("the model has ended the simulation at {time} s: {reason}")]
    Terminated {
        /// Time, s.
        time: f64,
        /// Why.
        reason: String,
    },
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
        match self {
            Self::NotFinite { .. }
            | Self::OutOfRange { .. }
            | Self::Experiment { .. }
            | Self::StepSize { .. }
            | Self::CommunicationPoint { .. }
            | Self::Trial { .. }
            | Self::StepFailed { .. }
            | Self::Terminated { .. } => Severity::Discard,
            Self::WrongMode { .. }
            | Self::WrongInterface { .. }
            | Self::Count { .. }
            | Self::NotAnInput { .. }
            | Self::DerivativeOrder { .. }
            | Self::NotAKnown { .. }
            | Self::NotAnUnknown { .. }
            | Self::Snapshot(_)
            | Self::Memory(_)
            | Self::ExperimentNotSetUp
            | Self::UnknownReference { .. }
            | Self::WrongType { .. }
            | Self::NotSettable { .. }
            | Self::NotReadable { .. }
            | Self::LengthMismatch { .. }
            | Self::AfterStopTime { .. }
            | Self::Initialization { .. }
            | Self::InitialOutputs { .. }
            | Self::Evaluation { .. } => Severity::Error,
        }
    }
}
