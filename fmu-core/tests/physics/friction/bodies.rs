//! Ropes, bushings and contact with a plane between frames.

use super::common::{Host, Rig, compile, near};
use super::host;

#[test]
fn a_slack_rope_does_nothing_and_a_taut_one_pulls() {
    let text = r#"
name = "Crane"
connections = [["world.frame_b", "rope.frame_a"], ["rope.frame_b", "load.frame_a"]]
components.world = { class = "World", g = 9.81 }
components.rope = { class = "MultibodyFmu.Rope", length = 2, c = 5000 }
components.load = { class = "Parts.PointMass", m = 10, r_0 = { start = [0, -1.5, 0], fixed = true }, v_0 = { start = [0, 0, 0], fixed = true } }
"#;
    let mut run = host(text, 1e-10);
    let fall = (2.0 * 0.5 / 9.81_f64).sqrt();
    run.steps(1, fall - 1e-6);
    assert_eq!((run.get("rope.taut"), run.get("rope.f")), (0.0, 0.0));
    // An undamped rope throws the load back as high as it was.
    let (v, w) = (9.81 * fall, (5000.0_f64 / 10.0).sqrt());
    let stretched = 2.0 * (std::f64::consts::PI - (v / w).atan2(9.81 / (w * w))) / w;
    let mut run = host(text, 1e-10);
    run.steps(5, 2.0 * fall + stretched);
    near(run.get("load.r_0[2]"), -1.5, 1e-7, "height");
}

/// Energy of a body on a bushing without damping.
#[test]
fn a_bushing_keeps_the_energy() {
    let text = r#"
name = "Mount"
connections = [["world.frame_b", "mount.frame_a"], ["mount.frame_b", "body.frame_a"]]
components.world = { class = "World", gravityType = "NoGravity" }
components.mount = { class = "MultibodyFmu.Bushing", c = [100, 300, 200], c_phi = [5, 9, 2] }
components.body = { class = "Parts.Body", m = 2, r_CM = [0.1, 0, 0.05], I_11 = 0.1, I_22 = 0.2, I_33 = 0.25, r_0 = { start = [0.1, -0.2, 0.05], fixed = true }, w_0_start = [6, -4, 5], w_0_fixed = true, angles_fixed = true, v_0 = { start = [0, 0, 0], fixed = true } }
"#;
    let mut rig = Rig::new(text);
    let potential = |rig: &mut Rig| {
        let (r, t) = (rig.r_0("body.frame_a"), rig.t("body.frame_a"));
        let axis = common_axis(&t);
        let along: f64 = [100.0, 300.0, 200.0].iter().zip(r.iter()).map(|(c, x)| 0.5 * c * x * x).sum();
        along + [5.0, 9.0, 2.0].iter().zip(axis).map(|(c, phi)| 0.5 * c * phi * phi).sum::<f64>()
    };
    let first = rig.kinetic_energy() + potential(&mut rig);
    for k in 1..=20 {
        rig.run(0.1 * f64::from(k));
        near(rig.kinetic_energy() + potential(&mut rig), first, 1e-7 * first, "energy");
    }
    // It has turned by large angles.
    assert!(rig.w_0("body.frame_a").norm() > 0.1);
}

/// Rotation vector of the rotation whose transpose is `t`, by its axis and angle.
fn common_axis(t: &mechanism::scalar::Matrix3<f64>) -> [f64; 3] {
    let r = t.transpose();
    let angle = ((r.trace() - 1.0) / 2.0).clamp(-1.0, 1.0).acos();
    let axis = [r[(2, 1)] - r[(1, 2)], r[(0, 2)] - r[(2, 0)], r[(1, 0)] - r[(0, 1)]];
    axis.map(|x| if angle > 1e-9 { x * angle / (2.0 * angle.sin()) } else { 0.5 * x })
}

