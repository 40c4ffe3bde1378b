//! A mechanism with every class of the library and no axis, direction or plane of symmetry.

/// Two moving trees, a free body and a free point mass.
///
/// - `shoulder` (entered from frame_b) and `elbow` carry an arm, which carries a slider; springs, dampers and drives act on them.
/// - `tower` turns at a constant speed, `cart` on it follows a filtered reference.
/// - `flyer` is free relative to the arm (entered from frame_b), `stone` is free relative to the world.
/// - `bead` is a point mass between two line forces.
pub const ZOO: &str = r#"
name = "Zoo"
connections = [
  ["world.frame_b", "mount.frame_a"],
  ["mount.frame_b", "shoulder.frame_b"],
  ["shoulder.frame_a", "arm.frame_a"],
  ["arm.frame_b", "wrist.frame_a"],
  ["wrist.frame_b", "elbow.frame_a"],
  ["elbow.frame_b", "box.frame_a"],
  ["box.frame_b", "twist.frame_b"],
  ["twist.frame_a", "slider.frame_a"],
  ["slider.frame_b", "tool.frame_a"],
  ["base.frame_b", "tower.frame_a"],
  ["tower.frame_b", "pipe.frame_a"],
  ["pipe.frame_b", "cart.frame_a"],
  ["cart.frame_b", "load.frame_a"],
  ["flying.frame_b", "arm.frame_b"],
  ["flying.frame_a", "flyer.frame_a"],
  ["rope.frame_a", "arm.frame_b"],
  ["rope.frame_b", "bead.frame_a"],
  ["strut.frame_a", "bead.frame_a"],
  ["strut.frame_b", "stone.frame_b"],
  ["stone.frame_b", "ballast.frame_a"],
  ["dashpot.frame_a", "load.frame_a"],
  ["dashpot.frame_b", "flyer.frame_a"],
  ["push.frame_b", "tool.frame_a"],
  ["push.frame_resolve", "load.frame_a"],
  ["twirl.frame_b", "stone.frame_b"],
  ["thrust.frame_b", "flyer.frame_a"],
  ["hinge_spring.flange_a", "shoulder.support"],
  ["hinge_spring.flange_b", "shoulder.axis"],
  ["hinge_damper.flange_a", "shoulder.axis"],
  ["hinge_damper.flange_b", "shoulder.support"],
  ["clutch.flange_a", "shoulder.axis"],
  ["clutch.flange_b", "elbow.axis"],
  ["motor.flange", "elbow.axis"],
  ["motor.support", "elbow.support"],
  ["slide_spring.flange_a", "slider.support"],
  ["slide_spring.flange_b", "slider.axis"],
  ["slide_damper.flange_a", "slider.support"],
  ["slide_damper.flange_b", "slider.axis"],
  ["coupler.flange_a", "slider.axis"],
  ["coupler.flange_b", "cart.axis"],
  ["pusher.flange", "slider.axis"],
  ["turn.flange", "tower.axis"],
  ["turn.support", "tower.support"],
  ["tower_damper.flange_a", "tower.support"],
  ["tower_damper.flange_b", "tower.axis"],
  ["follow.flange", "cart.axis"],
  ["wave.y", "follow.s_ref"],
  ["wave.y", "thrust.force[1]"],
  ["slope.y", "motor.tau"],
  ["slope.y", "push.force[2]"],
  ["jump.y", "pusher.f"],
  ["still.y", "twirl.torque[3]"],
  ["pose.frame_a", "tool.frame_a"],
  ["pose.frame_resolve", "load.frame_a"],
  ["gap.frame_a", "tool.frame_a"],
  ["gap.frame_b", "flyer.frame_a"],
]

