//! Modelica.Mechanics.MultiBody.Forces.LineForceWithTwoMasses

use super::line_force::{FIXED_ROTATION_A, FIXED_ROTATION_B, LINE_GEOMETRY, LINE_WITH_FLANGES, LineForce, S_SMALL};
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::InertKind;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.LineForceWithTwoMasses",
    description: "Line force of translational components, with two point masses on the line",
    documentation: documentation!("line_force_with_two_masses.md"),
    parameters: &[
        real("m_a", "kg", "Mass of the point mass near frame_a").min(0.0).or(0.0),
        real("m_b", "kg", "Mass of the point mass near frame_b").min(0.0).or(0.0),
        real("L_a", "m", "Distance of point mass a from frame_a").or(0.0),
        real("L_b", "m", "Distance of point mass b from frame_b").or_expression("L_a"),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    connectors: &LINE_WITH_FLANGES,
    variables: &LINE_GEOMETRY,
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    LineForce::build_with_flanges(e);
    let (l_a, l_b) = (e.address("L_a"), e.address("L_b"));
    for (m, kind) in [("m_a", InertKind::FromA(l_a)), ("m_b", InertKind::FromB(l_b))] {
        if e.is_present(m) {
            let m = e.address(m);
            e.add_inert(kind, m);
        }
    }
}
