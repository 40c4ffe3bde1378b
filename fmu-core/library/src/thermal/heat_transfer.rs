//! Modelica.Thermal.HeatTransfer: Components, Sources and Celsius.

use crate::class::*;
use crate::laws::conductance::Conductance;
use crate::laws::given::Given;
use crate::laws::heat::{GivenTemperature, HeatFlow, Radiation, TemperatureSensor};
use mechanism::{Capacitor, Conductor, PortId, Source};

/// A heat port.
const fn heat_port(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::HeatPort, "", description)
}

pub static HEAT_CAPACITOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor",
    description: "Lumped thermal element storing heat",
    documentation: documentation!("heat_capacitor.md"),
    parameters: &[real("C", "J/K", "Heat capacity of element (= cp*m)").min(f64::MIN_POSITIVE)],
    connectors: &[heat_port("port", "Heat port")],
    variables: &[
        variable("T", "K", "Temperature of element").starting_at(293.15),
        variable("der_T", "K/s", "Time derivative of temperature (= der(T))"),
    ],
    ..Class::element(|e| {
        let Some(port) = e.heat_port("port") else { return };
        let capacity = e.address("C");
        let state = e.add_state("T");
        e.add_variable("der_T", |_| Source::LawStateDerivative(state));
        e.elements.capacitors.push(Capacitor { port, capacity, state });
    })
};

pub static THERMAL_CONDUCTOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.ThermalConductor",
    description: "Lumped thermal element transporting heat without storing it",
    documentation: documentation!("thermal_conductor.md"),
    parameters: &[real("G", "W/K", "Constant thermal conductance of material").min(0.0).tunable()],
    ..element_1d(|e| Conductance::from_parameter(e, "G", ["port_a", "port_b"]))
};

pub static CONVECTION: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.Convection",
    description: "Lumped thermal element for heat convection (Q_flow = Gc*dT)",
    documentation: documentation!("convection.md"),
    connectors: &[
        real_input("Gc", "W/K", "Signal representing the convective thermal conductance"),
        heat_port("solid", "Heat port of the solid"),
        heat_port("fluid", "Heat port of the fluid"),
    ],
    variables: &[
        variable("Q_flow", "W", "Heat flow rate from solid -> fluid"),
        variable("dT", "K", "= solid.T - fluid.T"),
    ],
    ..Class::element(|e| Conductance::from_signal(e, "Gc", ["solid", "fluid"]))
};

pub static CONVECTIVE_RESISTOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.ConvectiveResistor",
    description: "Lumped thermal element for heat convection (dT = Rc*Q_flow)",
    documentation: documentation!("convective_resistor.md"),
    connectors: &[
        real_input("Rc", "K/W", "Signal representing the convective thermal resistance"),
        heat_port("solid", "Heat port of the solid"),
        heat_port("fluid", "Heat port of the fluid"),
    ],
    variables: &[
        variable("Q_flow", "W", "Heat flow rate from solid -> fluid"),
        variable("dT", "K", "= solid.T - fluid.T"),
    ],
    ..Class::element(|e| {
        let given = Given::Signal(e.scalar_input("Rc"));
        Conductance::build(e, given, ["solid", "fluid"], true);
    })
};

/// Element1D: heat flow from port_a to port_b.
const fn element_1d(build: fn(&mut Element<'_>)) -> Class {
    const PORTS: &[Connector] =
        &[heat_port("port_a", "Heat port on one side"), heat_port("port_b", "Heat port on the other side")];
    const VARIABLES: &[Variable] =
        &[variable("Q_flow", "W", "Heat flow rate from port_a -> port_b"), variable("dT", "K", "port_a.T - port_b.T")];
    Class { connectors: PORTS, variables: VARIABLES, ..Class::element(build) }
}

pub static THERMAL_RESISTOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.ThermalResistor",
    description: "Lumped thermal element transporting heat without storing it",
    documentation: documentation!("thermal_resistor.md"),
    parameters: &[real("R", "K/W", "Constant thermal resistance of material").min(f64::MIN_POSITIVE).tunable()],
    ..element_1d(|e| {
        let given = Given::Parameter(e.real("R"));
        Conductance::build(e, given, ["port_a", "port_b"], true);
    })
};

