//! Cut sensors in rigid bodies whose components form loops.

use crate::moving::{Rig, moving, near, near3, try_compile};
use mechanism::scalar::Vector3;
use mechanism::{RigidMember, Source};
use simulation::dynamics::{Known, Point};

/// A body on a revolute joint whose frame is a triangle and a rod beside one of its sides, all with sensors; a second body hangs on it.
const FRAME: &str = r#"
name = "Frame"
connections = [
  ["world.frame_b", "shoulder.frame_a"],
  ["shoulder.frame_b", "one.frame_a"], ["one.frame_b", "in_one.frame_a"], ["in_one.frame_b", "two.frame_a"],
  ["two.frame_b", "in_two.frame_a"], ["in_two.frame_b", "elbow.frame_a"],
  ["shoulder.frame_b", "three.frame_b"], ["three.frame_a", "in_three.frame_b"], ["in_three.frame_a", "in_two.frame_b"],
  ["one.frame_a", "beside.frame_a"], ["beside.frame_b", "in_beside.frame_a"], ["in_beside.frame_b", "one.frame_b"],
  ["one.frame_b", "first.frame_a"], ["elbow.frame_b", "second.frame_a"],
  ["two.frame_b", "push.frame_b"],
]
[components.world]
class = "World"
[components.shoulder]
class = "Joints.Revolute"
n = [1, 2, 3]
phi = { start = 0.4, fixed = true }
w = { start = 1.5, fixed = true }
[components.one]
class = "Parts.FixedTranslation"
r = [0.5, 0.1, -0.2]
[components.beside]
class = "Parts.FixedTranslation"
r = [0.5, 0.1, -0.2]
[components.two]
class = "Parts.FixedRotation"
r = [-0.1, 0.4, 0.3]
n = [1, -1, 2]
angle = 40
[components.three]
class = "Parts.FixedRotation"
r = [-0.359377, -0.351906, 0.160142]
n = [1, -1, 2]
angle = -40
[components.in_one]
class = "Sensors.CutForceAndTorque"
[components.in_two]
class = "Sensors.CutForceAndTorque"
resolveInFrame = "world"
[components.in_three]
class = "Sensors.CutForceAndTorque"
resolveInFrame = "world"
positiveSign = false
[components.in_beside]
class = "Sensors.Power"
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
[components.push]
class = "Forces.WorldForce"
resolveInFrame = "frame_b"
"#;

/// `FRAME` with the exact way back: `three` starts where `two` ends.
fn frame() -> String {
    let (e, angle) = (Vector3::new(1.0, -1.0, 2.0).normalize(), 40_f64.to_radians());
    let r = -Vector3::new(0.4, 0.5, 0.1);
    // Resolved in the frame turned by +40 degrees: v cos - e x v sin + e (e v) (1 - cos).
    let turned = r * angle.cos() - e.cross(&r) * angle.sin() + e * e.dot(&r) * (1.0 - angle.cos());
    let exact = format!("r = [{:?}, {:?}, {:?}]", turned.x, turned.y, turned.z);
    FRAME.replace("r = [-0.359377, -0.351906, 0.160142]", &exact)
}

fn moved() -> Rig {
    let mut rig = moving(&frame());
    rig.set3("push.force", [3.0, -2.0, 5.0]);
    rig.run(0.8);
    rig
}

/// The flows into all connectors of a node add up to nothing, and so do those into a rigid component.
fn assert_balance(rig: &mut Rig) {
    let mechanism = rig.model.mechanism.clone();
    let frames = rig.frames();
    let flows: Vec<_> = frames.iter().map(|frame| (rig.force(frame), rig.torque(frame), rig.r_0(frame))).collect();
    let size = flows.iter().map(|(f, t, _)| f.amax().max(t.amax())).fold(0.0, f64::max);
    for node in 0..mechanism.nodes.len() {
        let here = (0..frames.len()).filter(|frame| mechanism.frame_nodes[*frame] == node);
        let sum = here.fold([Vector3::zeros(); 2], |[f, t], frame| [f + flows[frame].0, t + flows[frame].1]);
        near3(sum[0], Vector3::zeros(), 1e-13 * size, &mechanism.nodes[node].name);
        near3(sum[1], Vector3::zeros(), 1e-13 * size, &mechanism.nodes[node].name);
    }
    for edge in &mechanism.rigid_edges {
        let ((f_a, t_a, r_a), (f_b, t_b, r_b)) = (flows[edge.frame_a], flows[edge.frame_b]);
        near3(f_a + f_b, Vector3::zeros(), 1e-13 * size, &edge.name);
        near3(t_a + t_b + (r_b - r_a).cross(&f_b), Vector3::zeros(), 1e-13 * size, &edge.name);
    }
}

