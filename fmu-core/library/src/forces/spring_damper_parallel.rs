//! Modelica.Mechanics.MultiBody.Forces.SpringDamperParallel

use super::damper::WITH_LOSS;
use super::line_force::{
    DEVICE_TEMPERATURE, ENDS_WITH_HEAT_PORT, FIXED_ROTATION_A, FIXED_ROTATION_B, LineForce, LineSpring, S_SMALL,
    SPRING_CONSTANT, UNSTRETCHED_LENGTH, USE_HEAT_PORT,
};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.SpringDamperParallel",
    description: "Linear spring and linear damper in parallel",
    documentation: documentation!("spring_damper_parallel.md"),
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        real("d", "N.s/m", "Damping constant").min(0.0).or(0.0).tunable(),
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

fn build(e: &mut Element<'_>) {
    let (spring, damper) = (LineSpring::of(e), e.real("d"));
    LineForce::build(e, Some(spring), Some(damper), true);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, COIL, DAMPER_CYLINDERS],
        pictures: &[
            coil("{0, 0, 0}", "s"),
            damper_a("min(length_a, s)"),
            damper_b("e_a*min(length_a, s)", "max(s - length_a, 0)"),
        ],
    }
};
