//! Cut sensors against the change of momentum of what hangs behind them, and Power against the change of its energy.
#![allow(clippy::unwrap_used, clippy::panic)]

mod closed_parts;
mod feedback;

use crate::moving;

use mechanism::scalar::{Matrix3, Vector3};
use moving::{Rig, moving, near, near3};

/// Truncation and rounding of a first difference.
const FIRST: f64 = 2e-8;
const GRAVITY: Vector3<f64> = Vector3::new(0.0, -9.80665, 0.0);

/// Two bodies on revolute joints with inclined axes; sensors inside the first rigid assembly and behind the second joint, and a free
/// body that lends its axes.
const ARM: &str = r#"
name = "Arm"
connections = [
  ["world.frame_b", "shoulder.frame_a"], ["shoulder.frame_b", "turned.frame_a"],
  ["turned.frame_b", "upper_a.frame_a"], ["upper_a.frame_b", "upper_world.frame_a"],
  ["upper_world.frame_b", "upper_resolve.frame_a"], ["upper_resolve.frame_b", "upper_power.frame_a"],
  ["upper_power.frame_b", "rod.frame_a"],
  ["rod.frame_b", "first.frame_a"], ["rod.frame_b", "elbow.frame_a"],
  ["elbow.frame_b", "lower_a.frame_a"], ["lower_a.frame_b", "lower_power.frame_a"],
  ["lower_power.frame_b", "tip.frame_a"], ["tip.frame_b", "second.frame_a"],
  ["upper_resolve.frame_resolve", "free.frame_a"], ["lower_force.frame_resolve", "free.frame_a"],
  ["tip.frame_b", "lower_force.frame_a"], ["lower_torque.frame_a", "tip.frame_b"],
]
[components.world]
class = "World"
[components.shoulder]
class = "Joints.Revolute"
n = [1, 2, 3]
phi = { start = 0.4, fixed = true }
w = { start = 1.5, fixed = true }
[components.turned]
class = "Parts.FixedRotation"
r = [0.2, -0.1, 0.1]
n = [0, 1, 2]
angle = 50
[components.upper_a]
class = "Sensors.CutForceAndTorque"
[components.upper_world]
class = "Sensors.CutForceAndTorque"
resolveInFrame = "world"
positiveSign = false
[components.upper_resolve]
class = "Sensors.CutForceAndTorque"
resolveInFrame = "frame_resolve"
[components.upper_power]
class = "Sensors.Power"
[components.rod]
class = "Parts.FixedTranslation"
r = [0.5, 0.1, -0.2]
[components.first]
class = "Parts.Body"
m = 2.0
r_CM = [0.1, 0.2, -0.1]
I_11 = 0.2
I_22 = 0.3
I_33 = 0.25
I_21 = 0.04
I_31 = 0.02
[components.elbow]
class = "Joints.Revolute"
n = [-1, 1, 0.5]
phi = { start = -0.9, fixed = true }
w = { start = -2.1, fixed = true }
[components.lower_a]
class = "Sensors.CutForceAndTorque"
[components.lower_power]
class = "Sensors.Power"
[components.tip]
class = "Parts.FixedTranslation"
r = [-0.1, 0.4, 0.3]
[components.second]
class = "Parts.Body"
m = 1.2
r_CM = [0.05, -0.1, 0.2]
I_11 = 0.1
I_22 = 0.15
I_33 = 0.12
I_32 = 0.02
[components.lower_force]
class = "Sensors.CutForce"
resolveInFrame = "frame_resolve"
positiveSign = false
[components.lower_torque]
class = "Sensors.CutTorque"
resolveInFrame = "world"
[components.free]
class = "Parts.Body"
m = 1
r_CM = [0, 0, 0]
angles_start = [0.5, -0.3, 0.8]
w_0_start = [1, -2, 0.5]
"#;

/// Mass, centre of mass and inertia of the two bodies, as the model says.
fn body(name: &str) -> (f64, Vector3<f64>, Matrix3<f64>) {
    match name {
        "first" => {
            let i = Matrix3::new(0.2, 0.04, 0.02, 0.04, 0.3, 0.0, 0.02, 0.0, 0.25);
            (2.0, Vector3::new(0.1, 0.2, -0.1), i)
        }
        _ => {
            let i = Matrix3::new(0.1, 0.0, 0.0, 0.0, 0.15, 0.02, 0.0, 0.02, 0.12);
            (1.2, Vector3::new(0.05, -0.1, 0.2), i)
        }
    }
}

