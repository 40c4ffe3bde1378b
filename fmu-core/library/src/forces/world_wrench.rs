//! The law of WorldForce, WorldTorque and WorldForceAndTorque.

use crate::{Element, Resolve};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Contact, FrameId, Law, MotionView, SignalIn, Signals, VectorIn, after};
use serde::{Deserialize, Serialize};

/// A force and a torque given by signals, acting at frame_b.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorldWrench {
    frame_b: FrameId,
    resolve: Resolve,
    force: Option<VectorIn>,
    torque: Option<VectorIn>,
}

impl WorldWrench {
    /// Registers the law of `e`, whose inputs are `force` and `torque` as far as they exist.
    pub(super) fn build(e: &mut Element<'_>, has_force: bool, has_torque: bool) {
        let frame_b = e.frame("frame_b");
        let resolve = Resolve::of(e, "resolveInFrame");
        e.add_acting_frame(frame_b);
        let force = has_force.then(|| e.vector_input("force"));
        let torque = has_torque.then(|| e.vector_input("torque"));
        e.add_law(Self { frame_b, resolve, force, torque });
    }
}

impl Law for WorldWrench {
    type Stage = after::Motion;

    fn inputs(&self) -> Vec<SignalIn> {
        self.force.into_iter().chain(self.torque).map(SignalIn::from).collect()
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        std::iter::once(Contact::Frame(self.frame_b)).chain(self.resolve.contact()).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let flow = |input: Option<VectorIn>| {
            input.map_or_else(Vector3::zeros, |input| -self.resolve.to_world(view, signals.vector(input)))
        };
        let (force, torque) = (flow(self.force), flow(self.torque));
        view.set_flow(self.frame_b, force, torque);
    }
}
