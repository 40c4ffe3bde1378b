//! Names of the Modelica Standard Library besides the classes of the component library: packages, connectors, bases that only declare
//! connectors, types with their units, constants, enumerations, imports.

use std::collections::HashSet;
use std::sync::LazyLock;

use library::SignalType;

use crate::classes::own_texts::SEEDED;
use crate::names::suggestion;
use crate::problem::Fault;

/// First part of all names of the library.
pub(crate) const ROOT: &str = "Modelica";

/// First part of the names of classes that the library does not have.
pub(crate) const OWN: &str = "MultibodyFmu";

/// Packages without classes of the component library that models may name.
const PACKAGES: &[&str] = &[
    "Modelica.Units",
    "Modelica.Units.SI",
    "Modelica.Units.NonSI",
    "Modelica.Units.Conversions",
    "Modelica.SIunits",
    "Modelica.Constants",
    "Modelica.Math",
    "Modelica.Math.Vectors",
    "Modelica.Icons",
    "Modelica.Utilities",
    "Modelica.Blocks.Types",
    "Modelica.Blocks.Interfaces",
    "Modelica.Blocks.Icons",
    "Modelica.Mechanics.MultiBody.Types",
    "Modelica.Mechanics.MultiBody.Interfaces",
    "Modelica.Mechanics.MultiBody.Icons",
    "Modelica.Mechanics.MultiBody.Frames",
    "Modelica.Mechanics.Rotational.Interfaces",
    "Modelica.Mechanics.Rotational.Icons",
    "Modelica.Mechanics.Translational.Interfaces",
    "Modelica.Thermal.HeatTransfer.Interfaces",
    "Modelica.Electrical.Analog.Interfaces",
];

/// Full names of classes and of the packages around them.
static KNOWN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let names = library::classes().map(|class| class.name).chain(PACKAGES.iter().copied());
    names.flat_map(|name| name.match_indices('.').map(|(at, _)| &name[..at]).chain([name])).collect()
});

/// True if the component library has the class `full`.
pub(crate) fn is_class(full: &str) -> bool {
    is_below_root(full) && library::find_class(full).is_some_and(|class| class.name == full)
}

/// True for names whose meaning is that of the tables, also where the library's text is at hand.
pub(crate) fn comes_first(full: &str) -> bool {
    is_below_root(full)
        && (is_class(full)
            || SEEDED.contains(&full)
            || connector(full).is_some()
            || enumeration(full).is_some()
            || base_connectors(full).is_some_and(|connectors| !connectors.is_empty()))
}

/// True for a known class or package.
pub(crate) fn is_known(full: &str) -> bool {
    KNOWN.contains(full)
        || connector(full).is_some()
        || unit(full).is_some()
        || constant(full).is_some()
        || enumeration(full).is_some()
}

/// `Modelica` itself, or a name in it.
pub(crate) fn is_below_root(full: &str) -> bool {
    full.split('.').next().is_some_and(|first| first == ROOT || first == OWN)
}

/// Imports of the library's packages, which their contents may use.
pub(crate) fn imported(package: &str, name: &str) -> Option<String> {
    let target = match (package, name) {
        ("Modelica.Mechanics" | "Modelica.Mechanics.MultiBody" | "Modelica.Blocks" | "Modelica.Thermal", "SI") => {
            "Modelica.Units.SI"
        }
        ("Modelica.Mechanics.MultiBody", "C") => "Modelica.Constants",
        ("Modelica.Mechanics.MultiBody", "Cv") => "Modelica.Units.Conversions",
        _ => return None,
    };
    Some(target.to_owned())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connector {
    Physical(Physical),
    SignalInput(SignalType),
    SignalOutput(SignalType),
}

/// A connector with potentials and flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Physical {
    Frame,
    Rotational,
    Translational,
    Heat,
    Pin,
}

impl Physical {
    /// The potential and the flow; none for frames.
    pub(crate) fn variables(self) -> Option<[&'static str; 2]> {
        match self {
            Self::Frame => None,
            Self::Rotational => Some(["phi", "tau"]),
            Self::Translational => Some(["s", "f"]),
            Self::Heat => Some(["T", "Q_flow"]),
            Self::Pin => Some(["v", "i"]),
        }
    }

