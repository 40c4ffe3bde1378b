//! Gravity as an expression of the position.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Rig, near, near3, try_compile};
use mechanism::scalar::Vector3;

/// A pendulum with a body and a rod with mass, and a free point mass, in some field.
fn model(world: &str) -> String {
    format!(
        r#"
name = "Field"
connections = [
  ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"],
  ["world.frame_b", "rod.frame_a"], ["rod.frame_b", "weight.frame_a"],
]
[parameters]
k = 30.0
centre = [0.1, 0.2, -0.3]
[components.world]
class = "World"
{world}
[components.joint]
class = "Joints.Spherical"
w_rel_a_fixed = true
w_rel_a_start = [1, 2, -1]
[components.body]
class = "Parts.Body"
m = 2
r_CM = [0.4, -0.5, 0.7]
I_11 = 0.1
I_22 = 0.2
I_33 = 0.25
[components.rod]
class = "Joints.SphericalSpherical"
m = 0.5
rodLength = 1.5
[components.weight]
class = "Parts.Body"
m = 1
r_CM = [0, 0.1, 0]
r_0 = {{ start = [1.2, 0.9, 0], fixed = false }}
[components.point]
class = "Parts.PointMass"
m = 3
r_0 = {{ start = [0.5, -0.4, 0.3], fixed = true }}
v_0 = {{ start = [0.1, 1.5, 2], fixed = true }}
"#
    )
}

/// Everything that two models have in common stays equal.
fn assert_same(one: &str, other: &str) {
    let (mut one, mut other) =
        (Rig::new(&model(one)).with_tolerance(1e-10), Rig::new(&model(other)).with_tolerance(1e-10));
    for _ in 0..3 {
        for frame in ["body.frame_a", "rod.frame_a", "rod.frame_b", "weight.frame_a", "point.frame_a", "joint.frame_a"]
        {
            near3(one.r_0(frame), other.r_0(frame), 1e-8, frame);
            near3(one.force(frame), other.force(frame), 1e-6, frame);
            near3(one.torque(frame), other.torque(frame), 1e-6, frame);
        }
        near3(one.vector("body.g_0"), other.vector("body.g_0"), 1e-8, "g_0");
        let next = one.t + 0.5;
        one.run(next);
        other.run(next);
    }
}

