//! Modelica.Electrical.Analog.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::Effect;
use mechanism::{CircuitKind, CircuitSource, ScalarOut};

/// Registers a sensor with an output.
fn build(e: &mut Element<'_>, kind: CircuitKind, output: &str, effect: fn(ScalarOut) -> Effect) {
    e.add_circuit(kind, effect(e.scalar_output(output)));
}

const POTENTIAL: Connector = real_output("phi", "V", "Potential of pin p").measured();
const VOLTAGE: Connector = real_output("v", "V", "Voltage between pin p and n (= p.v - n.v)").measured();
const CURRENT: Connector = real_output("i", "A", "Current from pin p to pin n").measured();

plain_classes! {
    "Electrical.Analog.Sensors":
    POTENTIAL_SENSOR "PotentialSensor" {P, POTENTIAL} plain(|e| build(e, CircuitKind::Open, "phi", Effect::Voltmeter))
        "Sensor of the potential of a pin";
    VOLTAGE_SENSOR "VoltageSensor" {P, N, VOLTAGE} plain(|e| build(e, CircuitKind::Open, "v", Effect::Voltmeter))
        "Sensor of the voltage between two pins";
    CURRENT_SENSOR "CurrentSensor"
        {P, N, CURRENT} plain(|e| build(e, CircuitKind::Voltage(CircuitSource::Zero), "i", Effect::Ammeter))
        "Sensor of the current in a branch";
}

const PC: Connector = pin("pc", "Positive pin, current path");
const NC: Connector = pin("nc", "Negative pin, current path");
const PV: Connector = pin("pv", "Positive pin, voltage path");
const NV: Connector = pin("nv", "Negative pin, voltage path");
const POWER: Connector = real_output("power", "W", "Instantaneous power").measured();

pub static MULTI_SENSOR: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.MultiSensor",
    description: "Sensor to measure current, voltage and power",
    connectors: &[
        PC,
        NC,
        PV,
        NV,
        real_output("i", "A", "Current").measured(),
        real_output("v", "V", "Voltage").measured(),
        POWER,
    ],
    ..Class::netlist(&Netlist {
        parts: POWER_PARTS,
        connections: POWER_CONNECTIONS,
        connectors: &[
            ("pc", &["currentSensor.p"]),
            ("nc", &["currentSensor.n"]),
            ("pv", &["voltageSensor.p"]),
            ("nv", &["voltageSensor.n"]),
            ("i", &["currentSensor.i"]),
            ("v", &["voltageSensor.v"]),
            ("power", &["product.y"]),
        ],
        ..Netlist::EMPTY
    })
};

/// Sensors of voltage and current, and the product.
const POWER_PARTS: &[Part] = &[
    part("voltageSensor", "Modelica.Electrical.Analog.Sensors.VoltageSensor", &[]),
    part("currentSensor", "Modelica.Electrical.Analog.Sensors.CurrentSensor", &[]),
    part("product", "Modelica.Blocks.Math.Product", &[]),
];

const POWER_CONNECTIONS: &[(&str, &str)] = &[("voltageSensor.v", "product.u1"), ("currentSensor.i", "product.u2")];

pub static POWER_SENSOR: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.PowerSensor",
    description: "Sensor of the power: the current of one path times the voltage of another",
    connectors: &[PC, NC, PV, NV, POWER],
    ..Class::netlist(&Netlist {
        parts: POWER_PARTS,
        connections: POWER_CONNECTIONS,
        connectors: &[
            ("pc", &["currentSensor.p"]),
            ("nc", &["currentSensor.n"]),
            ("pv", &["voltageSensor.p"]),
            ("nv", &["voltageSensor.n"]),
            ("power", &["product.y"]),
        ],
        ..Netlist::EMPTY
    })
};
