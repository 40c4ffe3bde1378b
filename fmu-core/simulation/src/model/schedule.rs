//! The order in which laws are evaluated.

use super::{Feedback, Need};
use mechanism::{Source, Stage};
use serde::{Deserialize, Serialize};

/// Order of the laws.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Schedule {
    /// All laws, each after those whose signals it reads.
    pub order: Vec<usize>,
    /// For each law: the stage whose results it needs, signals included.
    pub stages: Vec<Stage>,
    /// Laws that the accelerations need and that read time and inputs only.
    pub time: Vec<usize>,
    /// Laws that the accelerations need and that read the motion.
    pub motion: Vec<usize>,
    /// Laws that the accelerations need and that read accelerations or cut forces.
    pub feedback: Feedback,
    /// Laws for outputs only, which read time, inputs and motion.
    pub motion_outputs: Vec<usize>,
    /// Laws for outputs only, which read accelerations.
    pub acceleration_outputs: Vec<usize>,
    /// Laws for outputs only, which read cut forces.
    pub reaction_outputs: Vec<usize>,
    /// For each signal: what its value needs; none where it follows from time derivatives along the motion.
    pub signal_needs: Vec<Option<Need>>,
    /// For each signal: the stage after which it is known.
    pub signal_stages: Vec<Stage>,
    /// For each signal: its law.
    pub producer: Vec<Option<usize>>,
    /// For each law: number of time derivatives one after the other on the way to what it writes, its own included.
    pub derivatives_in: Vec<usize>,
    /// Laws that the accelerations need and that read time derivatives themselves: of signals that depend on time and inputs only, and of
    /// others. What they write is given to evaluations whose numbers carry no time derivatives.
    pub given_derivatives: [Vec<usize>; 2],
}

impl Schedule {
    /// Number of time derivatives one after the other on the way to a variable.
    pub fn derivatives_before(&self, source: &Source) -> usize {
        let law = match *source {
            Source::Signal(signal, _) => self.producer[signal],
            Source::Law(law, _, _) => Some(law),
            Source::Derived(ref derived) => {
                return derived.sources.iter().map(|source| self.derivatives_before(source)).max().unwrap_or(0);
            }
            _ => None,
        };
        law.map_or(0, |law| self.derivatives_in[law])
    }
}

impl Schedule {
    /// Quantities that the value of a variable needs; none where it follows from time derivatives along the motion.
    #[inline]
    pub fn need(&self, source: &Source) -> Option<Need> {
        match *source {
            Source::Signal(signal, _) => self.signal_needs[signal],
            Source::Law(law, _, stage) => (self.derivatives_in[law] == 0).then(|| Need::of(stage)),
            Source::Derived(ref derived) => {
                derived.sources.iter().try_fold(Need::default(), |need, source| Some(need.and(self.need(source)?)))
            }
            Source::AngleDerivative(_) => Some(Need { angle_derivatives: true, ..Need::of(Stage::Acceleration) }),
            ref other => Some(Need::of(other.stage())),
        }
    }
}
