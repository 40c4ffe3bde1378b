//! FreeMotion between bodies.

use super::*;

/// Motion of frame_b relative to frame_a, from the frames alone.
fn assert_relative_motion(rig: &mut Rig, joint: &str) {
    let (a, b) = (format!("{joint}.frame_a"), format!("{joint}.frame_b"));
    let (t_a, t_b) = (rig.t(&a), rig.t(&b));
    let r = rig.r_0(&b) - rig.r_0(&a);
    let (w_a, w_b) = (rig.w_0(&a), rig.w_0(&b));
    let v = rig.v_0(&b) - rig.v_0(&a) - w_a.cross(&r);
    near3(rig.vector(&format!("{joint}.r_rel_a")), t_a * r, 1e-13, "r_rel_a");
    near3(rig.vector(&format!("{joint}.v_rel_a")), t_a * v, 1e-12, "v_rel_a");
    near3(rig.vector(&format!("{joint}.w_rel_b")), t_b * (w_b - w_a), 1e-12, "w_rel_b");
    let q = Quaternion(std::array::from_fn(|k| rig.get(&format!("{joint}.Q[{}]", k + 1))));
    assert!((quaternions::to_t(&q) - t_b * t_a.transpose()).amax() < 1e-12, "Q");
}

/// Two free bodies with a FreeMotion between them; `root` says which of them is the root of the tree.
fn pair(root: &str, starts: &str) -> String {
    let enforced = |body: &str| if body == root { "true" } else { "false" };
    format!(
        r#"
name = "Pair"
connections = [["one.frame_b", "motion.frame_a"], ["motion.frame_b", "two.frame_a"], ["spring.frame_a", "one.frame_a"], ["spring.frame_b", "two.frame_a"]]
components.world = {{ class = "World", gravityType = "PointGravity", mu = 30 }}
components.motion = {{ class = "Joints.FreeMotion", r_rel_a = {{ start = [0.4, -0.3, 0.7] }}, v_rel_a = {{ start = [0.2, 0.5, -0.1] }}, angles_start = [0.4, 1.1, -0.7], sequence_start = [3, 1, 3], w_rel_a_start = [0.8, -0.6, 1.2] }}
components.spring = {{ class = "Forces.Spring", c = 20, s_unstretched = 0.3 }}
[components.one]
class = "Parts.BodyShape"
r = [0.3, 0.2, -0.1]
r_CM = [0.1, 0.2, 0.05]
m = 1.5
I_11 = 0.1
I_22 = 0.14
I_33 = 0.12
enforceStates = {}
{}
[components.two]
class = "Parts.Body"
r_CM = [0.1, -0.1, 0.2]
m = 0.7
I_11 = 0.13
I_22 = 0.12
I_33 = 0.15
enforceStates = {}
{}
"#,
        enforced("one"),
        if root == "one" { starts } else { "" },
        enforced("two"),
        if root == "two" { starts } else { "" },
    )
}

fn start_values(r: Vector3<f64>, v: Vector3<f64>, angles: [f64; 3], w: Vector3<f64>) -> String {
    let list = |v: &[f64]| format!("{v:?}");
    format!(
        "r_0 = {{ start = {} }}\nv_0 = {{ start = {} }}\nangles_start = {}\nsequence_start = [1, 2, 3]\nw_0_start = {}\n",
        list(r.as_slice()),
        list(v.as_slice()),
        list(&angles),
        list(w.as_slice())
    )
}

#[test]
fn free_motion_is_the_same_from_both_ends() {
    let starts = start_values(
        Vector3::new(2.1, 0.4, -0.8),
        Vector3::new(-0.3, 2.2, 0.9),
        [0.3, -0.9, 0.5],
        Vector3::new(1.1, 0.4, -0.7),
    );
    let mut forwards = Rig::new(&pair("one", &starts));
    assert!(forwards.has("one.body.w_a[1]"));
    // The start of the relative motion.
    near3(forwards.vector("motion.r_rel_a"), Vector3::new(0.4, -0.3, 0.7), 1e-15, "r_rel_a");
    near3(forwards.vector("motion.v_rel_a"), Vector3::new(0.2, 0.5, -0.1), 1e-15, "v_rel_a");
    let t = Sequence::try_from([3, 1, 3]).unwrap().matrix([0.4, 1.1, -0.7]);
    near3(forwards.vector("motion.w_rel_b"), t * Vector3::new(0.8, -0.6, 1.2), 1e-15, "w_rel_b");
    let t_rel: Matrix3<f64> = forwards.t("motion.frame_b") * forwards.t("motion.frame_a").transpose();
    assert!((t_rel - t).amax() < 1e-15);
    assert_relative_motion(&mut forwards, "motion");
    // The other body as the root, where it is at the start.
    let t_two = forwards.t("two.frame_a");
    let angles = Sequence::default().angles(&t_two, 0.0);
    let r = forwards.r_0("two.frame_a");
    let (v, w) = (forwards.v_0("two.frame_a"), forwards.w_0("two.frame_a"));
    let mut backwards = Rig::new(&pair("two", &start_values(r, v, angles, w)));
    for time in [0.0, 0.5, 1.5] {
        forwards.run(time);
        backwards.run(time);
        for name in [
            "motion.r_rel_a",
            "motion.v_rel_a",
            "motion.w_rel_b",
            "one.r_0",
            "one.v_0",
            "two.r_0",
            "two.w_a",
            "one.body.w_a",
        ] {
            near3(backwards.vector(name), forwards.vector(name), 3e-8, &format!("{name} at {time}"));
        }
        for name in ["motion.a_rel_a", "motion.z_rel_b", "one.a_0", "two.z_a", "one.body.z_a"] {
            near3(backwards.vector(name), forwards.vector(name), 1e-6, &format!("{name} at {time}"));
        }
        let quaternion = |rig: &mut Rig| Quaternion(std::array::from_fn(|k| rig.get(&format!("motion.Q[{}]", k + 1))));
        let (p, q) = (quaternion(&mut forwards), quaternion(&mut backwards));
        near(p.dot(&q).abs(), 1.0, 1e-12, "Q up to sign");
        assert_relative_motion(&mut forwards, "motion");
        assert_relative_motion(&mut backwards, "motion");
        for end in ["motion.frame_a", "motion.frame_b"] {
            assert_eq!(backwards.force(end), Vector3::zeros());
        }
    }
}

