//! Modelica.Mechanics.MultiBody.Joints.Planar

use super::interfaces::*;
use crate::class::*;
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Planar",
    description: "Planar joint (3 degrees-of-freedom, 6 potential states)",
    documentation: documentation!("planar.md"),
    parameters: &[
        vector("n", "1", "Axis orthogonal to the plane, resolved in frame_a (= same as in frame_b)")
            .or_vector([0.0, 0.0, 1.0]),
        vector(
            "n_x",
            "1",
            "Direction of the x-axis of the plane, resolved in frame_a; only its component orthogonal to n is used",
        )
        .or_vector([1.0, 0.0, 0.0]),
        COORDINATES_AS_STATES,
        vector("e", "1", "Unit vector in direction of n").derived("normalize(n)"),
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[
        variable("s_x", "m", "Relative distance along the x-axis of the plane").with_start(),
        variable("s_y", "m", "Relative distance along the y-axis of the plane").with_start(),
        variable("phi", "rad", "Relative rotation angle from frame_a to frame_b").with_start(),
        variable("v_x", "m/s", "First derivative of s_x (relative velocity in x direction)").with_start(),
        variable("v_y", "m/s", "First derivative of s_y (relative velocity in y direction)").with_start(),
        variable("w", "rad/s", "First derivative of angle phi (relative angular velocity)").with_start(),
        variable("a_x", "m/s2", "Second derivative of s_x (relative acceleration in x direction)"),
        variable("a_y", "m/s2", "Second derivative of s_y (relative acceleration in y direction)"),
        variable("wd", "rad/s2", "Second derivative of angle phi (relative angular acceleration)"),
    ],
    body: Body::Netlist(&Netlist {
        parts: &[
            part("prismatic_x", PRISMATIC, &[("n", "cross(cross(n, n_x), n)"), ("stateSelect", "stateSelect")]),
            part("prismatic_y", PRISMATIC, &[("n", "cross(n, n_x)"), ("stateSelect", "stateSelect")]),
            part("revolute", REVOLUTE, &[("n", "n"), ("stateSelect", "stateSelect")]),
        ],
        connections: &[("prismatic_x.frame_b", "prismatic_y.frame_a"), ("prismatic_y.frame_b", "revolute.frame_a")],
        connectors: &[("frame_a", &["prismatic_x.frame_a"]), ("frame_b", &["revolute.frame_b"])],
        variables: &[
            ("s_x", "prismatic_x.s"),
            ("s_y", "prismatic_y.s"),
            ("phi", "revolute.phi"),
            ("v_x", "prismatic_x.v"),
            ("v_y", "prismatic_y.v"),
            ("w", "revolute.w"),
            ("a_x", "prismatic_x.a"),
            ("a_y", "prismatic_y.a"),
            ("wd", "revolute.a"),
        ],
    }),
    graphics: &[
        &[
            ANIMATION,
            number(
                "specularCoefficient",
                "1",
                "0.7",
                "Reflection of ambient light (0: no specular \
                reflection)",
            )
            .min(0.0),
            size("boxWidth", "0.3*cylinderDiameter", "Width and height of the boxes"),
            colour("boxColor", JOINT_COLOUR, "Colour of the boxes"),
        ],
        JOINT_CYLINDER,
    ],
    pictures: &[
        cuboid("box_x", Group::Joints).along("prismatic_x.e").length("s_x").diameter("boxWidth").colour("boxColor"),
        cuboid("box_y", Group::Joints)
            .at("prismatic_y.frame_a")
            .along("prismatic_y.e")
            .wide("{1, 0, 0}")
            .length("s_y")
            .diameter("boxWidth")
            .colour("boxColor"),
        axis_cylinder("cylinder", "frame_b", "n"),
    ],
    ..Class::EMPTY
};
