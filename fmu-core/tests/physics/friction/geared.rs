//! Random networks at rest with gears that lose, clutches, brakes and a mass at its stop: what every contact does agrees with what it can hold.

use super::common::{Random, Rig, compile, near};
use std::fmt::Write;

/// A connection of two neighbouring shafts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    Clutch,
    Gear,
    Gearbox,
}

/// Shafts in a row with `links` between them, a motor on each, a brake on each of the first `brakes`, and, if `stopped`, a rack behind the last
/// one with a mass at the upper stop of its guide.
fn network(links: &[Link], brakes: usize, stopped: bool) -> String {
    let shafts = links.len() + 1;
    let mut parts = "components.pressed = { class = \"Blocks.Sources.Constant\", k = 1 }\n".to_owned();
    let mut connections = Vec::new();
    for k in 0..shafts {
        let link = links.get(k);
        writeln!(
            parts,
            "components.shaft{k} = {{ class = \"Rotational.Components.Inertia\", J = 1 }}\n\
             components.motor{k} = {{ class = \"Rotational.Sources.ConstantTorque\", tau_constant = 1 }}"
        )
        .unwrap();
        connections.push(format!("[\"motor{k}.flange\", \"shaft{k}.flange_a\"]"));
        if let Some(link) = link {
            let name = format!("link{k}");
            let class = match link {
                Link::Clutch => "Rotational.Components.Clutch\", mu_pos = [[0, 1]], fn_max = 1",
                Link::Gear => "Rotational.Components.LossyGear\", ratio = 2, lossTable = [[0, 0.9, 0.9, 0.1, 0.1]]",
                Link::Gearbox => {
                    "Rotational.Components.Gearbox\", c = 10, d = 0, ratio = 2, lossTable = [[0, 0.9, 0.9, 0.1, 0.1]]"
                }
            };
            writeln!(parts, "components.{name} = {{ class = \"{class} }}").unwrap();
            connections.push(format!("[\"shaft{k}.flange_b\", \"{name}.flange_a\"]"));
            connections.push(format!("[\"{name}.flange_b\", \"shaft{}.flange_a\"]", k + 1));
            if *link == Link::Clutch {
                connections.push(format!("[\"pressed.y\", \"{name}.f_normalized\"]"));
            }
        }
        if k < brakes {
            writeln!(
                parts,
                "components.brake{k} = {{ class = \"Rotational.Components.Brake\", mu_pos = [[0, 1]], fn_max = 1 }}"
            )
            .unwrap();
            connections.push(format!("[\"shaft{k}.flange_b\", \"brake{k}.flange_a\"]"));
            connections.push(format!("[\"pressed.y\", \"brake{k}.f_normalized\"]"));
        }
    }
    if stopped {
        parts += "components.rack = { class = \"Rotational.Components.IdealGearR2T\", ratio = 1 }\n\
                  components.mass = { class = \"Translational.Components.MassWithStopAndFriction\", m = 1, smax = 0, smin = -1, \
                  F_prop = 0, F_Coulomb = 1, F_Stribeck = 0, fexp = 0, s = { start = 0, fixed = true } }\n";
        connections.push(format!("[\"shaft{}.flange_b\", \"rack.flangeR\"]", shafts - 1));
        connections.push("[\"rack.flangeT\", \"mass.flange_a\"]".to_owned());
    }
    format!("name = \"Network\"\nconnections = [{}]\n{parts}", connections.join(", "))
}

/// Checks a contact: mode, friction, least and largest that it holds, relative acceleration.
fn check_contact(name: &str, [mode, friction, least, most, slip]: [f64; 5], scale: f64) {
    let size = [least, most].into_iter().filter(|x| x.is_finite()).fold(1.0, |size: f64, x| size.max(x.abs()));
    if mode == 0.0 {
        near(slip, 0.0, 1e-9 * scale, &format!("{name} sticks"));
        let holds = friction <= most + 1e-9 * size && friction >= least - 1e-9 * size;
        assert!(holds, "{name} holds {friction} of {least} to {most}");
    } else {
        let bound = if mode > 0.0 { most } else { least };
        near(friction, bound, 1e-9 * size, &format!("{name} slides {mode}"));
        assert!(mode * slip >= -1e-9 * scale, "{name} slides {mode} with {slip}");
    }
}

