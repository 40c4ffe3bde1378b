//! Modelica.Electrical.Analog: linear circuits.

mod capacitor;
mod circuit_law;
mod conductor;
mod constant_current;
mod constant_voltage;
mod current_sensor;
mod ground;
mod ideal_op_amp;
mod inductor;
mod potential_sensor;
mod power_sensor;
mod resistor;
mod rotational_emf;
mod signal_current;
mod signal_voltage;
mod step_current;
mod step_voltage;
mod translational_emf;
mod voltage_sensor;

pub use circuit_law::CircuitLaw;
pub(super) use circuit_law::CircuitVariable;
use circuit_law::Effect;

use super::Class;
use super::class::{Connector, ConnectorKind, Variable, connector, variable};

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &capacitor::CLASS,
    &conductor::CLASS,
    &constant_current::CLASS,
    &constant_voltage::CLASS,
    &current_sensor::CLASS,
    &ground::CLASS,
    &ideal_op_amp::CLASS,
    &inductor::CLASS,
    &potential_sensor::CLASS,
    &power_sensor::CLASS,
    &resistor::CLASS,
    &rotational_emf::CLASS,
    &signal_current::CLASS,
    &signal_voltage::CLASS,
    &translational_emf::CLASS,
    &step_voltage::CLASS,
    &step_current::CLASS,
    &voltage_sensor::CLASS,
];

/// The pins of an element.
const PINS: [Connector; 2] =
    [connector("p", ConnectorKind::Pin, "", "Positive pin"), connector("n", ConnectorKind::Pin, "", "Negative pin")];
/// The pins of an element with a heat port.
const HEATED: [Connector; 3] = {
    let [p, n] = PINS;
    let heat_port = connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -LossPower)");
    [p, n, heat_port.when("useHeatPort")]
};
/// v
const V: Variable = variable("v", "V", "Voltage drop of the two pins (= p.v - n.v)");
/// i
const I: Variable = variable("i", "A", "Current flowing from pin p to pin n");
/// LossPower
const LOSS: Variable = variable("LossPower", "W", "Loss power leaving the component");
