//! Points between springs: the balance gives the position.

use super::balance;
use super::common::{Rig, near, near3};
use super::{BODY, FIXED, SPRING, rig};
use mechanism::scalar::Vector3;

const WHOLE: &str = "c = 24\ns_unstretched = 0.5";
/// 24 = 40 * 60/(40 + 60).
const FIRST: &str = "c = 40\ns_unstretched = 0.2";
const SECOND: &str = "c = 60\ns_unstretched = 0.3\nfixedRotationAtFrame_a = true";
/// It swings and turns.
const BOB: &str = "m = 1.5\nr_CM = [0.05, 0.1, 0]\nI_11 = 0.02\nI_22 = 0.03\nI_33 = 0.04\nr_0 = { start = [0.3, -0.9, 0.1] }\nv_0 = { start = [0.2, 0.1, 0.6] }\nw_0_start = [0.3, -0.5, 0.2]";

/// `c = c1 c2/(c1 + c2)`, unstretched lengths added, force for force.
#[test]
fn two_springs_are_one() {
    let mut whole = rig(
        "UniformGravity",
        &[("spring", SPRING, WHOLE), ("bob", BODY, BOB)],
        &[["world.frame_b", "spring.frame_a"], ["spring.frame_b", "bob.frame_a"]],
    );
    let mut two = two_springs(BOB);
    for k in 0..=30 {
        let t = 0.1 * f64::from(k);
        whole.run(t);
        two.run(t);
        near3(two.r_0("bob.frame_a"), whole.r_0("bob.frame_a"), 1e-9, "position");
        near3(two.vector("bob.a_0"), whole.vector("bob.a_0"), 1e-8, "acceleration");
        near3(two.force("first.frame_a"), whole.force("spring.frame_a"), 1e-8, "force");
        let (first, second) = (two.get("first.length"), two.get("second.length"));
        near(first + second, whole.get("spring.length"), 1e-9, "length");
        near(40.0 * (first - 0.2), 60.0 * (second - 0.3), 1e-9, "balance");
        // The point moves as the ends do.
        let speed = two.rate3(|rig| rig.r_0("second.frame_a"));
        near3(two.v_0("second.frame_a"), speed, 1e-7, "speed");
    }
}

fn two_springs(bob: &str) -> Rig {
    rig(
        "UniformGravity",
        &[("first", SPRING, FIRST), ("second", SPRING, SECOND), ("bob", BODY, bob)],
        &[["world.frame_b", "first.frame_a"], ["first.frame_b", "second.frame_a"], ["second.frame_b", "bob.frame_a"]],
    )
}

/// A vertical oscillation through the slack length, where springs push: the point stays on the line, as one spring does.
#[test]
fn two_springs_push_as_one() {
    let omega = (24.0_f64 / 1.5).sqrt();
    let start = "m = 1.5\nr_CM = [0, 0, 0]\nr_0 = { start = [0, -0.4, 0] }\nv_0 = { start = [0, 0, 0] }";
    let mut two = two_springs(start);
    let middle = 0.5 + 1.5 * 9.80665 / 24.0;
    let mut slack = 0;
    for k in 0..=60 {
        two.run(0.05 * f64::from(k));
        let expected = middle + (0.4 - middle) * (omega * two.t).cos();
        near(-two.r_0("bob.frame_a").y, expected, 1e-8, "length");
        slack += usize::from(expected < 0.5);
        let node = two.r_0("first.frame_b");
        near(-node.y, 0.2 + 24.0 / 40.0 * (expected - 0.5), 1e-8, "point");
        near3(Vector3::new(node.x, 0.0, node.z), Vector3::zeros(), 1e-8, "across");
    }
    assert!(slack > 5, "{slack}");
}

/// Three posts of one plane, and a point that hangs on them by springs without length: the weighted mean of the posts.
#[test]
fn three_springs_balance_at_the_weighted_mean() {
    let places = [[1.0, 0.2, 0.0], [-0.7, 0.9, 0.3], [0.1, -1.1, -0.4]];
    let constants = [20.0, 50.0, 30.0];
    let mut star = star(places, constants, [0.0; 3]);
    let sum: Vector3<f64> = places.iter().zip(constants).map(|(r, c)| Vector3::from(*r) * c).sum();
    near3(star.r_0("s1.frame_b"), sum / 100.0, 1e-12, "position");
    star.run(1.0);
    near3(star.r_0("s2.frame_b"), sum / 100.0, 1e-12, "position");
    near3(star.v_0("s3.frame_b"), Vector3::zeros(), 1e-12, "speed");
}

/// An equilateral triangle of posts at distance R: with equal springs the point is in the centre, whatever their length. With one spring
/// twice as strong, on the axis of symmetry, at `x` from the centre to that post: `2 (R - x - l) = 2 (p - l) (R/2 + x)/p` with
/// `p^2 = 3/4 R^2 + (R/2 + x)^2`, solved by bisection.
#[test]
fn a_star_of_springs_is_where_the_equation_says() {
    let (radius, free) = (0.8_f64, 0.3);
    let half = 3.0_f64.sqrt() / 2.0 * radius;
    let places = [[radius, 0.0, 0.0], [-0.5 * radius, half, 0.0], [-0.5 * radius, -half, 0.0]];
    let mut equal = star(places, [10.0; 3], [free; 3]);
    near3(equal.r_0("s1.frame_b"), Vector3::zeros(), 1e-12, "centre");
    let left = |x: f64| {
        let p = (0.75 * radius * radius + (0.5 * radius + x).powi(2)).sqrt();
        (radius - x - free) - (p - free) * (0.5 * radius + x) / p
    };
    let (mut low, mut high) = (0.0, radius - free);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if left(middle) > 0.0 { low = middle } else { high = middle }
    }
    let mut uneven = star(places, [20.0, 10.0, 10.0], [free; 3]);
    near3(uneven.r_0("s1.frame_b"), Vector3::new(low, 0.0, 0.0), 1e-11, "off the centre");
}

