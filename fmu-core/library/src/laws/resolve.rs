//! The frame in which a component resolves a vector.

use binary::Binary;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{AccelerationView, Contact, FrameId, MotionView};

/// The frame in which a vector is resolved (the `resolveInFrame` of MSL).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Resolve {
    /// World frame.
    World,
    /// The frame of a connector.
    Frame(FrameId),
}

impl Resolve {
    fn frame(self) -> Option<FrameId> {
        if let Self::Frame(frame) = self { Some(frame) } else { None }
    }

    /// The connection of a law that resolves a vector in this frame.
    pub fn contact(self) -> Option<Contact> {
        self.frame().map(Contact::Seen)
    }

    /// World coordinates of a vector given in this frame.
    #[inline]
    pub fn to_world<T: Scalar>(self, view: &MotionView<'_, T>, vector: Vector3<T>) -> Vector3<T> {
        self.frame().map_or(vector, |frame| view.axes(frame) * vector)
    }

    /// Coordinates in this frame of a vector given in world coordinates.
    #[inline]
    pub fn to_frame<T: Scalar>(self, view: &MotionView<'_, T>, vector: Vector3<T>) -> Vector3<T> {
        self.frame().map_or(vector, |frame| view.axes(frame).transpose() * vector)
    }

    /// Angular velocity of this frame, world coordinates, rad/s.
    pub fn w_0<T: Scalar>(self, view: &MotionView<'_, T>) -> Vector3<T> {
        self.frame().map_or_else(Vector3::zeros, |frame| view.w_0(frame))
    }

    /// Angular acceleration of this frame, world coordinates, rad/s2.
    pub fn z_0<T: Scalar>(self, view: &AccelerationView<'_, T>) -> Vector3<T> {
        self.frame().map_or_else(Vector3::zeros, |frame| view.z_0(frame))
    }
}