[components.world]
class = "World"
n = [0.3, -1, 0.2]
[components.base]
class = "Parts.Fixed"
r = [1.1, -0.7, 0.4]
[components.mount]
class = "Parts.FixedRotation"
rotationType = "PlanarRotationSequence"
r = [0.1, -0.2, 0.3]
sequence = [3, 1, 2]
angles = [25, -40, 70]
[components.shoulder]
class = "Joints.Revolute"
n = [1, 2, -0.5]
useAxisFlange = true
phi = { start = 0.7 }
w = { start = -1.1 }
[components.arm]
class = "Parts.BodyShape"
r = [0.4, 0.3, -0.2]
r_CM = [0.15, 0.2, -0.1]
m = 2.3
I_11 = 0.11
I_22 = 0.13
I_33 = 0.17
I_21 = 0.01
I_31 = -0.02
I_32 = 0.015
[components.wrist]
class = "Parts.FixedRotation"
rotationType = "RotationAxis"
r = [0.05, 0.02, 0.01]
n = [0.3, -0.6, 1]
angle = 50
[components.elbow]
class = "Joints.Revolute"
n = [-0.4, 1, 0.7]
useAxisFlange = true
phi = { start = -0.4 }
w = { start = 1.7 }
[components.box]
class = "Parts.BodyBox"
r = [0.2, -0.25, 0.15]
widthDirection = [0.3, 0.9, 0.2]
width = 0.09
height = 0.07
innerWidth = 0.03
innerHeight = 0.02
density = 900
[components.twist]
class = "Parts.FixedRotation"
rotationType = "TwoAxesVectors"
r = [-0.03, 0.04, 0.02]
n_x = [0.8, 0.5, -0.1]
n_y = [-0.2, 0.9, 0.4]
[components.slider]
class = "Joints.Prismatic"
n = [0.6, -0.3, 0.9]
useAxisFlange = true
s = { start = 0.12 }
v = { start = 0.4 }
[components.tool]
class = "Parts.Body"
r_CM = [0.03, -0.05, 0.08]
m = 0.9
I_11 = 0.02
I_22 = 0.03
I_33 = 0.025
I_21 = 0.002
[components.tower]
class = "Joints.Revolute"
n = [0.2, 1, -0.3]
useAxisFlange = true
phi = { start = 0.3 }
[components.pipe]
class = "Parts.BodyCylinder"
r = [0.5, 0.2, 0.3]
diameter = 0.06
innerDiameter = 0.04
density = 2700
[components.cart]
class = "Joints.Prismatic"
n = [0.1, 0.4, 1]
useAxisFlange = true
[components.load]
class = "Parts.Body"
r_CM = [0.1, -0.06, 0.04]
m = 1.4
I_11 = 0.05
[components.flying]
class = "Joints.FreeMotion"
r_rel_a = { start = [0.3, -0.5, 0.6] }
v_rel_a = { start = [0.2, 0.4, -0.3] }
angles_start = [0.5, -0.8, 1.2]
sequence_start = [2, 3, 1]
w_rel_a_start = [0.9, -1.3, 0.6]
[components.flyer]
class = "Parts.Body"
r_CM = [0.02, 0.05, -0.03]
m = 0.7
I_11 = 0.01
I_22 = 0.02
I_33 = 0.015
[components.stone]
class = "Parts.BodyShape"
r = [0.1, 0.2, 0.05]
r_CM = [0.06, 0.08, 0.01]
m = 1.6
I_11 = 0.03
I_22 = 0.05
I_33 = 0.04
I_32 = -0.005
r_0 = { start = [-0.6, 0.3, 0.9] }
v_0 = { start = [0.4, 0.2, -0.5] }
angles_start = [0.2, 0.9, -0.6]
sequence_start = [3, 2, 3]
w_0_start = [1.5, -0.7, 0.8]
[components.ballast]
class = "Parts.PointMass"
m = 0.35
[components.bead]
class = "Parts.PointMass"
m = 0.25
r_0 = { start = [-0.2, 0.5, 0.7] }
v_0 = { start = [0.3, -0.4, 0.1] }
[components.rope]
class = "Forces.Spring"
c = 31
s_unstretched = 0.4
fixedRotationAtFrame_b = true
[components.strut]
class = "Forces.SpringDamperParallel"
c = 23
d = 0.8
s_unstretched = 0.5
fixedRotationAtFrame_a = true
[components.dashpot]
class = "Forces.Damper"
d = 1.3
[components.push]
class = "Forces.WorldForce"
resolveInFrame = "frame_resolve"
[components.twirl]
class = "Forces.WorldTorque"
resolveInFrame = "frame_b"
[components.thrust]
class = "Forces.WorldForceAndTorque"
resolveInFrame = "world"
[components.hinge_spring]
class = "Rotational.Components.Spring"
c = 7
phi_rel0 = 0.3
[components.hinge_damper]
class = "Rotational.Components.Damper"
d = 0.4
[components.clutch]
class = "Rotational.Components.SpringDamper"
c = 3
d = 0.2
phi_rel0 = -0.1
[components.motor]
class = "Rotational.Sources.Torque"
useSupport = true
[components.slide_spring]
class = "Translational.Components.Spring"
c = 60
s_rel0 = 0.1
[components.slide_damper]
class = "Translational.Components.Damper"
d = 1.1
[components.coupler]
class = "Translational.Components.SpringDamper"
c = 17
d = 0.6
s_rel0 = 0.05
[components.pusher]
class = "Translational.Sources.Force"
[components.turn]
class = "Rotational.Sources.ConstantSpeed"
useSupport = true
w_fixed = 1.9
[components.tower_damper]
class = "Rotational.Components.Damper"
d = 0.9
[components.follow]
class = "Translational.Sources.Position"
f_crit = 1.2
[components.wave]
class = "Blocks.Sources.Sine"
amplitude = 0.3
f = 0.8
phase = 0.4
offset = 0.1
[components.slope]
class = "Blocks.Sources.Ramp"
height = 1.7
duration = 3
offset = 0.2
startTime = -1
[components.jump]
class = "Blocks.Sources.Step"
height = 2.1
offset = -0.3
startTime = -0.5
[components.still]
class = "Blocks.Sources.Constant"
k = 0.45
[components.pose]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "frame_resolve"
get_r = true
get_v = true
get_a = true
get_angles = true
get_w = true
get_z = true
[components.gap]
class = "Sensors.Distance"

