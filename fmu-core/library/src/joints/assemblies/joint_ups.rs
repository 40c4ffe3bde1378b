//! JointUPS, and the end of its rod of variable length.

use super::interfaces::*;
use super::length_constraint;
use crate::class::*;
use crate::joints::interfaces::{CHECK_TOTAL_POWER, PRISMATIC, REVOLUTE};
use crate::pictures::*;
use mechanism::ConstraintKind;

/// Two revolute joints, a prismatic one, and its end at frame_b.
pub static JOINT_UPS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointUPS",
    description: "Universal - prismatic - spherical joint aggregation (no constraints, no potential states)",
    parameters: &[
        N1_A,
        vector("nAxis_ia", "m", "Axis from frame_a to frame_b along the prismatic joint, resolved in frame_ia")
            .or_vector([1.0, 0.0, 0.0]),
        S_OFFSET,
        CHECK_TOTAL_POWER,
        vector("eAxis_ia", "1", "Unit vector from frame_a to frame_b, resolved in frame_ia")
            .derived("normalize(nAxis_ia)"),
        vector("e2_ia", "1", "Axis 2 of the universal joint, resolved in frame_ia (orthogonal to n1_a and eAxis_ia)")
            .derived("normalize(cross(n1_a, eAxis_ia))"),
        vector("e3_ia", "1", "Unit vector perpendicular to eAxis_ia and e2_ia, resolved in frame_ia")
            .derived("cross(eAxis_ia, e2_ia)"),
    ],
    connectors: &[
        FRAME_A,
        FRAME_B,
        FRAME_IA,
        frame(
            "frame_ib",
            "Coordinate system at the origin of frame_b, fixed to the moving part of the prismatic joint",
        ),
        TRANSLATIONAL_AXIS,
        TRANSLATIONAL_BEARING,
    ],
    variables: &[
        variable("s", "m", "Distance between frame_a and frame_b minus s_offset"),
        variable("f", "N", "= axis.f (driving force in the axis)"),
    ],
    graphics: &[
        SHOWN,
        UNIVERSAL_AXES,
        JOINT_SPHERE,
        &[
            size("axisDiameter", "sphereDiameter/2", "Diameter of the cylinder from frame_a to frame_b"),
            colour("axisColor", SENSOR_COLOUR, "Colour of the cylinder from frame_a to frame_b"),
        ],
        JOINT_CYLINDER,
    ],
    pictures: &[
        cylinder("axis", Group::Joints)
            .at("frame_ia")
            .along("eAxis_ia")
            .length("prismatic.s")
            .diameter("axisDiameter")
            .colour("axisColor"),
        joint_sphere("sphere_b", "frame_b"),
        joint_sphere("sphere_a", "frame_a").when(&["1 - showUniversalAxes"]),
        axis_cylinder("axis_1", "frame_a", "n1_a").when(&["showUniversalAxes"]),
        axis_cylinder("axis_2", "frame_ia", "e2_ia").when(&["showUniversalAxes"]),
    ],
    ..Class::netlist(&Netlist {
        parts: &[
            part("revolute_1", REVOLUTE, &[("n", "n1_a")]),
            part("revolute_2", REVOLUTE, &[("n", "e2_ia")]),
            part("prismatic", PRISMATIC, &[("n", "nAxis_ia"), ("useAxisFlange", "true")]),
            part("offset", length_constraint::DISTANCE_OFFSET.name, &[("shift", "-s_offset")]),
            part("end", TELESCOPE_END.name, &[("n1_a", "n1_a"), ("nAxis_ia", "nAxis_ia")]),
        ],
        connections: &[
            ("revolute_1.frame_b", "revolute_2.frame_a"),
            ("revolute_2.frame_b", "prismatic.frame_a"),
            ("revolute_1.frame_a", "end.frame_a"),
            ("revolute_2.frame_b", "end.frame_ia"),
            ("prismatic.axis", "offset.flange_a"),
        ],
        connectors: &[
            ("frame_a", &["revolute_1.frame_a"]),
            ("frame_b", &["end.frame_b"]),
            ("frame_ia", &["revolute_2.frame_b", "prismatic.frame_a"]),
            ("frame_ib", &["prismatic.frame_b", "end.frame_ib"]),
            ("axis", &["offset.flange_b"]),
            ("bearing", &["prismatic.support"]),
        ],
        variables: &[("s", "offset.s"), ("f", "prismatic.f")],
    })
};

/// The end of the rod of JointUPS, at frame_b. At the start it is moved there by the last registered joints: the
/// revolute joints of the universal joint and the prismatic joint.
pub(super) static TELESCOPE_END: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.TelescopeEnd",
    description: "End of a rod of variable length at a spherical joint",
    parameters: &[
        vector("n1_a", "1", "Axis 1 of the universal joint resolved in frame_a"),
        vector("nAxis_ia", "m", "Direction of the rod, resolved in frame_ia"),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at the universal joint"),
        frame("frame_ia", "Coordinate system that the universal joint turns"),
        FRAME_IB,
        frame("frame_b", "Coordinate system at the spherical joint"),
    ],
    ..Class::element(|e| {
        let [frame_a, frame_ia, frame_ib, frame_b] =
            ["frame_a", "frame_ia", "frame_ib", "frame_b"].map(|name| e.frame(name));
        e.add_constraint_between(ConstraintKind::Position([true; 3]), [frame_ib, frame_b]);
        e.add_universal_form((e.vector("n1_a"), e.vector("nAxis_ia")), [frame_a, frame_ia, frame_b], true);
    })
};
