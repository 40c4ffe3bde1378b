//! Motions with closed forms, about axes that are not parallel to anything.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Rig, near, near3};
use fmu_core::frames::transformation_matrices::planar_rotation;
use fmu_core::scalar::{Matrix3, Vector3};
use std::f64::consts::PI;

/// Complete elliptic integral of the first kind for the modulus k, by the arithmetic-geometric mean.
fn elliptic_k(k: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
    for _ in 0..40 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    PI / (2.0 * a)
}

/// A physical pendulum about a tilted axis in tilted gravity; the angle of rest is `rest`.
fn pendulum(phi: f64) -> String {
    format!(
        r#"
name = "Pendulum"
connections = [["world.frame_b", "mount.frame_a"], ["mount.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"]]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.mount = {{ class = "Parts.FixedRotation", r = [3, 4, 5], n = [0.2, 0.5, -1], angle = 20 }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], phi = {{ start = {phi} }} }}
components.body = {{ class = "Parts.Body", m = 1.7, r_CM = [0.5, 0.2, 0.3], I_11 = 0.11, I_22 = 0.12, I_33 = 0.14, I_21 = 0.01, I_31 = 0.02, I_32 = -0.01 }}
"#
    )
}

/// (natural angular frequency, angle of rest) of that pendulum.
fn pendulum_constants() -> (f64, f64) {
    let mut rig = Rig::new(&pendulum(0.0));
    let e = Vector3::new(1.0, 2.0, -0.5).normalize();
    let (c, m) = (Vector3::new(0.5, 0.2, 0.3), 1.7);
    let g = rig.t("mount.frame_b") * rig.uniform_gravity();
    let i = Matrix3::new(0.11, 0.01, 0.02, 0.01, 0.12, -0.01, 0.02, -0.01, 0.14);
    let inertia = e.dot(&(i * e)) + m * e.cross(&c).norm_squared();
    // Torque about the axis at phi: m e (c(phi) x g) = m |across| |g across| sin(rest - phi).
    let (across, down) = (c - e * e.dot(&c), g - e * e.dot(&g));
    let rest = e.dot(&across.cross(&down)).atan2(across.dot(&down));
    ((m * across.norm() * down.norm() / inertia).sqrt(), rest)
}

/// Period from the times at which the joint turns round, found on the way by the sign of its speed.
fn period(rig: &mut Rig, guess: f64) -> f64 {
    // Half a period after a start at rest the speed is zero again; Newton's method on w(t) = 0.
    rig.run(0.5 * guess);
    for _ in 0..6 {
        let (w, a) = (rig.get("joint.w"), rig.get("joint.a"));
        let next = rig.t - w / a;
        if next <= rig.t {
            // The solver goes forwards only: half a period is two quarters, so try the next turn.
            rig.run(rig.t + 0.25 * guess);
            rig.run(next + guess);
            let (w, a) = (rig.get("joint.w"), rig.get("joint.a"));
            return (rig.t - w / a) / 1.5;
        }
        rig.run(next);
        if (w / a).abs() < 1e-12 {
            break;
        }
    }
    2.0 * rig.t
}

#[test]
fn the_period_of_a_pendulum_is_the_elliptic_integral() {
    let (omega, rest) = pendulum_constants();
    for amplitude in [1e-3, 0.3, 1.2, 2.5, 3.0] {
        let mut rig = Rig::new(&pendulum(rest + amplitude)).with_tolerance(1e-12);
        let expected = 4.0 / omega * elliptic_k((0.5 * amplitude).sin());
        near(period(&mut rig, expected), expected, 2e-9 * expected, &format!("period at {amplitude}"));
    }
    let small = 2.0 * PI / omega;
    near(4.0 / omega * elliptic_k((5e-4_f64).sin()), small, 1e-6, "small angles");
}

