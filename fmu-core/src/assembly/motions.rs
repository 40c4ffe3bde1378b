//! Where the joints start, and what they follow.

use super::collected::Collected;
use super::connections::Sets;
use super::spanned::Spanned;
use crate::library::PrescribedLevel;
use crate::mechanism::{FlangeId, JointId, JointStart, SignalIn};
use serde::{Deserialize, Serialize};

/// A flange that starts where a signal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartReference {
    /// Signal.
    pub signal: SignalIn,
    /// Flange.
    pub flange: FlangeId,
    /// Support that the signal is relative to, at rest.
    pub support: Option<FlangeId>,
}

/// Initial motion of the joints.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Motions {
    /// How each joint moves, and where it starts.
    pub starts: Vec<JointStart>,
    /// Prescribed joints whose position a signal decides instead.
    pub references: Vec<(JointId, StartReference)>,
    /// Addresses of the start values of the states of laws.
    pub law_starts: Vec<usize>,
    /// Coordinates that follow a signal exactly.
    pub followers: Vec<Follower>,
}

/// A coordinate that follows a signal exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follower {
    /// Flange that follows.
    pub flange: FlangeId,
    /// Support that the signal is relative to, at rest.
    pub support: Option<FlangeId>,
    /// Signal.
    pub signal: usize,
    /// The signal is the speed, not the position.
    pub is_speed: bool,
}

pub(super) fn motions(collected: &Collected, spanned: &Spanned, sets: &Sets) -> Motions {
    let reference = |joint: JointId| {
        let source = &collected.elements.prescribed_flanges[*spanned.prescribers.get(&joint)?];
        let (flange, support) = (source.flange, source.support);
        Some((joint, StartReference { signal: source.start_reference()?, flange, support }))
    };
    let follower = |(_, number): &(usize, usize)| {
        let source = &collected.elements.prescribed_flanges[*number];
        let reference = source.reference.filter(|_| source.exact)?;
        let (flange, support) = (source.flange, source.support);
        let is_speed = source.level == PrescribedLevel::Speed;
        Some(Follower { flange, support, signal: sets.drivers[reference.first], is_speed })
    };
    Motions {
        starts: spanned.starts.clone(),
        references: (0..spanned.joints.len()).filter_map(reference).collect(),
        law_starts: collected.elements.states.iter().map(|s| s.start).collect(),
        followers: spanned.prescribed.iter().filter_map(follower).collect(),
    }
}
