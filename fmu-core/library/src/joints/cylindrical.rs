//! Modelica.Mechanics.MultiBody.Joints.Cylindrical

use super::interfaces::*;
use crate::class::*;
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Cylindrical",
    description: "Cylindrical joint (2 degrees-of-freedom, 4 potential states)",
    documentation: documentation!("cylindrical.md"),
    parameters: &[
        vector("n", "1", "Cylinder axis resolved in frame_a (= same as in frame_b)").or_vector([1.0, 0.0, 0.0]),
        COORDINATES_AS_STATES,
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[
        variable("s", "m", "Relative distance between frame_a and frame_b").with_start(),
        variable("phi", "rad", "Relative rotation angle from frame_a to frame_b").with_start(),
        variable("v", "m/s", "First derivative of s (relative velocity)").with_start(),
        variable("w", "rad/s", "First derivative of angle phi (relative angular velocity)").with_start(),
        variable("a", "m/s2", "Second derivative of s (relative acceleration)"),
        variable("wd", "rad/s2", "Second derivative of angle phi (relative angular acceleration)"),
    ],
    body: Body::Netlist(&Netlist {
        parts: &[
            part("prismatic", PRISMATIC, &[("n", "n"), ("stateSelect", "stateSelect")]),
            part("revolute", REVOLUTE, &[("n", "n"), ("stateSelect", "stateSelect")]),
        ],
        connections: &[("prismatic.frame_b", "revolute.frame_a")],
        connectors: &[("frame_a", &["prismatic.frame_a"]), ("frame_b", &["revolute.frame_b"])],
        variables: &[
            ("s", "prismatic.s"),
            ("phi", "revolute.phi"),
            ("v", "prismatic.v"),
            ("w", "revolute.w"),
            ("a", "prismatic.a"),
            ("wd", "revolute.a"),
        ],
    }),
    graphics: &[
        SHOWN,
        &[
            size("cylinderDiameter", "world.defaultJointWidth", "Diameter of the cylinder"),
            colour("cylinderColor", JOINT_COLOUR, "Colour of the cylinder"),
        ],
    ],
    pictures: &[cylinder("cylinder", Group::Joints)
        .along("n")
        .length("s")
        .diameter("cylinderDiameter")
        .colour("cylinderColor")],
    ..Class::EMPTY
};