#[test]
fn a_mass_on_a_spring_and_damper_oscillates() {
    let text = |d: f64| {
        format!(
            r#"
name = "Oscillator"
connections = [
  ["world.frame_b", "guide.frame_a"], ["guide.frame_b", "body.frame_a"],
  ["spring.flange_a", "guide.support"], ["spring.flange_b", "guide.axis"], ["damper.flange_b", "guide.support"], ["damper.flange_a", "guide.axis"],
]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.guide = {{ class = "Joints.Prismatic", n = [1, 2, -0.5], useAxisFlange = true, s = {{ start = 0.3 }}, v = {{ start = -0.7 }} }}
components.body = {{ class = "Parts.Body", m = 1.3, r_CM = [0.2, 0.4, 0.1] }}
components.spring = {{ class = "Translational.Components.Spring", c = 45, s_rel0 = 0.2 }}
components.damper = {{ class = "Translational.Components.Damper", d = {d} }}
"#
        )
    };
    for d in [0.0, 1.6, 40.0] {
        let mut rig = Rig::new(&text(d)).with_tolerance(1e-12);
        let along = rig.uniform_gravity().dot(&Vector3::new(1.0, 2.0, -0.5).normalize());
        for step in 1..=8 {
            let t = 0.5 * f64::from(step);
            rig.run(t);
            let expected = oscillation(1.3, 45.0, d, 0.2 + 1.3 * along / 45.0, [0.3, -0.7], t);
            near(rig.get("guide.s"), expected, 1e-9, &format!("s at {t}, d = {d}"));
        }
    }
}

/// Position at time `t` of a mass `m` on a spring `c` and a damper `d` that rests at `rest`, from a position and a speed.
fn oscillation(m: f64, c: f64, d: f64, rest: f64, [x, v]: [f64; 2], t: f64) -> f64 {
    let delta = 0.5 * d / m;
    let squared = c / m - delta * delta;
    let (omega, x) = (squared.abs().sqrt(), x - rest);
    let (cos, sin) =
        if squared > 0.0 { ((omega * t).cos(), (omega * t).sin()) } else { ((omega * t).cosh(), (omega * t).sinh()) };
    rest + (-delta * t).exp() * (x * cos + (v + delta * x) / omega * sin)
}

/// Line forces between the ends of a guide: spring, damper, and both, in gravity.
#[test]
fn a_mass_on_line_forces_oscillates() {
    let line = [
        ("Forces.Spring", "c = 45, s_unstretched = 0.9", 45.0, 0.0),
        ("Forces.Damper", "d = 1.6", 0.0, 1.6),
        ("Forces.SpringDamperParallel", "c = 45, d = 1.6, s_unstretched = 0.9", 45.0, 1.6),
    ];
    for (class, parameters, c, d) in line {
        let text = format!(
            r#"
name = "Line"
connections = [
  ["world.frame_b", "guide.frame_b"], ["guide.frame_a", "body.frame_a"], ["world.frame_b", "line.frame_b"], ["line.frame_a", "guide.frame_a"],
]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.guide = {{ class = "Joints.Prismatic", n = [1, 2, -0.5], s = {{ start = -1.4 }}, v = {{ start = 0.7 }} }}
components.body = {{ class = "Parts.Body", m = 1.3, r_CM = [0.2, 0.4, 0.1] }}
components.line = {{ class = "{class}", {parameters} }}
"#
        );
        let mut rig = Rig::new(&text).with_tolerance(1e-12);
        // The body is at -s n from the origin.
        let g = rig.uniform_gravity().dot(&Vector3::new(1.0, 2.0, -0.5).normalize());
        for step in 1..=4 {
            let t = 0.1 * f64::from(step);
            rig.run(t);
            let distance = if c > 0.0 {
                oscillation(1.3, c, d, 0.9 + 1.3 * g / c, [1.4, -0.7], t)
            } else {
                // The speed goes to that at which the damper carries the weight.
                let (rate, fall) = (d / 1.3, 1.3 * g / d);
                1.4 + fall * t + (-0.7 - fall) / rate * (1.0 - (-rate * t).exp())
            };
            assert!(distance > 0.1, "{class} at {t}: {distance}");
            near(-rig.get("guide.s"), distance, 1e-9, &format!("{class} at {t}"));
            near(rig.get("line.s"), distance, 1e-9, &format!("{class} at {t}"));
        }
    }
}

