//! Closed loops: the Jacobian by columns against the one by jets, on the constraints and off them.

#[cfg(not(debug_assertions))]
use super::cost_in_evaluations;
use super::{compare, compare_outputs, jacobians};
use crate::common::{Random, Rig};
use crate::loops::draft::Draft;
use std::sync::Arc;
use support::cases;

const BODY: &str =
    r#"class = "Parts.Body", m = 0.8, r_CM = [0.1, -0.15, 0.05], I_11 = 0.03, I_22 = 0.02, I_33 = 0.04, I_21 = 0.004"#;
const BASE: &str = r#"class = "Parts.Body", m = 3, r_CM = [0.1, 0.2, -0.1], I_11 = 0.2, I_22 = 0.3, I_33 = 0.25, I_31 = -0.02,
    r_0 = { start = [1, 2, 3], fixed = true }, v_0 = { start = [0.5, 0.2, -0.3], fixed = true }, w_0_fixed = true, w_0_start = [0.3, 1.2, -0.5]"#;

fn link(r: [f64; 3]) -> String {
    format!(
        "class = \"Parts.BodyShape\", m = 1, r_CM = [0.2, 0.1, 0.05], I_11 = 0.02, I_22 = 0.03, I_33 = 0.04, r = {r:?}"
    )
}

/// Compares at the start and beside it, off the constraints, and as in model exchange, where rows are led back.
fn check(text: &str, what: &str) {
    let mut rig = Rig::new(text);
    assert!(rig.system.is_linearized().unwrap(), "{what}");
    assert!(!rig.model.mechanism.tree.clusters.is_empty(), "{what}");
    check_states(&mut rig, what);
}

fn check_states(rig: &mut Rig, what: &str) {
    let mut random = Random(7);
    for state in 0..3 {
        for rate in [0.0, 1.5] {
            rig.system.set_stabilization(rate);
            let what = format!("{what}, state {state}, rate {rate}");
            compare(rig, &what);
            if state == 1 && rate > 0.0 {
                compare_outputs(rig, &what);
            }
        }
        rig.t += 0.1;
        rig.x.iter_mut().for_each(|x| *x += 0.05 * random.number());
    }
}

