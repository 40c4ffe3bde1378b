//! Forces that read accelerations and cut forces, which depend on them.

use crate::moving::{CIRCLES, Host, Rig, common, moving, near, near3, try_compile};
use mechanism::Source;
use mechanism::scalar::{Matrix3, Vector3};
use simulation::dynamics::EvaluationFault;

const GRAVITY: Vector3<f64> = Vector3::new(0.0, -9.80665, 0.0);

/// Two point masses; the force on each is a matrix times the acceleration of one of them.
fn points(first: &str, second: &str) -> String {
    format!(
        r#"
name = "Points"
connections = [
  ["feel_1.frame_a", "one.frame_a"], ["feel_2.frame_a", "two.frame_a"],
  ["feel_{first}.a", "k_1.u"], ["k_1.y", "force_1.force"], ["force_1.frame_b", "one.frame_a"],
  ["feel_{second}.a", "k_2.u"], ["k_2.y", "force_2.force"], ["force_2.frame_b", "two.frame_a"],
  ["wind.frame_b", "one.frame_a"],
]
[components.world]
class = "World"
[components.one]
class = "Parts.PointMass"
m = 2
[components.two]
class = "Parts.PointMass"
m = 0.5
[components.feel_1]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "world"
get_a = true
[components.feel_2]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "world"
get_a = true
[components.k_1]
class = "Blocks.Math.MatrixGain"
K = [[-1, 0.2, 0], [0.1, -3, 0], [0, 0.5, -0.4]]
[components.k_2]
class = "Blocks.Math.MatrixGain"
K = [[0.3, 0, 0.1], [0, -0.7, 0], [0.2, 0, 0.6]]
[components.force_1]
class = "Forces.WorldForce"
[components.force_2]
class = "Forces.WorldForce"
[components.wind]
class = "Forces.WorldForce"
"#
    )
}

fn gains(rig: &mut Rig) -> [Matrix3<f64>; 2] {
    ["k_1.K", "k_2.K"].map(|k| rig.matrix(k))
}

/// `(m - K) a = m g + f`: each mass with an apparent mass of its own.
#[test]
fn a_force_from_its_own_acceleration_is_an_apparent_mass() {
    let mut rig = moving(&points("1", "2"));
    let wind = Vector3::new(3.0, -1.0, 2.0);
    rig.set3("wind.force", wind.into());
    let [k_1, k_2] = gains(&mut rig);
    let one = (Matrix3::identity() * 2.0 - k_1).try_inverse().unwrap() * (GRAVITY * 2.0 + wind);
    let two = (Matrix3::identity() * 0.5 - k_2).try_inverse().unwrap() * (GRAVITY * 0.5);
    near3(rig.vector("one.a_0"), one, 1e-14 * one.norm(), "one");
    near3(rig.vector("two.a_0"), two, 1e-14 * two.norm(), "two");
    near3(rig.vector("force_1.force"), k_1 * one, 1e-13, "force");
    near3(rig.vector("feel_1.a"), one, 1e-13, "sensor");
    near3(rig.force("force_1.frame_b"), -k_1 * one, 1e-13, "flow");
    rig.run(1.0);
    near3(rig.vector("two.frame_a.r_0"), two * 0.5, 1e-12, "path");
}

/// `m_1 a_1 = m_1 g + K_1 a_2 + f` and `m_2 a_2 = m_2 g + K_2 a_1`.
#[test]
fn forces_from_the_accelerations_of_each_other_are_solved_together() {
    let mut rig = moving(&points("2", "1"));
    let wind = Vector3::new(3.0, -1.0, 2.0);
    rig.set3("wind.force", wind.into());
    let [k_1, k_2] = gains(&mut rig);
    let one =
        (Matrix3::identity() * 2.0 - k_1 * k_2 / 0.5).try_inverse().unwrap() * (GRAVITY * 2.0 + wind + k_1 * GRAVITY);
    near3(rig.vector("one.a_0"), one, 1e-13, "one");
    near3(rig.vector("two.a_0"), GRAVITY + k_2 * one / 0.5, 1e-13, "two");
}

