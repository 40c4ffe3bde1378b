//! modelDescription.xml, read back by an XML parser.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::packing;

use fmu_builder::host::ModelDescription;
use fmu_builder::{BuildOptions, Expose, Fmu, build_options};
use packing::{NAMES, catalogue, large_catalogue, pack, pack_as, text};
use roxmltree::{Document, Node};

fn xml(fmu: &Fmu) -> String {
    text(fmu, "modelDescription.xml")
}

fn element<'a>(document: &'a Document<'a>, name: &str) -> Node<'a, 'a> {
    document.descendants().find(|node| node.has_tag_name(name)).unwrap_or_else(|| panic!("no element {name}"))
}

fn elements<'a>(node: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
    node.children().filter(Node::is_element).collect()
}

/// Names of the variables that a list of ModelStructure refers to.
fn listed(document: &Document<'_>, list: &str) -> Vec<String> {
    let variables = elements(element(document, "ModelVariables"));
    let index = |node: &Node<'_, '_>| node.attribute("index").unwrap().parse::<usize>().unwrap();
    let unknowns = elements(element(document, list));
    unknowns.iter().map(|node| variables[index(node) - 1].attribute("name").unwrap().to_owned()).collect()
}

#[test]
fn bounds_that_exclude_zero_are_left_out() {
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bouncing_ball.toml");
    let (file, _) = compiler::model_file::ModelFile::from_path(&example).unwrap();
    let text = xml(&Fmu::build(&file, &BuildOptions { expose: Expose::All, ..build_options() }).unwrap());
    let document = Document::parse(&text).unwrap();
    let bound = |name: &str| {
        let variable = document.descendants().find(|node| node.attribute("name") == Some(name)).unwrap();
        variable.first_element_child().unwrap().attribute("min").map(str::to_owned)
    };
    assert_eq!(bound("floor.c"), None);
    assert_eq!(bound("floor.d").as_deref(), Some("0.0"));
}

#[test]
fn elements_stand_in_the_order_of_the_schema() {
    let text = xml(&pack(&catalogue(), Expose::All));
    let document = Document::parse(&text).unwrap();
    let names: Vec<&str> = elements(document.root_element()).iter().map(|node| node.tag_name().name()).collect();
    assert_eq!(
        names,
        [
            "ModelExchange",
            "CoSimulation",
            "UnitDefinitions",
            "TypeDefinitions",
            "LogCategories",
            "DefaultExperiment",
            "ModelVariables",
            "ModelStructure"
        ]
    );
}

#[test]
fn root_says_what_it_is() {
    let fmu = pack(&catalogue(), Expose::All);
    let text = xml(&fmu);
    let document = Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("fmiVersion"), Some("2.0"));
    assert_eq!(root.attribute("modelName"), Some("Pendulum"));
    assert_eq!(root.attribute("guid"), Some(fmu.facts().guid.as_str()));
    assert_eq!(root.attribute("description"), Some("A <test> & \"more\""));
    assert_eq!(root.attribute("variableNamingConvention"), Some("structured"));
    assert_eq!(root.attribute("generationDateAndTime"), None);
    assert!(fmu.facts().guid.chars().all(|c| c.is_ascii_hexdigit() || c == '-'), "a GUID without braces");
    assert_eq!(element(&document, "CoSimulation").attribute("modelIdentifier"), Some("Pendulum"));
}

