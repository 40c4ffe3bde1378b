//! Slider-cranks against their own differential equation.

use crate::common::near;
use crate::loops::draft::Draft;

/// Crank and rod, m.
const RADIUS: f64 = 0.15;
const ROD: f64 = 0.4;
/// Inertia of the crank, kg.m2, mass of the slider, kg, gravity along the slider's way, m/s2.
const INERTIA: f64 = 0.02;
const MASS: f64 = 1.5;
const GRAVITY: f64 = -9.81;

/// The slider runs along the x axis of the world; `rod` are the components and `connections` between `crank.frame_b` and `piston.frame_a`.
fn slider_crank(rod: &[(&str, &str)], connections: &str) -> Draft {
    let flywheel = format!("class = \"Parts.Body\", m = 1, r_CM = [0, 0, 0], I_33 = {INERTIA}");
    let crank = format!("class = \"Parts.FixedTranslation\", r = [{RADIUS}, 0, 0]");
    let piston = format!("class = \"Parts.Body\", m = {MASS}, r_CM = [0, 0, 0]");
    let mut components = vec![
        ("world", "class = \"World\", g = 9.81, n = [-1, 0, 0]"),
        (
            "shaft",
            r#"class = "Joints.Revolute", phi = { start = 0.5, fixed = true }, w = { start = 4.0, fixed = true }"#,
        ),
        ("flywheel", &flywheel),
        ("crank", &crank),
        ("guide", r#"class = "Joints.Prismatic", n = [1, 0, 0], s.start = 0.5"#),
        ("piston", &piston),
    ];
    components.extend_from_slice(rod);
    let frame = "world.frame_b - shaft.frame_a, shaft.frame_b - flywheel.frame_a, shaft.frame_b - crank.frame_a,
        world.frame_b - guide.frame_a, guide.frame_b - piston.frame_a";
    Draft::new(&components, &format!("{frame}, {connections}"))
}

/// Position of the slider and its first two derivatives by the angle.
fn slider(phi: f64) -> [f64; 3] {
    let (sin, cos) = phi.sin_cos();
    let root = (ROD * ROD - RADIUS * RADIUS * sin * sin).sqrt();
    let r2 = RADIUS * RADIUS;
    let x = RADIUS * cos + root;
    let dx = -RADIUS * sin - r2 * sin * cos / root;
    let ddx = -RADIUS * cos - r2 * (cos * cos - sin * sin) / root - r2 * r2 * sin * sin * cos * cos / root.powi(3);
    [x, dx, ddx]
}

/// `(J + m x'^2) phi'' + m x' x'' phi'^2 = m g x'`, by Runge and Kutta in steps of 1e-4 s.
fn own_equation(end: f64) -> [f64; 3] {
    let acceleration = |phi: f64, w: f64| {
        let [_, dx, ddx] = slider(phi);
        (MASS * GRAVITY * dx - MASS * dx * ddx * w * w) / (INERTIA + MASS * dx * dx)
    };
    let (mut phi, mut w) = (0.5, 4.0);
    let steps = (end / 1e-4).round();
    let h = end / steps;
    for _ in 0..steps as usize {
        let (k1, l1) = (w, acceleration(phi, w));
        let (k2, l2) = (w + 0.5 * h * l1, acceleration(phi + 0.5 * h * k1, w + 0.5 * h * l1));
        let (k3, l3) = (w + 0.5 * h * l2, acceleration(phi + 0.5 * h * k2, w + 0.5 * h * l2));
        let (k4, l4) = (w + h * l3, acceleration(phi + h * k3, w + h * l3));
        phi += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        w += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
    }
    [phi, w, acceleration(phi, w)]
}

fn assert_follows_its_equation(draft: &Draft) {
    let mut rig = draft.start();
    for end in [0.0, 0.7, 1.5] {
        rig.run(end);
        let [phi, w, a] = if end > 0.0 { own_equation(end) } else { [0.5, 4.0, rig.get("shaft.a")] };
        near(rig.get("shaft.phi"), phi, 1e-8, "angle");
        near(rig.get("shaft.w"), w, 1e-8 * (1.0 + w.abs()), "speed");
        near(rig.get("shaft.a"), a, 1e-7 * (1.0 + a.abs()), "acceleration");
        let [x, dx, ddx] = slider(phi);
        near(rig.get("guide.s"), x, 1e-8, "slider");
        near(rig.get("guide.v"), dx * w, 1e-8 * (1.0 + w.abs()), "slider's speed");
        // All of the slider's force comes from the rod, along the line between its ends.
        let force = MASS * (ddx * w * w + dx * a - GRAVITY);
        near(rig.force("piston.frame_a").x, force, 1e-6 * (1.0 + force.abs()), "force on the slider");
        let end = rig.r_0("crank.frame_b");
        let across = force * end.y / (end.x - x);
        near(rig.force("guide.frame_b").y.abs(), across.abs(), 1e-6 * (1.0 + force.abs()), "force on the guide");
    }
}

#[test]
fn slider_crank_with_three_revolutes_follows_its_own_equation() {
    let rod = format!("class = \"Parts.FixedTranslation\", r = [{ROD}, 0, 0]");
    assert_follows_its_equation(&slider_crank(
        &[
            ("big_end", r#"class = "Joints.Revolute", phi.start = -0.7"#),
            ("rod", &rod),
            ("small_end", r#"class = "Joints.Revolute""#),
        ],
        "crank.frame_b - big_end.frame_a, big_end.frame_b - rod.frame_a, rod.frame_b - small_end.frame_a,
         small_end.frame_b - piston.frame_a",
    ));
}

#[test]
fn slider_crank_with_a_spherical_rod_follows_its_own_equation() {
    let rod = format!("class = \"Joints.SphericalSpherical\", rodLength = {ROD}");
    assert_follows_its_equation(&slider_crank(
        &[("rod", &rod)],
        "crank.frame_b - rod.frame_a, rod.frame_b - piston.frame_a",
    ));
}
