//! The quantities that the library's documentation lists for its classes are variables of the FMU, with its names and units.

use super::common::try_compile;
use jsonc_parser::{JsonObject, JsonValue, ParseOptions, parse_to_value};
use library::SignalType;
use simulation::model::Model;
use simulation::variables::{DataType, Variable};
use std::collections::{BTreeMap, BTreeSet};
use support::draft::Draft;
use support::shared_folder::shared;

/// Quantities that are no variables: class (`*`: all), quantity, and why.
const GAPS: &[(&str, &str, &str)] = &[
    ("Blocks.Math.MatrixGain", "nin", SIZE),
    ("Blocks.Math.MatrixGain", "nout", SIZE),
    ("Blocks.Sources.CombiTimeTable", "nout", SIZE),
    ("Blocks.Sources.CombiTimeTable", "columns[1]", "every column but the first is an output"),
    ("Blocks.Sources.CombiTimeTable", "p_offset[1]", "offset, once for each output"),
    ("Blocks.Sources.CombiTimeTable", "t_min", TABLE),
    ("Blocks.Sources.CombiTimeTable", "t_max", TABLE),
    ("Blocks.Sources.CombiTimeTable", "t_minScaled", TABLE),
    ("Blocks.Sources.CombiTimeTable", "t_maxScaled", TABLE),
    ("Blocks.Sources.CombiTimeTable", "tableOnFile", FILE),
    ("Blocks.Sources.CombiTimeTable", "nHeaderLines", FILE),
    ("Blocks.Sources.CombiTimeTable", "verboseRead", FILE),
    ("Blocks.Sources.CombiTimeTable", "verboseExtrapolation", "nothing is logged where a table ends"),
    ("Blocks.Sources.KinematicPTP2", "nout", SIZE),
    ("Blocks.Sources.KinematicPTP2", "p_q_begin[1]", EACH),
    ("Blocks.Sources.KinematicPTP2", "p_q_end[1]", EACH),
    ("Blocks.Sources.KinematicPTP2", "p_qd_max[1]", EACH),
    ("Blocks.Sources.KinematicPTP2", "p_qdd_max[1]", EACH),
    ("Blocks.Sources.KinematicPTP2", "p_deltaq[1]", EACH),
    ("Joints.FreeMotion", "R_rel_start.T[1,1]", START),
    ("Joints.FreeMotion", "R_rel_start.w[1]", START),
    ("Joints.FreeMotion", "phi_start[1]", START),
    ("Joints.Spherical", "phi_start[1]", START),
    ("Joints.Spherical", "R_rel_start.T[1,1]", START),
    ("Joints.Spherical", "R_rel_start.w[1]", START),
    ("Joints.Spherical", "phi_start[1]", START),
    ("Joints.Constraints.Revolute", "nnx_a[1]", ACROSS),
    ("Joints.Constraints.Revolute", "ex_a[1]", ACROSS),
    ("Joints.Constraints.Revolute", "ey_a[1]", ACROSS),
    ("Joints.RevolutePlanarLoopConstraint", "nnx_a[1]", ACROSS),
    ("Joints.RevolutePlanarLoopConstraint", "ex_a[1]", ACROSS),
    ("Joints.RevolutePlanarLoopConstraint", "ey_a[1]", ACROSS),
    ("Joints.SphericalSpherical", "constraintResidue", RESIDUE),
    ("Joints.UniversalSpherical", "constraintResidue", RESIDUE),
    ("Joints.SphericalSpherical", "totalPower", POWER),
    ("Joints.UniversalSpherical", "totalPower", POWER),
    ("Joints.GearConstraint", "totalPower", POWER),
    ("Joints.Assemblies.JointUPS", "totalPower", POWER),
    ("Joints.Assemblies.JointUSR", "totalPower", POWER),
    ("Joints.Assemblies.JointUSP", "totalPower", POWER),
    ("Joints.Assemblies.JointSSR", "totalPower", POWER),
    ("Joints.Assemblies.JointSSP", "totalPower", POWER),
    ("Joints.Assemblies.JointRRR", "totalPower", POWER),
    ("Joints.Assemblies.JointRRP", "totalPower", POWER),
    ("Parts.Body", "R_start.T[1,1]", START),
    ("Parts.Body", "R_start.w[1]", START),
    ("Parts.Body", "phi_start[1]", START),
    ("Parts.Body", "I[1,1]", "its elements I_11, I_21, ... are variables"),
    ("Parts.BodyBox", "R.T[1,1]", SHAPE),
    ("Parts.BodyBox", "R.w[1]", SHAPE),
    ("Parts.BodyCylinder", "R.T[1,1]", SHAPE),
    ("Parts.BodyCylinder", "R.w[1]", SHAPE),
    ("Sensors.Distance", "distance", "a length, m, which the library's signal does not say"),
];
const SIZE: &str = "a number of elements, which shapes the model";
const TABLE: &str = "in the first column of the table, which is there";
const EACH: &str = "a parameter, once for each axis";
const FILE: &str = "a table is part of the model";
const START: &str = "the same as angles_start in other terms";
const ACROSS: &str = "the library's choice of axes across n, which no result depends on";
const RESIDUE: &str = "an equation of the library that is zero; rRod_0 shows the length that is kept";
const POWER: &str = "zero; the library has it to check itself, if checkTotalPower says so";
const SHAPE: &str = "axes of the drawn shape";

