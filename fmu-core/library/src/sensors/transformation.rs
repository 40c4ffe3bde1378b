//! Modelica.Mechanics.MultiBody.Sensors: TransformAbsoluteVector and TransformRelativeVector.

use super::interfaces::output;
use crate::class::*;
use crate::laws::sensors::VectorTransformation;
use crate::types::{RESOLVE_IN_FRAME_A, RESOLVE_IN_FRAME_AB};

const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "A vector is resolved in this frame")
        .when_any(&["frame_r_in", "frame_r_out"], "frame_resolve");

const R_IN: Connector = real_inputs("r_in", 3, "", "Vector, resolved in the frame given by frame_r_in");

const R_OUT: Connector = output("r_out", "", "The same vector, resolved in the frame given by frame_r_out");

/// The parameters frame_r_in and frame_r_out.
const fn frames(choice: &'static Enumeration) -> [Parameter; 2] {
    [
        enumeration("frame_r_in", choice, "frame_a", "Frame in which vector r_in is resolved"),
        enumeration("frame_r_out", choice, "frame_a", "Frame in which vector r_out is resolved")
            .or_same_as("frame_r_in"),
    ]
}

/// A frame in which the vector may be resolved.
const fn choice(name: &'static str) -> Connector {
    frame(name, "Coordinate system in which the vector may be resolved")
}

pub static TRANSFORM_ABSOLUTE_VECTOR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.TransformAbsoluteVector",
    description: "Transform an absolute vector into another frame",
    parameters: &frames(&RESOLVE_IN_FRAME_A),
    connectors: &[choice("frame_a"), FRAME_RESOLVE, R_IN, R_OUT],
    inner_parts: &["basicTransformVector"],
    ..Class::element(build)
};

pub static TRANSFORM_RELATIVE_VECTOR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.TransformRelativeVector",
    description: "Transform a relative vector into another frame",
    parameters: &frames(&RESOLVE_IN_FRAME_AB),
    connectors: &[choice("frame_a"), choice("frame_b"), FRAME_RESOLVE, R_IN, R_OUT],
    inner_parts: &["basicTransformVector"],
    ..Class::element(build)
};

/// Registers the law of `e`.
fn build(e: &mut Element<'_>) {
    if let Some(r_out) = e.vector_output("r_out") {
        let (frame_r_in, frame_r_out) = (e.resolve("frame_r_in"), e.resolve("frame_r_out"));
        let r_in = e.vector_input("r_in");
        e.add_law(VectorTransformation { r_in, frame_r_in, frame_r_out, r_out });
    }
}
