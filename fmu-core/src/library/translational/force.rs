//! Modelica.Mechanics.Translational.Sources.Force

use crate::library::Element;
use crate::library::class::*;
use crate::library::rotational::FlangeDrive;

/// The class.
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
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

/// useSupport
pub(in crate::library) const USE_SUPPORT: Parameter =
    boolean("useSupport", false, "The support flange is enabled, otherwise implicitly grounded");
/// flange
pub(in crate::library) const FLANGE: Connector =
    connector("flange", ConnectorKind::TranslationalFlange, "", "Flange of component");
/// support
pub(in crate::library) const SUPPORT: Connector =
    connector("support", ConnectorKind::TranslationalFlange, "", "Support/housing of component").when("useSupport");

fn build(e: &mut Element<'_>) {
    FlangeDrive::build(e, "f");
}
