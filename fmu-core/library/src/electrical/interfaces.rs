//! Modelica.Electrical.Analog.Interfaces: pins and partial elements.

use crate::class::*;
use crate::laws::circuit::{CircuitLaw, CircuitVariable, Effect};
use crate::laws::circuit_ports::{Characteristic, Port, QUANTITIES, Temperature};
use crate::laws::given::Given;
use crate::{ConnectorKind, ElementVariable};
use mechanism::{CircuitElement, CircuitKind, Quantity, Source};

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

/// ConditionalHeatPort.
pub(super) const HEAT_PORT: Connector =
    connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -LossPower)").when("useHeatPort");

pub(super) const USE_HEAT_PORT: Parameter = boolean("useHeatPort", false, "The heat port is enabled");

pub(super) const T_HEAT_PORT: Variable = variable("T_heatPort", "K", "Temperature of heatPort");

pub(super) const LOSS_POWER: Variable = variable("LossPower", "W", "Loss power leaving the component");

/// OnePort with ConditionalHeatPort: the loss power flows into the heat port.
pub(super) const fn heated_one_port(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[P, N, HEAT_PORT], variables: &[V, I, LOSS_POWER, T_HEAT_PORT], ..Class::element(build) }
}

pub(super) const P1: Connector = pin("p1", "Positive pin of port 1");
pub(super) const N1: Connector = pin("n1", "Negative pin of port 1");
pub(super) const P2: Connector = pin("p2", "Positive pin of port 2");
pub(super) const N2: Connector = pin("n2", "Negative pin of port 2");
pub(super) const I1: Variable = variable("i1", "A", "Current flowing from the positive to the negative pin of port 1");
pub(super) const I2: Variable = variable("i2", "A", "Current flowing from the positive to the negative pin of port 2");

/// Voltages and currents of two ports.
pub(super) const PORT_VARIABLES: &[Variable] = &[
    variable("v1", "V", "Voltage drop of port 1 (= p1.v - n1.v)"),
    variable("v2", "V", "Voltage drop of port 2 (= p2.v - n2.v)"),
    I1,
    I2,
];

/// TwoPort: two ports with voltage and current.
pub(super) const fn two_port(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[P1, N1, P2, N2], variables: PORT_VARIABLES, ..Class::element(build) }
}

