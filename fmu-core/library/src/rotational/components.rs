//! Modelica.Mechanics.Rotational.Components, without gears.

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::adaptors::{USE_ACCELERATION, USE_SPEED, drive, motion};
use crate::one_dimensional::{add_fixed_flange, add_inertia, add_rod, components, friction};

pub static INERTIA: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Inertia",
    description: "1D-rotational component with inertia",
    parameters: &[
        real("J", "kg.m2", "Moment of inertia").min(0.0),
        state_select("default", "Priority to use phi and w as states"),
    ],
    connectors: &[FLANGE_A, FLANGE_B],
    variables: &[
        variable("phi", "rad", "Absolute rotation angle of component").with_start(),
        variable("w", "rad/s", "Absolute angular velocity of component (= der(phi))").with_start(),
        variable("a", "rad/s2", "Absolute angular acceleration of component (= der(w))").with_start(),
    ],
    ..Class::element(|e| {
        let flange = add_inertia(e, "J", None, ["phi", "w"]);
        e.show_motion(flange, ["phi", "w", "a"]);
    })
};

const DELTA_PHI: Parameter = real(
    "deltaPhi",
    "rad",
    "Fixed rotation of left flange with respect to right flange (= flange_b.phi - flange_a.phi)",
)
.or(0.0);
const PHI_MIDDLE: Variable =
    variable("phi", "rad", "Absolute rotation angle of component (= (flange_a.phi + flange_b.phi)/2)");

const TAU_POS: Parameter =
    friction_table("tau_pos", &[0.0, 1.0], "Friction torque over positive angular velocity: rows of rad/s, N.m");
const MU_POS: Parameter =
    friction_table("mu_pos", &[0.0, 0.5], "Friction coefficient over positive angular velocity: rows of rad/s, 1");

plain_classes! {
    "Mechanics.Rotational.Components":
    FIXED "Fixed" [real("phi0", "rad", "Fixed offset angle of housing").or(0.0)]
        {flange("flange", "(right) flange fixed in housing")} plain(|e| add_fixed_flange(e, "phi0"))
        "Flange fixed in housing at a given angle";
    DISC "Disc" [DELTA_PHI] {FLANGE_A, FLANGE_B} showing(&[PHI_MIDDLE], |e| add_rod(e, "deltaPhi"))
        "1-dim. rotational rigid component without inertia, where right flange is rotated by a fixed angle with \
            respect to left flange";
    SPRING "Spring" [SPRING_CONSTANT.min(0.0), UNSTRETCHED] {FLANGE_A, FLANGE_B}
        showing(&[PHI_REL, TAU], components::compliance) "Linear 1D rotational spring";
    RELATIVE_STATES "RelativeStates" [PREFER_RELATIVE_STATES] {FLANGE_A, FLANGE_B}
        showing(&[PHI_REL, W_REL, A_REL], components::compliance) "Definition of relative state variables";
    DAMPER "Damper" [DAMPING_CONSTANT, PHI_NOMINAL, PREFER_RELATIVE_STATES, USE_HEAT_PORT]
        compliant(components::compliance) "Linear 1D rotational damper";
    SPRING_DAMPER "SpringDamper"
        [SPRING_CONSTANT.min(0.0), DAMPING_CONSTANT, UNSTRETCHED, PHI_NOMINAL, PREFER_RELATIVE_STATES, USE_HEAT_PORT]
        compliant(components::compliance) "Linear 1D rotational spring and damper in parallel";
    BEARING_FRICTION "BearingFriction" [USE_SUPPORT, TAU_POS, TABLE_SMOOTHNESS, PEAK, USE_HEAT_PORT]
        bearing(friction::on_support) "Coulomb friction in bearings";
    BRAKE "Brake" [USE_SUPPORT, MU_POS, TABLE_SMOOTHNESS, PEAK, CGEO, FN_MAX, USE_HEAT_PORT]
        {FLANGE_A, FLANGE_B, SUPPORT, HEAT_PORT, F_NORMALIZED}
        bearing(friction::on_support) "Brake based on Coulomb friction";
    CLUTCH "Clutch" clutch(|e| friction::between(e, false)) "Clutch based on Coulomb friction";
    ONE_WAY_CLUTCH "OneWayClutch" clutch(|e| friction::between(e, true)) "Parallel connection of freewheel and clutch";
    ELASTO_BACKLASH "ElastoBacklash" backlash(|e| components::backlash(e, true))
        "Spring and damper with backlash between two shafts";
    ELASTO_BACKLASH2 "ElastoBacklash2" backlash(|e| components::backlash(e, false))
        "Spring and damper with backlash whose torque may jump on contact";
}

