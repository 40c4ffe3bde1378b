//! Modelica.Thermal.HeatTransfer: Components, Sources, Sensors and Celsius.

use crate::class::*;
use crate::laws::heat::{Conductance, GivenTemperature, HeatFlow, Radiation, TemperatureSensor};
use mechanism::{Capacitor, Conductor, PortId, Source};

classes! {
    HEAT_CAPACITOR THERMAL_CONDUCTOR CONVECTION FIXED_TEMPERATURE FIXED_TEMPERATURE_CELSIUS THERMAL_RESISTOR
    CONVECTIVE_RESISTOR BODY_RADIATION PRESCRIBED_TEMPERATURE PRESCRIBED_TEMPERATURE_CELSIUS FIXED_HEAT_FLOW
    PRESCRIBED_HEAT_FLOW TEMPERATURE_SENSOR TEMPERATURE_SENSOR_CELSIUS REL_TEMPERATURE_SENSOR
}

const PORT: Connector = heat_port("port", "Heat port");

/// Absolute zero in degrees Celsius, with the opposite sign.
const ZERO_CELSIUS: f64 = 273.15;

/// A heat port.
const fn heat_port(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::HeatPort, "", description)
}

static HEAT_CAPACITOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor",
    description: "Lumped thermal element storing heat",
    parameters: &[real("C", "J/K", "Heat capacity of element (= cp*m)").min(f64::MIN_POSITIVE)],
    connectors: &[PORT],
    variables: &[
        variable("T", "K", "Temperature of element").starting_at(293.15),
        variable("der_T", "K/s", "Time derivative of temperature (= der(T))"),
    ],
    ..Class::element(|e| {
        let (port, capacity) = (e.heat_port("port"), e.address("C"));
        let state = e.add_state("T");
        e.add_variable("der_T", |_| Source::LawStateDerivative(state));
        e.elements.capacitors.push(Capacitor { port, capacity, state });
    })
};

const T_REF: Parameter = real("T_ref", "K", "Reference temperature").or(293.15);
const ALPHA: Parameter = real("alpha", "1/K", "Temperature coefficient of heat flow rate").or(0.0);
const T_KELVIN: Connector = real_output("T", "K", "Absolute temperature").measured();
const T_CELSIUS: Connector = real_output("T", "degC", "Absolute temperature in degree Celsius");
const SOLID: Connector = heat_port("solid", "Heat port of the solid");
const FLUID: Connector = heat_port("fluid", "Heat port of the fluid");
/// Variables of a convection.
const CONVECTED: &[Variable] =
    &[variable("Q_flow", "W", "Heat flow rate from solid -> fluid"), variable("dT", "K", "= solid.T - fluid.T")];

plain_classes! {
    "Thermal.HeatTransfer":
    THERMAL_CONDUCTOR "Components.ThermalConductor"
        [real("G", "W/K", "Constant thermal conductance of material").min(0.0).tunable()]
        element_1d(|e| conduct(e, "G", ["port_a", "port_b"], false))
        "Lumped thermal element transporting heat without storing it";
    THERMAL_RESISTOR "Components.ThermalResistor"
        [real("R", "K/W", "Constant thermal resistance of material").min(f64::MIN_POSITIVE).tunable()]
        element_1d(|e| conduct(e, "R", ["port_a", "port_b"], true))
        "Lumped thermal element transporting heat without storing it";
    CONVECTION "Components.Convection"
        {real_input("Gc", "W/K", "Signal representing the convective thermal conductance"), SOLID, FLUID}
        showing(CONVECTED, |e| conduct(e, "Gc", ["solid", "fluid"], false))
        "Lumped thermal element for heat convection (Q_flow = Gc*dT)";
    CONVECTIVE_RESISTOR "Components.ConvectiveResistor"
        {real_input("Rc", "K/W", "Signal representing the convective thermal resistance"), SOLID, FLUID}
        showing(CONVECTED, |e| conduct(e, "Rc", ["solid", "fluid"], true))
        "Lumped thermal element for heat convection (dT = Rc*Q_flow)";
    FIXED_TEMPERATURE "Sources.FixedTemperature" [real("T", "K", "Fixed temperature boundary condition").tunable()]
        {PORT} plain(|e| fix_temperature(e, 0.0)) "Fixed temperature boundary condition in kelvin";
    FIXED_TEMPERATURE_CELSIUS "Celsius.FixedTemperature"
        [real("T", "degC", "Fixed temperature boundary condition").tunable()]
        {PORT} plain(|e| fix_temperature(e, ZERO_CELSIUS)) "Fixed temperature boundary condition in degree Celsius";
    PRESCRIBED_TEMPERATURE "Sources.PrescribedTemperature" {PORT, real_input("T", "K", "Temperature at the port")}
        plain(|e| give_temperature(e, 0.0)) "Variable temperature boundary condition in kelvin";
    PRESCRIBED_TEMPERATURE_CELSIUS "Celsius.PrescribedTemperature"
        {PORT, real_input("T", "degC", "Temperature at the port")} plain(|e| give_temperature(e, ZERO_CELSIUS))
        "Variable temperature boundary condition in degree Celsius";
    FIXED_HEAT_FLOW "Sources.FixedHeatFlow"
        [real("Q_flow", "W", "Fixed heat flow rate at port").tunable(), T_REF, ALPHA]
        {PORT} plain(give_heat_flow) "Fixed heat flow boundary condition";
    PRESCRIBED_HEAT_FLOW "Sources.PrescribedHeatFlow" [T_REF, ALPHA]
        {real_input("Q_flow", "W", "Heat flow rate into the network"), PORT} plain(give_heat_flow)
        "Prescribed heat flow boundary condition";
    TEMPERATURE_SENSOR "Sensors.TemperatureSensor"
        {T_KELVIN, PORT} plain(|e| measure(e, "T", "port", None, 0.0)) "Absolute temperature sensor in kelvin";
    TEMPERATURE_SENSOR_CELSIUS "Celsius.TemperatureSensor" {T_CELSIUS, PORT}
        plain(|e| measure(e, "T", "port", None, ZERO_CELSIUS)) "Absolute temperature sensor in degree Celsius";
    REL_TEMPERATURE_SENSOR "Sensors.RelTemperatureSensor"
        {heat_port("port_a", "Heat port"), heat_port("port_b", "Heat port"),
            real_output("T_rel", "K", "Relative temperature").measured()}
        plain(|e| measure(e, "T_rel", "port_a", Some("port_b"), 0.0)) "Relative temperature sensor";
}

