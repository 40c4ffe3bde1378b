//! Cut forces and torques: balances at every node, Newton and Euler for every body, power.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::zoo::{FORCES, JOINTS, ZOO};
use common::{Rig, near, near3};
use compiler::model_file::ModelFile;
use mechanism::scalar::Vector3;
use std::collections::BTreeMap;

/// Rounding of forces of order 100.
const ROUNDING: f64 = 1e-11;

fn zoo() -> Rig {
    common::zoo::zoo()
}

/// The sets of connected frame connectors, from the text of the model.
fn connection_sets(text: &str, rig: &Rig) -> Vec<Vec<String>> {
    let file = ModelFile::from_toml(text).unwrap();
    let mut set_of: BTreeMap<String, usize> = BTreeMap::new();
    for (number, connection) in file.connections.iter().enumerate() {
        let ends = [&connection.from.value, &connection.to.value];
        if !rig.has(&format!("{}.r_0[1]", ends[0])) {
            continue;
        }
        let olds: Vec<usize> = ends.iter().filter_map(|end| set_of.get(*end).copied()).collect();
        set_of.values_mut().filter(|set| olds.contains(set)).for_each(|set| *set = number);
        set_of.extend(ends.into_iter().map(|end| (end.clone(), number)));
    }
    let mut sets: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    set_of.into_iter().for_each(|(end, set)| sets.entry(set).or_default().push(end));
    sets.into_values().collect()
}

#[test]
fn forces_and_torques_balance_in_every_connection_set() {
    let mut rig = zoo();
    let sets = connection_sets(ZOO, &rig);
    assert!(sets.len() > 15, "{sets:?}");
    let mut largest: f64 = 0.0;
    for set in sets {
        let (mut force, mut torque) = (Vector3::zeros(), Vector3::zeros());
        for frame in &set {
            let one = rig.force(frame);
            largest = largest.max(one.amax());
            force += one;
            torque += rig.torque(frame);
        }
        near3(force, Vector3::zeros(), ROUNDING, &format!("force at {set:?}"));
        near3(torque, Vector3::zeros(), ROUNDING, &format!("torque at {set:?}"));
    }
    assert!(largest > 10.0, "{largest}");
}

#[test]
fn massless_components_are_in_equilibrium() {
    let mut rig = zoo();
    let rigid = ["mount", "wrist", "twist", "arm.frameTranslation", "box.frameTranslation", "pipe.frameTranslation"];
    let joints = ["shoulder", "elbow", "slider", "tower", "cart", "flying", "stone.frameTranslation"];
    let lines = ["rope", "strut", "dashpot", "gap"];
    for component in rigid.into_iter().chain(joints).chain(lines) {
        let (a, b) = (format!("{component}.frame_a"), format!("{component}.frame_b"));
        let (f_a, f_b) = (rig.force(&a), rig.force(&b));
        near3(f_a + f_b, Vector3::zeros(), ROUNDING, component);
        let arm = rig.r_0(&b) - rig.r_0(&a);
        let torque = rig.torque(&a) + rig.torque(&b) + arm.cross(&f_b);
        near3(torque, Vector3::zeros(), ROUNDING, component);
    }
}

#[test]
fn bodies_obey_newton_and_euler() {
    let mut rig = zoo();
    for body in rig.bodies() {
        let (m, r_cm, i) = (rig.get(&format!("{body}.m")), rig.vector(&format!("{body}.r_CM")), rig.inertia(&body));
        let (w, z) = (rig.vector(&format!("{body}.w_a")), rig.vector(&format!("{body}.z_a")));
        let a = rig.vector(&format!("{body}.a_0")) - rig.vector(&format!("{body}.g_0"));
        let f = (rig.t(&format!("{body}.frame_a")) * a + z.cross(&r_cm) + w.cross(&w.cross(&r_cm))) * m;
        let t = i * z + w.cross(&(i * w)) + r_cm.cross(&f);
        near3(rig.vector(&format!("{body}.frame_a.f")), f, ROUNDING, &body);
        near3(rig.vector(&format!("{body}.frame_a.t")), t, ROUNDING, &body);
    }
    for point in rig.points() {
        let a = rig.vector(&format!("{point}.a_0")) - rig.uniform_gravity();
        let f = a * rig.get(&format!("{point}.m"));
        let frame = format!("{point}.frame_a");
        near3(rig.force(&frame), f, ROUNDING, &point);
        near3(rig.torque(&frame), Vector3::zeros(), 0.0, &point);
    }
}