/// Between a turning link and a flying body, from both ends: a free body does not care.
#[test]
fn free_motion_relative_to_a_turning_link_is_free() {
    let text = |ends: [&str; 2], starts: &str| {
        format!(
            r#"
name = "Relative"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "arm.frame_a"], ["arm.frame_b", "motion.{}"], ["motion.{}", "body.frame_a"]]
components.world = {{ class = "World", n = [0.1, -1, 0.4] }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], phi = {{ start = 0.4 }}, w = {{ start = 2.1 }} }}
components.arm = {{ class = "Parts.BodyShape", r = [0.6, 0.2, 0.3], r_CM = [0.2, 0.1, 0.3], m = 1.1 }}
components.body = {{ class = "Parts.Body", r_CM = [0, 0, 0], m = 0.4, I_11 = 0.02, I_22 = 0.03, I_33 = 0.04 }}
[components.motion]
class = "Joints.FreeMotion"
{starts}
"#,
            ends[0], ends[1]
        )
    };
    let starts = |r: &[f64], v: &[f64], angles: [f64; 3], w: &[f64]| {
        format!(
            "r_rel_a = {{ start = {r:?} }}\nv_rel_a = {{ start = {v:?} }}\nangles_start = {angles:?}\nw_rel_a_start = {w:?}\n"
        )
    };
    let values = ([0.5, -0.2, 0.9], [0.3, 0.8, -0.4], [0.7, -0.4, 1.3], [1.5, 0.2, -0.9]);
    let mut forwards = Rig::new(&text(["frame_a", "frame_b"], &starts(&values.0, &values.1, values.2, &values.3)));
    // The start values of the opposite motion.
    let t = Sequence::default().matrix(values.2);
    let [r, v, w] = [values.0, values.1, values.3].map(Vector3::from);
    let (r_b, v_b, w_b) = (-(t * r), -(t * (v - w.cross(&r))), -(t * w));
    let angles = Sequence::default().angles(&t.transpose(), 0.0);
    let mut backwards =
        Rig::new(&text(["frame_b", "frame_a"], &starts(r_b.as_slice(), v_b.as_slice(), angles, w_b.as_slice())));
    let (r_0, v_0) = (forwards.vector("body.r_0"), forwards.vector("body.v_0"));
    let g = forwards.uniform_gravity();
    for time in [0.0, 0.3, 0.9] {
        forwards.run(time);
        backwards.run(time);
        assert_relative_motion(&mut forwards, "motion");
        assert_relative_motion(&mut backwards, "motion");
        for rig in [&mut forwards, &mut backwards] {
            near3(rig.vector("body.r_0"), r_0 + v_0 * time + g * (0.5 * time * time), 1e-8, "free fall");
            near3(rig.vector("body.a_0"), g, 1e-12, "gravity");
        }
        for name in ["body.r_0", "body.v_0", "body.w_a", "body.z_a", "arm.r_0"] {
            near3(backwards.vector(name), forwards.vector(name), 1e-7, &format!("{name} at {time}"));
        }
        near(backwards.get("joint.phi"), forwards.get("joint.phi"), 1e-8, "phi");
    }
}

/// Quaternion of a FreeMotion: unit, continuous over several turns, true to the frames.
#[test]
fn a_long_spin_keeps_the_quaternion() {
    let text = r#"
name = "Spin"
connections = [["world.frame_b", "motion.frame_b"], ["motion.frame_a", "body.frame_a"]]
components.world = { class = "World", gravityType = "NoGravity" }
components.motion = { class = "Joints.FreeMotion", w_rel_a_start = [3, -9, 14] }
components.body = { class = "Parts.Body", r_CM = [0, 0, 0], m = 1, I_11 = 0.1, I_22 = 0.2, I_33 = 0.25 }
"#;
    let mut rig = Rig::new(text);
    let mut last = Quaternion([0.0, 0.0, 0.0, 1.0]);
    for step in 0..400 {
        rig.run(0.025 * f64::from(step));
        let q = Quaternion(std::array::from_fn(|k| rig.get(&format!("motion.Q[{}]", k + 1))));
        near(q.dot(&q), 1.0, 1e-14, "length");
        assert!(q.dot(&last) > 0.9);
        last = q;
        assert_relative_motion(&mut rig, "motion");
    }
}

/// A FreeMotion between frames that the tree holds already only measures.
#[test]
fn a_free_motion_on_a_moving_tree_measures() {
    let text = hand([false; 3]).replacen(
        "connections = [",
        "connections = [\n  [\"measure.frame_a\", \"upper.frame_b\"], [\"measure.frame_b\", \"palm.frame_a\"],",
        1,
    ) + "[components.measure]\nclass = \"Joints.FreeMotion\"\n";
    let (mut rig, mut without) = (Rig::new(&text), Rig::new(&hand([false; 3])));
    assert_eq!(rig.x.len(), without.x.len());
    for time in [0.0, 0.6] {
        rig.run(time);
        without.run(time);
        assert_relative_motion(&mut rig, "measure");
        for name in ["shoulder.phi", "elbow.a", "slider.s"] {
            near(rig.get(name), without.get(name), 0.0, name);
        }
    }
}
