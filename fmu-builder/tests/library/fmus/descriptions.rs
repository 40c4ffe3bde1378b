//! `check` on a modelDescription.xml in which exactly one thing is broken: exactly that is found.

use fmu_builder::Expose;
use fmu_builder::check::{self, AliasFault, DescriptionFault as Description, Fault, Place, Problem};
use fmu_builder::host::ModelDescription;

use super::packing::{catalogue, pack, text};

/// modelDescription.xml of the catalogue, which has 13 variables: 1 time, 2 body.m, 3 spring.c, 4 body.I[1,1], 5 and 6
/// push.force, 7 rev.phi, 8 rev.w, 9 der(rev.phi), 10 rev.a, 11 sensor.r[1], 12 sensor.resolveInFrame, 13 rev.useAxisFlange.
fn document() -> String {
    text(&pack(&catalogue(), Expose::All), "modelDescription.xml")
}

fn problems(document: &str) -> Vec<Problem> {
    check::description(&ModelDescription::parse(document).unwrap_or_else(|error| panic!("{error}\n{document}")))
}

/// The faults of the document after an exchange of texts, each of which must be there.
#[track_caller]
fn faults(exchanges: &[(&str, &str)]) -> Vec<Description> {
    let mut document = document();
    for (from, to) in exchanges {
        assert!(document.contains(from), "{from} is not in {document}");
        document = document.replacen(from, to, 1);
    }
    let found = problems(&document);
    for problem in &found {
        match &problem.place {
            Place::Line(line) => assert!((1..=document.lines().count()).contains(&(*line as usize)), "{problem}"),
            Place::Entry(name) => assert_eq!(name, "modelDescription.xml"),
            Place::Archive => panic!("{problem}"),
        }
        assert!(problem.to_string().contains("help: "), "{problem}");
    }
    let fault = |problem: Problem| match problem.fault {
        Fault::Description(fault) => fault,
        other => panic!("{other}"),
    };
    found.into_iter().map(fault).collect()
}

/// Asserts that an exchange gives one fault, and this one.
macro_rules! finds {
    ([$($exchange:expr),+ $(,)?], $pattern:pat $(if $guard:expr)?) => {
        let found = faults(&[$($exchange),+]);
        let [fault] = &found[..] else { panic!("{found:#?}") };
        assert!(matches!(fault, $pattern $(if $guard)?), "{fault:?}");
    };
}

#[test]
fn a_good_description_has_no_problems() {
    assert_eq!(problems(&document()), []);
}

#[test]
fn problems_name_the_line() {
    let document = document().replace(
        "initial=\"exact\">\n      <Real declaredType=\"Modelica.Units.SI.Mass\"",
        "initial=\"approx\">\n      <Real declaredType=\"Modelica.Units.SI.Mass\"",
    );
    let [problem] = &problems(&document)[..] else { panic!("one problem") };
    let line = document.lines().position(|line| line.contains("name=\"body.m\"")).unwrap() + 1;
    assert_eq!(problem.place, Place::Line(u32::try_from(line).unwrap()));
    assert!(problem.to_string().starts_with(&format!("modelDescription.xml:{line}: \"body.m\" has initial = approx")));
}

#[test]
fn all_problems_are_found_at_once() {
    let found = faults(&[
        ("modelName=\"Pendulum\"", "modelName=\"\""),
        ("<Unit name=\"rad/s2\">", "<Unit name=\"rad/s3\">"),
        ("stopTime=\"5.0\"", "stopTime=\"0.0\""),
        (" start=\"100000.0\"", ""),
    ]);
    assert!(found.len() >= 4, "{found:#?}");
}

