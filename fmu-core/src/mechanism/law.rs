//! What a law is: equations of a component that read the motion and signals and write signals, wrenches or prescribed motion.

use super::{
    AccelerationView, Discrete, Event, FlangeId, FrameId, Instant, LinePull, MeshLoss, MotionView, Parameters, PortId,
    ReactionView, SignalIn, SignalOut, Signals, TimeView,
};
use crate::scalar::Scalar;
use serde::{Deserialize, Serialize};

/// Stages of an evaluation, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Nothing but parameters.
    #[default]
    Parameters,
    /// Time and inputs are known.
    Time,
    /// Positions and velocities are known.
    Motion,
    /// What laws make of the motion is known: signals, and the flows into force components.
    Signals,
    /// Accelerations are known.
    Acceleration,
    /// Wrenches of all connectors are known.
    Reaction,
}

impl Stage {
    /// Number of stages.
    pub const COUNT: usize = 6;
}

/// A configuration in which a law does not compute what its component stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// Two frames are nearer to each other than the smallest length that is divided by.
    SmallDistance {
        /// Their distance, m.
        distance: f64,
        /// The parameter `s_small`, m.
        s_small: f64,
    },
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self::SmallDistance { distance, s_small } = self;
        write!(
            f,
            "the distance of frame_a and frame_b, {distance:e} m, has fallen below s_small = {s_small:e} m, which now stands for it; keep \
             the frames apart, or choose another s_small"
        )
    }
}

/// Number of a state of a law.
pub type StateId = usize;

/// Something that a law is connected to. Of frames and flanges it may read the motion, as far as its stage knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contact {
    /// A frame that it may act on.
    Frame(FrameId),
    /// A frame that it only looks at.
    Seen(FrameId),
    /// A flange.
    Flange(FlangeId),
    /// A flange that it only looks at, in its stage.
    SeenFlange(FlangeId),
    /// A state of another law that it reads.
    SeenState(StateId),
    /// A heat port whose temperature it reads.
    SeenPort(PortId),
    /// A heat port that it gives the flow into.
    Port(PortId),
    /// A conductor of heat, by number, that it gives the conductance of.
    Conductor(usize),
    /// A state of its own.
    State(StateId),
}

/// What laws are evaluated after, as a type: it decides what they see and what they may write.
pub trait LawStage {
    /// The stage.
    const STAGE: Stage;
    /// What is known then.
    type View<'a, T: Scalar + 'a>;
    /// That part of everything.
    fn of<'v, 'a, T: Scalar>(all: &'v mut ReactionView<'a, T>) -> &'v mut Self::View<'a, T>;
}

/// Stages that laws may be evaluated after.
pub mod after {
    use super::{AccelerationView, LawStage, MotionView, ReactionView, Scalar, Stage, TimeView};

