//! Constraints and rods between frames: what each class holds fast stays so, what it leaves free moves, and no power is lost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::balance;
use crate::common;
mod lines;

use common::{Rig, near, near3};
use mechanism::scalar::Vector3;

/// Relative error of the energy that is kept by a run over 1 s at the tolerance of a rig.
const KEPT: f64 = 1e-7;

/// A model of these components; those that are named as pairs are connected.
fn model(components: &[(&str, &str, &str)], connections: &[[&str; 2]]) -> (Rig, Vec<(String, String)>) {
    let mut text =
        format!("name = \"Closing\"\nconnections = {connections:?}\n[components.world]\nclass = \"World\"\n");
    for (name, class, parameters) in components {
        text += &format!("[components.{name}]\nclass = \"{class}\"\n{parameters}\n");
    }
    let names = components.iter().map(|(name, class, _)| ((*name).to_owned(), (*class).to_owned())).collect();
    (Rig::new(&text).with_tolerance(1e-8), names)
}

/// Runs for 1 s; energy is kept and power is passed on. `look` looks at each of ten moments.
fn run((mut rig, components): (Rig, Vec<(String, String)>), mut look: impl FnMut(&mut Rig)) {
    let (start, _) = balance::energy(&mut rig, &components);
    for k in 0..=10 {
        rig.run(0.1 * f64::from(k));
        let (energy, scale) = balance::energy(&mut rig, &components);
        near(energy, start, KEPT * scale, "energy");
        balance::assert_power_is_passed_on(&mut rig, &components, "while it moves");
        balance::assert_nodes_balance(&mut rig, "while it moves");
        look(&mut rig);
    }
}

/// A free body, turning, whose frame_a a constraint ties to a frame that swings.
fn constrained(class: &str, parameters: &str, look: impl FnMut(&mut Rig)) {
    let swing = "n = [0, 0, 1]\nw = { start = 1.5, fixed = true }";
    let arm = "r = [0.4, 0.1, 0]\nm = 1\nr_CM = [0.2, 0.1, 0.05]\nI_11 = 0.02\nI_22 = 0.03\nI_33 = 0.04";
    let body = "m = 0.8\nr_CM = [0.1, -0.15, 0.05]\nI_11 = 0.03\nI_22 = 0.02\nI_33 = 0.04\nr_0 = { start = [0.4, 0.1, 0] }\nw_0_start = [0.3, 0.8, -0.5]";
    let components = [
        ("swing", "Joints.Revolute", swing),
        ("arm", "Parts.BodyShape", arm),
        ("body", "Parts.Body", body),
        ("cut", class, parameters),
    ];
    let connections = [
        ["world.frame_b", "swing.frame_a"],
        ["swing.frame_b", "arm.frame_a"],
        ["arm.frame_b", "cut.frame_a"],
        ["cut.frame_b", "body.frame_a"],
    ];
    run(model(&components, &connections), look);
}

/// Position of frame_b in frame_a of the constraint.
fn gap(rig: &mut Rig) -> Vector3<f64> {
    let d = rig.r_0("cut.frame_b") - rig.r_0("cut.frame_a");
    rig.t("cut.frame_a") * d
}

/// A vector that is fixed in frame_b, in frame_a.
fn back(rig: &mut Rig, b: [f64; 3]) -> Vector3<f64> {
    rig.t("cut.frame_a") * rig.t("cut.frame_b").transpose() * Vector3::from(b)
}

#[test]
fn a_prismatic_constraint_keeps_frames_parallel() {
    let mut far = 0.0_f64;
    constrained("Joints.Constraints.Prismatic", "x_locked = false", |rig| {
        let gap = gap(rig);
        near3(Vector3::new(0.0, gap.y, gap.z), Vector3::zeros(), 1e-9, "locked");
        near3(back(rig, [1.0, 0.0, 0.0]), Vector3::x(), 1e-9, "axes");
        near3(back(rig, [0.0, 1.0, 0.0]), Vector3::y(), 1e-9, "axes");
        far = far.max(gap.x.abs());
    });
    assert!(far > 0.1, "{far}");
}

#[test]
fn a_revolute_constraint_keeps_an_axis() {
    let n = [0.0, 0.6, 0.8];
    let mut turned = 0.0_f64;
    constrained("Joints.Constraints.Revolute", &format!("n = {n:?}"), |rig| {
        near3(gap(rig), Vector3::zeros(), 1e-9, "origin");
        near3(back(rig, n), Vector3::from(n), 1e-9, "axis");
        turned = turned.max((back(rig, [1.0, 0.0, 0.0]) - Vector3::x()).norm());
    });
    assert!(turned > 0.1, "{turned}");
}

