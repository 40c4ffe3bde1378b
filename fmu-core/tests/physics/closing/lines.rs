//! Line forces of translational components, and masses on lines.

use super::common::{Rig, near, near3};
use super::{model, run};

const SWING: (&str, &str, &str) = ("swing", "Joints.Revolute", "n = [0, 0.6, 0.8]\nw = { start = 1.5, fixed = true }");
const ARM: &str = "r = [0.5, 0.1, 0]\nm = 1\nr_CM = [0.2, 0.1, 0.05]\nI_11 = 0.02\nI_22 = 0.03\nI_33 = 0.04";
const POST: (&str, &str, &str) = ("post", "Parts.FixedTranslation", "r = [0.2, 0.9, -0.3]");

/// An arm that swings, and what is between its end and a post, with its connections.
fn arm(between: &[(&'static str, &'static str, &'static str)], own: &[[&str; 2]]) -> (Rig, Vec<(String, String)>) {
    let components: Vec<_> = [SWING, ("arm", "Parts.BodyShape", ARM), POST].iter().chain(between).copied().collect();
    let mut connections = vec![
        ["world.frame_b", "swing.frame_a"],
        ["swing.frame_b", "arm.frame_a"],
        ["world.frame_b", "post.frame_a"],
        ["post.frame_b", "line.frame_a"],
        ["line.frame_b", "arm.frame_b"],
    ];
    connections.extend(own);
    model(&components, &connections)
}

/// Asserts that two models move alike and load their ends alike.
fn alike((mut one, _): (Rig, Vec<(String, String)>), (mut other, _): (Rig, Vec<(String, String)>)) {
    for k in 0..=5 {
        one.run(0.2 * f64::from(k));
        other.run(0.2 * f64::from(k));
        near(one.get("swing.phi"), other.get("swing.phi"), 1e-9, "angle");
        near(one.get("swing.a"), other.get("swing.a"), 1e-7, "acceleration");
        for frame in ["line.frame_a", "line.frame_b", "swing.frame_a"] {
            near3(one.force(frame), other.force(frame), 1e-7, frame);
        }
        near(one.get("line.length"), other.get("line.length"), 1e-9, "length");
        near3(one.vector("line.e_rel_0"), other.vector("line.e_rel_0"), 1e-9, "direction");
    }
}

const WITH_SPRING: &[[&str; 2]] = &[["line.flange_a", "spring.flange_a"], ["line.flange_b", "spring.flange_b"]];

#[test]
fn a_translational_spring_along_a_line_is_the_spring() {
    let line = ("line", "Forces.LineForceWithMass", "");
    let spring = ("spring", "Translational.Components.Spring", "c = 40\ns_rel0 = 0.7");
    let whole = ("line", "Forces.Spring", "c = 40\ns_unstretched = 0.7");
    alike(arm(&[line, spring], WITH_SPRING), arm(&[whole], &[]));
    let line = ("line", "Forces.LineForceWithTwoMasses", "m_a = 0\nL_a = 0.2");
    alike(arm(&[line, spring], WITH_SPRING), arm(&[whole], &[]));
}

#[test]
fn a_translational_damper_along_a_line_is_the_damper() {
    let line = ("line", "Forces.LineForceWithMass", "");
    let damper = ("spring", "Translational.Components.Damper", "d = 3");
    alike(arm(&[line, damper], WITH_SPRING), arm(&[("line", "Forces.Damper", "d = 3")], &[]));
}

/// If nothing is connected to flange_a, frame_a takes the opposite of the force at frame_b.
#[test]
fn one_flange_is_enough() {
    let line = ("line", "Forces.LineForceWithMass", "");
    let spring = ("spring", "Translational.Components.Spring", "c = 40\ns_rel0 = 0.7");
    let ground = ("ground", "Translational.Components.Fixed", "");
    let whole = ("line", "Forces.Spring", "c = 40\ns_unstretched = 0.7");
    let own = [["line.flange_b", "spring.flange_b"], ["spring.flange_a", "ground.flange"]];
    alike(arm(&[line, spring, ground], &own), arm(&[whole], &[]));
}

#[test]
fn nothing_on_the_flanges_is_no_force() {
    let (mut rig, _) = arm(&[("line", "Forces.LineForceWithMass", "")], &[]);
    rig.run(0.5);
    near3(rig.force("line.frame_b"), [0.0; 3].into(), 0.0, "force");
}

#[test]
fn masses_on_lines_keep_energy() {
    run(arm(&[("line", "Forces.Spring", "c = 40\ns_unstretched = 0.7\nm = 0.6\nlengthFraction = 0.3")], &[]), |_| {});
    let spring = ("spring", "Translational.Components.Spring", "c = 40\ns_rel0 = 0.7");
    for parameters in ["m_a = 0.5\nm_b = 0.8\nL_a = 0.2\nL_b = 0.35", "m_b = 0.8\nL_a = 0.25"] {
        let line = ("line", "Forces.LineForceWithTwoMasses", parameters);
        run(arm(&[line, spring], WITH_SPRING), |_| {});
    }
}

/// A mass that the length moves bears on both frames.
#[test]
fn a_mass_that_the_length_moves_keeps_energy() {
    let line = ("line", "Forces.LineForceWithMass", "m = 0.4");
    let mass = ("mass", "Translational.Components.Mass", "m = 1.5");
    let lever = ("spring", "Translational.Components.Spring", "c = 40\ns_rel0 = 0.7");
    let ground = ("ground", "Translational.Components.Fixed", "s0 = 0.1");
    let own = [
        ["line.flange_b", "mass.flange_a"],
        ["mass.flange_b", "spring.flange_b"],
        ["spring.flange_a", "ground.flange"],
    ];
    run(arm(&[line, mass, lever, ground], &own), |rig| {
        let (length, rate) = (rig.get("line.length"), rig.rate(|rig| rig.get("line.length")));
        near(rig.get("mass.s"), length, 1e-12, "position");
        near(rig.get("mass.v"), rate, 1e-8, "speed");
        let a = rig.rate(|rig| rig.get("mass.v"));
        near(rig.get("mass.a"), a, 1e-7, "acceleration");
    });
}

/// A body M on a spring whose mass m sits at the part h of its length: `(M + h^2 m) x'' + c x = 0` about its rest, and
/// `M g + h m g` stretch it there.
#[test]
fn a_heavy_spring_swings_as_its_point_mass() {
    let (c, body, m, h) = (50.0_f64, 2.0, 0.9, 0.4);
    let spring = "c = 50\ns_unstretched = 0.2\nm = 0.9\nlengthFraction = 0.4";
    let components = [
        ("line", "Forces.Spring", spring),
        (
            "slide",
            "Joints.Prismatic",
            "n = [0, -1, 0]\ns = { start = 0.5, fixed = true }\nv = { start = 0, fixed = true }",
        ),
        ("body", "Parts.Body", "m = 2\nr_CM = [0, 0, 0]"),
    ];
    let connections = [
        ["world.frame_b", "slide.frame_a"],
        ["slide.frame_b", "body.frame_a"],
        ["world.frame_b", "line.frame_a"],
        ["body.frame_a", "line.frame_b"],
    ];
    let (rig, _) = model(&components, &connections);
    let mut rig = rig.with_tolerance(1e-11);
    let g = rig.get("world.g");
    let (rest, omega) = (0.2 + (body + h * m) * g / c, (c / (body + h * h * m)).sqrt());
    for k in 0..=10 {
        let t = 0.3 * f64::from(k);
        rig.run(t);
        near(rig.get("slide.s"), rest + (0.5 - rest) * (omega * t).cos(), 1e-9, "position");
    }
}

/// If the model gives no mass, none can be set later.
#[test]
fn a_mass_that_the_model_leaves_out_stays_zero() {
    let (rig, _) = arm(&[("line", "Forces.Spring", "c = 40\ns_unstretched = 0.7")], &[]);
    assert!(rig.model.mechanism.inert.is_empty() && rig.model.mechanism.tree.clusters.is_empty());
    let slot = rig.model.parameters.slots.iter().find(|slot| slot.name() == "line.m").unwrap();
    assert_eq!(slot.limits(), (Some(0.0), Some(0.0)));
}
