//! Names of the Modelica Standard Library besides the classes of the component library: packages, connectors, bases that only declare
//! connectors, types with their units, constants, enumerations, imports.

use std::collections::HashSet;
use std::sync::LazyLock;

use library::ConnectorKind::{self, Frame, HeatPort, Input, Output, Pin, RotationalFlange, TranslationalFlange};
use library::SignalType::{Boolean, Integer, Real};

use crate::names::suggestion;
use crate::problem::Fault;

/// First part of all names of the library.
pub(crate) const ROOT: &str = "Modelica";

/// First part of the names of classes that the library does not have.
pub(crate) const OWN: &str = "MultibodyFmu";

/// Classes with texts of our own, which come before a text of the library, by their full names.
pub(crate) const SEEDED: [&str; 2] = ["Modelica.Blocks.Noise.GlobalSeed", "Modelica.Blocks.Interfaces.PartialNoise"];

/// Packages without classes of the component library that models may name, by the packages around them.
const PACKAGES: [(&str, &[&str]); 9] = [
    ("Modelica", &["SIunits", "Constants", "Icons", "Utilities"]),
    ("Modelica.Units", &["SI", "NonSI", "Conversions"]),
    ("Modelica.Math", &["Vectors"]),
    ("Modelica.Blocks", &["Types", "Interfaces", "Icons"]),
    ("Modelica.Mechanics.MultiBody", &["Types", "Interfaces", "Icons", "Frames"]),
    ("Modelica.Mechanics.Rotational", &["Interfaces", "Icons"]),
    ("Modelica.Mechanics.Translational", &["Interfaces"]),
    ("Modelica.Thermal.HeatTransfer", &["Interfaces"]),
    ("Modelica.Electrical.Analog", &["Interfaces"]),
];

/// Full names of classes and of the packages around them.
static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let packages = PACKAGES.iter().flat_map(|(around, names)| names.iter().map(move |name| format!("{around}.{name}")));
    let names: Vec<String> = library::classes().map(|class| class.name.to_owned()).chain(packages).collect();
    let around = names.iter().flat_map(|name| name.match_indices('.').map(|(at, _)| name[..at].to_owned()));
    around.chain(names.iter().cloned()).collect()
});

/// True for names whose meaning is that of the tables, also where the library's text is at hand.
pub(crate) fn comes_first(full: &str) -> bool {
    is_below_root(full)
        && (library::find_class(full).is_some_and(|class| class.name == full)
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

/// Names that equations use for a connector with a potential and a flow, and the components of the library for it.
#[derive(Debug, PartialEq)]
pub(crate) struct Physical {
    pub(crate) kind: ConnectorKind,
    pub(crate) potential: &'static str,
    pub(crate) flow: &'static str,
    /// The connector of `source` and of `sensors`.
    pub(crate) connector: &'static str,
    /// Class of a component that gives the flow: its input has the name of the flow.
    pub(crate) source: &'static str,
    /// Sign of the input, where the flow is that into the connector of the text.
    pub(crate) sign: f64,
    /// A component whose flow is `G` times the difference of potentials: class, and its connectors.
    pub(crate) conductor: Option<(&'static str, [&'static str; 2])>,
    /// Sensors of the potential and of its derivatives: class, and output.
    pub(crate) sensors: &'static [(&'static str, &'static str)],
}

static PHYSICAL: [Physical; 4] = [
    Physical {
        kind: RotationalFlange,
        potential: "phi",
        flow: "tau",
        connector: "flange",
        source: "Modelica.Mechanics.Rotational.Sources.Torque",
        sign: -1.0,
        conductor: None,
        sensors: &[
            ("Modelica.Mechanics.Rotational.Sensors.AngleSensor", "phi"),
            ("Modelica.Mechanics.Rotational.Sensors.SpeedSensor", "w"),
            ("Modelica.Mechanics.Rotational.Sensors.AccSensor", "a"),
        ],
    },
    Physical {
        kind: TranslationalFlange,
        potential: "s",
        flow: "f",
        connector: "flange",
        source: "Modelica.Mechanics.Translational.Sources.Force",
        sign: -1.0,
        conductor: None,
        sensors: &[
            ("Modelica.Mechanics.Translational.Sensors.PositionSensor", "s"),
            ("Modelica.Mechanics.Translational.Sensors.SpeedSensor", "v"),
            ("Modelica.Mechanics.Translational.Sensors.AccSensor", "a"),
        ],
    },
    Physical {
        kind: HeatPort,
        potential: "T",
        flow: "Q_flow",
        connector: "port",
        source: "Modelica.Thermal.HeatTransfer.Sources.PrescribedHeatFlow",
        sign: -1.0,
        conductor: Some(("Modelica.Thermal.HeatTransfer.Components.ThermalConductor", ["port_a", "port_b"])),
        sensors: &[("Modelica.Thermal.HeatTransfer.Sensors.TemperatureSensor", "T")],
    },
    Physical {
        kind: Pin,
        potential: "v",
        flow: "i",
        connector: "p",
        source: "Modelica.Electrical.Analog.Sources.SignalCurrent",
        sign: 1.0,
        conductor: Some(("Modelica.Electrical.Analog.Basic.Conductor", ["p", "n"])),
        sensors: &[("Modelica.Electrical.Analog.Sensors.PotentialSensor", "phi")],
    },
];

/// The potential and the flow of a connector; none for frames and signals.
pub(crate) fn physical(kind: ConnectorKind) -> Option<&'static Physical> {
    PHYSICAL.iter().find(|known| known.kind == kind)
}

