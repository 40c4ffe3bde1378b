//! Common code of joints with one degree of freedom.

use super::kind::{Coordinate, Coordinates};
use crate::scalar::Scalar;
use binary::Binary;

/// Start values of a joint with one degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct SingleStart {
    /// Address of the position, rad or m.
    pub position: usize,
    /// Address of the speed, rad/s or m/s.
    pub speed: usize,
}

impl SingleStart {
    /// An angle and its derivative.
    pub(super) fn angle(&self) -> Coordinates {
        self.coordinates([("phi", "rad"), ("w", "rad/s")])
    }

    /// A distance and its derivative.
    pub(super) fn distance(&self) -> Coordinates {
        self.coordinates([("s", "m"), ("v", "m/s")])
    }

    fn coordinates(&self, names: [(&'static str, &'static str); 2]) -> Coordinates {
        let one = |(variable, unit), start| vec![Coordinate { variable, element: None, unit, start: Some(start) }];
        Coordinates { positions: one(names[0], self.position), speeds: one(names[1], self.speed) }
    }

    /// Sets position and speed. They are the same from frame_a to frame_b as from frame_b to frame_a, since the axis is
    /// reversed.
    pub(super) fn begin<T: Scalar>(&self, parameters: &[T], q: &mut [T], v: &mut [T]) {
        q[0] = parameters[self.position];
        v[0] = parameters[self.speed];
    }
}
