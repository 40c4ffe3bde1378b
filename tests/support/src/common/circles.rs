//! A double pendulum whose forces read what they bring about.

/// A force from the acceleration of the other body, a force from the cut force in a closed part of the first body, a torque at the second
/// joint from the acceleration of the first and an input, and one at the first joint from the torque that drives the second.
pub const CIRCLES: &str = r#"
name = "Circles"
connections = [
  ["world.frame_b", "shoulder.frame_a"], ["shoulder.frame_b", "rod.frame_a"], ["rod.frame_b", "cut.frame_a"],
  ["cut.frame_b", "first.frame_a"], ["first.frame_a", "elbow.frame_a"],
  ["shoulder.frame_b", "beside.frame_a"], ["beside.frame_b", "first.frame_a"],
  ["elbow.frame_b", "second.frame_a"], ["second.frame_a", "tip.frame_a"],
  ["feel.frame_a", "tip.frame_b"], ["feel.a", "weights.u"], ["weights.y", "push.force"], ["push.frame_b", "first.frame_a"],
  ["cut.force", "part.u"], ["part.y", "pull.force"], ["pull.frame_b", "tip.frame_b"], ["pull.frame_a", "world.frame_b"],
  ["spin.flange", "shoulder.axis"], ["spin.a", "inertia.u"], ["inertia.y", "sum.u1"], ["sum.y", "motor.tau"],
  ["motor.flange", "felt.flange_a"], ["felt.flange_b", "elbow.axis"], ["felt.tau", "share.u"], ["share.y", "back.tau"],
  ["back.flange", "shoulder.axis"],
  ["cut.torque[2]", "rate.u"],
]
[components.world]
class = "World"
[components.shoulder]
class = "Joints.Revolute"
n = [1, 2, 3]
useAxisFlange = true
phi = { start = 0.4, fixed = true }
w = { start = 1.5, fixed = true }
[components.rod]
class = "Parts.FixedTranslation"
r = [0.5, 0.1, -0.2]
[components.beside]
class = "Parts.FixedTranslation"
r = "rod.r"
[components.cut]
class = "Sensors.CutForceAndTorque"
[components.first]
class = "Parts.Body"
m = 2.0
r_CM = [0.1, 0.2, -0.1]
I_11 = 0.2
I_22 = 0.3
I_33 = 0.25
I_21 = 0.04
[components.elbow]
class = "Joints.Revolute"
n = [-1, 1, 0.5]
useAxisFlange = true
phi = { start = -0.9, fixed = true }
w = { start = -2.1, fixed = true }
[components.second]
class = "Parts.Body"
m = 1.2
r_CM = [0.05, -0.3, 0.2]
I_11 = 0.1
I_22 = 0.15
I_33 = 0.12
I_32 = 0.02
[components.tip]
class = "Parts.FixedRotation"
r = [0.1, -0.5, 0.2]
n = [1, 1, -1]
angle = 25
[components.feel]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "frame_a"
get_a = true
[components.weights]
class = "Blocks.Math.MatrixGain"
K = [[0.2, 0.1, 0], [-0.1, 0.3, 0.05], [0, 0.1, -0.2]]
[components.push]
class = "Forces.WorldForce"
resolveInFrame = "frame_b"
[components.part]
class = "Blocks.Math.MatrixGain"
K = [[0.3, 0, 0.1], [0.05, -0.2, 0], [0, 0.1, 0.25]]
[components.pull]
class = "Forces.Force"
[components.spin]
class = "Rotational.Sensors.AccSensor"
[components.inertia]
class = "Blocks.Math.Gain"
k = -0.1
[components.sum]
class = "Blocks.Math.Add"
[components.motor]
class = "Rotational.Sources.Torque"
[components.felt]
class = "Rotational.Sensors.TorqueSensor"
[components.share]
class = "Blocks.Math.Gain"
k = 0.5
[components.back]
class = "Rotational.Sources.Torque"
[components.rate]
class = "Blocks.Continuous.Der"
[outputs]
reaction = "shoulder.frame_a.f"
inside = "beside.frame_b.t"
"#;
