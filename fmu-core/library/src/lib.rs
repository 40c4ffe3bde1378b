//! The component library: one folder for each package of the Modelica Standard Library.
//!
//! A class declares its parameters (name, unit, default, limits, description), connectors and variables, and a function
//! that registers its laws, joints and masses. Connectors shared by several files of a package are in its
//! `interfaces.rs`, laws in the folder `laws`. Laws of 1-D mechanics, which Rotational and Translational share, are in
//! `one_dimensional`.

/// Declares the classes of a package, in rows with the file that declares them if it is not this one.
macro_rules! classes {
    ($($class:ident)+) => {
        /// Classes of the package.
        pub static CLASSES: &[&$crate::Class] = &[$(&$class),+];
    };
    ($($($file:ident)::+: $($class:ident)+;)+) => {
        $(use $($file)::+::{$($class),+};)+

        classes! { $($($class)+)+ }
    };
}

mod by_name;
mod class;
mod documentation;
mod elements;
mod laws;
mod one_dimensional;
mod relative_rotation;
#[cfg(test)]
mod tests;
mod types;

pub mod blocks;
pub mod electrical;
pub mod examples;
pub mod forces;
pub mod joints;
pub mod multibody_fmu;
pub mod parts;
pub mod pictures;
pub mod rotational;
pub mod sensors;
pub mod thermal;
pub mod translational;
pub mod visualizers;
pub mod world;

pub use by_name::ByName;
pub use class::element::{ClassFault, ConnectorHandle, Element, Structural, VariableAttributes};
pub use class::{
    Body, Class, Condition, Connector, ConnectorKind, DefaultValue, Enumeration, Inner, Netlist, Parameter,
    ParameterKind, Part, Reading, SignalSize, SignalType, Variable, Varying, connector,
};
pub use documentation::Documentation;
pub use elements::{
    AdaptorElement, AdaptorEnd, AdaptorSignal, AngleStatesElement, ClosedFormElement, ConstraintElement, DirectionForm,
    ElementVariable, Elements, FreeBody, JointElement, JointQuantity, LawState, LengthForm, LineForceEnd,
    OrientationStart, OwnCoordinate, PreferredStart, PrescribedFlange, PrescribedLevel, Refusal, RotorElement,
    SpringElement, StartAngles, StartCondition, StartMeaning, StartQuantity, TransmissionElement, UniversalForm,
    VariableSource, WatchedLaw, WheelStart,
};
pub use laws::AnyLaw;
pub use laws::blocks::expression::ExpressionLaw;
pub use laws::blocks::functions::DerLaw;
pub use laws::blocks::linear::LinearOutput;
pub use laws::circuit::{CircuitPlace, current_into};
pub use laws::circuit_ports::{CircuitPorts, MOST_PORTS, Port, QUANTITIES};
pub use types::by_name as enumeration;

use std::sync::LazyLock;

/// Prefixes that a class name may leave out, in the order of the search.
pub const PREFIXES: [&str; 4] = ["", "Modelica.Mechanics.MultiBody.", "Modelica.Mechanics.", "Modelica."];

/// Packages by their full names, each with its classes, including those of inner packages.
const PACKAGES: [(&str, &[&Class]); 13] = [
    ("Modelica.Mechanics.MultiBody", &[&world::CLASS]),
    ("Modelica.Mechanics.MultiBody.Parts", parts::CLASSES),
    ("Modelica.Mechanics.MultiBody.Joints", joints::CLASSES),
    ("Modelica.Mechanics.MultiBody.Forces", forces::CLASSES),
    ("Modelica.Mechanics.MultiBody.Sensors", sensors::CLASSES),
    ("Modelica.Mechanics.MultiBody.Visualizers", visualizers::CLASSES),
    ("Modelica.Mechanics.Rotational", rotational::CLASSES),
    ("Modelica.Mechanics.Translational", translational::CLASSES),
    ("Modelica.Thermal.HeatTransfer", thermal::CLASSES),
    ("Modelica.Blocks", blocks::CLASSES),
    ("Modelica.Electrical.Analog", electrical::CLASSES),
    ("Modelica.Mechanics.MultiBody.Examples.Loops.Utilities", examples::CLASSES),
    ("MultibodyFmu", multibody_fmu::CLASSES),
];

