//! A parameter set before initialisation is the same as one written in the model file, to the last bit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::zoo::ZOO;
use common::{Host, Rig, compile, near, near3, start_value, try_compile};
use mechanism::scalar::{Matrix3, Vector3};
use simulation::variables::Causality;

/// A new value, of the kind that a user would write.
fn changed(value: f64, number: usize) -> f64 {
    let value = if value == 0.0 { 0.01 } else { value };
    value * (1.0 + 0.01 * ((number % 7) as f64 + 1.0))
}

/// The zoo with every scalar and vector parameter that its text sets changed, in the text and as (name, value).
fn zoo_with_other_values() -> (String, Vec<(String, f64)>) {
    let (mut text, mut values, mut component) = (String::new(), Vec::new(), String::new());
    for line in ZOO.lines() {
        if let Some(name) = line.strip_prefix("[components.").and_then(|l| l.strip_suffix(']')) {
            component = name.to_owned();
        }
        let (name, value) = line.split_once(" = ").unwrap_or(("", ""));
        // Start values stand in `{ start = ... }`.
        let (name, value, before, after) = match value.strip_prefix("{ start = ").and_then(|v| v.strip_suffix(" }")) {
            Some(inner) => (format!("{component}.{name}"), inner, "{ start = ", " }"),
            None => (format!("{component}.{name}"), value, "", ""),
        };
        // Start values of a motion that is entered from frame_b are not those of a state, and so not settable.
        // The state of a composite body is that of its inner body.
        let name = if before.is_empty() { name } else { name.replace("stone.", "stone.body.") };
        let entered_from_b = component == "flying" && !before.is_empty();
        let structural = line.contains("sequence") || component.is_empty() || line.starts_with('[') || entered_from_b;
        if structural {
            text += &format!("{line}\n");
        } else if let Ok(number) = value.parse::<f64>() {
            let new = changed(number, values.len());
            text += &format!("{} = {before}{new:?}{after}\n", line.split_once(" = ").unwrap().0);
            values.push((name, new));
        } else if let Some(list) = value.strip_prefix('[').and_then(|v| v.strip_suffix(']')) {
            let numbers: Vec<f64> = list.split(", ").map(|x| x.parse().unwrap()).collect();
            let new: Vec<f64> = numbers.iter().map(|x| changed(*x, values.len())).collect();
            text += &format!("{} = {before}{new:?}{after}\n", line.split_once(" = ").unwrap().0);
            values.extend(new.iter().enumerate().map(|(k, x)| (format!("{name}[{}]", k + 1), *x)));
        } else {
            text += &format!("{line}\n");
        }
    }
    (text, values)
}

/// Bits of all numbers of a model at its start and after a while.
fn fingerprint(rig: &mut Rig) -> Vec<(String, u64)> {
    let names: Vec<String> = rig.names().map(str::to_owned).collect();
    let mut all = Vec::new();
    for time in [0.0, 0.25] {
        rig.run(time);
        all.extend(names.iter().map(|name| (name.clone(), rig.get(name).to_bits())));
    }
    all
}

#[test]
fn set_parameters_equal_written_ones_to_the_last_bit() {
    let (text, values) = zoo_with_other_values();
    assert!(values.len() > 150, "{}", values.len());
    let mut written = Rig::new(&text);
    let mut set = Rig::uninitialized(compile(ZOO));
    for (name, value) in &values {
        let variable = &set.model.catalogue.variables.at(set.index(name));
        assert!(variable.target.is_some(), "{name} cannot be set");
        set.set(name, *value);
    }
    set.initialize(0.0).unwrap();
    let (written, set) = (fingerprint(&mut written), fingerprint(&mut set));
    assert_eq!(written.len(), set.len());
    for (written, set) in written.iter().zip(&set) {
        assert_eq!(written, set, "{} {}", f64::from_bits(written.1), f64::from_bits(set.1));
    }
}

