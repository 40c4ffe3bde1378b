//! Modelica.Mechanics.Translational.Components.Brake

use super::damper::WITH_HEAT_PORT;
use super::force::{SUPPORT, USE_SUPPORT};
use super::support_friction::{ON_ROD, VARIABLES};
use crate::Element;
use crate::class::*;
use crate::friction::{
    FrictionLaw, NORMAL_FORCE, PEAK, PLAIN_GEOMETRY, PRESSED, TABLE_SMOOTHNESS, USE_HEAT_PORT, check_friction_table,
};
use crate::rotational::rigid_transmission::add_transmission;
use mechanism::TransmissionKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Brake",
    description: "Brake based on Coulomb friction",
    documentation: documentation!("brake.md"),
    parameters: &[
        USE_SUPPORT,
        table("mu_pos", "", "Friction coefficient over positive velocity: rows of m/s, 1")
            .or_row(&[0.0, 0.5])
            .checked(check_friction_table),
        TABLE_SMOOTHNESS,
        PEAK,
        PLAIN_GEOMETRY,
        NORMAL_FORCE,
        USE_HEAT_PORT,
    ],
    connectors: &{
        let [a, b, heat_port] = WITH_HEAT_PORT;
        [a, b, SUPPORT, heat_port, PRESSED]
    },
    variables: &VARIABLES,
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(flange_a) = add_transmission(e, TransmissionKind::Rigid { length: None, inertia: None }, None) else {
        return;
    };
    let (inner, support) = (e.add_inner_flange(flange_a), e.flange("support"));
    FrictionLaw::build(e, [Some(inner), support], "mu_pos", false, &ON_ROD);
}
