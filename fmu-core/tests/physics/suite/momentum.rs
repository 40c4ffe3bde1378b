//! Conservation of momentum.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, Rig, compile, near, near3};
use mechanism::scalar::{Matrix3, Vector3};

const TUMBLING: &str = r#"
name = "Tumbling"
components.world = { class = "World", gravityType = "NoGravity" }
[components.body]
class = "Parts.Body"
m = 3
r_CM = [0, 0, 0]
I_11 = 1
I_22 = 2
I_33 = 2.7
I_21 = 0.1
I_31 = -0.05
I_32 = 0.2
angles_start = [0.3, -0.7, 1.1]
w_0_start = [0.05, 1.5, -0.2]
v_0 = { start = [0.1, 0.2, 0.3] }
"#;

/// 100 s at a tolerance of 1e-10 in steps of 0.1 s, as a host makes them: angular momentum in the world to 1e-7 of its size.
#[test]
fn a_free_body_keeps_its_angular_momentum() {
    let mut host = Host::new(compile(TUMBLING), 1e-10);
    host.start();
    let i = Matrix3::new(1.0, 0.1, -0.05, 0.1, 2.0, 0.2, -0.05, 0.2, 2.7);
    let momentum = |host: &mut Host| {
        let (t, w) = (host.matrix("body.frame_a.R.T"), host.vector("body.w_a"));
        (t.transpose() * (i * w), 0.5 * w.dot(&(i * w)))
    };
    let (start, energy) = momentum(&mut host);
    let (w_start, mut turned) = (host.vector("body.w_a"), 0.0_f64);
    let mut worst = 0.0_f64;
    for _ in 0..1000 {
        host.steps(1, 0.1);
        let (now, kinetic) = momentum(&mut host);
        worst = worst.max((now - start).norm() / start.norm());
        near(kinetic, energy, 1e-6 * energy, "energy");
        turned = turned.max((host.vector("body.w_a") - w_start).norm());
    }
    println!("{worst:e}");
    assert!(worst < 1e-7, "{worst:e}");
    // It tumbles: about its middle axis the rotation is not stable.
    assert!(turned > 1.0, "{turned}");
    near3(host.vector("body.r_0"), Vector3::new(10.0, 20.0, 30.0), 1e-7, "r_0");
}

/// Inner forces of a free mechanism change neither its momentum nor its angular momentum, nor how its centre of mass moves.
#[test]
fn a_free_mechanism_keeps_its_momentum() {
    let text = r#"
name = "Satellite"
connections = [
  ["hull.frame_b", "joint.frame_b"], ["joint.frame_a", "boom.frame_a"], ["boom.frame_b", "slider.frame_a"], ["slider.frame_b", "mass.frame_a"],
  ["motor.flange", "joint.axis"], ["spring.flange_a", "slider.axis"], ["spring.flange_b", "slider.support"], ["damper.flange_a", "slider.axis"], ["damper.flange_b", "slider.support"],
  ["tether.frame_a", "mass.frame_a"], ["tether.frame_b", "hull.frame_a"], ["rope.frame_a", "hull.frame_b"], ["rope.frame_b", "probe.frame_a"],
]
components.world = { class = "World", gravityType = "NoGravity" }
components.joint = { class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true, w = { start = 0.8 } }
components.boom = { class = "Parts.BodyShape", r = [0.7, -0.2, 0.4], r_CM = [0.3, -0.1, 0.2], m = 1.2, I_21 = 0.0004 }
components.slider = { class = "Joints.Prismatic", n = [0.3, 1, -0.7], useAxisFlange = true, v = { start = -0.5 } }
components.mass = { class = "Parts.Body", r_CM = [0.1, 0.05, -0.02], m = 0.9 }
components.motor = { class = "Rotational.Sources.Torque" }
components.spring = { class = "Translational.Components.Spring", c = 30 }
components.damper = { class = "Translational.Components.Damper", d = 0.5 }
components.tether = { class = "Forces.SpringDamperParallel", c = 25, d = 0.6, s_unstretched = 0.5 }
components.rope = { class = "Forces.Spring", c = 15, s_unstretched = 0.6, fixedRotationAtFrame_b = true }
components.probe = { class = "Parts.PointMass", m = 0.4, r_0 = { start = [0.4, 1.3, 0.8] }, v_0 = { start = [0.2, 0, -0.4] } }
[components.hull]
class = "Parts.BodyShape"
r = [0.2, 0.5, 0.1]
r_CM = [0.05, 0.2, -0.1]
m = 2.5
I_11 = 0.3
I_22 = 0.2
I_33 = 0.4
I_32 = 0.03
enforceStates = true
r_0 = { start = [0.3, 0.2, -0.1] }
v_0 = { start = [0.3, -0.2, 0.5] }
w_0_start = [0.4, -0.9, 0.6]
"#;
    let mut rig = Rig::new(text);
    rig.set("motor.tau", 0.35);
    let momenta = |rig: &mut Rig| {
        let (mut p, mut l, mut mr, mut m_all) = (Vector3::zeros(), Vector3::zeros(), Vector3::zeros(), 0.0);
        for body in rig.bodies() {
            let (m, r_cm) = (rig.get(&format!("{body}.m")), rig.vector(&format!("{body}.r_CM")));
            let (t, w) = (rig.t(&format!("{body}.frame_a")).transpose(), rig.vector(&format!("{body}.w_a")));
            let r = rig.r_0(&format!("{body}.frame_a")) + t * r_cm;
            let v = rig.v_0(&format!("{body}.frame_a")) + t * w.cross(&r_cm);
            p += v * m;
            l += r.cross(&v) * m + t * (rig.inertia(&body) * w);
            mr += r * m;
            m_all += m;
        }
        for point in rig.points() {
            let m = rig.get(&format!("{point}.m"));
            let (r, v) = (rig.vector(&format!("{point}.r_0")), rig.vector(&format!("{point}.v_0")));
            p += v * m;
            l += r.cross(&v) * m;
            mr += r * m;
            m_all += m;
        }
        (p, l, mr / m_all, m_all)
    };
    let (p, l, r, m) = momenta(&mut rig);
    let energy = rig.kinetic_energy();
    for step in 1..=10 {
        let time = 0.4 * f64::from(step);
        rig.run(time);
        let (p_now, l_now, r_now, _) = momenta(&mut rig);
        near3(p_now, p, 1e-8, "momentum");
        near3(l_now, l, 1e-8, "angular momentum");
        near3(r_now, r + p / m * time, 1e-8, "centre of mass");
    }
    assert!((rig.kinetic_energy() - energy).abs() > 0.1);
}

/// The angular momentum about the attracting point is kept, although the field is not uniform.
#[test]
fn a_central_field_keeps_the_angular_momentum_of_a_point() {
    let text = r#"
name = "Orbit"
components.world = { class = "World", gravityType = "PointGravity", mu = 7 }
components.planet = { class = "Parts.PointMass", m = 2, r_0 = { start = [1.2, -0.4, 0.8] }, v_0 = { start = [0.3, 1.9, -0.2] } }
"#;
    let mut rig = Rig::new(text);
    let l = |rig: &mut Rig| rig.vector("planet.r_0").cross(&rig.vector("planet.v_0"));
    let start = l(&mut rig);
    for step in 1..=10 {
        rig.run(0.7 * f64::from(step));
        near3(l(&mut rig), start, 1e-8, "angular momentum");
    }
}
