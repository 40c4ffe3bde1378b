//! Modelica.Mechanics.MultiBody.Joints.Assemblies.JointUSP

use super::*;

/// A rod between a universal and a spherical joint, and a second rod on a prismatic joint.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointUSP",
    description: "Universal - spherical - prismatic joint aggregation (no constraints, no potential states)",
    documentation: documentation!("joint_usp.md"),
    parameters: &[
        N1_A,
        vector("n_b", "1", "Axis of the prismatic joint, resolved in frame_b and frame_ib").or_vector([-1.0, 0.0, 0.0]),
        R_ROD1_IA,
        R_ROD2_IB,
        S_OFFSET,
        S_GUESS,
        CHECK_TOTAL_POWER,
        vector("eRod1_ia", "1", "Unit vector along rod 1, resolved in frame_ia").derived("normalize(rRod1_ia)"),
        vector("e2_ia", "1", "Axis 2 of the universal joint, resolved in frame_ia (orthogonal to n1_a and eRod1_ia)")
            .derived("normalize(cross(n1_a, eRod1_ia))"),
        real("rod1Length", "m", "Length of rod 1").min(0.0).derived("length(rRod1_ia)"),
    ],
    connectors: &[FRAME_A, FRAME_B, FRAME_IA, FRAME_IB, FRAME_IM, TRANSLATIONAL_AXIS, TRANSLATIONAL_BEARING],
    variables: &[F_ROD],
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
                class: "Modelica.Mechanics.MultiBody.Joints.UniversalSpherical",
                parameters: &[("n1_a", "n1_a"), ("rRod_ia", "rRod1_ia")],
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
            ("frame_ia", &["rod1.frame_ia"]),
            ("frame_ib", &["prismatic.frame_b", "rod2.frame_a"]),
            ("frame_im", &["rod1.frame_b", "rod2.frame_b"]),
            ("axis", &["prismatic.axis"]),
            ("bearing", &["prismatic.bearing"]),
        ],
        variables: &[("f_rod", "rod1.f_rod")],
    }),
};

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, UNIVERSAL_AXES, JOINT_SPHERE, ASSEMBLY_RODS, JOINT_BOX, JOINT_CYLINDER],
        pictures: &[
            rod("rod1", "frame_ia", "eRod1_ia", "rod1Length", "rod1Diameter", "rod1Color"),
            joint_sphere("sphere_im", "frame_im"),
            joint_sphere("sphere_a", "frame_a").when(&["1 - showUniversalAxes"]),
            axis_cylinder("axis_1", "frame_a", "n1_a").when(&["showUniversalAxes"]),
            axis_cylinder("axis_2", "frame_ia", "e2_ia").when(&["showUniversalAxes"]),
            rod("rod2", "frame_ib", "rRod2_ib", "length(rRod2_ib)", "rod2Diameter", "rod2Color"),
            joint_box("frame_b", "n_b", "prismatic.distance"),
        ],
    }
};