    /// A component that gives the flow: its class, its connector, its input, and the sign of the flow into the connector of the text.
    pub(crate) fn source(self) -> Option<(&'static str, &'static str, &'static str, f64)> {
        match self {
            Self::Frame => None,
            Self::Rotational => Some(("Modelica.Mechanics.Rotational.Sources.Torque", "flange", "tau", -1.0)),
            Self::Translational => Some(("Modelica.Mechanics.Translational.Sources.Force", "flange", "f", -1.0)),
            Self::Heat => Some(("Modelica.Thermal.HeatTransfer.Sources.PrescribedHeatFlow", "port", "Q_flow", -1.0)),
            Self::Pin => Some(("Modelica.Electrical.Analog.Sources.SignalCurrent", "p", "i", 1.0)),
        }
    }

    /// A component whose flow is proportional to the difference of potentials: class, its connectors, and the factor.
    pub(crate) fn conductor(self) -> Option<(&'static str, [&'static str; 2], &'static str)> {
        match self {
            Self::Heat => {
                Some(("Modelica.Thermal.HeatTransfer.Components.ThermalConductor", ["port_a", "port_b"], "G"))
            }
            Self::Pin => Some(("Modelica.Electrical.Analog.Basic.Conductor", ["p", "n"], "G")),
            Self::Frame | Self::Rotational | Self::Translational => None,
        }
    }

    /// Sensors of the potential and of its derivatives: class, connector, and output.
    pub(crate) fn sensors(self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self {
            Self::Frame => &[],
            Self::Rotational => &[
                ("Modelica.Mechanics.Rotational.Sensors.AngleSensor", "flange", "phi"),
                ("Modelica.Mechanics.Rotational.Sensors.SpeedSensor", "flange", "w"),
                ("Modelica.Mechanics.Rotational.Sensors.AccSensor", "flange", "a"),
            ],
            Self::Translational => &[
                ("Modelica.Mechanics.Translational.Sensors.PositionSensor", "flange", "s"),
                ("Modelica.Mechanics.Translational.Sensors.SpeedSensor", "flange", "v"),
                ("Modelica.Mechanics.Translational.Sensors.AccSensor", "flange", "a"),
            ],
            Self::Heat => &[("Modelica.Thermal.HeatTransfer.Sensors.TemperatureSensor", "port", "T")],
            Self::Pin => &[("Modelica.Electrical.Analog.Sensors.PotentialSensor", "p", "phi")],
        }
    }
}

/// The connector class with that full name.
pub(crate) fn connector(full: &str) -> Option<Connector> {
    let (package, name) = full.rsplit_once('.')?;
    match (package.strip_prefix("Modelica.")?, name) {
        ("Mechanics.MultiBody.Interfaces", "Frame_a" | "Frame_b" | "Frame" | "Frame_resolve") => {
            Some(Connector::Physical(Physical::Frame))
        }
        ("Mechanics.Rotational.Interfaces", "Flange_a" | "Flange_b" | "Flange" | "Support") => {
            Some(Connector::Physical(Physical::Rotational))
        }
        ("Mechanics.Translational.Interfaces", "Flange_a" | "Flange_b" | "Flange" | "Support") => {
            Some(Connector::Physical(Physical::Translational))
        }
        ("Thermal.HeatTransfer.Interfaces", "HeatPort_a" | "HeatPort_b" | "HeatPort") => {
            Some(Connector::Physical(Physical::Heat))
        }
        ("Electrical.Analog.Interfaces", "Pin" | "PositivePin" | "NegativePin") => {
            Some(Connector::Physical(Physical::Pin))
        }
        ("Blocks.Interfaces", "RealInput" | "RealVectorInput") => Some(Connector::SignalInput(SignalType::Real)),
        ("Blocks.Interfaces", "BooleanInput") => Some(Connector::SignalInput(SignalType::Boolean)),
        ("Blocks.Interfaces", "IntegerInput") => Some(Connector::SignalInput(SignalType::Integer)),
        ("Blocks.Interfaces", "RealOutput") => Some(Connector::SignalOutput(SignalType::Real)),
        ("Blocks.Interfaces", "BooleanOutput") => Some(Connector::SignalOutput(SignalType::Boolean)),
        ("Blocks.Interfaces", "IntegerOutput") => Some(Connector::SignalOutput(SignalType::Integer)),
        _ => None,
    }
}

