//! Forces and torques given by signals.

use crate::laws::resolve::Resolve;
use binary::Binary;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Connections, Contact, FrameId, Law, MotionView, Signals, VectorIn, after};

/// A force and a torque given by signals, acting at frame_b.
#[derive(Clone, Debug, Binary)]
pub struct WorldWrench {
    pub frame_b: FrameId,
    pub resolve: Resolve,
    pub force: Option<VectorIn>,
    pub torque: Option<VectorIn>,
}

impl Law for WorldWrench {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads(self.force)
            .reads(self.torque)
            .touches([Contact::Frame(self.frame_b)])
            .touches(self.resolve.contact())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let flow = |input: Option<VectorIn>| {
            input.map_or_else(Vector3::zeros, |input| -self.resolve.to_world(view, signals.vector(input)))
        };
        let (force, torque) = (flow(self.force), flow(self.torque));
        view.set_flow(self.frame_b, force, torque);
    }
}

/// A force and a torque given by signals, which act at frame_b and whose reaction acts at frame_a.
///
/// The pair is in balance: frame_a gets the torque of the force about its origin, so that the power is that of the motion of frame_b
/// relative to frame_a.
#[derive(Clone, Debug, Binary)]
pub struct FrameWrench {
    pub frame_a: FrameId,
    pub frame_b: FrameId,
    pub resolve: Resolve,
    pub force: Option<VectorIn>,
    pub torque: Option<VectorIn>,
}

impl Law for FrameWrench {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads(self.force)
            .reads(self.torque)
            .touches([self.frame_a, self.frame_b].map(Contact::Frame))
            .touches(self.resolve.contact())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let in_world = |input: Option<VectorIn>| {
            input.map_or_else(Vector3::zeros, |input| self.resolve.to_world(view, signals.vector(input)))
        };
        let (force, torque) = (in_world(self.force), in_world(self.torque));
        let arm = view.r_0(self.frame_b) - view.r_0(self.frame_a);
        view.set_flow(self.frame_b, -force, -torque);
        view.set_flow(self.frame_a, force, torque + arm.cross(&force));
    }
}
