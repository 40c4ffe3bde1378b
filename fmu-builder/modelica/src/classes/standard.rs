//! Names of the Modelica Standard Library besides the classes of the component library: packages, connectors, bases that only declare
//! connectors, types with their units, constants, enumerations, imports.

use std::collections::HashSet;
use std::sync::LazyLock;

use library::SignalType::{self, Boolean, Integer, Real};

use crate::classes::own_texts::SEEDED;
use crate::classes::standard::Connector::{SignalInput as Input, SignalOutput as Output};
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

const FRAME: Connector = Connector::Physical(Physical::Frame);
const ROTATIONAL: Connector = Connector::Physical(Physical::Rotational);
const TRANSLATIONAL: Connector = Connector::Physical(Physical::Translational);

/// A package, names in it, and their meaning.
type Row<T> = (&'static str, &'static [&'static str], T);

/// Connector classes.
const CONNECTORS: [Row<Connector>; 11] = [
    ("Mechanics.MultiBody.Interfaces", &["Frame_a", "Frame_b", "Frame", "Frame_resolve"], FRAME),
    ("Mechanics.Rotational.Interfaces", &["Flange_a", "Flange_b", "Flange", "Support"], ROTATIONAL),
    ("Mechanics.Translational.Interfaces", &["Flange_a", "Flange_b", "Flange", "Support"], TRANSLATIONAL),
    ("Thermal.HeatTransfer.Interfaces", &["HeatPort_a", "HeatPort_b", "HeatPort"], Connector::Physical(Physical::Heat)),
    ("Electrical.Analog.Interfaces", &["Pin", "PositivePin", "NegativePin"], Connector::Physical(Physical::Pin)),
    ("Blocks.Interfaces", &["RealInput", "RealVectorInput"], Input(Real)),
    ("Blocks.Interfaces", &["BooleanInput"], Input(Boolean)),
    ("Blocks.Interfaces", &["IntegerInput"], Input(Integer)),
    ("Blocks.Interfaces", &["RealOutput"], Output(Real)),
    ("Blocks.Interfaces", &["BooleanOutput"], Output(Boolean)),
    ("Blocks.Interfaces", &["IntegerOutput"], Output(Integer)),
];

type Connectors = &'static [(&'static str, Connector)];

/// Base classes with names and classes of the connectors that they declare.
const BASES: [Row<Connectors>; 14] = [
    (
        "Mechanics.MultiBody.Interfaces",
        &["PartialTwoFrames", "PartialTwoFramesDoubleSize"],
        &[("frame_a", FRAME), ("frame_b", FRAME)],
    ),
    ("Mechanics.MultiBody.Interfaces", &["PartialOneFrame_a"], &[("frame_a", FRAME)]),
    ("Mechanics.MultiBody.Interfaces", &["PartialOneFrame_b"], &[("frame_b", FRAME)]),
    ("Mechanics.Rotational.Interfaces", &["PartialTwoFlanges"], &[("flange_a", ROTATIONAL), ("flange_b", ROTATIONAL)]),
    (
        "Mechanics.Translational.Interfaces",
        &["PartialTwoFlanges"],
        &[("flange_a", TRANSLATIONAL), ("flange_b", TRANSLATIONAL)],
    ),
    ("Blocks.Interfaces", &["SO"], &[("y", Output(Real))]),
    ("Blocks.Interfaces", &["SISO"], &[("u", Input(Real)), ("y", Output(Real))]),
    ("Blocks.Interfaces", &["SI2SO"], &[("u1", Input(Real)), ("u2", Input(Real)), ("y", Output(Real))]),
    ("Blocks.Interfaces", &["BooleanSO", "partialBooleanSO"], &[("y", Output(Boolean))]),
    ("Blocks.Interfaces", &["partialBooleanSI"], &[("u", Input(Boolean))]),
    ("Blocks.Interfaces", &["BooleanSISO", "partialBooleanSISO"], &[("u", Input(Boolean)), ("y", Output(Boolean))]),
    (
        "Blocks.Interfaces",
        &["partialBooleanSI2SO"],
        &[("u1", Input(Boolean)), ("u2", Input(Boolean)), ("y", Output(Boolean))],
    ),
    ("Blocks.Interfaces", &["IntegerSO"], &[("y", Output(Integer))]),
    ("Blocks.Interfaces", &["IntegerSISO"], &[("u", Input(Integer)), ("y", Output(Integer))]),
];

