//! Lines between two frames that one-dimensional components push along (MSL's LineForceWithMass and LineForceWithTwoMasses).
//!
//! flange_a is at position 0, flange_b at the distance of the frames. What flows into the flanges acts on the frames along the line.

use super::{AccelerationView, FlangeId, FrameId, MotionView, Real};
use crate::scalar::{Scalar, Vector3, length};
use serde::{Deserialize, Serialize};

/// A line with a flange at each end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Name of the component.
    pub name: String,
    /// frame_a and frame_b.
    pub frames: [FrameId; 2],
    /// flange_a and flange_b.
    pub flanges: [FlangeId; 2],
    /// Something is connected to flange_a, to flange_b. Where only one is used, the other frame takes the opposite force.
    pub used: [bool; 2],
    /// Smallest length that is divided by, m.
    pub s_small: Real,
}

/// Geometry of a line at one moment, world axes.
#[derive(Clone, Copy, Debug)]
pub struct LineGeometry<T: Scalar> {
    /// Vector from frame_a to frame_b, m.
    pub r: Vector3<T>,
    /// Its derivative, m/s.
    pub speed: Vector3<T>,
    /// Its length, m.
    pub length: T,
    /// The length, or the smallest length that is divided by, m.
    pub s: T,
    /// `r/s`.
    pub e: Vector3<T>,
}

impl<T: Scalar> LineGeometry<T> {
    /// Geometry between two frames; `s_small` is the smallest length.
    pub fn between(view: &MotionView<'_, T>, [a, b]: [FrameId; 2], s_small: Real) -> Self {
        let r = view.r_0(b) - view.r_0(a);
        let (length, smallest) = (length(&r), view.parameters()[s_small]);
        let s = if length.value() < smallest.value() { smallest } else { length };
        Self { r, speed: view.v_0(b) - view.v_0(a), length, s, e: r / s }
    }
}

impl Line {
    #[inline(never)]
    fn geometry<T: Scalar>(&self, view: &MotionView<'_, T>) -> LineGeometry<T> {
        LineGeometry::between(view, self.frames, self.s_small)
    }

    /// Unit vector from frame_a to frame_b, world axes.
    pub fn direction<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        self.geometry(view).e
    }

    /// Distance of the frames, m.
    pub fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.geometry(view).length
    }

    /// Its derivative, m/s.
    pub fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let LineGeometry { e, speed, .. } = self.geometry(view);
        e.dot(&speed)
    }

    /// Its second derivative, m/s2: `e . r'' + e' . r'`.
    #[inline(never)]
    pub fn acceleration<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        let LineGeometry { e, speed, s, .. } = self.geometry(view);
        let [a, b] = self.frames;
        let across = speed - e * e.dot(&speed);
        e.dot(&(view.a_0(b) - view.a_0(a))) + across.dot(&speed) / s
    }
}
