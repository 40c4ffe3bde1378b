//! Pictures: their numbers, and that they weigh nothing.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use mechanism::scalar::Vector3;
use moving::{moving, near};

/// A pendulum, with or without things to be seen on it.
fn pendulum(pictures: &str, connections: &str) -> String {
    format!(
        "name = \"Pendulum\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"body.frame_a\"], {connections}]\n\
         [components.world]\nclass = \"World\"\n\
         [components.rev]\nclass = \"Joints.Revolute\"\nphi = {{ start = 0.3, fixed = true }}\n\
         [components.body]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [0.5, 0, 0]\n{pictures}"
    )
}

#[test]
fn pictures_do_not_change_the_motion() {
    let classes = [
        "FixedShape",
        "FixedShape2",
        "FixedFrame",
        "FixedArrow",
        "SignalArrow",
        "Rectangle",
        "Torus",
        "VoluminousWheel",
    ];
    let pictures: String = classes
        .iter()
        .map(|c| {
            let colour = if *c == "FixedFrame" { "color_x" } else { "color" };
            let sizes = if *c == "FixedShape" { "length = 1\nwidth = 0.2\nheight = 0.1\n" } else { "" };
            format!("[components.{c}]\nclass = \"Visualizers.{c}\"\n{colour} = [0, 230, 0]\n{sizes}")
        })
        .collect();
    let connections: String = classes.iter().map(|c| format!("[\"{c}.frame_a\", \"body.frame_a\"], ")).collect();
    let (mut with, mut without) = (moving(&pendulum(&pictures, &connections)), moving(&pendulum("", "")));
    with.run(1.0);
    without.run(1.0);
    assert_eq!(with.x, without.x);
    for class in classes {
        assert_eq!(with.vector(&format!("{class}.frame_a.f")), Vector3::zeros());
        assert_eq!(with.r_0(&format!("{class}.frame_a")), with.r_0("body.frame_a"));
    }
    let (from, to) = (with.r_0("FixedShape2.frame_a"), with.r_0("FixedShape2.frame_b"));
    near((to - from).norm(), 1.0, 1e-12, "frame_b is at r");
    assert_eq!(with.get("FixedFrame.length"), 0.2);
    assert_eq!(with.get("FixedFrame.diameter"), 0.2 / 40.0);
    assert_eq!((with.get("Torus.surface.nu"), with.get("Torus.surface.nv")), (40.0, 20.0));
}

#[test]
fn dimensions_of_a_wheel() {
    let wheel = |more: &str| {
        let text = format!("[components.w]\nclass = \"Visualizers.VoluminousWheel\"\n{more}\n");
        moving(&pendulum(&text, "[\"w.frame_a\", \"body.frame_a\"]"))
    };
    let mut m = wheel("");
    near(m.get("w.h"), (0.3_f64.powi(2) - 0.125_f64.powi(2)).sqrt(), 1e-15, "h");
    near(m.get("w.ri"), -0.05, 1e-15, "ri");
    assert_eq!(m.get("w.rRim2"), 0.14);
    let mut m = wheel("width = 0.8\nrRim = 0.3");
    assert_eq!((m.get("w.rCurvature2"), m.get("w.h")), (0.4, 0.0));
    near(m.get("w.rRim2"), m.get("w.ri"), 1e-15, "a rim does not stand out of its tire");
}

#[test]
fn the_ground_plane_avoids_the_direction_of_gravity() {
    for (n, expected) in
        [("[0, -1, 0]", [1.0, 0.0, 0.0]), ("[-1, 0, 0]", [0.0, 1.0, 0.0]), ("[0.98, 0.2, 0]", [1.0, 0.0, 0.0])]
    {
        let text = pendulum("", "").replace("class = \"World\"", &format!("class = \"World\"\nn = {n}"));
        assert_eq!(moving(&text).vector("world.groundAxis_u"), Vector3::from(expected), "{n}");
    }
}