#[test]
fn both_interfaces_are_offered_with_all_capabilities() {
    let text = xml(&pack(&catalogue(), Expose::All));
    let document = Document::parse(&text).unwrap();
    let attributes = |name: &str| -> Vec<(String, String)> {
        element(&document, name).attributes().map(|a| (a.name().to_owned(), a.value().to_owned())).collect()
    };
    let common = [
        ("modelIdentifier", "Pendulum"),
        ("needsExecutionTool", "false"),
        ("canBeInstantiatedOnlyOncePerProcess", "false"),
        ("canNotUseMemoryManagementFunctions", "true"),
        ("canGetAndSetFMUstate", "true"),
        ("canSerializeFMUstate", "true"),
        ("providesDirectionalDerivative", "true"),
    ];
    let model_exchange = [("completedIntegratorStepNotNeeded", "false")];
    let co_simulation = [
        ("canHandleVariableCommunicationStepSize", "true"),
        ("canInterpolateInputs", "true"),
        ("maxOutputDerivativeOrder", "2"),
        // The schema spells it so.
        ("canRunAsynchronuously", "false"),
    ];
    for (name, own) in [("ModelExchange", &model_exchange[..]), ("CoSimulation", &co_simulation)] {
        let mut found = attributes(name);
        let mut expected: Vec<_> = common.iter().chain(own).map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_date_is_that_of_the_source() {
    let options = BuildOptions { generation_date: Some(0), ..build_options() };
    let text = xml(&pack_as("Pendulum", &catalogue(), &options));
    let document = Document::parse(&text).unwrap();
    assert_eq!(document.root_element().attribute("generationDateAndTime"), Some("1970-01-01T00:00:00Z"));
}

#[test]
fn variables_have_their_attributes() {
    let text = xml(&pack(&catalogue(), Expose::All));
    let document = Document::parse(&text).unwrap();
    let variables = elements(element(&document, "ModelVariables"));
    let names: Vec<&str> = variables.iter().map(|node| node.attribute("name").unwrap()).collect();
    assert_eq!(names, NAMES);
    let attributes = |name: &str| {
        let variable = variables.iter().find(|node| node.attribute("name") == Some(name)).unwrap();
        let typed = elements(*variable)[0];
        let all = variable.attributes().chain(typed.attributes());
        let all: Vec<(&str, &str)> = all.filter(|a| a.name() != "description").map(|a| (a.name(), a.value())).collect();
        (typed.tag_name().name(), all)
    };
    assert_eq!(
        attributes("body.m"),
        (
            "Real",
            vec![
                ("name", "body.m"),
                ("valueReference", "1"),
                ("causality", "parameter"),
                ("variability", "fixed"),
                ("initial", "exact"),
                ("declaredType", "Modelica.Units.SI.Mass"),
                ("unit", "kg"),
                ("min", "0.0"),
                ("start", "1.0")
            ]
        )
    );
    assert_eq!(
        attributes("push.force[2]"),
        (
            "Real",
            vec![
                ("name", "push.force[2]"),
                ("valueReference", "5"),
                ("causality", "input"),
                ("variability", "continuous"),
                ("declaredType", "Modelica.Units.SI.Force"),
                ("unit", "N"),
                ("start", "0.0")
            ]
        )
    );
    let phi = attributes("rev.phi").1;
    assert!(phi.contains(&("displayUnit", "deg")) && phi.contains(&("unit", "rad")), "{phi:?}");
    let time = attributes("time").1;
    assert!(time.iter().all(|(name, _)| !["initial", "start"].contains(name)), "{time:?}");
    assert!(attributes("rev.a").1.contains(&("derivative", "8")));
    assert_eq!(attributes("rev.useAxisFlange").0, "Boolean");
    let frame = attributes("sensor.resolveInFrame");
    assert!(frame.0 == "Enumeration" && frame.1.contains(&("declaredType", "ResolveInFrameA")), "{frame:?}");
}

#[test]
fn units_and_types_in_use_are_defined_and_no_others() {
    let text = xml(&pack(&catalogue(), Expose::All));
    let document = Document::parse(&text).unwrap();
    let names = |list: &str| -> Vec<String> {
        elements(element(&document, list)).iter().map(|node| node.attribute("name").unwrap().to_owned()).collect()
    };
    assert_eq!(names("UnitDefinitions"), ["N", "N/m", "kg", "kg.m2", "m", "rad", "rad/s", "rad/s2", "s"]);
    let types = names("TypeDefinitions");
    let used: Vec<&str> = document.descendants().filter_map(|node| node.attribute("declaredType")).collect();
    assert!(used.iter().all(|name| types.iter().any(|known| known == name)), "{used:?} in {types:?}");
    assert!(types.iter().all(|name| used.contains(&name.as_str())), "{types:?} in {used:?}");
    let literals: Vec<&str> =
        elements(element(&document, "Enumeration")).iter().filter_map(|i| i.attribute("name")).collect();
    assert_eq!(literals, ["world", "frame_a", "frame_resolve"]);
}

#[test]
fn a_unit_that_the_table_does_not_hold_is_defined_without_base_units() {
    let mut catalogue = catalogue();
    catalogue.variables.change(10, |variable| variable.data_type = packing::real(Some("furlong")));
    let text = xml(&pack(&catalogue, Expose::All));
    let document = Document::parse(&text).unwrap();
    let unit = document.descendants().find(|node| node.attribute("name") == Some("furlong")).unwrap();
    assert!(unit.has_tag_name("Unit") && !unit.has_children());
}

#[test]
fn structure_is_complete_and_ascending() {
    for (expose, calculated) in [(Expose::All, &["body.I[1,1]"][..]), (Expose::Interface, &[][..])] {
        let text = xml(&pack(&large_catalogue(20), expose));
        let document = Document::parse(&text).unwrap();
        assert_eq!(listed(&document, "Outputs"), ["sensor.r[1]"]);
        assert_eq!(listed(&document, "Derivatives"), ["der(rev.phi)", "rev.a"]);
        // Not rev.phi: its start value is exact.
        let expected = [calculated, &["rev.w", "der(rev.phi)", "rev.a", "sensor.r[1]"][..]].concat();
        assert_eq!(listed(&document, "InitialUnknowns"), expected);
    }
}

#[test]
fn dependencies_are_positions_of_inputs_and_states() {
    let mut catalogue = catalogue();
    catalogue.variables.set_lists(8, [Some([7].into()), Some([1, 6].into())]);
    catalogue.variables.set_lists(9, [None, None]);
    let text = xml(&pack(&catalogue, Expose::All));
    let document = Document::parse(&text).unwrap();
    let unknown = elements(element(&document, "Outputs"))[0];
    assert_eq!(
        (unknown.attribute("dependencies"), unknown.attribute("dependenciesKind")),
        (Some("6"), Some("dependent"))
    );
    let derivatives = elements(element(&document, "Derivatives"));
    assert_eq!(derivatives[0].attribute("dependencies"), Some("8"));
    assert_eq!(derivatives[0].attribute("dependenciesKind"), Some("dependent"));
    assert_eq!(derivatives[1].attribute("dependencies"), None, "on everything");
    assert_eq!(derivatives[1].attribute("dependenciesKind"), None);
    let initial: Vec<_> = elements(element(&document, "InitialUnknowns"))
        .iter()
        .filter_map(|unknown| unknown.attribute("dependencies"))
        .collect();
    assert_eq!(initial, ["2 7"], "parameters and start values");
}

/// Lists that depend on everything are written, too; only the longest ones of a large model are left out, and the builder says how many.
#[test]
fn only_lists_that_are_too_long_are_left_out() {
    let mut catalogue = large_catalogue(0);
    let everything: std::sync::Arc<[usize]> = (4..8).collect();
    catalogue.variables.set_lists(8, [Some(everything.clone()), None]);
    catalogue.variables.set_lists(9, [Some(everything), None]);
    let fmu = pack(&catalogue, Expose::All);
    let text = xml(&fmu);
    let document = Document::parse(&text).unwrap();
    for unknown in elements(element(&document, "Derivatives")) {
        assert_eq!(unknown.attribute("dependencies"), Some("5 6 7 8"));
    }
    assert_eq!(fmu.facts().without_dependencies, 0);
    catalogue.variables.set_lists(9, [Some(vec![4; 200_000].into()), None]);
    let fmu = pack(&catalogue, Expose::All);
    let text = xml(&fmu);
    assert!(text.len() < 100_000, "{}", text.len());
    let document = Document::parse(&text).unwrap();
    let found: Vec<_> =
        elements(element(&document, "Derivatives")).iter().map(|unknown| unknown.attribute("dependencies")).collect();
    assert_eq!(found, [Some("5 6 7 8"), None]);
    assert_eq!(fmu.facts().without_dependencies, 1);
}

#[test]
fn value_references_do_not_depend_on_what_is_shown() {
    let references = |expose| -> Vec<(String, u32)> {
        let description = ModelDescription::parse(&xml(&pack(&large_catalogue(5), expose))).unwrap();
        description.variables.into_iter().map(|variable| (variable.name, variable.value_reference)).collect()
    };
    let (all, interface) = (references(Expose::All), references(Expose::Interface));
    assert_eq!(all.len(), NAMES.len() + 5);
    assert_eq!(interface.len(), NAMES.len() - 3, "without two constants, a calculated parameter, five local variables");
    assert!(interface.iter().all(|entry| all.contains(entry)));
}

#[test]
fn two_thousand_variables_are_shown_and_more_are_not() {
    let fmu = pack(&large_catalogue(2000 - NAMES.len()), Expose::Auto);
    assert_eq!(fmu.facts().exposed, 2000);
    let fmu = pack(&large_catalogue(2001 - NAMES.len()), Expose::Auto);
    assert_eq!((fmu.facts().variables, fmu.facts().exposed), (2001, NAMES.len() - 3));
}

#[test]
fn lists_without_entries_are_left_out() {
    let mut catalogue = catalogue();
    catalogue.variables.truncate(3);
    (catalogue.states, catalogue.derivatives, catalogue.inputs) = (vec![], vec![], vec![]);
    let text = xml(&pack(&catalogue, Expose::All));
    let document = Document::parse(&text).unwrap();
    assert!(elements(element(&document, "ModelStructure")).is_empty());
}

#[test]
fn a_name_outside_of_the_grammar_makes_the_names_flat() {
    let mut catalogue = catalogue();
    catalogue.variables.rename(1, "mass of the body");
    let text = xml(&pack(&catalogue, Expose::All));
    assert_eq!(Document::parse(&text).unwrap().root_element().attribute("variableNamingConvention"), Some("flat"));
}

#[test]
fn the_reader_finds_the_same_content() {
    let description = ModelDescription::parse(&xml(&pack(&catalogue(), Expose::All))).unwrap();
    assert_eq!(description.experiment.stop_time, Some(5.0));
    assert_eq!(description.variables[9].derivative, Some(7));
    assert_eq!(description.outputs[0].dependencies, Some(vec![5]));
}

/// The GUID is put into the finished text; a model's name cannot take its place.
#[test]
fn the_guid_stands_in_its_attribute_only() {
    let nil = " guid=\"00000000-0000-0000-0000-000000000000\"";
    let fmu = pack_as(nil, &catalogue(), &build_options());
    let text = xml(&fmu);
    let document = Document::parse(&text).unwrap();
    assert_eq!(document.root_element().attribute("guid"), Some(fmu.facts().guid.as_str()));
    assert_eq!(document.root_element().attribute("modelName"), Some(nil));
}
