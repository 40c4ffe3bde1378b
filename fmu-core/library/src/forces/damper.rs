//! Modelica.Mechanics.MultiBody.Forces.Damper

use super::line_force::{
    DEVICE_TEMPERATURE, ENDS_WITH_HEAT_PORT, FIXED_ROTATION_A, FIXED_ROTATION_B, HEAT_PORT_TEMPERATURE, LINE_VARIABLES,
    LOSS_POWER, LineForce, S_SMALL, USE_HEAT_PORT,
};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Damper",
    description: "Linear (velocity dependent) damper",
    documentation: documentation!("damper.md"),
    parameters: &[
        real("d", "N.s/m", "Damping constant").min(0.0).tunable(),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
        USE_HEAT_PORT,
        DEVICE_TEMPERATURE,
    ],
    connectors: &ENDS_WITH_HEAT_PORT,
    variables: &WITH_LOSS,
    ..Class::element(build)
};

/// Variables of a line force with a damper.
pub(super) const WITH_LOSS: [Variable; 9] = {
    let [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f] = LINE_VARIABLES;
    [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, LOSS_POWER, HEAT_PORT_TEMPERATURE]
};

fn build(e: &mut Element<'_>) {
    let d = e.real("d");
    LineForce::build(e, None, Some(d), true);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, DAMPER_CYLINDERS],
        pictures: &[damper_a("min(length_a, s)"), damper_b("e_a*min(length_a, s)", "max(s - length_a, 0)")],
    }
};
