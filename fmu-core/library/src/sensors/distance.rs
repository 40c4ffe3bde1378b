//! Modelica.Mechanics.MultiBody.Sensors.Distance

use crate::Element;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, FrameId, Law, MotionView, Real, ScalarOut, Signals, after};
use serde::{Deserialize, Serialize};

pub static DISTANCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.Distance",
    description: "Measure the distance between the origins of two frame connectors",
    documentation: documentation!("distance.md"),
    parameters: &[real("s_small", "m", "Prevent zero-division if distance between frame_a and frame_b is zero")
        .min(1e-30)
        .or(1e-10)
        .tunable()],
    connectors: &[
        frame("frame_a", "Coordinate system from which the distance is measured"),
        frame("frame_b", "Coordinate system to which the distance is measured"),
        real_output("distance", "m", "Distance between the origin of frame_a and the origin of frame_b").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    if let Some(output) = e.scalar_output("distance") {
        let law = DistanceLaw {
            frame_a: e.frame("frame_a"),
            frame_b: e.frame("frame_b"),
            s_small: e.real("s_small"),
            output,
        };
        e.add_law(law);
    }
}

/// Distance between two frames, once continuously differentiable also at zero.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DistanceLaw {
    frame_a: FrameId,
    frame_b: FrameId,
    s_small: Real,
    output: ScalarOut,
}

impl Law for DistanceLaw {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches([Contact::Seen(self.frame_a), Contact::Seen(self.frame_b)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r = view.r_0(self.frame_b) - view.r_0(self.frame_a);
        let (squared, s_small) = (r.dot(&r), view.parameters()[self.s_small]);
        let limit = s_small * s_small;
        let distance = if squared.value() > limit.value() {
            squared.sqrt()
        } else {
            squared / (T::constant(2.0) * s_small) * (T::constant(3.0) - squared / limit)
        };
        signals.set(self.output, distance);
    }
}

/// Shapes and graphic parameters of the animation.
pub static DISTANCE_PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &DISTANCE, graphics: &[SHOWN, POSITION_ARROW], pictures: &[arrow_a_to_b(Group::Sensors)] }
};
