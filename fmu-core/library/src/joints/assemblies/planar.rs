//! Planar assemblies: JointRRR and JointRRP.

use super::interfaces::*;
use super::{measured, two_rods};
use crate::class::*;
use crate::joints::interfaces::CHECK_TOTAL_POWER;
use crate::pictures::*;

/// As in MSL, a JointUSR whose axes of rotation are parallel at the start, so that a universal and a spherical joint
/// transmit the forces out of the plane: with three revolute joints they would be statically indeterminate.
pub static JOINT_RRR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointRRR",
    description: "Planar revolute - revolute - revolute joint aggregation (no constraints, no potential states)",
    documentation: documentation!("joint_rrr.md"),
    parameters: &[
        vector("n_a", "1", "Axes of the revolute joints resolved in frame_a").or_vector([0.0, 0.0, 1.0]),
        R_ROD1_IA,
        R_ROD2_IB,
        PHI_OFFSET,
        PHI_GUESS,
        CHECK_TOTAL_POWER,
        vector("n_b", "1", "Axis of the revolute joint at frame_b, resolved in frame_b: n_a at the start")
            .derived("axis_b.n_b"),
        vector("e_a", "1", "Unit vector along the axes, resolved in frame_a").derived("normalize(n_a)"),
        vector("e_ia", "1", "Axis 2 of the universal joint, resolved in frame_ia").derived("jointUSR.e2_ia"),
        vector("e_b", "1", "Unit vector along the axes, resolved in frame_b, frame_ib and frame_im")
            .derived("jointUSR.revolute.e"),
    ],
    connectors: &[FRAME_A, FRAME_B, FRAME_IA, FRAME_IB, FRAME_IM, ROTATIONAL_AXIS, ROTATIONAL_BEARING],
    body: Body::Netlist(&Netlist {
        parts: &[
            part("axis_b", measured::CARRIED_DIRECTION.name, &[("n_a", "n_a")]),
            part(
                "jointUSR",
                two_rods::JOINT_USR.name,
                &[
                    ("n1_a", "n_a"),
                    ("n_b", "n_b"),
                    ("rRod1_ia", "rRod1_ia"),
                    ("rRod2_ib", "rRod2_ib"),
                    ("phi_offset", "phi_offset"),
                    ("phi_guess", "phi_guess"),
                    ("checkTotalPower", "checkTotalPower"),
                ],
            ),
        ],
        connections: &[("axis_b.frame_a", "jointUSR.frame_a"), ("axis_b.frame_b", "jointUSR.frame_b")],
        connectors: &[
            ("frame_a", &["jointUSR.frame_a"]),
            ("frame_b", &["jointUSR.frame_b"]),
            ("frame_ia", &["jointUSR.frame_ia"]),
            ("frame_ib", &["jointUSR.frame_ib"]),
            ("frame_im", &["jointUSR.frame_im"]),
            ("axis", &["jointUSR.axis"]),
            ("bearing", &["jointUSR.bearing"]),
        ],
        ..Netlist::EMPTY
    }),
    graphics: &[SHOWN, JOINT_CYLINDER, PLANAR_RODS],
    pictures: &[
        axis_cylinder("cylinder_a", "frame_a", "e_a"),
        axis_cylinder("cylinder_im", "frame_im", "e_b"),
        axis_cylinder("cylinder_b", "frame_b", "e_b"),
        PLANAR_ROD1,
        PLANAR_ROD2,
    ],
    ..Class::EMPTY
};

/// A JointUSP whose axis 1 is the axis of rotation, for the same reason as in JointRRR.
pub static JOINT_RRP: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointRRP",
    description: "Planar revolute - revolute - prismatic joint aggregation (no constraints, no potential states)",
    documentation: documentation!("joint_rrp.md"),
    parameters: &[
        vector("n_a", "1", "Axes of the revolute joints resolved in frame_a").or_vector([0.0, 0.0, 1.0]),
        vector("n_b", "1", "Axis of the prismatic joint, resolved in frame_b and frame_ib").or_vector([-1.0, 0.0, 0.0]),
        R_ROD1_IA,
        R_ROD2_IB,
        S_OFFSET,
        S_GUESS,
        CHECK_TOTAL_POWER,
        vector("e_a", "1", "Unit vector along the axes of the revolute joints, resolved in frame_a")
            .derived("normalize(n_a)"),
        vector("e_ia", "1", "Axis 2 of the universal joint, resolved in frame_ia").derived("jointUSP.e2_ia"),
        vector("e_im", "1", "Unit vector along the axes of the revolute joints, resolved in frame_im at the start")
            .derived("axis_im.n_b"),
        vector("e_b", "1", "Unit vector along the axis of the prismatic joint, resolved in frame_b and frame_ib")
            .derived("jointUSP.prismatic.e"),
    ],
    connectors: &[FRAME_A, FRAME_B, FRAME_IA, FRAME_IB, FRAME_IM, TRANSLATIONAL_AXIS, TRANSLATIONAL_BEARING],
    body: Body::Netlist(&Netlist {
        parts: &[
            part(
                "jointUSP",
                two_rods::JOINT_USP.name,
                &[
                    ("n1_a", "n_a"),
                    ("n_b", "n_b"),
                    ("rRod1_ia", "rRod1_ia"),
                    ("rRod2_ib", "rRod2_ib"),
                    ("s_offset", "s_offset"),
                    ("s_guess", "s_guess"),
                    ("checkTotalPower", "checkTotalPower"),
                ],
            ),
            part("axis_im", measured::CARRIED_DIRECTION.name, &[("n_a", "e_a")]),
        ],
        connections: &[("axis_im.frame_a", "jointUSP.frame_a"), ("axis_im.frame_b", "jointUSP.frame_im")],
        connectors: &[
            ("frame_a", &["jointUSP.frame_a"]),
            ("frame_b", &["jointUSP.frame_b"]),
            ("frame_ia", &["jointUSP.frame_ia"]),
            ("frame_ib", &["jointUSP.frame_ib"]),
            ("frame_im", &["jointUSP.frame_im"]),
            ("axis", &["jointUSP.axis"]),
            ("bearing", &["jointUSP.bearing"]),
        ],
        ..Netlist::EMPTY
    }),
    graphics: &[SHOWN, JOINT_CYLINDER, JOINT_BOX, PLANAR_RODS],
    pictures: &[
        axis_cylinder("cylinder_a", "frame_a", "e_a"),
        axis_cylinder("cylinder_im", "frame_im", "e_im"),
        joint_box("frame_b", "e_b", "jointUSP.prismatic.distance"),
        PLANAR_ROD1,
        PLANAR_ROD2,
    ],
    ..Class::EMPTY
};
