//! Laws: the equations of a component. A law reads the motion and signals, and writes signals, wrenches or prescribed
//! motion.

use super::{
    AccelerationView, Discrete, Event, FlangeId, FrameId, Instant, LinePull, MeshLoss, ModeName, MotionView,
    Parameters, PortId, ReactionView, Remembered, SignalIn, SignalOut, Signals, Stage, StateId, TimeView,
};
use crate::scalar::Scalar;
use binary::Binary;

/// A configuration in which a law deviates from the ideal equations of its component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// The distance of two frames is below the limit that replaces it as a divisor.
    SmallDistance {
        /// Distance of the frames, m.
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
            "the distance of frame_a and frame_b, {distance:e} m, is below s_small = {s_small:e} m, which is used \
             instead; keep the frames apart, or change s_small"
        )
    }
}

/// A connection of a law. It may read the motion of frames and flanges that is known at its stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Contact {
    /// A frame that it may act on.
    Frame(FrameId),
    /// A frame that it only reads.
    Seen(FrameId),
    /// A flange.
    Flange(FlangeId),
    /// A flange that it only reads, in its stage.
    SeenFlange(FlangeId),
    /// A state of another law that it reads.
    SeenState(StateId),
    /// A heat port whose temperature it reads.
    SeenPort(PortId),
    /// A heat port into which it prescribes the heat flow.
    Port(PortId),
    /// A thermal conductor, by number, whose conductance it sets.
    Conductor(usize),
    /// A state of this law.
    State(StateId),
}

/// The quantities that a law reads and writes.
#[derive(Clone, Debug, Default)]
pub struct Connections {
    /// Signals it reads.
    pub inputs: Vec<SignalIn>,
    /// Signals that it reads at events only, so that its results between events do not depend on them.
    pub sampled: Vec<SignalIn>,
    /// Signal it writes.
    pub output: Option<SignalOut>,
    /// Everything that it reads or acts on besides its signals; dependencies are derived from it.
    pub contacts: Vec<Contact>,
}

impl Connections {
    /// Adds inputs.
    #[must_use]
    pub fn reads<I: Into<SignalIn>>(mut self, inputs: impl IntoIterator<Item = I>) -> Self {
        self.inputs.extend(inputs.into_iter().map(I::into));
        self
    }

    /// Adds inputs that are read at events only.
    #[must_use]
    pub fn samples<I: Into<SignalIn>>(mut self, inputs: impl IntoIterator<Item = I>) -> Self {
        self.sampled.extend(inputs.into_iter().map(I::into));
        self
    }

    /// Sets the output.
    #[must_use]
    pub fn writes(self, output: impl Into<SignalOut>) -> Self {
        Self { output: Some(output.into()), ..self }
    }

    /// Adds contacts.
    #[must_use]
    pub fn touches(mut self, contacts: impl IntoIterator<Item = Contact>) -> Self {
        self.contacts.extend(contacts);
        self
    }
}

/// A stage after which laws are evaluated, as a type: it determines what the law can read and write.
pub trait LawStage {
    /// The stage.
    const STAGE: Stage;
    /// View of the quantities that are known at this stage.
    type View<'a, T: Scalar + 'a>;
    /// Projects the view of the last stage to this one.
    fn of<'v, 'a, T: Scalar>(all: &'v mut ReactionView<'a, T>) -> &'v mut Self::View<'a, T>;
}

/// Stages after which laws may be evaluated.
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

/// Range of the discrete states of a law.
pub type Modes = std::ops::RangeInclusive<i32>;

