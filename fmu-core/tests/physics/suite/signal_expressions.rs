//! Signals that are expressions of variables: `[variables]` of the model, and RealExpression.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{Host, Rig, moving, moving_with, near, try_compile};
use simulation::variables::{Causality, DataType};

/// A cart that drag slows down: der(v) = -k v |v|, so v = v0/(1 + k v0 t).
const CART: &str = r#"
name = "Cart"
connections = [["drag", "push.f"], ["push.flange", "cart.flange_a"]]
[parameters]
rho = { value = 1.2, unit = "kg/m3" }
A = { value = 0.5, unit = "m2" }
[variables]
drag = { expression = "-0.5*rho*A*cart.v*abs(cart.v)", unit = "N", description = "air resistance" }
power = "-drag*cart.v"
[components.cart]
class = "Translational.Components.Mass"
m = 2
v = { start = 5, fixed = true }
[components.push]
class = "Translational.Sources.Force"
[outputs]
resistance = "drag"
"#;

#[test]
fn drag_slows_a_cart_down() {
    let mut m = moving(CART);
    let v = |t: f64| 5.0 / (1.0 + 0.15 * 5.0 * t);
    for t in [0.0, 0.5, 2.0, 7.0] {
        m.run(t);
        near(m.get("cart.v"), v(t), 1e-11, "speed");
        near(m.get("drag"), -0.3 * v(t) * v(t), 1e-11, "drag");
        near(m.get("power"), 0.3 * v(t).powi(3), 1e-11, "power");
    }
    let variable = m.model.catalogue.variables.iter().find(|variable| variable.name == "drag").unwrap();
    let DataType::Real { unit, .. } = variable.data_type else { panic!("a number") };
    assert_eq!((unit.as_deref(), &**variable.description), (Some("N"), "air resistance"));
}

/// Directional derivatives through an expression are exact: the acceleration's with respect to the speed.
#[test]
fn derivatives_are_exact() {
    let mut host = Host::new(moving::common::compile(CART), 1e-8);
    host.start();
    let [speed, acceleration] = ["cart.v", "der(cart.v)"].map(|name| host.reference(name));
    let mut found = [0.0];
    host.instance.directional_derivatives(&[acceleration], &[speed], &[1.0], &mut found).unwrap();
    near(found[0], -0.15 * 2.0 * 5.0, 1e-14, "d(-k v |v|)/dv");
}

/// Everything that a model shows may be named: frames, joints, sensors, blocks, forces of springs, inputs, other variables, vectors.
#[test]
fn expressions_name_any_variable() {
    let text = r#"
name = "Names"
connections = [
  ["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"], ["arm.frame_b", "bob.frame_a"],
  ["sensor.frame_a", "arm.frame_b"], ["fixed.flange", "spring.flange_a"], ["spring.flange_b", "mass.flange_a"],
]
[variables]
height = "-bob.frame_a.r_0[2] + 0*time"
turned = "rev.phi*rev.w"
length = "sqrt(sensor.r*sensor.r)"
doubled = "2*length"
pulled = "spring.f*spring.s_rel"
middle = "mass.s"
acceleration = "mass.a"
cut = "mass.flange_a.f"
pushed = "gain.u*3"
axis = "bob.frame_a.R.T[1,2]"
sum = "max(length, doubled)*sign(mass.s - 5) + min(height, abs(middle))"
[components.world]
class = "World"
[components.rev]
class = "Joints.Revolute"
phi = { start = 0.4, fixed = true }
w = { start = 0.7, fixed = true }
[components.arm]
class = "Parts.FixedTranslation"
r = [3, 0, 0]
[components.bob]
class = "Parts.Body"
m = 2
r_CM = [0, 0, 0]
[components.sensor]
class = "Sensors.AbsoluteSensor"
get_r = true
[components.fixed]
class = "Translational.Components.Fixed"
[components.spring]
class = "Translational.Components.Spring"
c = 20
s_rel0 = 0.1
[components.mass]
class = "Translational.Components.Mass"
m = 2
s = { start = 0.5, fixed = true }
[components.gain]
class = "Blocks.Math.Gain"
k = 1
"#;
    let text = text.replace("r*sensor.r", "r[1]^2 + sensor.r[2]^2");
    let mut m = moving_with(&text, &[("gain.u", 2.0)]);
    let expected = [
        ("height", -3.0 * 0.4_f64.sin()),
        ("turned", 0.28),
        ("length", 3.0),
        ("doubled", 6.0),
        ("pulled", 4.0),
        ("middle", 0.5),
        ("acceleration", -4.0),
        ("cut", -8.0),
        ("pushed", 6.0),
        ("axis", 0.4_f64.sin()),
        ("sum", -6.0 - 3.0 * 0.4_f64.sin()),
    ];
    for (name, value) in expected {
        near(m.get(name), value, 1e-13, name);
    }
}

