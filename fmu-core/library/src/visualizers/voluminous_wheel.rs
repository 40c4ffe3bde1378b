//! Modelica.Mechanics.MultiBody.Visualizers.VoluminousWheel

use super::{FRAME_A, build};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.VoluminousWheel",
    description: "Picture of a wheel with a tire",
    documentation: documentation!("voluminous_wheel.md"),
    parameters: &[
        real("rTire", "m", "Radius of the tire").min(0.0).or(0.25),
        real("rRim", "m", "Radius of the rim").min(0.0).or(0.14),
        real("width", "m", "Width of the tire").min(0.0).or(0.25),
        real("rCurvature", "m", "Radius of the cross section of the tire").min(0.0).or(0.3),
        real("n_rTire", "", "Number of points along rTire").or(40.0),
        real("n_rCurvature", "", "Number of points along rCurvature").or(20.0),
        real("rw", "m", "Half the width").derived("width/2"),
        real("rCurvature2", "m", "Radius of the cross section, not smaller than half the width")
            .derived("max(rCurvature, rw)"),
        real("kw", "1", "Width ratio").derived("rw/rCurvature2"),
        real("h", "m", "Height of the cross section").derived("sqrt(1 - kw*kw)*rCurvature2"),
        real("ri", "m", "Distance from the axis to the centre of the cross section").derived("rTire - rCurvature2"),
        real("rRim2", "m", "Radius of the rim inside the tire").derived("min(rRim, ri + h)"),
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
            colour("color", "{64, 64, 64}", "Colour of the wheel"),
            number("specularCoefficient", "1", "0.5", "Reflection of light, 0 is dull").min(0.0),
        ]],
        pictures: &[
            figure("tyre", Figure::Torus(["ri", "rCurvature2", "pi - asin(kw)", "-pi", "pi"]), Group::Visualizers),
            shape("rim", ShapeType::Pipe, Group::Visualizers)
                .along("{0, 1, 0}")
                .wide("{1, 0, 0}")
                .length("width")
                .diameter("2*(ri + h)")
                .extra("rRim2/(ri + h)")
                .centred(),
        ],
    }
};