/// Forces.Spring along a line that turns.
#[test]
fn a_mass_on_a_line_spring_circles() {
    let text = r#"
name = "Circle"
connections = [["world.frame_b", "spring.frame_a"], ["spring.frame_b", "mass.frame_a"]]
components.world = { class = "World", gravityType = "NoGravity" }
components.spring = { class = "Forces.Spring", c = 50, s_unstretched = 0.4, fixedRotationAtFrame_b = true }
components.mass = { class = "Parts.PointMass", m = 0.8 }
"#;
    let mut rig = Rig::uninitialized(common::compile(text)).with_tolerance(1e-12);
    // c (s - s0) = m omega^2 s.
    let (s, c, m) = (0.7_f64, 50.0, 0.8);
    let omega = (c * (s - 0.4) / (m * s)).sqrt();
    let (x, y) = (Vector3::new(1.0, 2.0, -0.5).normalize(), Vector3::new(2.0, -1.0, 0.0).normalize());
    rig.set3("mass.r_0", (x * s).into());
    rig.set3("mass.v_0", (y * s * omega).into());
    rig.initialize(0.0).unwrap();
    for step in 1..=10 {
        let t = 0.4 * f64::from(step);
        rig.run(t);
        near3(rig.vector("mass.r_0"), (x * (omega * t).cos() + y * (omega * t).sin()) * s, 1e-9, "circle");
        near(rig.get("spring.f"), c * (s - 0.4), 1e-9, "force");
    }
}

#[test]
fn a_thrown_body_flies_a_parabola() {
    let text = r#"
name = "Projectile"
components.world = { class = "World", g = 3.7, n = [0.3, -1, 0.2] }
components.stone = { class = "Parts.PointMass", m = 2, r_0 = { start = [1, 2, 3] }, v_0 = { start = [4, 5, -6] } }
components.stick = { class = "Parts.Body", m = 1.5, r_CM = [0.3, -0.2, 0.1], I_11 = 0.2, I_22 = 0.2, I_33 = 0.2, r_0 = { start = [7, 8, 9] }, v_0 = { start = [1, 0, 2] }, w_0_start = [3, 1, -2] }
"#;
    let mut rig = Rig::new(text).with_tolerance(1e-12);
    let g = Vector3::new(0.3, -1.0, 0.2).normalize() * 3.7;
    // The centre of mass of the stick; it spins about a fixed direction, as its inertia is that of a ball.
    let (c, w) = (Vector3::new(0.3, -0.2, 0.1), Vector3::new(3.0, 1.0, -2.0));
    let (r, v) = (Vector3::new(7.0, 8.0, 9.0) + c, Vector3::new(1.0, 0.0, 2.0) + w.cross(&c));
    for step in 1..=10 {
        let t = 0.3 * f64::from(step);
        rig.run(t);
        let fallen = g * (0.5 * t * t);
        near3(
            rig.vector("stone.r_0"),
            Vector3::new(1.0, 2.0, 3.0) + Vector3::new(4.0, 5.0, -6.0) * t + fallen,
            1e-9,
            "stone",
        );
        near3(rig.vector("stone.v_0"), Vector3::new(4.0, 5.0, -6.0) + g * t, 1e-9, "stone");
        let turned = planar_rotation(w, w.norm() * t).unwrap();
        assert!((rig.t("stick.frame_a") - turned).amax() < 1e-9);
        near3(rig.vector("stick.r_0"), r + v * t + fallen - turned.transpose() * c, 1e-9, "stick");
    }
}

