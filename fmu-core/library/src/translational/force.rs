//! Modelica.Mechanics.Translational.Sources.Force

use crate::Element;
use crate::class::*;
use crate::rotational::FlangeDrive;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Force",
    description: "External force acting on a drive train element as input signal",
    documentation: documentation!("force.md"),
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector("f", ConnectorKind::SignalInput(1), "N", "Driving force as input signal (= -flange.f)"),
    ],
    ..Class::element(build)
};

/// useSupport
pub(crate) const USE_SUPPORT: Parameter =
    boolean("useSupport", false, "The support flange is enabled, otherwise implicitly grounded");
/// flange
pub(crate) const FLANGE: Connector = connector("flange", ConnectorKind::TranslationalFlange, "", "Flange of component");
/// support
pub(crate) const SUPPORT: Connector =
    connector("support", ConnectorKind::TranslationalFlange, "", "Support/housing of component").when("useSupport");

fn build(e: &mut Element<'_>) {
    FlangeDrive::build(e, "f");
}
