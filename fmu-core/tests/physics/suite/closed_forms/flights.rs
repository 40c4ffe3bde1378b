//! Free bodies in gravity, and motions with constant accelerations.

use super::*;

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
