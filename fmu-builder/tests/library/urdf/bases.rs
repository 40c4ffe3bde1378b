//! Floating bases, floating and planar joints.

use fmu_builder::urdf::{Base, UrdfOptions};

use crate::urdf::rig::{Rig, close, read_with, try_read};
use crate::urdf::text::{empty, joint, link, robot};

const G: f64 = 9.81;

fn floating() -> UrdfOptions {
    UrdfOptions { base: Base::Floating, ..UrdfOptions::default() }
}

#[test]
fn a_floating_base_falls_freely() {
    let text = robot(&[link("body", 2.0, "0 0 0", [0.1, 0.2, 0.25])]);
    let mut rig = Rig::robot(&text, &floating(), &[("base.r_rel_a[3]", 5.0), ("base.v_rel_a[1]", 3.0)]);
    rig.run(0.8);
    let expected = [3.0 * 0.8, 0.0, 5.0 - G * 0.32];
    for k in 0..3 {
        close(rig.vector("base.position")[k], expected[k], 1e-9, "position");
        close(rig.vector("base.velocity")[k], [3.0, 0.0, -G * 0.8][k], 1e-9, "velocity");
        close(rig.vector("base.angular_velocity")[k], 0.0, 1e-12, "angular velocity");
    }
    let q: Vec<f64> = (1..=4).map(|k| rig.get(&format!("base.orientation[{k}]"))).collect();
    close(q[3], 1.0, 1e-12, "orientation");
}

/// Two links whose origins are their centres of mass.
fn pair() -> String {
    robot(&[
        link("body", 2.0, "0 0 0", [0.1, 0.2, 0.25]),
        link("arm", 0.7, "0 0 0", [0.02, 0.03, 0.04]),
        joint("shift", "prismatic", "body", "arm", r#"<origin xyz="0 0.3 0"/><axis xyz="1 1 0"/>"#),
    ])
}

#[test]
fn inner_efforts_do_not_move_the_centre_of_mass() {
    let values = [("shift.effort", 12.0), ("shift.v", 0.4), ("base.r_rel_a[3]", 1.0)];
    let mut rig = Rig::robot(&pair(), &floating(), &values);
    for t in [0.0, 0.2] {
        rig.run(t);
        for k in 0..3 {
            let force = 2.0 * rig.vector("body.a_0")[k] + 0.7 * rig.vector("arm.a_0")[k];
            close(force, [0.0, 0.0, -2.7 * G][k], 1e-11, "m a");
        }
        assert!(rig.get("shift.a").abs() > 1.0, "the effort moves the arm");
    }
}

#[test]
fn a_root_without_mass_may_float() {
    let text = robot(&[
        empty("base"),
        link("body", 2.0, "0 0 0", [0.1, 0.2, 0.25]),
        joint("weld", "fixed", "base", "body", r#"<origin xyz="0 0 0.5"/>"#),
    ]);
    let mut rig = Rig::robot(&text, &floating(), &[]);
    close(rig.get("body.a_0[3]"), -G, 1e-13, "it falls");
    let massless = robot(&[empty("base")]);
    let message = try_read(&massless, &floating()).unwrap_err();
    assert!(message.contains("no link has mass"), "{message}");
}

#[test]
fn a_floating_joint_is_free() {
    let text = robot(&[
        empty("ground"),
        link("ball", 2.0, "0 0 0", [0.1, 0.1, 0.1]),
        joint("fly", "floating", "ground", "ball", r#"<origin xyz="1 0 0"/>"#),
    ]);
    let mut rig = Rig::robot(&text, &UrdfOptions::default(), &[("fly.v_rel_a[3]", 4.0)]);
    rig.run(0.5);
    close(rig.get("fly.position[3]"), 2.0 - G / 8.0, 1e-9, "height");
    close(rig.get("ball.r_0[1]"), 1.0, 1e-12, "it starts at the origin of the joint");
    assert!(!rig.has("fly.effort"));
}

#[test]
fn a_planar_joint_slides_in_the_plane_across_its_axis() {
    let text = |axis: &str| {
        robot(&[
            empty("ground"),
            link("puck", 2.0, "0 0 0", [0.1, 0.1, 0.1]),
            joint("slide", "planar", "ground", "puck", &format!(r#"<axis xyz="{axis}"/>"#)),
        ])
    };
    // Across y: x stays x, and the second direction, y cross x, is down.
    let mut rig = Rig::robot(&text("0 2 0"), &UrdfOptions::default(), &[("slide.v_x", 1.0), ("slide.w", 0.5)]);
    assert_eq!(rig.states(), 6);
    rig.run(0.4);
    close(rig.get("slide.position[1]"), 0.4, 1e-9, "along x");
    close(rig.get("slide.position[2]"), G * 0.08, 1e-9, "down");
    close(rig.get("slide.position[3]"), 0.2, 1e-9, "angle");
    close(rig.get("slide.velocity[2]"), G * 0.4, 1e-9, "speed");
    close(rig.get("puck.r_0[3]"), -G * 0.08, 1e-9, "height");
    // Across x the y axis takes its place; across z nothing falls.
    let mut rig = Rig::robot(&text("1 0 0"), &UrdfOptions::default(), &[("slide.v_x", 1.0)]);
    rig.run(0.4);
    close(rig.get("puck.r_0[2]"), 0.4, 1e-9, "along y");
    let mut rig = Rig::robot(&text("0 0 1"), &UrdfOptions::default(), &[]);
    rig.run(0.4);
    close(rig.get("puck.r_0[3]"), 0.0, 1e-12, "the table holds it");
}

#[test]
fn damping_of_joints_with_several_coordinates_is_left_out_by_name() {
    let text = robot(&[
        empty("ground"),
        link("puck", 2.0, "0 0 0", [0.1, 0.1, 0.1]),
        joint("slide", "planar", "ground", "puck", r#"<axis xyz="0 0 1"/><dynamics damping="3"/>"#),
    ]);
    let warnings = read_with(&text, &UrdfOptions::default()).warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("damping is left out") && warnings[0].ends_with("joint slide"), "{warnings:?}");
}