/// The facts about the classes, which are shared beside the repository; none where they are not.
fn facts() -> Option<String> {
    shared("reference/classes.json").map(|path| std::fs::read_to_string(path).unwrap())
}

/// A quantity of a class: its name with the subscript of its first element, and its unit.
type Quantity = (String, Option<String>);

/// The quantities of a class.
fn quantities(class: &JsonObject<'_>) -> Vec<Quantity> {
    let mut all = Vec::new();
    let declared = class.get_string("class").and_then(|name| library::find_class(name));
    for section in ["variables", "parameters"] {
        for (name, facts) in members(class, section) {
            let graphic = declared.is_some_and(|class| library::is_graphic(class, &name));
            let drawn =
                facts.get_string("type").is_some_and(|t| t.contains("Color") || t == "String" || t.contains("Init"));
            if graphic || drawn {
                continue;
            }
            if facts.get_string("type").is_some_and(|of| of == "Orientation") {
                all.extend(orientation(&name));
            } else {
                all.push((first_element(&name, facts), unit(facts)));
            }
        }
    }
    for (name, facts) in members(class, "connectors") {
        let of = facts.get_string("type").map_or("", |of| of.as_ref());
        let translational = class.get_string("class").is_some_and(|class| class.contains(".Translational."));
        let slides = [
            ".Prismatic",
            ".JointUPS",
            ".JointUSP",
            ".JointSSP",
            ".JointRRP",
            ".LineForceWithMass",
            ".LineForceWithTwoMasses",
        ];
        let slides = |class: &str| slides.iter().any(|end| class.ends_with(end));
        let translational = translational || class.get_string("class").is_some_and(|class| slides(class));
        let quantity = |suffix: &str, unit: &str| (format!("{name}.{suffix}"), Some(unit.to_owned()));
        match of {
            "Frame_a" | "Frame_b" | "Frame" => {
                all.push(quantity("r_0[1]", "m"));
                all.extend(orientation(&format!("{name}.R")));
                all.extend([quantity("f[1]", "N"), quantity("t[1]", "N.m")]);
            }
            "Flange_a" | "Flange_b" | "Support" if translational => {
                all.extend([quantity("s", "m"), quantity("f", "N")])
            }
            "Flange_a" | "Flange_b" | "Support" => all.extend([quantity("phi", "rad"), quantity("tau", "N.m")]),
            "HeatPort_a" | "HeatPort_b" => all.extend([quantity("T", "K"), quantity("Q_flow", "W")]),
            "RealInput" | "RealOutput" | "BooleanInput" | "BooleanOutput" | "IntegerInput" | "IntegerOutput" => {
                all.push((first_element(&name, facts), unit(facts)))
            }
            // Voltages and currents of pins are those of the elements.
            "Frame_resolve" | "PositivePin" | "NegativePin" | "Pin" => {}
            _ => panic!("{name} of {:?} is a {of}", class.get_string("class")),
        }
    }
    all
}

fn orientation(name: &str) -> [Quantity; 2] {
    [(format!("{name}.T[1,1]"), None), (format!("{name}.w[1]"), Some("rad/s".to_owned()))]
}

fn members<'a>(class: &'a JsonObject<'a>, section: &str) -> Vec<(String, &'a JsonObject<'a>)> {
    let Some(JsonValue::Object(members)) = class.get(section) else { return Vec::new() };
    let members = members.clone().into_iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>();
    let Some(JsonValue::Object(section)) = class.get(section) else { return Vec::new() };
    members.into_iter().filter_map(|name| section.get_object(&name).map(|facts| (name, facts))).collect()
}

fn first_element(name: &str, facts: &JsonObject<'_>) -> String {
    let dimensions = facts.get_array("shape").map_or(0, |shape| shape.len());
    let subscript = ["", "[1]", "[1,1]"][dimensions];
    format!("{name}{subscript}")
}

