//! Modelica.Mechanics.MultiBody.Visualizers.Torus

use super::{FRAME_A, build};
use crate::class::*;
use std::f64::consts::PI;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.Torus",
    description: "Picture of a torus",
    documentation: documentation!("torus.md"),
    parameters: &[
        real("R", "m", "Major radius (from the centre of the torus to the centre of the tube)").min(0.0).or(0.5),
        real("r", "m", "Minor radius (of the tube)").min(0.0).or(0.1),
        real("opening", "rad", "Opening angle of the tube").or(0.0),
        real("startAngle", "rad", "Start angle of the slice of the torus").or(-PI),
        real("stopAngle", "rad", "End angle of the slice of the torus").or(PI),
        real("n_R", "", "Number of points along the major radius").or(40.0),
        real("n_r", "", "Number of points along the minor radius").or(20.0),
        boolean("wireframe", false, "It is drawn without faces"),
        real("surface.nu", "", "Number of points along the major radius").derived("n_R"),
        real("surface.nv", "", "Number of points along the minor radius").derived("n_r"),
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
        pictures: &[figure(
            "surface",
            Figure::Torus(["R", "r", "opening", "startAngle", "stopAngle"]),
            Group::Visualizers,
        )
        .opacity("1 - transparency")],
    }
};
