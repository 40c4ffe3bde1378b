//! Evaluation order of the laws.

use binary::Binary;
use mechanism::{SignalOut, Source, Stage};

/// Evaluation order of the laws.
#[derive(Clone, Debug, Default, Binary)]
pub struct Schedule {
    /// All laws, each after those whose signals it reads.
    pub order: Vec<usize>,
    /// For each law: the stage whose results it needs, including its signals.
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
    /// For each signal: the stages that its value needs; none if it follows from time derivatives along the motion.
    pub signal_needs: Vec<Option<Need>>,
    /// For each signal: the stage after which it is known.
    pub signal_stages: Vec<Stage>,
    /// For each signal: its law.
    pub producer: Vec<Option<usize>>,
    /// For each law: number of nested time derivatives in its outputs, including its own.
    pub derivatives_in: Vec<usize>,
    /// Laws that the accelerations need and that read time derivatives: of signals that depend on time and inputs only,
    /// and of others. An evaluation whose scalars carry no time derivatives cannot evaluate them; it is given their
    /// outputs.
    pub given_derivatives: [Vec<(usize, SignalOut)>; 2],
}

impl Schedule {
    /// Number of nested time derivatives in a variable.
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

    /// Stages that the value of a variable needs; none if it follows from time derivatives along the motion.
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

/// Laws in algebraic loops from forces over accelerations, cut forces and signals back to forces.
///
/// Each list is in the order of evaluation. Cut at the signals that enter the forces, an algebraic loop is a map of
/// these signals to themselves.
#[derive(Clone, Debug, Default, Binary)]
pub struct Feedback {
    /// Laws that write forces and read accelerations or cut forces.
    pub forces: Vec<usize>,
    /// Laws in the feedback path that need accelerations.
    pub accelerations: Vec<usize>,
    /// Laws in the feedback path that need cut forces.
    pub reactions: Vec<usize>,
    /// Signals that enter the forces.
    pub signals: Vec<usize>,
    /// For each of these signals the names on its path: from the sensor to the input of the force.
    pub paths: Vec<Vec<String>>,
    /// Laws that read accelerations or cut forces and affect only states of laws: they are not in a loop, and are
    /// evaluated after the loops are solved.
    pub rates: Vec<usize>,
}

/// Stages that a value needs; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Binary)]
pub struct Need {
    /// The stage of the mechanism and of the laws that act on it.
    pub stage: Stage,
    /// The stage of the laws that only outputs need.
    pub outputs: Stage,
    /// Derivatives of angles that are states.
    pub angle_derivatives: bool,
}

impl Need {
    /// Needs a stage of the mechanism only.
    pub(super) fn of(stage: Stage) -> Self {
        Self { stage, ..Self::default() }
    }

    /// Need of a signal from the stage that its law needs.
    pub fn of_signal(stage: Stage, is_passive: bool) -> Self {
        if is_passive {
            let outputs = if stage == Stage::Signals { Stage::Motion } else { stage.max(Stage::Motion) };
            return Self { stage: stage.max(Stage::Signals), outputs, angle_derivatives: false };
        }
        // A law that acts on the mechanism is evaluated on the way to the next stage.
        Self::of(match stage {
            Stage::Parameters | Stage::Time => Stage::Motion,
            Stage::Motion => Stage::Signals,
            _ => Stage::Acceleration,
        })
    }

    /// The union of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            stage: self.stage.max(other.stage),
            outputs: self.outputs.max(other.outputs),
            angle_derivatives: self.angle_derivatives || other.angle_derivatives,
        }
    }
}
