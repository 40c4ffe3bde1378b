//! Planar four-bars.

use crate::common::{Rig, compile, near};
use crate::loops::draft::{Draft, as_is, assert_same, closings};
use mechanism::scalar::Vector3;

/// Crank, coupler, rocker, ground, m.
const SIZES: [f64; 4] = [0.2, 0.5, 0.4, 0.5];
/// Point of the coupler that is looked at, m.
const POINT: [f64; 3] = [0.2, 0.15, 0.0];

/// Ground - j1 - crank - j2 - coupler - j3 - rocker - j4 - ground; `last` is the class of j4.
fn four_bar(last: &str) -> Draft {
    let [crank, coupler, rocker, ground] = SIZES;
    let bar = |r: [f64; 3]| format!("class = \"Parts.BodyBox\", r = {r:?}, width = 0.04, height = 0.03");
    Draft::new(
        &[
            ("world", r#"class = "World""#),
            ("foot", r#"class = "Parts.FixedTranslation", r = [0, 0, 0]"#),
            ("ground", &format!("class = \"Parts.FixedTranslation\", r = [{ground}, 0, 0]")),
            ("j1", r#"class = "Joints.Revolute", phi = { start = 1.0, fixed = true }, w = { start = 3.0, fixed = true }"#),
            ("crank", &bar([crank, 0.0, 0.0])),
            ("j2", r#"class = "Joints.Revolute", phi.start = -0.8"#),
            ("coupler", &bar([coupler, 0.0, 0.0])),
            ("point", &format!("class = \"Parts.FixedTranslation\", r = {POINT:?}")),
            ("j3", r#"class = "Joints.Revolute", phi.start = -1.5"#),
            ("rocker", &bar([rocker, 0.0, 0.0])),
            ("j4", &format!("class = \"{last}\"")),
        ],
        "world.frame_b - foot.frame_a, foot.frame_b - j1.frame_a, j1.frame_b - crank.frame_a, crank.frame_b - j2.frame_a, j2.frame_b - coupler.frame_a,
         coupler.frame_b - j3.frame_a, j3.frame_b - rocker.frame_a, rocker.frame_b - j4.frame_a, j4.frame_b - ground.frame_b,
         world.frame_b - ground.frame_a, coupler.frame_a - point.frame_a",
    )
}

/// For an angle of the crank the angles of coupler and rocker (from coupler to ground) to the x axis, the rocker's hinge above the crank.
fn closed_form(phi: f64) -> [f64; 2] {
    let [a, b, c, d] = SIZES;
    let (x, y) = (d - a * phi.cos(), -a * phi.sin());
    // Triangle of crank's end, rocker's end on the ground, and the hinge between coupler and rocker.
    let distance = x.hypot(y);
    let at_crank = ((distance * distance + b * b - c * c) / (2.0 * distance * b)).acos();
    let coupler = y.atan2(x) + at_crank;
    let rocker = (y - b * coupler.sin()).atan2(x - b * coupler.cos());
    [coupler, rocker]
}

#[test]
fn four_bar_traces_the_coupler_curve_of_the_closed_form() {
    let mut rig = four_bar("Joints.Revolute").start();
    near(rig.get("j1.phi"), 1.0, 1e-12, "fixed start");
    near(rig.get("j1.w"), 3.0, 1e-12, "fixed start");
    let mut turned: f64 = 0.0;
    for k in 0..=8 {
        rig.run(0.2 * f64::from(k));
        let (phi, w) = (rig.get("j1.phi"), rig.get("j1.w"));
        turned = turned.max((phi - 1.0).abs());
        let [coupler, rocker] = closed_form(phi);
        let [a, b, c, d] = SIZES;
        let (sin, cos) = coupler.sin_cos();
        let point = rig.r_0("point.frame_b");
        near(point.x, a * phi.cos() + cos * POINT[0] - sin * POINT[1], 1e-10, "x of the coupler point");
        near(point.y, a * phi.sin() + sin * POINT[0] + cos * POINT[1], 1e-10, "y of the coupler point");
        near(point.z, 0.0, 1e-10, "z of the coupler point");
        let w_coupler = w * a * (rocker - phi).sin() / (b * (coupler - rocker).sin());
        let w_rocker = w * a * (phi - coupler).sin() / (c * (coupler - rocker).sin());
        near(rig.w_0("coupler.frame_a").z, w_coupler, 1e-10 * (1.0 + w.abs()), "speed of the coupler");
        near(rig.w_0("rocker.frame_a").z, w_rocker, 1e-10 * (1.0 + w.abs()), "speed of the rocker");
        near(rig.get("j4.w"), -w_rocker, 1e-10 * (1.0 + w.abs()), "speed of the last joint");
        let end = rig.r_0("rocker.frame_b");
        near((end - Vector3::new(d, 0.0, 0.0)).amax(), 0.0, 1e-10, "gap");
    }
    assert!(turned > 2.0, "{turned}");
}

#[test]
fn four_bar_keeps_its_energy() {
    let mut rig = four_bar("Joints.Revolute").start();
    let start = rig.kinetic_energy() + rig.potential_energy();
    let (mut lowest, mut highest) = (f64::MAX, f64::MIN);
    for k in 1..=6 {
        rig.run(0.4 * f64::from(k));
        let potential = rig.potential_energy();
        (lowest, highest) = (lowest.min(potential), highest.max(potential));
        near(rig.kinetic_energy() + potential, start, 1e-8, "energy");
    }
    assert!(highest - lowest > 1.0, "{lowest} to {highest}");
}

#[test]
fn it_does_not_matter_which_joint_closes_the_loop() {
    let draft = four_bar("Joints.Revolute");
    let mut first = draft.start();
    first.run(0.3);
    let mut closed_by = vec![closings(&first)];
    for (shift, backwards) in [(0, true), (3, false), (5, true), (6, false)] {
        let mut other = draft.reordered(shift, backwards).start();
        other.run(0.3);
        closed_by.push(closings(&other));
        assert_same(&mut first, &mut other, 1e-8, as_is);
    }
    closed_by.sort();
    closed_by.dedup();
    assert!(closed_by.len() >= 2, "always closed by {closed_by:?}");
}

/// The angle of a joint with its frames exchanged has the other sign.
#[test]
fn it_does_not_matter_which_frame_of_a_joint_comes_first() {
    let draft = four_bar("Joints.Revolute");
    let mut first = draft.start();
    first.run(0.3);
    for joint in ["j2", "j3", "j4"] {
        let mut turned = draft.clone();
        for end in turned.connections.iter_mut().flatten() {
            *end = match end.strip_prefix(joint) {
                Some(".frame_a") => format!("{joint}.frame_b"),
                Some(".frame_b") => format!("{joint}.frame_a"),
                _ => continue,
            };
        }
        for component in &mut turned.components {
            if component.starts_with(&format!("components.{joint} ")) {
                *component = component.replace("start = -", "start = ");
            }
        }
        let mut other = turned.start();
        other.run(0.3);
        assert_same(&mut first, &mut other, 1e-8, |name| {
            if name.starts_with(&format!("der({joint}.")) {
                return Some((name.to_owned(), -1.0));
            }
            let Some(own) = name.strip_prefix(joint).filter(|own| own.starts_with('.')) else { return as_is(name) };
            match own.split_once('.').unwrap().1 {
                own @ ("phi" | "w" | "a" | "angle") => Some((format!("{joint}.{own}"), -1.0)),
                // A start value that is not fixed.
                own if own.contains("start") => None,
                own if own.starts_with("frame_a") => {
                    Some((format!("{joint}.{}", own.replace("frame_a", "frame_b")), 1.0))
                }
                own if own.starts_with("frame_b") => {
                    Some((format!("{joint}.{}", own.replace("frame_b", "frame_a")), 1.0))
                }
                _ => as_is(name),
            }
        });
    }
}

/// Four plain revolutes have three rows too many; the special joint leaves them out. The motion and what statics decides is the same.
#[test]
fn redundant_rows_do_not_change_the_motion() {
    let mut plain = four_bar("Joints.Revolute").start();
    let mut special = four_bar("Joints.RevolutePlanarLoopConstraint").start();
    plain.run(0.8);
    special.run(0.8);
    for name in ["j1.phi", "j1.w", "j1.a", "j2.phi", "j2.a", "j3.w", "j3.a"] {
        near(plain.get(name), special.get(name), 1e-8 * (1.0 + special.get(name).abs()), name);
    }
    for frame in ["j1.frame_a", "j2.frame_a", "j3.frame_b", "j4.frame_b"] {
        let (a, b) = (plain.force(frame), special.force(frame));
        near(a.x, b.x, 1e-7, frame);
        near(a.y, b.y, 1e-7, frame);
        assert!(b.norm() > 1.0, "{frame}: {b:?}");
    }
}

/// The coupler and the rocker are folded where the search starts: both ways to close the loop lead from there, and the nearer one counts
/// whichever way a small change of a length tilts them.
#[test]
fn a_start_between_two_solutions_goes_to_the_nearer_one() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/four_bar.toml")).unwrap();
    for tilt in [-1e-4, -1e-7, 0.0, 1e-9, 1e-5, 1e-3] {
        let mut rig = Rig::uninitialized(compile(&text));
        rig.set("coupler.r[2]", tilt);
        rig.initialize(0.0).unwrap();
        near(rig.get("rocker_joint.phi"), 1.438_017_670_741, 1e-5, "rocker");
        near(rig.get("rocker_top.phi"), 0.964_106_495_974 + 2.0 * tilt, 1e-5, "coupler");
    }
}

/// A large force on what is left of a speed is power, so that no more than rounding may be left.
#[test]
fn speeds_that_lead_off_by_more_than_rounding_are_led_back() {
    let mut rig = four_bar("Joints.Revolute").start();
    rig.system.project(rig.t, &mut rig.x);
    let variable = rig.index("j1.w");
    let state = rig.model.catalogue.states.iter().position(|state| *state == variable).unwrap();
    rig.x[state] *= 1.0 + 1e-13;
    assert!(rig.system.project(rig.t, &mut rig.x), "1e-13 of the speed is more than rounding");
    assert!(!rig.system.project(rig.t, &mut rig.x), "what is left is rounding");
    for (one, other) in [("coupler.frame_b", "rocker.frame_a"), ("rocker.frame_b", "ground.frame_b")] {
        let gap = rig.v_0(one) - rig.v_0(other);
        near(gap.amax(), 0.0, 1e-14, "speed of the gap");
    }
}
