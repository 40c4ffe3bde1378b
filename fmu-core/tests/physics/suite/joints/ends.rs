//! Joints entered from either end.

use super::*;

#[test]
fn joints_entered_from_frame_b_move_alike() {
    let start = |reversed| {
        let mut rig = Rig::uninitialized(common::compile(&hand(reversed)));
        rig.set("push.force[2]", 1.3);
        rig.set("turn.tau", -0.7);
        rig.initialize(0.0).unwrap();
        rig
    };
    let mut forwards = start([false; 3]);
    for reversed in [[true, false, false], [false, true, false], [false, false, true], [true, true, true]] {
        let mut other = start(reversed);
        (forwards.t, forwards.x) = (0.0, start([false; 3]).x);
        for time in [0.0, 0.4, 1.1] {
            forwards.run(time);
            other.run(time);
            for name in [
                "shoulder.phi",
                "shoulder.w",
                "shoulder.a",
                "shoulder.tau",
                "shoulder.axis.tau",
                "shoulder.support.tau",
                "shoulder.axis.phi",
                "elbow.phi",
                "elbow.w",
                "elbow.a",
                "elbow.tau",
                "elbow.axis.tau",
                "slider.s",
                "slider.v",
                "slider.a",
                "slider.f",
                "slider.axis.f",
                "slider.axis.s",
                "spring.tau",
                "damper.f",
            ] {
                near(other.get(name), forwards.get(name), 1e-7, &format!("{name} at {time}, {reversed:?}"));
            }
            for body in ["upper.body", "lower.body", "palm"] {
                for (variable, tolerance) in
                    [("r_0", 1e-8), ("a_0", 1e-6), ("w_a", 1e-7), ("frame_a.f", 1e-6), ("frame_a.t", 1e-6)]
                {
                    let name = format!("{body}.{variable}");
                    near3(
                        other.vector(&name),
                        forwards.vector(&name),
                        tolerance,
                        &format!("{name} at {time}, {reversed:?}"),
                    );
                }
            }
            // The connectors have changed places.
            for (joint, reversed) in ["shoulder", "elbow", "slider"].into_iter().zip(reversed) {
                for (a, b) in [("frame_a", "frame_b"), ("frame_b", "frame_a")] {
                    let mine = format!("{joint}.{}", if reversed { b } else { a });
                    near3(other.force(&mine), forwards.force(&format!("{joint}.{a}")), 1e-6, &mine);
                    near3(other.torque(&mine), forwards.torque(&format!("{joint}.{a}")), 1e-6, &mine);
                }
            }
        }
    }
}

/// The same axis from the other end: the opposite motion.
#[test]
fn the_same_axis_from_frame_b_is_the_opposite_motion() {
    let text = |ends: [&str; 2], phi: f64, w: f64| {
        format!(
            r#"
name = "Pendulum"
connections = [["world.frame_b", "joint.{}"], ["joint.{}", "body.frame_a"]]
components.world = {{ class = "World" }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], phi = {{ start = {phi} }}, w = {{ start = {w} }} }}
components.body = {{ class = "Parts.Body", m = 1.3, r_CM = [0.3, 0.1, 0.4], I_31 = 0.0005 }}
"#,
            ends[0], ends[1]
        )
    };
    let mut forwards = Rig::new(&text(["frame_a", "frame_b"], 0.8, -1.2));
    let mut backwards = Rig::new(&text(["frame_b", "frame_a"], -0.8, 1.2));
    for time in [0.0, 0.7, 2.0] {
        forwards.run(time);
        backwards.run(time);
        near(backwards.get("joint.phi"), -forwards.get("joint.phi"), 1e-8, "phi");
        near(backwards.get("joint.w"), -forwards.get("joint.w"), 1e-8, "w");
        near(backwards.get("joint.a"), -forwards.get("joint.a"), 1e-7, "a");
        near3(backwards.r_0("body.frame_a"), forwards.r_0("body.frame_a"), 1e-8, "r_0");
        near3(backwards.force("joint.frame_b"), forwards.force("joint.frame_a"), 1e-7, "force");
    }
}