/// A ball thrown along the floor slides until it rolls: at 5/7 of its speed, whatever the friction is.
#[test]
fn a_sliding_ball_begins_to_roll_at_five_sevenths_of_its_speed() {
    let text = r#"
name = "Bowling"
connections = [["world.frame_b", "floor.frame_a"], ["floor.frame_b", "ball.frame_a"]]
components.world = { class = "World", g = 9.81 }
components.floor = { class = "MultibodyFmu.PlaneContact", radius = 0.1, c = 98100, d = 1000, mu = 0.3, v_small = 1e-4 }
components.ball = { class = "Parts.Body", m = 1, r_CM = [0, 0, 0], I_11 = 0.004, I_22 = 0.004, I_33 = 0.004, r_0 = { start = [0, 0.0999, 0], fixed = true }, v_0 = { start = [2, 0, 0], fixed = true }, w_0_fixed = true, angles_fixed = true }
"#;
    let mut run = host(text, 1e-8);
    run.steps(10, 0.1);
    near(run.get("ball.v_0[1]"), 2.0 * 5.0 / 7.0, 1e-3, "speed");
    near(run.get("ball.w_a[3]"), -20.0 * 5.0 / 7.0, 1e-2, "rolling");
    near(run.get("floor.f_n"), 9.81, 1e-6, "normal force");
    near(run.get("floor.gap"), -1e-4, 1e-9, "depth");
}

/// The jaws of the example push the block as hard as they are driven, half of the force each; with friction enough for its weight it comes
/// up with them, else it stays where it is.
#[test]
fn a_gripper_lifts_a_block_if_it_grips_hard_enough() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/gripper_block.toml");
    let text = std::fs::read_to_string(path).unwrap();
    // The weight is 4.9 N, and friction holds 0.6 times the sum of what both jaws push with: 30 N hold 18 N, 6 N hold 3.6 N.
    for (grip, is_lifted) in [(30.0, true), (6.0, false)] {
        let mut run = Host::new(compile(&text), 1e-6);
        run.set("grip", grip);
        run.start();
        run.steps(200, 0.01);
        near(run.get("lift"), 0.2, 1e-6, "the carriage");
        let height = run.get("height");
        if is_lifted {
            assert!((0.19..0.201).contains(&height), "the block is at {height}");
            near(run.get("opening"), 0.06, 1e-3, "on the block");
            for side in ["grip_left", "grip_right"] {
                near(run.get(side), 0.5 * grip, 0.05, side);
            }
        } else {
            near(height, 0.0, 1e-3, "on the table");
        }
        near(run.get("block.frame_a.r_0[1]"), 0.0, 1e-4, "in the middle");
    }
}