/// Derivative of the strain energy of equal beams when a wrench goes round a loop besides, by Gauss's quadrature of the moments along
/// them; and the sum of the sizes of its parts.
fn virtual_work(rig: &mut Rig, part: usize, number: usize, f: Vector3<f64>, t: Vector3<f64>) -> (f64, f64) {
    let mechanism = rig.model.mechanism.clone();
    let part = &mechanism.closed_parts[part];
    let edge = |member: usize| match part.members[member] {
        RigidMember::Edge(edge) => Some(&mechanism.rigid_edges[edge]),
        RigidMember::Ground(..) => None,
    };
    let mut ends = |member: usize| {
        edge(member).map(|edge| {
            let [a, b] = [edge.frame_a, edge.frame_b].map(|frame| mechanism.frame_names[frame].clone());
            (rig.r_0(&a), rig.r_0(&b), rig.force(&a), rig.torque(&a))
        })
    };
    let total: f64 = (0..part.members.len()).filter_map(&mut ends).map(|(a, b, ..)| (b - a).norm()).sum();
    let (mut sum, mut size) = (0.0, 0.0);
    for (member, reversed) in &part.loops[number] {
        let Some((a, b, f_a, t_a)) = ends(*member) else { continue };
        for position in [-0.6_f64.sqrt(), 0.0, 0.6_f64.sqrt()] {
            let weight = if position == 0.0 { 4.0 / 9.0 } else { 5.0 / 18.0 };
            let p = a + (b - a) * (0.5 * (1.0 + position));
            // Force and torque about p behind it, and those of the virtual wrench, given about the world's origin.
            let moment = t_a - (p - a).cross(&f_a);
            let sign = if *reversed { -1.0 } else { 1.0 };
            let work = f_a.dot(&f) + moment.dot(&(t - p.cross(&f))) / (0.1 * total).powi(2);
            sum += sign * weight * (b - a).norm() * work;
            size += (weight * (b - a).norm() * work).abs();
        }
    }
    (sum, size)
}

#[test]
fn wrenches_in_loops_balance() {
    let mut rig = moved();
    assert_eq!(rig.model.mechanism.closing.len(), 2);
    assert_balance(&mut rig);
    for sensor in ["in_one", "in_two", "in_three"] {
        assert!(rig.vector(&format!("{sensor}.force")).norm() > 1.0, "{sensor}");
        assert!(rig.vector(&format!("{sensor}.torque")).norm() > 0.1, "{sensor}");
    }
    near3(rig.vector("in_two.force"), rig.force("in_two.frame_a"), 1e-12, "in_two");
    near3(rig.vector("in_three.torque"), -rig.torque("in_three.frame_a"), 1e-12, "in_three");
    let power = rig.power("in_beside.frame_a");
    near(rig.get("in_beside.power"), power, 1e-12, "in_beside");
}

/// Cutting all loops around it frees the second body: together the sensors feel what changes its momentum.
#[test]
fn sensors_around_a_body_feel_its_momentum() {
    let mut rig = moved();
    let momenta = |rig: &mut Rig| {
        let (m, r_cm, i) = (rig.get("second.m"), rig.vector("second.r_CM"), rig.inertia("second"));
        let to_world = rig.t("second.frame_a").transpose();
        let (w, r) = (rig.vector("second.w_a"), rig.r_0("second.frame_a") + to_world * r_cm);
        let p = (rig.vector("second.v_0") + to_world * w.cross(&r_cm)) * m;
        let l = to_world * (i * w) + r.cross(&p);
        vec![p.x, p.y, p.z, l.x, l.y, l.z]
    };
    let rates = rig.rates(momenta);
    let weight = rig.uniform_gravity() * rig.get("second.m");
    let r = rig.r_0("second.frame_a") + rig.t("second.frame_a").transpose() * rig.vector("second.r_CM");
    let at = rig.r_0("elbow.frame_a");
    let force = Vector3::from_column_slice(&rates[..3]) - weight;
    let torque = Vector3::from_column_slice(&rates[3..]) - r.cross(&weight);
    let cut = rig.vector("in_two.force") + rig.vector("in_three.force");
    near3(cut, force, 2e-8, "force");
    let about = rig.vector("in_two.torque") + rig.vector("in_three.torque") + at.cross(&cut);
    near3(about, torque, 2e-8, "torque");
}

#[test]
fn loops_share_as_equal_beams_do() {
    let mut rig = moved();
    assert_eq!(rig.model.mechanism.closed_parts.len(), 1);
    for number in 0..rig.model.mechanism.closed_parts[0].loops.len() {
        for k in 0..3 {
            let unit = Vector3::from_fn(|i, _| f64::from(u8::from(i == k)));
            for (f, t) in [(unit, Vector3::zeros()), (Vector3::zeros(), unit)] {
                let (work, size) = virtual_work(&mut rig, 0, number, f, t);
                assert!(size > 0.1 && work.abs() < 1e-8 * size, "{number}: {work:e} of {size}");
            }
        }
    }
    // The rods side by side share equally.
    near3(rig.force("beside.frame_a"), rig.force("one.frame_a"), 1e-7, "force");
    near3(rig.torque("beside.frame_a"), rig.torque("one.frame_a"), 1e-7, "torque");
}

