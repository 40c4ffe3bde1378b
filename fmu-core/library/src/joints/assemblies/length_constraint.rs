//! Revolute and prismatic joints at frame_b of assemblies. Their rod 2 meets rod 1, whose other end has a given
//! distance: MSL computes the joint's coordinate from this distance. Here this is done at the start only; later the rod
//! is a constraint.

use crate::class::*;
use crate::joints::interfaces::{FRAME_A, FRAME_B, add_flanges};
use crate::laws::joints::{RodAngleLaw, RodAngleVariable};
use crate::one_dimensional::add_transmission;
use crate::one_dimensional::interfaces::{rotational_flange, translational_flange};
use crate::rotational::interfaces as rotational;
use crate::translational::interfaces as translational;
use crate::{ClosedFormElement, JointQuantity, LengthForm};
use mechanism::{JointStart, SingleStart, Source, TransmissionKind};

const FRAME_FAR: Connector = frame("frame_far", "Coordinate system at the other end of rod 1");

const N: Parameter = vector("n", "1", "Axis of the joint resolved in frame_a (= same as in frame_b)");

const E: Parameter = vector("e", "1", "Unit vector along the axis").derived("normalize(n)");

const REACH: Parameter = vector("reach", "m", "Vector from frame_b to the near end of rod 1, resolved in frame_b");

const LENGTH: Parameter = real("lengthConstraint", "m", "Distance between the ends of rod 1");

const LEVER: Variable = variable("aux", "m", "Lever arm of the force of rod 1 about the axis");

const COSINE: Variable = variable("aux", "", "Cosine of the angle between rod 1 and the axis");

/// The connectors of such a joint.
const fn moving(axis: Connector, bearing: Connector) -> [Connector; 5] {
    [FRAME_A, FRAME_B, FRAME_FAR, axis, bearing]
}

/// The netlist of a joint with its offset: class, start value and variables of the joint, class and shift of the offset.
macro_rules! joint_with_offset {
    ($joint:expr, $guess:literal, [$($variable:literal $inner:literal),+], $offset:expr, $shift:literal) => {
        Class::netlist(&Netlist {
            parts: &[
                part(
                    "joint",
                    $joint.name,
                    &[("n", "n"), ("lengthConstraint", "lengthConstraint"), ("reach", "reach"), ("guess", $guess)],
                ).exposed(),
                part("offset", $offset.name, &[("shift", $shift)]),
            ],
            connections: &[("joint.axis", "offset.flange_a")],
            connectors: &[("axis", &["offset.flange_b"])],
            variables: &[$(($variable, $inner)),+],
        })
    };
}

/// The revolute joint with its offset.
pub(super) static REVOLUTE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Internal.RevoluteWithLengthConstraint",
    description: "Revolute joint that moves a point at a given distance from another point",
    parameters: &[
        N,
        LENGTH,
        REACH,
        real("phi_offset", "deg", "Offset of the angle (angle = phi + phi_offset)"),
        real("phi_guess", "deg", "The configuration with phi nearest to phi_guess is selected at the start"),
        E,
    ],
    connectors: &moving(
        rotational_flange("axis", "1-dim. rotational flange that drives the joint"),
        rotational_flange("bearing", "1-dim. rotational flange of the drive's bearing"),
    ),
    variables: &[
        variable("phi", "rad", "Rotation angle of the joint, = axis.phi"),
        variable("angle", "rad", "Relative rotation angle from frame_a to frame_b").with_start(),
        variable("w", "rad/s", "Relative angular velocity").with_start(),
        variable("tau", "N.m", "= axis.tau (driving torque)"),
        LEVER,
    ],
    ..joint_with_offset!(
        REVOLUTE_JOINT,
        "from_deg(phi_offset + phi_guess)",
        ["phi" "offset.phi", "angle" "joint.phi", "w" "joint.w", "tau" "joint.tau", "aux" "joint.aux"],
        ANGLE_OFFSET,
        "-from_deg(phi_offset)"
    )
};

/// The prismatic joint with its offset.
pub(super) static PRISMATIC: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Internal.PrismaticWithLengthConstraint",
    description: "Prismatic joint that moves a point at a given distance from another point",
    parameters: &[
        N,
        LENGTH,
        REACH,
        real("s_offset", "m", "Offset of the distance (distance = s + s_offset)"),
        real("s_guess", "m", "The configuration with s nearest to s_guess is selected at the start"),
        E,
    ],
    connectors: &moving(
        translational_flange("axis", "1-dim. translational flange that drives the joint"),
        translational_flange("bearing", "1-dim. translational flange of the drive's bearing"),
    ),
    variables: &[
        variable("s", "m", "Relative distance, = axis.s"),
        variable("distance", "m", "Relative distance from frame_a to frame_b").with_start(),
        variable("v", "m/s", "Relative velocity").with_start(),
        variable("f", "N", "= axis.f (driving force)"),
        COSINE,
    ],
    ..joint_with_offset!(
        PRISMATIC_JOINT,
        "s_offset + s_guess",
        ["s" "offset.s", "distance" "joint.s", "v" "joint.v", "f" "joint.f", "aux" "joint.aux"],
        DISTANCE_OFFSET,
        "-s_offset"
    )
};

