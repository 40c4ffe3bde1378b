//! Modelica.Mechanics.Rotational.Components.IdealGearR2T

use crate::class::*;
use crate::{Element, TransmissionElement};
use mechanism::{Transmission, TransmissionKind};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.IdealGearR2T",
    description: "Gearbox transforming rotational into translational motion",
    documentation: documentation!("ideal_gear_r2t.md"),
    parameters: &[USE_SUPPORT_R, USE_SUPPORT_T, real("ratio", "rad/m", "Transmission ratio (flange_a.phi/flange_b.s)")],
    connectors: &CONNECTORS,
    ..Class::element(build)
};

/// useSupportR
pub(super) const USE_SUPPORT_R: Parameter =
    boolean("useSupportR", false, "The rotational support flange is enabled, otherwise implicitly grounded");
/// useSupportT
pub(super) const USE_SUPPORT_T: Parameter =
    boolean("useSupportT", false, "The translational support flange is enabled, otherwise implicitly grounded");
/// A shaft and a rod, with their supports.
pub(crate) const CONNECTORS: [Connector; 4] = [
    connector("flangeR", ConnectorKind::RotationalFlange, "", "Flange of rotational shaft"),
    connector("flangeT", ConnectorKind::TranslationalFlange, "", "Flange of translational rod"),
    connector("supportR", ConnectorKind::RotationalFlange, "", "Rotational support/housing of component")
        .when("useSupportR"),
    connector("supportT", ConnectorKind::TranslationalFlange, "", "Translational support/housing of component")
        .when("useSupportT"),
];

fn build(e: &mut Element<'_>) {
    let (Some(flange_a), Some(flange_b)) = (e.flange("flangeR"), e.flange("flangeT")) else { return };
    let ratio = e.address("ratio");
    let kind = match [e.flange("supportR"), e.flange("supportT")] {
        [None, None] => TransmissionKind::Gear { ratio, support: None },
        supports => TransmissionKind::RackAndPinion { ratio, supports },
    };
    let transmission = Transmission { name: e.name.to_owned(), flange_a, flange_b, kind };
    e.elements.transmissions.push(TransmissionElement { transmission, coordinate: None });
}