/// The same motion with a spring as a component and as an expression, in a loop over an acceleration as well.
#[test]
fn forces_may_be_expressions() {
    let text = |force: &str| {
        format!(
            "name = \"F\"\nconnections = [[\"spring\", \"push.f\"], [\"push.flange\", \"mass.flange_a\"]]\n[variables]\n\
             spring = \"{force}\"\n[components.mass]\nclass = \"Translational.Components.Mass\"\nm = 2\n\
             s = {{ start = 1, fixed = true }}\nv = {{ start = 0, fixed = true }}\n\
             [components.push]\nclass = \"Translational.Sources.Force\"\n"
        )
    };
    let mut m = moving(&text("-8*mass.s"));
    m.run(1.3);
    near(m.get("mass.s"), 2.6_f64.cos(), 1e-11, "oscillator");
    // An inertia of 3 kg added by the force -3 a: five kilogrammes on the spring.
    let mut m = moving(&text("-8*mass.s - 3*mass.a"));
    m.run(1.3);
    near(m.get("mass.s"), (1.6_f64.sqrt() * 1.3).cos(), 1e-11, "added mass");
}

/// RealExpression takes the same expressions.
#[test]
fn real_expressions_name_variables() {
    let text = "name = \"R\"\nconnections = [[\"e.y\", \"i.u\"]]\n[components.e]\nclass = \"Blocks.Sources.RealExpression\"\n\
                y = \"-2*i.y + (if time < 1 then 1 else 0)\"\n[components.i]\nclass = \"Blocks.Continuous.Integrator\"\n";
    let mut m = moving(text);
    m.run(1.0);
    let one = 0.5 * (1.0 - (-2.0_f64).exp());
    near(m.get("i.y"), one, 1e-11, "growing");
    m.run(2.0);
    near(m.get("i.y"), one * (-2.0_f64).exp(), 1e-11, "decaying");
}

