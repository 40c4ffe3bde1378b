//! What a variable depends on at once is declared: FMI hosts sort their equations by it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::zoo::ZOO;
use common::{Rig, try_compile};
use fmu_core::mechanism::Source;

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

/// Every variable is read at the same state with one input after the other changed.
fn assert_dependencies(text: &str) -> usize {
    let mut rig = Rig::new(text);
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
            assert!(variable.dependencies.contains(input), "{} depends on {name}: {before} {after}", variable.name);
            found += 1;
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
}

/// States depend on no input at once, unless a joint follows one.
#[test]
fn states_depend_on_nothing() {
    let rig = Rig::new(ZOO);
    for state in &rig.model.catalogue.states {
        let state = &rig.model.catalogue.variables[*state];
        assert!(state.dependencies.is_empty(), "{}", state.name);
    }
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
