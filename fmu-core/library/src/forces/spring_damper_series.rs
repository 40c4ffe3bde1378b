//! Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries

use super::damper::WITH_LOSS;
use super::line_force::{
    DEVICE_TEMPERATURE, ENDS_WITH_HEAT_PORT, FIXED_ROTATION_A, FIXED_ROTATION_B, LineForce, LineSpring, S_SMALL,
    SPRING_CONSTANT, UNSTRETCHED_LENGTH, USE_HEAT_PORT,
};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries",
    description: "Linear spring and linear damper in series connection",
    documentation: documentation!("spring_damper_series.md"),
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        // Zero, the default of the library, leaves the length of the damper undetermined.
        real("d", "N.s/m", "Damping constant").min(f64::MIN_POSITIVE).tunable(),
        real("s_damper_start", "m", "Initial length of damper").or(0.0),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
        USE_HEAT_PORT,
        DEVICE_TEMPERATURE,
    ],
    connectors: &ENDS_WITH_HEAT_PORT,
    variables: &{
        let [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, loss, temperature] = WITH_LOSS;
        let s_damper = variable("s_damper", "m", "Actual length of damper (frame_a - damper - spring - frame_b)");
        [s_damper, length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, loss, temperature]
    },
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (spring, damper) = (LineSpring::of(e), e.real("d"));
    LineForce::build_series(e, spring, damper);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, COIL, DAMPER_CYLINDERS],
        pictures: &[
            coil("e_a*s_damper", "s - s_damper"),
            damper_a("min(length_a, s_damper)"),
            damper_b("e_a*min(length_a, s_damper)", "max(s_damper - length_a, 0)"),
        ],
    }
};
