//! Reactions in closed loops against statics.

use crate::common::near;
use crate::loops::draft::{Draft, as_is, assert_same, closings};

const G: f64 = 9.81;

/// A door on two hinges one above the other, turning with speed 2 rad/s.
fn door() -> Draft {
    Draft::new(
        &[
            ("world", &format!("class = \"World\", g = {G}")),
            ("foot", r#"class = "Parts.FixedTranslation", r = [0, 0.2, 0]"#),
            ("post", r#"class = "Parts.FixedTranslation", r = [0, 1.8, 0]"#),
            ("low", r#"class = "Joints.Revolute", n = [0, 1, 0], phi = { start = 0.7, fixed = true }, w = { start = 2, fixed = true }"#),
            ("high", r#"class = "Joints.Revolute", n = [0, 1, 0]"#),
            ("leaf", r#"class = "Parts.BodyShape", r = [0, 1.6, 0], r_CM = [0.45, 0.8, 0], m = 20, I_11 = 4, I_22 = 2, I_33 = 5"#),
        ],
        "world.frame_b - foot.frame_a, foot.frame_b - low.frame_a, world.frame_b - post.frame_a, post.frame_b - high.frame_a, low.frame_b - leaf.frame_a,
         high.frame_b - leaf.frame_b",
    )
}

#[test]
fn a_door_loads_both_hinges_alike() {
    let mut closed_by = Vec::new();
    for backwards in [false, true] {
        let mut rig = door().reordered(0, backwards).start();
        closed_by.push(closings(&rig));
        let (m, arm, height, w) = (20.0, 0.45, 1.6, 2.0);
        // Loads of the hinges, in the axes of the leaf.
        let [low, high] = ["low", "high"].map(|name| {
            let frame = format!("{name}.frame_b");
            (-rig.vector(&format!("{frame}.f")), -rig.vector(&format!("{frame}.t")))
        });
        near(rig.get("low.a"), 0.0, 1e-10, "nothing turns the door faster");
        near(low.0.y, high.0.y, 1e-9, "weight");
        near(low.0.y, 0.5 * m * G, 1e-9, "weight");
        near(low.0.x + high.0.x, -m * arm * w * w, 1e-9, "centripetal force");
        near(low.1.z, high.1.z, 1e-9, "torque");
        near(low.0.z, 0.0, 1e-9, "across");
        near(high.0.z, 0.0, 1e-9, "across");
        near(low.1.y, 0.0, 1e-12, "hinges are free");
        near(high.1.y, 0.0, 1e-12, "hinges are free");
        // About the middle of the post the weight is held by a couple of forces and by both torques.
        let couple = 0.5 * height * (low.0.x - high.0.x) + low.1.z + high.1.z;
        near(couple, m * G * arm, 1e-8, "moment of the weight");
        assert!(low.0.x > high.0.x, "the low hinge pushes, the high one pulls");
    }
    assert_ne!(closed_by[0], closed_by[1]);
}

#[test]
fn it_does_not_matter_which_hinge_closes() {
    let (mut a, mut b) = (door().start(), door().reordered(0, true).start());
    a.run(0.5);
    b.run(0.5);
    assert_same(&mut a, &mut b, 1e-8, as_is);
}

/// Two half arches on three hinges: their weights and a load on one of them.
#[test]
fn a_three_hinged_arch_stands_as_statics_says() {
    let (span, height, m1, m2) = (2.0, 0.8, 3.0, 5.0);
    let load = [7.0, -11.0];
    let draft = Draft::new(
        &[
            ("world", &format!("class = \"World\", g = {G}")),
            ("ground", &format!("class = \"Parts.FixedTranslation\", r = [{span}, 0, 0]")),
            ("left", r#"class = "Joints.Revolute""#),
            ("crown", r#"class = "Joints.Revolute""#),
            ("right", r#"class = "Joints.Revolute""#),
            ("half_1", &format!("class = \"Parts.BodyShape\", r = [1, {height}, 0], r_CM = [0.4, 0.5, 0], m = {m1}")),
            ("half_2", &format!("class = \"Parts.BodyShape\", r = [1, -{height}, 0], r_CM = [0.6, -0.3, 0], m = {m2}")),
            ("shelf", r#"class = "Parts.FixedTranslation", r = [0.25, 0.1, 0]"#),
            ("push", r#"class = "Forces.WorldForce", resolveInFrame = "world""#),
            ("along", &format!("class = \"Blocks.Sources.Constant\", k = {}", load[0])),
            ("down", &format!("class = \"Blocks.Sources.Constant\", k = {}", load[1])),
            ("none", r#"class = "Blocks.Sources.Constant", k = 0"#),
        ],
        "world.frame_b - left.frame_a, left.frame_b - half_1.frame_a, half_1.frame_b - crown.frame_a, crown.frame_b - half_2.frame_a,
         half_2.frame_b - right.frame_a, right.frame_b - ground.frame_b, world.frame_b - ground.frame_a,
         half_2.frame_a - shelf.frame_a, shelf.frame_b - push.frame_b, along.y - push.force[1], down.y - push.force[2],
         none.y - push.force[3]",
    );
    // Moments about the left end, then of the left half about the crown.
    let (x, y) = (1.25, height + 0.1);
    let right_y = (m1 * G * 0.4 + m2 * G * 1.6 - x * load[1] + y * load[0]) / span;
    let left_y = (m1 + m2) * G - load[1] - right_y;
    let left_x = (left_y * 1.0 - m1 * G * 0.6) / height;
    let right_x = -left_x - load[0];
    for shift in 0..6 {
        let mut rig = draft.reordered(shift, shift % 2 == 1).start();
        // The supports push on the halves with the opposite of what flows into their joints' ends.
        let (left, right) = (rig.force("half_1.frame_a"), rig.force("half_2.frame_b"));
        near(left.x, left_x, 1e-10 * 100.0, "left, horizontal");
        near(left.y, left_y, 1e-10 * 100.0, "left, vertical");
        near(right.x, right_x, 1e-10 * 100.0, "right, horizontal");
        near(right.y, right_y, 1e-10 * 100.0, "right, vertical");
        near(rig.get("left.a"), 0.0, 1e-10, "it stands");
        near(rig.get("crown.a"), 0.0, 1e-10, "it stands");
        rig.run(0.5);
        near(rig.get("crown.phi"), 0.0, 1e-10, "it still stands");
    }
}

/// A triangle of bars has no freedom; in-plane forces of its corners are those of statics.
#[test]
fn a_triangle_of_bars_stands() {
    let (m, half) = (2.0, 0.5);
    let draft = Draft::new(
        &[
            ("world", &format!("class = \"World\", g = {G}")),
            ("a", r#"class = "Joints.Revolute""#),
            ("b", r#"class = "Joints.Revolute""#),
            ("c", r#"class = "Joints.Revolute""#),
            ("ground", r#"class = "Parts.FixedTranslation", r = [1, 0, 0]"#),
            ("bar_1", &format!("class = \"Parts.BodyShape\", r = [0.5, 1, 0], r_CM = [0.25, 0.5, 0], m = {m}")),
            ("bar_2", r#"class = "Parts.FixedTranslation", r = [0.5, -1, 0]"#),
        ],
        "world.frame_b - a.frame_a, a.frame_b - bar_1.frame_a, bar_1.frame_b - b.frame_a, b.frame_b - bar_2.frame_a,
         bar_2.frame_b - c.frame_a, c.frame_b - ground.frame_b, world.frame_b - ground.frame_a",
    );
    for shift in 0..4 {
        let mut rig = draft.reordered(shift, false).start();
        // The second bar has no weight, so its force lies along it; the moment about the left end gives its size.
        let thrust = m * G * 0.25 / (1.0 * half + 0.5 * 1.0);
        let force = rig.force("bar_2.frame_b");
        near(force.x, -half * thrust, 1e-9, "along the ground");
        near(force.y, 1.0 * thrust, 1e-9, "vertical");
        near(rig.force("bar_1.frame_a").y, m * G - thrust, 1e-9, "the other end");
        rig.run(0.3);
        near(rig.get("a.phi"), 0.0, 1e-10, "it stands");
    }
}
