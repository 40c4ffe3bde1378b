//! The lever arm of a rod that drives a joint.

use binary::Binary;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::{Connections, Contact, FrameId, Law, MotionView, Slot3, after, law_variables};

/// Effect of the force of rod 1 on the joint, per newton: the lever arm about the axis, or the cosine of the angle
/// between rod and axis.
#[derive(Clone, Debug, Binary)]
pub struct RodAngleLaw {
    pub frame_b: FrameId,
    pub frame_far: FrameId,
    pub n: Slot3,
    pub reach: Slot3,
    /// The joint is revolute; otherwise prismatic.
    pub turns: bool,
}

law_variables! {
    pub RodAngleVariable of RodAngleLaw {
        Effect: Motion effect,
    }
}

impl Law for RodAngleLaw {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().touches([self.frame_b, self.frame_far].map(Contact::Seen))
    }
}

impl RodAngleLaw {
    fn effect<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let axes = view.axes(self.frame_b);
        let (n, reach): (Vector3<T>, Vector3<T>) =
            (view.parameters().vector(self.n), view.parameters().vector(self.reach));
        let far = axes.transpose() * (view.r_0(self.frame_far) - view.r_0(self.frame_b));
        let rod = reach - far;
        let direction = if self.turns { n.cross(&reach) } else { n };
        direction.dot(&rod) / (length(&n) * length(&rod))
    }
}
