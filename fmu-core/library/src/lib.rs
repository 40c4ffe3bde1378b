//! The component library: one folder for each package of the Modelica Standard Library.
//!
//! A class declares its parameters (name, unit, default, bounds, description), connectors and variables, and a function that registers its
//! laws, joints and masses. Connectors that several classes of a package have stand in its `interfaces.rs`, laws beside their classes.
//! Laws of one-dimensional mechanics, which Rotational and Translational share, are in `one_dimensional`.

mod by_name;
mod class;
mod closed_forms;
mod contact_damper;
mod element;
mod elements;
mod laws;
mod one_dimensional;
mod relative_rotation;
mod resolve;
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
pub use class::{
    Body, Class, Condition, Connector, ConnectorKind, DefaultValue, Documentation, Enumeration, Netlist, Parameter,
    ParameterKind, Part, Reading, SignalSize, SignalType, Variable, Varying, connector,
};
pub use closed_forms::{ClosedFormElement, DirectionForm, LengthForm, UniversalForm};
pub use element::{ClassFault, ConnectorHandle, Element, Structural, VariableAttributes};
pub use elements::{
    AngleStatesElement, ConstraintElement, ElementVariable, Elements, FreeBody, JointElement, JointQuantity, LawState,
    LineForceEnd, OrientationStart, OwnCoordinate, PreferredStart, PrescribedFlange, PrescribedLevel, Refusal,
    RotorElement, StartAngles, StartCondition, StartMeaning, StartQuantity, TransmissionElement, VariableSource,
    WatchedLaw, WheelStart,
};
pub use laws::AnyLaw;
pub use resolve::Resolve;
pub use types::by_name as enumeration;

use std::sync::LazyLock;

/// The package of World.
static ROOT: &[&Class] = &[&world::CLASS];

/// Prefixes that a class name may leave out, in the order of the search.
pub const PREFIXES: [&str; 4] = ["", "Modelica.Mechanics.MultiBody.", "Modelica.Mechanics.", "Modelica."];

/// Classes by packages, beside World.
const PACKAGES: [&[&Class]; 12] = [
    parts::CLASSES,
    joints::CLASSES,
    forces::CLASSES,
    sensors::CLASSES,
    visualizers::CLASSES,
    rotational::CLASSES,
    translational::CLASSES,
    thermal::CLASSES,
    blocks::CLASSES,
    electrical::CLASSES,
    examples::CLASSES,
    multibody_fmu::CLASSES,
];

/// Classes of inner parts that are none of the library.
static PARTS: [&[&Class]; 3] = [joints::PARTS[0], joints::PARTS[1], translational::PARTS];

/// Number of all classes, inner parts that are none of the library included.
const COUNT: usize = 1 + sum(&PACKAGES) + sum(&PARTS);

const fn sum(packages: &[&[&Class]]) -> usize {
    let (mut count, mut package) = (0, 0);
    while package < packages.len() {
        count += packages[package].len();
        package += 1;
    }
    count
}

/// All classes by the names that find them, sorted; of one name the class that it finds comes first. It has no memory of its own, which would
/// be lost when a library is unloaded.
static BY_NAME: LazyLock<[(&str, &Class); COUNT * PREFIXES.len()]> = LazyLock::new(|| {
    let own = || classes().chain(PARTS.into_iter().flatten().copied());
    // A class that a prefix does not belong to has its full name once more.
    let name = |class: &'static Class, prefix: &str| class.name.strip_prefix(prefix).unwrap_or(class.name);
    let named = PREFIXES.iter().flat_map(|prefix| own().map(move |class| (name(class, prefix), class)));
    let mut all = [(world::CLASS.name, &world::CLASS); COUNT * PREFIXES.len()];
    all.iter_mut().zip(named).for_each(|(place, class)| *place = class);
    all.sort_by_key(|(name, _)| *name);
    all
});

/// Every class of the library.
pub fn classes() -> impl Iterator<Item = &'static Class> {
    std::iter::once(&world::CLASS).chain(PACKAGES.into_iter().flatten().copied())
}

/// Every class of the library by packages: the package's full name and its classes, those of packages inside it included.
pub fn packages() -> impl Iterator<Item = (&'static str, &'static [&'static Class])> {
    std::iter::once(ROOT).chain(PACKAGES).map(|classes| (common_package(classes), classes))
}

/// The innermost package that all these classes are in.
fn common_package(classes: &[&'static Class]) -> &'static str {
    let package = |name: &'static str| name.rsplit_once('.').map_or("", |(package, _)| package);
    let Some((first, others)) = classes.split_first() else { return "" };
    others.iter().fold(package(first.name), |mut common, class| {
        while !class.name.strip_prefix(common).is_some_and(|rest| rest.starts_with('.')) {
            common = package(common);
            if common.is_empty() {
                break;
            }
        }
        common
    })
}

/// The names that find a class: the full one, and those without a prefix.
pub fn names_of(class: &Class) -> impl Iterator<Item = &'static str> {
    let name = class.name;
    let is_found = move |short: &&str| find_class(short).is_some_and(|found| found.name == name);
    PREFIXES.iter().filter_map(move |prefix| name.strip_prefix(prefix)).filter(is_found)
}

/// The class called `name`, as a model file writes it: full, or without `Modelica.Mechanics.MultiBody.`, `Modelica.Mechanics.` or
/// `Modelica.`; or the class of an inner part that is none of the library.
pub fn find_class(name: &str) -> Option<&'static Class> {
    let first = BY_NAME.partition_point(|(other, _)| *other < name);
    BY_NAME.get(first).filter(|(other, _)| *other == name).map(|(_, class)| *class)
}

/// The classes of the package that the class `name` would be in.
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

/// The shortest name that finds the class.
pub fn short_name(class: &Class) -> &'static str {
    let prefix = PREFIXES.iter().skip(1).find(|prefix| class.name.starts_with(**prefix)).map_or(0, |p| p.len());
    &class.name[prefix..]
}

/// Names of the graphic parameters of a class, which draw pictures and do nothing else; the runtime inside an FMU knows none, and the
/// builder takes them out of the model that it packs.
pub fn graphic_names(class: &Class) -> impl Iterator<Item = &'static str> {
    pictures::pictures_of(class).into_iter().flat_map(pictures::ClassPictures::graphics).map(|graphic| graphic.name)
}

/// True if a class has a graphic parameter of that name.
pub fn is_graphic(class: &Class, name: &str) -> bool {
    graphic_names(class).any(|graphic| graphic == name)
}
