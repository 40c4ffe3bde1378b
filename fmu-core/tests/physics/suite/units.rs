//! A model in engineers' units is the same model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::Rig;
use std::f64::consts::PI;

/// A physical pendulum: angle and speed at the start, mass, distance of the centre of mass, moment of inertia, damping.
fn pendulum(phi: &str, w: &str, m: &str, r_cm: &str, i_33: &str, d: &str) -> String {
    format!(
        r#"
name = "Pendulum"
connections = [
  ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"],
  ["joint.support", "damper.flange_a"], ["damper.flange_b", "joint.axis"],
]
[components.world]
class = "World"
[components.joint]
class = "Joints.Revolute"
useAxisFlange = true
phi = {{ start = {phi}, fixed = true }}
w = {{ start = {w}, fixed = true }}
[components.damper]
class = "Rotational.Components.Damper"
d = {d}
[components.body]
class = "Parts.Body"
m = {m}
r_CM = [{r_cm}, 0, 0]
I_33 = {i_33}
"#
    )
}

#[test]
fn a_pendulum_in_deg_g_and_mm_moves_bit_for_bit_as_that_in_si_units() {
    let phi = 30.0 * PI / 180.0;
    let w = 60.0 * PI / 30.0;
    let si = pendulum(&format!("{phi:?}"), &format!("{w:?}"), "0.5", "0.3", "0.02", "0.001");
    let engineers =
        pendulum("\"30 deg\"", "\"60 rpm\"", "\"500 g\"", "\"300 mm\"", "\"200000 g.cm2\"", "\"1 mN.m.s/rad\"");
    let (mut si, mut engineers) = (Rig::new(&si), Rig::new(&engineers));
    for step in 1..=20 {
        si.run(0.1 * f64::from(step));
        engineers.run(0.1 * f64::from(step));
        for name in ["joint.phi", "joint.w", "joint.a", "body.frame_a.f[1]", "damper.tau"] {
            assert_eq!(si.get(name).to_bits(), engineers.get(name).to_bits(), "{name} at {}", si.t);
        }
    }
}

/// At the start the pendulum is horizontal but for a small angle: a = -m g l cos(phi) / (m l^2) with the mass in its centre.
#[test]
fn a_start_in_pounds_and_inches() {
    let mut rig = Rig::new(&pendulum("\"0.01 deg\"", "0", "\"2 lb\"", "\"10 in\"", "0", "0"));
    let expected = -9.80665 / 0.254 * 0.01_f64.to_radians().cos();
    assert!((rig.get("joint.a") / expected - 1.0).abs() < 1e-14);
}

#[test]
fn a_temperature_in_celsius_has_its_offset() {
    let text = r#"
name = "Heat"
connections = [["hot.port", "wall.port_a"], ["wall.port_b", "cold.port"]]
[components.hot]
class = "Thermal.HeatTransfer.Celsius.FixedTemperature"
T = "212 degF"
[components.wall]
class = "Thermal.HeatTransfer.Components.ThermalConductor"
G = "2 W/K"
[components.cold]
class = "Thermal.HeatTransfer.Sources.FixedTemperature"
T = "20 degC"
"#;
    let mut rig = Rig::new(text);
    assert!((rig.get("wall.Q_flow") - 160.0).abs() < 1e-10);
}
