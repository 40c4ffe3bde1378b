//! Loops that lie in a plane have equations of their own, with the same accelerations and reactions as those of any loop.

use crate::common::{compile, near};
use crate::loops::draft::Draft;
use std::sync::Arc;

/// A rate of stabilisation that adds nothing: residuals times 1e-300. Loops whose rows are stabilised are not treated as planar.
const NOTHING: f64 = 1e-300;

/// Mass centres beside the plane, a tilted ground, a spring, a force, a rotor; `angle` is a guess of that between crank and coupler, `upper` the joint
/// between coupler and rocker, `closing` that between rocker and ground.
fn linkage(angle: f64, upper: &str, closing: &str) -> Draft {
    let body = |r: [f64; 3], r_cm: [f64; 3]| {
        format!(
            "class = \"Parts.BodyShape\", r = {r:?}, r_CM = {r_cm:?}, m = 1.3, I_11 = 0.02, I_22 = 0.05, I_33 = 0.04, I_21 = 0.003, I_31 = 0.004, I_32 = -0.002"
        )
    };
    Draft::new(
        &[
            ("world", r#"class = "World", n = [0.3, -0.9, 0.2]"#),
            ("foot", r#"class = "Parts.FixedRotation", r = [0.1, 0.2, -0.3], angles = [20, 35, -50], rotationType = "PlanarRotationSequence""#),
            ("ground", r#"class = "Parts.FixedTranslation", r = [0.5, 0, 0]"#),
            ("j1", r#"class = "Joints.Revolute", useAxisFlange = true, phi = { start = 1.0, fixed = true }, w = { start = 3.0, fixed = true }"#),
            ("crank", &body([0.2, 0.0, 0.0], [0.1, 0.02, 0.05])),
            ("j2", &format!("class = \"Joints.Revolute\", n = [0, 0, -1], phi.start = {angle}")),
            ("coupler", &body([0.5, 0.0, 0.0], [0.2, -0.03, -0.04])),
            ("j3", upper),
            ("rocker", &body([0.4, 0.0, 0.0], [0.2, 0.0, 0.1])),
            ("j4", closing),
            ("rotor", r#"class = "Rotational.Components.Inertia", J = 0.03"#),
            ("spring", r#"class = "Forces.SpringDamperParallel", c = 200, d = 3, s_unstretched = 0.1"#),
            ("weight", r#"class = "Forces.WorldForce", resolveInFrame = "world""#),
            ("push", r#"class = "Blocks.Sources.Constant", k = 5"#),
        ],
        "world.frame_b - foot.frame_a, foot.frame_b - j1.frame_a, j1.frame_b - crank.frame_a, crank.frame_b - j2.frame_a, j2.frame_b - coupler.frame_a,
         coupler.frame_b - j3.frame_a, j3.frame_b - rocker.frame_a, rocker.frame_b - j4.frame_a, j4.frame_b - ground.frame_b,
         foot.frame_b - ground.frame_a, j1.axis - rotor.flange_a, world.frame_b - spring.frame_a, rocker.frame_a - spring.frame_b,
         weight.frame_b - coupler.frame_b, push.y - weight.force[1]",
    )
}

fn linkages() -> Vec<(String, Draft)> {
    let turning = |phi: f64| format!("class = \"Joints.Revolute\", phi.start = {phi}");
    let sliding = |n: [f64; 3], s: f64| format!("class = \"Joints.Prismatic\", n = {n:?}, s.start = {s}");
    let other = |class: &str| format!("class = \"Joints.{class}\"");
    let cases = [
        ("pin", 0.8, turning(-1.5), turning(0.0)),
        ("ball", 0.8, turning(-1.5), other("Spherical")),
        ("planar pin", 0.8, turning(-1.5), other("RevolutePlanarLoopConstraint")),
        ("guide", 0.26, turning(-0.74), sliding([0.6, 0.8, 0.0], -0.63)),
        ("slider", 1.18, sliding([1.0, 0.2, 0.0], -0.5), turning(0.0)),
    ];
    let mut drafts = Vec::new();
    for (name, angle, upper, closing) in cases {
        let draft = linkage(angle, &upper, &closing);
        for (shift, backwards) in [(0, false), (5, true), (9, false)] {
            drafts.push((format!("{name} {shift}"), draft.reordered(shift, backwards)));
        }
    }
    drafts
}

#[test]
fn planar_loops_accelerate_as_any_loop_does() {
    for (name, draft) in linkages() {
        let model = Arc::new(compile(&draft.text()));
        let [mut planar, mut any] = [(); 2].map(|()| jets::system(model.clone()));
        let mut x = vec![0.0; planar.dimension()];
        for system in [&mut planar, &mut any] {
            system.prepare().unwrap();
            system.initialize(0.0, &mut x).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        }
        any.set_stabilization(NOTHING);
        let (mut own, mut expected) = (x.clone(), x.clone());
        let mut differs = false;
        for k in 0..20 {
            // Off the constraints, too, where the stages of a step are.
            let off = if k % 2 == 0 { 0.0 } else { 1e-3 };
            let at: Vec<f64> = (0..x.len()).map(|i| x[i] + off * ((7 * i + 3 * k) as f64).sin()).collect();
            planar.derivatives(0.0, &at, &mut own).unwrap();
            any.derivatives(0.0, &at, &mut expected).unwrap();
            let size = expected.iter().fold(1.0, |size: f64, dx| size.max(dx.abs()));
            for (own, expected) in own.iter().zip(&expected) {
                near(*own, *expected, 1e-11 * size, &format!("{name}, state {k}"));
                differs |= own.to_bits() != expected.to_bits();
            }
            // Along the motion.
            for (x, dx) in x.iter_mut().zip(&expected) {
                *x += 0.01 * dx;
            }
            any.project(0.0, &mut x);
        }
        assert!(differs, "{name}: rounded alike, so that the equations of a plane were not used");
    }
}
