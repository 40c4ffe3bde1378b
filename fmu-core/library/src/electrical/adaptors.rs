//! Modelica.Electrical.Analog.Basic: adaptors between two pins and signals.

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::Effect;
use crate::{AdaptorElement, AdaptorEnd, AdaptorSignal, ConnectorHandle};
use mechanism::{CircuitKind, CircuitSource, SignalIn};

const USE_PDER: Parameter =
    boolean("use_pder", true, "Use the signal of the 1st derivative of the potential (voltage)");
const USE_FDER: Parameter = boolean("use_fder", true, "Use the signal of the 1st derivative of the flow (current)");
const PINS: [Connector; 2] = [pin("pin_p", "Positive pin"), pin("pin_n", "Negative pin")];

pub static GENERAL_CURRENT_TO_VOLTAGE_ADAPTOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.GeneralCurrentToVoltageAdaptor",
    description: "Signal adaptor for an Electrical OnePort with voltage and derivative of voltage as outputs and current and derivative \
                  of current as inputs",
    parameters: &[USE_PDER, USE_FDER],
    connectors: &[
        PINS[0],
        PINS[1],
        real_output("p", "V", "Output for potential: voltage").measured(),
        real_output("pder", "V/s", "Optional output for der(potential)").when("use_pder").measured(),
        real_input("f", "A", "Input for flow: current from pin_p to pin_n"),
        real_input("fder", "A/s", "Optional input for der(flow)").when("use_fder"),
    ],
    variables: &[V, I],
    ..Class::element(|e| {
        let (source, output) = (source(e, "f", "fder"), e.scalar_output("p"));
        build(e, CircuitKind::Current(source), output.map(Effect::Voltmeter), true);
    })
};

pub static GENERAL_VOLTAGE_TO_CURRENT_ADAPTOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.GeneralVoltageToCurrentAdaptor",
    description: "Signal adaptor for an Electrical OnePort with current and derivative of current as output and voltage and derivative of \
                  voltage as input",
    parameters: &[USE_PDER, USE_FDER],
    connectors: &[
        PINS[0],
        PINS[1],
        real_input("p", "V", "Input for potential: voltage"),
        real_input("pder", "V/s", "Optional input for der(potential)").when("use_pder"),
        real_output("f", "A", "Output for flow: current that leaves at pin_p (= -i)").measured(),
        real_output("fder", "A/s", "Optional output for der(flow)").when("use_fder").measured(),
    ],
    variables: &[V, I],
    ..Class::element(|e| {
        let (source, output) = (source(e, "p", "pder"), e.scalar_output("f"));
        build(e, CircuitKind::Voltage(source), output.map(Effect::Delivery), false);
    })
};

/// A signal with its time derivative, if that is an input, too: the next one.
fn source(e: &Element<'_>, input: &str, derivative: &str) -> CircuitSource {
    let input = e.input(input);
    CircuitSource::Signal(SignalIn { size: 1 + usize::from(e.has_connector(derivative)), ..input })
}

/// Registers an adaptor, which is a source without a partner.
fn build(e: &mut Element<'_>, kind: CircuitKind, effect: Option<Effect>, gives_potential: bool) {
    let element = e.add_element(&["pin_p", "pin_n"], kind);
    e.finish_circuit(&[element], effect.unwrap_or(Effect::None));
    let named = [
        ("p", AdaptorSignal::Potential(0)),
        ("pder", AdaptorSignal::Potential(1)),
        ("f", AdaptorSignal::Flow(0)),
        ("fder", AdaptorSignal::Flow(1)),
    ];
    let (mut inputs, mut outputs, mut written) = (Vec::new(), Vec::new(), Vec::new());
    for (name, signal) in named {
        match e.connectors.get(name) {
            Some(ConnectorHandle::Input(input)) => inputs.push((signal, input.first)),
            Some(ConnectorHandle::Output(output)) => {
                outputs.push((signal, output.first));
                written.push(*output);
            }
            _ => {}
        }
    }
    let derivatives = if let [of, y] = written[..] { vec![[of, y]] } else { Vec::new() };
    let end = AdaptorEnd::Branch { element, one: e.add_number("one", 1.0) };
    let component = e.component;
    e.elements.adaptors.push(AdaptorElement { component, gives_potential, inputs, outputs, derivatives, end });
}
