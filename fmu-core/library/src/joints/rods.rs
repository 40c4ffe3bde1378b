//! Rods between two spherical joints, or between a universal and a spherical one: SphericalSpherical and UniversalSpherical.

use super::interfaces::*;
use crate::class::*;
use crate::laws::joints::{RodLaw, RodVariable};
use crate::pictures::*;
use mechanism::{ConstraintKind, FrameId, InertKind, Real, Source};

const COMPUTE_ROD_LENGTH: Parameter =
    boolean("computeRodLength", false, "The rod length is computed from the initial positions of the frames");
const KINEMATIC_CONSTRAINT: Parameter =
    boolean("kinematicConstraint", true, "Form of the constraint equation in MSL; both are equivalent here");
const R_ROD_0: Variable =
    variables("rRod_0", 3, "m", "Position vector from frame_a to frame_b resolved in world frame");
const R_ROD_A: Variable = variables("rRod_a", 3, "m", "Position vector from frame_a to frame_b resolved in frame_a");
const E_ROD_A: Variable =
    variables("eRod_a", 3, "1", "Unit vector in direction from frame_a to frame_b, resolved in frame_a");
const F_B_A1: Variable =
    variables("f_b_a1", 3, "N", "Force at frame_b without the component along the rod, resolved in frame_a");
const F_ROD: Variable = variable(
    "f_rod",
    "N",
    "Constraint force in direction of the rod (positive on frame_a, when directed from frame_a to frame_b)",
);

pub static SPHERICAL_SPHERICAL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.SphericalSpherical",
    description: "Rod with a spherical joint at each end and a point mass in its middle (1 constraint, no potential states)",
    parameters: &[
        COMPUTE_ROD_LENGTH,
        real("rodLength", "m", "Distance between the origins of frame_a and frame_b (if computeRodLength = false)")
            .min(2.220_446_049_250_313e-16)
            .or(1.0)
            .only_if(&[("computeRodLength", "false")]),
        real("m", "kg", "Mass of the rod, a point mass in its middle").min(0.0).or(0.0),
        KINEMATIC_CONSTRAINT,
        CHECK_TOTAL_POWER,
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at one end of the rod"),
        frame("frame_b", "Coordinate system at the other end of the rod"),
    ],
    variables: &[
        F_ROD,
        R_ROD_0,
        R_ROD_A,
        E_ROD_A,
        variables("r_CM_0", 3, "m", "Position of the mass, resolved in world frame"),
        variables("v_CM_0", 3, "m/s", "First derivative of r_CM_0"),
        variables("f_CM_a", 3, "N", "Inertial force of the mass, resolved in frame_a"),
        variables("f_CM_e", 3, "N", "Component of the inertial force along the rod, resolved in frame_a"),
        F_B_A1,
    ],
    graphics: &[
        SHOWN,
        JOINT_SPHERE,
        &[
            size("rodDiameter", "sphereDiameter/2", "Diameter of the rod"),
            colour("rodColor", ROD_COLOUR, "Colour of the rod"),
            flag("showMass", true, "The mass is shown as a sphere"),
            size("massDiameter", "sphereDiameter", "Diameter of the sphere of the mass"),
            colour("massColor", BODY_COLOUR, "Colour of the sphere of the mass"),
        ],
    ],
    pictures: &[
        rod("rod", "frame_a", "eRod_a", "length(rRod_a)", "rodDiameter", "rodColor"),
        joint_sphere("sphere_a", "frame_a"),
        joint_sphere("sphere_b", "frame_b"),
        sphere("mass", Group::Bodies, "massDiameter").origin("rRod_a/2").colour("massColor").when(&["showMass", "m"]),
    ],
    ..Class::element(|e| {
        let (length, m) = (e.address("rodLength"), e.real("m"));
        e.add_constraint(ConstraintKind::Distance { length });
        if e.boolean("computeRodLength") {
            e.elements.computed_distances.push(length);
        }
        e.add_inert(InertKind::Middle, m.address());
        build(e, e.frames(), Some(m));
    })
};

/// Two revolute joints that turn the rod's frame, and the end of the rod at frame_b.
pub static UNIVERSAL_SPHERICAL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.UniversalSpherical",
    description: "Rod with a universal joint at frame_a and a spherical joint at frame_b (1 constraint, no potential states)",
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
    inner_parts: &["revolute_1", "revolute_2"],
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
    ..Class::netlist(&Netlist {
        parts: &[
            part("revolute_1", REVOLUTE, &[("n", "n1_a")]),
            part("revolute_2", REVOLUTE, &[("n", "e2_ia")]),
            part("rod", ROD_END.name, &[("r", "rRod_ia"), ("n1_a", "n1_a"), ("computeRodLength", "computeRodLength")])
                .exposed(),
        ],
        connections: &[("revolute_1.frame_b", "revolute_2.frame_a"), ("rod.frame_a", "revolute_1.frame_a")],
        connectors: &[("frame_a", &["revolute_1.frame_a"]), ("frame_ia", &["revolute_2.frame_b", "rod.frame_ia"])],
        variables: &[("rodLength", "rod.distance")],
    })
};

/// The end of the rod: frame_b is on the axis of the rod, at its length from frame_ia. Not an MSL class.
pub static ROD_END: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Internal.RodEnd",
    description: "End of a rod at a spherical joint",
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
    ..Class::element(|e| {
        let frames = [e.frame("frame_ia"), e.frame("frame_b")];
        let computed = e.boolean("computeRodLength");
        let length = e.address(if computed { "computedLength" } else { "rodLength" });
        e.add_constraint_between(ConstraintKind::OnAxis { n: e.vector("r") }, frames);
        e.add_constraint_between(ConstraintKind::Distance { length }, frames);
        if computed {
            e.elements.computed_distances.push(length);
        }
        let resolve = e.frame("frame_a");
        e.add_universal_form((e.vector("n1_a"), e.vector("r")), [resolve, frames[0], frames[1]], false);
        build(e, [resolve, frames[1]], None);
        e.add_variable("distance", |_| Source::Parameter(length));
    })
};

/// Registers the law of a rod and those of its variables that the class declares.
fn build(e: &mut Element<'_>, [frame_a, frame_b]: [FrameId; 2], m: Option<Real>) {
    let law = e.add_law(RodLaw { frame_a, frame_b, m });
    let list = [
        ("rRod_0", RodVariable::Rod),
        ("rRod_a", RodVariable::RodInA),
        ("eRod_a", RodVariable::DirectionInA),
        ("r_CM_0", RodVariable::Middle),
        ("v_CM_0", RodVariable::MiddleVelocity),
        ("f_CM_a", RodVariable::MassForceInA),
        ("f_CM_e", RodVariable::AxialMassForceInA),
        ("f_b_a1", RodVariable::CrossForceInA),
        ("f_rod", RodVariable::AxialForce),
    ];
    e.show_declared(law, &list);
}