/// The revolute joint itself: the angle between its frames.
pub(super) static REVOLUTE_JOINT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.Revolute",
    description: "Revolute joint of an assembly",
    parameters: &[N, LENGTH, REACH, real("guess", "rad", "The angle nearest to this one is selected at the start")],
    connectors: &moving(
        rotational_flange("axis", "Flange that turns with the joint"),
        rotational_flange("bearing", "Flange at rest"),
    ),
    variables: &[
        variable("phi", "rad", "Relative rotation angle from frame_a to frame_b"),
        variable("w", "rad/s", "First derivative of angle phi").with_start(),
        variable("tau", "N.m", "Driving torque in direction of axis of rotation"),
        LEVER,
    ],
    ..Class::element(|e| {
        let position = e.optional_start("phi").unwrap_or_else(|| e.address("guess"));
        let start = SingleStart { position, speed: e.start("w") };
        build(e, JointStart::Revolute(start), ["phi", "w", "tau"]);
    })
};

/// The prismatic joint itself: the distance between its frames.
pub(super) static PRISMATIC_JOINT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.Prismatic",
    description: "Prismatic joint of an assembly",
    parameters: &[N, LENGTH, REACH, real("guess", "m", "The distance nearest to this one is selected at the start")],
    connectors: &moving(
        translational_flange("axis", "Flange that moves with the joint"),
        translational_flange("bearing", "Flange at rest"),
    ),
    variables: &[
        variable("s", "m", "Relative distance between frame_a and frame_b"),
        variable("v", "m/s", "First derivative of s").with_start(),
        variable("f", "N", "Driving force in direction of the axis"),
        COSINE,
    ],
    ..Class::element(|e| {
        let position = e.optional_start("s").unwrap_or_else(|| e.address("guess"));
        let start = SingleStart { position, speed: e.start("v") };
        build(e, JointStart::Prismatic(start), ["s", "v", "f"]);
    })
};

plain_classes! {
    "Mechanics.MultiBody.Joints.Assemblies.Internal":
    // The flange of the assembly turns with the joint; its angle has an offset.
    ANGLE_OFFSET "AngleOffset" [real("shift", "rad", "= flange_b.phi - flange_a.phi")]
        {rotational::FLANGE_A, rotational::FLANGE_B}
        showing(&[variable("phi", "rad", "= flange_b.phi")], |e| shift(e, "phi")) "Constant angle between two flanges";
    // The flange of the assembly moves with the joint; its distance has an offset.
    DISTANCE_OFFSET "DistanceOffset" [real("shift", "m", "= flange_b.s - flange_a.s")]
        {translational::FLANGE_A, translational::FLANGE_B}
        showing(&[variable("s", "m", "= flange_b.s")], |e| shift(e, "s")) "Constant distance between two flanges";
}

fn shift(e: &mut Element<'_>, position: &str) {
    let length = Some(e.address("shift"));
    add_transmission(e, TransmissionKind::Rigid { length, inertia: None }, None);
    let flange = e.flange("flange_b");
    e.add_variable(position, |_| Source::FlangePosition(flange));
}

/// Registers the joint with its position, speed and force, and the closed form of its start value.
fn build(e: &mut Element<'_>, start: JointStart, [position, speed, force]: [&str; 3]) {
    let turns = matches!(start, JointStart::Revolute(_));
    let joint = e.add_joint(Some(e.vector("n")), start);
    let frames = ["frame_a", "frame_b", "frame_far"].map(|name| e.frame(name));
    let [n, reach] = ["n", "reach"].map(|name| e.vector(name));
    let (length, guess) = (e.address("lengthConstraint"), e.address("guess"));
    e.elements.closed_forms.push(ClosedFormElement::Length(LengthForm { joint, n, reach, length, guess, frames }));
    add_flanges(e, joint, "bearing");
    e.add_joint_variable(position, joint, JointQuantity::Position);
    e.add_joint_variable(speed, joint, JointQuantity::Speed);
    e.add_joint_variable(force, joint, JointQuantity::Force);
    let [_, frame_b, frame_far] = frames;
    let law = e.add_law(RodAngleLaw { frame_b, frame_far, n, reach, turns });
    e.show("aux", law, RodAngleVariable::Effect);
}