/// A body that bounces on a stiff, hardly damped contact, gap or rope comes to rest, as far below the first touch as it weighs.
#[test]
fn what_bounces_comes_to_rest() {
    let ball = r#"
name = "Ball"
connections = [["world.frame_b", "floor.frame_a"], ["floor.frame_b", "ball.frame_a"]]
components.world = { class = "World" }
components.floor = { class = "MultibodyFmu.PlaneContact", n = [0, 1, 0], radius = 0.01, c = 1e7, d = 5 }
components.ball = { class = "Parts.PointMass", m = 0.01, r_0 = { start = [0, 0.2, 0], fixed = true }, v_0 = { start = [0, 0, 0], fixed = true } }
"#;
    let gap = r#"
name = "Gap"
connections = [["ground.flange", "gap.flange_a"], ["gap.flange_b", "mass.flange_a"], ["weight.flange", "mass.flange_b"]]
components.ground = { class = "Translational.Components.Fixed" }
components.gap = { class = "Translational.Components.ElastoGap", c = 1e7, d = 5, s_rel0 = 0 }
components.mass = { class = "Translational.Components.Mass", m = 0.01, s = { start = 1e-5, fixed = true }, v = { start = 0, fixed = true } }
components.weight = { class = "Translational.Sources.ConstantForce", f_constant = -0.0981 }
"#;
    let rope = r#"
name = "Hung"
connections = [["world.frame_b", "rope.frame_a"], ["rope.frame_b", "load.frame_a"]]
components.world = { class = "World" }
components.rope = { class = "MultibodyFmu.Rope", length = 1, c = 1e7, d = 5 }
components.load = { class = "Parts.PointMass", m = 0.01, r_0 = { start = [0, -0.99999, 0], fixed = true }, v_0 = { start = [0, 0, 0], fixed = true } }
"#;
    let cases = [
        (ball, "ball.r_0[2]", "ball.v_0[2]", "floor.contact", 0.01 - 9.806_65e-9, 20),
        (gap, "mass.s", "mass.v", "gap.contact", -9.81e-9, 2),
        (rope, "load.r_0[2]", "load.v_0[2]", "rope.taut", -1.0 - 9.806_65e-9, 2),
    ];
    for (text, position, speed, contact, rest, seconds) in cases {
        let mut run = host(text, 1e-6);
        run.steps(seconds, 1.0);
        assert_eq!(run.get(contact), 1.0, "{position}");
        // The tolerance of a step is relative to 1 m and 1 m/s.
        near(run.get(position), rest, 1e-8, position);
        near(run.get(speed), 0.0, 1e-5, speed);
    }
}

/// However small the depth at rest is, far below the hysteresis of events and the tolerance, and however little each impact takes.
#[test]
fn what_bounces_comes_to_rest_at_any_depth() {
    for (depth, ratio, c) in [
        (1e-6_f64, 0.008_f64, 1e7_f64),
        (1e-8, 0.002, 1e7),
        (1e-9, 0.008, 1e7),
        (1e-10, 0.008, 1e7),
        (1e-10, 0.1, 1e4),
        (1e-11, 0.03, 1e9),
        (1e-11, 0.7, 1e7),
        (1e-12, 0.1, 1e7),
    ] {
        let (m, height) = (c * depth / 9.81, 3e-7_f64);
        let d = ratio * 2.0 * (c * m).sqrt();
        // Each impact leaves this part of the speed; the flights together are a geometric series.
        let kept = (-std::f64::consts::PI * ratio / (1.0 - ratio * ratio).sqrt()).exp();
        let seconds = 2.0 * (2.0 * height / 9.81).sqrt() / (1.0 - kept) + 30.0 * (depth / 9.81).sqrt() / ratio;
        let gap = format!(
            r#"
name = "Gap"
connections = [["ground.flange", "gap.flange_a"], ["gap.flange_b", "mass.flange_a"], ["weight.flange", "mass.flange_b"]]
components.ground = {{ class = "Translational.Components.Fixed" }}
components.gap = {{ class = "Translational.Components.ElastoGap", c = {c:?}, d = {d:?}, s_rel0 = 0 }}
components.mass = {{ class = "Translational.Components.Mass", m = {m:?}, s = {{ start = {height:?}, fixed = true }}, v = {{ start = 0, fixed = true }} }}
components.weight = {{ class = "Translational.Sources.ConstantForce", f_constant = {weight:?} }}
"#,
            weight = -9.81 * m
        );
        let ball = format!(
            r#"
name = "Ball"
connections = [["world.frame_b", "floor.frame_a"], ["floor.frame_b", "ball.frame_a"]]
components.world = {{ class = "World", g = 9.81 }}
components.floor = {{ class = "MultibodyFmu.PlaneContact", c = {c:?}, d = {d:?} }}
components.ball = {{ class = "Parts.PointMass", m = {m:?}, r_0 = {{ start = [0, {height:?}, 0], fixed = true }}, v_0 = {{ start = [0, 0, 0], fixed = true }} }}
"#
        );
        let rope = format!(
            r#"
name = "Hung"
connections = [["world.frame_b", "rope.frame_a"], ["rope.frame_b", "load.frame_a"]]
components.world = {{ class = "World", g = 9.81 }}
components.rope = {{ class = "MultibodyFmu.Rope", length = 0.001, c = {c:?}, d = {d:?} }}
components.load = {{ class = "Parts.PointMass", m = {m:?}, r_0 = {{ start = [0, {start:?}, 0], fixed = true }}, v_0 = {{ start = [0, 0, 0], fixed = true }} }}
"#,
            start = height - 1e-3
        );
        // Bodies take ten times as long to calculate.
        let is_slow = ratio < 0.05 && depth < 1e-6;
        let cases = [
            (gap, "mass.s", "gap.contact", 0.0),
            (ball, "ball.r_0[2]", "floor.contact", 0.0),
            (rope, "load.r_0[2]", "rope.taut", -1e-3),
        ];
        for (text, position, contact, touch) in cases.into_iter().take(if is_slow { 1 } else { 3 }) {
            let what = format!("{position} at {depth:e} m, c {c:e} N/m, damping ratio {ratio}");
            let mut run = host(&text, 1e-6);
            run.steps(1, seconds);
            assert_eq!(run.get(contact), 1.0, "{what}");
            near(run.get(position), touch - depth, 0.2 * depth + 1e-14, &what);
            let events = run.instance.do_step(seconds, 0.1 * seconds).unwrap().state_events;
            assert_eq!(events, 0, "{what}");
        }
    }
}

