//! Springs and dampers along the line between two frames.

use super::interfaces::*;
use super::line_masses::add_mass;
use crate::class::*;
use crate::laws::forces::line_force::{LineForce, LineSpring};
use crate::pictures::*;

pub static SPRING: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Spring",
    description: "Linear translational spring",
    documentation: documentation!("spring.md"),
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        real("m", "kg", "Mass of the spring, a point mass on the line").min(0.0).or(0.0),
        LENGTH_FRACTION,
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    connectors: &[END_A, END_B],
    variables: &LINE_VARIABLES,
    inner_parts: &["lineForce", "spring"],
    graphics: &[
        SHOWN,
        COIL,
        &[
            flag("showMass", true, "The mass is shown as a sphere"),
            size("massDiameter", "max(0, 0.9*(width - 2*coilWidth))", "Diameter of the sphere of the mass"),
            colour("massColor", BODY_COLOUR, "Colour of the sphere of the mass"),
        ],
    ],
    pictures: &[
        coil("{0, 0, 0}", "length"),
        sphere("mass", Group::Bodies, "massDiameter")
            .origin("e_a*length*lengthFraction")
            .colour("massColor")
            .when(&["showMass", "m"]),
    ],
    ..Class::element(|e| {
        let spring = LineSpring::of(e);
        LineForce::build(e, Some(spring), None, false);
        add_mass(e);
    })
};

pub static DAMPER: Class = Class {
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
    graphics: &[SHOWN, DAMPER_CYLINDERS],
    pictures: &[damper_a("min(length_a, s)"), damper_b("e_a*min(length_a, s)", "max(s - length_a, 0)")],
    ..damped(|e| {
        let d = e.real("d");
        LineForce::build(e, None, Some(d), true);
    })
};

pub static SPRING_DAMPER_PARALLEL: Class = Class {
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
    graphics: &[SHOWN, COIL, DAMPER_CYLINDERS],
    pictures: &[
        coil("{0, 0, 0}", "s"),
        damper_a("min(length_a, s)"),
        damper_b("e_a*min(length_a, s)", "max(s - length_a, 0)"),
    ],
    ..damped(|e| {
        let (spring, damper) = (LineSpring::of(e), e.real("d"));
        LineForce::build(e, Some(spring), Some(damper), true);
    })
};

pub static SPRING_DAMPER_SERIES: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries",
    description: "Linear spring and linear damper in series connection",
    documentation: documentation!("spring_damper_series.md"),
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        // Zero, MSL's default, would leave the length of the damper undetermined.
        real("d", "N.s/m", "Damping constant").min(f64::MIN_POSITIVE).tunable(),
        real("s_damper_start", "m", "Initial length of damper").or(0.0),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
        USE_HEAT_PORT,
        DEVICE_TEMPERATURE,
    ],
    variables: &{
        let [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, loss, temperature] = WITH_LOSS;
        let s_damper = variable("s_damper", "m", "Actual length of damper (frame_a - damper - spring - frame_b)");
        [s_damper, length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, loss, temperature]
    },
    graphics: &[SHOWN, COIL, DAMPER_CYLINDERS],
    pictures: &[
        coil("e_a*s_damper", "s - s_damper"),
        damper_a("min(length_a, s_damper)"),
        damper_b("e_a*min(length_a, s_damper)", "max(s_damper - length_a, 0)"),
    ],
    ..damped(|e| {
        let (spring, damper) = (LineSpring::of(e), e.real("d"));
        LineForce::build_series(e, spring, damper);
    })
};
