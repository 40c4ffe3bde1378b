//! What an output depends on at once is declared: FMI hosts sort their equations by it. Every variable is an output here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::circles::CIRCLES;
use common::zoo::ZOO;
use common::{Rig, compile, try_compile};
use fmu_core::mechanism::Source;
use fmu_core::variables::{Causality, DataType, Variability};

/// The zoo with differentiated signals, and with a joint that follows an input exactly.
const EXACT: &str = r#"
[components.crane]
class = "Joints.Revolute"
n = [1, 2, -0.5]
useAxisFlange = true
[components.hook]
class = "Parts.Body"
m = 1
r_CM = [0.3, 0.2, 0.1]
[components.lift]
class = "Rotational.Sources.Position"
exact = true
[components.closing]
class = "Blocks.Continuous.Der"
[components.jerk]
class = "Blocks.Continuous.Der"
"#;

fn zoo(more: &str) -> String {
    let connections = r#"connections = [
  ["world.frame_b", "crane.frame_a"], ["crane.frame_b", "hook.frame_a"], ["lift.flange", "crane.axis"],
  ["gap.distance", "closing.u"], ["pose.v[1]", "jerk.u"],"#;
    ZOO.replacen("connections = [", &format!("{connections}{more}"), 1).replacen(
        "[outputs]",
        &format!("{EXACT}\n[outputs]"),
        1,
    )
}

/// The model with an output for each of its variables.
fn exposed(text: &str) -> String {
    let model = compile(text);
    let is_calculated = |v: &&fmu_core::variables::Variable| {
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
    let model = std::sync::Arc::clone(&rig.model);
    let variables = &model.catalogue.variables;
    let read = |rig: &mut Rig| -> Vec<f64> { variables.iter().map(|v| rig.source(&v.source)).collect() };
    let before = read(&mut rig);
    let mut found = 0;
    for input in &model.catalogue.inputs {
        let name = &variables[*input].name;
        rig.set(name, 0.7);
        let after = read(&mut rig);
        rig.set(name, 0.0);
        for (variable, (before, after)) in variables.iter().zip(before.iter().zip(&after)) {
            // What was set itself, and other names of the same signal.
            if before.to_bits() == after.to_bits() || matches!(variable.source, Source::Input(_)) {
                continue;
            }
            if variable.causality == Causality::Output || variable.derivative_of.is_some() {
                let declared = variable.dependencies.as_ref().is_none_or(|list| list.contains(input));
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
    let found = assert_dependencies(&zoo(""));
    assert!(found > 500, "{found}");
    let found = assert_dependencies(CIRCLES);
    assert!(found > 100, "{found}");
}

/// States depend on no input at once, unless a joint follows one.
#[test]
fn states_depend_on_nothing() {
    let model = compile(&exposed(ZOO));
    let catalogue = &model.catalogue;
    let states: Vec<_> = catalogue.states.iter().map(|state| &catalogue.variables[*state].source).collect();
    let outputs =
        catalogue.variables.iter().filter(|v| v.causality == Causality::Output && states.contains(&&v.source));
    let mut found = 0;
    for output in outputs {
        let list = output.dependencies.as_ref().unwrap();
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
        let error = try_compile(&zoo(reference)).map(|_| ()).unwrap_err();
        assert!(error.contains("lift") && error.contains("exact"), "{error}");
    }
    assert!(try_compile(&zoo(r#"["wave.y", "lift.phi_ref"],"#)).is_ok());
}