/// The connectors of a composite class carry what those of its parts carry.
#[test]
fn composite_connectors_are_the_sum_of_their_parts() {
    let mut rig = zoo();
    for component in ["arm", "box", "pipe", "stone"] {
        for (part, quantity) in [("f", "f"), ("t", "t")] {
            let inner = rig.vector(&format!("{component}.body.frame_a.{part}"))
                + rig.vector(&format!("{component}.frameTranslation.frame_a.{part}"));
            near3(rig.vector(&format!("{component}.frame_a.{quantity}")), inner, 1e-13, component);
            let inner = rig.vector(&format!("{component}.frameTranslation.frame_b.{part}"));
            near3(rig.vector(&format!("{component}.frame_b.{quantity}")), inner, 0.0, component);
        }
        let r = rig.t(&format!("{component}.frame_a"))
            * (rig.r_0(&format!("{component}.frame_b")) - rig.r_0(&format!("{component}.frame_a")));
        near3(r, rig.vector(&format!("{component}.r")), 1e-14, component);
    }
}

/// tau = -e frame_b.t and f = -e frame_b.f, the axis flange takes the same, and prescribed joints need what the rest leaves.
#[test]
fn joint_forces_are_projections_of_the_cut_forces() {
    let mut rig = zoo();
    for (joint, _, force) in JOINTS {
        let e = rig.vector(&format!("{joint}.n")).normalize();
        let part = if force == "tau" { "t" } else { "f" };
        let cut = rig.vector(&format!("{joint}.frame_b.{part}"));
        let tau = rig.get(&format!("{joint}.{force}"));
        near(tau, -e.dot(&cut), ROUNDING, joint);
        near(rig.get(&format!("{joint}.axis.{force}")), tau, 0.0, joint);
        assert!(tau.abs() > 1e-2, "{joint}");
        // The joint holds its support from inside, so nothing is left at the flanges; see the balance of the flanges.
        let support = rig.get(&format!("{joint}.support.{force}"));
        assert!(support.abs() > 1e-3 || joint == "cart", "{joint}");
    }
}

#[test]
fn flanges_balance_in_every_connection_set() {
    let mut rig = zoo();
    let sets: [(&str, &[&str]); 10] = [
        ("tau", &["hinge_spring.flange_b", "hinge_damper.flange_a", "clutch.flange_a", "shoulder.axis"]),
        ("tau", &["hinge_spring.flange_a", "hinge_damper.flange_b", "shoulder.support"]),
        ("tau", &["clutch.flange_b", "motor.flange", "elbow.axis"]),
        ("tau", &["motor.support", "elbow.support"]),
        ("tau", &["turn.flange", "tower_damper.flange_b", "tower.axis"]),
        ("tau", &["turn.support", "tower_damper.flange_a", "tower.support"]),
        ("f", &["slide_spring.flange_b", "slide_damper.flange_b", "coupler.flange_a", "pusher.flange", "slider.axis"]),
        ("f", &["slide_spring.flange_a", "slide_damper.flange_a", "slider.support"]),
        ("f", &["coupler.flange_b", "follow.flange", "cart.axis"]),
        ("f", &["cart.support"]),
    ];
    for (flow, flanges) in sets {
        let sum: f64 = flanges.iter().map(|flange| rig.get(&format!("{flange}.{flow}"))).sum();
        if flanges.len() > 1 {
            near(sum, 0.0, ROUNDING, flanges[0]);
        } else {
            near(sum, 0.0, 0.0, flanges[0]);
        }
    }
    for (component, flow) in [("hinge_spring", "tau"), ("clutch", "tau"), ("slide_damper", "f"), ("coupler", "f")] {
        let b = rig.get(&format!("{component}.flange_b.{flow}"));
        assert!(b != 0.0);
        near(rig.get(&format!("{component}.{flow}")), b, 0.0, component);
        near(rig.get(&format!("{component}.flange_a.{flow}")), -b, 0.0, component);
    }
    near(rig.get("motor.flange.tau"), -rig.get("slope.y"), 0.0, "motor");
    near(rig.get("motor.support.tau"), rig.get("slope.y"), 0.0, "motor");
    near(rig.get("turn.support.tau"), -rig.get("turn.flange.tau"), 0.0, "turn");
}

