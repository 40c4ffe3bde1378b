//! Modelica.Mechanics.MultiBody.Joints.UniversalSpherical

use super::interfaces::*;
use crate::class::*;
use crate::laws::joints::rod::RodLaw;
use crate::pictures::*;
use mechanism::ConstraintKind;

/// Two revolute joints that turn the rod's frame, and the end of the rod at frame_b.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.UniversalSpherical",
    description: "Rod with a universal joint at frame_a and a spherical joint at frame_b (1 constraint, no potential states)",
    documentation: documentation!("universal_spherical.md"),
    parameters: &[
        COMPUTE_ROD_LENGTH,
        vector("n1_a", "1", "Axis 1 of the universal joint resolved in frame_a").or_vector([0.0, 0.0, 1.0]),
        vector(
            "rRod_ia",
            "m",
            "Vector from frame_a to frame_b along the rod, resolved in frame_ia; with \
            computeRodLength only its direction is used",
        )
        .or_vector([1.0, 0.0, 0.0]),
        KINEMATIC_CONSTRAINT,
        CHECK_TOTAL_POWER,
        vector("eRod_ia", "1", "Unit vector from frame_a to frame_b, resolved in frame_ia")
            .derived("normalize(rRod_ia)"),
        vector("e2_ia", "1", "Axis 2 of the universal joint, resolved in frame_ia (orthogonal to n1_a and eRod_ia)")
            .derived("normalize(cross(n1_a, eRod_ia))"),
        vector("e3_ia", "1", "Unit vector perpendicular to eRod_ia and e2_ia, resolved in frame_ia")
            .derived("cross(eRod_ia, e2_ia)"),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at the universal joint"),
        frame("frame_b", "Coordinate system at the spherical joint"),
        frame("frame_ia", "Coordinate system at the origin of frame_a, fixed to the rod"),
    ],
    variables: &[
        F_ROD,
        R_ROD_0,
        R_ROD_A,
        E_ROD_A,
        F_B_A1,
        variable("rodLength", "m", "Length of the rod (distance between the origins of frame_a and frame_b)"),
    ],
    inner: &[],
    rates: &[],
    inner_parts: &["revolute_1", "revolute_2"],
    body: Body::Netlist(&Netlist {
        parts: &[
            part("revolute_1", REVOLUTE, &[("n", "n1_a")]),
            part("revolute_2", REVOLUTE, &[("n", "e2_ia")]),
            part("rod", ROD_END.name, &[("r", "rRod_ia"), ("n1_a", "n1_a"), ("computeRodLength", "computeRodLength")]),
        ],
        connections: &[("revolute_1.frame_b", "revolute_2.frame_a"), ("rod.frame_a", "revolute_1.frame_a")],
        connectors: &[
            ("frame_a", &["revolute_1.frame_a"]),
            ("frame_b", &["rod.frame_b"]),
            ("frame_ia", &["revolute_2.frame_b", "rod.frame_ia"]),
        ],
        variables: &[
            ("f_rod", "rod.f_rod"),
            ("rRod_0", "rod.rRod_0"),
            ("rRod_a", "rod.rRod_a"),
            ("eRod_a", "rod.eRod_a"),
            ("f_b_a1", "rod.f_b_a1"),
            ("rodLength", "rod.distance"),
        ],
    }),
    graphics: &[
        SHOWN,
        UNIVERSAL_AXES,
        JOINT_SPHERE,
        &[
            shape_type("rodShapeType", "cylinder", "Type of the shape of the rod"),
            size("rodWidth", "sphereDiameter/2", "Width of the rod"),
            size("rodHeight", "rodWidth", "Height of the rod"),
            number("rodExtra", "1", "0", "Additional parameter of some types"),
            colour("rodColor", ROD_COLOUR, "Colour of the rod"),
        ],
        JOINT_CYLINDER,
    ],
    pictures: &[
        shape_of("rod", Group::Bodies, "rodShapeType")
            .at("frame_ia")
            .along("eRod_ia")
            .wide("e2_ia")
            .length("rodLength")
            .width("rodWidth")
            .height("rodHeight")
            .extra("rodExtra")
            .colour("rodColor"),
        joint_sphere("sphere_b", "frame_b"),
        joint_sphere("sphere_a", "frame_a").when(&["1 - showUniversalAxes"]),
        axis_cylinder("axis_1", "frame_a", "n1_a").when(&["showUniversalAxes"]),
        axis_cylinder("axis_2", "frame_ia", "e2_ia").when(&["showUniversalAxes"]),
    ],
};

/// The end of the rod: frame_b is on the axis of the rod, at its length from frame_ia. Not an MSL class.
pub static ROD_END: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Internal.RodEnd",
    description: "End of a rod at a spherical joint",
    documentation: Documentation::NONE,
    parameters: &[
        boolean("computeRodLength", false, "The length is computed from the initial positions of the frames"),
        vector("r", "m", "Vector along the rod, resolved in frame_ia"),
        vector("n1_a", "1", "Axis 1 of the universal joint resolved in frame_a"),
        real("rodLength", "m", "Length of the rod").derived("sqrt(r[1]^2 + r[2]^2 + r[3]^2)"),
        real("computedLength", "m", "Length of the rod if it is computed").or(1.0),
    ],
    connectors: &[
        frame("frame_ia", "Coordinate system fixed to the rod at its other end"),
        frame("frame_b", "Coordinate system at the spherical joint"),
        frame("frame_a", "Coordinate system in which vectors are resolved"),
    ],
    variables: &[F_ROD, R_ROD_0, R_ROD_A, E_ROD_A, F_B_A1, variable("distance", "m", "Distance between the ends")],
    ..Class::element(build_rod)
};

fn build_rod(e: &mut Element<'_>) {
    let frames = [e.frame("frame_ia"), e.frame("frame_b")];
    let computed = e.boolean("computeRodLength");
    let length = e.address(if computed { "computedLength" } else { "rodLength" });
    e.add_constraint_between(ConstraintKind::OnAxis { n: e.vector("r") }, frames);
    e.add_constraint_between(ConstraintKind::Distance { length }, frames);
    if computed {
        e.compute_distance(length);
    }
    let resolve = e.frame("frame_a");
    e.add_universal_form((e.vector("n1_a"), e.vector("r")), [resolve, frames[0], frames[1]], false);
    RodLaw::build(e, [resolve, frames[1]], None);
    e.add_variable("distance", |_| mechanism::Source::Parameter(length));
}
