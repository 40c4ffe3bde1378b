//! Modelica.Mechanics.MultiBody.Visualizers.Rectangle

use super::{FRAME_A, build};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.Rectangle",
    description: "Picture of a rectangle",
    documentation: documentation!("rectangle.md"),
    parameters: &[
        vector("direction_u", "1", "Direction of the u axis, resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector(
            "direction_v",
            "1",
            "Direction of the v axis, resolved in frame_a; its part orthogonal to direction_u counts",
        )
        .or_vector([0.0, 1.0, 0.0]),
        real("length_u", "m", "Length of the rectangle along the u axis").min(0.0).or(3.0),
        real("length_v", "m", "Length of the rectangle along the v axis").min(0.0).or(1.0),
        real("nu", "", "Number of points along the u axis").min(2.0).or(3.0),
        real("nv", "", "Number of points along the v axis").min(2.0).or(2.0),
        boolean("wireframe", false, "It is drawn without faces"),
    ],
    connectors: &[FRAME_A],
    ..Class::element(build)
};

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[&[
            ANIMATION,
            colour("color", BODY_COLOUR, "Colour of the surface"),
            number("specularCoefficient", "1", "0.7", "Reflection of light, 0 is dull").min(0.0),
            number("transparency", "1", "0", "0 is opaque, 1 is invisible").min(0.0),
        ]],
        pictures: &[figure("surface", Figure::Rectangle, Group::Visualizers)
            .along("direction_u")
            .wide("direction_v")
            .length("length_u")
            .width("length_v")
            .opacity("1 - transparency")],
    }
};