#[test]
fn the_model_as_a_whole() {
    let guid = pack(&catalogue(), Expose::All).facts().guid.clone();
    finds!([(guid.as_str(), " ")], Description::EmptyGuid);
    finds!([("modelName=\"Pendulum\"", "modelName=\"\"")], Description::EmptyModelName);
    finds!([("<ModelExchange ", "<Vendor "), ("<CoSimulation ", "<Vendor ")], Description::NoInterface);
    finds!([("modelIdentifier=\"Pendulum\"", "modelIdentifier=\"a-b\"")], Description::Identifier(name) if name == "a-b");
    finds!(
        [("generationTool", "generationDateAndTime=\"yesterday\" generationTool")],
        Description::Date(date) if date == "yesterday"
    );
    finds!([("name=\"logStatusError\"", "name=\"logEvents\"")], Description::Duplicate { list: "LogCategories", .. });
    assert_eq!(faults(&[("generationTool", "generationDateAndTime=\"2024-02-29T12:00:00.5Z\" generationTool")]), []);
}

#[test]
fn the_experiment() {
    finds!([("stopTime=\"5.0\"", "stopTime=\"0.0\"")], Description::StopTime { start: 0.0, stop: 0.0 });
    finds!([("startTime=\"0.0\"", "startTime=\"6\"")], Description::StopTime { start: 6.0, stop: 5.0 });
    finds!([("stepSize=\"0.01\"", "stepSize=\"5.0\"")], Description::StepSize { step: 5.0, duration: 5.0 });
    finds!([("stepSize=\"0.01\"", "stepSize=\"0\"")], Description::NotPositive { name: "stepSize", .. });
    finds!([("tolerance=\"1e-6\"", "tolerance=\"-1\"")], Description::NotPositive { name: "tolerance", .. });
}

#[test]
fn units_and_types() {
    // A unit that types and variables have is missed once: by the type.
    finds!([("<Unit name=\"rad/s2\">", "<Unit name=\"rad/s3\">")], Description::Unit { unit, .. } if unit == "rad/s2");
    finds!([("unit=\"N/m\" start", "unit=\"N/furlong\" start")], Description::Unit { name, .. } if name == "spring.c");
    finds!(
        [("  <UnitDefinitions>", "  <UnitDefinitions><Unit name=\"kg\"/>")],
        Description::Duplicate { list: "UnitDefinitions", name } if name == "kg"
    );
    finds!(
        [("<DisplayUnit name=\"rev\"", "<DisplayUnit name=\"deg\"")],
        Description::Duplicate { list: "a Unit", name } if name == "deg"
    );
    finds!([("name=\"kN\" factor=\"0.001\"", "name=\"kN\" factor=\"0\"")], Description::Factor(name) if name == "kN");
    finds!(
        [("name=\"body.I[1,1]\"", "name=\"Modelica.Units.SI.Mass\"")],
        Description::TypeAndVariable(name) if name == "Modelica.Units.SI.Mass"
    );
    finds!(
        [("<TypeDefinitions>", "<TypeDefinitions><SimpleType name=\"ResolveInFrameA\"><Boolean/></SimpleType>")],
        Description::Duplicate { list: "TypeDefinitions", .. }
    );
    finds!(
        [("<Real quantity=\"Mass\" unit=\"kg\"/>", "<Real unit=\"kg\" min=\"2\" max=\"1\"/>"), ("min=\"0.0\" start=\"1.0\"", "min=\"0.0\" max=\"9\" start=\"1.0\"")],
        Description::MinAboveMax { name, .. } if name == "Modelica.Units.SI.Mass"
    );
    finds!(
        [("name=\"frame_a\" value=\"2\"", "name=\"frame_a\" value=\"3\""), ("start=\"2\"", "start=\"3\"")],
        Description::LiteralValue { value: 3, .. }
    );
    finds!([("Item name=\"frame_a\"", "Item name=\"world\"")], Description::Duplicate { list: "an Enumeration", .. });
    finds!([("declaredType=\"ResolveInFrameA\"", "declaredType=\"B\"")], Description::Type { declared_type, .. } if declared_type == "B");
    finds!([(" declaredType=\"ResolveInFrameA\"", "")], Description::EnumerationType(name) if name == "sensor.resolveInFrame");
    finds!(
        [("<Boolean start", "<Boolean declaredType=\"ResolveInFrameA\" start")],
        Description::TypeKind { kind: "Boolean", type_kind: "Enumeration", .. }
    );
    finds!([("displayUnit=\"deg\" start", "displayUnit=\"grad\" start")], Description::DisplayUnit { unit, .. } if unit == "grad");
}

