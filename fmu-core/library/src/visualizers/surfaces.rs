//! Modelica.Mechanics.MultiBody.Visualizers: Rectangle, Torus and VoluminousWheel.

use super::FRAME_A;
use crate::class::*;
use crate::pictures::*;
use std::f64::consts::PI;

const WIREFRAME: Parameter = boolean("wireframe", false, "It is drawn without faces");
const SURFACE: &[Graphic] = &[
    ANIMATION,
    colour("color", BODY_COLOUR, "Colour of the surface"),
    number("specularCoefficient", "1", "0.7", "Reflection of ambient light (0: no specular reflection)").min(0.0),
    number("transparency", "1", "0", "0 is opaque, 1 is invisible").min(0.0),
];

pub static RECTANGLE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.Rectangle",
    description: "Picture of a rectangle",
    documentation: documentation!("rectangle.md"),
    parameters: &[
        vector("direction_u", "1", "Direction of the u axis, resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector(
            "direction_v",
            "1",
            "Direction of the v axis, resolved in frame_a; only its component orthogonal to direction_u is used",
        )
        .or_vector([0.0, 1.0, 0.0]),
        real("length_u", "m", "Length of the rectangle along the u axis").min(0.0).or(3.0),
        real("length_v", "m", "Length of the rectangle along the v axis").min(0.0).or(1.0),
        real("nu", "", "Number of points along the u axis").min(2.0).or(3.0),
        real("nv", "", "Number of points along the v axis").min(2.0).or(2.0),
        WIREFRAME,
    ],
    connectors: &[FRAME_A],
    graphics: &[SURFACE],
    pictures: &[figure("surface", Figure::Rectangle, Group::Visualizers)
        .along("direction_u")
        .wide("direction_v")
        .length("length_u")
        .width("length_v")
        .opacity("1 - transparency")],
    ..Class::EMPTY
};

pub static TORUS: Class = Class {
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
        WIREFRAME,
        real("surface.nu", "", "Number of points along the major radius").derived("n_R"),
        real("surface.nv", "", "Number of points along the minor radius").derived("n_r"),
    ],
    connectors: &[FRAME_A],
    graphics: &[SURFACE],
    pictures: &[figure("surface", Figure::Torus(["R", "r", "opening", "startAngle", "stopAngle"]), Group::Visualizers)
        .opacity("1 - transparency")],
    ..Class::EMPTY
};

pub static VOLUMINOUS_WHEEL: Class = Class {
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
    graphics: &[&[
        ANIMATION,
        colour("color", "{64, 64, 64}", "Colour of the wheel"),
        number("specularCoefficient", "1", "0.5", "Reflection of ambient light (0: no specular reflection)").min(0.0),
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
    ..Class::EMPTY
};
