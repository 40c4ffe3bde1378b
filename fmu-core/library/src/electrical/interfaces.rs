//! Modelica.Electrical.Analog.Interfaces: pins and partial elements.

use crate::ConnectorKind;
use crate::class::*;
use crate::laws::circuit::{CircuitLaw, CircuitVariable, Effect};
use mechanism::{CircuitElement, CircuitKind};

/// Positive pin.
pub(super) const P: Connector = pin("p", "Positive pin");

/// Negative pin.
pub(super) const N: Connector = pin("n", "Negative pin");

pub(super) const V: Variable = variable("v", "V", "Voltage drop of the two pins (= p.v - n.v)");

pub(super) const I: Variable = variable("i", "A", "Current flowing from pin p to pin n");

/// A pin.
pub(super) const fn pin(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Pin, "", description)
}

/// OnePort: two pins, voltage and current.
pub(super) const fn one_port(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[P, N], variables: &[V, I], ..Class::element(build) }
}

/// OnePort with ConditionalHeatPort: the loss power flows into the heat port.
pub(super) const fn heated_one_port(build: fn(&mut Element<'_>)) -> Class {
    const HEAT_PORT: Connector =
        connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -LossPower)")
            .when("useHeatPort");
    const LOSS_POWER: Variable = variable("LossPower", "W", "Loss power leaving the component");
    Class { connectors: &[P, N, HEAT_PORT], variables: &[V, I, LOSS_POWER], ..Class::element(build) }
}

impl CircuitLaw {
    /// Registers an element between the pins of its class, and the variables that the class declares.
    pub(super) fn build(e: &mut Element<'_>, kind: CircuitKind, effect: Effect) {
        let pins = e.class.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Pin);
        let pins = pins.map(|pin| e.pin(pin.name)).collect();
        let element = e.elements.circuit_elements.len();
        let name = e.name.to_owned();
        e.elements.circuit_elements.push(CircuitElement { name, pins, kind });
        let law =
            e.add_law(Self { element, place: None, reads: Vec::new(), looks_at: Vec::new(), constraint: None, effect });
        let list = [
            ("v", CircuitVariable::Voltage),
            ("i", CircuitVariable::Current),
            ("LossPower", CircuitVariable::Loss),
            ("tauElectrical", CircuitVariable::Torque),
            ("tau", CircuitVariable::Reaction),
            ("f", CircuitVariable::Reaction),
            ("fElectrical", CircuitVariable::Torque),
            ("phi", CircuitVariable::Angle),
            ("s", CircuitVariable::Angle),
            ("w", CircuitVariable::Speed),
        ];
        // A state is already registered as a variable.
        let state = match effect {
            Effect::Capacitor(..) => "v",
            Effect::Inductor(..) => "i",
            _ => "",
        };
        let shown: Vec<_> = list.into_iter().filter(|(name, _)| *name != state).collect();
        e.show_declared(law, &shown);
        // Start values of capacitors and inductors with dependent states must be consistent. Redundant conditions are
        // removed later, when the circuit is known.
        if !state.is_empty() {
            e.start_at_zero(state, law, CircuitVariable::Mismatch, 1);
        }
    }

    /// Registers a resistor or conductor with the name of its parameter. The loss power flows into the heat port, if
    /// enabled.
    pub(super) fn resistor(e: &mut Element<'_>, parameter: &str, conducts: bool) {
        let follows = e.boolean("useHeatPort") && e.is_present("alpha");
        let port = if follows { e.loss_port() } else { None };
        let parameters = [parameter, "alpha", "T", "T_ref"].map(|name| e.address(name));
        let effect = e.loss_port().map_or(Effect::None, Effect::Heater);
        Self::build(e, CircuitKind::Resistor { parameters, conducts, port }, effect);
    }
}