/// Position of the centre of mass, its velocity, and the angular momentum about it, in world coordinates.
fn state(m: &mut Rig, name: &str) -> (f64, Vector3<f64>, Vector3<f64>, Vector3<f64>, f64) {
    let (mass, r_cm, inertia) = body(name);
    let to_world = m.t(&format!("{name}.frame_a")).transpose();
    let (w, arm) = (m.vector(&format!("{name}.w_a")), to_world * r_cm);
    let r = m.r_0(&format!("{name}.frame_a")) + arm;
    let v = m.vector(&format!("{name}.v_0")) + (to_world * w).cross(&arm);
    let energy = mass * v.norm_squared() / 2.0 + w.dot(&(inertia * w)) / 2.0 - mass * GRAVITY.dot(&r);
    (mass, r, v, to_world * (inertia * w), energy)
}

/// Momentum and angular momentum about the world's origin, and energy.
fn momenta(m: &mut Rig, bodies: &[&str]) -> [f64; 7] {
    let (mut p, mut l, mut energy) = (Vector3::zeros(), Vector3::zeros(), 0.0);
    for name in bodies {
        let (mass, r, v, spin, e) = state(m, name);
        p += v * mass;
        l += spin + r.cross(&(v * mass));
        energy += e;
    }
    [p.x, p.y, p.z, l.x, l.y, l.z, energy]
}

/// Force and torque about the origin of `frame` that the bodies need besides gravity, and the change of their energy.
fn needed(m: &mut Rig, bodies: &[&str], frame: &str) -> (Vector3<f64>, Vector3<f64>, f64) {
    let rates = m.rates(|m| momenta(m, bodies).to_vec());
    let (mut force, mut torque) = (Vector3::from_column_slice(&rates[..3]), Vector3::from_column_slice(&rates[3..6]));
    for name in bodies {
        let (mass, r, ..) = state(m, name);
        force -= GRAVITY * mass;
        torque -= r.cross(&(GRAVITY * mass));
    }
    torque -= m.r_0(frame).cross(&force);
    (force, torque, rates[6])
}

#[test]
fn cut_forces_and_torques_change_the_momentum_of_what_is_behind() {
    let mut m = moving(ARM);
    m.run(0.8);
    let (force, torque, _) = needed(&mut m, &["first", "second"], "upper_a.frame_a");
    let (in_a, in_free) = (m.t("upper_a.frame_a"), m.t("free.frame_a"));
    near3(m.vector("upper_a.force"), in_a * force, FIRST, "frame_a");
    near3(m.vector("upper_a.torque"), in_a * torque, FIRST, "frame_a");
    near3(m.vector("upper_world.force"), -force, FIRST, "world");
    near3(m.vector("upper_world.torque"), -torque, FIRST, "world");
    near3(m.vector("upper_resolve.force"), in_free * force, FIRST, "frame_resolve");
    near3(m.vector("upper_resolve.torque"), in_free * torque, FIRST, "frame_resolve");
    let (force, torque, _) = needed(&mut m, &["second"], "lower_a.frame_a");
    let in_a = m.t("lower_a.frame_a");
    near3(m.vector("lower_a.force"), in_a * force, FIRST, "behind the second joint");
    near3(m.vector("lower_a.torque"), in_a * torque, FIRST, "behind the second joint");
}