/// Element1D: heat flow from port_a to port_b.
const fn element_1d(build: fn(&mut Element<'_>)) -> Class {
    const PORTS: &[Connector] =
        &[heat_port("port_a", "Heat port on one side"), heat_port("port_b", "Heat port on the other side")];
    const VARIABLES: &[Variable] =
        &[variable("Q_flow", "W", "Heat flow rate from port_a -> port_b"), variable("dT", "K", "port_a.T - port_b.T")];
    Class { connectors: PORTS, variables: VARIABLES, ..Class::element(build) }
}

static BODY_RADIATION: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.BodyRadiation",
    description: "Lumped thermal element for radiation heat transfer",
    parameters: &[real("Gr", "m2", "Net radiation conductance between two surfaces").min(0.0).tunable()],
    ..element_1d(|e| {
        let [a, b] = ["port_a", "port_b"].map(|port| e.heat_port(port));
        let conductance = e.real("Gr");
        e.elements.heat_sources.extend([a, b]);
        e.add_law(Radiation { ports: [a, b], conductance });
        show_flow(e, a, b);
    })
};

/// Registers a conductor between two ports of `e` with the conductance, or its inverse, that is the input or the parameter `name`.
fn conduct(e: &mut Element<'_>, name: &str, ports: [&str; 2], inverse: bool) {
    let given = e.given(name, name);
    let [solid, fluid] = ports.map(|port| e.heat_port(port));
    let conductor = e.elements.conductors.len();
    e.elements.conductors.push(Conductor { solid, fluid });
    e.add_law(Conductance { conductor, given, inverse });
    show_flow(e, solid, fluid);
}

/// Shows the heat flow from one port to another, and the difference of their temperatures.
fn show_flow(e: &mut Element<'_>, from: PortId, to: PortId) {
    e.add_variable("Q_flow", |_| Source::HeatFlow(from));
    e.add_variable("dT", |_| Source::TemperatureDifference(from, to));
}

/// Registers a fixed temperature: the parameter T plus `offset`, K.
fn fix_temperature(e: &mut Element<'_>, offset: f64) {
    let fixed = (e.heat_port("port"), e.address("T"), offset);
    e.elements.fixed_temperatures.push(fixed);
}

/// Registers a temperature that is the input T plus `offset`, K.
fn give_temperature(e: &mut Element<'_>, offset: f64) {
    let (number, port, t) = (e.elements.given_temperatures.len(), e.heat_port("port"), e.scalar_input("T"));
    e.elements.given_temperatures.push(port);
    e.add_law(GivenTemperature { number, t, offset });
}

/// Registers a heat flow into the network, `Q_flow (1 + alpha (T - T_ref))`, whose `Q_flow` is the input or the parameter.
fn give_heat_flow(e: &mut Element<'_>) {
    let (flow, port) = (e.given("Q_flow", "Q_flow"), e.heat_port("port"));
    let follows = e.is_present("alpha").then(|| ["alpha", "T_ref"].map(|name| e.real(name)));
    e.elements.heat_sources.push(port);
    e.add_law(HeatFlow { port, flow, follows });
}

/// Registers a sensor of the temperature of `port`, minus that of `other` or an offset.
fn measure(e: &mut Element<'_>, output: &str, port: &str, other: Option<&str>, offset: f64) {
    let (port, other) = (e.heat_port(port), other.map(|other| e.heat_port(other)));
    e.add_law(TemperatureSensor { port, other, offset, y: e.scalar_output(output) });
}