/// Forces between frames have the direction and size of their laws.
#[test]
fn forces_follow_their_laws() {
    let mut rig = zoo();
    for (name, c, d) in [("rope", true, false), ("strut", true, true), ("dashpot", false, true)] {
        let (a, b) = (format!("{name}.frame_a"), format!("{name}.frame_b"));
        let r = rig.r_0(&b) - rig.r_0(&a);
        let (e, v) = (r.normalize(), rig.v_0(&b) - rig.v_0(&a));
        let mut f = 0.0;
        if c {
            f += rig.get(&format!("{name}.c")) * (r.norm() - rig.get(&format!("{name}.s_unstretched")));
        }
        if d {
            let loss = rig.get(&format!("{name}.d")) * e.dot(&v) * e.dot(&v);
            f += rig.get(&format!("{name}.d")) * e.dot(&v);
            near(rig.get(&format!("{name}.lossPower")), loss, 1e-13, name);
        }
        near(rig.get(&format!("{name}.f")), f, 1e-12, name);
        near3(rig.force(&b), e * f, 1e-12, name);
        near3(rig.force(&a), -e * f, 1e-12, name);
        near(rig.get(&format!("{name}.length")), r.norm(), 1e-14, name);
        near(rig.get(&format!("{name}.s")), r.norm(), 1e-14, name);
        near3(rig.vector(&format!("{name}.r_rel_0")), r, 1e-14, name);
        near3(rig.vector(&format!("{name}.e_rel_0")), e, 1e-14, name);
        let t = rig.t(&a);
        near3(rig.vector(&format!("{name}.r_rel_a")), t * r, 1e-14, name);
        near3(rig.vector(&format!("{name}.e_a")), t * e, 1e-14, name);
    }
    let t = rig.t("load.frame_a");
    let pushed = rig.vector("push.force");
    near3(rig.force("push.frame_b"), -(t.transpose() * pushed), 1e-13, "push");
    near3(rig.vector("twirl.frame_b.t"), -rig.vector("twirl.torque"), 1e-13, "twirl");
    near3(rig.force("thrust.frame_b"), -rig.vector("thrust.force"), 1e-13, "thrust");
    near3(rig.torque("thrust.frame_b"), -rig.vector("thrust.torque"), 1e-13, "thrust");
    for (signal, value) in common::zoo::INPUTS {
        assert_eq!(rig.get(signal), value, "{signal}");
    }
    for unused in
        ["push.frame_resolve", "pose.frame_a", "pose.frame_resolve", "gap.frame_a", "gap.frame_b", "flying.frame_a"]
    {
        assert_eq!(rig.vector(&format!("{unused}.f")), Vector3::zeros());
        assert_eq!(rig.vector(&format!("{unused}.t")), Vector3::zeros());
    }
}

