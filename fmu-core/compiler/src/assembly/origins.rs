//! Origin of the start value of each coordinate.

use super::collected::Collected;
use super::spanned::Spanned;
use library::PrescribedLevel;
use mechanism::Coordinate;
use mechanism::hashed::HashSet;
use simulation::model::Motions;

/// Origin of the start value of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoordinateOrigin {
    /// The start value at an address.
    Start(usize),
    /// Start values of other variables.
    Derived,
    /// A source that prescribes the motion, or the balance of forces.
    Given,
}

impl CoordinateOrigin {
    /// Address of the start value.
    pub fn start(self) -> Option<usize> {
        if let Self::Start(address) = self { Some(address) } else { None }
    }

    /// Returns whether a fixed start value determines the coordinate; none if a source prescribes it.
    pub fn is_fixed(self, fixed_starts: &HashSet<usize>) -> Option<bool> {
        match self {
            Self::Start(address) => Some(fixed_starts.contains(&address)),
            Self::Derived => Some(false),
            Self::Given => None,
        }
    }
}

/// Origin of the start value of each coordinate.
#[derive(Debug)]
pub(super) struct CoordinateOrigins {
    /// Per element of q.
    pub positions: Vec<CoordinateOrigin>,
    /// Per element of v.
    pub speeds: Vec<CoordinateOrigin>,
}

/// Finds the origin of the start value of each coordinate.
pub(super) fn coordinate_origins(collected: &Collected, spanned: &Spanned, motions: &Motions) -> CoordinateOrigins {
    let mut origins = CoordinateOrigins {
        positions: vec![CoordinateOrigin::Derived; spanned.tree.nq],
        speeds: vec![CoordinateOrigin::Derived; spanned.tree.nv],
    };
    let measured: HashSet<usize> = motions.references.iter().map(|(joint, _)| *joint).collect();
    for (joint, tree_joint) in spanned.tree.joints.iter().enumerate() {
        let level = spanned.level(joint, collected);
        let is_massless = tree_joint.kind.is_massless();
        let position_is_given = is_massless || measured.contains(&joint);
        let speed_is_given = is_massless || matches!(level, Some(PrescribedLevel::Speed | PrescribedLevel::Position));
        let origin = |given: bool, coordinate: &Coordinate| match coordinate.start {
            _ if given => CoordinateOrigin::Given,
            Some(address) => CoordinateOrigin::Start(address),
            None => CoordinateOrigin::Derived,
        };
        let coordinates = spanned.coordinates(joint);
        for (k, coordinate) in coordinates.positions.iter().enumerate() {
            origins.positions[tree_joint.q + k] = origin(position_is_given, coordinate);
        }
        for (k, coordinate) in coordinates.speeds.iter().enumerate() {
            origins.speeds[tree_joint.v + k] = origin(speed_is_given, coordinate);
        }
    }
    origins
}
