//! Joints of several degrees of freedom, forces between frames, cut and relative sensors: the same laws as for the zoo.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Rig, near, near3};
use mechanism::scalar::{Matrix3, Vector3};

const ANNEX: &str = r#"
name = "Annex"
connections = [
  ["world.frame_b", "mount.frame_a"], ["mount.frame_b", "cardan.frame_b"], ["cardan.frame_a", "shaft.frame_a"],
  ["shaft.frame_b", "cut.frame_a"], ["cut.frame_b", "flow.frame_a"], ["flow.frame_b", "sleeve.frame_a"], ["sleeve.frame_b", "drum.frame_b"],
  ["mount.frame_b", "table.frame_a"], ["table.frame_b", "plate.frame_a"],
  ["pull.frame_a", "drum.frame_a"], ["pull.frame_b", "plate.frame_b"],
  ["wring.frame_a", "shaft.frame_b"], ["wring.frame_b", "plate.frame_a"], ["wring.frame_resolve", "drum.frame_a"],
  ["both.frame_a", "drum.frame_b"], ["both.frame_b", "plate.frame_b"],
  ["rel_a.frame_a", "drum.frame_a"], ["rel_a.frame_b", "plate.frame_b"],
  ["rel_b.frame_a", "drum.frame_a"], ["rel_b.frame_b", "plate.frame_b"],
  ["rel_r.frame_a", "drum.frame_a"], ["rel_r.frame_b", "plate.frame_b"], ["rel_r.frame_resolve", "shaft.frame_a"],
]
[components.world]
class = "World"
n = [0.3, -1, 0.2]
[components.mount]
class = "Parts.FixedRotation"
r = [0.1, 0.2, 0.3]
n = [1, 1, 0.2]
angle = 40
[components.cardan]
class = "Joints.Universal"
n_a = [1, 2, -0.5]
n_b = [-0.7, 0.2, 0.4]
phi_a = { start = 0.4 }
phi_b = { start = -0.8 }
w_a = { start = 1.1 }
w_b = { start = -0.7 }
[components.shaft]
class = "Parts.BodyShape"
r = [0.4, 0.3, -0.2]
r_CM = [0.15, 0.2, -0.1]
m = 2.3
I_11 = 0.11
I_22 = 0.13
I_33 = 0.17
[components.cut]
class = "Sensors.CutForceAndTorque"
resolveInFrame = "world"
[components.flow]
class = "Sensors.Power"
[components.sleeve]
class = "Joints.Cylindrical"
n = [0.3, -0.8, 0.5]
s = { start = 0.2 }
phi = { start = 0.9 }
v = { start = -0.3 }
w = { start = 1.6 }
[components.drum]
class = "Parts.BodyCylinder"
r = [0.2, -0.25, 0.15]
diameter = 0.2
density = 900
[components.table]
class = "Joints.Planar"
n = [0.2, 1, -0.4]
n_x = [1, 0.1, 0.3]
s_x = { start = 0.3 }
s_y = { start = -0.2 }
phi = { start = 0.5 }
v_x = { start = -0.4 }
v_y = { start = 0.6 }
w = { start = 1.2 }
[components.plate]
class = "Parts.BodyShape"
r = [0.1, 0.3, 0.2]
r_CM = [0.1, 0.1, 0.15]
m = 1.7
I_11 = 0.05
I_22 = 0.06
I_33 = 0.07
[components.pull]
class = "Forces.Force"
resolveInFrame = "frame_b"
[components.wring]
class = "Forces.Torque"
resolveInFrame = "frame_resolve"
[components.both]
class = "Forces.ForceAndTorque"
resolveInFrame = "frame_a"
[components.rel_a]
class = "Sensors.RelativeSensor"
get_r_rel = true
get_v_rel = true
get_a_rel = true
get_w_rel = true
get_z_rel = true
resolveInFrame = "frame_a"
resolveInFrameAfterDifferentiation = "frame_a"
[components.rel_b]
class = "Sensors.RelativeSensor"
get_r_rel = true
get_v_rel = true
get_a_rel = true
get_w_rel = true
get_z_rel = true
resolveInFrame = "frame_b"
resolveInFrameAfterDifferentiation = "world"
[components.rel_r]
class = "Sensors.RelativeSensor"
get_r_rel = true
get_v_rel = true
get_a_rel = true
get_w_rel = true
get_z_rel = true
resolveInFrame = "frame_resolve"
resolveInFrameAfterDifferentiation = "frame_b"
"#;

