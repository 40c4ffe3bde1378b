//! Where the joints start, and what they follow.

use super::collected::Collected;
use super::connections::Sets;
use super::spanned::{Spanned, SpannedStart};
use crate::library::{FreeStart, RotationStart};
use crate::mechanism::{FlangeId, SignalIn};

/// Where a joint starts.
#[derive(Clone, Copy, Debug)]
pub enum JointStart {
    /// Addresses of position and speed; a prescribed joint may take its position from a signal.
    One {
        /// Address of the position.
        position: usize,
        /// Address of the speed.
        speed: usize,
        /// Signal that decides the position of a flange instead, relative to a support at rest.
        reference: Option<StartReference>,
    },
    /// Start values of a free motion; `reversed` when the joint is entered from frame_b.
    Free {
        /// Addresses.
        start: FreeStart,
        /// Entered from frame_b.
        reversed: bool,
    },
    /// Start values of a rotation; `reversed` when the joint is entered from frame_b.
    Rotation {
        /// Addresses.
        start: RotationStart,
        /// Entered from frame_b.
        reversed: bool,
    },
}

impl JointStart {
    /// Signal that decides the position, if one does.
    pub fn reference(&self) -> Option<StartReference> {
        match self {
            Self::One { reference, .. } => *reference,
            Self::Free { .. } | Self::Rotation { .. } => None,
        }
    }
}

/// A flange that starts where a signal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartReference {
    /// Signal.
    pub signal: SignalIn,
    /// Flange.
    pub flange: FlangeId,
    /// Support that the signal is relative to, at rest.
    pub support: Option<FlangeId>,
}

/// Initial motion of the joints.
#[derive(Clone, Debug, Default)]
pub struct Motions {
    /// Per joint.
    pub starts: Vec<JointStart>,
    /// Addresses of the start values of the states of laws.
    pub law_starts: Vec<usize>,
    /// Coordinates that follow a signal exactly.
    pub followers: Vec<Follower>,
}

/// A coordinate that follows a signal exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follower {
    /// Flange that follows.
    pub flange: FlangeId,
    /// Support that the signal is relative to, at rest.
    pub support: Option<FlangeId>,
    /// Signal.
    pub signal: usize,
}

pub(super) fn motions(collected: &Collected, spanned: &Spanned, sets: &Sets) -> Motions {
    let start = |(joint, start): (usize, &SpannedStart)| match *start {
        SpannedStart::One(position, speed) => {
            let prescriber = spanned.prescribers.get(&joint);
            let source = prescriber.map(|number| &collected.elements.prescribed_flanges[*number]);
            let reference = source.and_then(|source| {
                let (flange, support) = (source.flange, source.support);
                Some(StartReference { signal: source.reference?, flange, support })
            });
            JointStart::One { position, speed, reference }
        }
        SpannedStart::Free(start, reversed) => JointStart::Free { start, reversed },
        SpannedStart::Rotation(start, reversed) => JointStart::Rotation { start, reversed },
    };
    let follower = |(_, number): &(usize, usize)| {
        let source = &collected.elements.prescribed_flanges[*number];
        let reference = source.reference.filter(|_| source.exact)?;
        let (flange, support) = (source.flange, source.support);
        Some(Follower { flange, support, signal: sets.drivers[reference.first] })
    };
    Motions {
        starts: spanned.starts.iter().enumerate().map(start).collect(),
        law_starts: collected.elements.states.iter().map(|s| s.start).collect(),
        followers: spanned.prescribed.iter().filter_map(follower).collect(),
    }
}