/// The equations of a component. A law is evaluated once per evaluation, after its stage and after the laws whose signals it reads.
pub trait Law {
    /// The stage whose results it needs, one of [`after`].
    type Stage: LawStage;
    /// Value of [`Self::acts`], if it is the same for all laws of the type.
    const ACTS: bool = false;
    /// Values of [`Self::mode`], if they are the same for all laws of the type.
    const MODES: Modes = 0..=0;
    /// Names of the modes, if [`Self::mode_name`] depends on the mode only: one for each of [`Self::MODES`], from the
    /// first on.
    const MODE_NAMES: &'static [ModeName] = &[];
    /// Value of [`Self::held`], if it is the same for all laws of the type.
    const HELD: usize = 0;
    /// Value of [`Self::relations`], if it is the same for all laws of the type.
    const RELATIONS: usize = 0;
    /// [`Self::Stage`] as a value; a law that is evaluated apart from the others may need a later one.
    fn stage(&self) -> Stage {
        Self::Stage::STAGE
    }
    /// Returns true if the law may read speeds in addition to positions: the time derivatives of its results then need
    /// accelerations.
    fn reads_speeds(&self) -> bool {
        Self::Stage::STAGE >= Stage::Motion
    }
    /// The quantities that the law reads and writes.
    fn connections(&self) -> Connections {
        Connections::default()
    }
    /// Returns true if the accelerations depend on the law: it writes wrenches, flange flows or prescribed motion.
    fn acts(&self) -> bool {
        Self::ACTS
    }
    /// Returns true if the law reads time derivatives of its inputs, so that it can be evaluated with
    /// [`crate::scalar::Jet`] only.
    fn reads_derivatives(&self) -> bool {
        false
    }
    /// The two frames, if the law is only a line force between them.
    fn line(&self) -> Option<[FrameId; 2]> {
        None
    }
    /// Its line force at the present motion, for a law with a [`Self::line`].
    fn line_pull<T: Scalar>(&self, _view: &MotionView<'_, T>) -> Option<LinePull<T>> {
        None
    }
    /// Moves the prescribed motion from `flange` to `other`, if the law prescribes the motion of `flange` without a
    /// support.
    fn prescribe_instead(&mut self, _flange: FlangeId, _other: FlangeId) {}
    /// Computes and writes the results, except variables ([`LawVariable`](crate::LawVariable)).
    fn evaluate<T: Scalar>(&self, _view: &mut <Self::Stage as LawStage>::View<'_, T>, _signals: &mut Signals<'_, T>) {}
    /// A warning to the user about the present motion.
    fn warning(&self, _view: &MotionView<'_, f64>) -> Option<Warning> {
        None
    }
    /// Times, s, at which a law without relations changes its discrete state, each by one.
    fn changes(&self, _parameters: Parameters<'_, f64>) -> impl Iterator<Item = f64> {
        std::iter::empty()
    }
    /// First time event after `now`, s since the start of the simulation.
    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        now.first_after(self.changes(parameters))
    }
    /// The signal whose past it reads, with the number of that past.
    fn remembered(&self) -> Option<(usize, Remembered)> {
        None
    }
    /// Discrete state at `time` (right limit) of a law without relations; constant between events.
    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        self.changes(parameters).filter(|change| *change <= time).count() as i32
    }
    /// Discrete state before the start, for a law with relations: initial value of the search for the initial state.
    fn first_mode(&self) -> i32 {
        0
    }
    /// Another discrete state to try in the search for the initial state, if the present one has no solution. The view
    /// shows the motion from which the search began.
    fn other_start(
        &self,
        _view: &<Self::Stage as LawStage>::View<'_, f64>,
        _signals: &Signals<'_, f64>,
    ) -> Option<i32> {
        None
    }
    /// Returns true if [`Self::mode`] can take this value at some time and for some parameters.
    fn has_mode(&self, mode: i32) -> bool {
        Self::MODES.contains(&mode)
    }
    /// Name of a discrete state in the event log; none if the number of the mode suffices.
    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let number = discrete.mode.checked_sub(*Self::MODES.start())?;
        Self::MODE_NAMES.get(usize::try_from(number).ok()?).copied()
    }
    /// Number of values that the law holds between events.
    fn held(&self) -> usize {
        Self::HELD
    }
    /// Number of relations: comparisons that depend on more than time. A law that has relations, or holds values, gets
    /// a call of [`Self::update`] at each event.
    fn relations(&self) -> usize {
        Self::RELATIONS
    }
    /// Writes the indicator of each relation: positive while its discrete state is valid, 1 if the relation has no
    /// meaning.
    fn indicators(
        &self,
        _view: &<Self::Stage as LawStage>::View<'_, f64>,
        _signals: &Signals<'_, f64>,
        _indicators: &mut [f64],
    ) {
    }
    /// Sets the discrete state to the right limit at an event.
    fn update(
        &self,
        _view: &<Self::Stage as LawStage>::View<'_, f64>,
        _signals: &Signals<'_, f64>,
        event: &mut Event<'_>,
    ) {
        event.mode = self.mode(event.parameters, event.time);
    }
    /// Ends an iteration of an event, in which all laws have agreed: what was computed in it becomes what was before the next one (`pre`).
    fn settle(&self, _held: &mut [f64]) {}
    /// Least and largest friction torque or force, against the motion of the flange, that a contact with friction
    /// ([`super::FrictionElement`]) can transmit while it sticks; none if the surfaces do not touch.
    fn grip<T: Scalar>(&self, _view: &MotionView<'_, T>, _signals: &Signals<'_, T>) -> Option<[T; 2]> {
        None
    }
    /// Losses of a gear whose friction depends on the transmitted torque.
    fn mesh<T: Scalar>(&self, _view: &MotionView<'_, T>) -> Option<MeshLoss<T>> {
        None
    }
}
