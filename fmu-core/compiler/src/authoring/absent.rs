//! Classes of the Modelica Standard Library 4.1.0 that are not supported, and their replacements.
//!
//! A test checks that supported classes are not in the list.

use library::PREFIXES;

/// Lines with a package and a replacement; below each, indented, the names of its classes.
const LIST: &str = include_str!("absent_classes.txt");

/// Packages without any supported class.
const ABSENT_PACKAGES: [&str; 24] = [
    "Modelica.Clocked",
    "Modelica.ComplexBlocks",
    "Modelica.Constants",
    "Modelica.Electrical.Batteries",
    "Modelica.Electrical.Digital",
    "Modelica.Electrical.Machines",
    "Modelica.Electrical.Polyphase",
    "Modelica.Electrical.PowerConverters",
    "Modelica.Electrical.QuasiStatic",
    "Modelica.Electrical.Spice3",
    "Modelica.Fluid",
    "Modelica.Icons",
    "Modelica.Magnetic",
    "Modelica.Math",
    "Modelica.Mechanics.MultiBody.Examples",
    "Modelica.Mechanics.Rotational.Examples",
    "Modelica.Mechanics.Translational.Examples",
    "Modelica.Blocks.Examples",
    "Modelica.Media",
    "Modelica.StateGraph",
    "Modelica.Thermal.FluidHeatFlow",
    "Modelica.Units",
    "Modelica.UsersGuide",
    "Modelica.Utilities",
];

/// A class that is not supported: package, name in the package, replacement.
fn entries() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let mut heading = ("", "");
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let names = lines.filter_map(move |line| match line.split_once(" | ") {
        Some(next) => {
            heading = next;
            None
        }
        None => Some((heading, line)),
    });
    names.flat_map(|((package, instead), line)| line.split_whitespace().map(move |name| (package, name, instead)))
}

/// Full name of the unsupported class with this name or these last parts of a name, and its replacement.
pub fn absent_class(name: &str) -> Option<(String, &'static str)> {
    let ends_in_it = |full: &str| full.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    let prefixed = PREFIXES.iter().find_map(|prefix| {
        let full = format!("{prefix}{name}");
        let found = entries().find(|(package, class, _)| {
            full.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')).is_some_and(|rest| rest == *class)
        });
        found.map(|(_, _, instead)| (full, instead))
    });
    prefixed.or_else(|| {
        let full = |(package, class, instead)| (format!("{package}.{class}"), instead);
        let is_here = library::classes().any(|class| ends_in_it(class.name));
        entries().map(full).find(|(full, _)| !is_here && ends_in_it(full))
    })
}

/// The classes with this name in any package, otherwise those with the nearest names.
pub fn nearest_classes(name: &str) -> Vec<&'static str> {
    let names = || library::classes().map(library::short_name);
    fn last(name: &str) -> &str {
        name.rsplit('.').next().unwrap_or_default()
    }
    if name.contains('.') {
        return crate::model_file::nearest(name, names()).into_iter().collect();
    }
    let called = |name: &str| names().filter(|class| last(class).eq_ignore_ascii_case(name)).collect::<Vec<_>>();
    match (called(name), crate::model_file::nearest(name, names().map(last))) {
        (found, Some(near)) if found.is_empty() => called(near),
        (found, _) => found,
    }
}

/// The package of a full name, if none of its classes is supported.
pub fn absent_package(name: &str) -> Option<&'static str> {
    let is_in = |package: &&str| name.strip_prefix(*package).is_some_and(|rest| rest.starts_with('.'));
    ABSENT_PACKAGES.into_iter().find(is_in)
}

/// Full names of all known classes that are not supported.
pub fn absent_classes() -> impl Iterator<Item = String> {
    entries().map(|(package, class, _)| format!("{package}.{class}"))
}