fn star(places: [[f64; 3]; 3], constants: [f64; 3], lengths: [f64; 3]) -> Rig {
    let posts = places.map(|place| format!("r = {place:?}"));
    let springs: [String; 3] =
        std::array::from_fn(|k| format!("c = {:?}\ns_unstretched = {:?}", constants[k], lengths[k]));
    rig(
        "NoGravity",
        &[
            ("p1", FIXED, &posts[0]),
            ("p2", FIXED, &posts[1]),
            ("p3", FIXED, &posts[2]),
            ("s1", SPRING, &springs[0]),
            ("s2", SPRING, &springs[1]),
            ("s3", SPRING, &springs[2]),
        ],
        &[
            ["p1.frame_b", "s1.frame_a"],
            ["p2.frame_b", "s2.frame_a"],
            ["p3.frame_b", "s3.frame_a"],
            ["s1.frame_b", "s2.frame_b"],
            ["s2.frame_b", "s3.frame_b"],
        ],
    )
}

/// As in the library's example: a body hangs on a spring at a point that two other springs hold.
#[test]
fn a_body_on_three_springs_keeps_its_energy() {
    let components = [
        ("left", FIXED, "r = [-0.4, 0.1, 0]"),
        ("right", FIXED, "r = [0.5, 0, 0.2]"),
        ("s1", SPRING, "c = 60\ns_unstretched = 0.1"),
        ("s2", SPRING, "c = 80\ns_unstretched = 0.2"),
        ("s3", SPRING, "c = 40\ns_unstretched = 0.1\nfixedRotationAtFrame_a = true"),
        ("bob", BODY, BOB),
    ];
    let connections = [
        ["left.frame_b", "s1.frame_a"],
        ["right.frame_b", "s2.frame_a"],
        ["s1.frame_b", "s2.frame_b"],
        ["s1.frame_b", "s3.frame_a"],
        ["s3.frame_b", "bob.frame_a"],
    ];
    let mut rig = rig("UniformGravity", &components, &connections);
    let names: Vec<_> = components.iter().map(|(name, class, _)| ((*name).to_owned(), (*class).to_owned())).collect();
    let (start, scale) = balance::energy(&mut rig, &names);
    for k in 0..=20 {
        rig.run(0.1 * f64::from(k));
        let (energy, _) = balance::energy(&mut rig, &names);
        near(energy, start, 1e-8 * scale, "energy");
        balance::assert_nodes_balance(&mut rig, "while it moves");
        let forces = ["s1.frame_b", "s2.frame_b", "s3.frame_a"].map(|frame| rig.force(frame));
        near3(forces.iter().sum(), Vector3::zeros(), 1e-10 * scale, "balance");
    }
}

/// A chain of springs with points between them is one spring; a start value chooses the side of a loop.
#[test]
fn a_chain_of_springs_is_one() {
    let part = "c = 100\ns_unstretched = 0.1";
    let mut rig = rig(
        "UniformGravity",
        &[("s1", SPRING, part), ("s2", SPRING, part), ("s3", SPRING, part), ("s4", SPRING, part), ("bob", BODY, BOB)],
        &[
            ["world.frame_b", "s1.frame_a"],
            ["s1.frame_b", "s2.frame_a"],
            ["s2.frame_b", "s3.frame_a"],
            ["s3.frame_b", "s4.frame_a"],
            ["s4.frame_b", "bob.frame_a"],
        ],
    );
    assert_eq!(rig.model.mechanism.massless.len(), 1);
    for t in [0.0, 0.5, 1.0] {
        rig.run(t);
        let (end, near_world) = (rig.r_0("bob.frame_a"), rig.r_0("s1.frame_b"));
        near3(near_world, end * 0.25, 1e-9, "a quarter of the way");
        near3(rig.force("s1.frame_a"), -end * (25.0 * (1.0 - 0.4 / end.norm())), 1e-8, "force");
    }
}

/// A spring and a strut that is pressed are a snap-through truss: the start value says on which side the point is.
#[test]
fn a_start_value_chooses_the_balance() {
    for side in [1.0, -1.0] {
        let guess =
            format!("c = 100\ns_unstretched = 0.5\nframe_b = {{ r_0 = {{ start = [0, {:?}, 0] }} }}", 0.4 * side);
        let mut rig = rig(
            "NoGravity",
            &[
                ("p1", FIXED, "r = [-0.4, 0, 0]"),
                ("p2", FIXED, "r = [0.4, 0, 0]"),
                ("s1", SPRING, &guess),
                ("s2", SPRING, "c = 100\ns_unstretched = 0.5"),
                // Holds it in the plane.
                ("s3", SPRING, "c = 1e-3\ns_unstretched = 0"),
                ("p3", FIXED, "r = [0, 0, 0]"),
            ],
            &[
                ["p1.frame_b", "s1.frame_a"],
                ["p2.frame_b", "s2.frame_a"],
                ["p3.frame_b", "s3.frame_a"],
                ["s1.frame_b", "s2.frame_b"],
                ["s1.frame_b", "s3.frame_b"],
            ],
        );
        let y = rig.r_0("s1.frame_b").y;
        near(y, 0.3 * side, 1e-4, "side");
        let p = (0.16 + y * y).sqrt();
        near(2.0 * 100.0 * (p - 0.5) * y / p + 1e-3 * y, 0.0, 1e-12, "balance");
    }
}
