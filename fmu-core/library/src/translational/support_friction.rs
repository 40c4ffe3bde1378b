//! Modelica.Mechanics.Translational.Components.SupportFriction

use super::damper::WITH_HEAT_PORT;
use super::force::{SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::friction::{
    FrictionLaw, FrictionNames, MODE, PEAK, START_BACKWARD, START_FORWARD, TABLE_SMOOTHNESS, USE_HEAT_PORT,
    check_friction_table,
};
use crate::rotational::rigid_transmission::add_transmission;
use mechanism::TransmissionKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.SupportFriction",
    description: "Coulomb friction in support",
    documentation: documentation!("support_friction.md"),
    parameters: &[
        USE_SUPPORT,
        table("f_pos", "", "Friction force over positive velocity: rows of m/s, N")
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

/// Variables of friction on a rod.
pub(super) const VARIABLES: [Variable; 10] = [
    variable("s", "m", "Position of the flanges relative to the support"),
    variable("v", "m/s", "Speed of the flanges relative to the support"),
    variable("a", "m/s2", "Acceleration of the flanges relative to the support"),
    variable("f", "N", "Friction force (against the motion)"),
    variable("f0", "N", "Friction force at speed zero"),
    variable("f0_max", "N", "Friction force that starts a motion"),
    variable("lossPower", "W", "Loss power leaving the component"),
    MODE,
    START_FORWARD,
    START_BACKWARD,
];

/// Names of the variables of friction on a rod.
pub(super) const ON_ROD: FrictionNames =
    FrictionNames { motion: ["s", "v", "a"], friction: "f", still: ["f0", "f0_max"] };

fn build(e: &mut Element<'_>) {
    let Some(flange_a) = add_transmission(e, TransmissionKind::Rigid { length: None, inertia: None }, None) else {
        return;
    };
    let (inner, support) = (e.add_inner_flange(flange_a), e.flange("support"));
    FrictionLaw::build(e, [Some(inner), support], "f_pos", false, &ON_ROD);
}
