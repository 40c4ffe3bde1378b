//! Modelica.Mechanics.Translational.Components

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::adaptors::{USE_ACCELERATION, USE_SPEED, drive, motion};
use crate::one_dimensional::{add_fixed_flange, add_rod, add_sliding_mass, components, friction};

pub static MASS_WITH_STOP_AND_FRICTION: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.MassWithStopAndFriction",
    description: "Sliding mass with hard stop and Stribeck friction",
    parameters: &[
        real("smax", "m", "Right stop for (right end of) sliding mass").or(25.0),
        real("smin", "m", "Left stop for (left end of) sliding mass").or(-25.0),
        real("m", "kg", "Mass of the sliding mass").min(0.0),
        LENGTH.or(0.0),
        real("F_prop", "N.s/m", "Velocity dependent friction").min(0.0),
        real("F_Coulomb", "N", "Constant friction: Coulomb force").min(0.0),
        real("F_Stribeck", "N", "Stribeck effect").min(0.0),
        real("fexp", "s/m", "Exponential decay of the Stribeck effect").min(0.0),
        USE_HEAT_PORT,
    ],
    connectors: &[FLANGE_A, FLANGE_B, HEAT_PORT],
    variables: &[
        S_CENTER.with_start(),
        V_MASS,
        A_MASS,
        variable("f", "N", "Friction force (against the motion), including the force of a stop"),
        F0,
        F0_MAX,
        LOSS_POWER,
        integer_variable("stopped", "-1, 1 at the left or the right stop, 0 in between"),
        MODE,
        START_FORWARD,
        START_BACKWARD,
    ],
    ..Class::element(friction::mass_between_stops)
};

pub static MASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Mass",
    description: "Sliding mass with inertia",
    parameters: &[
        real("m", "kg", "Mass of the sliding mass").min(0.0),
        state_select("default", "Priority to use s and v as states"),
        LENGTH.or(0.0),
    ],
    connectors: &[FLANGE_A, FLANGE_B],
    variables: &[S_CENTER.with_start(), V_MASS, A_MASS],
    ..Class::element(|e| {
        add_sliding_mass(e);
    })
};

const A_REL: Variable = variable("a_rel", "m/s2", "Relative acceleration (= der(v_rel))");

const F_POS: Parameter = friction_table("f_pos", &[0.0, 1.0], "Friction force over positive velocity: rows of m/s, N");
const MU_POS: Parameter =
    friction_table("mu_pos", &[0.0, 0.5], "Friction coefficient over positive velocity: rows of m/s, 1");

plain_classes! {
    "Mechanics.Translational.Components":
    FIXED "Fixed" [real("s0", "m", "Fixed offset position of housing").or(0.0)]
        {flange("flange", "Flange fixed in housing")} plain(|e| add_fixed_flange(e, "s0")) "Fixed flange";
    ROD "Rod" [LENGTH] {FLANGE_A, FLANGE_B} showing(&[S_CENTER], |e| add_rod(e, "L")) "Rod without inertia";
    SPRING "Spring" [SPRING_CONSTANT, UNSTRETCHED] {FLANGE_A, FLANGE_B} showing(&[S_REL, F], components::compliance)
        "Linear 1D translational spring";
    RELATIVE_STATES "RelativeStates" [PREFER_RELATIVE_STATES] {FLANGE_A, FLANGE_B}
        showing(&[S_REL, V_REL, A_REL], components::compliance) "Definition of relative state variables";
    SUPPORT_FRICTION "SupportFriction" [USE_SUPPORT, F_POS, TABLE_SMOOTHNESS, PEAK, USE_HEAT_PORT]
        rod_support(friction::on_support) "Coulomb friction in support";
    BRAKE "Brake" [USE_SUPPORT, MU_POS, TABLE_SMOOTHNESS, PEAK, CGEO, FN_MAX, USE_HEAT_PORT]
        {FLANGE_A, FLANGE_B, SUPPORT, HEAT_PORT, F_NORMALIZED}
        rod_support(friction::on_support) "Brake based on Coulomb friction";
    DAMPER "Damper" [DAMPING_CONSTANT, S_NOMINAL, PREFER_RELATIVE_STATES, USE_HEAT_PORT]
        compliant(components::compliance) "Linear 1D translational damper";
    SPRING_DAMPER "SpringDamper"
        [SPRING_CONSTANT, DAMPING_CONSTANT, UNSTRETCHED, S_NOMINAL, PREFER_RELATIVE_STATES, USE_HEAT_PORT]
        compliant(components::compliance) "Linear 1D translational spring and damper in parallel";
}