/// True for the potential of a connector.
pub(crate) fn is_potential(member: &str) -> bool {
    PHYSICAL.iter().any(|known| known.potential == member)
}

/// True for the flow of a connector.
pub(crate) fn is_flow(member: &str) -> bool {
    PHYSICAL.iter().any(|known| known.flow == member)
}

/// A package, names in it, and their meaning.
type Row<T> = (&'static str, &'static [&'static str], T);

// Packages of connectors.
const MULTI_BODY: &str = "Mechanics.MultiBody.Interfaces";
const ROTATIONAL: &str = "Mechanics.Rotational.Interfaces";
const TRANSLATIONAL: &str = "Mechanics.Translational.Interfaces";
const BLOCKS: &str = "Blocks.Interfaces";

/// Connector classes.
const CONNECTORS: [Row<ConnectorKind>; 11] = [
    (MULTI_BODY, &["Frame_a", "Frame_b", "Frame", "Frame_resolve"], Frame),
    (ROTATIONAL, &["Flange_a", "Flange_b", "Flange", "Support"], RotationalFlange),
    (TRANSLATIONAL, &["Flange_a", "Flange_b", "Flange", "Support"], TranslationalFlange),
    ("Thermal.HeatTransfer.Interfaces", &["HeatPort_a", "HeatPort_b", "HeatPort"], HeatPort),
    ("Electrical.Analog.Interfaces", &["Pin", "PositivePin", "NegativePin"], Pin),
    (BLOCKS, &["RealInput", "RealVectorInput"], Input(Real, 1)),
    (BLOCKS, &["BooleanInput"], Input(Boolean, 1)),
    (BLOCKS, &["IntegerInput"], Input(Integer, 1)),
    (BLOCKS, &["RealOutput"], Output(Real, 1)),
    (BLOCKS, &["BooleanOutput"], Output(Boolean, 1)),
    (BLOCKS, &["IntegerOutput"], Output(Integer, 1)),
];

type Connectors = &'static [(&'static str, ConnectorKind)];

