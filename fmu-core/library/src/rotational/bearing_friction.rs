//! Modelica.Mechanics.Rotational.Components.BearingFriction

use super::damper::WITH_HEAT_PORT;
use super::rigid_transmission::add_transmission;
use super::torque::{SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::friction::{
    FrictionLaw, FrictionNames, MODE, PEAK, START_BACKWARD, START_FORWARD, TABLE_SMOOTHNESS, USE_HEAT_PORT,
    check_friction_table,
};
use mechanism::TransmissionKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.BearingFriction",
    description: "Coulomb friction in bearings",
    documentation: documentation!("bearing_friction.md"),
    parameters: &[
        USE_SUPPORT,
        table("tau_pos", "", "Friction torque over positive angular velocity: rows of rad/s, N.m")
            .or_row(&[0.0, 1.0])
            .checked(check_friction_table),
        TABLE_SMOOTHNESS,
        PEAK,
        USE_HEAT_PORT,
    ],
    connectors: &{
        let [a, b, heat_port] = WITH_HEAT_PORT;
        [a, b, SUPPORT, heat_port]
    },
    variables: &VARIABLES,
    ..Class::element(build)
};

/// Variables of friction on a shaft.
pub(super) const VARIABLES: [Variable; 10] = [
    variable("phi", "rad", "Angle between shaft flanges and support"),
    variable("w", "rad/s", "Absolute angular velocity of the shaft relative to the support"),
    variable("a", "rad/s2", "Absolute angular acceleration of the shaft relative to the support"),
    variable("tau", "N.m", "Friction torque (against the motion)"),
    variable("tau0", "N.m", "Friction torque at speed zero"),
    variable("tau0_max", "N.m", "Friction torque that starts a motion"),
    variable("lossPower", "W", "Loss power leaving the component"),
    MODE,
    START_FORWARD,
    START_BACKWARD,
];

/// Names of the variables of friction on a shaft.
pub(super) const ON_SHAFT: FrictionNames =
    FrictionNames { motion: ["phi", "w", "a"], friction: "tau", still: ["tau0", "tau0_max"] };

fn build(e: &mut Element<'_>) {
    let Some(flange_a) = add_transmission(e, TransmissionKind::Rigid { length: None, inertia: None }, None) else {
        return;
    };
    let (inner, support) = (e.add_inner_flange(flange_a), e.flange("support"));
    FrictionLaw::build(e, [Some(inner), support], "tau_pos", false, &ON_SHAFT);
}
