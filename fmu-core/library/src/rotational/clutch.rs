//! Modelica.Mechanics.Rotational.Components.Clutch

use super::damper::{A_REL, PHI_REL, W_REL, WITH_HEAT_PORT};
use crate::Element;
use crate::class::*;
use crate::friction::{
    FrictionLaw, FrictionNames, GEOMETRY, MODE, NORMAL_FORCE, PEAK, PRESSED, START_BACKWARD, START_FORWARD,
    TABLE_SMOOTHNESS, USE_HEAT_PORT, check_friction_table,
};
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Clutch",
    description: "Clutch based on Coulomb friction",
    documentation: documentation!("clutch.md"),
    parameters: &PARAMETERS,
    connectors: &{
        let [a, b, heat_port] = WITH_HEAT_PORT;
        [a, b, heat_port, PRESSED]
    },
    variables: &VARIABLES,
    ..Class::element(build)
};

/// Parameters of a clutch.
pub(super) const PARAMETERS: [Parameter; 8] = [
    table("mu_pos", "", "Friction coefficient over positive relative speed: rows of rad/s, 1")
        .or_row(&[0.0, 0.5])
        .checked(check_friction_table),
    TABLE_SMOOTHNESS,
    PEAK,
    GEOMETRY,
    NORMAL_FORCE,
    real("phi_nominal", "rad", "Nominal value of phi_rel (used for scaling)").min(0.0).or(1e-4),
    enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use phi_rel and w_rel as states"),
    USE_HEAT_PORT,
];
/// Variables of a clutch.
pub(super) const VARIABLES: [Variable; 10] = [
    PHI_REL,
    W_REL,
    A_REL,
    variable("tau", "N.m", "Torque between the flanges (= flange_b.tau)"),
    variable("tau0", "N.m", "Friction torque at speed zero"),
    variable("tau0_max", "N.m", "Friction torque that starts to slip"),
    variable("lossPower", "W", "Loss power leaving the component"),
    MODE,
    START_FORWARD,
    START_BACKWARD,
];

/// Names of the variables of friction between two shafts.
const BETWEEN: FrictionNames =
    FrictionNames { motion: ["phi_rel", "w_rel", "a_rel"], friction: "tau", still: ["tau0", "tau0_max"] };

fn build(e: &mut Element<'_>) {
    build_clutch(e, false);
}

/// Registers the friction between the flanges of `e`.
pub(super) fn build_clutch(e: &mut Element<'_>, one_way: bool) {
    let flanges = [e.flange("flange_b"), e.flange("flange_a")];
    FrictionLaw::build(e, flanges, "mu_pos", one_way, &BETWEEN);
    if matches!(e.literal("stateSelect"), "prefer" | "always") {
        ["phi_rel", "w_rel"].into_iter().for_each(|name| e.prefer_start(name));
    }
}