/// A spring and damper with backlash.
const fn backlash(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[
        SPRING_CONSTANT.min(f64::MIN_POSITIVE),
        DAMPING_CONSTANT.or(0.0),
        real("b", "rad", "Total backlash").min(0.0).or(0.0).tunable(),
        real("phi_rel0", "rad", "Relative angle in the middle of the backlash").or(0.0).tunable(),
        PHI_NOMINAL,
        PREFER_RELATIVE_STATES,
        USE_HEAT_PORT,
    ];
    Class { parameters: PARAMETERS, ..compliant(build) }
}

pub static INITIALIZE_FLANGE: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.InitializeFlange",
    description: "Initializes a flange with pre-defined angle, speed and angular acceleration (usually, this is reference data from a control bus)",
    parameters: &[
        boolean("use_phi_start", true, "The angle at the start is given"),
        boolean("use_w_start", true, "The angular velocity at the start is given"),
        boolean("use_a_start", true, "The angular acceleration at the start is given"),
        state_select("default", "Priority to use angle and speed of the flange as states"),
    ],
    connectors: &[
        real_input("phi_start", "rad", "Angle at the start").when("use_phi_start"),
        real_input("w_start", "rad/s", "Angular velocity at the start").when("use_w_start"),
        real_input("a_start", "rad/s2", "Angular acceleration at the start").when("use_a_start"),
        flange("flange", "Flange that is initialised"),
    ],
    variables: &[
        variable("phi_flange", "rad", "Angle of the flange"),
        variable("w_flange", "rad/s", "Angular velocity of the flange"),
    ],
    ..Class::element(components::flange_start)
};

// Adaptors between flanges and signals.

const USE_W: Parameter = boolean("use_w", true, "Use the signal w (angular velocity)");
const USE_A: Parameter = boolean("use_a", true, "Use the signal a (angular acceleration)");

pub static TORQUE_TO_ANGLE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.TorqueToAngleAdaptor",
    description: "Signal adaptor for a Rotational flange with angle, speed, and acceleration as outputs and torque as input",
    parameters: &[USE_W, USE_A],
    connectors: &[
        flange("flange", "Flange"),
        measured("phi", "rad", "Flange moves with angle phi due to torque tau"),
        measured("w", "rad/s", "Flange moves with speed w due to torque tau").when("use_w"),
        measured("a", "rad/s2", "Flange moves with angular acceleration a due to torque tau").when("use_a"),
        real_input("tau", "N.m", "Torque into the adaptor: a positive one brakes the flange (= flange.tau)"),
    ],
    ..Class::element(drive)
};

pub static ANGLE_TO_TORQUE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.AngleToTorqueAdaptor",
    description: "Signal adaptor for a Rotational flange with torque as output and angle, speed, and optionally acceleration as inputs",
    parameters: &[USE_W, USE_A],
    connectors: &[
        flange("flange", "Flange"),
        real_input("phi", "rad", "Angle to drive the flange"),
        real_input("w", "rad/s", "Speed to drive the flange (w=der(phi) required)")
            .when_any(&["use_w", "use_a"], "true"),
        real_input("a", "rad/s2", "Angular acceleration to drive the flange (a = der(w) required)").when("use_a"),
        measured("tau", "N.m", "Torque needed to drive the flange according to phi, w, a"),
    ],
    ..Class::element(motion)
};

pub static GENERAL_TORQUE_TO_ANGLE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.GeneralTorqueToAngleAdaptor",
    description: "Signal adaptor for a rotational flange with angle, speed, and acceleration as outputs and torque as input",
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        measured("p", "rad", "Output for potential: angle"),
        measured("pder", "rad/s", "Output for der(potential): angular velocity").when("use_pder"),
        measured("pder2", "rad/s2", "Output for der2(potential): angular acceleration")
            .when_all(&["use_pder", "use_pder2"]),
        real_input(
            "f",
            "N.m",
            "Input for flow: torque into the adaptor, a positive one brakes the flange (= flange.tau)",
        ),
    ],
    ..Class::element(drive)
};

pub static GENERAL_ANGLE_TO_TORQUE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.GeneralAngleToTorqueAdaptor",
    description: "Signal adaptor for a rotational flange with torque as output and angle, speed and acceleration as input",
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        real_input("p", "rad", "Input for potential: angle"),
        real_input("pder", "rad/s", "Input for der(potential): angular velocity").when("use_pder"),
        real_input("pder2", "rad/s2", "Input for der2(potential): angular acceleration")
            .when_all(&["use_pder", "use_pder2"]),
        measured("f", "N.m", "Output for flow: torque needed to drive the flange"),
    ],
    ..Class::element(motion)
};
