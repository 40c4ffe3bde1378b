//! Random networks of clutches and brakes: what every contact does agrees with what it can hold.

use super::common::{Random, Rig, compile, near};
use std::fmt::Write;

/// `shafts` inertias in a row, clutches between neighbours, a brake on each of the first `brakes`, a torque on each.
pub fn network(shafts: usize, brakes: usize) -> String {
    let (mut parts, mut connections) = (String::new(), Vec::new());
    writeln!(parts, r#"components.pressed = {{ class = "Blocks.Sources.Constant", k = 1 }}"#).unwrap();
    for k in 0..shafts {
        writeln!(parts, r#"components.shaft{k} = {{ class = "Rotational.Components.Inertia", J = 1 }}"#).unwrap();
        writeln!(parts, r#"components.motor{k} = {{ class = "Rotational.Sources.ConstantTorque", tau_constant = 1 }}"#)
            .unwrap();
        connections.push(format!(r#"["motor{k}.flange", "shaft{k}.flange_a"]"#));
        if k + 1 < shafts {
            writeln!(
                parts,
                r#"components.clutch{k} = {{ class = "Rotational.Components.Clutch", mu_pos = [[0, 1]], fn_max = 1 }}"#
            )
            .unwrap();
            connections.push(format!(r#"["shaft{k}.flange_b", "clutch{k}.flange_a"]"#));
            connections.push(format!(r#"["clutch{k}.flange_b", "shaft{}.flange_a"]"#, k + 1));
            connections.push(format!(r#"["pressed.y", "clutch{k}.f_normalized"]"#));
        }
        if k < brakes {
            writeln!(
                parts,
                r#"components.brake{k} = {{ class = "Rotational.Components.Brake", mu_pos = [[0, 1]], fn_max = 1 }}"#
            )
            .unwrap();
            connections.push(format!(r#"["shaft{k}.flange_b", "brake{k}.flange_a"]"#));
            connections.push(format!(r#"["pressed.y", "brake{k}.f_normalized"]"#));
        }
    }
    format!("name = \"Network\"\nconnections = [{}]\n{parts}", connections.join(", "))
}

/// Every contact that sticks holds no more than it can and has no relative acceleration; every one that slides does so in the direction of its
/// acceleration, against all its friction; torques balance on every shaft.
fn check(rig: &mut Rig, shafts: usize, brakes: usize, what: &str) {
    check_contacts(rig, shafts, brakes, 0, what);
}

/// The same, where the motion of the first shafts, `given` in number, is given: what balances there is the source.
pub fn check_contacts(rig: &mut Rig, shafts: usize, brakes: usize, given: usize, what: &str) {
    let accelerations: Vec<f64> = (0..shafts).map(|k| rig.get(&format!("shaft{k}.a"))).collect();
    let motor = |rig: &mut Rig, k: usize| if k < given { 0.0 } else { rig.get(&format!("motor{k}.tau_constant")) };
    let mut flows: Vec<f64> = (0..shafts).map(|k| motor(rig, k)).collect();
    let clutches = (0..shafts - 1).map(|k| (format!("clutch{k}"), k + 1, Some(k)));
    let of_brakes = (0..brakes).map(|k| (format!("brake{k}"), k, None));
    for (name, shaft, support) in clutches.chain(of_brakes) {
        let mut get = |variable: &str| rig.get(&format!("{name}.{variable}"));
        let mode = get("mode") + get("startForward") - get("startBackward");
        let (torque, most) = (get("tau"), get("fn_max"));
        let slip = accelerations[shaft] - support.map_or(0.0, |k: usize| accelerations[k]);
        flows[shaft] -= torque;
        if let Some(support) = support {
            flows[support] += torque;
        }
        let scale = 1.0 + accelerations.iter().fold(0.0_f64, |most, a| most.max(a.abs()));
        if mode == 0.0 {
            near(slip, 0.0, 1e-9 * scale, &format!("{what}: {name} sticks"));
            assert!(torque.abs() <= most * (1.0 + 1e-9), "{what}: {name} holds {torque} of {most}");
        } else {
            near(torque, mode * most, 1e-9 * most, &format!("{what}: {name} slides"));
            assert!(mode * slip >= -1e-9 * scale, "{what}: {name} slides {mode} with {slip}");
        }
    }
    for k in given..shafts {
        let j = rig.get(&format!("shaft{k}.J"));
        near(j * accelerations[k], flows[k], 1e-8 * (1.0 + flows[k].abs()), &format!("{what}: balance of shaft {k}"));
    }
}

#[test]
fn networks_at_rest_find_consistent_modes() {
    let mut random = Random(7);
    // More contacts than there is freedom in the last ones.
    for (shafts, brakes) in [(2, 0), (2, 1), (3, 1), (4, 3), (4, 4), (6, 1)] {
        let mut rig = Rig::uninitialized(compile(&network(shafts, brakes)));
        for case in 0..200 {
            for k in 0..shafts {
                rig.set(&format!("shaft{k}.J"), 10_f64.powf(2.0 * random.number()));
                rig.set(&format!("motor{k}.tau_constant"), 5.0 * random.number());
            }
            (0..shafts - 1).for_each(|k| rig.set(&format!("clutch{k}.fn_max"), 0.01 + 3.0 * random.positive()));
            (0..brakes).for_each(|k| rig.set(&format!("brake{k}.fn_max"), 0.01 + 3.0 * random.positive()));
            rig.initialize(0.0).unwrap();
            check(&mut rig, shafts, brakes, &format!("{shafts} shafts, {brakes} brakes, case {case}"));
        }
    }
}

/// The same on the way: random speeds, events as they come; energy is what the motors gave and friction took.
#[test]
fn networks_in_motion_stay_consistent() {
    let mut random = Random(11);
    let (shafts, brakes) = (4, 2);
    for case in 0..20 {
        let mut host = super::Host::new(compile(&network(shafts, brakes)), 1e-8);
        for k in 0..shafts {
            let (j, tau) = (10_f64.powf(random.number()), 2.0 * random.number());
            host.set(&format!("shaft{k}.J"), j);
            host.set(&format!("motor{k}.tau_constant"), tau);
            host.set(&format!("shaft{k}.w"), 2.0 * random.number());
        }
        for name in ["clutch0", "clutch1", "clutch2", "brake0", "brake1"] {
            let most = 0.5 + 3.0 * random.positive();
            host.set(&format!("{name}.fn_max"), most);
        }
        host.start();
        for step in 0..20 {
            host.instance.do_step(f64::from(step) * 0.1, 0.1).unwrap_or_else(|error| panic!("case {case}: {error}"));
            let names = ["shaft0.w", "shaft1.w", "shaft2.w", "shaft3.w"];
            assert!(names.iter().all(|name| host.get(name).is_finite()));
            for name in ["clutch0", "clutch1", "clutch2", "brake0", "brake1"] {
                let mut get = |variable: &str| host.get(&format!("{name}.{variable}"));
                let (mode, torque, most) = (get("mode"), get("tau"), get("fn_max"));
                assert!(torque.abs() <= most * (1.0 + 1e-9), "case {case}: {name}");
                if mode != 0.0 {
                    near(torque, mode * most, 1e-9, &format!("case {case}: {name}"));
                }
            }
        }
    }
}
