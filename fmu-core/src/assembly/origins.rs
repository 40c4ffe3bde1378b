//! What decides the start of each coordinate.

use super::collected::Collected;
use super::motions::{JointStart, Motions};
use super::spanned::Spanned;
use crate::library::PrescribedLevel;
use std::collections::HashSet;

/// What decides the start of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoordinateOrigin {
    /// The start value at that address.
    Start(usize),
    /// Start values of other variables.
    Derived,
    /// A source that prescribes the motion.
    Given,
}

impl CoordinateOrigin {
    /// Address of the start value.
    pub fn start(self) -> Option<usize> {
        if let Self::Start(address) = self { Some(address) } else { None }
    }

    /// Whether a fixed start value decides the coordinate; none when a source prescribes it.
    pub fn is_fixed(self, fixed_starts: &HashSet<usize>) -> Option<bool> {
        match self {
            Self::Start(address) => Some(fixed_starts.contains(&address)),
            Self::Derived => Some(false),
            Self::Given => None,
        }
    }
}

/// What decides the start of each coordinate.
#[derive(Debug)]
pub(super) struct CoordinateOrigins {
    /// Per element of q.
    pub positions: Vec<CoordinateOrigin>,
    /// Per element of v.
    pub speeds: Vec<CoordinateOrigin>,
}

/// What decides the start of each coordinate.
pub(super) fn coordinate_origins(collected: &Collected, spanned: &Spanned, motions: &Motions) -> CoordinateOrigins {
    let mut origins = CoordinateOrigins {
        positions: vec![CoordinateOrigin::Derived; spanned.tree.nq],
        speeds: vec![CoordinateOrigin::Derived; spanned.tree.nv],
    };
    for (joint, (tree_joint, start)) in spanned.tree.joints.iter().zip(&motions.starts).enumerate() {
        match *start {
            JointStart::One { position, speed, reference } => {
                let level = spanned.level(joint, collected);
                let speed_is_given = matches!(level, Some(PrescribedLevel::Speed | PrescribedLevel::Position));
                let origin = |given: bool, address: usize| {
                    if given { CoordinateOrigin::Given } else { CoordinateOrigin::Start(address) }
                };
                origins.positions[tree_joint.q] = origin(reference.is_some(), position);
                origins.speeds[tree_joint.v] = origin(speed_is_given, speed);
            }
            JointStart::Free { start, reversed: false } => {
                for k in 0..3 {
                    origins.positions[tree_joint.q + k] = CoordinateOrigin::Start(start.r.0 + k);
                    origins.speeds[tree_joint.v + k] = CoordinateOrigin::Start(start.v.0 + k);
                }
            }
            JointStart::Free { .. } | JointStart::Rotation { .. } => {}
        }
    }
    origins
}