/// A force that reads an acceleration which does not depend on it closes no circle.
#[test]
fn a_chain_is_no_circle() {
    let mut rig = moving(&points("2", "2"));
    let [k_1, k_2] = gains(&mut rig);
    let two = (Matrix3::identity() * 0.5 - k_2).try_inverse().unwrap() * (GRAVITY * 0.5);
    near3(rig.vector("one.a_0"), GRAVITY + k_1 * two / 2.0, 1e-13, "one");
}

/// A slider with a cut sensor behind its joint: across, `f = -m g - k f`; along the axis the joint passes on what the spring gives.
#[test]
fn a_force_from_a_cut_force_is_felt_by_the_sensor() {
    let text = r#"
name = "Slider"
connections = [
  ["world.frame_b", "rail.frame_a"], ["rail.frame_b", "cut.frame_a"], ["cut.frame_b", "load.frame_a"],
  ["cut.force[1]", "k_1.u"], ["k_1.y", "push.force[1]"], ["cut.force[2]", "k_2.u"], ["k_2.y", "push.force[2]"],
  ["push.frame_b", "load.frame_a"], ["spring.flange_b", "rail.axis"], ["spring.flange_a", "rail.support"],
]
[components.world]
class = "World"
[components.rail]
class = "Joints.Prismatic"
n = [1, 0, 0]
useAxisFlange = true
s = { start = 0.3, fixed = true }
v = { start = 0, fixed = true }
[components.cut]
class = "Sensors.CutForce"
[components.load]
class = "Parts.Body"
m = 2
r_CM = [0, 0, 0]
[components.k_1]
class = "Blocks.Math.Gain"
k = 0.6
[components.k_2]
class = "Blocks.Math.Gain"
k = 0.25
[components.push]
class = "Forces.WorldForce"
[components.spring]
class = "Translational.Components.Spring"
c = 50
"#;
    let mut rig = moving(text);
    near3(rig.vector("cut.force"), Vector3::new(-15.0, 2.0 * 9.80665 / 1.25, 0.0), 1e-13, "cut");
    // The force adds to the spring: m a = -(1 + k) c s.
    near(rig.get("rail.a"), -1.6 * 15.0 / 2.0, 1e-13, "a");
    rig.run(0.7);
    let omega = (1.6_f64 * 50.0 / 2.0).sqrt();
    near(rig.get("rail.s"), 0.3 * (omega * 0.7).cos(), 1e-11, "s");
}

/// The double pendulum of the circles with a mass at its tip, or without it and with the force of such a mass.
fn pendulum(more: &str, connections: &str) -> String {
    let begin = CIRCLES.find("[components.world]").unwrap();
    let end = CIRCLES.find("[components.feel]").unwrap();
    format!(
        r#"name = "Pendulum"
connections = [
  ["world.frame_b", "shoulder.frame_a"], ["shoulder.frame_b", "rod.frame_a"], ["rod.frame_b", "cut.frame_a"],
  ["cut.frame_b", "first.frame_a"], ["first.frame_a", "elbow.frame_a"],
  ["shoulder.frame_b", "beside.frame_a"], ["beside.frame_b", "first.frame_a"],
  ["elbow.frame_b", "second.frame_a"], ["second.frame_a", "tip.frame_a"], {connections}
]
{}{more}"#,
        &CIRCLES[begin..end]
    )
}

