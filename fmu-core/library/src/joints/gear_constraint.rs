//! Modelica.Mechanics.MultiBody.Joints.GearConstraint

use super::interfaces::*;
use crate::class::*;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.GearConstraint",
    description: "Ideal 3-dim. gearbox: two revolute joints in one bearing whose angles have a constant ratio",
    documentation: documentation!("gear_constraint.md"),
    parameters: &[
        real("ratio", "1", "Gear speed ratio (phi_a = ratio phi_b)").or(2.0),
        vector("n_a", "1", "Axis of rotation of shaft a resolved in frame_a, frame_b, bearing")
            .or_vector([1.0, 0.0, 0.0]),
        vector("n_b", "1", "Axis of rotation of shaft b resolved in frame_a, frame_b, bearing")
            .or_vector([1.0, 0.0, 0.0]),
        vector("r_a", "m", "Vector from frame bearing to frame_a resolved in bearing").or_vector([0.0; 3]),
        vector("r_b", "m", "Vector from frame bearing to frame_b resolved in bearing").or_vector([0.0; 3]),
        enumeration("stateSelect", &STATE_SELECT, "default", "Priority to use joint coordinates as states"),
        CHECK_TOTAL_POWER,
    ],
    connectors: &[
        frame("frame_a", "Coordinate system of shaft a"),
        frame("frame_b", "Coordinate system of shaft b"),
        frame("bearing", "Coordinate system of the bearing"),
    ],
    variables: &[
        variable("phi_b", "rad", "Relative rotation angle of revolute joint at frame_b").with_start(),
        variable("w_b", "rad/s", "First derivative of angle phi_b (relative angular velocity b)").with_start(),
        variable("a_b", "rad/s2", "Second derivative of angle phi_b (relative angular acceleration b)"),
    ],
    inner_parts: &["actuatedRevolute_a", "actuatedRevolute_b", "idealGear", "fixedTranslation1", "fixedTranslation2"],
    body: Body::Netlist(&Netlist {
        parts: &[
            part("actuatedRevolute_a", REVOLUTE, &[("n", "n_a"), ("useAxisFlange", "true")]),
            part(
                "actuatedRevolute_b",
                REVOLUTE,
                &[("n", "n_b"), ("useAxisFlange", "true"), ("stateSelect", "stateSelect")],
            ),
            part("idealGear", "Modelica.Mechanics.Rotational.Components.IdealGear", &[("ratio", "ratio")]),
            part("fixedTranslation1", FIXED_TRANSLATION, &[("r", "r_b")]),
            part("fixedTranslation2", FIXED_TRANSLATION, &[("r", "r_a")]),
        ],
        connections: &[
            ("actuatedRevolute_a.axis", "idealGear.flange_a"),
            ("idealGear.flange_b", "actuatedRevolute_b.axis"),
            ("fixedTranslation1.frame_a", "fixedTranslation2.frame_a"),
            ("fixedTranslation1.frame_b", "actuatedRevolute_b.frame_a"),
            ("fixedTranslation2.frame_b", "actuatedRevolute_a.frame_a"),
        ],
        connectors: &[
            ("frame_a", &["actuatedRevolute_a.frame_b"]),
            ("frame_b", &["actuatedRevolute_b.frame_b"]),
            ("bearing", &["fixedTranslation1.frame_a", "fixedTranslation2.frame_a"]),
        ],
        variables: &[
            ("phi_b", "actuatedRevolute_b.phi"),
            ("w_b", "actuatedRevolute_b.w"),
            ("a_b", "actuatedRevolute_b.a"),
        ],
    }),
    ..Class::EMPTY
};