#[test]
fn names() {
    finds!([("name=\"spring.c\"", "name=\"body.m\"")], Description::Duplicate { list: "ModelVariables", name } if name == "body.m");
    finds!([("name=\"spring.c\"", "name=\"\"")], Description::EmptyName);
    finds!([("name=\"spring.c\"", "name=\"spring constant\"")], Description::StructuredName(name) if name == "spring constant");
    finds!([("name=\"rev.useAxisFlange\"", "name=\"der(a)\"")], Description::DerivativeName(name) if name == "der(a)");
    assert_eq!(
        faults(&[
            ("name=\"spring.c\"", "name=\"spring constant\""),
            ("Convention=\"structured\"", "Convention=\"flat\"")
        ]),
        []
    );
}

#[test]
fn causality_variability_and_initial() {
    finds!(
        [("causality=\"parameter\" variability=\"tunable\"", "causality=\"parameter\" variability=\"continuous\"")],
        Description::Combination { causality: "parameter", variability: "continuous", .. }
    );
    finds!(
        [("causality=\"input\" variability=\"continuous\"", "causality=\"input\" variability=\"fixed\"")],
        Description::Combination { causality: "input", .. }
    );
    finds!(
        [(
            "causality=\"input\" variability=\"continuous\"",
            "causality=\"input\" variability=\"continuous\" initial=\"exact\""
        )],
        Description::Initial { initial: "exact", causality: "input", .. }
    );
    finds!(
        [(
            "causality=\"parameter\" variability=\"tunable\" initial=\"exact\"",
            "causality=\"parameter\" variability=\"tunable\" initial=\"approx\""
        )],
        Description::Initial { initial: "approx", causality: "parameter", .. }
    );
    finds!(
        [("name=\"rev.useAxisFlange\" valueReference=\"12\" description=\"what rev.useAxisFlange is\" causality=\"local\" variability=\"constant\"", "name=\"rev.useAxisFlange\" valueReference=\"12\" variability=\"continuous\"")],
        Description::Continuous(name) if name == "rev.useAxisFlange"
    );
    finds!(
        [("</ModelVariables>", "<ScalarVariable name=\"t\" valueReference=\"99\" causality=\"independent\" variability=\"continuous\"><Real unit=\"s\"/></ScalarVariable></ModelVariables>")],
        Description::SecondIndependent(name) if name == "t"
    );
    finds!(
        [("<Real declaredType=\"Modelica.Units.SI.Time\" unit=\"s\"/>", "<Integer/>")],
        Description::IndependentType(name) if name == "time"
    );
}

#[test]
fn start_values() {
    finds!([(" start=\"100000.0\"", "")], Description::NoStart(name) if name == "spring.c");
    finds!(
        [("<Real declaredType=\"Modelica.Units.SI.Time\" unit=\"s\"/>", "<Real unit=\"s\" start=\"0\"/>")],
        Description::Start(name) if name == "time"
    );
    finds!([("derivative=\"8\"", "derivative=\"8\" start=\"0\"")], Description::Start(name) if name == "rev.a");
    finds!([("start=\"100000.0\"", "start=\"much\"")], Description::StartType { kind: "Real", .. });
    finds!([("start=\"100000.0\"", "start=\"NaN\"")], Description::StartType { kind: "Real", .. });
    finds!([("Boolean start=\"true\"", "Boolean start=\"yes\"")], Description::StartType { kind: "Boolean", .. });
    finds!([("start=\"2\"", "start=\"7\"")], Description::StartType { kind: "Enumeration", .. });
    finds!(
        [("min=\"0.0\" start=\"1.0\"", "min=\"1.5\" start=\"1.0\"")],
        Description::BelowMinimum { start: 1.0, min: 1.5, .. }
    );
    finds!(
        [("min=\"0.0\" start=\"1.0\"", "max=\"0.5\" start=\"1.0\"")],
        Description::AboveMaximum { start: 1.0, max: 0.5, .. }
    );
    finds!([("start=\"0.25\"", "start=\"0.25\" min=\"1\" max=\"0.5\"")], Description::MinAboveMax { .. });
    // Bounds of the type are bounds of its variables.
    finds!(
        [("<Real quantity=\"TranslationalSpringConstant\"", "<Real max=\"10\"")],
        Description::AboveMaximum { name, max: 10.0, .. } if name == "spring.c"
    );
    finds!([("start=\"100000.0\"", "start=\"100000.0\" nominal=\"0\"")], Description::Nominal { nominal: 0.0, .. });
}