/// Values that follow from parameters as compiled are not evaluated: nothing of the values in between may stay.
#[test]
fn parameters_that_are_set_back_leave_nothing_behind() {
    let (_, values) = zoo_with_other_values();
    let mut untouched = Rig::new(ZOO);
    let mut rig = Rig::uninitialized(compile(ZOO));
    let start = |rig: &Rig, name: &str| rig.model.catalogue.variables.at(rig.index(name)).start.unwrap().number();
    let before: Vec<f64> = values.iter().map(|(name, _)| start(&rig, name)).collect();
    values.iter().for_each(|(name, value)| rig.set(name, *value));
    rig.initialize(0.0).unwrap();
    values.iter().zip(before).for_each(|((name, _), value)| rig.set(name, value));
    rig.initialize(0.0).unwrap();
    assert_eq!(fingerprint(&mut untouched), fingerprint(&mut rig));
}

/// The same through an instance, as a host does it, before and in Initialization Mode.
#[test]
fn set_parameters_of_an_instance_equal_written_ones() {
    let (text, values) = zoo_with_other_values();
    let mut written = Host::new(compile(&text), 1e-8);
    written.start();
    let mut set = Host::new(compile(ZOO), 1e-8);
    for (name, value) in &values[..values.len() / 2] {
        set.set(name, *value);
    }
    set.instance.enter_initialization_mode().unwrap();
    for (name, value) in &values[values.len() / 2..] {
        set.set(name, *value);
    }
    // Calculated parameters are up to date in Initialization Mode.
    assert_eq!(set.get("box.m").to_bits(), written.get("box.m").to_bits());
    set.instance.exit_initialization_mode().unwrap();
    for host in [&mut written, &mut set] {
        host.steps(5, 0.05);
    }
    for name in [
        "shoulder.phi",
        "elbow.w",
        "slider.a",
        "flyer.w_a[2]",
        "stone.a_0[3]",
        "bead.r_0[1]",
        "cart.f",
        "world.frame_b.t[2]",
    ] {
        assert_eq!(set.get(name).to_bits(), written.get(name).to_bits(), "{name}");
    }
}

/// Every parameter of the catalogue shows the value of the model file as its start, and what was set afterwards.
#[test]
fn parameters_are_read_back() {
    let mut rig = Rig::new(ZOO);
    let model = std::sync::Arc::clone(&rig.model);
    let mut count = 0;
    for variable in model.catalogue.variables.iter().filter(|v| v.causality == Causality::Parameter) {
        if variable.target.is_some() {
            assert_eq!(rig.get(variable.name), start_value(&model, variable.name), "{}", variable.name);
            count += 1;
        }
    }
    assert!(count > 150);
    rig.set("load.m", 7.5);
    rig.initialize(0.0).unwrap();
    assert_eq!(rig.get("load.m"), 7.5);
}

/// Mass and inertia of a box with a hole, against a textbook and against a sum over small cubes.
#[test]
fn a_hollow_box() {
    let text = r#"
name = "Box"
components.world = { class = "World" }
components.box = { class = "Parts.BodyBox", r = [0.4, 0.2, -0.3], r_shape = [0.1, -0.1, 0.05], lengthDirection = [1, 2, -0.5], widthDirection = [0.2, 1, 0.3], length = 0.7, width = 0.3, height = 0.2, innerWidth = 0.12, innerHeight = 0.08, density = 1234 }
"#;
    let mut rig = Rig::new(text);
    let (l, w, h, wi, hi, density) = (0.7, 0.3, 0.2, 0.12, 0.08, 1234.0);
    let (mo, mi) = (density * l * w * h, density * l * wi * hi);
    near(rig.get("box.m"), mo - mi, 1e-12, "m");
    near(rig.get("box.body.m"), mo - mi, 1e-12, "body.m");
    let along = Vector3::new(1.0, 2.0, -0.5).normalize();
    near3(rig.vector("box.r_CM"), Vector3::new(0.1, -0.1, 0.05) + along * 0.35, 1e-15, "r_CM");
    // The library turns the tensor with r, not with lengthDirection.
    let x = Vector3::new(0.4, 0.2, -0.3).normalize();
    let z = x.cross(&Vector3::new(0.2, 1.0, 0.3)).normalize();
    let axes = Matrix3::from_columns(&[x, z.cross(&x), z]);
    let principal =
        |m: f64, a: f64, b: f64, c: f64| Vector3::new(b * b + c * c, a * a + c * c, a * a + b * b) * (m / 12.0);
    let i = axes * Matrix3::from_diagonal(&(principal(mo, l, w, h) - principal(mi, l, wi, hi))) * axes.transpose();
    assert!((rig.matrix("box.I") - i).amax() < 1e-12, "{i}");
    assert!((rig.inertia("box.body") - i).amax() < 1e-12);
}