[outputs]
tip_velocity = "der(tool.frame_a.r_0)"
"#;

/// The components of [`ZOO`] with force laws between frames.
pub const FORCES: [&str; 6] = ["rope", "strut", "dashpot", "push", "twirl", "thrust"];
/// The joints of [`ZOO`] with one degree of freedom, and the names of their speed and force.
pub const JOINTS: [(&str, &str, &str); 5] =
    [("shoulder", "w", "tau"), ("elbow", "w", "tau"), ("slider", "v", "f"), ("tower", "w", "tau"), ("cart", "v", "f")];

/// Inputs of [`ZOO`] with values that are not zero.
pub const INPUTS: [(&str, f64); 9] = [
    ("push.force[1]", 1.1),
    ("push.force[3]", -0.8),
    ("twirl.torque[1]", 0.3),
    ("twirl.torque[2]", -0.2),
    ("thrust.force[2]", 0.9),
    ("thrust.force[3]", -1.2),
    ("thrust.torque[1]", 0.05),
    ("thrust.torque[2]", -0.04),
    ("thrust.torque[3]", 0.06),
];

/// A joint that follows a signal exactly, and differentiated signals.
const CRANE: &str = r#"
[components.crane]
class = "Joints.Revolute"
n = [1, 2, -0.5]
useAxisFlange = true
[components.hook]
class = "Parts.Body"
m = 1
r_CM = [0.3, 0.2, 0.1]
[components.lift]
class = "Rotational.Sources.Position"
exact = true
[components.closing]
class = "Blocks.Continuous.Der"
[components.jerk]
class = "Blocks.Continuous.Der"
"#;

/// [`ZOO`] with differentiated signals and a joint that follows its input, or the signal that one of the connections in `more` leads
/// there, exactly.
pub fn zoo_with_derivatives(more: &str) -> String {
    let connections = r#"connections = [
  ["world.frame_b", "crane.frame_a"], ["crane.frame_b", "hook.frame_a"], ["lift.flange", "crane.axis"],
  ["gap.distance", "closing.u"], ["pose.v[1]", "jerk.u"],"#;
    ZOO.replacen("connections = [", &format!("{connections}{more}"), 1).replacen(
        "[outputs]",
        &format!("{CRANE}\n[outputs]"),
        1,
    )
}

/// [`ZOO`] after a while, its inputs set.
pub fn zoo() -> super::Rig {
    let mut rig = super::Rig::uninitialized(super::compile(ZOO));
    INPUTS.iter().for_each(|(name, value)| rig.set(name, *value));
    rig.initialize(0.0).unwrap();
    rig.run(0.37);
    rig
}