/// Classes of inner parts that are not classes of the library.
static PARTS: [&[&Class]; 3] = [joints::PARTS[0], joints::PARTS[1], translational::PARTS];

/// Number of all classes, including such inner parts.
const COUNT: usize = {
    let (mut count, mut package, mut part) = (0, 0, 0);
    while package < PACKAGES.len() {
        count += PACKAGES[package].1.len();
        package += 1;
    }
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

/// All classes by each of their names, sorted; if a name is ambiguous, the first class is found. An array, not a map:
/// allocated memory would leak when a dynamic library is unloaded.
static BY_NAME: LazyLock<[(&str, &Class); COUNT * PREFIXES.len()]> = LazyLock::new(|| {
    let own = || classes().chain(PARTS.into_iter().flatten().copied());
    // A class without this prefix appears once more with its full name.
    let name = |class: &'static Class, prefix: &str| class.name.strip_prefix(prefix).unwrap_or(class.name);
    let named = PREFIXES.iter().flat_map(|prefix| own().map(move |class| (name(class, prefix), class)));
    let mut all = [(world::CLASS.name, &world::CLASS); COUNT * PREFIXES.len()];
    all.iter_mut().zip(named).for_each(|(place, class)| *place = class);
    all.sort_by_key(|(name, _)| *name);
    all
});

/// Every class of the library.
pub fn classes() -> impl Iterator<Item = &'static Class> {
    PACKAGES.into_iter().flat_map(|(_, classes)| classes).copied()
}

/// Every class of the library by package: the package's full name and its classes, including those of inner packages.
pub fn packages() -> impl Iterator<Item = (&'static str, &'static [&'static Class])> {
    PACKAGES.into_iter()
}

/// All names of a class: the full one, and those without a prefix.
pub fn names_of(class: &Class) -> impl Iterator<Item = &'static str> {
    let name = class.name;
    let is_found = move |short: &&str| find_class(short).is_some_and(|found| found.name == name);
    PREFIXES.iter().filter_map(move |prefix| name.strip_prefix(prefix)).filter(is_found)
}

/// The class called `name`, as in a model file: the full name, or without `Modelica.Mechanics.MultiBody.`,
/// `Modelica.Mechanics.` or `Modelica.`; or the class of an inner part.
pub fn find_class(name: &str) -> Option<&'static Class> {
    let first = BY_NAME.partition_point(|(other, _)| *other < name);
    BY_NAME.get(first).filter(|(other, _)| *other == name).map(|(_, class)| *class)
}

/// The classes of the package of a class name, which need not exist.
pub fn package_of(name: &str) -> impl Iterator<Item = &'static Class> {
    let packages = name.rsplit_once('.').map(|(package, _)| PREFIXES.map(|prefix| format!("{prefix}{package}.")));
    let belongs = move |class: &Class| {
        packages
            .iter()
            .flatten()
            .any(|package| class.name.strip_prefix(package.as_str()).is_some_and(|rest| !rest.contains('.')))
    };
    classes().filter(move |class| belongs(class))
}

/// The shortest name of the class.
pub fn short_name(class: &Class) -> &'static str {
    let prefix = PREFIXES.iter().skip(1).find(|prefix| class.name.starts_with(**prefix)).map_or(0, |p| p.len());
    &class.name[prefix..]
}

/// True if a class has a graphic parameter of this name; the builder removes its value from the model that it packs.
pub fn is_graphic(class: &Class, name: &str) -> bool {
    class.graphic(name).is_some()
}
