//! Modelica.Electrical.Analog.Interfaces: pins, and the partial elements that have them.

use crate::Element;
use crate::class::*;

/// Positive pin.
pub(super) const P: Connector = pin("p", "Positive pin");
/// Negative pin.
pub(super) const N: Connector = pin("n", "Negative pin");
/// v
pub(super) const V: Variable = variable("v", "V", "Voltage drop of the two pins (= p.v - n.v)");
/// i
pub(super) const I: Variable = variable("i", "A", "Current flowing from pin p to pin n");

/// A pin.
pub(super) const fn pin(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Pin, "", description)
}

/// OnePort: two pins, voltage and current.
pub(super) const fn one_port(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[P, N], variables: &[V, I], ..Class::element(build) }
}

/// OnePort with ConditionalHeatPort: the loss is heat.
pub(super) const fn heated_one_port(build: fn(&mut Element<'_>)) -> Class {
    const HEAT_PORT: Connector =
        connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -LossPower)")
            .when("useHeatPort");
    const LOSS_POWER: Variable = variable("LossPower", "W", "Loss power leaving the component");
    Class { connectors: &[P, N, HEAT_PORT], variables: &[V, I, LOSS_POWER], ..Class::element(build) }
}
