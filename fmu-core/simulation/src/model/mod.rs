//! The compiled model: data only, written to `resources/model.bin` by the compiler of models.

mod conditions;
mod dependencies;
mod experiment;
mod memory_need;
mod motions;
mod schedule;
mod state_layout;

pub use conditions::{
    ClosedForm, ComputedDistance, Dimension, Equation, InitialCondition, Initialization, Level, Subject, Unknown,
};
pub use dependencies::Dependencies;
pub use experiment::{Experiment, ExperimentFault, StateSet};
pub use motions::{Follower, Motions, StartReference};
pub use schedule::{Feedback, Need, Schedule};
pub use state_layout::{AngleStates, MinimalState, MinimalStates, StateLayout};

use crate::variables::Catalogue;
use binary::Binary;
use library::{AnyLaw, WatchedLaw};
use mechanism::{DiscreteLayout, FlangeId, FrameId, Mechanism, ParameterTable};

/// A compiled model: immutable; parameters, state and caches are kept separately.
#[derive(Clone, Debug, Binary)]
pub struct Model {
    /// FMI model name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Default experiment.
    pub experiment: Experiment,
    /// FMI variables.
    pub catalogue: Catalogue,
    /// Links, joints, frames.
    pub mechanism: Mechanism,
    /// Laws.
    pub laws: Vec<AnyLaw>,
    /// Laws with warnings.
    pub watched: Vec<WatchedLaw>,
    /// Evaluation order of the laws.
    pub schedule: Schedule,
    /// Discrete states, relations, contacts with friction.
    pub discrete: DiscreteLayout,
    /// Parameters and start values.
    pub parameters: ParameterTable,
    /// Initial motion of each joint.
    pub motions: Motions,
    /// Equations of the initial state.
    pub initialization: Initialization,
    /// Layout of the state array.
    pub states: StateLayout,
    /// The continuous states of model exchange, where they are not the state array.
    pub minimal: Option<MinimalStates>,
    /// Frame connectors whose flow a law writes.
    pub acting_frames: Vec<FrameId>,
    /// Flange connectors whose flow a law writes, each with the velocity coordinate that it drives.
    pub acting_flanges: Vec<(FlangeId, usize)>,
    /// Number of signals: outputs of components, then FMI inputs.
    pub signal_count: usize,
    /// Signal of the first FMI input.
    pub first_input_signal: usize,
}

impl Model {
    /// Returns true if the motion needs time derivatives of signals: joints follow signals, or derivatives of signals
    /// drive the mechanism.
    pub fn needs_rates_before_motion(&self) -> bool {
        !self.motions.followers.is_empty() || !self.schedule.given_derivatives[0].is_empty()
    }

    /// Returns true if the initial state is more than the start values of what it depends on: there are conditions to solve, or laws that hold
    /// what signals are at the start.
    pub fn has_indirect_starts(&self) -> bool {
        self.initialization.has_equations() || self.laws.iter().any(|law| !law.sampled().is_empty())
    }

    /// Returns true if accelerations need time derivatives of signals, and thus may need those of inputs.
    pub fn depends_on_input_rates(&self) -> bool {
        self.needs_rates_before_motion() || !self.schedule.given_derivatives[1].is_empty()
    }
}
