//! Results must not depend on units, on the place and on the orientation of the world.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::zoo::{INPUTS, ZOO};
use common::{Rig, compile, near, near3};
use mechanism::scalar::Vector3;

/// Masses, inertias, stiffnesses, dampings and forces times a power of two: the same motion to the last bit, and forces times as much.
#[test]
fn motion_does_not_depend_on_the_unit_of_mass() {
    // The wave drives a force and a position.
    let text = ZOO.replace("[\"wave.y\", \"thrust.force[1]\"],", "");
    let run = |factor: f64| {
        let mut rig = Rig::uninitialized(compile(&text));
        let model = std::sync::Arc::clone(&rig.model);
        for variable in model.catalogue.variables.iter().filter(|v| v.target.is_some()) {
            let name = variable.name.rsplit('.').next().unwrap();
            let is_inertia = name.starts_with("I_") || ["m", "density", "c", "d"].contains(&name);
            let source =
                ["slope.height", "slope.offset", "jump.height", "jump.offset", "still.k"].contains(&variable.name);
            if is_inertia || source {
                let value = common::start_value(&model, variable.name);
                rig.set(variable.name, factor * value);
            }
        }
        INPUTS.iter().for_each(|(name, value)| rig.set(name, factor * value));
        rig.initialize(0.0).unwrap();
        rig.run(0.5);
        let forces = ["shoulder.tau", "follow.flange.f", "world.frame_b.f[2]", "arm.frame_b.t[3]", "rope.f"]
            .map(|name| rig.get(name) / factor);
        (rig.x.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), forces.map(f64::to_bits))
    };
    let expected = run(1.0);
    for exponent in [-60, -30, 3, 40] {
        assert_eq!(run(2.0_f64.powi(exponent)), expected, "2^{exponent}");
    }
}

/// Two arms on a mount that is turned and moved together with gravity.
fn placed(r: [f64; 3], angles: [f64; 3], g: [f64; 3]) -> String {
    format!(
        r#"
name = "Placed"
connections = [
  ["world.frame_b", "mount.frame_a"], ["mount.frame_b", "joint.frame_a"], ["joint.frame_b", "arm.frame_a"], ["arm.frame_b", "guide.frame_b"],
  ["guide.frame_a", "hand.frame_a"], ["mount.frame_b", "spring.frame_a"], ["spring.frame_b", "hand.frame_b"], ["axial.flange_a", "guide.axis"], ["axial.flange_b", "guide.support"],
]
components.world = {{ class = "World", n = {g:?} }}
components.mount = {{ class = "Parts.FixedRotation", r = {r:?}, rotationType = "PlanarRotationSequence", sequence = [3, 1, 2], angles = {angles:?} }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], phi = {{ start = 0.6 }}, w = {{ start = 1.3 }} }}
components.arm = {{ class = "Parts.BodyShape", r = [0.4, 0.3, -0.2], r_CM = [0.15, 0.2, -0.1], m = 2.3 }}
components.guide = {{ class = "Joints.Prismatic", n = [-0.3, 0.4, 1], useAxisFlange = true, s = {{ start = 0.2 }} }}
components.hand = {{ class = "Parts.BodyBox", r = [0.2, -0.3, 0.25], width = 0.1 }}
components.spring = {{ class = "Forces.SpringDamperParallel", c = 40, d = 1, s_unstretched = 0.3 }}
components.axial = {{ class = "Translational.Components.SpringDamper", c = 300, d = 5 }}
"#
    )
}

#[test]
fn motion_does_not_depend_on_the_place_of_the_world() {
    let g = Vector3::new(0.3, -1.0, 0.2);
    let mut here = Rig::new(&placed([0.0; 3], [0.0; 3], g.into()));
    let angles = [40.0, -70.0, 160.0];
    let mut probe = Rig::new(&placed([0.0; 3], angles, g.into()));
    let turned = probe.t("mount.frame_b").transpose() * g;
    let mut there = Rig::new(&placed([1e5, -2e5, 3e5], angles, turned.into()));
    for time in [0.0, 0.5, 1.0] {
        here.run(time);
        there.run(time);
        // Differences of positions far away keep 10 digits.
        for name in ["joint.phi", "joint.w", "joint.a", "guide.s", "guide.v", "spring.f", "axial.f"] {
            near(there.get(name), here.get(name), 1e-7, &format!("{name} at {time}"));
        }
        for frame in ["hand.frame_a", "arm.frame_b", "mount.frame_b"] {
            for part in ["f", "t", "R.w"] {
                let name = format!("{frame}.{part}");
                near3(there.vector(&name), here.vector(&name), 1e-6, &name);
            }
        }
    }
}

/// Without forces between frames nothing is lost far from the origin.
#[test]
fn joints_lose_no_digits_far_from_the_origin() {
    let free = |r: [f64; 3]| {
        let text = placed(r, [0.0; 3], [0.3, -1.0, 0.2]);
        text.replace("c = 40, d = 1", "c = 0, d = 0")
    };
    let mut here = Rig::new(&free([0.0; 3]));
    let mut there = Rig::new(&free([1e9, -2e9, 3e9]));
    here.run(1.0);
    there.run(1.0);
    for name in ["joint.phi", "joint.w", "joint.a", "guide.s", "guide.a"] {
        near(there.get(name), here.get(name), 1e-12, name);
    }
}

/// Seen from a world that moves evenly: the same relative motion.
#[test]
fn free_mechanisms_do_not_feel_an_even_motion() {
    let text = |v: [f64; 3]| {
        format!(
            r#"
name = "Even"
connections = [["hull.frame_b", "joint.frame_a"], ["joint.frame_b", "boom.frame_a"], ["spring.frame_a", "hull.frame_a"], ["spring.frame_b", "boom.frame_b"]]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.hull = {{ class = "Parts.BodyShape", r = [0.2, 0.5, 0.1], r_CM = [0.05, 0.2, -0.1], m = 2.5, I_11 = 0.3, I_22 = 0.2, I_33 = 0.4, v_0 = {{ start = {v:?} }}, w_0_start = [0.4, -0.9, 0.6] }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], w = {{ start = 1.3 }} }}
components.boom = {{ class = "Parts.BodyShape", r = [0.7, -0.2, 0.4], r_CM = [0.3, -0.1, 0.2], m = 1.2 }}
components.spring = {{ class = "Forces.Spring", c = 20, s_unstretched = 0.5 }}
"#
        )
    };
    let mut slow = Rig::new(&text([0.0; 3]));
    let mut fast = Rig::new(&text([10.0, -20.0, 30.0]));
    slow.run(1.0);
    fast.run(1.0);
    near(fast.get("joint.phi"), slow.get("joint.phi"), 1e-8, "phi");
    near(fast.get("spring.f"), slow.get("spring.f"), 1e-7, "f");
    near3(fast.r_0("boom.frame_b") - Vector3::new(10.0, -20.0, 30.0), slow.r_0("boom.frame_b"), 1e-8, "r_0");
}
