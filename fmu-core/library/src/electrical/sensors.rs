//! Modelica.Electrical.Analog.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::{CircuitLaw, Effect};
use mechanism::{CircuitKind, CircuitSource};

pub static POTENTIAL_SENSOR: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.PotentialSensor",
    description: "Sensor of the potential of a pin",
    documentation: documentation!("potential_sensor.md"),
    connectors: &[P, real_output("phi", "V", "Potential of pin p").measured()],
    ..Class::element(|e| {
        if let Some(output) = e.scalar_output("phi") {
            CircuitLaw::build(e, CircuitKind::Open, Effect::Voltmeter(output));
        }
    })
};

pub static VOLTAGE_SENSOR: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.VoltageSensor",
    description: "Sensor of the voltage between two pins",
    documentation: documentation!("voltage_sensor.md"),
    connectors: &[P, N, real_output("v", "V", "Voltage between pin p and n (= p.v - n.v)").measured()],
    ..Class::element(|e| {
        if let Some(output) = e.scalar_output("v") {
            CircuitLaw::build(e, CircuitKind::Open, Effect::Voltmeter(output));
        }
    })
};

pub static CURRENT_SENSOR: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.CurrentSensor",
    description: "Sensor of the current in a branch",
    documentation: documentation!("current_sensor.md"),
    connectors: &[P, N, real_output("i", "A", "Current from pin p to pin n").measured()],
    ..Class::element(|e| {
        if let Some(output) = e.scalar_output("i") {
            CircuitLaw::build(e, CircuitKind::Voltage(CircuitSource::Zero), Effect::Ammeter(output));
        }
    })
};

pub static POWER_SENSOR: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.PowerSensor",
    description: "Sensor of the power: the current of one path times the voltage of another",
    documentation: documentation!("power_sensor.md"),
    connectors: &[
        pin("pc", "Positive pin, current path"),
        pin("nc", "Negative pin, current path"),
        pin("pv", "Positive pin, voltage path"),
        pin("nv", "Negative pin, voltage path"),
        real_output("power", "W", "Instantaneous power").measured(),
    ],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part { name: "voltageSensor", class: "Modelica.Electrical.Analog.Sensors.VoltageSensor", parameters: &[] },
            Part { name: "currentSensor", class: "Modelica.Electrical.Analog.Sensors.CurrentSensor", parameters: &[] },
            Part { name: "product", class: "Modelica.Blocks.Math.Product", parameters: &[] },
        ],
        connections: &[("voltageSensor.v", "product.u1"), ("currentSensor.i", "product.u2")],
        connectors: &[
            ("pc", &["currentSensor.p"]),
            ("nc", &["currentSensor.n"]),
            ("pv", &["voltageSensor.p"]),
            ("nv", &["voltageSensor.n"]),
            ("power", &["product.y"]),
        ],
        ..Netlist::EMPTY
    }),
    ..Class::EMPTY
};
