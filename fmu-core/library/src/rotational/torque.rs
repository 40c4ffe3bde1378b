//! Modelica.Mechanics.Rotational.Sources.Torque

use super::FlangeDrive;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Torque",
    description: "Input signal acting as external torque on a flange",
    documentation: documentation!("torque.md"),
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector("tau", ConnectorKind::SignalInput(1), "N.m", "Accelerating torque acting at flange (= -flange.tau)"),
    ],
    ..Class::element(build)
};

/// useSupport
pub(crate) const USE_SUPPORT: Parameter =
    boolean("useSupport", false, "The support flange is enabled, otherwise implicitly grounded");
/// flange
pub(crate) const FLANGE: Connector = connector("flange", ConnectorKind::RotationalFlange, "", "Flange of shaft");
/// support
pub(crate) const SUPPORT: Connector =
    connector("support", ConnectorKind::RotationalFlange, "", "Support/housing of component").when("useSupport");

fn build(e: &mut Element<'_>) {
    FlangeDrive::build(e, "tau");
}
