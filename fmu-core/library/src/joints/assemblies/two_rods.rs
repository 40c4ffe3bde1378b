//! JointSSP, JointSSR, JointUSP and JointUSR: rod 1 with a universal or spherical joint at frame_a and a spherical joint at frame_im, and
//! rod 2 from there to a prismatic or revolute joint at frame_b.

use super::interfaces::*;
use super::{length_constraint, measured};
use crate::class::*;
use crate::joints::interfaces::{CHECK_TOTAL_POWER, FIXED_TRANSLATION};
use crate::pictures::*;

/// Such an assembly: name of the joint at frame_b, this part, rod 1, and variables other than those of rod 1.
macro_rules! two_rods {
    ($joint:literal, $joint_part:expr, $rod1:expr, $variables:expr) => {
        Class::netlist(&Netlist {
            parts: &[
                $joint_part,
                $rod1,
                part("rod2", FIXED_TRANSLATION, &[("r", "rRod2_ib")]),
                part("relativePosition", measured::RELATIVE_POSITION.name, &[]),
                part("position_b[1]", measured::COMPONENT.name, &[("k", "rRod2_ib[1]")]),
                part("position_b[2]", measured::COMPONENT.name, &[("k", "rRod2_ib[2]")]),
                part("position_b[3]", measured::COMPONENT.name, &[("k", "rRod2_ib[3]")]),
            ],
            connections: &[
                (concat!($joint, ".frame_far"), "rod1.frame_a"),
                ("relativePosition.frame_a", concat!($joint, ".frame_a")),
                ("relativePosition.frame_b", "rod1.frame_a"),
            ],
            connectors: &[
                ("frame_b", &[concat!($joint, ".frame_a")]),
                ("frame_ib", &[concat!($joint, ".frame_b"), "rod2.frame_a"]),
                ("frame_im", &["rod1.frame_b", "rod2.frame_b"]),
                ("axis", &[concat!($joint, ".axis")]),
                ("bearing", &[concat!($joint, ".bearing")]),
            ],
            variables: $variables,
        })
    };
}

/// Parameters of the joint at frame_b.
const AT_B: &[(&str, &str)] = &[("n", "n_b"), ("lengthConstraint", "rod1Length"), ("reach", "rRod2_ib")];

const PRISMATIC: Part = part("prismatic", length_constraint::PRISMATIC.name, AT_B).passing(&["s_offset", "s_guess"]);

const REVOLUTE: Part = part("revolute", length_constraint::REVOLUTE.name, AT_B).passing(&["phi_offset", "phi_guess"]);

const SPHERICAL_SPHERICAL: Part = part(
    "rod1",
    "Modelica.Mechanics.MultiBody.Joints.SphericalSpherical",
    &[("rodLength", "rod1Length"), ("m", "rod1Mass")],
)
.exposed();

const UNIVERSAL_SPHERICAL: Part = part(
    "rod1",
    "Modelica.Mechanics.MultiBody.Joints.UniversalSpherical",
    &[("n1_a", "n1_a"), ("rRod_ia", "rRod1_ia")],
)
.exposed();

// Parameters of the assemblies with a spherical joint at frame_a.
const ROD1_LENGTH: Parameter =
    real("rod1Length", "m", "Distance between the origins of frame_a and frame_im").min(f64::EPSILON).or(1.0);

const ROD1_MASS: Parameter = real("rod1Mass", "kg", "Mass of rod 1, a point mass in its middle").min(0.0).or(0.0);

const R_ROD2_IB_AHEAD: Parameter = R_ROD2_IB.or_vector([1.0, 0.0, 0.0]);

const PRISMATIC_AXIS: Parameter = vector("n_b", "1", "Axis of the prismatic joint, resolved in frame_b and frame_ib");

const REVOLUTE_AXIS: Parameter =
    vector("n_b", "1", "Axis of the revolute joint, resolved in frame_b and frame_ib").or_vector([0.0, 0.0, 1.0]);

// Parameters of the assemblies with a universal joint at frame_a.
const E_ROD1_IA: Parameter =
    vector("eRod1_ia", "1", "Unit vector along rod 1, resolved in frame_ia").derived("normalize(rRod1_ia)");

const E2_IA: Parameter =
    vector("e2_ia", "1", "Axis 2 of the universal joint, resolved in frame_ia (orthogonal to n1_a and eRod1_ia)")
        .derived("normalize(cross(n1_a, eRod1_ia))");

const DERIVED_ROD1_LENGTH: Parameter = real("rod1Length", "m", "Length of rod 1").min(0.0).derived("length(rRod1_ia)");

/// All parameters of such an assembly; those of the joint at frame_b are given.
const fn universal_parameters(axis: Parameter, offset: Parameter, guess: Parameter) -> [Parameter; 10] {
    [N1_A, axis, R_ROD1_IA, R_ROD2_IB, offset, guess, CHECK_TOTAL_POWER, E_ROD1_IA, E2_IA, DERIVED_ROD1_LENGTH]
}

/// Lever arm of rod 1 in an assembly with a revolute joint.
const AUX: Variable = variable(
    "aux",
    "m",
    "Lever arm of the force of rod 1 about the axis of the revolute joint; the assembly is singular if it is zero",
);

const PRISMATIC_PICTURE: Picture = joint_box("frame_b", "n_b", "prismatic.distance");

