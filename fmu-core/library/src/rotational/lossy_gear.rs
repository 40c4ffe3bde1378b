//! Modelica.Mechanics.Rotational.Components.LossyGear

use super::damper::WITH_HEAT_PORT;
use super::ideal_gear::add_angle_to_support;
use super::rigid_transmission::add_transmission;
use super::torque::{SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::friction::{
    FrictionLaw, FrictionNames, MODE, Mesh, START_BACKWARD, START_FORWARD, USE_HEAT_PORT, check_loss_table,
};
use mechanism::TransmissionKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.LossyGear",
    description: "Gear with mesh efficiency and bearing friction (stuck/rolling possible)",
    documentation: documentation!("lossy_gear.md"),
    parameters: &[USE_SUPPORT, RATIO, LOSS_TABLE, USE_HEAT_PORT],
    connectors: &{
        let [a, b, heat_port] = WITH_HEAT_PORT;
        [a, b, SUPPORT, heat_port]
    },
    variables: &[
        variable("phi_a", "rad", "Angle between left shaft flange and support"),
        variable("phi_b", "rad", "Angle between right shaft flange and support"),
        variable("w_a", "rad/s", "Angular velocity of flange_a with respect to support"),
        variable("a_a", "rad/s2", "Angular acceleration of flange_a with respect to support"),
        variable("eta_mf1", "1", "Mesh efficiency while flange_a drives"),
        variable("eta_mf2", "1", "Mesh efficiency while flange_b drives"),
        variable("tau_bf1", "N.m", "Bearing friction torque while flange_a drives"),
        variable("tau_bf2", "N.m", "Bearing friction torque while flange_b drives"),
        variable("tauLoss", "N.m", "Torque loss due to friction in the gear teeth and in the bearings"),
        variable("tauLossMax", "N.m", "Torque loss of a motion forwards"),
        variable("tauLossMin", "N.m", "Torque loss of a motion backwards"),
        variable("lossPower", "W", "Loss power leaving the component"),
        MODE,
        START_FORWARD,
        START_BACKWARD,
    ],
    ..Class::element(build)
};

/// ratio
pub(super) const RATIO: Parameter = real("ratio", "1", "Transmission ratio (flange_a.phi/flange_b.phi)");
/// lossTable
pub(super) const LOSS_TABLE: Parameter = table(
    "lossTable",
    "",
    "Mesh efficiencies and bearing friction over the speed of flange_a: rows of rad/s, 1, 1, N.m, N.m",
)
.or_row(&[0.0, 1.0, 1.0, 0.0, 0.0])
.checked(check_loss_table);

/// Names of the variables of its losses.
const LOSSES: FrictionNames = FrictionNames { motion: ["", "w_a", "a_a"], friction: "tauLoss", still: ["", ""] };

fn build(e: &mut Element<'_>) {
    let (ratio, support) = (e.address("ratio"), e.flange("support"));
    let Some(flange_a) = add_transmission(e, TransmissionKind::Gear { ratio, support }, None) else { return };
    for (name, flange) in [("phi_a", "flange_a"), ("phi_b", "flange_b")] {
        if let Some(flange) = e.flange(flange) {
            add_angle_to_support(e, name, flange, support);
        }
    }
    let inner = e.add_inner_flange(flange_a);
    let held = support.map(|support| e.add_inner_flange(support));
    let mesh = Mesh::of(e, flange_a);
    FrictionLaw::in_mesh(e, [Some(inner), held], mesh, &LOSSES);
}