/// An ellipse about the world's origin: Kepler's equation.
#[test]
fn a_satellite_follows_kepler() {
    let text = r#"
name = "Orbit"
components.world = { class = "World", gravityType = "PointGravity" }
components.body = { class = "Parts.Body", m = 500, r_CM = [0, 0, 0], I_11 = 10, I_22 = 20, I_33 = 25 }
components.point = { class = "Parts.PointMass", m = 3 }
"#;
    let (mu, a, eccentricity) = (3.986_004_418e14_f64, 9.0e6_f64, 0.2_f64);
    let (p, q) = (Vector3::new(1.0, 2.0, -0.5).normalize(), Vector3::new(2.0, -1.0, 0.0).normalize());
    let (nearest, n) = (a * (1.0 - eccentricity), (mu / (a * a * a)).sqrt());
    let speed = (mu / a * (1.0 + eccentricity) / (1.0 - eccentricity)).sqrt();
    let mut rig = Rig::uninitialized(common::compile(text));
    for name in ["body", "point"] {
        rig.set3(&format!("{name}.r_0"), (p * nearest).into());
        rig.set3(&format!("{name}.v_0"), (q * speed).into());
    }
    rig.initialize(0.0).unwrap();
    for step in 1..=12 {
        let t = 1000.0 * f64::from(step);
        rig.run(t);
        let mut anomaly = n * t;
        for _ in 0..50 {
            anomaly -= (anomaly - eccentricity * anomaly.sin() - n * t) / (1.0 - eccentricity * anomaly.cos());
        }
        let minor = (1.0 - eccentricity * eccentricity).sqrt();
        let expected = (p * (anomaly.cos() - eccentricity) + q * (minor * anomaly.sin())) * a;
        for name in ["body", "point"] {
            near3(rig.vector(&format!("{name}.r_0")), expected, 1e-7 * a, &format!("{name} at {t}"));
        }
        let r = rig.vector("body.r_0");
        near3(rig.vector("body.g_0"), r * (-mu / r.norm().powi(3)), 1e-12, "g_0");
        near3(rig.vector("body.a_0"), r * (-mu / r.norm().powi(3)), 1e-12, "a_0");
    }
}

/// A dumbbell in a point field feels the gradient: the torque is that of two weights.
#[test]
fn a_rigid_cluster_feels_the_gradient_of_the_field() {
    let text = r#"
name = "Dumbbell"
connections = [["one.frame_a", "rod.frame_a"], ["rod.frame_b", "two.frame_a"]]
components.world = { class = "World", gravityType = "PointGravity", mu = 5 }
components.one = { class = "Parts.Body", m = 2, r_CM = [0, 0, 0], enforceStates = true, r_0 = { start = [1.2, 0.3, -0.5] }, w_0_start = [0.3, 0.2, 0.1] }
components.rod = { class = "Parts.FixedTranslation", r = [0.4, -0.7, 0.6] }
components.two = { class = "Parts.PointMass", m = 1.5 }
"#;
    let mut rig = Rig::new(text);
    rig.run(0.6);
    let field = |r: Vector3<f64>| r * (-5.0 / r.norm().powi(3));
    let (r1, r2) = (rig.vector("one.r_0"), rig.vector("two.r_0"));
    let (f1, f2) = (field(r1) * 2.0, field(r2) * 1.5);
    let centre = (r1 * 2.0 + r2 * 1.5) / 3.5;
    let a = (rig.vector("one.a_0") * 2.0 + rig.vector("two.a_0") * 1.5) / 3.5;
    near3(a * 3.5, f1 + f2, 1e-12, "force");
    near3(rig.vector("one.g_0"), field(r1), 1e-14, "g_0");
    let torque = (r1 - centre).cross(&f1) + (r2 - centre).cross(&f2);
    assert!(torque.norm() > 0.1);
    let i = Matrix3::identity() * 1e-3;
    let change = rig.rate3(|rig| {
        let (r1, r2) = (rig.vector("one.r_0"), rig.vector("two.r_0"));
        let (v1, v2) = (rig.vector("one.v_0"), rig.vector("two.v_0"));
        let centre = (r1 * 2.0 + r2 * 1.5) / 3.5;
        (r1 - centre).cross(&v1) * 2.0 + (r2 - centre).cross(&v2) * 1.5 + i * rig.w_0("one.frame_a")
    });
    near3(change, torque, 1e-8, "torque");
}