/// Pictures of an assembly with a spherical joint at frame_a and the joint `last` at frame_b.
const fn with_spherical_joint(last: Picture) -> [Picture; 6] {
    [
        rod("rod1", "frame_a", "rod1.eRod_a", "length(rod1.rRod_a)", "rod1Diameter", "rod1Color"),
        joint_sphere("sphere_a", "frame_a"),
        joint_sphere("sphere_im", "frame_im"),
        sphere("mass", Group::Bodies, "massDiameter")
            .origin("rod1.rRod_a/2")
            .colour("massColor")
            .when(&["showMass", "rod1Mass"]),
        ROD2_PICTURE,
        last,
    ]
}

/// Pictures of an assembly with a universal joint at frame_a and the joint `last` at frame_b.
const fn with_universal_joint(last: Picture) -> [Picture; 7] {
    [
        rod("rod1", "frame_ia", "eRod1_ia", "rod1Length", "rod1Diameter", "rod1Color"),
        joint_sphere("sphere_im", "frame_im"),
        joint_sphere("sphere_a", "frame_a").when(&["1 - showUniversalAxes"]),
        axis_cylinder("axis_1", "frame_a", "n1_a").when(&["showUniversalAxes"]),
        axis_cylinder("axis_2", "frame_ia", "e2_ia").when(&["showUniversalAxes"]),
        ROD2_PICTURE,
        last,
    ]
}

pub static JOINT_SSP: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointSSP",
    description: "Spherical - spherical - prismatic joint aggregation (with mass; no constraints, no potential states)",
    parameters: &[
        ROD1_LENGTH,
        ROD1_MASS,
        PRISMATIC_AXIS.or_vector([0.0, 0.0, 1.0]),
        R_ROD2_IB_AHEAD,
        S_OFFSET,
        S_GUESS,
        CHECK_TOTAL_POWER,
    ],
    connectors: &[FRAME_A, FRAME_B, FRAME_IB, FRAME_IM, TRANSLATIONAL_AXIS, TRANSLATIONAL_BEARING],
    variables: &[
        variable(
            "aux",
            "",
            "Cosine of the angle between rod 1 and the axis of the prismatic joint; the assembly is singular if \
             it is zero",
        ),
        F_ROD,
    ],
    inner_parts: &["position_b"],
    graphics: &[SHOWN, JOINT_SPHERE, ASSEMBLY_RODS, JOINT_BOX, ASSEMBLY_MASS],
    pictures: &with_spherical_joint(PRISMATIC_PICTURE),
    ..two_rods!("prismatic", PRISMATIC, SPHERICAL_SPHERICAL, &[("aux", "prismatic.aux")])
};

pub static JOINT_SSR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointSSR",
    description: "Spherical - spherical - revolute joint aggregation (with mass; no constraints, no potential states)",
    parameters: &[ROD1_LENGTH, ROD1_MASS, REVOLUTE_AXIS, R_ROD2_IB_AHEAD, PHI_OFFSET, PHI_GUESS, CHECK_TOTAL_POWER],
    connectors: &[FRAME_A, FRAME_B, FRAME_IB, FRAME_IM, ROTATIONAL_AXIS, ROTATIONAL_BEARING],
    variables: &[AUX, F_ROD],
    inner_parts: &["position_b"],
    graphics: &[SHOWN, JOINT_SPHERE, ASSEMBLY_RODS, ASSEMBLY_REVOLUTE, ASSEMBLY_MASS],
    pictures: &with_spherical_joint(REVOLUTE_PICTURE),
    ..two_rods!("revolute", REVOLUTE, SPHERICAL_SPHERICAL, &[("aux", "revolute.aux")])
};

pub static JOINT_USP: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointUSP",
    description: "Universal - spherical - prismatic joint aggregation (no constraints, no potential states)",
    parameters: &universal_parameters(PRISMATIC_AXIS.or_vector([-1.0, 0.0, 0.0]), S_OFFSET, S_GUESS),
    connectors: &[FRAME_A, FRAME_B, FRAME_IA, FRAME_IB, FRAME_IM, TRANSLATIONAL_AXIS, TRANSLATIONAL_BEARING],
    variables: &[F_ROD],
    inner_parts: &["position_b"],
    graphics: &[SHOWN, UNIVERSAL_AXES, JOINT_SPHERE, ASSEMBLY_RODS, JOINT_BOX, JOINT_CYLINDER],
    pictures: &with_universal_joint(PRISMATIC_PICTURE),
    ..two_rods!("prismatic", PRISMATIC, UNIVERSAL_SPHERICAL, &[])
};

pub static JOINT_USR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.JointUSR",
    description: "Universal - spherical - revolute joint aggregation (no constraints, no potential states)",
    parameters: &universal_parameters(REVOLUTE_AXIS, PHI_OFFSET, PHI_GUESS),
    connectors: &[FRAME_A, FRAME_B, FRAME_IA, FRAME_IB, FRAME_IM, ROTATIONAL_AXIS, ROTATIONAL_BEARING],
    variables: &[AUX, F_ROD],
    inner_parts: &["position_b"],
    graphics: &[SHOWN, UNIVERSAL_AXES, JOINT_SPHERE, ASSEMBLY_RODS, ASSEMBLY_REVOLUTE, JOINT_CYLINDER],
    pictures: &with_universal_joint(REVOLUTE_PICTURE),
    ..two_rods!("revolute", REVOLUTE, UNIVERSAL_SPHERICAL, &[("aux", "revolute.aux")])
};