#[test]
fn attributes_of_model_exchange() {
    finds!([("start=\"100000.0\"", "start=\"100000.0\" reinit=\"true\"")], Description::Reinit(name) if name == "spring.c");
    finds!(
        [("name=\"spring.c\"", "name=\"spring.c\" canHandleMultipleSetPerTimeInstant=\"false\"")],
        Description::MultipleSet(name) if name == "spring.c"
    );
    assert_eq!(
        faults(&[
            ("start=\"0.25\"", "start=\"0.25\" reinit=\"true\""),
            ("name=\"push.force[1]\"", "name=\"push.force[1]\" canHandleMultipleSetPerTimeInstant=\"false\"")
        ]),
        []
    );
    finds!([("start=\"0.25\"", "start=\"0.25\" reinit=\"true\""), ("<ModelExchange ", "<Vendor ")], Description::Reinit(name) if name == "rev.w");
}

#[test]
fn derivatives() {
    // What is no longer a state has no derivative to list, and other variables must not depend on it: the first is what is meant.
    let found = faults(&[("derivative=\"8\"", "derivative=\"99\"")]);
    assert!(
        found.contains(&Description::DerivativeIndex { name: "rev.a".to_owned(), index: 99, count: 13 }),
        "{found:#?}"
    );
    let problem = |index: &str| {
        let found = faults(&[("derivative=\"8\"", &format!("derivative=\"{index}\""))]);
        let problem = found.into_iter().find_map(|fault| match fault {
            Description::DerivativeOf { problem, .. } => Some(problem),
            _ => None,
        });
        problem.unwrap()
    };
    assert_eq!(problem("13"), "no Real");
    assert_eq!(problem("2"), "not continuous");
    assert_eq!(problem("1"), "the independent variable");
    assert_eq!(problem("10"), "itself");
    // With it the state and its derivative leave the initial unknowns.
    let entry = "      <Unknown index=\"10\" dependencies=\"5 6\" dependenciesKind=\"dependent dependent\"/>\n";
    let found = faults(&[(entry, ""), ("      <Unknown index=\"8\"/>\n", ""), ("      <Unknown index=\"10\"/>\n", "")]);
    let [Description::NotListed { list: "Derivatives", name }] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(name, "rev.a");
}

#[test]
fn aliases() {
    // Both are parameters with a start value, of different units.
    finds!(
        [
            ("name=\"spring.c\" valueReference=\"2\"", "name=\"spring.c\" valueReference=\"1\""),
            ("unit=\"N/m\" start", "unit=\"kg\" start")
        ],
        Description::Alias { reference: 1, fault: AliasFault::Start, .. }
    );
    finds!(
        [("name=\"rev.a\" valueReference=\"9\"", "name=\"rev.a\" valueReference=\"8\"")],
        Description::Alias { name, other, reference: 8, fault: AliasFault::Unit } if name == "rev.a" && other == "der(rev.phi)"
    );
    finds!(
        [(
            "</ModelVariables>",
            "<ScalarVariable name=\"b\" valueReference=\"12\" variability=\"constant\"><Boolean start=\"false\"/></ScalarVariable></ModelVariables>"
        )],
        Description::Alias { reference: 12, fault: AliasFault::Constant, .. }
    );
    // Value references count for each type on its own, and aliases of one unit are legal.
    assert_eq!(faults(&[("valueReference=\"12\"", "valueReference=\"1\"")]), []);
    assert_eq!(
        faults(&[(
            "</ModelVariables>",
            "<ScalarVariable name=\"alias\" valueReference=\"10\"><Real unit=\"m\"/></ScalarVariable></ModelVariables>"
        )]),
        []
    );
}

