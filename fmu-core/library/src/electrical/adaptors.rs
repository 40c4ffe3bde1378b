//! Modelica.Electrical.Analog.Basic: adaptors between two pins and signals.

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::Effect;
use crate::{AdaptorEnd, AdaptorSignal};
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
        let (source, effect) = (source(e, "f", "fder"), Effect::Voltmeter(e.scalar_output("p")));
        build(e, CircuitKind::Current(source), effect, true);
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
        let (source, effect) = (source(e, "p", "pder"), Effect::Delivery(e.scalar_output("f")));
        build(e, CircuitKind::Voltage(source), effect, false);
    })
};

/// A signal with its time derivative, if that is an input, too: the next one.
fn source(e: &Element<'_>, input: &str, derivative: &str) -> CircuitSource {
    let input = e.input(input);
    CircuitSource::Signal(SignalIn { size: 1 + usize::from(e.has_connector(derivative)), ..input })
}

/// Registers an adaptor, which is a source without a partner.
fn build(e: &mut Element<'_>, kind: CircuitKind, effect: Effect, gives_potential: bool) {
    let element = e.add_element(&["pin_p", "pin_n"], kind);
    e.finish_circuit(&[element], &[effect]);
    let signals = [
        ("p", AdaptorSignal::Potential(0)),
        ("pder", AdaptorSignal::Potential(1)),
        ("f", AdaptorSignal::Flow(0)),
        ("fder", AdaptorSignal::Flow(1)),
    ];
    let [output, rate] = if gives_potential { ["p", "pder"] } else { ["f", "fder"] };
    let derivative = e.optional_output(output).zip(e.optional_output(rate));
    let end = AdaptorEnd::Branch { element, one: e.add_number("one", 1.0), derivative };
    e.add_adaptor(&signals, gives_potential, end);
}