#[test]
fn a_hollow_cylinder() {
    let text = r#"
name = "Tube"
components.world = { class = "World" }
components.tube = { class = "Parts.BodyCylinder", r = [0.4, 0.2, -0.3], diameter = 0.2, innerDiameter = 0.15, density = 2700 }
"#;
    let mut rig = Rig::new(text);
    let r = Vector3::new(0.4, 0.2, -0.3);
    let (l, outer, inner) = (r.norm(), 0.1, 0.075);
    let m = 2700.0 * std::f64::consts::PI * l * (outer * outer - inner * inner);
    near(rig.get("tube.m"), m, 1e-12, "m");
    near3(rig.vector("tube.r_CM"), r * 0.5, 1e-15, "r_CM");
    // Of a tube: m (a^2 + b^2)/2 about the axis, m (3 (a^2 + b^2) + l^2)/12 across.
    let squares = outer * outer + inner * inner;
    let (axial, across) = (0.5 * m * squares, m * (3.0 * squares + l * l) / 12.0);
    let e = r.normalize();
    let i = Matrix3::identity() * across + e * e.transpose() * (axial - across);
    assert!((rig.matrix("tube.I") - i).amax() < 1e-12, "{i}");
}

/// Expressions follow what they name, through model parameters, parameters of components and calculated ones.
#[test]
fn expressions_follow_parameters() {
    let text = r#"
name = "Expressions"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "rod.frame_a"], ["rod.frame_b", "tip.frame_a"]]
[parameters]
length = 0.6
axis = "{length, 2*length, -0.3}"
[components.world]
class = "World"
[components.joint]
class = "Joints.Revolute"
n = "axis"
phi = { start = "length/2 + sin(0.3)" }
[components.rod]
class = "Parts.BodyBox"
r = ["length", 0.1, "-length/3"]
width = "rod.length/8"
density = 500
[components.tip]
class = "Parts.Body"
m = "2*rod.m + rod.I[2,3]"
r_CM = "rod.r/4"
"#;
    let mut rig = Rig::uninitialized(compile(text));
    for length in [0.6, 0.9] {
        rig.set("length", length);
        rig.initialize(0.0).unwrap();
        let r = Vector3::new(length, 0.1, -length / 3.0);
        near3(rig.vector("joint.n"), Vector3::new(length, 2.0 * length, -0.3), 1e-15, "n");
        near(rig.get("joint.phi"), 0.5 * length + 0.3_f64.sin(), 1e-15, "phi");
        near(rig.get("rod.length"), r.norm(), 1e-15, "length");
        let m = 500.0 * r.norm() * (r.norm() / 8.0).powi(2);
        near(rig.get("rod.m"), m, 1e-12, "rod.m");
        let i = rig.matrix("rod.I");
        near(rig.get("tip.m"), 2.0 * m + i[(1, 2)], 1e-12, "tip.m");
        near3(rig.vector("tip.r_CM"), r / 4.0, 1e-15, "r_CM");
    }
    // A parameter that an expression decides cannot be set.
    let variable = &rig.model.catalogue.variables.at(rig.index("tip.m"));
    assert_eq!((variable.causality, variable.target), (Causality::CalculatedParameter, None));
}