#[test]
fn a_constant_torque_spins_up() {
    let text = r#"
name = "SpinUp"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "disc.frame_a"], ["motor.flange", "joint.axis"]]
components.world = { class = "World", gravityType = "NoGravity" }
components.joint = { class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true, phi = { start = 0.2 }, w = { start = -0.5 } }
components.disc = { class = "Parts.Body", m = 2, r_CM = [0.1, -0.3, 0.2], I_11 = 0.3, I_22 = 0.2, I_33 = 0.4, I_21 = 0.05 }
components.motor = { class = "Rotational.Sources.Torque" }
"#;
    let mut rig = Rig::new(text);
    rig.set("motor.tau", 1.9);
    let e = Vector3::new(1.0, 2.0, -0.5).normalize();
    let i = Matrix3::new(0.3, 0.05, 0.0, 0.05, 0.2, 0.0, 0.0, 0.0, 0.4);
    let inertia = e.dot(&(i * e)) + 2.0 * e.cross(&Vector3::new(0.1, -0.3, 0.2)).norm_squared();
    let a = 1.9 / inertia;
    for t in [0.5, 1.0, 4.0] {
        rig.run(t);
        near(rig.get("joint.phi"), 0.2 - 0.5 * t + 0.5 * a * t * t, 1e-9 * (1.0 + a * t * t), "phi");
        near(rig.get("joint.w"), -0.5 + a * t, 1e-9 * (1.0 + a * t), "w");
        near(rig.get("joint.a"), a, 1e-12 * a, "a");
        near(rig.get("joint.tau"), 1.9, 0.0, "tau");
    }
}

#[test]
fn a_slider_on_an_incline_accelerates_evenly() {
    let text = r#"
name = "Incline"
connections = [["world.frame_b", "mount.frame_a"], ["mount.frame_b", "guide.frame_b"], ["guide.frame_a", "box.frame_b"]]
components.world = { class = "World", g = 9.81, n = [0.3, -1, 0.2] }
components.mount = { class = "Parts.FixedRotation", r = [1, 2, 3], rotationType = "PlanarRotationSequence", sequence = [2, 3, 1], angles = [30, 40, -70] }
components.guide = { class = "Joints.Prismatic", n = [1, 2, -0.5], s = { start = 0.4 }, v = { start = 0.9 } }
components.box = { class = "Parts.BodyBox", r = [0.3, 0.1, 0.2], width = 0.1 }
"#;
    let mut rig = Rig::new(text);
    let e = Vector3::new(1.0, 2.0, -0.5).normalize();
    // The box hangs on frame_a, so it moves against n.
    let a = -(rig.t("mount.frame_b") * rig.uniform_gravity()).dot(&e);
    assert!(a.abs() > 1.0);
    for t in [0.5, 1.0, 2.0] {
        rig.run(t);
        near(rig.get("guide.s"), 0.4 + 0.9 * t + 0.5 * a * t * t, 1e-9, "s");
        near(rig.get("guide.a"), a, 1e-12, "a");
        near(rig.get("guide.f"), 0.0, 0.0, "f");
        // The guide holds the weight across its axis.
        let weight = rig.t("guide.frame_b") * rig.uniform_gravity() * rig.get("box.m");
        near3(rig.vector("guide.frame_b.f"), -(weight - e * weight.dot(&e)), 1e-11, "held");
    }
}

/// Torque that a motion about the tilted axis needs, from Newton and Euler for the one body on it.
fn needed_torque(rig: &mut Rig, joint: &str, body: &str) -> f64 {
    let e = rig.vector(&format!("{joint}.n")).normalize();
    let (m, c, i) = (rig.get(&format!("{body}.m")), rig.vector(&format!("{body}.r_CM")), rig.inertia(body));
    let g = rig.t(&format!("{body}.frame_a")) * rig.uniform_gravity();
    let (w, z) = (e * rig.get(&format!("{joint}.w")), e * rig.get(&format!("{joint}.a")));
    let a = z.cross(&c) + w.cross(&w.cross(&c));
    e.dot(&(i * z + w.cross(&(i * w)) + c.cross(&(a - g)) * m))
}

