//! Gears between three and four moving flanges: ratios, torques, power, against closed forms.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;
use crate::run;

use common::{Rig, near};
use run::{Run, close, refusal};

fn inertia(name: &str, j: f64, rest: &str) -> String {
    format!(r#""{name}": {{"class": "Rotational.Components.Inertia", "J": {j}{rest}}}"#)
}

/// Accelerations of three inertias `j` under torques `t` with `sum c x = 0`: Lagrange's multiplier is
/// `-(sum c t/j)/(sum c^2/j)`.
fn accelerations(c: [f64; 3], j: [f64; 3], t: [f64; 3]) -> ([f64; 3], f64) {
    let sum = |f: &dyn Fn(usize) -> f64| (0..3).map(f).sum::<f64>();
    let multiplier = -sum(&|k| c[k] * t[k] / j[k]) / sum(&|k| c[k] * c[k] / j[k]);
    (std::array::from_fn(|k| (t[k] + c[k] * multiplier) / j[k]), multiplier)
}

const J: [f64; 3] = [0.7, 2.0, 5.0];
const T: [f64; 3] = [3.0, -1.5, 4.0];

/// Three inertias with constant torques on the flanges of a gear.
fn three(gear: &str, flanges: [&str; 3]) -> Run {
    let starts = [
        r#", "phi": {"start": 0.3, "fixed": true}, "w": {"start": 2, "fixed": true}"#,
        "",
        r#", "phi": {"start": -0.4, "fixed": true}, "w": {"start": 1, "fixed": true}"#,
    ];
    let mut components = vec![format!(r#""gear": {gear}"#)];
    let mut connections = Vec::new();
    for k in 0..3 {
        components.push(inertia(&format!("i{k}"), J[k], starts[k]));
        components
            .push(format!(r#""t{k}": {{"class": "Rotational.Sources.ConstantTorque", "tau_constant": {}}}"#, T[k]));
        connections.push(format!(r#"["i{k}.flange_b", "gear.{}"], ["t{k}.flange", "i{k}.flange_a"]"#, flanges[k]));
    }
    Run::new(&components.join(","), &connections.join(","))
}

fn check_three(mut run: Run, flanges: [&str; 3], c: [f64; 3]) {
    let (a, multiplier) = accelerations(c, J, T);
    let (phi0, w0) = ([0.3, 0.0, -0.4], [2.0, 0.0, 1.0]);
    let second = |x: [f64; 3]| -(c[0] * x[0] + c[2] * x[2]) / c[1];
    let (phi0, w0) = ([0.3, second(phi0), -0.4], [2.0, second(w0), 1.0]);
    for t in [0.0, 0.5, 1.0] {
        let run = run.to(t);
        let (mut relation, mut power, mut sum) = (0.0, 0.0, 0.0);
        for k in 0..3 {
            let name = |variable: &str| format!("i{k}.{variable}");
            close(run.get(&name("a")), a[k], 1e-11, "acceleration");
            close(run.get(&name("w")), w0[k] + a[k] * t, 1e-9, "speed");
            close(run.get(&name("phi")), phi0[k] + w0[k] * t + a[k] * t * t / 2.0, 1e-9, "angle");
            let tau = run.get(&format!("gear.{}.tau", flanges[k]));
            close(tau, -c[k] * multiplier, 1e-10, "torque into the gear");
            close(run.get(&name("flange_b.tau")), -tau, 1e-10, "torque out of the inertia");
            relation += c[k] * run.get(&name("phi"));
            power += tau * run.get(&name("w"));
            sum += tau;
        }
        close(relation, 0.0, 1e-9, "relation of the angles");
        close(power, 0.0, 1e-9, "power");
        close(sum, 0.0, 1e-10, "torques on the housing");
    }
}

#[test]
fn a_gear_on_a_moving_support() {
    for ratio in [3.0, -2.5, 0.4] {
        let gear = format!(r#"{{"class": "Rotational.Components.IdealGear", "ratio": {ratio}, "useSupport": true}}"#);
        let flanges = ["flange_a", "flange_b", "support"];
        check_three(three(&gear, flanges), flanges, [1.0, -ratio, ratio - 1.0]);
    }
}

#[test]
fn a_planetary_gear() {
    for ratio in [2.0, 0.6] {
        let gear = format!(r#"{{"class": "Rotational.Components.IdealPlanetary", "ratio": {ratio}}}"#);
        let flanges = ["sun", "carrier", "ring"];
        check_three(three(&gear, flanges), flanges, [1.0, -1.0 - ratio, ratio]);
    }
}

/// With one shaft held the other two are a plain gear, which needs no row; a shaft without inertia follows.
#[test]
fn a_planetary_gear_with_one_shaft_held() {
    let starts = r#", "phi": {"start": 0.2, "fixed": true}, "w": {"start": 3, "fixed": true}"#;
    for (held, free, ratio) in
        [("ring", "carrier", 1.0 / 3.0), ("carrier", "ring", -0.5), ("sun", "carrier", 2.0 / 3.0)]
    {
        let driven = if held == "sun" { "ring" } else { "sun" };
        let mut run = Run::new(
            &format!(
                r#""gear": {{"class": "Rotational.Components.IdealPlanetary", "ratio": 2}},
                   "ground": {{"class": "Rotational.Components.Fixed"}},
                   "load": {{"class": "Rotational.Components.SpringDamper", "c": 30, "d": 0.2}}, {}"#,
                inertia("drive", 0.5, starts)
            ),
            &format!(
                r#"["ground.flange", "gear.{held}"], ["drive.flange_b", "gear.{driven}"], ["gear.{free}", "load.flange_a"],
                   ["load.flange_b", "ground.flange"]"#
            ),
        );
        assert_eq!(run.states(), ["drive.phi", "drive.w"]);
        // x'' = -(i^2 c x + i^2 d x')/J
        let (c, d) = (30.0 * ratio * ratio / 0.5, 0.2 * ratio * ratio / 0.5);
        let (decay, omega) = (d / 2.0, f64::sqrt(c - d * d / 4.0));
        for t in [0.0, 0.8] {
            let run = run.to(t);
            let (sin, cos) = (omega * t).sin_cos();
            let phi = (-decay * t).exp() * (0.2 * cos + (3.0 + decay * 0.2) / omega * sin);
            close(run.get("drive.phi"), phi, 1e-9, "oscillation");
            close(run.get(&format!("gear.{free}.phi")), ratio * phi, 1e-9, "ratio");
            let torques = ["sun", "ring", "carrier"].map(|flange| run.get(&format!("gear.{flange}.tau")));
            close(torques.iter().sum(), 0.0, 1e-11, "torques on the gear");
            close(torques[1], 2.0 * torques[0], 1e-11, "ring and sun");
            close(
                run.get(&format!("gear.{held}.tau")),
                -run.get("ground.flange.tau") - run.get("load.flange_b.tau"),
                1e-11,
                "held",
            );
        }
    }
}

/// A rack on a sliding base and a pinion in a turning housing: four coordinates with one relation.
#[test]
fn rack_and_pinion_with_moving_supports() {
    let mass = |name: &str, m: f64, rest: &str| {
        format!(r#""{name}": {{"class": "Translational.Components.Mass", "m": {m}{rest}}}"#)
    };
    let fixed = |p: &str, v: &str, x: f64, s: f64| {
        format!(r#", "{p}": {{"start": {x}, "fixed": true}}, "{v}": {{"start": {s}, "fixed": true}}"#)
    };
    let mut run = Run::new(
        &[
            r#""gear": {"class": "Rotational.Components.IdealGearR2T", "ratio": 4, "useSupportR": true, "useSupportT": true}"#.to_owned(),
            r#""push": {"class": "Translational.Sources.ConstantForce", "f_constant": 6}"#.to_owned(),
            r#""twist": {"class": "Rotational.Sources.ConstantTorque", "tau_constant": 1}"#.to_owned(),
            inertia("pinion", 0.1, ""),
            inertia("housing", 0.6, &fixed("phi", "w", 0.1, -1.0)),
            mass("rack", 2.0, &fixed("s", "v", 0.3, 0.5)),
            mass("base", 7.0, &fixed("s", "v", -0.2, 0.25)),
        ]
        .join(","),
        r#"["pinion.flange_b", "gear.flangeR"], ["housing.flange_b", "gear.supportR"], ["rack.flange_a", "gear.flangeT"],
           ["base.flange_a", "gear.supportT"], ["push.flange", "rack.flange_b"], ["twist.flange", "pinion.flange_a"]"#,
    );
    let (c, m, f) = ([1.0, -1.0, -4.0, 4.0], [0.1, 0.6, 2.0, 7.0], [1.0, 0.0, 6.0, 0.0]);
    let dot = |g: &dyn Fn(usize) -> f64| (0..4).map(g).sum::<f64>();
    let multiplier = -dot(&|k| c[k] * f[k] / m[k]) / dot(&|k| c[k] * c[k] / m[k]);
    let names = [
        ("pinion", "a", "gear.flangeR.tau"),
        ("housing", "a", "gear.supportR.tau"),
        ("rack", "a", "gear.flangeT.f"),
        ("base", "a", "gear.supportT.f"),
    ];
    for t in [0.0, 1.0] {
        let run = run.to(t);
        for (k, (name, a, flow)) in names.iter().enumerate() {
            close(run.get(&format!("{name}.{a}")), (f[k] + c[k] * multiplier) / m[k], 1e-11, name);
            close(run.get(flow), -c[k] * multiplier, 1e-11, flow);
        }
        let turned = run.get("pinion.phi") - run.get("housing.phi");
        close(turned, 4.0 * (run.get("rack.s") - run.get("base.s")), 1e-10, "ratio");
    }
    // Without supports it is a plain gear.
    let mut run = Run::new(
        &[
            r#""gear": {"class": "Rotational.Components.IdealGearR2T", "ratio": 4}"#.to_owned(),
            r#""push": {"class": "Translational.Sources.ConstantForce", "f_constant": 6}"#.to_owned(),
            inertia("pinion", 0.1, ""),
            mass("rack", 2.0, &fixed("s", "v", 0.0, 0.0)),
        ]
        .join(","),
        r#"["pinion.flange_b", "gear.flangeR"], ["rack.flange_a", "gear.flangeT"], ["push.flange", "rack.flange_b"]"#,
    );
    close(run.to(1.0).get("rack.v"), 6.0 / (2.0 + 16.0 * 0.1), 1e-11, "speed of the rack");
    close(run.get("gear.flangeT.f"), 4.0 * 0.1 * 4.0 * 6.0 / 3.6, 1e-11, "force on the rack");
}

/// Three arms on one another; a gear holds the angles of their joints against each other, its support being the axis of the first.
fn arms(gear: &str) -> String {
    let mut text = String::from(
        r#"
name = "Arms"
connections = [
  ["world.frame_b", "j0.frame_a"], ["j0.frame_b", "arm0.frame_a"], ["arm0.frame_b", "j1.frame_a"], ["j1.frame_b", "arm1.frame_a"],
  ["arm1.frame_b", "j2.frame_a"], ["j2.frame_b", "arm2.frame_a"],
  ["j1.axis", "gear.flange_a"], ["j2.axis", "spindle.flange_a"], ["spindle.flange_b", "gear.flange_b"], ["j0.axis", "gear.support"],
]
[components.world]
class = "World"
[components.spindle]
class = "Rotational.Components.Inertia"
J = 0.2
"#,
    );
    let starts = ["{ start = 0.4, fixed = true }", "{ start = 1.1 }", "{ start = -0.3, fixed = true }"];
    for (k, start) in starts.iter().enumerate() {
        text += &format!(
            "[components.j{k}]\nclass = \"Joints.Revolute\"\nuseAxisFlange = true\nn = [0.2, {k}, 1]\nphi = {start}\n\
             [components.arm{k}]\nclass = \"Parts.BodyBox\"\nr = [0.6, 0.1, 0.2]\nwidth = 0.1\n"
        );
    }
    text + gear
}

/// Energy of a mechanism that a gear between three of its axes ties, ratio, and power of the gear.
#[test]
fn a_gear_between_three_axes_of_a_chain() {
    let gear = "[components.gear]\nclass = \"Rotational.Components.IdealGear\"\nratio = 1.8\nuseSupport = true\n";
    let mut rig = Rig::new(&arms(gear)).with_tolerance(1e-9);
    let energy = |rig: &mut Rig| {
        let spindle = 0.1 * rig.get("spindle.w").powi(2);
        rig.kinetic_energy() + rig.potential_energy() + spindle
    };
    let start = energy(&mut rig);
    near(rig.get("j0.phi"), 0.4, 1e-12, "start");
    near(rig.get("j2.phi"), -0.3, 1e-12, "start");
    for t in [0.0, 0.5, 1.0, 2.0] {
        rig.run(t);
        let relation = |rig: &mut Rig, q: &str| {
            let [s, a, b] = [0, 1, 2].map(|k| rig.get(&format!("j{k}.{q}")));
            a - s - 1.8 * (b - s)
        };
        near(relation(&mut rig, "phi"), 0.0, 1e-9, "angles");
        near(relation(&mut rig, "w"), 0.0, 1e-9, "speeds");
        near(relation(&mut rig, "a"), 0.0, 1e-8, "accelerations");
        let taus = ["flange_a", "flange_b", "support"].map(|flange| rig.get(&format!("gear.{flange}.tau")));
        near(taus[1], -1.8 * taus[0], 1e-8, "torques");
        near(taus.iter().sum(), 0.0, 1e-8, "torques");
        // The torque that drives a joint is the one that the gear takes from its axis.
        near(rig.get("j0.tau"), -taus[2], 1e-8, "torque of the first joint");
        near(rig.get("j1.tau"), -taus[0], 1e-8, "torque of the second joint");
        let spindle = 0.2 * rig.get("j2.a");
        near(rig.get("j2.tau"), -taus[1] - spindle, 1e-8, "torque of the third joint");
        let found = energy(&mut rig);
        near(found, start, 1e-6, "energy");
    }
}

#[test]
fn what_no_relation_decides_is_refused() {
    let gear = r#""gear": {"class": "Rotational.Components.IdealPlanetary", "ratio": 2}"#;
    // One coordinate and two shafts without inertia.
    let loose = refusal(
        &format!(
            r#"{gear}, {}, "t": {{"class": "Rotational.Sources.ConstantTorque", "tau_constant": 1}}"#,
            inertia("a", 1.0, "")
        ),
        r#"["a.flange_b", "gear.sun"], ["gear.carrier", "t.flange"]"#,
    );
    assert!(loose.contains("gear.carrier") && loose.contains("the position of the flange"), "{loose}");
    let blocked = refusal(
        &format!(r#"{gear}, {}"#, inertia("a", 1.0, "")),
        r#"["a.flange_b", "gear.sun"], ["a.flange_a", "gear.ring"], ["gear.carrier", "a.flange_b"]"#,
    );
    assert!(blocked.contains("rigidly"), "{blocked}");
}

/// A ring without inertia between an IdealPlanetary and a spring: its torque is that of the spring, and the torques at the gear are those of
/// its ratio. A Spring with a free end has no torque, and its end turns with the other one.
#[test]
fn shafts_without_inertia() {
    let mut run = Run::new(
        &[
            r#""gear": {"class": "Rotational.Components.IdealPlanetary", "ratio": 3}"#.to_owned(),
            r#""push": {"class": "Rotational.Sources.ConstantTorque", "tau_constant": 2}"#.to_owned(),
            r#""spring": {"class": "Rotational.Components.Spring", "c": 40, "phi_rel0": 0.1}"#.to_owned(),
            r#""free": {"class": "Rotational.Components.Spring", "c": 7, "phi_rel0": 0.3}"#.to_owned(),
            r#""ground": {"class": "Rotational.Components.Fixed"}"#.to_owned(),
            inertia("sun", 0.1, r#", "phi": {"start": 0.2, "fixed": true}, "w": {"start": 1, "fixed": true}"#),
            inertia("carrier", 0.6, r#", "phi": {"start": 0, "fixed": true}, "w": {"start": 0, "fixed": true}"#),
        ]
        .join(","),
        r#"["sun.flange_b", "gear.sun"], ["carrier.flange_b", "gear.carrier"], ["gear.ring", "spring.flange_a"],
           ["spring.flange_b", "ground.flange"], ["push.flange", "sun.flange_a"], ["free.flange_a", "carrier.flange_a"]"#,
    );
    for t in [0.0, 0.4, 1.3] {
        let run = run.to(t);
        let ring = ((1.0 + 3.0) * run.get("carrier.phi") - run.get("sun.phi")) / 3.0;
        let tau = 40.0 * (-ring - 0.1);
        close(run.get("spring.tau"), tau, 1e-8, "torque of the spring");
        close(run.get("gear.ring.tau"), tau, 1e-8, "torque at the ring");
        close(run.get("sun.a"), (2.0 - tau / 3.0) / 0.1, 1e-6, "acceleration of the sun");
        close(run.get("carrier.a"), (1.0 + 3.0) / 3.0 * tau / 0.6, 1e-6, "acceleration of the carrier");
        close(run.get("free.tau"), 0.0, 1e-12, "torque of the free spring");
        close(run.get("free.phi_rel"), 0.3, 1e-12, "angle of the free spring");
    }
}
