//! Points on dampers: the balance gives the velocity.

use super::common::{near, near3};
use super::{BODY, DAMPER, FIXED, SPRING, rig};
use mechanism::scalar::Vector3;

const BOB: &str = "m = 1.5\nr_CM = [0.05, 0.1, 0]\nI_11 = 0.02\nI_22 = 0.03\nI_33 = 0.04\nr_0 = { start = [0.3, -0.9, 0.1] }\nv_0 = { start = [0.2, 0.1, 0.6] }\nw_0_start = [0.3, -0.5, 0.2]";

/// The class has the length of its damper as a state; here that is where the point is.
#[test]
fn a_spring_and_a_damper_in_a_row_are_the_class() {
    let series = "c = 60\ns_unstretched = 0.2\nd = 25\ns_damper_start = 0.4";
    let mut whole = rig(
        "UniformGravity",
        &[("line", "Forces.SpringDamperSeries", series), ("bob", BODY, BOB)],
        &[["world.frame_b", "line.frame_a"], ["line.frame_b", "bob.frame_a"]],
    );
    // At 0.4 m from the world, in the direction of the bob.
    let at = Vector3::new(0.3, -0.9, 0.1).normalize() * 0.4;
    let damper = format!("d = 25\nframe_b = {{ r_0 = {{ start = {:?} }} }}", [at.x, at.y, at.z]);
    let mut two = rig(
        "UniformGravity",
        &[("damper", DAMPER, &damper), ("spring", SPRING, "c = 60\ns_unstretched = 0.2"), ("bob", BODY, BOB)],
        &[["world.frame_b", "damper.frame_a"], ["damper.frame_b", "spring.frame_a"], ["spring.frame_b", "bob.frame_a"]],
    );
    for k in 0..=20 {
        let t = 0.1 * f64::from(k);
        whole.run(t);
        two.run(t);
        near(two.get("damper.length"), whole.get("line.s_damper"), 1e-8, "length of the damper");
        near3(two.r_0("bob.frame_a"), whole.r_0("bob.frame_a"), 1e-8, "position");
        near(two.get("damper.f"), whole.get("line.f"), 1e-7, "force");
        near(two.get("damper.lossPower"), whole.get("line.lossPower"), 1e-6, "loss");
        near3(two.force("damper.frame_b") + two.force("spring.frame_a"), Vector3::zeros(), 1e-9, "balance");
    }
}

/// `d v = -c (x - x0)` on a line.
#[test]
fn a_point_on_a_damper_creeps() {
    let damper = "d = 8\nframe_b = { r_0 = { start = [0.9, 0, 0] } }";
    let mut rig = rig(
        "NoGravity",
        &[
            ("wall", FIXED, "r = [2, 0, 0]"),
            ("damper", DAMPER, damper),
            ("spring", SPRING, "c = 20\ns_unstretched = 0.5"),
        ],
        &[
            ["world.frame_b", "damper.frame_a"],
            ["damper.frame_b", "spring.frame_b"],
            ["wall.frame_b", "spring.frame_a"],
        ],
    );
    for k in 0..=10 {
        rig.run(0.1 * f64::from(k));
        // The spring is at rest where the point is at 1.5 m.
        let gap = -0.6 * (-20.0 / 8.0 * rig.t).exp();
        near3(rig.r_0("damper.frame_b"), Vector3::new(1.5 + gap, 0.0, 0.0), 1e-9, "position");
        near3(rig.v_0("damper.frame_b"), Vector3::new(-2.5 * gap, 0.0, 0.0), 1e-8, "speed");
    }
}