fn driven(drive: &str) -> String {
    format!(
        r#"
name = "Driven"
connections = [
  ["world.frame_b", "mount.frame_a"], ["mount.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"],
  ["mount.frame_b", "guide.frame_a"], ["guide.frame_b", "load.frame_a"], ["turn.flange", "joint.axis"], ["slide.flange", "guide.axis"],
  ["friction.flange_a", "joint.support"], ["friction.flange_b", "joint.axis"], ["drag.flange_a", "guide.axis"], ["drag.flange_b", "guide.support"],
]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.mount = {{ class = "Parts.FixedRotation", n = [0.2, 0.5, -1], angle = 20 }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true, phi = {{ start = 0.3 }}, w = {{ start = 0.8 }} }}
components.body = {{ class = "Parts.Body", m = 1.7, r_CM = [0.5, 0.2, 0.3], I_11 = 0.11, I_22 = 0.12, I_33 = 0.14, I_21 = 0.01 }}
components.guide = {{ class = "Joints.Prismatic", n = [-1, 0.3, 0.8], useAxisFlange = true, s = {{ start = 0.1 }}, v = {{ start = -0.6 }} }}
components.load = {{ class = "Parts.Body", m = 2.1, r_CM = [0.1, 0, 0.3] }}
components.friction = {{ class = "Rotational.Components.Damper", d = 0.9 }}
components.drag = {{ class = "Translational.Components.Damper", d = 3.5 }}
{drive}
"#
    )
}

/// Torque and force at the flanges of the drives are what the motion needs and what friction takes.
fn assert_drives(rig: &mut Rig) {
    let tau = needed_torque(rig, "joint", "body");
    near(rig.get("joint.tau"), tau, 1e-11 * (1.0 + tau.abs()), "tau");
    let given = tau + 0.9 * rig.get("joint.w");
    near(-rig.get("turn.flange.tau"), given, 1e-11 * (1.0 + given.abs()), "turn");
    let e = rig.vector("guide.n").normalize();
    let along = (rig.t("guide.frame_a") * rig.uniform_gravity()).dot(&e);
    let f = 2.1 * (rig.get("guide.a") - along);
    near(rig.get("guide.f"), f, 1e-11 * (1.0 + f.abs()), "f");
    let given = f + 3.5 * rig.get("guide.v");
    near(-rig.get("slide.flange.f"), given, 1e-11 * (1.0 + given.abs()), "slide");
}

#[test]
fn constant_speeds_need_what_inverse_dynamics_says() {
    let text = driven(
        r#"components.turn = { class = "Rotational.Sources.ConstantSpeed", w_fixed = -1.7 }
components.slide = { class = "Translational.Sources.ConstantSpeed", v_fixed = 0.4 }"#,
    );
    let mut rig = Rig::new(&text);
    // The speeds are no states: they start at once.
    assert_eq!(rig.x.len(), 2);
    for t in [0.0, 0.5, 2.0] {
        rig.run(t);
        near(rig.get("joint.phi"), 0.3 - 1.7 * t, 1e-11, "phi");
        near(rig.get("guide.s"), 0.1 + 0.4 * t, 1e-11, "s");
        assert_eq!(
            [rig.get("joint.w"), rig.get("turn.w"), rig.get("guide.v"), rig.get("slide.v")],
            [-1.7, -1.7, 0.4, 0.4]
        );
        assert_eq!([rig.get("joint.a"), rig.get("guide.a")], [0.0, 0.0]);
        assert_drives(&mut rig);
    }
}