/// Orientation of FixedRotation for all three ways to say it, entered from both ends.
#[test]
fn fixed_rotations() {
    let rotation = |kind: &str, ends: [&str; 2]| {
        format!(
            r#"
name = "Fixed"
connections = [["world.frame_b", "mount.{}"]]
components.world = {{ class = "World" }}
components.mount = {{ class = "Parts.FixedRotation", r = [0.3, -0.2, 0.5], {kind} }}
components.pin = {{ class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }}
"#,
            ends[0]
        )
        .replace("connections = [[", &format!("connections = [[\"mount.{}\", \"pin.frame_a\"], [", ends[1]))
    };
    let e = Vector3::new(1.0, 2.0, -0.5).normalize();
    let n_x = Vector3::new(0.8, 0.5, -0.1).normalize();
    let n_z = n_x.cross(&Vector3::new(-0.2, 0.9, 0.4)).normalize();
    let vectors = Matrix3::from_rows(&[n_x.transpose(), n_z.cross(&n_x).transpose(), n_z.transpose()]);
    let deg = std::f64::consts::PI / 180.0;
    let cases = [
        (
            r#"rotationType = "RotationAxis", n = [1, 2, -0.5], angle = 37"#,
            nalgebra::Rotation3::from_axis_angle(&nalgebra::Unit::new_normalize(e), 37.0 * deg).matrix().transpose(),
        ),
        (r#"rotationType = "TwoAxesVectors", n_x = [0.8, 0.5, -0.1], n_y = [-0.2, 0.9, 0.4]"#, vectors),
        (
            r#"rotationType = "PlanarRotationSequence", sequence = [2, 1, 2], angles = [20, -50, 110]"#,
            transformation_matrices::planar_rotation(Vector3::y(), 110.0 * deg).unwrap()
                * transformation_matrices::planar_rotation(Vector3::x(), -50.0 * deg).unwrap()
                * transformation_matrices::planar_rotation(Vector3::y(), 20.0 * deg).unwrap(),
        ),
    ];
    for (kind, expected) in cases {
        let mut rig = Rig::new(&rotation(kind, ["frame_a", "frame_b"]));
        assert!((rig.t("mount.frame_b") - expected).amax() < 1e-15, "{kind}");
        near3(rig.r_0("mount.frame_b"), Vector3::new(0.3, -0.2, 0.5), 1e-15, kind);
        let mut rig = Rig::new(&rotation(kind, ["frame_b", "frame_a"]));
        assert!((rig.t("mount.frame_a") - expected.transpose()).amax() < 1e-15, "{kind}");
        near3(rig.r_0("mount.frame_a"), -(expected * Vector3::new(0.3, -0.2, 0.5)), 1e-15, kind);
    }
}

/// Prescribed joints inside of a chain need the same, entered from either end.
#[test]
fn prescribed_joints_entered_from_frame_b_need_the_same() {
    let text = |reversed: [bool; 3]| {
        hand(reversed)
            .replace("[\"motor.flange\", \"elbow.axis\"],", "[\"motor.flange\", \"elbow.axis\"], [\"fast.flange\", \"elbow.axis\"], [\"follow.flange\", \"slider.axis\"],")
            + "[components.fast]\nclass = \"Rotational.Sources.ConstantSpeed\"\nw_fixed = 1.7\n"
            + "[components.follow]\nclass = \"Translational.Sources.Position\"\nf_crit = 1.1\n"
    };
    let start = |reversed| {
        let mut rig = Rig::uninitialized(common::compile(&text(reversed)));
        rig.set("follow.s_ref", 0.3);
        rig.initialize(0.0).unwrap();
        rig.set("follow.s_ref", -0.1);
        rig
    };
    for reversed in [[false, true, false], [false, false, true], [true, true, true]] {
        let (mut forwards, mut other) = (start([false; 3]), start(reversed));
        for time in [0.0, 0.3, 0.8] {
            forwards.run(time);
            other.run(time);
            for name in [
                "shoulder.phi",
                "shoulder.a",
                "elbow.phi",
                "elbow.w",
                "elbow.tau",
                "elbow.axis.tau",
                "fast.flange.tau",
                "slider.s",
                "slider.a",
                "slider.f",
                "follow.flange.f",
                "follow.a",
            ] {
                near(other.get(name), forwards.get(name), 1e-7, &format!("{name} at {time}, {reversed:?}"));
            }
            near3(other.force("world.frame_b"), forwards.force("world.frame_b"), 1e-7, "world");
            near3(other.torque("world.frame_b"), forwards.torque("world.frame_b"), 1e-7, "world");
        }
    }
}