#[test]
fn a_spherical_constraint_keeps_a_point() {
    let mut turned = 0.0_f64;
    constrained("Joints.Constraints.Spherical", "", |rig| {
        near3(gap(rig), Vector3::zeros(), 1e-9, "origin");
        turned = turned.max((back(rig, [1.0, 0.0, 0.0]) - Vector3::x()).norm());
    });
    assert!(turned > 0.1, "{turned}");
}

#[test]
fn a_universal_constraint_keeps_axes_perpendicular() {
    let mut turned = 0.0_f64;
    constrained("Joints.Constraints.Universal", "n_a = [0, 1, 0]\nn_b = [1, 0, 0]", |rig| {
        near3(gap(rig), Vector3::zeros(), 1e-9, "origin");
        near(back(rig, [1.0, 0.0, 0.0]).y, 0.0, 1e-9, "cosine");
        turned = turned.max((back(rig, [0.0, 1.0, 0.0]) - Vector3::y()).norm());
    });
    assert!(turned > 0.1, "{turned}");
}

const LINK: &str = "r = [0.5, 0, 0]\nm = 1\nr_CM = [0.25, 0.02, 0]\nI_11 = 0.02\nI_22 = 0.03\nI_33 = 0.04";

#[test]
fn a_planar_loop_stays_closed() {
    let components = [
        ("j1", "Joints.Revolute", "phi = { start = 1.2 }\nw = { start = 1, fixed = true }"),
        ("crank", "Parts.BodyShape", LINK),
        ("j2", "Joints.Revolute", "phi = { start = -1.2 }"),
        ("coupler", "Parts.BodyShape", &LINK.replace("0.5, 0, 0", "0.7, 0, 0")),
        ("j3", "Joints.Revolute", "phi = { start = -1.3 }"),
        ("rocker", "Parts.BodyShape", LINK),
        ("ground", "Parts.FixedTranslation", "r = [0.9, 0, 0]"),
        ("cut", "Joints.RevolutePlanarLoopConstraint", ""),
    ];
    let connections = [
        ["world.frame_b", "j1.frame_a"],
        ["j1.frame_b", "crank.frame_a"],
        ["crank.frame_b", "j2.frame_a"],
        ["j2.frame_b", "coupler.frame_a"],
        ["coupler.frame_b", "j3.frame_a"],
        ["j3.frame_b", "rocker.frame_a"],
        ["world.frame_b", "ground.frame_a"],
        ["ground.frame_b", "cut.frame_a"],
        ["rocker.frame_b", "cut.frame_b"],
    ];
    run(model(&components, &connections), |rig| {
        near3(gap(rig), Vector3::zeros(), 1e-9, "gap");
        near(rig.get("cut.frame_a.f[3]"), 0.0, 0.0, "force across the plane");
    });
}

/// A pendulum whose end hangs on a body by a rod.
fn on_a_rod(class: &str, parameters: &str, look: impl FnMut(&mut Rig)) {
    let body = "m = 0.8\nr_CM = [0.1, -0.15, 0.05]\nI_11 = 0.03\nI_22 = 0.02\nI_33 = 0.04\nr_0 = { start = [0.7, -0.4, 0.2], fixed = true }";
    let components = [
        ("swing", "Joints.Revolute", "n = [0.2, 0, 1]\nw = { start = 1.5, fixed = true }\nphi = { fixed = true }"),
        ("arm", "Parts.BodyShape", LINK),
        ("rod", class, parameters),
        ("body", "Parts.Body", body),
    ];
    let connections = [
        ["world.frame_b", "swing.frame_a"],
        ["swing.frame_b", "arm.frame_a"],
        ["arm.frame_b", "rod.frame_a"],
        ["rod.frame_b", "body.frame_a"],
    ];
    run(model(&components, &connections), look);
}

#[test]
fn a_rod_keeps_its_length() {
    let length = Vector3::new(0.2, -0.4, 0.2).norm();
    for m in ["0", "0.3"] {
        on_a_rod("Joints.SphericalSpherical", &format!("computeRodLength = true\nm = {m}"), |rig| {
            near(rig.vector("rod.rRod_0").norm(), length, 1e-9, "length");
        });
    }
    on_a_rod("Joints.UniversalSpherical", "computeRodLength = true\nn1_a = [0, 0, 1]\nrRod_ia = [0, -1, 0.2]", |rig| {
        near(rig.vector("rod.rRod_0").norm(), length, 1e-9, "length");
        // Axis 1 is fixed in frame_a, axis 2 in frame_ia, and they stay perpendicular.
        let e2 = rig.t("rod.frame_ia").transpose() * rig.vector("rod.e2_ia");
        let n1 = rig.t("rod.frame_a").transpose() * Vector3::z();
        near(n1.dot(&e2), 0.0, 1e-9, "cosine");
    });
}