#[test]
fn the_fields_of_the_library_as_expressions() {
    assert_same(
        r#"gravityType = "PointGravity"
mu = 10"#,
        r#"gravityAcceleration = "-10*r/length(r)^3""#,
    );
    assert_same("n = [1, 2, 2]\ng = 3", r#"gravityAcceleration = [1, "2", "k/15"]"#);
    assert_same(r#"gravityType = "NoGravity""#, "gravityAcceleration = [0, 0, 0]");
    // The expression may name the world's own parameters, and branch on parameters.
    assert_same("", r#"gravityAcceleration = "if k > 1 then world.g*world.n else {k*r[1], 0, 0}""#);
}

/// `-k (r - centre)`: a point mass moves harmonically about the centre, and a body with it swings; energy is kept.
#[test]
fn a_harmonic_field() {
    let field = r#"gravityAcceleration = "-k*(r - centre)""#;
    let mut rig = Rig::new(&model(field)).with_tolerance(1e-10);
    let centre = Vector3::new(0.1, 0.2, -0.3);
    let energy = |rig: &mut Rig| {
        let mut sum = rig.kinetic_energy();
        for body in ["body", "weight"] {
            let at = rig.r_0(&format!("{body}.frame_a"))
                + rig.t(&format!("{body}.frame_a")).transpose() * rig.vector(&format!("{body}.r_CM"));
            sum += 15.0 * rig.get(&format!("{body}.m")) * (at - centre).norm_squared();
        }
        sum += 15.0 * 3.0 * (rig.r_0("point.frame_a") - centre).norm_squared();
        // The rod's mass is in its middle.
        let (a, b) = (rig.r_0("rod.frame_a"), rig.r_0("rod.frame_b"));
        let v = rig.v_0("rod.frame_b") / 2.0;
        sum + 0.5 * 0.5 * v.norm_squared() + 15.0 * 0.5 * ((a + b) / 2.0 - centre).norm_squared()
    };
    let start = energy(&mut rig);
    let w = 30f64.sqrt();
    let (d, v) = (Vector3::new(0.5, -0.4, 0.3) - centre, Vector3::new(0.1, 1.5, 2.0));
    for k in 1..=5 {
        let t = 0.4 * f64::from(k);
        rig.run(t);
        near3(rig.r_0("point.frame_a"), centre + d * (w * t).cos() + v / w * (w * t).sin(), 1e-8, "harmonic motion");
        let found = energy(&mut rig);
        near(found, start, 1e-7 * start, "energy");
        let at = rig.r_0("body.frame_a") + rig.t("body.frame_a").transpose() * Vector3::new(0.4, -0.5, 0.7);
        near3(rig.vector("body.g_0"), (at - centre) * -30.0, 1e-9, "gravity at the centre of mass");
    }
}

/// Jacobians over jets see the gradient of the field: a point mass in `-k r` has `d(der v)/d r = -k`.
#[test]
fn the_gradient_is_in_the_derivatives() {
    let text = r#"
name = "Point"
[parameters]
one = 1.0
[components.world]
class = "World"
gravityAcceleration = "{one*r[2]^2, one*sin(one*r[1]), -one*r[3]*r[1]}"
[components.point]
class = "Parts.PointMass"
m = 3
r_0 = { start = [0.5, -0.4, 0.3], fixed = true }
v_0 = { fixed = true }
"#;
    let mut rig = Rig::new(text);
    let dx = rig.derivatives();
    let expected = [0.16, 0.5f64.sin(), -0.15];
    for k in 0..3 {
        near(dx[3 + k], expected[k], 1e-15, "acceleration");
    }
    let mut host = common::Host::new(common::compile(text), 1e-9);
    host.start();
    let reference = |name: &str| host.reference(name);
    let unknowns: Vec<u32> = (1..=3).map(|k| reference(&format!("der(point.v_0[{k}])"))).collect();
    let knowns: Vec<u32> = (1..=3).map(|k| reference(&format!("point.r_0[{k}]"))).collect();
    let gradient = [[0.0, -0.8, 0.0], [0.5f64.cos(), 0.0, 0.0], [-0.3, 0.0, -0.5]];
    for k in 0..3 {
        let mut seed = [0.0; 3];
        seed[k] = 1.0;
        let mut found = [0.0; 3];
        host.instance.directional_derivatives(&unknowns, &knowns, &seed, &mut found).unwrap();
        for (found, row) in found.iter().zip(gradient) {
            near(*found, row[k], 1e-14, "gradient");
        }
    }
}

#[test]
fn what_is_no_field_is_refused() {
    for (world, expected) in [
        (r#"gravityAcceleration = "if r[2] > 0 then {0, -1, 0} else {0, 1, 0}""#, "state events"),
        (r#"gravityAcceleration = "-k*r[2]""#, "takes three numbers, not a scalar"),
        (r#"gravityAcceleration = [0, "-k*time", 0]"#, "time"),
        (r#"gravityAcceleration = [0, "-k*r[4]", 0]"#, "`r[4]` is out of range"),
        ("gravityAcceleration = 3", "`gravityAcceleration`"),
        ("gravityAcceleration = { function = \"f\" }", "`gravityAcceleration`"),
        ("gravityType = \"PointGravity\"\ngravityAcceleration = [0, 0, 1]", "gravityType"),
    ] {
        let problem = try_compile(&model(world)).unwrap_err();
        assert!(problem.contains(expected) && problem.contains("world"), "{world}: {problem}");
    }
}
