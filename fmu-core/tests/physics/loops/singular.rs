//! Loops with change points, and loops that move although their rows say that they should not.

use crate::common::{Rig, near};
use crate::loops::draft::Draft;
use compiler::compile;
use compiler::model_file::ModelFile;
use std::sync::Arc;

/// Two cranks of the same length on the ground, a coupler as long as the ground; no gravity, so that all bars turn with constant speed.
fn parallelogram(start: f64, coupler: f64) -> Draft {
    let bar = |r: f64| format!("class = \"Parts.BodyBox\", r = [{r}, 0, 0], width = 0.04, height = 0.03");
    Draft::new(
        &[
            ("world", r#"class = "World", gravityType = "NoGravity""#),
            ("ground", &format!("class = \"Parts.FixedTranslation\", r = [{coupler}, 0, 0]")),
            (
                "j1",
                &format!("class = \"Joints.Revolute\", phi = {{ start = {start}, fixed = true }}, w = {{ start = 4, fixed = true }}"),
            ),
            ("crank", &bar(0.3)),
            ("j2", &format!("class = \"Joints.Revolute\", phi.start = {}, w.start = -4", -start)),
            ("coupler", &bar(coupler)),
            ("j3", &format!("class = \"Joints.Revolute\", phi.start = {start}, w.start = 4")),
            ("rocker", &bar(-0.3)),
            ("j4", &format!("class = \"Joints.Revolute\", phi.start = {}, w.start = -4", -start)),
        ],
        "world.frame_b - j1.frame_a, j1.frame_b - crank.frame_a, crank.frame_b - j2.frame_a, j2.frame_b - coupler.frame_a,
         coupler.frame_b - j3.frame_a, j3.frame_b - rocker.frame_a, rocker.frame_b - j4.frame_a, j4.frame_b - ground.frame_b,
         world.frame_b - ground.frame_a",
    )
}

/// The coupler stays level over two turns, which lead through four flat positions.
fn assert_stays_parallel(draft: &Draft, start: f64, tolerance: f64, off: f64) {
    let mut rig = Rig::new(&draft.text()).with_tolerance(tolerance);
    let energy = rig.kinetic_energy();
    for k in 1..=8 {
        let t = 0.39 * f64::from(k);
        rig.run(t);
        near(rig.get("j1.phi"), start + 4.0 * t, off, &format!("crank after {t} s at {tolerance:e}"));
        near(rig.get("j2.phi") + rig.get("j1.phi"), 0.0, off, &format!("coupler after {t} s at {tolerance:e}"));
        near(rig.get("j3.phi") + rig.get("j2.phi"), 0.0, off, &format!("rocker after {t} s at {tolerance:e}"));
        near(rig.kinetic_energy() / energy, 1.0, off, "energy");
    }
}

#[test]
fn a_parallelogram_goes_through_flat_positions() {
    for (tolerance, off) in [(1e-4, 1e-2), (1e-6, 1e-4), (1e-8, 1e-6), (1e-10, 1e-6)] {
        assert_stays_parallel(&parallelogram(0.7, 0.5), 0.7, tolerance, off);
    }
}

#[test]
fn a_parallelogram_starts_flat() {
    // Steps end next to flat positions, where rows count as dependent that are not. Measured at 1e-8: 1.1e-8, energy 7e-11.
    for (tolerance, off) in [(1e-4, 1e-2), (1e-6, 1e-4), (1e-8, 1e-7)] {
        assert_stays_parallel(&parallelogram(0.0, 0.5), 0.0, tolerance, off);
    }
}

/// The parallelogram flat, with speeds of crank and rocker; the message when it cannot start.
fn flat_with_speeds(crank: f64, rocker: f64) -> Option<String> {
    let coupler = 0.6 * (rocker - crank);
    let speeds = [crank, coupler - crank, rocker - coupler, -rocker];
    let mut draft = parallelogram(0.0, 0.5);
    for (k, speed) in speeds.into_iter().enumerate() {
        let name = format!("components.j{} =", k + 1);
        let fixed = format!(
            r#"{name} {{ class = "Joints.Revolute", phi.start = 0, w = {{ start = {speed}, fixed = true }} }}"#
        );
        let joint = draft.components.iter_mut().find(|component| component.starts_with(&name));
        *joint.expect("four joints") = fixed;
    }
    let file = ModelFile::from_toml(&draft.text()).expect("a legal file");
    let mut system = jets::system(Arc::new(compile(&file).expect("a legal model")));
    system.prepare().expect("legal parameters");
    let mut x = vec![0.0; system.dimension()];
    system.initialize(0.0, &mut x).err().map(|error| error.to_string())
}

/// With all bars in line, the rows allow any speeds of crank and rocker, and the mechanism two: that the coupler stays level, and that it turns
/// against them. With cranks `a`, coupler `b` the curvature of the way demands `-a w1^2 - b wc^2 + a w3^2 = 0`, `b wc = a (w3 - w1)`, which is
/// `w3 = w1` or `w3 = -4 w1` here.
#[test]
fn speeds_that_no_motion_has_are_refused_in_a_flat_position() {
    for (crank, rocker) in [(1.0, 1.0), (1.0, -4.0), (0.0, 0.0)] {
        assert_eq!(flat_with_speeds(crank, rocker), None, "{crank} {rocker}");
    }
    for (crank, rocker) in [(1.0, 0.5), (1.0, 0.0), (-1.0, 1.0)] {
        let problem = flat_with_speeds(crank, rocker).expect("no motion has these speeds");
        assert!(problem.contains("starts in a singular position") && problem.contains('j'), "{problem}");
    }
}

/// All four bars have the same length, so that two joints coincide in every half turn.
#[test]
fn a_rhombus_goes_through_flat_positions() {
    for (tolerance, off) in [(1e-4, 1e-2), (1e-6, 1e-4), (1e-8, 1e-6)] {
        assert_stays_parallel(&parallelogram(0.7, 0.3), 0.7, tolerance, off);
    }
}

/// Bennett's linkage: opposite links alike, sines of the twists in proportion to the lengths. Four revolutes with skew axes have no
/// freedom by the count of rows (4 - 6), and it has one. `tan(phi_1/2) tan(phi_2/2)` is constant.
#[test]
fn bennetts_linkage_moves() {
    let (a, b, alpha) = (0.4_f64, 0.6_f64, 0.5_f64);
    let beta = (b * alpha.sin() / a).asin();
    let ratio = (0.5 * (beta + alpha)).sin() / (0.5 * (beta - alpha)).sin();
    let phi = 1.2_f64;
    let psi = 2.0 * (ratio / (0.5 * phi).tan()).atan();
    let mut components = vec![
        ("world".to_owned(), r#"class = "World", n = [0.2, -0.7, 0.5]"#.to_owned()),
        (
            "j1".to_owned(),
            format!(
                "class = \"Joints.Revolute\", phi = {{ start = {phi}, fixed = true }}, w = {{ start = 1, fixed = true }}"
            ),
        ),
    ];
    for (name, start) in [("j2", psi), ("j3", -phi), ("j4", -psi)] {
        components.push((name.to_owned(), format!("class = \"Joints.Revolute\", phi.start = {start}")));
    }
    for (k, (length, twist)) in [(a, alpha), (b, beta), (a, alpha), (b, beta)].into_iter().enumerate() {
        let name = format!("link_{}", k + 1);
        let turned = format!(
            "class = \"Parts.FixedRotation\", r = [{length}, 0, 0], angle = {}, n = [1, 0, 0]",
            twist.to_degrees()
        );
        components.push((name.clone(), turned));
        if k < 3 {
            let body = format!("class = \"Parts.Body\", m = 1.5, r_CM = [{}, 0.02, 0.01], I_11 = 0.004", 0.5 * length);
            components.push((format!("body_{}", k + 1), body));
        }
    }
    let components: Vec<_> = components.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let draft = Draft::new(
        &components,
        "world.frame_b - j1.frame_a, j1.frame_b - link_1.frame_a, link_1.frame_b - j2.frame_a, j2.frame_b - link_2.frame_a,
         link_2.frame_b - j3.frame_a, j3.frame_b - link_3.frame_a, link_3.frame_b - j4.frame_a, j4.frame_b - link_4.frame_a,
         link_4.frame_b - world.frame_b, body_1.frame_a - link_1.frame_a, body_2.frame_a - link_2.frame_a,
         body_3.frame_a - link_3.frame_a",
    );
    let mut rig = draft.start();
    near(rig.get("j2.phi"), psi, 1e-9, "closed form");
    let energy = rig.kinetic_energy() + rig.potential_energy();
    let (mut lowest, mut highest) = (f64::MAX, f64::MIN);
    for k in 1..=5 {
        rig.run(0.3 * f64::from(k));
        let [phi, psi] = ["j1.phi", "j2.phi"].map(|name| rig.get(name));
        near(
            (0.5 * psi).sin() * (0.5 * phi).sin() - ratio * (0.5 * psi).cos() * (0.5 * phi).cos(),
            0.0,
            1e-8,
            "closed form",
        );
        near((phi + rig.get("j3.phi")).sin(), 0.0, 1e-8, "opposite angles");
        near((psi + rig.get("j4.phi")).sin(), 0.0, 1e-8, "opposite angles");
        let potential = rig.potential_energy();
        (lowest, highest) = (lowest.min(potential), highest.max(potential));
        near(rig.kinetic_energy() + potential, energy, 1e-6, "energy");
    }
    assert!(highest - lowest > 1.0, "{lowest} to {highest}");
}

/// A slider-crank whose rod is as long as its crank; no gravity.
fn equal_lengths() -> Draft {
    let bar = "class = \"Parts.BodyBox\", r = [0.3, 0, 0], width = 0.04, height = 0.03";
    Draft::new(
        &[
            ("world", r#"class = "World", gravityType = "NoGravity""#),
            ("shaft", r#"class = "Joints.Revolute", phi = { start = 0.6, fixed = true }, w = { start = 5, fixed = true }"#),
            ("crank", bar),
            ("big_end", r#"class = "Joints.Revolute", phi.start = -1.2, w.start = -10"#),
            ("rod", bar),
            ("small_end", r#"class = "Joints.Revolute", phi.start = 0.6"#),
            ("guide", r#"class = "Joints.Prismatic", n = [1, 0, 0], s.start = 0.5"#),
            ("piston", r#"class = "Parts.Body", m = 0.7, r_CM = [0, 0, 0]"#),
        ],
        "world.frame_b - shaft.frame_a, shaft.frame_b - crank.frame_a, crank.frame_b - big_end.frame_a, big_end.frame_b - rod.frame_a,
         rod.frame_b - small_end.frame_a, small_end.frame_b - piston.frame_a, world.frame_b - guide.frame_a,
         guide.frame_b - piston.frame_a",
    )
}

/// With a rod as long as the crank, the slider may stop at the shaft while the bars turn; with the crank upright both ways go on.
#[test]
fn a_slider_crank_with_equal_lengths_goes_on() {
    let mut rig = Rig::new(&equal_lengths().text()).with_tolerance(1e-8);
    let energy = rig.kinetic_energy();
    for k in 1..=12 {
        rig.run(0.15 * f64::from(k));
        let phi = rig.get("shaft.phi");
        near(rig.get("guide.s"), 0.6 * phi.cos(), 1e-9, "slider");
        near(rig.get("big_end.phi"), -2.0 * phi, 1e-8, "rod");
        // Measured: 1e-8.
        near(rig.kinetic_energy() / energy, 1.0, 1e-7, "energy");
    }
    assert!(rig.get("shaft.phi") > 6.0);
}
