//! Modelica.Mechanics.MultiBody.Joints.Universal

use super::interfaces::*;
use crate::class::*;
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Universal",
    description: "Universal joint (2 degrees-of-freedom, 4 potential states)",
    documentation: documentation!("universal.md"),
    parameters: &[
        vector("n_a", "1", "Axis of revolute joint 1 resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector("n_b", "1", "Axis of revolute joint 2 resolved in frame_b").or_vector([0.0, 1.0, 0.0]),
        COORDINATES_AS_STATES,
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[
        variable("phi_a", "rad", "Relative rotation angle from frame_a to the frame between the axes").with_start(),
        variable("phi_b", "rad", "Relative rotation angle from the frame between the axes to frame_b").with_start(),
        variable("w_a", "rad/s", "First derivative of angle phi_a (relative angular velocity a)").with_start(),
        variable("w_b", "rad/s", "First derivative of angle phi_b (relative angular velocity b)").with_start(),
        variable("a_a", "rad/s2", "Second derivative of angle phi_a (relative angular acceleration a)"),
        variable("a_b", "rad/s2", "Second derivative of angle phi_b (relative angular acceleration b)"),
    ],
    body: Body::Netlist(&Netlist {
        parts: &[
            part("revolute_a", REVOLUTE, &[("n", "n_a"), ("stateSelect", "stateSelect")]),
            part("revolute_b", REVOLUTE, &[("n", "n_b"), ("stateSelect", "stateSelect")]),
        ],
        connections: &[("revolute_a.frame_b", "revolute_b.frame_a")],
        connectors: &[("frame_a", &["revolute_a.frame_a"]), ("frame_b", &["revolute_b.frame_b"])],
        variables: &[
            ("phi_a", "revolute_a.phi"),
            ("phi_b", "revolute_b.phi"),
            ("w_a", "revolute_a.w"),
            ("w_b", "revolute_b.w"),
            ("a_a", "revolute_a.a"),
            ("a_b", "revolute_b.a"),
        ],
    }),
    graphics: &[SHOWN, JOINT_CYLINDER],
    pictures: &[
        axis_cylinder("cylinder_a", "frame_a", "n_a"),
        axis_cylinder("cylinder_b", "revolute_b.frame_a", "n_b"),
    ],
    ..Class::EMPTY
};