/// Every contact agrees with itself, gears hand on what they do not lose, and torques balance on every shaft.
fn check(rig: &mut Rig, links: &[Link], brakes: usize, stopped: bool, what: &str) {
    let shafts = links.len() + 1;
    let accelerations: Vec<f64> = (0..shafts).map(|k| rig.get(&format!("shaft{k}.a"))).collect();
    let scale = 1.0 + accelerations.iter().fold(0.0_f64, |most, a| most.max(a.abs()));
    let mut flows: Vec<f64> = (0..shafts).map(|k| rig.get(&format!("motor{k}.tau_constant"))).collect();
    let mode = |rig: &mut Rig, name: &str| {
        let mut get = |variable: &str| rig.get(&format!("{name}.{variable}"));
        get("mode") + get("startForward") - get("startBackward")
    };
    for (k, link) in links.iter().enumerate() {
        let (name, full) = (format!("link{k}"), format!("{what}: link{k}, {link:?}"));
        let [a, b] = ["flange_a", "flange_b"].map(|flange| rig.get(&format!("{name}.{flange}.tau")));
        flows[k] -= a;
        flows[k + 1] -= b;
        if *link == Link::Clutch {
            let (tau, most) = (rig.get(&format!("{name}.tau")), rig.get(&format!("{name}.fn_max")));
            let values = [mode(rig, &name), tau, -most, most, accelerations[k + 1] - accelerations[k]];
            near(b, tau, 1e-9 * (1.0 + most), &full);
            near(a, -tau, 1e-9 * (1.0 + most), &full);
            check_contact(&full, values, scale);
            continue;
        }
        let gear = if *link == Link::Gear { name.clone() } else { format!("{name}.lossyGear") };
        let mut get = |variable: &str| rig.get(&format!("{gear}.{variable}"));
        let [ratio, loss, least, most, slip] = ["ratio", "tauLoss", "tauLossMin", "tauLossMax", "a_a"].map(&mut get);
        near(b, -ratio * (a - loss), 1e-8 * (1.0 + a.abs() + b.abs()), &full);
        if *link == Link::Gear {
            near(slip, ratio * accelerations[k + 1], 1e-9 * (1.0 + slip.abs()), &full);
        }
        near(slip, accelerations[k], 1e-9 * (1.0 + slip.abs()), &full);
        check_contact(&full, [mode(rig, &gear), loss, least, most, slip], scale);
    }
    for k in 0..brakes {
        let name = format!("brake{k}");
        let (tau, most) = (rig.get(&format!("{name}.tau")), rig.get(&format!("{name}.fn_max")));
        flows[k] -= tau;
        let values = [mode(rig, &name), tau, -most, most, accelerations[k]];
        check_contact(&format!("{what}: {name}"), values, scale);
    }
    if stopped {
        let [f, most, a, m] = ["f", "f0_max", "a", "m"].map(|variable| rig.get(&format!("mass.{variable}")));
        flows[shafts - 1] -= f + m * a;
        near(a, accelerations[shafts - 1], 1e-9 * scale, what);
        // It is at its upper stop.
        let (mode, most_back) = (mode(rig, "mass"), if mode(rig, "mass") == 0.0 { most } else { rig.get("mass.f0") });
        check_contact(&format!("{what}: mass"), [mode, f, -most_back, f64::INFINITY, a], scale);
    }
    for k in 0..shafts {
        let j = rig.get(&format!("shaft{k}.J"));
        near(
            j * accelerations[k],
            flows[k],
            1e-8 * (1.0 + flows[k].abs() + j),
            &format!("{what}: balance of shaft {k}"),
        );
    }
}

fn draw(rig: &mut Rig, random: &mut Random, links: &[Link], brakes: usize, stopped: bool) {
    for k in 0..=links.len() {
        rig.set(&format!("shaft{k}.J"), 10_f64.powf(2.0 * random.number()));
        rig.set(&format!("motor{k}.tau_constant"), 5.0 * random.number());
    }
    for (k, link) in links.iter().enumerate() {
        if *link == Link::Clutch {
            rig.set(&format!("link{k}.fn_max"), 0.01 + 3.0 * random.positive());
            continue;
        }
        let ratio = (0.3 + 3.0 * random.positive()) * random.number().signum();
        rig.set(&format!("link{k}.ratio"), ratio);
        for column in 2..=5 {
            let value = if column < 4 { 0.3 + 0.7 * random.positive() } else { random.positive() };
            rig.set(&format!("link{k}.lossTable[1,{column}]"), value);
        }
    }
    (0..brakes).for_each(|k| rig.set(&format!("brake{k}.fn_max"), 0.01 + 3.0 * random.positive()));
    if stopped {
        rig.set("mass.m", 10_f64.powf(random.number()));
        rig.set("mass.F_Coulomb", 2.0 * random.positive());
    }
}

#[test]
fn networks_with_gears_at_rest_find_consistent_modes() {
    use Link::{Clutch, Gear, Gearbox};
    let mut random = Random(13);
    let cases: [(&[Link], usize, bool); 8] = [
        (&[Gear], 0, false),
        (&[Gear, Clutch], 0, false),
        (&[Gear, Gear], 0, false),
        (&[Clutch, Gear, Clutch], 1, false),
        (&[Gear, Clutch], 0, true),
        (&[Gear, Clutch, Gear], 1, true),
        (&[Gearbox, Clutch, Gear], 1, false),
        (&[Gear, Gear, Gear, Clutch], 0, false),
    ];
    for (links, brakes, stopped) in cases {
        let mut rig = Rig::uninitialized(compile(&network(links, brakes, stopped)));
        for case in 0..150 {
            draw(&mut rig, &mut random, links, brakes, stopped);
            let what = format!("{links:?}, {brakes} brakes, {stopped}, case {case}");
            rig.initialize(0.0).unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&mut rig, links, brakes, stopped, &what);
        }
    }
}