pub static ELASTO_GAP: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.ElastoGap",
    description: "1D translational spring damper combination with gap",
    parameters: &[
        SPRING_CONSTANT,
        DAMPING_CONSTANT,
        real("s_rel0", "m", "Length at which the flanges touch").or(0.0).tunable(),
        real("s_ref", "m", "Reference depth, at which the force is c s_ref").min(f64::MIN_POSITIVE).or(1.0),
        real("n", "1", "Exponent of the spring force over the depth").min(1.0).or(1.0),
        real("f_ref", "N", "Spring force at the reference depth").derived("c*s_ref"),
        S_NOMINAL,
        PREFER_RELATIVE_STATES,
        USE_HEAT_PORT,
    ],
    connectors: &[FLANGE_A, FLANGE_B, HEAT_PORT],
    variables: &[S_REL, V_REL, F, LOSS_POWER, boolean_variable("contact", "True if the flanges touch")],
    ..Class::element(components::stop)
};

pub static IDEAL_ROLLING_WHEEL: Class =
    Class { name: "Modelica.Mechanics.Translational.Components.IdealRollingWheel", ..ROLLING_WHEEL };

pub static INITIALIZE_FLANGE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.InitializeFlange",
    description: "Initializes a flange with pre-defined position, speed and acceleration (usually, this is reference data from a control bus)",
    parameters: &[
        boolean("use_s_start", true, "The position at the start is given"),
        boolean("use_v_start", true, "The speed at the start is given"),
        boolean("use_a_start", true, "The acceleration at the start is given"),
        state_select("default", "Priority to use position and speed of the flange as states"),
    ],
    connectors: &[
        real_input("s_start", "m", "Position at the start").when("use_s_start"),
        real_input("v_start", "m/s", "Speed at the start").when("use_v_start"),
        real_input("a_start", "m/s2", "Acceleration at the start").when("use_a_start"),
        flange("flange", "Flange that is initialised"),
    ],
    variables: &[
        variable("s_flange", "m", "Position of the flange"),
        variable("v_flange", "m/s", "Speed of the flange"),
    ],
    ..Class::element(components::flange_start)
};

// Adaptors between flanges and signals.

pub static GENERAL_FORCE_TO_POSITION_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.GeneralForceToPositionAdaptor",
    description: "Signal adaptor for a Translational flange with position, speed, and acceleration as outputs and force as input",
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        measured("p", "m", "Output for potential: position"),
        measured("pder", "m/s", "Output for der(potential): velocity").when("use_pder"),
        measured("pder2", "m/s2", "Output for der2(potential): acceleration").when_all(&["use_pder", "use_pder2"]),
        real_input("f", "N", "Input for flow: force into the adaptor, a positive one brakes the flange (= flange.f)"),
    ],
    ..Class::element(drive)
};

pub static GENERAL_POSITION_TO_FORCE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.GeneralPositionToForceAdaptor",
    description: "Signal adaptor for a Translational flange with force as output and position, speed and acceleration as input",
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        real_input("p", "m", "Input for potential: position"),
        real_input("pder", "m/s", "Input for der(potential): velocity").when("use_pder"),
        real_input("pder2", "m/s2", "Input for der2(potential): acceleration").when_all(&["use_pder", "use_pder2"]),
        measured("f", "N", "Output for flow: force needed to drive the flange"),
    ],
    ..Class::element(motion)
};