/// Name and class of the connectors that a base class declares. None if the class is not such a base.
pub(crate) fn base_connectors(full: &str) -> Option<&'static [(&'static str, Connector)]> {
    use Connector::{SignalInput as Input, SignalOutput as Output};
    use Physical::{Frame, Rotational, Translational};
    use SignalType::{Boolean, Integer, Real};
    if full.split('.').any(|part| part == "Icons") {
        return Some(&[]);
    }
    let (package, name) = full.rsplit_once('.')?;
    Some(match (package.strip_prefix("Modelica.")?, name) {
        ("Mechanics.MultiBody.Interfaces", "PartialTwoFrames")
        | ("Mechanics.MultiBody.Interfaces", "PartialTwoFramesDoubleSize") => {
            &[("frame_a", Connector::Physical(Frame)), ("frame_b", Connector::Physical(Frame))]
        }
        ("Mechanics.MultiBody.Interfaces", "PartialOneFrame_a") => &[("frame_a", Connector::Physical(Frame))],
        ("Mechanics.MultiBody.Interfaces", "PartialOneFrame_b") => &[("frame_b", Connector::Physical(Frame))],
        ("Mechanics.Rotational.Interfaces", "PartialTwoFlanges") => {
            &[("flange_a", Connector::Physical(Rotational)), ("flange_b", Connector::Physical(Rotational))]
        }
        ("Mechanics.Translational.Interfaces", "PartialTwoFlanges") => {
            &[("flange_a", Connector::Physical(Translational)), ("flange_b", Connector::Physical(Translational))]
        }
        ("Blocks.Interfaces", "SO") => &[("y", Output(Real))],
        ("Blocks.Interfaces", "SISO") => &[("u", Input(Real)), ("y", Output(Real))],
        ("Blocks.Interfaces", "SI2SO") => &[("u1", Input(Real)), ("u2", Input(Real)), ("y", Output(Real))],
        ("Blocks.Interfaces", "BooleanSO" | "partialBooleanSO") => &[("y", Output(Boolean))],
        ("Blocks.Interfaces", "partialBooleanSI") => &[("u", Input(Boolean))],
        ("Blocks.Interfaces", "BooleanSISO" | "partialBooleanSISO") => &[("u", Input(Boolean)), ("y", Output(Boolean))],
        ("Blocks.Interfaces", "partialBooleanSI2SO") => {
            &[("u1", Input(Boolean)), ("u2", Input(Boolean)), ("y", Output(Boolean))]
        }
        ("Blocks.Interfaces", "IntegerSO") => &[("y", Output(Integer))],
        ("Blocks.Interfaces", "IntegerSISO") => &[("u", Input(Integer)), ("y", Output(Integer))],
        _ => return None,
    })
}

/// The unit of a type of the packages of units, empty where it has none.
pub(crate) fn unit(full: &str) -> Option<&'static str> {
    let (package, name) = full.rsplit_once('.')?;
    if package == "Modelica.Units.NonSI" || package.starts_with("Modelica.SIunits.Conversions") {
        return match name {
            "Angle_deg" => Some("deg"),
            "AngularVelocity_rpm" => Some("rev/min"),
            "AngularVelocity_degs" => Some("deg/s"),
            "Temperature_degC" => Some("degC"),
            "Time_minute" => Some("min"),
            "Time_hour" => Some("h"),
            "Velocity_kmh" => Some("km/h"),
            "Pressure_bar" => Some("bar"),
            _ => None,
        };
    }
    if package != "Modelica.Units.SI" && package != "Modelica.SIunits" {
        return None;
    }
    UNITS.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit)
}

/// The type of a unit with the most similar name.
pub(crate) fn nearest_unit(full: &str) -> String {
    let name = full.rsplit_once('.').map_or(full, |(_, name)| name);
    crate::names::suggestion(name, UNITS.iter().map(|(known, _)| *known))
}

/// The package with the most similar name.
pub(crate) fn nearest_package(full: &str) -> String {
    let package = full.rsplit_once('.').map_or(full, |(package, _)| package);
    crate::names::suggestion(package, KNOWN.iter().copied())
}