#[test]
fn lists_of_unknowns() {
    const OUTPUT: &str = "<Unknown index=\"11\" dependencies=\"6\" dependenciesKind=\"dependent\"/>";
    finds!([(OUTPUT, "")], Description::NotListed { list: "Outputs", name } if name == "sensor.r[1]");
    finds!([(OUTPUT, "<Unknown index=\"11\"/><Unknown index=\"3\"/>")], Description::Surplus { list: "Outputs", name } if name == "spring.c");
    finds!(
        [(OUTPUT, "<Unknown index=\"11\"/><Unknown index=\"11\"/>")],
        Description::ListedTwice { list: "Outputs", .. }
    );
    finds!(
        [(OUTPUT, "<Unknown index=\"11\"/><Unknown index=\"14\"/>")],
        Description::Index { list: "Outputs", index: 14, count: 13 }
    );
    finds!([("<Unknown index=\"4\"/>", "")], Description::NotListed { list: "InitialUnknowns", name } if name == "body.I[1,1]");
    finds!([("<Unknown index=\"4\"/>", "<Unknown index=\"4\"/><Unknown index=\"7\"/>")], Description::Surplus { list: "InitialUnknowns", name } if name == "rev.phi");
    finds!([("<Unknown index=\"4\"/>", ""), ("<Unknown index=\"8\"/>", "<Unknown index=\"8\"/><Unknown index=\"4\"/>")], Description::Order { list: "InitialUnknowns", name } if name == "body.I[1,1]");
}

#[test]
fn dependencies() {
    const OUTPUT: &str = "dependencies=\"6\" dependenciesKind=\"dependent\"";
    finds!([(OUTPUT, "dependencies=\"11\"")], Description::SelfDependency { list: "Outputs", name } if name == "sensor.r[1]");
    finds!([(OUTPUT, "dependencies=\"6 5\"")], Description::DependencyOrder { .. });
    finds!([(OUTPUT, "dependencies=\"6 6\"")], Description::DependencyOrder { .. });
    finds!([(OUTPUT, "dependencies=\"3\"")], Description::Dependency { on, kind: "neither input, state nor time", .. } if on == "spring.c");
    finds!([(OUTPUT, "dependencies=\"99\"")], Description::Index { index: 99, .. });
    finds!(
        [(OUTPUT, "dependencies=\"5 6\" dependenciesKind=\"dependent\"")],
        Description::KindCount { dependencies: 2, kinds: 1, .. }
    );
    finds!([(OUTPUT, "dependencies=\"6\" dependenciesKind=\"strong\"")], Description::Kind { kind, .. } if kind == "strong");
    assert_eq!(faults(&[(OUTPUT, "dependencies=\"1 6 7\" dependenciesKind=\"fixed constant dependent\"")]), []);
    const INITIAL: &str = "<Unknown index=\"4\"/>";
    finds!([(INITIAL, "<Unknown index=\"4\" dependencies=\"2\" dependenciesKind=\"fixed\"/>")], Description::Kind { list: "InitialUnknowns", kind, .. } if kind == "fixed");
    finds!([(INITIAL, "<Unknown index=\"4\" dependencies=\"8\"/>")], Description::Dependency { list: "InitialUnknowns", on, .. } if on == "rev.w");
    assert_eq!(
        faults(&[(INITIAL, "<Unknown index=\"4\" dependencies=\"2 5\" dependenciesKind=\"constant dependent\"/>")]),
        []
    );
}
