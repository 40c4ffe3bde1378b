//! Modelica.Mechanics.MultiBody.Joints.Assemblies.JointSSP

use super::*;

/// A rod between spherical joints, and a second rod on a prismatic joint.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointSSP",
    description: "Spherical - spherical - prismatic joint aggregation (with mass; no constraints, no potential states)",
    documentation: documentation!("joint_ssp.md"),
    parameters: &[
        ROD1_LENGTH,
        ROD1_MASS,
        vector("n_b", "1", "Axis of the prismatic joint, resolved in frame_b and frame_ib").or_vector([0.0, 0.0, 1.0]),
        vector("rRod2_ib", "m", "Vector from frame_ib to frame_im, resolved in frame_ib").or_vector([1.0, 0.0, 0.0]),
        S_OFFSET,
        S_GUESS,
        CHECK_TOTAL_POWER,
    ],
    connectors: &[FRAME_A, FRAME_B, FRAME_IB, FRAME_IM, TRANSLATIONAL_AXIS, TRANSLATIONAL_BEARING],
    variables: &[
        variable(
            "aux",
            "",
            "Cosine of the angle between rod 1 and the axis of the prismatic joint; the assembly is singular where it is zero",
        ),
        F_ROD,
    ],
    inner_parts: &["position_b"],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part {
                name: "prismatic",
                class: length_constraint::PRISMATIC.name,
                parameters: &[
                    ("n", "n_b"),
                    ("lengthConstraint", "rod1Length"),
                    ("reach", "rRod2_ib"),
                    ("s_offset", "s_offset"),
                    ("s_guess", "s_guess"),
                ],
            },
            Part {
                name: "rod1",
                class: "Modelica.Mechanics.MultiBody.Joints.SphericalSpherical",
                parameters: &[("rodLength", "rod1Length"), ("m", "rod1Mass")],
            },
            ROD2,
            RELATIVE_POSITION,
            POSITION_B_1,
            POSITION_B_2,
            POSITION_B_3,
        ],
        connections: &[
            ("prismatic.frame_far", "rod1.frame_a"),
            ("relativePosition.frame_a", "prismatic.frame_a"),
            ("relativePosition.frame_b", "rod1.frame_a"),
        ],
        connectors: &[
            ("frame_a", &["rod1.frame_a"]),
            ("frame_b", &["prismatic.frame_a"]),
            ("frame_ib", &["prismatic.frame_b", "rod2.frame_a"]),
            ("frame_im", &["rod1.frame_b", "rod2.frame_b"]),
            ("axis", &["prismatic.axis"]),
            ("bearing", &["prismatic.bearing"]),
        ],
        variables: &[("aux", "prismatic.aux"), ("f_rod", "rod1.f_rod")],
    }),
};

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, JOINT_SPHERE, ASSEMBLY_RODS, JOINT_BOX, ASSEMBLY_MASS],
        pictures: &[
            rod("rod1", "frame_a", "rod1.eRod_a", "length(rod1.rRod_a)", "rod1Diameter", "rod1Color"),
            joint_sphere("sphere_a", "frame_a"),
            joint_sphere("sphere_im", "frame_im"),
            sphere("mass", Group::Bodies, "massDiameter")
                .origin("rod1.rRod_a/2")
                .colour("massColor")
                .when(&["showMass", "rod1Mass"]),
            rod("rod2", "frame_ib", "rRod2_ib", "length(rRod2_ib)", "rod2Diameter", "rod2Color"),
            joint_box("frame_b", "n_b", "prismatic.distance"),
        ],
    }
};