/// An arm and a body on one base, with a constraint between them; something hangs on the body, and a spring pulls at it.
fn constrained(class: &str, on_ground: bool) -> String {
    let arm = link([0.4, 0.1, 0.0]);
    let components = [
        ("world", r#"class = "World""#),
        ("base", if on_ground { r#"class = "Parts.FixedTranslation", r = [0.1, 0.2, 0]"# } else { BASE }),
        ("swing", r#"class = "Joints.Revolute", n = [0.1, 0.2, 1], phi.start = 0.2, w.start = 1.5"#),
        ("arm", &arm),
        ("wrist", r#"class = "Joints.Spherical", angles_start = [0.1, 0.2, -0.1], w_rel_a_start = [0.2, 0.4, -0.7]"#),
        ("hand", BODY),
        ("cut", class),
        ("guide", r#"class = "Joints.Prismatic", n = [1, 0.3, 0], s.start = 0.4, v.start = 0.3"#),
        ("ball", r#"class = "Joints.Spherical", angles_start = [-0.1, 0.3, 0.2], w_rel_a_start = [0.3, -0.4, 0.6]"#),
        ("bar", r#"class = "Parts.FixedTranslation", r = [0.1, -0.2, 0.15]"#),
        ("body", BODY),
        ("hinge", r#"class = "Joints.Revolute", n = [1, 0, 0.5], phi.start = 0.7, w.start = -1"#),
        ("tail", BODY),
        ("spring", r#"class = "Forces.SpringDamperParallel", c = 50, d = 2, s_unstretched = 0.3"#),
    ];
    let root = if on_ground { "world.frame_b - base.frame_a" } else { "world.frame_b - spring.frame_b" };
    let (mount, end) = if on_ground { ("base.frame_b", "arm.frame_a - spring.frame_b") } else { ("base.frame_a", "") };
    let connections = format!(
        "{root}, {mount} - swing.frame_a, swing.frame_b - arm.frame_a, arm.frame_b - wrist.frame_a, wrist.frame_b - hand.frame_a,
         wrist.frame_b - cut.frame_a, {mount} - guide.frame_a, guide.frame_b - ball.frame_a, ball.frame_b - bar.frame_a,
         bar.frame_b - body.frame_a, cut.frame_b - body.frame_a, body.frame_a - hinge.frame_a, hinge.frame_b - tail.frame_a, tail.frame_a - spring.frame_a"
    );
    let connections = if on_ground { format!("{connections}, {end}") } else { connections };
    Draft::new(&components, &connections).text()
}

/// Every kind of row, on the ground and on a base that moves, with a tree behind the loop.
#[test]
fn rows_of_all_kinds() {
    for class in [
        r#"class = "Joints.Constraints.Prismatic", x_locked = false"#,
        r#"class = "Joints.Constraints.Revolute", n = [0, 0.6, 0.8]"#,
        r#"class = "Joints.Constraints.Spherical""#,
        r#"class = "Joints.Constraints.Spherical", x_locked = false"#,
        r#"class = "Joints.Constraints.Universal", n_a = [0, 1, 0], n_b = [1, 0.2, 0]"#,
        r#"class = "Joints.SphericalSpherical", rodLength = 0.5"#,
        r#"class = "Joints.RevolutePlanarLoopConstraint", n = [0, 0, 1]"#,
        r#"class = "Joints.Revolute", n = [1, 0, 0.4]"#,
        r#"class = "Joints.Prismatic", n = [1, 0.2, 0.4]"#,
        r#"class = "Joints.Spherical""#,
    ] {
        for on_ground in [true, false] {
            check(&constrained(class, on_ground), &format!("{class}, on ground: {on_ground}"));
        }
    }
}

/// Four-bars: planar loops on the ground have an elimination of their own; in a row each is the root of the next.
#[test]
fn four_bars() {
    for n in [1, 2, 4] {
        let model = Arc::into_inner(cases::compiled(&cases::four_bars(n))).unwrap();
        let mut rig = Rig::uninitialized(model);
        rig.initialize(0.0).unwrap();
        assert!(rig.system.is_linearized().unwrap());
        check_states(&mut rig, &format!("{n} four-bars"));
    }
}

/// A door on two hinges: five rows of six depend on the others, but not off the constraints.
#[test]
fn redundant_rows() {
    let components = [
        ("world", r#"class = "World", n = [0, 0, -1]"#),
        ("base", BASE),
        ("lower", r#"class = "Joints.Revolute", w = { start = 1, fixed = true }"#),
        ("door", &link([0.0, 0.0, 1.2])),
        ("post", r#"class = "Parts.FixedTranslation", r = [0, 0, 1.2]"#),
        ("upper", r#"class = "Joints.Revolute""#),
    ];
    for mount in ["base.frame_a", "world.frame_b"] {
        let connections = format!(
            "{mount} - lower.frame_a, lower.frame_b - door.frame_a, {mount} - post.frame_a, post.frame_b - upper.frame_a,
             upper.frame_b - door.frame_b"
        );
        check(&Draft::new(&components, &connections).text(), "a door");
    }
}

/// A four-bar whose links are not in its plane, with what drives its crank.
fn four_bar(mount: &str, drive: &[(&str, &str)], connections: &str) -> String {
    let [crank, coupler, rocker] = [0.2, 0.5, 0.4].map(|length| link([length, 0.0, 0.0]));
    let mut components = vec![
        ("world", r#"class = "World""#),
        ("base", BASE),
        ("j1", r#"class = "Joints.Revolute", useAxisFlange = true, phi.start = 1.0, w.start = 2.0"#),
        ("crank", &crank),
        ("j2", r#"class = "Joints.Revolute", phi.start = -0.8"#),
        ("coupler", &coupler),
        ("j3", r#"class = "Joints.Revolute""#),
        ("rocker", &rocker),
        ("ground", r#"class = "Parts.FixedTranslation", r = [0.5, 0, 0]"#),
        ("j4", r#"class = "Joints.Revolute", useAxisFlange = true, phi.start = 1.4"#),
    ];
    components.extend_from_slice(drive);
    let own = format!(
        "{mount} - j1.frame_a, j1.frame_b - crank.frame_a, crank.frame_b - j2.frame_a, j2.frame_b - coupler.frame_a,
         coupler.frame_b - j3.frame_a, j3.frame_b - rocker.frame_b, {mount} - ground.frame_a, ground.frame_b - j4.frame_a,
         j4.frame_b - rocker.frame_a, {connections}"
    );
    Draft::new(&components, &own).text()
}

/// A crank whose acceleration is given, as a function of a state.
#[test]
fn given_accelerations() {
    let drive = [
        ("drive", r#"class = "Rotational.Sources.Accelerate""#),
        ("angle", r#"class = "Rotational.Sensors.AngleSensor""#),
        ("gain", r#"class = "Blocks.Math.Gain", k = -3"#),
    ];
    let connections = "drive.flange - j1.axis, angle.flange - j4.axis, angle.phi - gain.u, gain.y - drive.a_ref";
    for mount in ["base.frame_a", "world.frame_b"] {
        check(&four_bar(mount, &drive, connections), mount);
    }
}

/// A crank that sticks, on a base that moves.
#[test]
fn contacts_that_stick() {
    let drive = [(
        "grip",
        r#"class = "Rotational.Components.BearingFriction", useSupport = true, tau_pos = [[0, 500], [1, 600]]"#,
    )];
    let mut rig = Rig::new(&four_bar("base.frame_a", &drive, "grip.flange_a - j1.axis, grip.support - j1.support"));
    assert!(rig.system.is_linearized().unwrap());
    let catalogue = &rig.model.catalogue;
    let is_row = |index: &usize| catalogue.variables.at(*index).name == "der(j1.w)";
    let (n, row) = (rig.x.len(), catalogue.derivatives.iter().position(is_row).unwrap());
    rig.x[row] = 0.0;
    let mut modes = rig.system.modes().to_vec();
    modes[rig.model.discrete.frictions[0].law] = mechanism::STUCK;
    rig.system.set_modes(&modes);
    compare(&mut rig, "stuck");
    let [own, _] = jacobians(&mut rig);
    let of_crank: Vec<f64> = own.iter().skip(row).step_by(n).copied().collect();
    assert!(of_crank.iter().all(|x| x.abs() < 1e-9) && own.iter().any(|x| x.abs() > 1.0), "{of_crank:?}");
}

/// Far less than jets, beside which it is measured; `cargo bench --bench closed_loops` tells how many evaluations it is.
#[test]
#[cfg(not(debug_assertions))]
fn cost() {
    for file in [cases::four_bars(1), cases::four_bars(100), cases::example("stewart_platform")] {
        let (mut system, x) = cases::system(&cases::compiled(&file));
        assert!(system.is_linearized().unwrap());
        let states = [x.clone(), x.iter().map(|x| x * (1.0 + 1e-12)).collect()];
        let [columns, jets] = cost_in_evaluations(&mut system, &states);
        assert!(columns < jets / 2.0, "{columns} evaluations, by jets {jets}");
    }
}
