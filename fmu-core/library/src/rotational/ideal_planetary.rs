//! Modelica.Mechanics.Rotational.Components.IdealPlanetary

use crate::class::*;
use crate::{Element, TransmissionElement};
use mechanism::{Transmission, TransmissionKind};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.IdealPlanetary",
    description: "Ideal planetary gear box",
    documentation: documentation!("ideal_planetary.md"),
    parameters: &[real("ratio", "1", "Number of ring teeth/sun teeth (e.g., ratio=100/50)")],
    connectors: &[
        connector("sun", ConnectorKind::RotationalFlange, "", "Flange of sun shaft"),
        connector("carrier", ConnectorKind::RotationalFlange, "", "Flange of carrier shaft"),
        connector("ring", ConnectorKind::RotationalFlange, "", "Flange of ring shaft"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (Some(sun), Some(ring), Some(carrier)) = (e.flange("sun"), e.flange("ring"), e.flange("carrier")) else {
        return;
    };
    let kind = TransmissionKind::Planetary { ratio: e.address("ratio"), carrier };
    let transmission = Transmission { name: e.name.to_owned(), flange_a: sun, flange_b: ring, kind };
    e.elements.transmissions.push(TransmissionElement { transmission, coordinate: None });
}
