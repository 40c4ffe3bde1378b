//! Modelica.Mechanics.MultiBody.Joints.Assemblies.JointSSR

use super::*;

/// A rod between spherical joints, and a second rod on a revolute joint.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointSSR",
    description: "Spherical - spherical - revolute joint aggregation (with mass; no constraints, no potential states)",
    documentation: documentation!("joint_ssr.md"),
    parameters: &[
        ROD1_LENGTH,
        ROD1_MASS,
        vector("n_b", "1", "Axis of the revolute joint, resolved in frame_b and frame_ib").or_vector([0.0, 0.0, 1.0]),
        vector("rRod2_ib", "m", "Vector from frame_ib to frame_im, resolved in frame_ib").or_vector([1.0, 0.0, 0.0]),
        PHI_OFFSET,
        PHI_GUESS,
        CHECK_TOTAL_POWER,
    ],
    connectors: &[FRAME_A, FRAME_B, FRAME_IB, FRAME_IM, ROTATIONAL_AXIS, ROTATIONAL_BEARING],
    variables: &[AUX, F_ROD],
    inner_parts: &["position_b"],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part {
                name: "revolute",
                class: length_constraint::REVOLUTE.name,
                parameters: &[
                    ("n", "n_b"),
                    ("lengthConstraint", "rod1Length"),
                    ("reach", "rRod2_ib"),
                    ("phi_offset", "phi_offset"),
                    ("phi_guess", "phi_guess"),
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
            ("revolute.frame_far", "rod1.frame_a"),
            ("relativePosition.frame_a", "revolute.frame_a"),
            ("relativePosition.frame_b", "rod1.frame_a"),
        ],
        connectors: &[
            ("frame_a", &["rod1.frame_a"]),
            ("frame_b", &["revolute.frame_a"]),
            ("frame_ib", &["revolute.frame_b", "rod2.frame_a"]),
            ("frame_im", &["rod1.frame_b", "rod2.frame_b"]),
            ("axis", &["revolute.axis"]),
            ("bearing", &["revolute.bearing"]),
        ],
        variables: &[("aux", "revolute.aux"), ("f_rod", "rod1.f_rod")],
    }),
};

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, JOINT_SPHERE, ASSEMBLY_RODS, ASSEMBLY_REVOLUTE, ASSEMBLY_MASS],
        pictures: &[
            rod("rod1", "frame_a", "rod1.eRod_a", "length(rod1.rRod_a)", "rod1Diameter", "rod1Color"),
            joint_sphere("sphere_a", "frame_a"),
            joint_sphere("sphere_im", "frame_im"),
            sphere("mass", Group::Bodies, "massDiameter")
                .origin("rod1.rRod_a/2")
                .colour("massColor")
                .when(&["showMass", "rod1Mass"]),
            rod("rod2", "frame_ib", "rRod2_ib", "length(rRod2_ib)", "rod2Diameter", "rod2Color"),
            cylinder("revolute", Group::Joints)
                .at("frame_b")
                .along("n_b")
                .length("revoluteLength")
                .diameter("revoluteDiameter")
                .colour("revoluteColor")
                .centred(),
        ],
    }
};