pub static BODY_RADIATION: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.BodyRadiation",
    description: "Lumped thermal element for radiation heat transfer",
    documentation: documentation!("body_radiation.md"),
    parameters: &[real("Gr", "m2", "Net radiation conductance between two surfaces").min(0.0).tunable()],
    ..element_1d(|e| {
        let [Some(a), Some(b)] = ["port_a", "port_b"].map(|port| e.heat_port(port)) else { return };
        let conductance = e.real("Gr");
        e.elements.heat_sources.extend([a, b]);
        e.add_law(Radiation { ports: [a, b], conductance });
        e.add_variable("Q_flow", |_| Source::HeatFlow(a));
        e.add_variable("dT", |_| Source::TemperatureDifference(a, b));
    })
};

impl Conductance {
    /// Registers a conductor between two ports of `e` whose conductance is a signal input.
    fn from_signal(e: &mut Element<'_>, input: &str, ports: [&str; 2]) {
        let given = Given::Signal(e.scalar_input(input));
        Self::build(e, given, ports, false);
    }

    /// Registers a conductor between two ports of `e` whose conductance is a parameter.
    fn from_parameter(e: &mut Element<'_>, parameter: &str, ports: [&str; 2]) {
        let given = Given::Parameter(e.real(parameter));
        Self::build(e, given, ports, false);
    }

    fn build(e: &mut Element<'_>, given: Given, ports: [&str; 2], inverse: bool) {
        let [Some(solid), Some(fluid)]: [Option<PortId>; 2] = ports.map(|port| e.heat_port(port)) else { return };
        let conductor = e.elements.conductors.len();
        e.elements.conductors.push(Conductor { solid, fluid });
        e.add_law(Self { conductor, given, inverse });
        e.add_variable("Q_flow", |_| Source::HeatFlow(solid));
        e.add_variable("dT", |_| Source::TemperatureDifference(solid, fluid));
    }
}

/// Registers a fixed temperature: the parameter T plus `offset`, K.
fn fix_temperature(e: &mut Element<'_>, offset: f64) {
    let temperature = e.address("T");
    if let Some(port) = e.heat_port("port") {
        e.elements.fixed_temperatures.push((port, temperature, offset));
    }
}

pub static FIXED_TEMPERATURE: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Sources.FixedTemperature",
    description: "Fixed temperature boundary condition in kelvin",
    documentation: documentation!("fixed_temperature.md"),
    parameters: &[real("T", "K", "Fixed temperature boundary condition").tunable()],
    connectors: &[heat_port("port", "Heat port")],
    ..Class::element(|e| fix_temperature(e, 0.0))
};

pub static FIXED_TEMPERATURE_CELSIUS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Celsius.FixedTemperature",
    description: "Fixed temperature boundary condition in degree Celsius",
    documentation: documentation!("fixed_temperature_celsius.md"),
    parameters: &[real("T", "degC", "Fixed temperature boundary condition").tunable()],
    connectors: &[heat_port("port", "Heat port")],
    ..Class::element(|e| fix_temperature(e, 273.15))
};

/// Absolute zero in degrees Celsius, with the opposite sign.
const ZERO_CELSIUS: f64 = 273.15;

/// Registers a temperature that is the input T plus `offset`, K.
fn give_temperature(e: &mut Element<'_>, offset: f64) {
    let Some(port) = e.heat_port("port") else { return };
    let (number, t) = (e.elements.given_temperatures.len(), e.scalar_input("T"));
    e.elements.given_temperatures.push(port);
    e.add_law(GivenTemperature { number, t, offset });
}

pub static PRESCRIBED_TEMPERATURE: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Sources.PrescribedTemperature",
    description: "Variable temperature boundary condition in kelvin",
    documentation: documentation!("prescribed_temperature.md"),
    connectors: &[heat_port("port", "Heat port"), real_input("T", "K", "Temperature at the port")],
    ..Class::element(|e| give_temperature(e, 0.0))
};