/// A free body with the drag -d v and a force along a vector of the model: vectors are expressions as a whole, and drive vector inputs.
#[test]
fn vectors_are_variables() {
    let text = r#"
name = "Drag"
connections = [["world.frame_b", "free.frame_a"], ["free.frame_b", "body.frame_a"], ["drag", "push.force"], ["push.frame_b", "body.frame_a"],
  ["level", "one.u"], ["level", "two.u"]]
inputs.level = { start = 2, unit = "m" }
[parameters]
d = { value = 3, unit = "N.s/m" }
along = [0, 0, 1]
[variables]
drag = { expression = "-d*body.v_0 + (if time > 1 then {0, 0, 0} else cross({2, 0, 0}, along))", unit = "N" }
power = "drag*body.v_0"
all = ["time", "level", 5, "power"]
sum = "all*all"
[outputs]
drag = "drag"
[components]
world = { class = "World", gravityType = "NoGravity" }
free = { class = "Joints.FreeMotion", v_rel_a = { start = [1, 2, 3], fixed = true }, r_rel_a = { start = [0, 0, 0], fixed = true } }
body = { class = "Parts.Body", m = 2, r_CM = [0, 0, 0] }
push = { class = "Forces.WorldForce" }
one = { class = "Blocks.Math.Gain", k = 2 }
two = { class = "Blocks.Math.Gain", k = 3 }
"#;
    let mut m = moving(text);
    m.run(0.5);
    // 2 v' = -3 v + f.
    let decay = (-0.75_f64).exp();
    let force = [0.0, -2.0, 0.0];
    let mut power = 0.0;
    for (k, v0) in [1.0, 2.0, 3.0].into_iter().enumerate() {
        let v = force[k] / 3.0 + (v0 - force[k] / 3.0) * decay;
        near(m.get(&format!("body.v_0[{}]", k + 1)), v, 1e-11, "speed");
        near(m.get(&format!("drag[{}]", k + 1)), force[k] - 3.0 * v, 1e-11, "drag");
        power += (force[k] - 3.0 * v) * v;
    }
    near(m.get("power"), power, 1e-10, "power");
    near(m.get("sum"), 0.25 + 4.0 + 25.0 + power * power, 1e-9, "a product of vectors of four");
    near(m.get("one.y") + m.get("two.y"), 10.0, 0.0, "an input of the model drives two inputs");
    let drag = m.model.catalogue.variables.iter().filter(|variable| variable.name.starts_with("drag["));
    let shown: Vec<_> = drag.map(|variable| (variable.causality, variable.data_type.clone())).collect();
    assert_eq!(shown.len(), 3);
    assert!(shown.iter().all(|(causality, _)| *causality == Causality::Output));
    let is_force = |kind: &DataType| matches!(kind, DataType::Real { unit: Some(unit), .. } if unit == "N");
    assert!(shown.iter().all(|(_, kind)| is_force(kind)));
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let with = |variables: &str| {
        format!(
            "name = \"W\"\nconnections = []\n[variables]\n{variables}\n[components.gain]\nclass = \"Blocks.Math.Gain\"\nk = 1\n\
             [components.mass]\nclass = \"Translational.Components.Mass\"\nm = {{ value = 2, unit = \"kg\" }}\n"
        )
    };
    for (variables, told) in [
        ("a = \"2*b\"\nb = \"a + 1\"", "loop"),
        ("a = \"a + 1\"", "loop"),
        ("a = \"2*mass.x\"", "mass.x"),
        ("a = \"mass.v +\"", "a"),
        ("mass = \"1\"", "mass"),
        ("a = { expression = \"mass.v*mass.v\", unit = \"N\" }", "m2/s2"),
        ("a = \"mass.v + mass.s\"", "m/s"),
        ("a = { variable = \"mass.v\" }", "variable"),
        ("a = { sample = 0.1, value = \"pre(mass.s)\" }", "pre(mass.s)"),
        ("a = { sample = 0.1, value = \"time\" }\nb = \"pre(a)\"", "pre(a)"),
        ("a = { sample = 0.1, value = [\"time\", \"1\"], start = [1, 2, 3] }", "an array of 2 numbers"),
        ("a = { sample = -0.1, value = \"time\" }", "a.samplePeriod"),
        ("a = { sample = \"1 kg\", value = \"time\" }", "1 kg"),
        ("a = { sample = 0.1, expression = \"time\" }", "`value`"),
        ("a = { value = \"time\" }", "`sample`"),
        ("a = { sample = 0.1, value = \"time\", expression = \"1\" }", "`expression` and `value`"),
        ("a = [\"time\", \"mass.s\"]\nb = \"a + 1\"", "`+` cannot be applied to an array of 2 elements and a scalar"),
        ("a = \"floor(mass.s/(1 m))\"", "noEvent(...)"),
        ("a = \"mass.s\"\n[parameters]\np = \"pre(2)\"", "pre"),
    ] {
        let problem = try_compile(&with(variables)).unwrap_err();
        assert!(problem.contains(told), "{variables}: {problem}");
    }
    assert!(Rig::new(&with("a = \"mass.v*2\"")).has("a"));
}