impl Element<'_> {
    /// Registers an element between pins; returns its number.
    pub(super) fn add_element(&mut self, pins: &[&str], kind: CircuitKind) -> usize {
        let (name, pins) = (self.name.to_owned(), pins.iter().map(|pin| self.pin(pin)).collect());
        self.elements.circuit_elements.push(CircuitElement { name, pins, kind });
        self.elements.circuit_elements.len() - 1
    }

    /// Registers an element with an equation of its own, which contains the voltages of the elements `watches`; returns its number.
    pub(super) fn add_port(&mut self, pins: &[&str], characteristic: Characteristic, watches: &[usize]) -> usize {
        let watches = watches.iter().map(|element| (*element, Quantity::Voltage)).collect();
        self.add_port_with(pins, characteristic, watches)
    }

    /// Registers an element with an equation of its own, which contains voltages and currents of other elements; returns its number.
    pub(super) fn add_port_with(
        &mut self,
        pins: &[&str],
        characteristic: Characteristic,
        watches: Vec<(usize, Quantity)>,
    ) -> usize {
        let element = self.add_element(pins, CircuitKind::Port);
        self.elements.circuit_ports.push(Port { element, watches, rows: [None; QUANTITIES], characteristic });
        element
    }

    /// Registers an element between the pins of its class, and the variables that the class declares.
    pub(super) fn add_circuit(&mut self, kind: CircuitKind, effect: Effect) {
        let element = self.add_element(&self.pins().collect::<Vec<_>>(), kind);
        self.finish_circuit(&[element], &[effect]);
    }

    /// Names of the pins that the class declares.
    fn pins(&self) -> impl Iterator<Item = &'static str> {
        self.class.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Pin).map(|pin| pin.name)
    }

    /// The effect of a component with dissipation.
    pub(super) fn heater(&mut self) -> Effect {
        self.loss_port().map_or(Effect::None, Effect::Heater)
    }

    /// Registers the effects of the first elements, and the variables that the class declares. The effect of a heat
    /// port takes the losses of all elements.
    pub(super) fn finish_circuit(&mut self, elements: &[usize], effects: &[Effect]) {
        let mut states = Vec::new();
        for (k, effect) in effects.iter().enumerate().filter(|(_, effect)| !matches!(effect, Effect::None)) {
            let mut own = elements.to_vec();
            match effect {
                Effect::Heater(_) => {}
                Effect::Winding(_) => own.swap(0, k),
                _ => own = vec![elements[k]],
            }
            let law = self.add_law(CircuitLaw::new(own, Vec::new(), *effect));
            if matches!(effect, Effect::Machine(..)) {
                self.show_declared(law, MACHINE_VARIABLES);
            }
            // Start values of capacitors and inductors with dependent states must be consistent. Redundant conditions
            // are removed later, when the circuit is known.
            let state = match effect {
                Effect::Capacitor(..) => "v",
                Effect::Inductor(..) if self.declares("im1") => "im1",
                Effect::Inductor(..) => "i",
                Effect::Winding(_) => ["i1", "i2"][k.min(1)],
                _ => continue,
            };
            self.start_at_zero(state, law.source(CircuitVariable::Mismatch, 0), 1);
            states.push(state);
        }
        self.show_circuit(elements, &states);
    }

    /// Registers the variables of the component that are not `states`.
    fn show_circuit(&mut self, elements: &[usize], states: &[&str]) {
        let names: Vec<&str> = self.pins().filter(|pin| self.has_connector(pin)).collect();
        let pins = names.iter().map(|pin| self.pin(pin)).collect();
        let law = self.add_law(CircuitLaw::new(elements.to_vec(), pins, Effect::None));
        for (name, variable, k) in CIRCUIT_VARIABLES {
            if self.declares(name) && !states.contains(name) {
                self.add_variable(name, |_| law.source(*variable, *k));
            }
        }
        if self.declares("T_heatPort") {
            let port = self.optional_heat_port("heatPort");
            let source = port.map_or_else(|| Source::Parameter(self.address("T")), Source::Temperature);
            self.add_variable("T_heatPort", |_| source.clone());
        }
        let of_pins = [
            ("v", "V", "Potential at the pin", CircuitVariable::Potential),
            ("i", "A", "Current flowing into the pin", CircuitVariable::PinCurrent),
        ];
        for (k, pin) in names.iter().enumerate() {
            let variables = of_pins.map(|(name, unit, description, variable)| {
                ElementVariable::real(format!("{pin}.{name}"), unit, description, law.source(variable, k))
            });
            self.elements.variables.extend(variables);
        }
    }

    /// Registers a resistor or conductor with the name of its parameter or of its signal. The loss power flows into the
    /// heat port, if enabled.
    pub(super) fn add_resistor(&mut self, name: &str, conducts: bool) {
        let effect = self.heater();
        let element = if self.follows_heat_port() || self.has_connector(name) {
            let characteristic = self.resistance(self.given(name, name), conducts, None);
            self.add_port(&["p", "n"], characteristic, &[])
        } else {
            let parameters = [name, "alpha", "T", "T_ref"].map(|name| self.address(name));
            self.add_element(&["p", "n"], CircuitKind::Resistor { parameters, conducts })
        };
        self.finish_circuit(&[element], &[effect]);
    }

    /// Returns true if a resistance depends on the temperature of the heat port.
    fn follows_heat_port(&mut self) -> bool {
        self.boolean("useHeatPort") && self.is_present("alpha")
    }

    /// The equation of a resistor or conductor whose value changes.
    pub(super) fn resistance(&mut self, value: Given, conducts: bool, slider: Option<(Given, bool)>) -> Characteristic {
        let alpha = ["alpha", "T_ref"].map(|name| self.real(name));
        let port = if self.follows_heat_port() { self.optional_heat_port("heatPort") } else { None };
        let temperature = port.map_or_else(|| Temperature::Parameter(self.real("T")), Temperature::Port);
        Characteristic::Resistance { value, conducts, alpha, temperature, slider }
    }
}

/// Variables of a machine.
const MACHINE_VARIABLES: &[(&str, CircuitVariable)] = &[
    ("tauElectrical", CircuitVariable::Torque),
    ("tau", CircuitVariable::Reaction),
    ("f", CircuitVariable::Reaction),
    ("fElectrical", CircuitVariable::Torque),
    ("phi", CircuitVariable::Angle),
    ("s", CircuitVariable::Angle),
    ("w", CircuitVariable::Speed),
    ("vel", CircuitVariable::Speed),
];

/// Variables of other components, each an element of a vector.
const CIRCUIT_VARIABLES: &[(&str, CircuitVariable, usize)] = &[
    ("v", CircuitVariable::Voltage, 0),
    ("v1", CircuitVariable::Voltage, 0),
    ("v2", CircuitVariable::Voltage, 1),
    ("vin", CircuitVariable::Voltage, 1),
    ("v_in", CircuitVariable::Voltage, 1),
    ("v_out", CircuitVariable::Voltage, 0),
    ("i", CircuitVariable::Current, 0),
    ("i1", CircuitVariable::PinCurrent, 0),
    ("i2", CircuitVariable::PinCurrent, 2),
    ("LossPower", CircuitVariable::Loss, 0),
    ("off", CircuitVariable::Off, 0),
];
