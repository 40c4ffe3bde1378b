//! Modelica.Mechanics.Rotational.Components.OneWayClutch

use super::clutch::build_clutch;
use super::damper::{A_REL, PHI_REL, W_REL, WITH_HEAT_PORT};
use crate::library::Element;
use crate::library::class::*;
use crate::library::friction::{
    GEOMETRY, MODE, NORMAL_FORCE, PEAK, PRESSED, START_BACKWARD, START_FORWARD, TABLE_SMOOTHNESS, USE_HEAT_PORT,
    check_friction_table,
};
use crate::library::types::STATE_SELECT;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.OneWayClutch",
    description: "Parallel connection of freewheel and clutch",
    documentation: documentation!("one_way_clutch.md"),
    parameters: &[
        table("mu_pos", "", "Friction coefficient over positive relative speed: rows of rad/s, 1")
            .or_row([0.0, 0.5])
            .checked(check_friction_table),
        TABLE_SMOOTHNESS,
        PEAK,
        GEOMETRY,
        NORMAL_FORCE,
        real("phi_nominal", "rad", "Nominal value of phi_rel (used for scaling)").min(0.0).or(1e-4),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use phi_rel and w_rel as states"),
        USE_HEAT_PORT,
    ],
    connectors: &{
        let [a, b, heat_port] = WITH_HEAT_PORT;
        [a, b, heat_port, PRESSED]
    },
    variables: &[
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
    ],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    build_clutch(e, true);
}
