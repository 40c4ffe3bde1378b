//! Joints that mimic others.

use fmu_builder::urdf::{MimicMode, UrdfOptions};

use crate::urdf::rig::{Rig, close, read, read_with};
use crate::urdf::text::{empty, joint, link, robot};

/// Masses and moments of inertia of the two links; the joints turn and slide about and along z, across which nothing falls but what slides.
const RESISTANCE: [f64; 2] = [0.4, 1.7];

fn still() -> UrdfOptions {
    UrdfOptions { gravity: 0.0, ..UrdfOptions::default() }
}

/// A leader and a follower side by side.
fn pair([leader, follower]: [&str; 2], multiplier: f64, offset: f64) -> String {
    let body = |name: &str, resistance: f64| link(name, resistance, "0 0 0", [1.0, 1.0, resistance]);
    let mimic = format!(r#"<axis xyz="0 0 1"/><mimic joint="leader" multiplier="{multiplier}" offset="{offset}"/>"#);
    robot(&[
        empty("ground"),
        body("a", RESISTANCE[0]),
        body("b", RESISTANCE[1]),
        // The follower comes first in the text.
        joint("follower", follower, "ground", "b", &mimic),
        joint("leader", leader, "ground", "a", r#"<axis xyz="0 0 1"/>"#),
    ])
}

#[test]
fn a_follower_moves_with_its_leader_whatever_both_are() {
    for leader in ["revolute", "prismatic"] {
        for follower in ["continuous", "prismatic"] {
            for (multiplier, offset) in [(1.0, 0.0), (-1.0, 0.0), (1.06, 0.72), (-0.3, -0.2), (25.0, 0.0)] {
                let text = pair([leader, follower], multiplier, offset);
                let name = |kind: &str, variable: usize| {
                    if kind == "prismatic" { ["s", "v", "a"][variable] } else { ["phi", "w", "a"][variable] }
                };
                let start = [
                    (format!("leader.{}", name(leader, 0)), 0.3),
                    (format!("leader.{}", name(leader, 1)), -0.5),
                    ("leader.effort".to_owned(), 2.0),
                ];
                let start: Vec<(&str, f64)> = start.iter().map(|(name, value)| (name.as_str(), *value)).collect();
                let mut rig = Rig::robot(&text, &still(), &start);
                assert!(!rig.has("follower.effort"));
                // One coordinate with the inertia of both: a = effort/(I_1 + multiplier^2 I_2).
                let a = 2.0 / (RESISTANCE[0] + multiplier * multiplier * RESISTANCE[1]);
                for t in [0.0, 0.6] {
                    rig.run(t);
                    let case = format!("{leader}, {follower}, {multiplier}, {offset}, at {t}");
                    close(rig.get("leader.a"), a, 1e-10, &case);
                    close(rig.get("follower.a"), multiplier * a, 1e-10, &case);
                    let (q, w) = (0.3 - 0.5 * t + a * t * t / 2.0, -0.5 + a * t);
                    close(rig.get("leader.position"), q, 1e-8, &case);
                    close(rig.get("leader.velocity"), w, 1e-8, &case);
                    close(rig.get("follower.position"), multiplier * q + offset, 1e-8, &case);
                    close(rig.get("follower.velocity"), multiplier * w, 1e-8, &case);
                }
            }
        }
    }
}

/// A finger of three joints: the second follows the first, the third follows the second.
fn finger() -> String {
    let turn = |rest: &str| format!(r#"<origin xyz="0.05 0 0"/><axis xyz="0 1 0"/>{rest}"#);
    let body = |name: &str| link(name, 0.1, "0.025 0 0", [1e-5, 2e-5, 2e-5]);
    robot(&[
        empty("palm"),
        body("p1"),
        body("p2"),
        body("p3"),
        joint("j1", "revolute", "palm", "p1", &turn(r#"<dynamics damping="0.01"/>"#)),
        joint("j2", "revolute", "p1", "p2", &turn(r#"<mimic joint="j1" multiplier="0.8"/>"#)),
        joint("j3", "revolute", "p2", "p3", &turn(r#"<mimic joint="j2" multiplier="0.5" offset="0.1"/>"#)),
    ])
}

#[test]
fn chains_of_followers_keep_energy() {
    let text = finger().replace(r#"<dynamics damping="0.01"/>"#, "");
    let mut rig = Rig::robot(&text, &UrdfOptions::default(), &[("j1.phi", -0.4)]);
    let energy = |rig: &mut Rig| {
        let mut sum = 0.0;
        for body in ["p1", "p2", "p3"] {
            let (v, w) = (rig.vector(&format!("{body}.v_0")), rig.vector(&format!("{body}.w_a")));
            // The plane of x and z: the centre of mass is 0.025 m along x of the body, which w about y moves along -z.
            let angle: f64 = (1..=body[1..].parse().unwrap()).map(|j: usize| rig.get(&format!("j{j}.phi"))).sum();
            let (sine, cosine) = angle.sin_cos();
            let (vx, vz) = (v[0] - w[1] * 0.025 * sine, v[2] - w[1] * 0.025 * cosine);
            let height = rig.vector(&format!("{body}.r_0"))[2] - 0.025 * sine;
            sum += 0.05 * (vx * vx + vz * vz) + 1e-5 * w[1] * w[1] + 0.1 * 9.81 * height;
        }
        sum
    };
    let before = energy(&mut rig);
    rig.run(0.35);
    let q: Vec<f64> = (1..=3).map(|j| rig.get(&format!("j{j}.position"))).collect();
    assert!(q[0] > 0.5, "it falls: {q:?}");
    close(q[1], 0.8 * q[0], 1e-9, "second joint");
    close(q[2], 0.5 * q[1] + 0.1, 1e-9, "third joint");
    assert!((energy(&mut rig) - before).abs() < 1e-8, "{} and {before}", energy(&mut rig));
}

#[test]
fn followers_may_be_free_or_locked() {
    let with = |mimic| UrdfOptions { mimic, ..UrdfOptions::default() };
    let mut free = Rig::robot(&finger(), &with(MimicMode::Free), &[]);
    assert_eq!(free.states(), 6);
    assert!(free.has("j3.effort"));
    free.set("j3.effort", 1.0);
    assert!(free.get("j3.a").abs() > 1.0);
    let locked = Rig::robot(&finger(), &with(MimicMode::Lock), &[]);
    assert_eq!(locked.states(), 2);
    assert!(!locked.has("j2.position"));
}

#[test]
fn who_follows_a_joint_that_stays_stays_where_that_puts_it() {
    let options = UrdfOptions { locked: vec!["j1".to_owned()], ..UrdfOptions::default() };
    let model = read_with(&finger(), &options);
    assert!(
        model.warnings.iter().any(|warning| warning.ends_with("does not move: joint j2, j3")),
        "{:?}",
        model.warnings
    );
    let mut rig = Rig::robot(&finger(), &options, &[]);
    // j3 is turned by its offset about y, which takes x down; nothing else is turned.
    let tip = rig.get("p3.frame_a.R.T[1,3]");
    close(tip, -0.1_f64.sin(), 1e-14, "direction of the last link");
}

#[test]
fn a_multiplier_of_zero_is_a_fixed_position() {
    let text = pair(["revolute", "prismatic"], 0.0, 0.25);
    let mut rig = Rig::robot(&text, &still(), &[]);
    assert_eq!(rig.states(), 2);
    close(rig.get("b.r_0[3]"), 0.25, 1e-15, "position");
}

#[test]
fn followers_without_mass_move_when_their_leader_has_some() {
    let text = pair(["revolute", "revolute"], 2.0, 0.0).replace(&link("b", 1.7, "0 0 0", [1.0, 1.0, 1.7]), &empty("b"));
    assert_eq!(read(&text).warnings, Vec::<String>::new());
    let mut rig = Rig::robot(&text, &still(), &[("leader.effort", 3.0)]);
    close(rig.get("leader.a"), 3.0 / RESISTANCE[0], 1e-12, "leader");
    close(rig.get("follower.a"), 6.0 / RESISTANCE[0], 1e-12, "follower");
}