/// The power of force components and drives goes into kinetic energy and against gravity.
#[test]
fn power_balances() {
    let mut rig = zoo();
    for _ in 0..6 {
        let next = rig.t + 0.29;
        rig.run(next);
        let gained = rig.rate(Rig::kinetic_energy) - rig.gravity_power();
        let mut given = 0.0;
        for force in FORCES {
            for end in ["frame_a", "frame_b", "frame_resolve"] {
                if rig.has(&format!("{force}.{end}.f[1]")) {
                    given -= rig.power(&format!("{force}.{end}"));
                }
            }
        }
        for (joint, speed, force) in JOINTS {
            given += rig.get(&format!("{joint}.{speed}")) * rig.get(&format!("{joint}.{force}"));
        }
        near(gained, given, 2e-8 * (1.0 + given.abs()), "power");
        // The same, with what springs store and dampers lose.
        let stored = rig.rate(stored_energy);
        let mut lost = 0.0;
        for damper in ["strut", "dashpot", "hinge_damper", "clutch", "slide_damper", "coupler", "tower_damper"] {
            lost += rig.get(&format!("{damper}.lossPower"));
        }
        let mut input = 0.0;
        for force in ["push", "twirl", "thrust"] {
            input -= rig.power(&format!("{force}.frame_b"));
        }
        input -= rig.get("motor.flange.tau") * rig.get("elbow.w");
        input -= rig.get("pusher.flange.f") * rig.get("slider.v");
        input -= rig.get("turn.flange.tau") * rig.get("tower.w");
        input -= rig.get("follow.flange.f") * rig.get("cart.v");
        near(gained + stored, input - lost, 2e-8 * (1.0 + input.abs()), "power of sources");
    }
}

fn stored_energy(rig: &mut Rig) -> f64 {
    let mut sum = 0.0;
    for (spring, x, x0) in [
        ("rope", "length", "s_unstretched"),
        ("strut", "length", "s_unstretched"),
        ("hinge_spring", "phi_rel", "phi_rel0"),
        ("clutch", "phi_rel", "phi_rel0"),
        ("slide_spring", "s_rel", "s_rel0"),
        ("coupler", "s_rel", "s_rel0"),
    ] {
        let stretch = rig.get(&format!("{spring}.{x}")) - rig.get(&format!("{spring}.{x0}"));
        sum += 0.5 * rig.get(&format!("{spring}.c")) * stretch * stretch;
    }
    sum
}

/// At rest the world carries all weights.
#[test]
fn the_world_carries_the_weight() {
    let text = r#"
name = "Statics"
connections = [
  ["world.frame_b", "post.frame_a"], ["post.frame_b", "beam.frame_a"], ["beam.frame_b", "lamp.frame_a"],
  ["fixed.frame_b", "plate.frame_a"], ["post.frame_b", "bolt.frame_a"],
]
[components.world]
class = "World"
n = [0.2, -0.5, 1]
[components.post]
class = "Parts.FixedRotation"
r = [0.3, 1.2, -0.4]
n = [1, 2, -0.5]
angle = 33
[components.beam]
class = "Parts.BodyShape"
r = [0.7, 0.2, 0.1]
r_CM = [0.4, 0.1, 0.2]
m = 3.5
[components.lamp]
class = "Parts.Body"
r_CM = [0.1, -0.2, 0.3]
m = 0.8
[components.bolt]
class = "Parts.PointMass"
m = 0.05
[components.fixed]
class = "Parts.Fixed"
r = [5, 6, 7]
[components.plate]
class = "Parts.Body"
r_CM = [0.5, 0, 0]
m = 2
"#;
    let mut rig = Rig::new(text);
    let g = rig.uniform_gravity();
    // The force into the world's connector is the opposite of what it carries.
    near3(rig.force("world.frame_b"), g * (3.5 + 0.8 + 0.05), 1e-13, "world");
    near3(rig.force("fixed.frame_b"), g * 2.0, 1e-13, "fixed");
    let t = rig.t("post.frame_b").transpose();
    let post = Vector3::new(0.3, 1.2, -0.4);
    let moment =
        (post + t * Vector3::new(0.4, 0.1, 0.2)) * 3.5 + (post + t * Vector3::new(0.8, 0.0, 0.4)) * 0.8 + post * 0.05;
    near3(rig.torque("world.frame_b"), moment.cross(&g), 1e-13, "world");
    near3(rig.torque("fixed.frame_b"), Vector3::new(1.0, 0.0, 0.0).cross(&g), 1e-13, "fixed");
}