/// A loop changes nothing about the motion, and neither do sensors in it nor cuts through its rods about the wrenches.
#[test]
fn loops_do_not_change_the_motion_and_sensors_do_not_change_the_wrenches() {
    let mut closed = moved();
    let open = frame()
        .replace(r#"["shoulder.frame_b", "three.frame_b"], ["three.frame_a", "in_three.frame_b"], ["#, "[")
        .replace(r#"["in_three.frame_a", "in_two.frame_b"],"#, "")
        .replace(r#"["one.frame_a", "beside.frame_a"], ["beside.frame_b", "in_beside.frame_a"], "#, "")
        .replace(r#"["in_beside.frame_b", "one.frame_b"],"#, "");
    let components = ["beside", "three", "in_three", "in_beside"];
    let open = components.iter().fold(open, |text, component| {
        let at = text.find(&format!("[components.{component}]")).unwrap();
        let end = text[at + 1..].find("[components").map_or(text.len(), |i| at + 1 + i);
        text[..at].to_owned() + &text[end..]
    });
    let mut open = moving(&open);
    open.set3("push.force", [3.0, -2.0, 5.0]);
    open.run(0.8);
    assert_eq!(open.model.mechanism.closing.len(), 0);
    for (open, closed) in open.x.iter().zip(&closed.x) {
        near(*open, *closed, 1e-12, "state");
    }
    let cut = frame()
        .replace(
            r#"["one.frame_b", "in_one.frame_a"]"#,
            r#"["one.frame_b", "rest.frame_a"], ["rest.frame_b", "more.frame_a"], ["more.frame_b", "in_one.frame_a"]"#,
        )
        .replace(
            r#"["in_beside.frame_b", "one.frame_b"], ["one.frame_b", "first.frame_a"]"#,
            r#"["in_beside.frame_b", "rest.frame_b"], ["rest.frame_b", "first.frame_a"]"#,
        )
        .replace(r#"["in_beside.frame_b", "one.frame_b"]"#, r#"["in_beside.frame_b", "rest.frame_b"]"#)
        .replace(r#"["one.frame_b", "first.frame_a"]"#, r#"["rest.frame_b", "first.frame_a"]"#)
        .replacen("r = [0.5, 0.1, -0.2]", "r = [0.15, 0.03, -0.06]", 1)
        + "[components.rest]\nclass = \"Parts.FixedTranslation\"\nr = [0.35, 0.07, -0.14]\n\
           [components.more]\nclass = \"Sensors.CutForceAndTorque\"\n";
    let mut cut = moving(&cut);
    cut.set3("push.force", [3.0, -2.0, 5.0]);
    cut.run(0.8);
    assert_balance(&mut cut);
    for frame in ["in_one.frame_a", "in_two.frame_a", "in_three.frame_a", "in_beside.frame_a", "shoulder.frame_b"] {
        near3(cut.force(frame), closed.force(frame), 1e-6, frame);
        near3(cut.torque(frame), closed.torque(frame), 1e-6, frame);
    }
}

/// A beam that is clamped at both ends, with a load that hangs on it off its middle (Timoshenko's beam; Przemieniecki, Theory of Matrix
/// Structural Analysis, 1968, 5.6, with shear parameter 12 i^2/l^2).
#[test]
fn a_clamped_beam_has_the_reactions_of_the_textbooks() {
    let text = r#"
name = "Beam"
connections = [
  ["world.frame_b", "left.frame_a"], ["left.frame_b", "right.frame_a"], ["right.frame_b", "felt.frame_a"],
  ["felt.frame_b", "wall.frame_b"], ["left.frame_b", "load.frame_a"],
]
[components.world]
class = "World"
[components.left]
class = "Parts.FixedTranslation"
r = [0.5, 0, 0]
[components.right]
class = "Parts.FixedTranslation"
r = [1.5, 0, 0]
[components.felt]
class = "Sensors.CutForceAndTorque"
[components.wall]
class = "Parts.Fixed"
r = [2, 0, 0]
[components.load]
class = "Parts.PointMass"
m = 3
"#;
    let mut rig = moving(text);
    assert_balance(&mut rig);
    let (p, l, a, b, shear) = (3.0 * 9.80665, 2.0, 0.5, 1.5, 0.12);
    let moment = |a: f64, b: f64| p * a * b * (b + 0.5 * shear * l) / (l * l * (1.0 + shear));
    let (at_a, at_b) = (moment(a, b), moment(b, a));
    let right = p * a / l - (at_a - at_b) / l;
    near3(rig.force("world.frame_b"), Vector3::new(0.0, -(p - right), 0.0), 1e-6, "left force");
    near3(rig.torque("world.frame_b"), Vector3::new(0.0, 0.0, -at_a), 1e-6, "left torque");
    near3(rig.vector("felt.force"), Vector3::new(0.0, -right, 0.0), 1e-6, "right force");
    near3(rig.vector("felt.torque"), Vector3::new(0.0, 0.0, at_b), 1e-6, "right torque");
}

/// Sensors side by side share equally, also between grounds; one that both ends of a connection bypass feels nothing.
#[test]
fn rigid_components_share_equally() {
    let text = r#"
name = "Parallel"
connections = [
  ["world.frame_b", "one.frame_a"], ["world.frame_b", "two.frame_a"], ["fixed.frame_b", "three.frame_a"],
  ["one.frame_b", "load.frame_a"], ["two.frame_b", "load.frame_a"], ["three.frame_b", "load.frame_a"],
  ["idle.frame_a", "load.frame_a"], ["idle.frame_b", "load.frame_a"],
]
[components.world]
class = "World"
[components.fixed]
class = "Parts.Fixed"
[components.one]
class = "Sensors.CutForceAndTorque"
[components.two]
class = "Sensors.CutForceAndTorque"
[components.three]
class = "Sensors.CutForceAndTorque"
[components.idle]
class = "Sensors.CutForceAndTorque"
[components.load]
class = "Parts.Body"
m = 5
r_CM = [0.4, 0, 0]
"#;
    let mut rig = moving(text);
    assert_balance(&mut rig);
    let weight = 5.0 * 9.80665;
    for sensor in ["one", "two", "three"] {
        near3(rig.vector(&format!("{sensor}.force")), Vector3::y() * weight / 3.0, 1e-8 * weight, sensor);
        near3(rig.vector(&format!("{sensor}.torque")), Vector3::z() * (0.4 * weight / 3.0), 1e-8 * weight, sensor);
    }
    assert_eq!(rig.vector("idle.force"), Vector3::zeros());
    assert_eq!(rig.vector("idle.torque"), Vector3::zeros());
}

#[test]
fn open_loops_are_refused_with_their_components_and_how_far_they_are_open() {
    let text = frame().replace("r = [-0.1, 0.4, 0.3]", "r = [-0.1, 0.4, 0.31]");
    let problem = try_compile(&text).unwrap_err();
    for part in ["one", "two", "three", "in_one", "in_two", "in_three", "is 0.01 m", "correct"] {
        assert!(problem.contains(part), "{problem}");
    }
    assert!(!problem.contains("shoulder") && !problem.contains("in_beside"), "{problem}");
    let problem = try_compile(&frame().replace("angle = -40", "angle = -41")).unwrap_err();
    assert!(problem.contains("0.01745 rad"), "{problem}");
    let mut rig = moving(&frame());
    rig.set("beside.r[2]", 0.15);
    let problem = rig.initialize(0.0).unwrap_err().to_string();
    assert!(problem.contains("in_beside, one, beside)") && problem.contains("0.05 m"), "{problem}");
    // Both sides together fit again.
    let r = rig.vector("three.r");
    rig.set("beside.r[2]", 0.1);
    rig.set3("three.r", r.into());
    rig.initialize(0.0).unwrap();
}

/// Derivatives of wrenches in loops: along the motion, and with respect to the state.
#[test]
fn wrenches_in_loops_have_exact_derivatives() {
    let mut rig = moved();
    let index = rig.index("in_one.torque[2]");
    let source = rig.model.catalogue.variables.at(index).source.clone();
    let [first, _] = rig.system.time_derivatives(rig.t, &rig.x, &source).unwrap();
    let difference = rig.rate(|rig| rig.source(&source));
    near(first, difference, 1e-7 * (1.0 + difference.abs()), "time");
    let sources: Vec<Source> = (0..3).map(|k| rig.model.catalogue.variables.at(index - 1 + k).source.clone()).collect();
    let unknowns: Vec<&Source> = sources.iter().collect();
    let x = rig.x.clone();
    for state in 0..x.len() {
        let direction = [(Known::State(state), 1.0)];
        let exact = rig.system.directional_derivatives(rig.t, Point::State(&x), &direction, &unknowns).unwrap();
        for (source, exact) in sources.iter().zip(exact) {
            let mut at = |change: f64| {
                rig.x[state] = x[state] + change;
                let value = rig.source(source);
                rig.x[state] = x[state];
                value
            };
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            near(exact, difference, 1e-7 * (1.0 + difference.abs()), "state");
        }
    }
}
