//! Several loops, small and large ones, prescribed ones, loops on a free base, and links that cannot close.

use crate::common::{Rig, compile, near, near3};
use crate::loops::draft::Draft;
use mechanism::scalar::Vector3;

/// A bar of `length`, m.
fn bar(length: f64, scale: f64) -> String {
    let thin = 0.1 * scale;
    format!("class = \"Parts.BodyBox\", r = [{length}, 0, 0], width = {thin}, height = {thin}")
}

/// A four-bar with all lengths times `scale` and gravity too, so that the motion is the same.
fn four_bar(scale: f64) -> Draft {
    Draft::new(
        &[
            ("world", &format!("class = \"World\", g = {}", 9.81 * scale)),
            ("ground", &format!("class = \"Parts.FixedTranslation\", r = [{}, 0, 0]", 0.5 * scale)),
            ("j1", r#"class = "Joints.Revolute", phi = { start = 1.0, fixed = true }, w = { start = 3.0, fixed = true }"#),
            ("crank", &bar(0.2 * scale, scale)),
            ("j2", r#"class = "Joints.Revolute", phi.start = -0.8"#),
            ("coupler", &bar(0.5 * scale, scale)),
            ("j3", r#"class = "Joints.Revolute", phi.start = -1.5"#),
            ("rocker", &bar(0.4 * scale, scale)),
            ("j4", r#"class = "Joints.Revolute""#),
        ],
        "world.frame_b - j1.frame_a, j1.frame_b - crank.frame_a, crank.frame_b - j2.frame_a, j2.frame_b - coupler.frame_a,
         coupler.frame_b - j3.frame_a, j3.frame_b - rocker.frame_a, rocker.frame_b - j4.frame_a, j4.frame_b - ground.frame_b,
         world.frame_b - ground.frame_a",
    )
}

/// Masses grow with the third power of the scale, forces with the fourth. The smallest crank is 0.2 mm long.
#[test]
fn the_motion_does_not_depend_on_the_unit_of_length() {
    let mut one = four_bar(1.0).start();
    one.run(0.4);
    for scale in [1e-3, 1e3] {
        let mut other = four_bar(scale).start();
        other.run(0.4);
        for name in ["j1.phi", "j1.w", "j1.a", "j2.phi", "j3.a", "j4.w"] {
            let expected = one.get(name);
            near(other.get(name), expected, 1e-7 * (1.0 + expected.abs()), &format!("{name} at {scale}"));
        }
        let forces = scale.powi(4);
        near3(other.force("j3.frame_a") / forces, one.force("j3.frame_a"), 1e-5, &format!("force at {scale}"));
    }
}

/// The rods are too short to reach each other.
#[test]
fn links_that_cannot_close_are_named_with_the_gap() {
    let text = four_bar(1.0).text().replace(
        "components.ground = { class = \"Parts.FixedTranslation\", r = [0.5",
        "components.ground = { class = \"Parts.FixedTranslation\", r = [1.5",
    );
    let mut rig = Rig::uninitialized(compile(&text));
    let message = rig.initialize(0.0).expect_err("it should not close").to_string();
    assert!(message.contains("gap along x of frame_a"), "{message}");
    assert!(["j1", "j4"].iter().any(|joint| message.contains(joint)), "{message}");
}

/// The drive's power is what the energy gains.
#[test]
fn a_prescribed_crank_needs_the_torque_of_the_power_balance() {
    let mut draft = four_bar(1.0);
    for component in &mut draft.components {
        if component.starts_with("components.j1 ") {
            *component =
                "components.j1 = { class = \"Joints.Revolute\", useAxisFlange = true, phi.start = 1.0 }".to_owned();
        }
    }
    let mut draft = draft
        .with("drive", r#"class = "Rotational.Sources.Position", exact = true"#)
        .with("wave", r#"class = "Blocks.Sources.Sine", amplitude = 0.6, f = 0.7, offset = 1.0"#);
    let more = Draft::new(&[], "wave.y - drive.phi_ref, drive.flange - j1.axis");
    draft.connections.extend(more.connections);
    let mut rig = draft.start();
    for t in [0.1, 0.4, 0.9] {
        rig.run(t);
        let phi = 1.0 + 0.6 * (std::f64::consts::TAU * 0.7 * t).sin();
        near(rig.get("j1.phi"), phi, 1e-9, "prescribed");
        let power = rig.rate(|rig| rig.kinetic_energy() + rig.potential_energy());
        near(rig.get("j1.tau") * rig.get("j1.w"), power, 1e-6 * (1.0 + power.abs()), "power");
        assert!(rig.get("j1.tau").abs() > 0.1, "{}", rig.get("j1.tau"));
    }
}

/// Two four-bars side by side have one crank: two loops share its joint. The same as one loop of bars twice as dense.
#[test]
fn two_loops_on_one_crank_move_as_one_of_twice_the_mass() {
    let one = four_bar(1.0);
    let mut two = one.clone();
    // The second coupler and rocker lie where the first ones do.
    for component in &one.components {
        for name in ["coupler", "rocker", "j2", "j3", "j4"] {
            if component.starts_with(&format!("components.{name} ")) {
                two.components.push(component.replacen(name, &format!("{name}_2"), 1));
            }
        }
    }
    let more = Draft::new(
        &[],
        "crank.frame_b - j2_2.frame_a, j2_2.frame_b - coupler_2.frame_a, coupler_2.frame_b - j3_2.frame_a,
         j3_2.frame_b - rocker_2.frame_a, rocker_2.frame_b - j4_2.frame_a, j4_2.frame_b - ground.frame_b",
    );
    two.connections.extend(more.connections);
    let mut heavy = one.clone();
    for component in &mut heavy.components {
        if ["coupler", "rocker"].iter().any(|name| component.starts_with(&format!("components.{name} "))) {
            *component = component.replace("\"Parts.BodyBox\"", "\"Parts.BodyBox\", density = 15400");
        }
    }
    for component in &mut two.components {
        if component.contains("Parts.BodyBox") && !component.contains("crank") {
            *component = component.replace("\"Parts.BodyBox\"", "\"Parts.BodyBox\", density = 7700");
        }
    }
    let (mut two, mut heavy) = (two.start(), heavy.start());
    two.run(0.4);
    heavy.run(0.4);
    for name in ["j1.phi", "j1.w", "j1.a", "j2.phi", "j3.a"] {
        near(two.get(name), heavy.get(name), 1e-7 * (1.0 + heavy.get(name).abs()), name);
    }
    near3(two.force("j1.frame_a"), heavy.force("j1.frame_a"), 1e-5, "force of the shared joint");
    near3(two.force("j3.frame_a"), two.force("j3_2.frame_a"), 1e-5, "both loops are loaded alike");
}

/// A four-bar on a free, spinning base: momentum and angular momentum stay.
#[test]
fn a_loop_on_a_free_base_keeps_its_momentum() {
    let mut draft = four_bar(1.0);
    for component in &mut draft.components {
        if component.starts_with("components.world ") {
            *component = "components.world = { class = \"World\", gravityType = \"NoGravity\" }".to_owned();
        }
    }
    for end in draft.connections.iter_mut().flatten() {
        if end == "world.frame_b" {
            *end = "base.frame_a".to_owned();
        }
    }
    let base = "class = \"Parts.Body\", m = 30, r_CM = [0.1, -0.2, 0.1], I_11 = 2, I_22 = 3, I_33 = 2.5, w_0_start = [2, -3, 4], \
        v_0 = { start = [0.5, 0.2, -0.3] }";
    let mut rig = draft.with("base", base).start();
    let (start, start_angular) = momentum(&mut rig);
    let phi = rig.get("j1.phi");
    rig.run(0.5);
    let (end, end_angular) = momentum(&mut rig);
    near3(end, start, 1e-8 * start.norm(), "momentum");
    near3(end_angular, start_angular, 1e-8 * start_angular.norm(), "angular momentum");
    assert!((rig.get("j1.phi") - phi).abs() > 0.5);
}

/// Momentum and angular momentum about the origin, world axes.
fn momentum(rig: &mut Rig) -> (Vector3<f64>, Vector3<f64>) {
    let (mut linear, mut angular) = (Vector3::zeros(), Vector3::zeros());
    for body in rig.bodies() {
        let frame = format!("{body}.frame_a");
        let (m, r_cm) = (rig.get(&format!("{body}.m")), rig.vector(&format!("{body}.r_CM")));
        let (axes, w) = (rig.t(&frame).transpose(), rig.vector(&format!("{body}.w_a")));
        let r = rig.r_0(&frame) + axes * r_cm;
        let v = rig.vector(&format!("{body}.v_0")) + axes * w.cross(&r_cm);
        linear += v * m;
        angular += r.cross(&v) * m + axes * (rig.inertia(&body) * w);
    }
    (linear, angular)
}