/// Dampers in three directions and a spring without length: each coordinate dies away by itself as long as the dampers stay along the axes;
/// far posts keep them there.
#[test]
fn a_point_on_three_dampers_is_free_to_start() {
    let far = 1e7;
    let posts: [String; 3] = std::array::from_fn(|k| {
        let mut place = [0.0; 3];
        place[k] = far;
        format!("r = {place:?}")
    });
    let mut rig = rig(
        "NoGravity",
        &[
            ("p1", FIXED, &posts[0]),
            ("p2", FIXED, &posts[1]),
            ("p3", FIXED, &posts[2]),
            ("d1", DAMPER, "d = 5\nframe_b = { r_0 = { start = [0.3, -0.2, 0.5] } }"),
            ("d2", DAMPER, "d = 10"),
            ("d3", DAMPER, "d = 20"),
            ("spring", SPRING, "c = 10\ns_unstretched = 0"),
        ],
        &[
            ["p1.frame_b", "d1.frame_a"],
            ["p2.frame_b", "d2.frame_a"],
            ["p3.frame_b", "d3.frame_a"],
            ["d1.frame_b", "d2.frame_b"],
            ["d1.frame_b", "d3.frame_b"],
            ["d1.frame_b", "spring.frame_b"],
            ["world.frame_b", "spring.frame_a"],
        ],
    );
    near3(rig.r_0("spring.frame_b"), Vector3::new(0.3, -0.2, 0.5), 0.0, "start");
    for t in [0.3, 1.0, 2.0] {
        rig.run(t);
        let expected = Vector3::new(0.3 * (-2.0 * t).exp(), -0.2 * (-t).exp(), 0.5 * (-0.5 * t).exp());
        near3(rig.r_0("spring.frame_b"), expected, 1e-6, "position");
    }
}

/// Kinetic, potential and spring energy and what the damper has lost stay the same together. The damper pulls across the springs.
#[test]
fn a_damper_across_springs_takes_the_energy() {
    let mut rig = rig(
        "UniformGravity",
        &[
            ("left", FIXED, "r = [-0.4, 0.1, 0]"),
            ("right", FIXED, "r = [0.5, 0, 0.2]"),
            ("sink", "Thermal.HeatTransfer.Components.HeatCapacitor", "C = 1\nT = { start = 300, fixed = true }"),
            ("s1", SPRING, "c = 60\ns_unstretched = 0.1"),
            ("s2", SPRING, "c = 80\ns_unstretched = 0.2"),
            ("s3", SPRING, "c = 40\ns_unstretched = 0.1"),
            ("damper", "Forces.SpringDamperParallel", "c = 5\ns_unstretched = 0.3\nd = 4\nuseHeatPort = true"),
            ("bob", BODY, BOB),
        ],
        &[
            ["left.frame_b", "s1.frame_a"],
            ["right.frame_b", "s2.frame_a"],
            ["world.frame_b", "damper.frame_a"],
            ["s1.frame_b", "s2.frame_b"],
            ["s1.frame_b", "damper.frame_b"],
            ["s1.frame_b", "s3.frame_a"],
            ["s3.frame_b", "bob.frame_a"],
            ["damper.heatPort", "sink.port"],
        ],
    );
    let energy = |rig: &mut super::Rig| {
        let springs = [("s1", 60.0, 0.1), ("s2", 80.0, 0.2), ("s3", 40.0, 0.1), ("damper", 5.0, 0.3)];
        let stored: f64 =
            springs.map(|(name, c, l)| 0.5 * c * (rig.get(&format!("{name}.length")) - l).powi(2)).iter().sum();
        rig.kinetic_energy() + rig.potential_energy() + stored + rig.get("sink.T") - 300.0
    };
    let start = energy(&mut rig);
    for k in 1..=20 {
        rig.run(0.1 * f64::from(k));
        near(energy(&mut rig), start, 1e-7, "energy");
    }
    assert!(rig.get("sink.T") > 300.1, "{}", rig.get("sink.T"));
}

/// Two dampers in a row are one: `d = d1 d2/(d1 + d2)`.
#[test]
fn two_dampers_are_one() {
    let models = [
        rig(
            "UniformGravity",
            &[("d1", DAMPER, "d = 6"), ("bob", BODY, BOB)],
            &[["world.frame_b", "d1.frame_a"], ["d1.frame_b", "bob.frame_a"]],
        ),
        rig(
            "UniformGravity",
            &[("d1", DAMPER, "d = 10"), ("d2", DAMPER, "d = 15"), ("bob", BODY, BOB)],
            &[["world.frame_b", "d1.frame_a"], ["d1.frame_b", "d2.frame_a"], ["d2.frame_b", "bob.frame_a"]],
        ),
    ];
    let [mut one, mut two] = models;
    for t in [0.2, 0.5, 1.0] {
        one.run(t);
        two.run(t);
        near3(two.r_0("bob.frame_a"), one.r_0("bob.frame_a"), 1e-8, "position");
        near(two.get("d2.f"), one.get("d1.f"), 1e-7, "force");
    }
}