/// Units of physical quantities (ISO 80000).
const UNITS: &[(&str, &str)] = &[
    ("AbsoluteActivity", "1"),
    ("AbsolutePressure", "Pa"),
    ("Acceleration", "m/s2"),
    ("Angle", "rad"),
    ("AngularAcceleration", "rad/s2"),
    ("AngularFrequency", "rad/s"),
    ("AngularImpulse", "N.m.s"),
    ("AngularJerk", "rad/s3"),
    ("AngularMomentum", "kg.m2/s"),
    ("AngularVelocity", "rad/s"),
    ("Area", "m2"),
    ("Breadth", "m"),
    ("Capacitance", "F"),
    ("CoefficientOfFriction", "1"),
    ("Conductance", "S"),
    ("Current", "A"),
    ("DampingCoefficient", "1"),
    ("Density", "kg/m3"),
    ("Diameter", "m"),
    ("DimensionlessRatio", "1"),
    ("Distance", "m"),
    ("Duration", "s"),
    ("DynamicViscosity", "Pa.s"),
    ("Efficiency", "1"),
    ("ElectricCharge", "C"),
    ("ElectricCurrent", "A"),
    ("ElectricPotential", "V"),
    ("ElectricalTorqueConstant", "N.m/A"),
    ("Energy", "J"),
    ("Force", "N"),
    ("Frequency", "Hz"),
    ("HeatCapacity", "J/K"),
    ("HeatFlowRate", "W"),
    ("Height", "m"),
    ("Impulse", "N.s"),
    ("Inductance", "H"),
    ("Inertia", "kg.m2"),
    ("Jerk", "m/s3"),
    ("KineticEnergy", "J"),
    ("Length", "m"),
    ("LinearDensity", "kg/m"),
    ("Mass", "kg"),
    ("MassFlowRate", "kg/s"),
    ("ModulusOfElasticity", "Pa"),
    ("MomentOfForce", "N.m"),
    ("MomentOfInertia", "kg.m2"),
    ("Momentum", "kg.m/s"),
    ("Period", "s"),
    ("PerUnit", "1"),
    ("Position", "m"),
    ("PotentialEnergy", "J"),
    ("Power", "W"),
    ("Pressure", "Pa"),
    ("Radius", "m"),
    ("Resistance", "Ohm"),
    ("RotationalDampingConstant", "N.m.s/rad"),
    ("RotationalSpringConstant", "N.m/rad"),
    ("Strain", "1"),
    ("Stress", "Pa"),
    ("Temperature", "K"),
    ("TemperatureDifference", "K"),
    ("ThermalConductance", "W/K"),
    ("ThermalResistance", "K/W"),
    ("Thickness", "m"),
    ("Time", "s"),
    ("Torque", "N.m"),
    ("TranslationalDampingConstant", "N.s/m"),
    ("TranslationalSpringConstant", "N/m"),
    ("Velocity", "m/s"),
    ("Voltage", "V"),
    ("Volume", "m3"),
    ("Weight", "N"),
    ("Work", "J"),
];

/// N/A2
const MAGNETIC_CONSTANT: f64 = 1.256_637_062_12e-6;

/// The constant with that full name.
pub(crate) fn constant(full: &str) -> Option<f64> {
    let name = full.strip_prefix("Modelica.Constants.")?;
    Some(match name {
        "pi" => std::f64::consts::PI,
        "e" => std::f64::consts::E,
        "D2R" => std::f64::consts::PI / 180.0,
        "R2D" => 180.0 / std::f64::consts::PI,
        "eps" => f64::EPSILON,
        "gamma" => 0.577_215_664_901_532_9,
        "q" => 1.602_176_634e-19,
        "h" => 6.626_070_15e-34,
        "k" => 1.380_649e-23,
        "N_A" => 6.022_140_76e23,
        "R" => 1.380_649e-23 * 6.022_140_76e23,
        "F" => 1.602_176_634e-19 * 6.022_140_76e23,
        "sigma" => 5.670_374_419_184_431e-8,
        "mu_0" => MAGNETIC_CONSTANT,
        "epsilon_0" => 1.0 / (MAGNETIC_CONSTANT * 299_792_458.0 * 299_792_458.0),
        "small" => 1e-60,
        "inf" => f64::MAX,
        "g_n" => 9.80665,
        "G" => 6.6743e-11,
        "c" => 299_792_458.0,
        "T_zero" => -273.15,
        _ => return None,
    })
}

