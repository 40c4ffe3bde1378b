//! Direct dependencies of outputs are declared: FMI hosts sort their equations by them. Every variable is an output here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::circles::CIRCLES;
use common::zoo::{ZOO, zoo_with_derivatives};
use common::{Rig, compile, try_compile};
use mechanism::Source;
use simulation::variables::{Causality, DataType, Variability};

/// The model with an output for each of its variables.
fn exposed(text: &str) -> String {
    let model = compile(text);
    let is_calculated = |v: &simulation::variables::Variable<'_>| {
        v.causality == Causality::Local
            && v.variability == Variability::Continuous
            && matches!(v.data_type, DataType::Real { .. })
    };
    let variables = model.catalogue.variables.iter().filter(is_calculated).enumerate();
    let outputs: String = variables.map(|(i, v)| format!("all_{i} = \"{}\"\n", v.name)).collect();
    text.replacen("[outputs]\n", &format!("[outputs]\n{outputs}"), 1)
}

/// Every variable is read at the same state with one input after the other changed.
fn assert_dependencies(text: &str) -> usize {
    let mut rig = Rig::new(&exposed(text));
    rig.run(0.3);
    let model = compile(&exposed(text)).with_dependencies();
    let variables = &model.catalogue.variables;
    let read = |rig: &mut Rig| -> Vec<f64> { variables.iter().map(|v| rig.source(v.source)).collect() };
    let before = read(&mut rig);
    let mut found = 0;
    for input in &model.catalogue.inputs {
        let name = variables.at(*input).name;
        rig.set(name, 0.7);
        let after = read(&mut rig);
        rig.set(name, 0.0);
        for (variable, (before, after)) in variables.iter().zip(before.iter().zip(&after)) {
            // The input that was set, and other names of the same signal.
            if before.to_bits() == after.to_bits() || matches!(variable.source, Source::Input(_)) {
                continue;
            }
            if variable.causality == Causality::Output || variable.derivative_of.is_some() {
                let declared = variable.dependencies.unwrap().contains(input);
                assert!(declared, "{} depends on {name}: {before} {after}", variable.name);
                found += 1;
            }
        }
    }
    found
}

#[test]
fn declared_dependencies_cover_what_inputs_change() {
    let found = assert_dependencies(ZOO);
    assert!(found > 500, "{found}");
    let found = assert_dependencies(&zoo_with_derivatives(""));
    assert!(found > 500, "{found}");
    let found = assert_dependencies(CIRCLES);
    assert!(found > 100, "{found}");
}

const STUCK: &str = r#"
name = "Stuck"
connections = [
  ["push.flange", "first.flange_a"],
  ["first.flange_b", "seal.support"],
  ["seal.flange_a", "second.flange_a"],
]

[components.push]
class = "Translational.Sources.Force"

[components.first]
class = "Translational.Components.Mass"
m = 1.0

[components.seal]
class = "Translational.Components.SupportFriction"
useSupport = true
f_pos = [[0, 30], [1, 25]]

[components.second]
class = "Translational.Components.Mass"
m = 1.0

[outputs]
a = "second.a"
"#;

/// A seal that sticks carries a force on one mass to the other.
#[test]
fn friction_that_sticks_carries_dependencies() {
    assert!(assert_dependencies(STUCK) > 0);
}

/// States depend on no input at once, unless a joint follows one.
#[test]
fn states_depend_on_nothing() {
    let model = compile(&exposed(ZOO)).with_dependencies();
    let catalogue = &model.catalogue;
    let states: Vec<_> = catalogue.states.iter().map(|state| catalogue.variables.at(*state).source).collect();
    let outputs = catalogue.variables.iter().filter(|v| v.causality == Causality::Output && states.contains(&v.source));
    let mut found = 0;
    for output in outputs {
        let list = output.dependencies.unwrap();
        assert!(list.iter().all(|known| !catalogue.inputs.contains(known)), "{}", output.name);
        found += 1;
    }
    assert!(found >= states.len(), "{found}");
}

/// A reference that has no derivatives when they are needed is refused by name.
#[test]
fn exact_positions_refuse_references_from_sensors() {
    for reference in
        [r#"["gap.distance", "lift.phi_ref"],"#, r#"["jerk.y", "lift.phi_ref"],"#, r#"["pose.a[2]", "lift.phi_ref"],"#]
    {
        let error = try_compile(&zoo_with_derivatives(reference)).map(|_| ()).unwrap_err();
        assert!(error.contains("lift") && error.contains("exact"), "{error}");
    }
    assert!(try_compile(&zoo_with_derivatives(r#"["wave.y", "lift.phi_ref"],"#)).is_ok());
}
