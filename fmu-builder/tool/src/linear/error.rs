//! Errors of linear systems and operating points.

use simulation::dynamics::EvaluationError;

#[cfg(feature = "system")]
use crate::host::{HostError, SimulationError};
use crate::scene::SceneError;

/// Why there is no linear system of a model or an FMU.
#[derive(Debug, thiserror::Error)]
pub enum LinearError {
    /// The model cannot be run.
    #[error(transparent)]
    Run(#[from] SceneError),
    /// The equations have no value.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// There is no such operating point.
    #[error(transparent)]
    Trim(#[from] TrimFault),
    /// Loading, simulating or calling an FMU failed.
    #[cfg(feature = "system")]
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The FMU has no exact derivatives.
    #[error(
        "the FMU does not provide directional derivatives for co-simulation (providesDirectionalDerivative), which exact matrices need"
    )]
    NoDerivatives,
    /// The FMU ended before.
    #[error("the FMU ended the simulation before {0} s")]
    Ended(f64),
    /// There are neither states nor outputs.
    #[error("the {of} has neither continuous states nor real outputs: there is nothing to make linear")]
    Nothing {
        /// Model or FMU.
        of: &'static str,
    },
    /// The time is before the start.
    #[error("the time is {time} s, before the start at {start} s")]
    Time {
        /// Time asked for, s.
        time: f64,
        /// Start time, s.
        start: f64,
    },
    /// Independent coordinates do not exist.
    #[error(
        "the mechanism is in a singular position, where it has more motions than elsewhere, and no linear system describes them (closed \
         loops of {}); choose another time or other start values",
        components.join(", ")
    )]
    Singular {
        /// Components that close loops.
        components: Vec<String>,
    },
}

#[cfg(feature = "system")]
impl From<HostError> for LinearError {
    fn from(error: HostError) -> Self {
        Self::Simulation(error.into())
    }
}

/// Why there is no operating point.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrimFault {
    #[error(
        "\"{name}\" cannot be free: an input, a parameter that is a real number, or a start value of a state is expected"
    )]
    NotFree { name: String },
    #[error("\"{name}\" cannot be fixed: a state is expected, one of {expected}")]
    NotFixed { name: String, expected: String },
    #[error("\"{name}\" cannot be \"{value}\": a number, alone or with a unit that fits, is expected")]
    Value { name: String, value: String },
    #[error("the value {value} of \"{name}\" is not within its limits {}..{}", limits[0], limits[1])]
    Outside { name: String, value: f64, limits: [f64; 2] },
    #[error("the motion is not steady: speeds are constant for a moment only, because the positions that go on change {}", changing.join(", "))]
    NotSteady { changing: Vec<String> },
    #[error(
        "no operating point was found; near the best one these equations are left over: {}{}",
        left.join(", "),
        after(switched)
    )]
    NotFound { left: Vec<String>, switched: Vec<String> },
    #[error("no operating point was found: contacts or conditions change at each point{}", after(switched))]
    Unsettled { switched: Vec<String> },
}

/// Changes at the point that was found before.
fn after(switched: &[String]) -> String {
    if switched.is_empty() { String::new() } else { format!(" (after changes: {})", switched.join("; ")) }
}
