//! Pendulums, springs and dampers.

use super::*;

/// Complete elliptic integral of the first kind for the modulus k, by the arithmetic-geometric mean.
fn elliptic_k(k: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
    for _ in 0..40 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    PI / (2.0 * a)
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
