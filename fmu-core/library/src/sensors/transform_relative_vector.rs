//! Modelica.Mechanics.MultiBody.Sensors.TransformRelativeVector

use super::VectorTransformation;
use super::vector_transformation::{FRAME_RESOLVE, R_IN, R_OUT};
use crate::class::*;
use crate::types::RESOLVE_IN_FRAME_AB;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.TransformRelativeVector",
    description: "Transform a relative vector into another frame",
    documentation: documentation!("transform_relative_vector.md"),
    parameters: &[
        enumeration("frame_r_in", &RESOLVE_IN_FRAME_AB, "frame_a", "Frame in which vector r_in is resolved"),
        enumeration("frame_r_out", &RESOLVE_IN_FRAME_AB, "frame_a", "Frame in which vector r_out is resolved")
            .or_same_as("frame_r_in"),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system in which the vector may be resolved"),
        frame("frame_b", "Coordinate system in which the vector may be resolved"),
        FRAME_RESOLVE,
        R_IN,
        R_OUT,
    ],
    inner_parts: &["basicTransformVector"],
    ..Class::element(VectorTransformation::build)
};
