//! Modelica.Mechanics.Rotational.Components.OneWayClutch

use super::clutch::{PARAMETERS, VARIABLES, build_clutch};
use super::damper::WITH_HEAT_PORT;
use crate::Element;
use crate::class::*;
use crate::friction::PRESSED;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.OneWayClutch",
    description: "Parallel connection of freewheel and clutch",
    documentation: documentation!("one_way_clutch.md"),
    parameters: &PARAMETERS,
    connectors: &{
        let [a, b, heat_port] = WITH_HEAT_PORT;
        [a, b, heat_port, PRESSED]
    },
    variables: &VARIABLES,
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    build_clutch(e, true);
}
