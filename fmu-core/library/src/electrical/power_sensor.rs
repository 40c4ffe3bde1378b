//! Modelica.Electrical.Analog.Sensors.PowerSensor

use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.PowerSensor",
    description: "Sensor of the power: the current of one path times the voltage of another",
    documentation: documentation!("power_sensor.md"),
    connectors: &[
        connector("pc", ConnectorKind::Pin, "", "Positive pin, current path"),
        connector("nc", ConnectorKind::Pin, "", "Negative pin, current path"),
        connector("pv", ConnectorKind::Pin, "", "Positive pin, voltage path"),
        connector("nv", ConnectorKind::Pin, "", "Negative pin, voltage path"),
        connector("power", ConnectorKind::SignalOutput(1), "W", "Instantaneous power").measured(),
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