fn annex() -> Rig {
    let mut rig = Rig::uninitialized(common::compile(ANNEX));
    rig.set3("pull.force", [1.1, -0.6, 0.9]);
    rig.set3("wring.torque", [0.2, 0.4, -0.3]);
    rig.set3("both.force", [-0.7, 0.5, 1.3]);
    rig.set3("both.torque", [0.1, -0.2, 0.3]);
    rig.initialize(0.0).unwrap();
    rig.run(0.31);
    rig
}

#[test]
fn coordinates_are_the_motion_between_the_frames() {
    let turn = |n: Vector3<f64>, phi: f64| mechanism::frames::transformation_matrices::planar_rotation(n, phi).unwrap();
    let mut rig = annex();
    let relative = |rig: &mut Rig, joint: &str| {
        let (a, b) = (format!("{joint}.frame_a"), format!("{joint}.frame_b"));
        (rig.t(&b) * rig.t(&a).transpose(), rig.t(&a) * (rig.r_0(&b) - rig.r_0(&a)))
    };
    let (t, r) = relative(&mut rig, "cardan");
    let [n_a, n_b] = ["cardan.n_a", "cardan.n_b"].map(|n| rig.vector(n));
    assert!((t - turn(n_b, rig.get("cardan.phi_b")) * turn(n_a, rig.get("cardan.phi_a"))).amax() < 1e-14);
    near3(r, Vector3::zeros(), 1e-15, "cardan");
    let (t, r) = relative(&mut rig, "sleeve");
    let n = rig.vector("sleeve.n").normalize();
    assert!((t - turn(n, rig.get("sleeve.phi"))).amax() < 1e-14);
    near3(r, n * rig.get("sleeve.s"), 1e-14, "sleeve");
    let (t, r) = relative(&mut rig, "table");
    let n = rig.vector("table.n").normalize();
    let y = n.cross(&rig.vector("table.n_x")).normalize();
    assert!((t - turn(n, rig.get("table.phi"))).amax() < 1e-14);
    near3(r, y.cross(&n) * rig.get("table.s_x") + y * rig.get("table.s_y"), 1e-14, "table");
    for (x, v) in [
        ("cardan.phi_a", "cardan.w_a"),
        ("cardan.w_b", "cardan.a_b"),
        ("sleeve.s", "sleeve.v"),
        ("sleeve.w", "sleeve.wd"),
        ("table.s_x", "table.v_x"),
        ("table.v_y", "table.a_y"),
        ("table.phi", "table.w"),
        ("table.w", "table.wd"),
    ] {
        let rate = rig.rate(|rig| rig.get(x));
        near(rig.get(v), rate, 2e-8, v);
    }
}

#[test]
fn forces_between_frames_have_their_reactions() {
    let mut rig = annex();
    let cases = [
        ("pull", "plate.frame_b", true, false),
        ("wring", "drum.frame_a", false, true),
        ("both", "drum.frame_b", true, true),
    ];
    for (name, resolve, force, torque) in cases {
        let (a, b) = (format!("{name}.frame_a"), format!("{name}.frame_b"));
        let t = rig.t(resolve).transpose();
        let f = if force { t * rig.vector(&format!("{name}.force")) } else { Vector3::zeros() };
        let m = if torque { t * rig.vector(&format!("{name}.torque")) } else { Vector3::zeros() };
        let arm = rig.r_0(&b) - rig.r_0(&a);
        near3(rig.force(&b), -f, 1e-13, &b);
        near3(rig.torque(&b), -m, 1e-13, &b);
        near3(rig.force(&a), f, 1e-13, &a);
        near3(rig.torque(&a), m + arm.cross(&f), 1e-13, &a);
    }
}