    macro_rules! stages {
        ($($(#[$meta:meta])* $stage:ident: $view:ident, $all:ident => $part:expr;)+) => {
            $(
                $(#[$meta])*
                #[derive(Clone, Copy, Debug)]
                pub struct $stage;

                impl LawStage for $stage {
                    const STAGE: Stage = Stage::$stage;
                    type View<'a, T: Scalar + 'a> = $view<'a, T>;

                    #[inline]
                    fn of<'v, 'a, T: Scalar>($all: &'v mut ReactionView<'a, T>) -> &'v mut $view<'a, T> {
                        $part
                    }
                }
            )+
        };
    }

    stages! {
        /// Time and signals.
        Time: TimeView, all => all.time_only();
        /// Positions and velocities.
        Motion: MotionView, all => all.motion();
        /// Accelerations.
        Acceleration: AccelerationView, all => all.acceleration();
        /// Cut forces.
        Reaction: ReactionView, all => all;
    }
}

/// The equations of a component. One law is evaluated once per evaluation, after its stage and after the laws whose signals it reads.
pub trait Law {
    /// The stage whose results it needs, one of [`after`].
    type Stage: LawStage;
    /// That stage; a law that is evaluated apart from the others may need a later one.
    fn stage(&self) -> Stage {
        Self::Stage::STAGE
    }
    /// True when it may read speeds, besides positions: the time derivative of what it writes then needs accelerations.
    fn reads_speeds(&self) -> bool {
        Self::Stage::STAGE >= Stage::Motion
    }
    /// Signals it reads.
    fn inputs(&self) -> Vec<SignalIn> {
        Vec::new()
    }
    /// Signal it writes.
    fn output(&self) -> Option<SignalOut> {
        None
    }
    /// Everything that it reads or acts on besides its signals: what depends on what is found from it.
    fn contacts(&self) -> Vec<Contact> {
        Vec::new()
    }
    /// True when the accelerations depend on it: it writes wrenches, flange flows or prescribed motion.
    fn acts(&self) -> bool {
        false
    }
    /// True when it reads time derivatives of its inputs, so that it can only be evaluated over [`crate::scalar::Jet`].
    fn reads_derivatives(&self) -> bool {
        false
    }
    /// The frames between which it acts as a line force, and as nothing else, if it does.
    fn line(&self) -> Option<[FrameId; 2]> {
        None
    }
    /// That line force at the present motion.
    fn line_pull<T: Scalar>(&self, _view: &MotionView<'_, T>) -> Option<LinePull<T>> {
        None
    }
    /// Prescribes the motion of another flange than `flange`, if that is whose motion it prescribes, without a support.
    fn prescribe_instead(&mut self, _flange: FlangeId, _other: FlangeId) {}
    /// Writes its results.
    fn evaluate<T: Scalar>(&self, view: &mut <Self::Stage as LawStage>::View<'_, T>, signals: &mut Signals<'_, T>);
    /// What its user should know of the present motion.
    fn warning(&self, _view: &MotionView<'_, f64>) -> Option<Warning> {
        None
    }
    /// First time event after `now`, s from the beginning of the simulation.
    fn next_event(&self, _parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, _now: Instant) -> Option<f64> {
        None
    }
    /// Discrete state at `time` (right limit) of a law that has no relations; constant between events.
    fn mode(&self, _parameters: Parameters<'_, f64>, _time: f64) -> i32 {
        0
    }
    /// Discrete state before the start, with which the initial state is looked for, of a law that has relations.
    fn first_mode(&self) -> i32 {
        0
    }
    /// Another discrete state to look for the initial state with, where there is none in the present one: the motion is where the search
    /// began.
    fn other_start(
        &self,
        _view: &<Self::Stage as LawStage>::View<'_, f64>,
        _signals: &Signals<'_, f64>,
    ) -> Option<i32> {
        None
    }
    /// Whether [`Self::mode`] may be this at some time and with some parameters.
    fn has_mode(&self, mode: i32) -> bool {
        mode == 0
    }
    /// How many numbers it holds between events.
    fn held(&self) -> usize {
        0
    }
    /// Number of its relations: comparisons of what depends on more than time. A law that has any, or holds numbers, is asked to
    /// [`Self::update`] at each event.
    fn relations(&self) -> usize {
        0
    }
    /// Writes the indicator of each relation: positive while its discrete state holds, 1 where it means nothing.
    fn indicators(
        &self,
        _view: &<Self::Stage as LawStage>::View<'_, f64>,
        _signals: &Signals<'_, f64>,
        _indicators: &mut [f64],
    ) {
    }
    /// Brings its discrete state to the right limit of an event.
    fn update(
        &self,
        _view: &<Self::Stage as LawStage>::View<'_, f64>,
        _signals: &Signals<'_, f64>,
        event: &mut Event<'_>,
    ) {
        event.mode = self.mode(event.parameters, event.time);
    }
    /// Least and largest friction torque or force, against the motion of the flange, that a contact with friction
    /// ([`super::FrictionElement`]) holds while it sticks; none where the surfaces do not touch.
    fn grip<T: Scalar>(&self, _view: &MotionView<'_, T>, _signals: &Signals<'_, T>) -> Option<[T; 2]> {
        None
    }
    /// What a gear loses whose friction depends on the torque that it hands on.
    fn mesh<T: Scalar>(&self, _view: &MotionView<'_, T>) -> Option<MeshLoss<T>> {
        None
    }
}
