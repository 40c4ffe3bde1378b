//! Modelica.Mechanics.Rotational.Components: gears.

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::{add_gear, add_planetary, add_transmission_between, friction};
use mechanism::TransmissionKind;

const LOSS_TABLE: Parameter = table(
    "lossTable",
    "",
    "Mesh efficiencies and bearing friction over the speed of flange_a: rows of rad/s, 1, 1, N.m, N.m",
)
.or_row(&[0.0, 1.0, 1.0, 0.0, 0.0])
.checked(friction::check_loss_table);

plain_classes! {
    "Mechanics.Rotational.Components":
    IDEAL_GEAR "IdealGear"
        [USE_SUPPORT, real("ratio", "1", "Transmission ratio (flange_a.phi/flange_b.phi once blocked)")]
        {FLANGE_A, FLANGE_B, SUPPORT} showing(&[PHI_A, PHI_B], |e| { add_gear(e); }) "Ideal gear without inertia";
    IDEAL_PLANETARY "IdealPlanetary"
        [real("ratio", "1", "Number of ring teeth/sun teeth (e.g., ratio=100/50)")]
        {flange("sun", "Flange of sun shaft"), flange("carrier", "Flange of carrier shaft"),
            flange("ring", "Flange of ring shaft")}
        plain(add_planetary) "Ideal planetary gear box";
}

pub static LOSSY_GEAR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.LossyGear",
    description: "Gear with mesh efficiency and bearing friction (stuck/rolling possible)",
    parameters: &[USE_SUPPORT, RATIO, LOSS_TABLE, USE_HEAT_PORT],
    connectors: &[FLANGE_A, FLANGE_B, SUPPORT, HEAT_PORT],
    variables: &[
        PHI_A,
        PHI_B,
        variable("w_a", "rad/s", "Angular velocity of flange_a with respect to support"),
        variable("a_a", "rad/s2", "Angular acceleration of flange_a with respect to support"),
        variable("eta_mf1", "1", "Mesh efficiency if flange_a is driving"),
        variable("eta_mf2", "1", "Mesh efficiency if flange_b is driving"),
        variable("tau_bf1", "N.m", "Bearing friction torque if flange_a is driving"),
        variable("tau_bf2", "N.m", "Bearing friction torque if flange_b is driving"),
        variable("tauLoss", "N.m", "Torque loss due to friction in the gear teeth and in the bearings"),
        variable("tauLossMax", "N.m", "Torque loss for forward motion"),
        variable("tauLossMin", "N.m", "Torque loss for backward motion"),
        LOSS_POWER,
        MODE,
        START_FORWARD,
        START_BACKWARD,
    ],
    ..Class::element(friction::lossy_gear)
};

pub static GEARBOX: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Gearbox",
    description: "Realistic model of a gearbox (based on LossyGear)",
    parameters: &[
        USE_SUPPORT,
        RATIO,
        LOSS_TABLE,
        real("c", "N.m/rad", "Gear elasticity (spring constant)").min(f64::MIN_POSITIVE).tunable(),
        real("d", "N.m.s/rad", "(relative) gear damping").min(0.0).tunable(),
        real("b", "rad", "Total backlash").min(0.0).or(0.0).tunable(),
        PREFER_RELATIVE_STATES,
        USE_HEAT_PORT,
    ],
    connectors: &[FLANGE_A, FLANGE_B, SUPPORT, HEAT_PORT],
    variables: &[PHI_REL, W_REL, A_REL],
    ..Class::netlist(&Netlist {
        parts: &[
            part("lossyGear", LOSSY_GEAR.name, &[]).passing(&["ratio", "lossTable", "useSupport", "useHeatPort"]),
            part("elastoBacklash", "Modelica.Mechanics.Rotational.Components.ElastoBacklash", &[])
                .passing(&["c", "d", "b", "stateSelect", "useHeatPort"])
                .exposed(),
        ],
        connections: &[("lossyGear.flange_b", "elastoBacklash.flange_a")],
        connectors: &[
            ("flange_a", &["lossyGear.flange_a"]),
            ("support", &["lossyGear.support"]),
            ("heatPort", &["lossyGear.heatPort", "elastoBacklash.heatPort"]),
        ],
        ..Netlist::EMPTY
    })
};

pub static IDEAL_GEAR_R2T: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.IdealGearR2T",
    description: "Gearbox transforming rotational into translational motion",
    parameters: &[USE_SUPPORT_R, USE_SUPPORT_T, real("ratio", "rad/m", "Transmission ratio (flange_a.phi/flange_b.s)")],
    connectors: &SHAFT_AND_ROD,
    ..Class::element(|e| {
        let ratio = e.address("ratio");
        let kind = match [e.optional_flange("supportR"), e.optional_flange("supportT")] {
            [None, None] => TransmissionKind::Gear { ratio, support: None },
            supports => TransmissionKind::RackAndPinion { ratio, supports },
        };
        add_transmission_between(e, ["flangeR", "flangeT"], kind, None);
    })
};

pub static IDEAL_ROLLING_WHEEL: Class =
    Class { name: "Modelica.Mechanics.Rotational.Components.IdealRollingWheel", ..ROLLING_WHEEL };