/// The filter of Position: x'' = ((r - x) w - 1.3617 x') w/0.6180, starting at the reference with the joint's start speed.
#[test]
fn positions_follow_the_filtered_reference() {
    let text = driven(
        r#"components.turn = { class = "Rotational.Sources.Position", f_crit = 0.7 }
components.slide = { class = "Translational.Sources.Position", f_crit = 0.9 }"#,
    );
    let mut rig = Rig::uninitialized(common::compile(&text));
    rig.set("turn.phi_ref", 0.5);
    rig.set("slide.s_ref", -0.2);
    rig.initialize(0.0).unwrap();
    near(rig.get("joint.phi"), 0.5, 0.0, "starts at the reference");
    near(rig.get("guide.s"), -0.2, 0.0, "starts at the reference");
    // The reference jumps at once.
    rig.set("turn.phi_ref", 1.5);
    rig.set("slide.s_ref", 0.3);
    let response = |f: f64, x: f64, v: f64, reference: f64, t: f64| {
        let w = 2.0 * PI * f;
        let (delta, squared) = (0.5 * 1.3617 * w / 0.6180, w * w / 0.6180);
        let omega = (squared - delta * delta).sqrt();
        let x = x - reference;
        reference + (-delta * t).exp() * (x * (omega * t).cos() + (v + delta * x) / omega * (omega * t).sin())
    };
    for t in [0.0, 0.1, 0.4, 1.0, 3.0] {
        rig.run(t);
        let (phi, s) = (response(0.7, 0.5, 0.8, 1.5, t), response(0.9, -0.2, -0.6, 0.3, t));
        near(rig.get("joint.phi"), phi, 1e-9, &format!("phi at {t}"));
        near(rig.get("guide.s"), s, 1e-9, &format!("s at {t}"));
        near(rig.get("turn.phi"), phi, 1e-9, "turn.phi");
        near(rig.get("turn.a"), rig.get("joint.a"), 0.0, "turn.a");
        near(rig.get("slide.v"), rig.get("guide.v"), 0.0, "slide.v");
        assert_drives(&mut rig);
    }
}

/// Exact positions: the reference itself and its derivatives, no state.
#[test]
fn exact_positions_follow_the_reference_itself() {
    let text = driven(
        r#"components.turn = { class = "Rotational.Sources.Position", exact = true }
components.slide = { class = "Translational.Sources.Position", exact = true }
components.wave = { class = "Blocks.Sources.Sine", amplitude = 0.8, f = 0.6, phase = 0.4, offset = 0.1 }"#,
    )
    .replacen(
        "connections = [",
        "connections = [[\"wave.y\", \"turn.phi_ref\"], [\"wave.y\", \"slide.s_ref\"],",
        1,
    );
    let mut rig = Rig::new(&text);
    assert_eq!(rig.x.len(), 0);
    let omega = 2.0 * PI * 0.6;
    for t in [0.0, 0.3, 1.1, 2.0] {
        rig.run(t);
        let (sin, cos) = (omega * t + 0.4).sin_cos();
        for [x, v, a] in
            [["joint.phi", "joint.w", "joint.a"], ["guide.s", "guide.v", "guide.a"], ["turn.phi", "turn.w", "turn.a"]]
        {
            near(rig.get(x), 0.1 + 0.8 * sin, 1e-14, x);
            near(rig.get(v), 0.8 * omega * cos, 1e-13, v);
            near(rig.get(a), -0.8 * omega * omega * sin, 1e-12, a);
        }
        assert_drives(&mut rig);
    }
}

/// Angles of many turns: a joint may run for days.
#[test]
fn large_angles_keep_the_orientation() {
    let mut rig = Rig::new(&pendulum(0.0));
    let e = Vector3::new(1.0, 2.0, -0.5);
    let mount = rig.t("mount.frame_b");
    for phi in [1.0, -50.0, 1e3, -123_456.789, 1e8, -3e12, 1e15] {
        rig.x[0] = phi;
        let expected = planar_rotation(e, phi).unwrap() * mount;
        assert!((rig.t("body.frame_a") - expected).amax() < 1e-14, "{phi}");
    }
}