fn unit(facts: &JsonObject<'_>) -> Option<String> {
    facts.get_string("unit").map(ToString::to_string).filter(|unit| unit != "1")
}

/// The fault of a variable for a quantity.
fn fault(variable: Option<Variable<'_>>, unit: Option<&str>) -> Option<String> {
    let Some(variable) = variable else { return Some("missing".to_owned()) };
    let found = match variable.data_type {
        DataType::Real { unit, .. } => unit.as_deref().filter(|unit| *unit != "1"),
        _ => None,
    };
    (found != unit).then(|| format!("{found:?} instead of {unit:?}"))
}

fn find<'a>(model: &'a Model, name: &str) -> Option<Variable<'a>> {
    model.catalogue.find(name).map(|index| model.catalogue.variables.at(index))
}

#[test]
fn quantities_are_variables_with_their_names_and_units() {
    let Some(text) = facts() else { return };
    let Ok(Some(JsonValue::Object(facts))) = parse_to_value(&text, &ParseOptions::default()) else { panic!() };
    let classes = facts.get_object("classes").unwrap();
    let listed: BTreeMap<String, Vec<Quantity>> = members(&facts, "classes")
        .into_iter()
        .filter(|(name, _)| library::find_class(name).is_some_and(|class| super::is_drawn(class.name)))
        .map(|(name, class)| (name, quantities(class)))
        .collect();
    assert!(listed.len() > 75 && listed.len() <= classes.len(), "{} classes", listed.len());

    // Quantities that no component of a class has; a quantity may depend on parameters.
    let mut faults: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    let is_gap =
        |(class, quantity): &(String, String)| GAPS.iter().any(|(c, q, _)| (*c == "*" || c == class) && q == quantity);
    // Once each quantity has been found or is a gap, no new fault can appear. A gap that later mechanisms do not have
    // is not told as stale.
    let mut open: BTreeSet<(String, String)> =
        listed.iter().flat_map(|(class, all)| all.iter().map(|(name, _)| (class.clone(), name.clone()))).collect();
    for seed in 0..1000 {
        if open.is_empty() {
            break;
        }
        let mut draft = Draft::new(seed);
        draft.fill(30);
        let Ok(model) = try_compile(&draft.model()) else { continue };
        for (component, class) in &draft.components {
            for (quantity, unit) in listed.get(class).into_iter().flatten() {
                let key = (class.clone(), quantity.clone());
                match fault(find(&model, &format!("{component}.{quantity}")), unit.as_deref()) {
                    None => {
                        open.remove(&key);
                        seen.insert(key);
                    }
                    Some(fault) => {
                        if is_gap(&key) {
                            open.remove(&key);
                        }
                        faults.insert(key, fault);
                    }
                }
            }
        }
    }
    let unseen: Vec<String> = listed.keys().filter(|class| !seen.iter().any(|(c, _)| c == *class)).cloned().collect();
    assert!(unseen.is_empty(), "no component of class {unseen:?}");
    faults.retain(|key, _| !seen.contains(key));
    let stale: Vec<_> = GAPS
        .iter()
        .filter(|(c, q, _)| !faults.keys().any(|(class, quantity)| (*c == "*" || c == class) && q == quantity))
        .collect();
    let new: Vec<String> =
        faults.iter().filter(|(key, _)| !is_gap(key)).map(|((c, q), fault)| format!("{c}.{q}: {fault}")).collect();
    assert!(new.is_empty() && stale.is_empty(), "not as listed:\n{}\nno gaps any more: {stale:?}", new.join("\n"));
    println!("{} quantities of {} classes, {} gaps", seen.len(), listed.len(), faults.len());
}

/// Types of variables are those of the library.
#[test]
fn modes_have_the_types_of_the_library() {
    let Some(text) = facts() else { return };
    let Ok(Some(JsonValue::Object(facts))) = parse_to_value(&text, &ParseOptions::default()) else { panic!() };
    let mut discrete = BTreeSet::new();
    for (name, class) in members(&facts, "classes") {
        let Some(declared) = library::find_class(&name) else { continue };
        for (variable, facts) in members(class, "variables") {
            let Some(found) = declared.variables.iter().find(|found| found.name == variable) else { continue };
            let of = match facts.get_string("type").as_ref().map(AsRef::as_ref) {
                Some("Boolean") => SignalType::Boolean,
                Some("Integer") => SignalType::Integer,
                _ => SignalType::Real,
            };
            assert_eq!(found.signal_type, of, "{name}.{variable}");
            if of != SignalType::Real {
                discrete.insert(variable);
            }
        }
    }
    assert_eq!(discrete.iter().collect::<Vec<_>>(), ["mode", "startBackward", "startForward"]);
}