/// Base classes with names and classes of the connectors that they declare.
const BASES: [Row<Connectors>; 14] = [
    (MULTI_BODY, &["PartialTwoFrames", "PartialTwoFramesDoubleSize"], &[("frame_a", Frame), ("frame_b", Frame)]),
    (MULTI_BODY, &["PartialOneFrame_a"], &[("frame_a", Frame)]),
    (MULTI_BODY, &["PartialOneFrame_b"], &[("frame_b", Frame)]),
    (ROTATIONAL, &["PartialTwoFlanges"], &[("flange_a", RotationalFlange), ("flange_b", RotationalFlange)]),
    (TRANSLATIONAL, &["PartialTwoFlanges"], &[("flange_a", TranslationalFlange), ("flange_b", TranslationalFlange)]),
    (BLOCKS, &["SO"], &[("y", Output(Real, 1))]),
    (BLOCKS, &["SISO"], &[("u", Input(Real, 1)), ("y", Output(Real, 1))]),
    (BLOCKS, &["SI2SO"], &[("u1", Input(Real, 1)), ("u2", Input(Real, 1)), ("y", Output(Real, 1))]),
    (BLOCKS, &["BooleanSO", "partialBooleanSO"], &[("y", Output(Boolean, 1))]),
    (BLOCKS, &["partialBooleanSI"], &[("u", Input(Boolean, 1))]),
    (BLOCKS, &["BooleanSISO", "partialBooleanSISO"], &[("u", Input(Boolean, 1)), ("y", Output(Boolean, 1))]),
    (
        BLOCKS,
        &["partialBooleanSI2SO"],
        &[("u1", Input(Boolean, 1)), ("u2", Input(Boolean, 1)), ("y", Output(Boolean, 1))],
    ),
    (BLOCKS, &["IntegerSO"], &[("y", Output(Integer, 1))]),
    (BLOCKS, &["IntegerSISO"], &[("u", Input(Integer, 1)), ("y", Output(Integer, 1))]),
];

fn found<T: Copy>(rows: &[Row<T>], full: &str) -> Option<T> {
    let (package, name) = full.strip_prefix("Modelica.")?.rsplit_once('.')?;
    rows.iter().find(|(known, names, _)| *known == package && names.contains(&name)).map(|(.., found)| *found)
}

/// The connector class with that full name.
pub(crate) fn connector(full: &str) -> Option<ConnectorKind> {
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
    units.iter().find(|(names, _)| names.contains(&name)).map(|(_, unit)| *unit)
}

/// The type of a unit with the most similar name.
pub(crate) fn nearest_unit(full: &str) -> String {
    let name = full.rsplit_once('.').map_or(full, |(_, name)| name);
    crate::names::suggestion(name, UNITS.iter().flat_map(|(names, _)| *names).copied())
}

/// The package with the most similar name.
pub(crate) fn nearest_package(full: &str) -> String {
    let package = full.rsplit_once('.').map_or(full, |(package, _)| package);
    crate::names::suggestion(package, KNOWN.iter().map(String::as_str))
}

/// Units outside of the SI.
const OTHER_UNITS: &[(&[&str], &str)] = &[
    (&["Angle_deg"], "deg"),
    (&["AngularVelocity_rpm"], "rev/min"),
    (&["AngularVelocity_degs"], "deg/s"),
    (&["Temperature_degC"], "degC"),
    (&["Time_minute"], "min"),
    (&["Time_hour"], "h"),
    (&["Velocity_kmh"], "km/h"),
    (&["Pressure_bar"], "bar"),
];