fn found<T: Copy>(rows: &[Row<T>], full: &str) -> Option<T> {
    let (package, name) = full.strip_prefix("Modelica.")?.rsplit_once('.')?;
    rows.iter().find(|(known, names, _)| *known == package && names.contains(&name)).map(|(.., found)| *found)
}

/// The connector class with that full name.
pub(crate) fn connector(full: &str) -> Option<Connector> {
    found(&CONNECTORS, full)
}

/// Name and class of the connectors that a base class declares. None if the class is not such a base.
pub(crate) fn base_connectors(full: &str) -> Option<Connectors> {
    if full.split('.').any(|part| part == "Icons") {
        return Some(&[]);
    }
    found(&BASES, full)
}

/// The unit of a type of the packages of units, empty where it has none.
pub(crate) fn unit(full: &str) -> Option<&'static str> {
    let (package, name) = full.rsplit_once('.')?;
    let units = match package {
        "Modelica.Units.SI" | "Modelica.SIunits" => UNITS,
        "Modelica.Units.NonSI" => OTHER_UNITS,
        _ if package.starts_with("Modelica.SIunits.Conversions") => OTHER_UNITS,
        _ => return None,
    };
    units.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit)
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

/// Units outside of the SI.
const OTHER_UNITS: &[(&str, &str)] = &[
    ("Angle_deg", "deg"),
    ("AngularVelocity_rpm", "rev/min"),
    ("AngularVelocity_degs", "deg/s"),
    ("Temperature_degC", "degC"),
    ("Time_minute", "min"),
    ("Time_hour", "h"),
    ("Velocity_kmh", "km/h"),
    ("Pressure_bar", "bar"),
];

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

/// Constants, and their units where they have one.
const CONSTANTS: [(&str, f64, Option<&str>); 21] = [
    ("pi", std::f64::consts::PI, None),
    ("e", std::f64::consts::E, None),
    ("D2R", std::f64::consts::PI / 180.0, None),
    ("R2D", 180.0 / std::f64::consts::PI, None),
    ("eps", f64::EPSILON, None),
    ("gamma", 0.577_215_664_901_532_9, None),
    ("q", 1.602_176_634e-19, Some("C")),
    ("h", 6.626_070_15e-34, Some("J.s")),
    ("k", 1.380_649e-23, Some("J/K")),
    ("N_A", 6.022_140_76e23, None),
    ("R", 1.380_649e-23 * 6.022_140_76e23, None),
    ("F", 1.602_176_634e-19 * 6.022_140_76e23, None),
    ("sigma", 5.670_374_419_184_431e-8, Some("W/(m2.K4)")),
    ("mu_0", MAGNETIC_CONSTANT, None),
    ("epsilon_0", 1.0 / (MAGNETIC_CONSTANT * 299_792_458.0 * 299_792_458.0), Some("F/m")),
    ("small", 1e-60, None),
    ("inf", f64::MAX, None),
    ("g_n", 9.80665, Some("m/s2")),
    ("G", 6.6743e-11, Some("m3/(kg.s2)")),
    ("c", 299_792_458.0, Some("m/s")),
    ("T_zero", -273.15, None),
];

fn constant_row(full: &str) -> Option<&'static (&'static str, f64, Option<&'static str>)> {
    let name = full.strip_prefix("Modelica.Constants.")?;
    CONSTANTS.iter().find(|(known, ..)| *known == name)
}

/// The constant with that full name.
pub(crate) fn constant(full: &str) -> Option<f64> {
    constant_row(full).map(|(_, value, _)| *value)
}

/// The unit of that constant.
pub(crate) fn unit_of_constant(full: &str) -> Option<&'static str> {
    constant_row(full)?.2
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
