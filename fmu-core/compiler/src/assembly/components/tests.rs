//! Each class declares every name that its function looks up.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::super::collected::Collected;
use super::super::problems::Problems;
use super::maker::{Given, GivenValue, Maker};
use crate::model_file::{LibraryProblem, Problem, Spanned, Value};
use library::{Body, Class, ConnectorKind, Element, Netlist, ParameterKind, SignalType, connector};
use mechanism::hashed::HashMap;

/// The names that a component of `class` with these settings looks up and that the class does not declare.
fn faults(class: &'static Class, settings: &[(&'static str, Value)]) -> Vec<String> {
    let values: Vec<_> =
        settings.iter().map(|(name, value)| (*name, Spanned { value: value.clone(), span: 0..0 })).collect();
    let given = values.iter().map(|(name, value)| Given { name, name_span: None, value: GivenValue::User(value) });
    let mut problems = Problems::default();
    let mut maker = Maker {
        out: Collected::default(),
        model_shapes: HashMap::default(),
        expressions: HashMap::default(),
        problems: &mut problems,
    };
    maker.instantiate("part", class, given.collect(), None);
    // Missing parameters and a missing world are expected here and are not errors of the class.
    let found = problems.check().err().unwrap_or_default();
    let fault = |problem: &Problem| match problem {
        Problem::Library(problem) => match problem.as_ref() {
            LibraryProblem::ClassFault { .. } | LibraryProblem::UnknownMember { .. } => Some(problem.to_string()),
            _ => None,
        },
        _ => None,
    };
    found.iter().filter_map(|diagnostic| fault(&diagnostic.problem)).collect()
}

/// The values to try for a parameter that changes the structure of a component.
fn choices(kind: ParameterKind) -> Vec<Value> {
    match kind {
        ParameterKind::Boolean => vec![Value::Boolean(false), Value::Boolean(true)],
        ParameterKind::Enumeration(enumeration) => {
            enumeration.literals.iter().map(|literal| Value::String((*literal).to_owned())).collect()
        }
        ParameterKind::Real(_)
        | ParameterKind::Integer
        | ParameterKind::Sequence
        | ParameterKind::Condition
        | ParameterKind::Reading(_) => Vec::new(),
    }
}

/// Defaults, each choice of each parameter, and all Booleans true: together these reach every branch of the classes'
/// functions that depends on one parameter or on which connectors exist.
#[test]
fn every_class_finds_the_names_it_asks_for() {
    for class in library::classes().chain(library::joints::PARTS.into_iter().flatten().copied()) {
        let settable = || class.parameters.iter().filter(|parameter| !parameter.is_final);
        let all_true: Vec<_> = settable()
            .filter(|parameter| parameter.kind == ParameterKind::Boolean)
            .map(|parameter| (parameter.name, Value::Boolean(true)))
            .collect();
        let mut variants = vec![Vec::new(), all_true.clone()];
        for parameter in settable() {
            for choice in choices(parameter.kind) {
                variants.push(vec![(parameter.name, choice.clone())]);
                let others = all_true.iter().filter(|(name, _)| *name != parameter.name).cloned();
                variants.push(others.chain([(parameter.name, choice)]).collect());
            }
        }
        for settings in variants {
            let found = faults(class, &settings);
            assert!(found.is_empty(), "{} with {settings:?}: {found:?}", class.name);
        }
    }
}

/// A class that asks for names that it does not have, one of each kind.
static WRONG: Class = Class { name: "Test.Wrong", ..Class::element(ask) };

fn ask(e: &mut Element<'_>) {
    e.real("number");
    e.shape("array");
    e.boolean("truth");
    e.literal("choice");
    e.sequence("axes");
    e.start("x");
    e.optional_start("y");
    e.is_fixed("z");
    e.frame("frame_c");
    e.optional_frame("frame_d");
    e.flange("flange_c");
    e.heat_port("port_c");
    e.input("u_c");
    e.output("y_c");
    e.reals("numbers");
    e.scalar_input("u_d");
    e.vector_output("y_d");
    e.add_variable("v", |_| mechanism::Source::Time);
}

#[test]
fn a_name_that_a_class_does_not_have_is_named() {
    let names = [
        "number", "array", "truth", "choice", "axes", "x", "y", "z", "frame_c", "frame_d", "flange_c", "port_c", "u_c",
        "y_c", "numbers", "u_d", "y_d", "v",
    ];
    let found = faults(&WRONG, &[]);
    for name in names {
        let is_named = |text: &String| text.contains("Test.Wrong") && text.contains(&format!("`{name}`"));
        assert!(found.iter().any(is_named), "{name}: {found:?}");
    }
}

/// A netlist that gives a connector and a variable that its class does not declare.
static WRONG_NETLIST: Class = Class {
    name: "Test.WrongNetlist",
    body: Body::Netlist(&Netlist {
        connectors: &[("flange_c", &["inertia.flange_a"])],
        variables: &[("phi_c", "inertia.phi")],
        ..Netlist::EMPTY
    }),
    ..WRONG
};

#[test]
fn a_netlist_names_what_its_class_does_not_declare() {
    let found = faults(&WRONG_NETLIST, &[]);
    assert_eq!(found.len(), 2, "{found:?}");
    for (text, named) in found.iter().zip(["the connector `flange_c`", "the variable `phi_c`"]) {
        assert!(text.contains("Test.WrongNetlist") && text.contains(named), "{text}");
    }
}

/// A class whose function confuses scalar and vector signals.
static WRONG_SIZES: Class = Class {
    name: "Test.WrongSizes",
    connectors: &[
        connector("one", ConnectorKind::Input(SignalType::Real, 1), "", ""),
        connector("three", ConnectorKind::Input(SignalType::Real, 3), "", ""),
        connector("both", ConnectorKind::Output(SignalType::Real, 3), "", ""),
    ],
    body: Body::Element(|e| {
        e.vector_input("one");
        e.scalar_input("three");
        e.vector_output("both");
        e.scalar_output("both");
    }),
    ..WRONG
};

#[test]
fn a_signal_of_another_size_than_a_law_takes_is_named() {
    let found = faults(&WRONG_SIZES, &[]);
    let expected =
        [("signal input of size 3", "one"), ("scalar signal input", "three"), ("scalar signal output", "both")];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (text, (what, name)) in found.iter().zip(expected) {
        assert!(text.contains(what) && text.contains(&format!("`{name}`")), "{text}");
    }
}