/// Units of physical quantities (ISO 80000).
const UNITS: &[(&[&str], &str)] = &[
    (&["AbsoluteActivity", "CoefficientOfFriction", "DampingCoefficient", "DimensionlessRatio"], "1"),
    (&["Efficiency", "PerUnit", "Strain"], "1"),
    (&["AbsolutePressure", "ModulusOfElasticity", "Pressure", "Stress"], "Pa"),
    (&["Acceleration"], "m/s2"),
    (&["Angle"], "rad"),
    (&["AngularAcceleration"], "rad/s2"),
    (&["AngularFrequency", "AngularVelocity"], "rad/s"),
    (&["AngularImpulse"], "N.m.s"),
    (&["AngularJerk"], "rad/s3"),
    (&["AngularMomentum"], "kg.m2/s"),
    (&["Area"], "m2"),
    (&["Breadth", "Diameter", "Distance", "Height", "Length", "Position", "Radius", "Thickness"], "m"),
    (&["Capacitance"], "F"),
    (&["Conductance"], "S"),
    (&["Current", "ElectricCurrent"], "A"),
    (&["Density"], "kg/m3"),
    (&["Duration", "Period", "Time"], "s"),
    (&["DynamicViscosity"], "Pa.s"),
    (&["ElectricCharge"], "C"),
    (&["ElectricPotential", "Voltage"], "V"),
    (&["ElectricalTorqueConstant"], "N.m/A"),
    (&["Energy", "KineticEnergy", "PotentialEnergy", "Work"], "J"),
    (&["Force", "Weight"], "N"),
    (&["Frequency"], "Hz"),
    (&["HeatCapacity"], "J/K"),
    (&["HeatFlowRate", "Power"], "W"),
    (&["Impulse"], "N.s"),
    (&["Inductance"], "H"),
    (&["Inertia", "MomentOfInertia"], "kg.m2"),
    (&["Jerk"], "m/s3"),
    (&["LinearDensity"], "kg/m"),
    (&["Mass"], "kg"),
    (&["MassFlowRate"], "kg/s"),
    (&["MomentOfForce", "Torque"], "N.m"),
    (&["Momentum"], "kg.m/s"),
    (&["Resistance"], "Ohm"),
    (&["RotationalDampingConstant"], "N.m.s/rad"),
    (&["RotationalSpringConstant"], "N.m/rad"),
    (&["Temperature", "TemperatureDifference"], "K"),
    (&["ThermalConductance"], "W/K"),
    (&["ThermalResistance"], "K/W"),
    (&["TranslationalDampingConstant"], "N.s/m"),
    (&["TranslationalSpringConstant"], "N/m"),
    (&["Velocity"], "m/s"),
    (&["Volume"], "m3"),
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

/// The constant with that full name, and its unit if it has one.
pub(crate) fn constant(full: &str) -> Option<(f64, Option<&'static str>)> {
    let name = full.strip_prefix("Modelica.Constants.")?;
    CONSTANTS.iter().find(|(known, ..)| *known == name).map(|(_, value, unit)| (*value, *unit))
}

/// The enumeration with that full name and its literals, of those that the component library uses.
pub(crate) fn enumeration(full: &str) -> Option<&'static library::Enumeration> {
    let (package, name) = full.rsplit_once('.')?;
    library::enumeration(name).filter(|_| package.ends_with(".Types"))
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
    let parts = class.parts().iter().map(|part| part.name).chain(class.inner_members());
    connectors.chain(parameters).chain(variables).chain(parts)
}

/// Error for a name that a class does not have.
pub(crate) fn no_such_member(class: &library::Class, name: &str, component: &str) -> Fault {
    let near = suggestion(name, members(class));
    let near = if near.is_empty() && class.parameters.len() < 30 {
        let parameters: Vec<&str> = class.parameters.iter().map(|parameter| parameter.name).collect();
        format!("; its parameters are {}", parameters.join(", "))
    } else {
        near
    };
    let (component, class, name) = (component.to_owned(), library::short_name(class).to_owned(), name.to_owned());
    Fault::NoPartOfClass { component, class, part: "parameter or variable", name, near }
}

/// Base of functions that are gravity fields.
pub(crate) const GRAVITY_BASE: &str = "Modelica.Mechanics.MultiBody.Interfaces.partialGravityAcceleration";

/// The position: the input of such a function, and its name in expressions of the netlist.
pub(crate) const POSITION: &str = "r";

/// The output of such a function.
pub(crate) const GRAVITY: &str = "gravity";
