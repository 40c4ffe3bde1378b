//! Modelica.Mechanics.MultiBody.Joints.SphericalSpherical

use super::interfaces::*;
use crate::class::*;
use crate::laws::joints::rod::RodLaw;
use crate::pictures::*;
use mechanism::{ConstraintKind, InertKind};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.SphericalSpherical",
    description: "Rod with a spherical joint at each end and a point mass in its middle (1 constraint, no potential states)",
    documentation: documentation!("spherical_spherical.md"),
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
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (length, m) = (e.address("rodLength"), e.real("m"));
    e.add_constraint(ConstraintKind::Distance { length });
    if e.boolean("computeRodLength") {
        e.compute_distance(length);
    }
    e.add_inert(InertKind::Middle, m.address());
    let frames = [e.frame("frame_a"), e.frame("frame_b")];
    RodLaw::build(e, frames, Some(m));
}
