//! Start values and prescribed motion of the joints.

use binary::Binary;
use mechanism::{FlangeId, JointId, JointStart, SignalIn};

/// A flange whose start position is given by a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct StartReference {
    /// Signal.
    pub signal: SignalIn,
    /// Flange.
    pub flange: FlangeId,
    /// Support at rest that the signal is relative to.
    pub support: Option<FlangeId>,
}

/// Initial motion of the joints.
#[derive(Clone, Debug, Default, Binary)]
pub struct Motions {
    /// Kind and start values of each joint.
    pub starts: Vec<JointStart>,
    /// Prescribed joints whose start position is given by a signal.
    pub references: Vec<(JointId, StartReference)>,
    /// Addresses of the start values of the states of laws.
    pub law_starts: Vec<usize>,
    /// Coordinates that follow a signal exactly.
    pub followers: Vec<Follower>,
}

/// A coordinate that follows a signal exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Follower {
    /// Flange that follows.
    pub flange: FlangeId,
    /// Support at rest that the signal is relative to.
    pub support: Option<FlangeId>,
    /// Signal.
    pub signal: usize,
    /// The signal is the speed, not the position.
    pub is_speed: bool,
}
