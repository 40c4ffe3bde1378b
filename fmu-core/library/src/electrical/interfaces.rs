//! Modelica.Electrical.Analog.Interfaces: pins and partial elements.

use crate::ConnectorKind;
use crate::class::*;
use crate::laws::circuit::{CircuitLaw, CircuitVariable, Effect};
use crate::laws::circuit_ports::{Characteristic, Port, QUANTITIES, Temperature};
use crate::laws::given::Given;
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

/// Registers an element between pins; returns its number.
pub(super) fn add_element(e: &mut Element<'_>, pins: &[&str], kind: CircuitKind) -> usize {
    let pins = pins.iter().map(|pin| e.pin(pin)).collect();
    let name = e.name.to_owned();
    e.elements.circuit_elements.push(CircuitElement { name, pins, kind });
    e.elements.circuit_elements.len() - 1
}

/// Registers an element with an equation of its own, which contains the voltages of the elements `watches`; returns its number.
pub(super) fn add_port(e: &mut Element<'_>, pins: &[&str], characteristic: Characteristic, watches: &[usize]) -> usize {
    let watches: Vec<(usize, Quantity)> = watches.iter().map(|element| (*element, Quantity::Voltage)).collect();
    add_port_with(e, pins, characteristic, watches)
}

/// Registers an element with an equation of its own, which contains voltages and currents of other elements; returns its number.
pub(super) fn add_port_with(
    e: &mut Element<'_>,
    pins: &[&str],
    characteristic: Characteristic,
    watches: Vec<(usize, Quantity)>,
) -> usize {
    let element = add_element(e, pins, CircuitKind::Port);
    let port = Port { element, watches, rows: [None; QUANTITIES], characteristic };
    e.elements.circuit_ports.push(port);
    element
}

impl CircuitLaw {
    /// Registers an element between the pins of its class, and the variables that the class declares.
    pub(super) fn build(e: &mut Element<'_>, kind: CircuitKind, effect: Effect) {
        let pins = e.class.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Pin);
        let pins: Vec<&str> = pins.map(|pin| pin.name).collect();
        let element = add_element(e, &pins, kind);
        Self::finish(e, &[element], effect);
    }

    /// Registers the effect of elements, and the variables that the class declares.
    pub(super) fn finish(e: &mut Element<'_>, elements: &[usize], effect: Effect) {
        Self::finish_with(e, elements, &[effect]);
    }

    /// Registers the effects of elements, one for each; that of a heat port takes the losses of all. Registers the
    /// variables that the class declares.
    pub(super) fn finish_with(e: &mut Element<'_>, elements: &[usize], effects: &[Effect]) {
        for (k, effect) in effects.iter().enumerate().filter(|(_, effect)| !matches!(effect, Effect::None)) {
            let mut own = elements.to_vec();
            match effect {
                Effect::Heater(_) => {}
                Effect::Winding(_) => own.swap(0, k),
                _ => own = vec![elements[k]],
            }
            let law = e.add_law(Self::new(own, Vec::new(), *effect));
            let list = [
                ("tauElectrical", CircuitVariable::Torque),
                ("tau", CircuitVariable::Reaction),
                ("f", CircuitVariable::Reaction),
                ("fElectrical", CircuitVariable::Torque),
                ("phi", CircuitVariable::Angle),
                ("s", CircuitVariable::Angle),
                ("w", CircuitVariable::Speed),
                ("vel", CircuitVariable::Speed),
            ];
            if matches!(effect, Effect::Machine(..)) {
                e.show_declared(law, &list);
            }
            // Start values of capacitors and inductors with dependent states must be consistent. Redundant conditions
            // are removed later, when the circuit is known.
            let state = match effect {
                Effect::Capacitor(..) => "v",
                Effect::Inductor(..) if e.declares("im1") => "im1",
                Effect::Inductor(..) => "i",
                Effect::Winding(_) => ["i1", "i2"][k.min(1)],
                _ => continue,
            };
            e.start_at_zero(state, law, CircuitVariable::Mismatch, 1);
        }
        Self::show(e, elements, effects);
    }

    /// Registers the variables of the component that are not states.
    fn show(e: &mut Element<'_>, elements: &[usize], effects: &[Effect]) {
        let names = e.class.connectors.iter().filter(|connector| connector.kind == ConnectorKind::Pin);
        let names: Vec<&str> = names.map(|pin| pin.name).filter(|pin| e.has_connector(pin)).collect();
        let law = e.add_law(Self::new(elements.to_vec(), names.iter().map(|pin| e.pin(pin)).collect(), Effect::None));
        let list = [
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
        let states: &[&str] = match effects.first() {
            Some(Effect::Capacitor(..)) => &["v"],
            Some(Effect::Inductor(..)) => &["i"],
            Some(Effect::Winding(_)) => &["i1", "i2"],
            _ => &[],
        };
        let shown: Vec<_> = list.into_iter().filter(|(name, ..)| !states.contains(name)).collect();
        e.show_elements_declared(law, &shown);
        if e.declares("T_heatPort") {
            let port = e.heat_port("heatPort");
            let source = port.map_or_else(|| Source::Parameter(e.address("T")), Source::Temperature);
            e.add_variable("T_heatPort", |_| source.clone());
        }
        for (k, pin) in names.iter().enumerate() {
            e.show_pin(pin, law, [CircuitVariable::Potential, CircuitVariable::PinCurrent], k);
        }
    }

    /// Registers a resistor or conductor with the name of its parameter or, if `varies`, of its signal. The loss power
    /// flows into the heat port, if enabled.
    pub(super) fn resistor(e: &mut Element<'_>, name: &str, conducts: bool, varies: bool) {
        let effect = e.loss_port().map_or(Effect::None, Effect::Heater);
        let follows = e.boolean("useHeatPort") && e.is_present("alpha");
        let element = if follows || varies {
            let value = if varies { Given::Signal(e.scalar_input(name)) } else { Given::Parameter(e.real(name)) };
            let characteristic = resistance(e, value, conducts, None);
            add_port(e, &["p", "n"], characteristic, &[])
        } else {
            let parameters = [name, "alpha", "T", "T_ref"].map(|name| e.address(name));
            add_element(e, &["p", "n"], CircuitKind::Resistor { parameters, conducts })
        };
        Self::finish(e, &[element], effect);
    }
}

/// The equation of a resistor or conductor whose value changes.
pub(super) fn resistance(
    e: &mut Element<'_>,
    value: Given,
    conducts: bool,
    slider: Option<(Given, bool)>,
) -> Characteristic {
    let alpha = ["alpha", "T_ref"].map(|name| e.real(name));
    let follows = e.boolean("useHeatPort") && e.is_present("alpha");
    let port = if follows { e.heat_port("heatPort") } else { None };
    let temperature = port.map_or_else(|| Temperature::Parameter(e.real("T")), Temperature::Port);
    Characteristic::Resistance { value, conducts, alpha, temperature, slider }
}
