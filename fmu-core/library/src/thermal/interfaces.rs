//! Modelica.Thermal.HeatTransfer.Interfaces

use crate::class::*;

/// A heat port.
pub(super) const fn heat_port(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::HeatPort, "", description)
}
