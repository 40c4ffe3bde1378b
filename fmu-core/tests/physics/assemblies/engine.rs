//! The mechanism of a one-cylinder engine: crank, connecting rod and piston on a JointRRP.

use super::common::{Rig, near};
use super::{balance, component, names, text};

#[test]
fn a_piston_starts_above_the_crank_and_follows_it() {
    let components = [
        component(
            "bearing",
            "Joints.Revolute",
            "n = [1, 0, 0]\nphi = { start = 0.4, fixed = true }\nw = { start = 10, fixed = true }",
        ),
        component("crank", "Parts.BodyCylinder", "r = [0, 0.1, 0]\ndiameter = 0.05"),
        component("top", "Parts.FixedTranslation", "r = [0.05, 0.45, 0]"),
        component("mid", "Parts.FixedTranslation", "r = [0.05, 0, 0]"),
        component(
            "joint",
            "Joints.Assemblies.JointRRP",
            "n_a = [1, 0, 0]\nn_b = [0, -1, 0]\nrRod1_ia = [0, 0.2, 0]\nrRod2_ib = [0, -0.1, 0]",
        ),
        component("piston", "Parts.BodyCylinder", "r = [0, -0.1, 0]\ndiameter = 0.1"),
        component("rod", "Parts.BodyBox", "r = [0, 0.2, 0]\nwidthDirection = [1, 0, 0]\nwidth = 0.02\nheight = 0.06"),
    ];
    let connections = [
        ["world.frame_b", "bearing.frame_a"],
        ["bearing.frame_b", "crank.frame_a"],
        ["crank.frame_b", "mid.frame_a"],
        ["mid.frame_b", "joint.frame_a"],
        ["world.frame_b", "top.frame_a"],
        ["top.frame_b", "joint.frame_b"],
        ["joint.frame_ib", "piston.frame_a"],
        ["joint.frame_ia", "rod.frame_a"],
    ];
    let mut rig = Rig::new(&text(&components, &connections)).with_tolerance(1e-9);
    let components = names(&components);
    let (start, _) = balance::energy(&mut rig, &components);
    for k in 0..=10 {
        rig.run(0.1 * f64::from(k));
        let (sin, cos) = rig.get("bearing.phi").sin_cos();
        let height = 0.1 * cos + (0.04 - (0.1 * sin).powi(2)).sqrt();
        near(rig.r_0("joint.frame_im").y, height, 1e-8, "height");
        near(rig.get("joint.jointUSP.prismatic.s"), 0.35 - height, 1e-8, "s");
        let (energy, scale) = balance::energy(&mut rig, &components);
        near(energy, start, 1e-7 * scale, "energy");
    }
    assert!(rig.get("bearing.phi") > 6.0, "the crank turns");
}