pub static PRESCRIBED_TEMPERATURE_CELSIUS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Celsius.PrescribedTemperature",
    description: "Variable temperature boundary condition in degree Celsius",
    documentation: documentation!("prescribed_temperature_celsius.md"),
    connectors: &[heat_port("port", "Heat port"), real_input("T", "degC", "Temperature at the port")],
    ..Class::element(|e| give_temperature(e, ZERO_CELSIUS))
};

const T_REF: Parameter = real("T_ref", "K", "Reference temperature").or(293.15);
const ALPHA: Parameter = real("alpha", "1/K", "Temperature coefficient of heat flow rate").or(0.0);

/// Registers a heat flow into the network, `Q_flow (1 + alpha (T - T_ref))`.
fn give_heat_flow(e: &mut Element<'_>, flow: Given) {
    let Some(port) = e.heat_port("port") else { return };
    let follows = e.is_present("alpha").then(|| ["alpha", "T_ref"].map(|name| e.real(name)));
    e.elements.heat_sources.push(port);
    e.add_law(HeatFlow { port, flow, follows });
}

pub static FIXED_HEAT_FLOW: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Sources.FixedHeatFlow",
    description: "Fixed heat flow boundary condition",
    documentation: documentation!("fixed_heat_flow.md"),
    parameters: &[real("Q_flow", "W", "Fixed heat flow rate at port").tunable(), T_REF, ALPHA],
    connectors: &[heat_port("port", "Heat port")],
    ..Class::element(|e| {
        let flow = Given::Parameter(e.real("Q_flow"));
        give_heat_flow(e, flow);
    })
};

pub static PRESCRIBED_HEAT_FLOW: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Sources.PrescribedHeatFlow",
    description: "Prescribed heat flow boundary condition",
    documentation: documentation!("prescribed_heat_flow.md"),
    parameters: &[T_REF, ALPHA],
    connectors: &[real_input("Q_flow", "W", "Heat flow rate into the network"), heat_port("port", "Heat port")],
    ..Class::element(|e| {
        let flow = Given::Signal(e.scalar_input("Q_flow"));
        give_heat_flow(e, flow);
    })
};

/// Registers a sensor of the temperature of `port`, minus that of `other` or an offset.
fn measure(e: &mut Element<'_>, output: &str, [port, other]: [Option<&str>; 2], offset: f64) {
    let Some(port) = port.and_then(|port| e.heat_port(port)) else { return };
    let other = other.and_then(|other| e.heat_port(other));
    if let Some(y) = e.scalar_output(output) {
        e.add_law(TemperatureSensor { port, other, offset, y });
    }
}

pub static TEMPERATURE_SENSOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Sensors.TemperatureSensor",
    description: "Absolute temperature sensor in kelvin",
    documentation: documentation!("temperature_sensor.md"),
    connectors: &[real_output("T", "K", "Absolute temperature").measured(), heat_port("port", "Heat port")],
    ..Class::element(|e| measure(e, "T", [Some("port"), None], 0.0))
};

pub static TEMPERATURE_SENSOR_CELSIUS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Celsius.TemperatureSensor",
    description: "Absolute temperature sensor in degree Celsius",
    documentation: documentation!("temperature_sensor_celsius.md"),
    connectors: &[real_output("T", "degC", "Absolute temperature in degree Celsius"), heat_port("port", "Heat port")],
    ..Class::element(|e| measure(e, "T", [Some("port"), None], ZERO_CELSIUS))
};

pub static REL_TEMPERATURE_SENSOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Sensors.RelTemperatureSensor",
    description: "Relative temperature sensor",
    documentation: documentation!("rel_temperature_sensor.md"),
    connectors: &[
        heat_port("port_a", "Heat port"),
        heat_port("port_b", "Heat port"),
        real_output("T_rel", "K", "Relative temperature").measured(),
    ],
    ..Class::element(|e| measure(e, "T_rel", [Some("port_a"), Some("port_b")], 0.0))
};