/// A body that is shaken off its table, or hits it without loss, goes on to do so; one that slides on it does not stop.
#[test]
fn what_moves_on_a_contact_does_not_come_to_rest() {
    let table = |amplitude: f64, d: f64, height: f64| {
        let text = format!(
            r#"
name = "Table"
connections = [["shaker.y", "table.s_ref"], ["world.frame_b", "table.frame_a"], ["table.frame_b", "top.frame_a"], ["top.frame_b", "ball.frame_a"], ["shaker.y", "drive.s_ref"], ["drive.flange", "table.axis"]]
components.world = {{ class = "World", g = 9.81 }}
components.shaker = {{ class = "Blocks.Sources.Sine", amplitude = {amplitude:?}, f = 50 }}
components.drive = {{ class = "Translational.Sources.Position", exact = true }}
components.table = {{ class = "Joints.Prismatic", useAxisFlange = true, n = [0, 1, 0] }}
components.top = {{ class = "MultibodyFmu.PlaneContact", c = 1e5, d = {d:?} }}
components.ball = {{ class = "Parts.PointMass", m = 0.01, r_0 = {{ start = [0, {height:?}, 0], fixed = true }}, v_0 = {{ start = [0.5, 0, 0], fixed = true }} }}
"#
        );
        host(&text.replace(r#"["shaker.y", "table.s_ref"], "#, ""), 1e-7)
    };
    // 3 g and half a g.
    for (amplitude, flies) in [(3e-4, true), (5e-5, false)] {
        let mut run = table(amplitude, 5.0, 0.0);
        run.steps(1, 1.0);
        let leaves = (0..200).filter(|k| {
            run.instance.do_step(1.0 + 1e-3 * f64::from(*k), 1e-3).unwrap();
            run.get("top.contact") == 0.0
        });
        assert_eq!(leaves.count() > 20, flies, "{amplitude}");
        near(run.get("ball.v_0[1]"), 0.5, 1e-9, "nothing brakes it");
    }
    // Without loss it rises as high as it was, however often: 9 mm in a flight of 0.0857 s and a contact of 1 ms.
    let mut run = table(0.0, 0.0, 0.009);
    let highest = (0..2000).map(|k| {
        run.instance.do_step(1e-3 * f64::from(k), 1e-3).unwrap();
        if k < 1900 { 0.0 } else { run.get("ball.r_0[2]") }
    });
    near(highest.fold(0.0, f64::max), 0.009, 1e-5, "height");
}
