//! Modelica.Mechanics.MultiBody.Joints.Assemblies

mod joint_rrp;
mod joint_rrr;
mod joint_ssp;
mod joint_ssr;
mod joint_ups;
mod joint_usp;
mod joint_usr;
mod length_constraint;
mod measured;
mod telescope;

use super::rod::CHECK_TOTAL_POWER;
use crate::class::*;
pub use length_constraint::RodAngleLaw;
pub(crate) use length_constraint::RodAngleVariable;

/// Classes of the package.
pub(super) static JOINT_UPS: &Class = &joint_ups::CLASS;
/// See [`JOINT_UPS`].
pub(super) static JOINT_USR: &Class = &joint_usr::CLASS;
/// See [`JOINT_UPS`].
pub(super) static JOINT_USP: &Class = &joint_usp::CLASS;
/// See [`JOINT_UPS`].
pub(super) static JOINT_SSR: &Class = &joint_ssr::CLASS;
/// See [`JOINT_UPS`].
pub(super) static JOINT_SSP: &Class = &joint_ssp::CLASS;
/// See [`JOINT_UPS`].
pub(super) static JOINT_RRR: &Class = &joint_rrr::CLASS;
/// See [`JOINT_UPS`].
pub(super) static JOINT_RRP: &Class = &joint_rrp::CLASS;

/// Classes of parts of these.
pub(super) static PARTS: [&Class; 11] = [
    &length_constraint::REVOLUTE,
    &length_constraint::PRISMATIC,
    &length_constraint::REVOLUTE_JOINT,
    &length_constraint::PRISMATIC_JOINT,
    &length_constraint::ANGLE_OFFSET,
    &length_constraint::DISTANCE_OFFSET,
    &telescope::TELESCOPE_END,
    &measured::CARRIED_DIRECTION,
    &measured::RELATIVE_POSITION,
    &measured::BASIC_RELATIVE_POSITION,
    &measured::COMPONENT,
];

/// n1_a
const N1_A: Parameter =
    vector("n1_a", "1", "Axis 1 of the universal joint resolved in frame_a").or_vector([0.0, 0.0, 1.0]);
/// rRod1_ia
const R_ROD1_IA: Parameter =
    vector("rRod1_ia", "m", "Vector from frame_a to the other end of rod 1, resolved in frame_ia")
        .or_vector([1.0, 0.0, 0.0]);
/// rRod2_ib of assemblies whose first joint is a universal or revolute one.
const R_ROD2_IB: Parameter =
    vector("rRod2_ib", "m", "Vector from frame_ib to frame_im, resolved in frame_ib").or_vector([-1.0, 0.0, 0.0]);
/// rod1Length
const ROD1_LENGTH: Parameter = real("rod1Length", "m", "Distance between the origins of frame_a and frame_im")
    .min(2.220_446_049_250_313e-16)
    .or(1.0);
/// rod1Mass
const ROD1_MASS: Parameter = real("rod1Mass", "kg", "Mass of rod 1, a point mass in its middle").min(0.0).or(0.0);
/// phi_offset
const PHI_OFFSET: Parameter =
    real("phi_offset", "deg", "Offset of the angle of the revolute joint at frame_b (angle = phi + phi_offset)")
        .or(0.0);
/// phi_guess
const PHI_GUESS: Parameter =
    real("phi_guess", "deg", "The assembly starts with the phi that is nearer to this angle").or(0.0);
/// s_offset
const S_OFFSET: Parameter =
    real("s_offset", "m", "Offset of the prismatic joint's distance (distance = s + s_offset)").or(0.0);
/// s_guess
const S_GUESS: Parameter =
    real("s_guess", "m", "The assembly starts with the s that is nearer to this distance").or(0.0);

/// frame_a
const FRAME_A: Connector = frame("frame_a", "Coordinate system at one end of the assembly");
/// frame_b
const FRAME_B: Connector = frame("frame_b", "Coordinate system at the other end of the assembly");
/// frame_ia
const FRAME_IA: Connector = frame("frame_ia", "Coordinate system at the origin of frame_a, fixed to rod 1");
/// frame_ib
const FRAME_IB: Connector = frame("frame_ib", "Coordinate system fixed to rod 2 at the joint at frame_b");
/// frame_im
const FRAME_IM: Connector = frame("frame_im", "Coordinate system fixed to rod 2 where it meets rod 1");
/// axis of a revolute joint
const ROTATIONAL_AXIS: Connector =
    connector("axis", ConnectorKind::RotationalFlange, "", "1-dim. rotational flange that drives the revolute joint");
/// bearing of a revolute joint
const ROTATIONAL_BEARING: Connector =
    connector("bearing", ConnectorKind::RotationalFlange, "", "1-dim. rotational flange of the drive's bearing");
/// axis of a prismatic joint
const TRANSLATIONAL_AXIS: Connector = connector(
    "axis",
    ConnectorKind::TranslationalFlange,
    "",
    "1-dim. translational flange that drives the prismatic joint",
);
/// bearing of a prismatic joint
const TRANSLATIONAL_BEARING: Connector =
    connector("bearing", ConnectorKind::TranslationalFlange, "", "1-dim. translational flange of the drive's bearing");

/// f_rod
const F_ROD: Variable = variable("f_rod", "N", "Constraint force in direction of rod 1 (positive, if it pushes)");
/// aux
const AUX: Variable = variable(
    "aux",
    "m",
    "Lever arm of the force of rod 1 about the axis of the revolute joint; the assembly is singular where it is zero",
);

/// The part `position_b[1]`.
const POSITION_B_1: Part =
    Part { name: "position_b[1]", class: measured::COMPONENT.name, parameters: &[("k", "rRod2_ib[1]")] };
/// The part `position_b[2]`.
const POSITION_B_2: Part =
    Part { name: "position_b[2]", class: measured::COMPONENT.name, parameters: &[("k", "rRod2_ib[2]")] };
/// The part `position_b[3]`.
const POSITION_B_3: Part =
    Part { name: "position_b[3]", class: measured::COMPONENT.name, parameters: &[("k", "rRod2_ib[3]")] };
/// The part `relativePosition`.
const RELATIVE_POSITION: Part =
    Part { name: "relativePosition", class: measured::RELATIVE_POSITION.name, parameters: &[] };
/// The part `rod2`.
const ROD2: Part = Part {
    name: "rod2",
    class: "Modelica.Mechanics.MultiBody.Parts.FixedTranslation",
    parameters: &[("r", "rRod2_ib")],
};

/// Pictures of the class.
pub(super) static JOINT_UPS_PICTURES: &crate::pictures::ClassPictures = &joint_ups::PICTURES;
/// Pictures of the class.
pub(super) static JOINT_USR_PICTURES: &crate::pictures::ClassPictures = &joint_usr::PICTURES;
/// Pictures of the class.
pub(super) static JOINT_USP_PICTURES: &crate::pictures::ClassPictures = &joint_usp::PICTURES;
/// Pictures of the class.
pub(super) static JOINT_SSR_PICTURES: &crate::pictures::ClassPictures = &joint_ssr::PICTURES;
/// Pictures of the class.
pub(super) static JOINT_SSP_PICTURES: &crate::pictures::ClassPictures = &joint_ssp::PICTURES;
/// Pictures of the class.
pub(super) static JOINT_RRR_PICTURES: &crate::pictures::ClassPictures = &joint_rrr::PICTURES;
/// Pictures of the class.
pub(super) static JOINT_RRP_PICTURES: &crate::pictures::ClassPictures = &joint_rrp::PICTURES;