/// The unit of that constant.
pub(crate) fn unit_of_constant(full: &str) -> Option<&'static str> {
    match full.strip_prefix("Modelica.Constants.")? {
        "g_n" => Some("m/s2"),
        "G" => Some("m3/(kg.s2)"),
        "c" => Some("m/s"),
        "q" => Some("C"),
        "h" => Some("J.s"),
        "k" => Some("J/K"),
        "sigma" => Some("W/(m2.K4)"),
        "epsilon_0" => Some("F/m"),
        _ => None,
    }
}

/// The enumeration with that full name and its literals, of those that the component library uses.
pub(crate) fn enumeration(full: &str) -> Option<&'static library::Enumeration> {
    let (package, name) = full.rsplit_once('.')?;
    let has_types = package.rsplit_once('.').is_some_and(|(_, last)| last == "Types");
    ENUMERATIONS.iter().copied().find(|known| known.name == name && has_types)
}

/// Those that parameters of the component library have.
static ENUMERATIONS: LazyLock<Vec<&'static library::Enumeration>> = LazyLock::new(|| {
    let mut found: Vec<&'static library::Enumeration> = Vec::new();
    for parameter in library::classes().flat_map(|class| class.parameters) {
        let enumeration = match parameter.kind {
            library::ParameterKind::Enumeration(enumeration) => Some(enumeration),
            library::ParameterKind::Reading(library::Reading::Literal(enumeration)) => Some(enumeration),
            _ => None,
        };
        if let Some(enumeration) = enumeration
            && !found.iter().any(|known| known.name == enumeration.name)
        {
            found.push(enumeration);
        }
    }
    found
});

/// Names of parameters that only pictures in other tools use.
pub(crate) fn is_only_for_pictures(name: &str) -> bool {
    ["label1", "label2", "axisShowLabels", "massDiameterFaction", "showStatePriority", "significantDigits"]
        .contains(&name)
}

/// True for a class that only draws something.
pub(crate) fn is_picture(full: &str) -> bool {
    full.starts_with("Modelica.Mechanics.MultiBody.Visualizers.")
}

/// True if a class of the library has a connector, parameter, variable or part called `name`.
pub(crate) fn has_member(class: &library::Class, name: &str) -> bool {
    members(class).any(|member| member == name)
}

/// Names of connectors, parameters, variables and parts of a class of the library.
pub(crate) fn members(class: &library::Class) -> impl Iterator<Item = &'static str> {
    let connectors = class.connectors.iter().map(|connector| connector.name);
    let parameters = class.parameters.iter().map(|parameter| parameter.name);
    let variables = class.variables.iter().map(|variable| variable.name);
    let parts: &[library::Part] = match &class.body {
        library::Body::Netlist(netlist) => netlist.parts,
        library::Body::Element(_) => &[],
    };
    let parts = parts.iter().map(|part| part.name).chain(class.inner_members());
    connectors.chain(parameters).chain(variables).chain(parts)
}

/// Error for a name that a class does not have.
pub(crate) fn unknown(class: &library::Class, name: &str, component: &str) -> Fault {
    let near = suggestion(name, members(class));
    let near = if near.is_empty() && class.parameters.len() < 30 {
        let parameters: Vec<&str> = class.parameters.iter().map(|parameter| parameter.name).collect();
        format!("; its parameters are {}", parameters.join(", "))
    } else {
        near
    };
    Fault::UnknownParameter {
        component: component.to_owned(),
        class: library::short_name(class).to_owned(),
        name: name.to_owned(),
        near,
    }
}

/// Input and output that a base of the library gives to functions.
pub(crate) struct FunctionBase {
    pub(crate) input: &'static str,
    pub(crate) output: &'static str,
}

/// Bases of functions.
pub(crate) const FUNCTION_BASES: [(&str, FunctionBase); 1] = [(
    "Modelica.Mechanics.MultiBody.Interfaces.partialGravityAcceleration",
    FunctionBase { input: POSITION, output: "gravity" },
)];

/// The position, in the library's function and in expressions of the netlist.
pub(crate) const POSITION: &str = "r";
