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
    graphics: &[SHOWN, JOINT_CYLINDER, PLANAR_RODS],
    pictures: &[
        axis_cylinder("cylinder_a", "frame_a", "e_a"),
        axis_cylinder("cylinder_im", "frame_im", "e_b"),
        axis_cylinder("cylinder_b", "frame_b", "e_b"),
        PLANAR_ROD1,
        PLANAR_ROD2,
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("axis_b", measured::CARRIED_DIRECTION.name, &[("n_a", "n_a")]),
            part("jointUSR", two_rods::JOINT_USR.name, &[("n1_a", "n_a")])
                .passing(&["n_b", "rRod1_ia", "rRod2_ib", "phi_offset", "phi_guess", "checkTotalPower"])
                .exposed(),
        ],
        connections: &[("axis_b.frame_a", "jointUSR.frame_a"), ("axis_b.frame_b", "jointUSR.frame_b")],
        ..Netlist::EMPTY
    })
};

/// A JointUSP whose axis 1 is the axis of rotation, for the same reason as in JointRRR.
pub static JOINT_RRP: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointRRP",
    description: "Planar revolute - revolute - prismatic joint aggregation (no constraints, no potential states)",
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
    graphics: &[SHOWN, JOINT_CYLINDER, JOINT_BOX, PLANAR_RODS],
    pictures: &[
        axis_cylinder("cylinder_a", "frame_a", "e_a"),
        axis_cylinder("cylinder_im", "frame_im", "e_im"),
        joint_box("frame_b", "e_b", "jointUSP.prismatic.distance"),
        PLANAR_ROD1,
        PLANAR_ROD2,
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("jointUSP", two_rods::JOINT_USP.name, &[("n1_a", "n_a")])
                .passing(&["n_b", "rRod1_ia", "rRod2_ib", "s_offset", "s_guess", "checkTotalPower"])
                .exposed(),
            part("axis_im", measured::CARRIED_DIRECTION.name, &[("n_a", "e_a")]),
        ],
        connections: &[("axis_im.frame_a", "jointUSP.frame_a"), ("axis_im.frame_b", "jointUSP.frame_im")],
        ..Netlist::EMPTY
    })
};