#[test]
fn a_gearbox_keeps_its_ratio() {
    let body = "m = 0.6\nr_CM = [0.1, 0.2, 0]\nI_11 = 0.03\nI_22 = 0.02\nI_33 = 0.04";
    let components = [
        ("swing", "Joints.Revolute", "w = { start = 1.5, fixed = true }"),
        (
            "gear",
            "Joints.GearConstraint",
            "ratio = -2.5\nn_b = [0, 1, 0]\nr_a = [0.2, 0, 0]\nphi_b = { start = 0.3, fixed = true }",
        ),
        ("a", "Parts.Body", body),
        ("b", "Parts.Body", body),
    ];
    let connections = [
        ["world.frame_b", "swing.frame_a"],
        ["swing.frame_b", "gear.bearing"],
        ["gear.frame_a", "a.frame_a"],
        ["gear.frame_b", "b.frame_a"],
    ];
    let mut least = f64::INFINITY;
    let mut most = -f64::INFINITY;
    run(model(&components, &connections), |rig| {
        let phi_b = rig.get("gear.phi_b");
        near(rig.get("gear.actuatedRevolute_a.phi"), -2.5 * phi_b, 1e-9, "ratio");
        (least, most) = (least.min(phi_b), most.max(phi_b));
    });
    assert!(most - least > 0.1, "{least} to {most}");
}

/// A closing point at the very centre of a spherical joint: its rows say nothing that the joint does not.
#[test]
fn a_constraint_without_any_effect_bears_no_more_than_its_share() {
    let components = [
        ("ball", "Joints.Spherical", "angles_start = [0.4, -0.5, 0.6]\nw_rel_a_start = [0.2, 0.6, 0.5]"),
        ("link", "Parts.BodyShape", LINK),
        ("arm", "Parts.FixedTranslation", "r = [-0.5, 0, 0]"),
        ("cut", "Joints.Constraints.Spherical", "x_locked = false"),
    ];
    let connections = [
        ["world.frame_b", "ball.frame_a"],
        ["ball.frame_b", "link.frame_a"],
        ["link.frame_b", "arm.frame_a"],
        ["arm.frame_b", "cut.frame_b"],
        ["world.frame_b", "cut.frame_a"],
    ];
    run(model(&components, &connections), |rig| {
        // Two equal bearers share alike; the joint alone bears what the constraint leaves free.
        let (cut, ball) = (rig.force("cut.frame_b"), rig.force("ball.frame_b"));
        near(cut.x, 0.0, 1e-12, "free direction");
        near(cut.y, ball.y, 1e-9, "y");
        near(cut.z, ball.z, 1e-9, "z");
    });
}

/// The inertia's coordinate comes after joints of the loop in the file, and before them in the tree.
#[test]
fn a_shaft_of_its_own_beside_a_loop_keeps_its_variables() {
    let components = [
        (
            "shaft",
            "Rotational.Components.Inertia",
            "J = 0.5\nphi = { start = 0.3, fixed = true }\nw = { start = 2, fixed = true }",
        ),
        (
            "slide",
            "Translational.Components.Mass",
            "m = 0.5\ns = { start = 0.7, fixed = true }\nv = { start = -1, fixed = true }",
        ),
        ("free", "Joints.Revolute", "w = { start = 1, fixed = true }"),
        ("hung", "Parts.BodyShape", LINK),
        ("j1", "Joints.Revolute", "phi = { start = 0.6 }"),
        ("l1", "Parts.BodyShape", LINK),
        ("j2", "Joints.Revolute", "phi = { start = -0.6 }"),
        ("l2", "Parts.BodyShape", LINK),
        ("cut", "Joints.SphericalSpherical", "rodLength = 0.6"),
    ];
    let connections = [
        ["world.frame_b", "j1.frame_a"],
        ["j1.frame_b", "l1.frame_a"],
        ["l1.frame_b", "cut.frame_a"],
        ["world.frame_b", "free.frame_a"],
        ["free.frame_b", "hung.frame_a"],
        ["world.frame_b", "j2.frame_a"],
        ["j2.frame_b", "l2.frame_a"],
        ["l2.frame_b", "cut.frame_b"],
    ];
    let (mut rig, _) = model(&components, &connections);
    rig.run(0.5);
    near(rig.get("shaft.phi"), 0.3 + 0.5 * 2.0, 1e-9, "phi");
    near(rig.get("slide.s"), 0.7 - 0.5, 1e-9, "s");
}
