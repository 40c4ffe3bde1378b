//! RealExpression of time and parameters: values, branches with time events, derivatives, and what is refused.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, Rig, near, try_compile};
use simulation::variables::Variability;

/// A mass of 2 kg on a rail, pushed by an expression.
fn pushed(y: &str) -> String {
    format!(
        r#"
name = "Pushed"
connections = [["push.flange", "mass.flange_a"], ["source.y", "push.f"]]
[parameters]
start = 0.7
force = 3.0
[components.source]
class = "Blocks.Sources.RealExpression"
y = "{y}"
[components.push]
class = "Translational.Sources.Force"
[components.mass]
class = "Translational.Components.Mass"
m = 2
s = {{ start = 0, fixed = true }}
v = {{ start = 0, fixed = true }}
"#
    )
}

/// Checks the value of the expression of time before and behind each time.
fn check_values(y: &str, value: impl Fn(f64) -> f64) {
    let mut rig = Rig::new(&pushed(y));
    for k in 0..=40 {
        let t = f64::from(k) * 0.06;
        rig.run(t);
        near(rig.get("source.y"), value(t), 1e-12, &format!("{y} at {t}"));
    }
}

#[test]
fn values_follow_time() {
    check_values("time", |t| t);
    check_values("force*sin(2*time) - exp(-time)/2", |t| 3.0 * (2.0 * t).sin() - (-t).exp() / 2.0);
    check_values("{time, 2, 3}*{1, time^2, 0} + length({time, 0, 1})", |t| t + 2.0 * t * t + (t * t + 1.0).sqrt());
    check_values("cross({0, 0, time}, {1, 0, 0})*{0, 1, 0} + atan2(time, 2) + min(time, 1)", |t| {
        t + t.atan2(2.0) + t.min(1.0)
    });
}

#[test]
fn branches_hold_from_their_instant_on() {
    check_values("if time < 1 then force else 0", |t| if t < 1.0 { 3.0 } else { 0.0 });
    check_values("if 2*time - start > 0.5 then 1 else time", |t| if t > 0.6 - 1e-12 { 1.0 } else { t });
    check_values("if time < 0.5 then 1 elseif time < 1.1 then 2*time else -1", |t| match t {
        _ if t < 0.5 => 1.0,
        _ if t < 1.1 => 2.0 * t,
        _ => -1.0,
    });
    check_values("if time >= 0.5 and not (1.5 <= time or force < 1) then 4 else 5", |t| {
        if (0.5..1.5).contains(&t) { 4.0 } else { 5.0 }
    });
    check_values("if force > 2 then time else -time", |t| t);
    check_values("if (force - 3)*time < 1 then 7 else 8", |_| 7.0);
}

/// Impulse and way of a force that changes at an instant which is no communication point: the event is hit exactly.
#[test]
fn an_event_is_hit_exactly() {
    let mut rig = Rig::new(&pushed("if time < start then force else -force/2")).with_tolerance(1e-4);
    rig.run(2.0);
    let (a, b) = (1.5, -0.75);
    let (t1, t2) = (0.7, 1.3);
    near(rig.get("mass.v"), a * t1 + b * t2, 1e-13, "speed");
    // The weights of the formulas are up to 200, whose rounding is in a way of 1 m.
    near(rig.get("mass.s"), a * t1 * t1 / 2.0 + a * t1 * t2 + b * t2 * t2 / 2.0, 1e-11, "way");
}

/// The instance integrates to the event and from it; the time of the event is fixed, what the branches are worth is tunable.
#[test]
fn an_instance_stops_at_events() {
    let model = common::compile(&pushed("if time < start then force else 0"));
    let variability = |name: &str| model.catalogue.variables.at(model.catalogue.find(name).unwrap()).variability;
    assert_eq!(variability("start"), Variability::Fixed);
    assert_eq!(variability("force"), Variability::Tunable);
    let mut host = Host::new(model, 1e-6);
    host.set("start", 0.45);
    host.start();
    host.steps(4, 0.1);
    near(host.get("mass.v"), 1.5 * 0.4, 1e-12, "before");
    host.set("force", 4.0);
    host.steps(6, 0.1);
    near(host.get("mass.v"), 1.5 * 0.4 + 2.0 * 0.05, 1e-12, "behind");
    assert_eq!(host.get("source.y"), 0.0);
}

/// `Der` of an expression is its exact derivative.
#[test]
fn expressions_have_derivatives() {
    let text = pushed("if time < 1 then sin(3*time) else time^2");
    let text = text.replace(r#"["source.y", "push.f"]]"#, r#"["source.y", "push.f"], ["source.y", "der.u"]]"#)
        + "[components.der]\nclass = \"Blocks.Continuous.Der\"\n";
    let mut rig = Rig::new(&text);
    for t in [0.3, 0.9, 1.0, 1.7] {
        rig.run(t);
        near(rig.get("der.y"), if t < 1.0 { 3.0 * (3.0 * t).cos() } else { 2.0 * t }, 1e-12, "derivative");
    }
}

#[test]
fn what_is_no_expression_of_time_is_refused() {
    for (y, expected) in [
        ("time*forces", "forces"),
        ("{time, 1, 2}", "`the expression` takes one number, not an array of 3 elements"),
        ("if time < 1 then {1, 2, 3}*{1, 1, 1} else {1, 2, 3}", "`if` cannot be applied to"),
        ("transpose({{time, 1}, {2, 3}})", "array"),
    ] {
        let problem = try_compile(&pushed(y)).unwrap_err();
        assert!(problem.contains(expected) && problem.contains("source"), "{y}: {problem}");
    }
    let many = (0..40).map(|k| format!("(if time < {k} then 1 else 0)")).collect::<Vec<_>>().join(" + ");
    let problem = try_compile(&pushed(&many)).unwrap_err();
    assert!(problem.contains("31 conditions"), "{problem}");
    let shadowed = pushed("2*time").replace("force = 3.0", "force = 3.0\ntime = 1.0");
    let problem = try_compile(&shadowed).unwrap_err();
    assert!(problem.contains("another name"), "{problem}");
}
