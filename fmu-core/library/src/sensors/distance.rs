//! Modelica.Mechanics.MultiBody.Sensors.Distance

use crate::class::*;
use crate::laws::sensors::distance::DistanceLaw;
use crate::pictures::*;

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
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow_a_to_b(Group::Sensors)],
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