/// `f = -m (a - g)`.
#[test]
fn a_virtual_mass_moves_as_a_real_one() {
    let mut real = moving(&pendulum(
        "[components.stone]\nclass = \"Parts.PointMass\"\nm = 0.9\n",
        r#"["tip.frame_b", "stone.frame_a"]"#,
    ));
    let virtual_mass = r#"
[components.feel]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "world"
get_a = true
[components.inertia]
class = "Blocks.Math.MatrixGain"
K = [[-0.9, 0, 0], [0, -0.9, 0], [0, 0, -0.9]]
[components.force]
class = "Forces.WorldForce"
[components.weight]
class = "Forces.WorldForce"
"#;
    let mut imagined = moving(&pendulum(
        virtual_mass,
        r#"["tip.frame_b", "feel.frame_a"], ["feel.a", "inertia.u"], ["inertia.y", "force.force"],
  ["force.frame_b", "tip.frame_b"], ["weight.frame_b", "tip.frame_b"]"#,
    ));
    imagined.set("weight.force[2]", -0.9 * 9.80665);
    let energy = |rig: &mut Rig| rig.kinetic_energy() + rig.potential_energy();
    let before = energy(&mut real);
    let mut moved = 0.0_f64;
    for k in 1..=5 {
        for rig in [&mut real, &mut imagined] {
            rig.run(0.3 * f64::from(k));
        }
        for (real, imagined) in real.x.iter().zip(&imagined.x) {
            near(*imagined, *real, 1e-10 * (1.0 + real.abs()), "state");
        }
        for quantity in ["f", "t"] {
            for frame in ["shoulder.frame_a", "cut.frame_a", "beside.frame_b", "elbow.frame_b"] {
                let name = format!("{frame}.{quantity}");
                near3(imagined.vector(&name), real.vector(&name), 1e-9, &name);
            }
        }
        near(energy(&mut real), before, 1e-10, "energy");
        moved = moved.max(real.get("shoulder.w").abs());
    }
    assert!(moved > 2.0, "{moved}");
    // The energy of the pendulum and of the imagined mass.
    let v = imagined.v_0("tip.frame_b");
    let stone = 0.45 * v.dot(&v) - 0.9 * GRAVITY.dot(&imagined.r_0("tip.frame_b"));
    near(energy(&mut imagined) + stone, before, 1e-10, "energy with the imagined mass");
}

/// Every signal is what its block makes of the accelerations and cut forces that the forces bring about.
#[test]
fn signals_on_a_circle_agree_with_each_other() {
    let mut rig = moving(CIRCLES);
    assert_eq!(rig.model.schedule.feedback.signals.len(), 8);
    rig.set("sum.u2", 0.7);
    rig.run(0.6);
    let (weights, part) = (rig.matrix("weights.K"), rig.matrix("part.K"));
    let in_tip = rig.t("tip.frame_b");
    let a = Vector3::from_fn(|k, _| rig.source(&Source::FrameAcceleration(frame(&rig, "tip.frame_b"), k)));
    near3(rig.vector("push.force"), weights * in_tip * a, 1e-12, "push");
    near3(rig.force("push.frame_b"), -rig.t("first.frame_a").transpose() * rig.vector("push.force"), 1e-12, "push");
    near3(rig.vector("pull.force"), part * rig.vector("cut.frame_a.f"), 1e-12, "pull");
    near(rig.get("motor.tau"), 0.7 - 0.1 * rig.get("shoulder.a"), 1e-12, "motor");
    near(rig.get("elbow.tau"), rig.get("motor.tau"), 1e-12, "elbow");
    near(rig.get("shoulder.tau"), 0.5 * rig.get("motor.tau"), 1e-12, "shoulder");
    // Newton and Euler agree: what each body needs is what flows into it.
    for body in ["first", "second"] {
        let (m, r_cm, i) = (rig.get(&format!("{body}.m")), rig.vector(&format!("{body}.r_CM")), rig.inertia(body));
        let momenta = |rig: &mut Rig| {
            let to_world = rig.t(&format!("{body}.frame_a")).transpose();
            let w = rig.vector(&format!("{body}.w_a"));
            let p = (rig.vector(&format!("{body}.v_0")) + to_world * w.cross(&r_cm)) * m;
            let l = to_world * (i * w) + (rig.r_0(&format!("{body}.frame_a")) + to_world * r_cm).cross(&p);
            vec![p.x, p.y, p.z, l.x, l.y, l.z]
        };
        let rates = rig.rates(momenta);
        let frame = format!("{body}.frame_a");
        let arm = rig.t(&frame).transpose() * r_cm;
        let force = Vector3::from_column_slice(&rates[..3]) - GRAVITY * m;
        near3(rig.force(&frame), force, 2e-8, "force");
        let weight = (rig.r_0(&frame) + arm).cross(&(GRAVITY * m));
        let torque = Vector3::from_column_slice(&rates[3..]) - weight - rig.r_0(&frame).cross(&force);
        near3(rig.torque(&frame), torque, 2e-8, "torque");
    }
}