#[test]
fn power_and_nodes_balance() {
    let mut rig = annex();
    for _ in 0..4 {
        let gained = rig.rate(Rig::kinetic_energy) - rig.gravity_power();
        let mut given = 0.0;
        for force in ["pull", "wring", "both"] {
            given -= rig.power(&format!("{force}.frame_a")) + rig.power(&format!("{force}.frame_b"));
        }
        near(gained, given, 2e-8 * (1.0 + given.abs()), "power");
        let model = std::sync::Arc::clone(&rig.model);
        let mut sums = vec![(Vector3::zeros(), Vector3::zeros()); model.mechanism.nodes.len()];
        for (frame, node) in model.mechanism.frame_names.iter().zip(&model.mechanism.frame_nodes) {
            sums[*node].0 += rig.force(frame);
            sums[*node].1 += rig.torque(frame);
        }
        for (force, torque) in sums {
            near3(force, Vector3::zeros(), 1e-11, "force");
            near3(torque, Vector3::zeros(), 1e-11, "torque");
        }
        let next = rig.t + 0.3;
        rig.run(next);
    }
}

#[test]
fn cut_sensors_measure_what_flows_through() {
    let mut rig = annex();
    near3(rig.vector("cut.force"), rig.force("cut.frame_a"), 1e-13, "force");
    near3(rig.vector("cut.torque"), rig.torque("cut.frame_a"), 1e-13, "torque");
    near3(rig.force("cut.frame_a") + rig.force("cut.frame_b"), Vector3::zeros(), 1e-12, "massless");
    near(rig.get("flow.power"), rig.power("flow.frame_a"), 1e-11, "power");
    assert!(rig.vector("cut.force").norm() > 1.0 && rig.get("flow.power").abs() > 0.1);
    // The flow into the drum's branch is the one that the sleeve carries.
    near3(rig.force("cut.frame_a"), rig.force("sleeve.frame_a"), 1e-12, "through");
}

/// r_rel and w_rel are differentiated in resolveInFrame, even if it rotates, then transformed.
#[test]
fn relative_sensors_differentiate_where_they_resolve() {
    let mut rig = annex();
    let (a, b) = ("drum.frame_a", "plate.frame_b");
    for (sensor, first, then) in [("rel_a", a, Some(a)), ("rel_b", b, None), ("rel_r", "shaft.frame_a", Some(b))] {
        let r = |rig: &mut Rig| rig.t(first) * (rig.r_0(b) - rig.r_0(a));
        let w = |rig: &mut Rig| rig.t(first) * (rig.w_0(b) - rig.w_0(a));
        let to = then.map_or(Matrix3::identity(), |frame| rig.t(frame)) * rig.t(first).transpose();
        near3(rig.vector(&format!("{sensor}.r_rel")), r(&mut rig), 1e-13, sensor);
        near3(rig.vector(&format!("{sensor}.w_rel")), w(&mut rig), 1e-12, sensor);
        let v = rig.rate3(r);
        near3(rig.vector(&format!("{sensor}.v_rel")), to * v, 1e-8, &format!("{sensor}.v_rel"));
        let z = rig.rate3(w);
        near3(rig.vector(&format!("{sensor}.z_rel")), to * z, 1e-7, &format!("{sensor}.z_rel"));
        // Twice in the same frame: from the velocity before it is transformed.
        let back = rig.rate3(|rig| {
            let to = then.map_or(Matrix3::identity(), |frame| rig.t(frame)) * rig.t(first).transpose();
            to.transpose() * rig.vector(&format!("{sensor}.v_rel"))
        });
        near3(rig.vector(&format!("{sensor}.a_rel")), to * back, 1e-7, &format!("{sensor}.a_rel"));
    }
}