/// A tunable parameter changed between steps acts from there on, as if the run had begun there.
#[test]
fn tunable_parameters_change_in_flight() {
    let text = |c: f64, start: &str| {
        format!(
            r#"
name = "Tuned"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"], ["spring.flange_a", "joint.support"], ["spring.flange_b", "joint.axis"]]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true, {start} }}
components.body = {{ class = "Parts.Body", m = 1.3, r_CM = [0.3, 0.1, 0.4] }}
components.spring = {{ class = "Rotational.Components.Spring", c = {c:?} }}
"#
        )
    };
    let mut host = Host::new(compile(&text(3.0, "phi = { start = 0.4 }")), 1e-10);
    host.start();
    host.steps(5, 0.1);
    host.set("spring.c", 9.0);
    let (phi, w) = (host.get("joint.phi"), host.get("joint.w"));
    let mut later =
        Host::new(compile(&text(9.0, &format!("phi = {{ start = {phi:?} }}, w = {{ start = {w:?} }}"))), 1e-10);
    later.start();
    near(host.get("joint.a"), later.get("joint.a"), 1e-12, "at once");
    host.steps(7, 0.1);
    later.steps(7, 0.1);
    near(host.get("joint.phi"), later.get("joint.phi"), 1e-9, "phi");
    // Geometry and mass are fixed.
    assert!(host.instance.set(&[host.reference("body.m")], &[2.0]).is_err());
}

/// Line forces at length zero: finite forces and derivatives.
#[test]
fn line_forces_of_length_zero_are_finite() {
    let text = r#"
name = "Zero"
connections = [
  ["world.frame_b", "spring.frame_a"], ["spring.frame_b", "body.frame_a"], ["world.frame_b", "damper.frame_a"], ["damper.frame_b", "body.frame_a"],
  ["world.frame_b", "both.frame_a"], ["both.frame_b", "body.frame_a"],
]
components.world = { class = "World" }
components.spring = { class = "Forces.Spring", c = 40, s_unstretched = 0.3 }
components.damper = { class = "Forces.Damper", d = 2 }
components.both = { class = "Forces.SpringDamperParallel", c = 30, d = 3, s_unstretched = 0.2 }
components.body = { class = "Parts.Body", m = 1, r_CM = [0, 0, 0], v_0 = { start = [1, 2, -0.5] } }
"#;
    let mut rig = Rig::new(text);
    assert!(rig.derivatives().iter().all(|d| d.is_finite()));
    for (name, f, s) in
        [("spring", 40.0 * (0.0 - 0.3), 0.0), ("damper", 0.0, 1e-10), ("both", 30.0 * (1e-10 - 0.2), 1e-10)]
    {
        near(rig.get(&format!("{name}.length")), 0.0, 0.0, name);
        near(rig.get(&format!("{name}.s")), s, 0.0, name);
        near(rig.get(&format!("{name}.f")), f, 1e-12, name);
        near3(rig.vector(&format!("{name}.e_rel_0")), Vector3::zeros(), 0.0, name);
        near3(rig.force(&format!("{name}.frame_b")), Vector3::zeros(), 0.0, name);
    }
    rig.run(0.5);
    assert!(rig.x.iter().all(|x| x.is_finite()));
}

/// Directions that are none are refused with the name of the component, in the file and when they are set.
#[test]
fn impossible_geometry_is_refused_by_name() {
    let text = |n: &str| {
        format!(
            r#"
name = "Axis"
connections = [["world.frame_b", "hinge.frame_a"], ["hinge.frame_b", "body.frame_a"]]
components.world = {{ class = "World" }}
components.hinge = {{ class = "Joints.Revolute", n = {n} }}
components.body = {{ class = "Parts.Body", m = 1.3, r_CM = [0.3, 0.1, 0.4] }}
"#
        )
    };
    let error = try_compile(&text("[0, 0, 0]")).unwrap_err();
    assert!(error.contains("hinge"), "{error}");
    let mut rig = Rig::new(&text("[0, 0, 2]"));
    rig.set("hinge.n[3]", 0.0);
    let error = rig.initialize(0.0).unwrap_err().to_string();
    assert!(error.contains("hinge"), "{error}");
}