fn frame(rig: &Rig, name: &str) -> usize {
    rig.model.mechanism.frame_names.iter().position(|frame| frame == name).unwrap()
}

/// Derivatives in time of signals on circles.
#[test]
fn circles_have_exact_time_derivatives() {
    let mut rig = moving(CIRCLES);
    rig.set("sum.u2", 0.7);
    rig.run(0.6);
    for name in ["push.force[1]", "part.y[2]", "motor.tau", "shoulder.a", "cut.torque[2]", "beside.frame_b.f[3]"] {
        let index = rig.index(name);
        let source = rig.model.catalogue.variables.at(index).source.clone();
        let (t, x) = (rig.t, rig.x.clone());
        let [first, second] = rig.system.time_derivatives(t, &x, &source).unwrap();
        let once = rig.rate(|rig| rig.source(&source));
        near(first, once, 1e-7 * (1.0 + once.abs()), name);
        let twice = rig.rate(|rig| rig.system.time_derivatives(rig.t, &rig.x, &source).unwrap()[0]);
        near(second, twice, 1e-7 * (1.0 + twice.abs()), name);
    }
    let rate = rig.rate(|rig| rig.get("cut.torque[2]"));
    near(rig.get("rate.y"), rate, 1e-7 * (1.0 + rate.abs()), "Der");
}

/// A force of the moved mass times the acceleration takes the mass away: no acceleration, or any.
#[test]
fn a_circle_without_solution_is_refused_with_its_names() {
    let singular = points("1", "2").replace("[-1, 0.2, 0], [0.1, -3, 0]", "[-1, 0.2, 0], [0, 2, 0]");
    let mut rig = Rig::uninitialized(common::compile(&singular));
    let error = rig.initialize(0.0).unwrap_err();
    assert!(matches!(*error, EvaluationFault::SingularLoop { .. }), "{error}");
    let text = error.to_string();
    for name in ["feel_1.a -> k_1.y[2] -> force_1.force[2] and back", "change a gain", "at time 0 s"] {
        assert!(text.contains(name), "{text}");
    }
    // On the way: the step is refused, and goes on with another gain.
    let mut host = Host::new(common::compile(&points("1", "2")), 1e-8);
    host.start();
    host.steps(3, 0.1);
    host.set("k_1.K[2,2]", 2.0);
    host.set("k_1.K[2,1]", 0.0);
    let error = host.instance.do_step(host.instance.time(), 0.1).unwrap_err();
    let mut chain = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        chain += &format!(": {cause}");
        source = cause.source();
    }
    assert!(chain.contains("k_1.y[2] -> force_1.force[2]"), "{chain}");
}

/// Circles that cannot be solved as numbers at one moment.
#[test]
fn derivatives_on_circles_and_starts_that_need_accelerations_are_refused() {
    let text = points("1", "2").replace(
        r#"["feel_1.a", "k_1.u"], ["k_1.y", "force_1.force"],"#,
        r#"["feel_1.a[1]", "d.u"], ["d.y", "force_1.force[1]"],"#,
    ) + "[components.d]\nclass = \"Blocks.Continuous.Der\"\n";
    let text = text.replacen("[components.k_1]", "[components.idle]", 1);
    let problem = try_compile(&text).unwrap_err();
    assert!(problem.contains("force_1.force[1]") && problem.contains("time derivative"), "{problem}");
    let drive = r#"
[components.drive]
class = "Rotational.Sources.Position"
[components.spin]
class = "Rotational.Sensors.AccSensor"
"#;
    let text = pendulum(
        drive,
        r#"["drive.flange", "elbow.axis"], ["spin.flange", "shoulder.axis"], ["spin.a", "drive.phi_ref"]"#,
    );
    let problem = try_compile(&text).unwrap_err();
    assert!(
        problem.contains("drive") && problem.contains("phi_ref") && problem.contains("start position"),
        "{problem}"
    );
}