/// Every class in every frame and with both signs, one behind the other.
#[test]
fn cut_sensors_of_all_classes_measure_in_all_frames() {
    let (mut components, mut connections, mut end) = (String::new(), String::new(), "upper_power.frame_b".to_owned());
    let mut sensors = Vec::new();
    for class in ["CutForce", "CutTorque", "CutForceAndTorque"] {
        for frame in ["world", "frame_a", "frame_resolve"] {
            for positive in [true, false] {
                let name = format!("{class}_{frame}_{positive}");
                components += &format!(
                    "[components.{name}]\nclass = \"Sensors.{class}\"\nresolveInFrame = \"{frame}\"\npositiveSign = {positive}\n"
                );
                connections += &format!("[\"{end}\", \"{name}.frame_a\"],");
                if frame == "frame_resolve" {
                    connections += &format!("[\"free.frame_a\", \"{name}.frame_resolve\"],");
                }
                end = format!("{name}.frame_b");
                sensors.push((name, frame, if positive { 1.0 } else { -1.0 }));
            }
        }
    }
    let text = ARM.replace(
        "[\"upper_power.frame_b\", \"rod.frame_a\"],",
        &format!("{connections} [\"{end}\", \"rod.frame_a\"],"),
    ) + &components;
    let mut m = moving(&text);
    m.run(0.8);
    let (force, torque, _) = needed(&mut m, &["first", "second"], "upper_a.frame_a");
    assert!(force.norm() > 10.0 && torque.norm() > 1.0, "{force} {torque}");
    for (name, frame, sign) in sensors {
        let axes = match frame {
            "world" => Matrix3::identity(),
            "frame_a" => m.t("upper_a.frame_a"),
            _ => m.t("free.frame_a"),
        };
        for (output, expected) in [("force", force), ("torque", torque)] {
            let is_measured = name.to_lowercase().contains(output);
            assert_eq!(m.has(&format!("{name}.{output}[1]")), is_measured, "{name}.{output}");
            if is_measured {
                near3(m.vector(&format!("{name}.{output}")), axes * expected * sign, FIRST, &name);
            }
        }
    }
}

#[test]
fn frames_of_a_cut_sensor_coincide_and_pass_the_wrench_on() {
    let mut m = moving(ARM);
    m.run(0.8);
    for sensor in ["upper_a", "upper_power", "lower_a"] {
        let [a, b] = ["frame_a", "frame_b"].map(|f| format!("{sensor}.{f}"));
        assert_eq!((m.r_0(&a), m.t(&a)), (m.r_0(&b), m.t(&b)));
        for flow in ["f", "t"] {
            let sum = m.vector(&format!("{a}.{flow}")) + m.vector(&format!("{b}.{flow}"));
            assert!(sum.norm() < 1e-12, "{sensor}.{flow}: {sum}");
        }
    }
    near3(m.vector("upper_a.force"), m.vector("upper_a.frame_a.f"), 1e-14, "frame_a.f");
    near3(m.vector("upper_a.torque"), m.vector("upper_a.frame_a.t"), 1e-14, "frame_a.t");
}

#[test]
fn nothing_flows_through_a_sensor_whose_frame_b_is_free() {
    let mut m = moving(ARM);
    m.run(0.8);
    assert_eq!(m.vector("lower_force.force"), Vector3::zeros());
    assert_eq!(m.vector("lower_torque.torque"), Vector3::zeros());
}

#[test]
fn power_is_the_change_of_energy_behind_the_sensor() {
    let mut m = moving(ARM);
    m.run(0.8);
    let (_, _, power) = needed(&mut m, &["first", "second"], "upper_a.frame_a");
    near(m.get("upper_power.power"), power, FIRST, "upper");
    let (_, _, power) = needed(&mut m, &["second"], "lower_a.frame_a");
    near(m.get("lower_power.power"), power, FIRST, "lower");
}

#[test]
fn sensors_do_not_change_the_motion() {
    let mut with = moving(ARM);
    let mut bare = ARM.to_owned();
    for sensor in ["upper_a", "upper_world", "upper_resolve", "upper_power", "lower_a", "lower_power"] {
        // A rigid connection without length instead.
        let from = format!("[components.{sensor}]\nclass = \"Sensors.");
        let at = bare.find(&from).unwrap();
        let end = bare[at + 1..].find("[components").map_or(bare.len(), |i| at + 1 + i);
        bare.replace_range(
            at..end,
            &format!("[components.{sensor}]\nclass = \"Parts.FixedTranslation\"\nr = [0, 0, 0]\n"),
        );
    }
    let bare = bare.replace("[\"upper_resolve.frame_resolve\", \"free.frame_a\"], ", "");
    let mut without = moving(&bare);
    for m in [&mut with, &mut without] {
        m.run(0.8);
    }
    assert_eq!(with.x, without.x);
}
