//! Modelica.Mechanics.MultiBody.Parts.RollingWheel

use crate::class::*;
use crate::pictures::*;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.RollingWheel",
    description: "Ideal rolling wheel on flat surface z=0 (5 positional, 3 velocity degrees of freedom)",
    documentation: documentation!("rolling_wheel.md"),
    parameters: &[
        real("radius", "m", "Radius of wheel").min(0.0),
        real("m", "kg", "Mass of wheel").min(0.0),
        real("I_axis", "kg.m2", "Inertia along the wheel axis"),
        real("I_long", "kg.m2", "Inertia perpendicular to the wheel axis"),
        enumeration("stateSelect", &STATE_SELECT, "always", "Priority to use generalized coordinates as states"),
    ],
    connectors: &[frame("frame_a", "Frame fixed in the wheel's centre; y: along the axis")],
    variables: &[
        variable("x", "m", "x coordinate of the wheel's centre").fixed_at_start(),
        variable("y", "m", "y coordinate of the wheel's centre").fixed_at_start(),
        variables("angles", 3, "rad", "Angles to rotate the world frame into frame_a around z, y, x axis")
            .fixed_at_start(),
        variables("der_angles", 3, "rad/s", "Derivatives of the angles").fixed_at_start(),
    ],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part {
                name: "body",
                class: "Modelica.Mechanics.MultiBody.Parts.Body",
                parameters: &[
                    ("r_CM", "{0, 0, 0}"),
                    ("m", "m"),
                    ("I_11", "I_long"),
                    ("I_22", "I_axis"),
                    ("I_33", "I_long"),
                ],
            },
            Part {
                name: "rollingWheel",
                class: "Modelica.Mechanics.MultiBody.Joints.RollingWheel",
                parameters: &[("radius", "radius"), ("stateSelect", "stateSelect")],
            },
        ],
        connections: &[("body.frame_a", "rollingWheel.frame_a")],
        connectors: &[("frame_a", &["body.frame_a", "rollingWheel.frame_a"])],
        variables: &[
            ("x", "rollingWheel.x"),
            ("y", "rollingWheel.y"),
            ("angles", "rollingWheel.angles"),
            ("der_angles", "rollingWheel.der_angles"),
        ],
    }),
    graphics: &[
        SHOWN,
        &[
            size("width", "0.035", "Half the width of the wheel"),
            number("hollowFraction", "1", "0.8", "Hollow fraction of the radius").min(0.0),
            colour("color", "{30, 30, 30}", "Colour of the wheel"),
        ],
    ],
    pictures: &[wheel("wheel", "frame_a", "2*width", "2*radius")],
    ..Class::EMPTY
};
