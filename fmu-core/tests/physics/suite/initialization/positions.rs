//! Positions and orientations that are searched for, and motions at the end of a chain.

use super::*;

#[test]
fn pendulum_with_its_tip_fixed() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"start": 0.2, "fixed": true},
                 "v_rel_a_1": {"start": 0.3, "fixed": true}, "v_rel_a_2": {"start": -0.7, "fixed": true}"#;
    for start in [1.0, -1.0, 2.5, -0.2] {
        let mut run = Run::new(&double_pendulum(0.1, start, tip), DOUBLE_PENDULUM);
        let [phi1, phi2] = elbow(0.6, 0.2, f64::signum(start));
        close(run.get("rev1.phi"), phi1, 1e-12);
        close(run.get("rev2.phi"), phi2, 1e-12);
        let (w1, w2) = (run.get("rev1.w"), run.get("rev2.w"));
        let (x1, y1) = (0.5 * phi1.cos(), 0.5 * phi1.sin());
        close(-0.2 * w1 - (0.2 - y1) * w2, 0.3, 1e-12);
        close(0.6 * w1 + (0.6 - x1) * w2, -0.7, 1e-12);
    }
}

#[test]
fn a_singular_start_is_left() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"fixed": true}"#;
    let mut run = Run::new(&double_pendulum(0.0, 0.0, tip), DOUBLE_PENDULUM);
    let phi2 = run.get("rev2.phi");
    let [phi1, expected] = elbow(0.6, 0.0, phi2.signum());
    close(phi2, expected, 1e-11);
    close(run.get("rev1.phi"), phi1, 1e-11);
}

#[test]
fn a_double_root_is_reached() {
    // The stretched pendulum just reaches the point: the Jacobian is singular at the solution.
    let tip = r#""r_rel_a_1": {"start": 0.9, "fixed": true}, "r_rel_a_2": {"fixed": true}"#;
    let mut run = Run::new(&double_pendulum(0.3, -0.5, tip), DOUBLE_PENDULUM);
    close(run.get("tip.r_rel_a_1"), 0.9, 1e-9);
    close(run.get("rev2.phi"), 0.0, 1e-4);
}

#[test]
fn dependent_positions_of_a_tree() {
    // Crank and rod as an open chain: the rod's end is put on the line y = 0.1 through its frame connector.
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "crank": {"class": "Joints.Revolute", "phi": {"start": 0.6, "fixed": true}, "w": {"start": 2, "fixed": true}},
           "arm": {"class": "Parts.BodyBox", "r": [0.2, 0, 0]},
           "pin": {"class": "Joints.Revolute", "phi": {"start": -0.5}},
           "rod": {"class": "Parts.BodyShape", "r": [0.5, 0, 0], "r_CM": [0.25, 0, 0], "m": 1,
                   "frame_b": {"r_0": {"start": [0, 0.1, 0], "fixed": [false, true, false]}}},
           "end": {"class": "Parts.PointMass", "m": 1, "v_0": {"fixed": [false, true, false]}}"#,
        r#"["world.frame_b", "crank.frame_a"], ["crank.frame_b", "arm.frame_a"], ["arm.frame_b", "pin.frame_a"],
           ["pin.frame_b", "rod.frame_a"], ["rod.frame_b", "end.frame_a"]"#,
    );
    assert_eq!((run.get("crank.phi"), run.get("crank.w")), (0.6, 2.0));
    let rod = ((0.1 - 0.2 * 0.6_f64.sin()) / 0.5).asin();
    close(run.get("pin.phi"), rod - 0.6, 1e-13);
    close(run.get("pin.w"), -2.0 - 2.0 * 0.2 * 0.6_f64.cos() / (0.5 * rod.cos()), 1e-12);
}

/// Three revolutes about x, y, z with a body behind them.
const WRIST: &str = r#"["world.frame_b", "x.frame_a"], ["x.frame_b", "y.frame_a"], ["y.frame_b", "z.frame_a"],
    ["z.frame_b", "body.frame_a"]"#;

fn wrist(body: &str) -> String {
    format!(
        r#""world": {{"class": "World", "gravityType": "NoGravity"}},
           "x": {{"class": "Joints.Revolute", "n": [1, 0, 0]}},
           "y": {{"class": "Joints.Revolute", "n": [0, 1, 0]}},
           "z": {{"class": "Joints.Revolute", "n": [0, 0, 1]}},
           "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "I_11": 2, "I_22": 3, "I_33": 4, {body}}}"#
    )
}

#[test]
fn orientation_and_angular_motion_at_the_end_of_a_chain() {
    let body = r#""angles_fixed": true, "angles_start": [0.3, -0.5, 0.8], "w_0_fixed": true, "w_0_start": [1, 2, 3]"#;
    let mut run = Run::new(&wrist(body), WRIST);
    for (joint, angle) in [("x", 0.3), ("y", -0.5), ("z", 0.8)] {
        close(run.get(&format!("{joint}.phi")), angle, 1e-12);
    }
    // w_a = resolve2(R_start, w_0_start): in the world it is w_0_start again.
    let w = run.get3("body.w_a");
    let rotated = |j: usize, run: &mut Run| -> f64 {
        (0..3).map(|i| run.get(&format!("body.frame_a.R.T[{},{j}]", i + 1)) * w[i]).sum()
    };
    for (j, expected) in [(1, 1.0), (2, 2.0), (3, 3.0)] {
        close(rotated(j, &mut run), expected, 1e-12);
    }
}

#[test]
fn angular_velocity_is_turned_by_the_start_angles_not_by_the_actual_ones() {
    let body = r#""angles_start": [0, 0, 1.5707963267948966], "w_0_fixed": true, "w_0_start": [1, 0, 0]"#;
    let mut run = Run::new(&wrist(body), WRIST);
    close3(run.get3("body.w_a"), [0.0, -1.0, 0.0], 1e-12);
    assert_eq!(run.get("z.phi"), 0.0);
}

#[test]
fn far_away_is_no_obstacle() {
    // Rounding of 1e8 m is not small against a model of 1 m.
    let mut run = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "body": {"class": "Parts.BodyBox", "r": [1, 0, 0], "frame_b": {"r_0": {"start": [1e8, 2e8, 0.123], "fixed": true}}}"#,
        "",
    );
    close3(run.get3("body.frame_b.r_0"), [1e8, 2e8, 0.123], 1e-7);
    close3(run.get3("body.frame_a.r_0"), [1e8 - 1.0, 2e8, 0.123], 0.6);
}

#[test]
fn same_solution_on_every_run() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"fixed": true}"#;
    let bits = || {
        let mut run = Run::new(&double_pendulum(0.0, 0.0, tip), DOUBLE_PENDULUM);
        ["rev1.phi", "rev2.phi"].map(|name| run.get(name).to_bits())
    };
    assert_eq!(bits(), bits());
}

#[test]
fn half_turns_are_told_from_no_turn() {
    let body = format!(r#""angles_fixed": true, "angles_start": [{PI}, 0, 0]"#);
    let mut run = Run::new(&wrist(&body), WRIST);
    close(run.get("body.frame_a.R.T[2,2]"), -1.0, 1e-12);
    close(run.get("body.frame_a.R.T[1,1]"), 1.0, 1e-12);
}
