//! Gears with losses: mesh efficiency and bearing friction in all four quadrants, at rest, and on the way between them.

use super::common::{Host, Random, Rig, compile, near};
use super::{begins, host};

/// A motor and a load on inertias beside a gear.
pub(super) const TRAIN: &str = r#"
name = "Train"
connections = [
  ["motor.flange", "rotor.flange_a"], ["rotor.flange_b", "gear.flange_a"], ["gear.flange_b", "drum.flange_a"],
  ["drum.flange_b", "load.flange"],
]
components.motor = { class = "Rotational.Sources.ConstantTorque", tau_constant = 1 }
components.rotor = { class = "Rotational.Components.Inertia", J = 1, w = { start = 1, fixed = true } }
components.gear = { class = "Rotational.Components.LossyGear", ratio = 2, lossTable = [[0, 0.8, 0.7, 0.2, 0.3], [2, 0.9, 0.8, 0.6, 0.5]] }
components.drum = { class = "Rotational.Components.Inertia", J = 1 }
components.load = { class = "Rotational.Sources.ConstantTorque", tau_constant = 1 }
"#;

/// The numbers of the train, with one row of losses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Train {
    pub(super) motor: f64,
    pub(super) load: f64,
    pub(super) rotor: f64,
    pub(super) drum: f64,
    pub(super) ratio: f64,
    pub(super) eta: [f64; 2],
    pub(super) bearing: [f64; 2],
}

/// Slope and constant of a loss, and which torques it is of.
pub(super) type Quadrant = ([f64; 2], Box<dyn Fn(f64) -> bool>);

impl Train {
    fn random(random: &mut Random) -> Self {
        let eta = |random: &mut Random| 0.2 + 0.8 * random.positive();
        Self {
            motor: 5.0 * random.number(),
            load: 5.0 * random.number(),
            rotor: 10_f64.powf(random.number()),
            drum: 10_f64.powf(random.number()),
            ratio: (0.2 + 5.0 * random.positive()) * random.number().signum(),
            eta: [eta(random), eta(random)],
            bearing: [random.positive(), random.positive()],
        }
    }

    fn set(&self, rig: &mut Rig) {
        rig.set("motor.tau_constant", self.motor);
        rig.set("load.tau_constant", self.load);
        rig.set("rotor.J", self.rotor);
        rig.set("drum.J", self.drum);
        rig.set("gear.ratio", self.ratio);
        for row in 1..=2 {
            for (column, value) in [self.eta[0], self.eta[1], self.bearing[0], self.bearing[1]].into_iter().enumerate()
            {
                rig.set(&format!("gear.lossTable[{row},{}]", column + 2), value);
            }
        }
    }

    /// Acceleration of the rotor and tau_a if the losses have the slope and the constant of `loss = slope tau_a + constant`.
    pub(super) fn motion(&self, [slope, constant]: [f64; 2]) -> [f64; 2] {
        // rotor a = motor - tau_a; drum a/ratio = load + ratio (tau_a - loss).
        let pass = self.ratio * (1.0 - slope);
        let a = (self.load + pass * self.motor - self.ratio * constant) / (self.drum / self.ratio + pass * self.rotor);
        [a, self.motor - self.rotor * a]
    }

    /// Slope and constant of the loss over tau_a in a direction, and whether that is the quadrant of a tau_a.
    pub(super) fn quadrants(&self, forward: bool) -> [Quadrant; 2] {
        let ([eta_1, eta_2], [bearing_1, bearing_2]) = (self.eta, self.bearing);
        let turning = (bearing_1 - bearing_2) / (eta_1 - 1.0 / eta_2);
        let (drives, driven) = (1.0 - eta_1, 1.0 - 1.0 / eta_2);
        if forward {
            [
                ([drives, bearing_1], Box::new(move |tau| tau - turning >= 0.0)),
                ([driven, bearing_2], Box::new(move |tau| tau - turning < 0.0)),
            ]
        } else {
            [
                ([driven, -bearing_2], Box::new(move |tau| tau + turning >= 0.0)),
                ([drives, -bearing_1], Box::new(move |tau| tau + turning < 0.0)),
            ]
        }
    }

    /// The loss of a motion in a direction at a tau_a.
    pub(super) fn loss(&self, forward: bool, tau: f64) -> f64 {
        let quadrants = self.quadrants(forward);
        let ([slope, constant], _) = quadrants.iter().find(|(_, holds)| holds(tau)).unwrap();
        slope * tau + constant
    }
}

/// A gear loses by the quadrant of its torque and speed, and never gains.
#[test]
fn losses_of_all_four_quadrants() {
    let mut random = Random(3);
    let mut rig = Rig::uninitialized(compile(TRAIN));
    let mut seen = [0; 4];
    for case in 0..400 {
        let train = Train::random(&mut random);
        let w = if case % 2 == 0 { 1.5 } else { -1.5 };
        train.set(&mut rig);
        rig.set("rotor.w", w);
        rig.initialize(0.0).unwrap();
        let found: Vec<(usize, [f64; 2], f64)> = train
            .quadrants(w > 0.0)
            .iter()
            .enumerate()
            .filter_map(|(k, (line, holds))| {
                let [a, tau] = train.motion(*line);
                holds(tau).then_some((k, [a, tau], line[0] * tau + line[1]))
            })
            .collect();
        let [(quadrant, [a, tau], loss)] = found[..] else { panic!("{case}: {found:?} of {train:?}") };
        let scale = 1.0 + a.abs() + tau.abs() + loss.abs();
        near(rig.get("rotor.a"), a, 1e-11 * scale, &format!("{case}: acceleration"));
        near(rig.get("gear.flange_a.tau"), tau, 1e-11 * scale, &format!("{case}: torque"));
        near(rig.get("gear.tauLoss"), loss, 1e-11 * scale, &format!("{case}: loss"));
        near(rig.get("gear.lossPower"), loss * w, 1e-11 * scale, &format!("{case}: power"));
        assert!(rig.get("gear.lossPower") >= 0.0 && rig.get("gear.mode") == w.signum(), "{case}");
        let through = rig.get("gear.flange_a.tau") * w + rig.get("gear.flange_b.tau") * w / train.ratio;
        near(through, loss * w, 1e-11 * scale, &format!("{case}: what goes in and does not come out"));
        seen[2 * usize::from(w < 0.0) + quadrant] += 1;
    }
    assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
}

/// At rest exactly one of forwards, backwards and stuck agrees with itself.
#[test]
fn at_rest_it_is_stuck_between_what_both_directions_lose() {
    let mut random = Random(5);
    let mut rig = Rig::uninitialized(compile(TRAIN));
    let mut seen = [0; 3];
    for case in 0..400 {
        let train = Train::random(&mut random);
        train.set(&mut rig);
        rig.set("rotor.w", 0.0);
        rig.initialize(0.0).unwrap();
        let mut found = Vec::new();
        for forward in [true, false] {
            for (line, holds) in train.quadrants(forward) {
                let [a, tau] = train.motion(line);
                if holds(tau) && (a > 0.0) == forward {
                    found.push((if forward { 1.0 } else { -1.0 }, a, line[0] * tau + line[1]));
                }
            }
        }
        // Stuck: tau_a is the motor's, what is lost is what the load does not take.
        let loss = train.motor + train.load / train.ratio;
        if loss <= train.loss(true, train.motor) && loss >= train.loss(false, train.motor) {
            found.push((0.0, 0.0, loss));
        }
        let [(mode, a, loss)] = found[..] else { panic!("{case}: {found:?} of {train:?}") };
        let scale = 1.0 + a.abs() + loss.abs();
        near(rig.get("rotor.a"), a, 1e-11 * scale, &format!("{case}: acceleration"));
        near(rig.get("gear.tauLoss"), loss, 1e-11 * scale, &format!("{case}: loss"));
        let starts = rig.get("gear.startForward") - rig.get("gear.startBackward");
        assert_eq!(rig.get("gear.mode") + starts, mode, "{case}");
        if mode == 0.0 {
            near(rig.get("gear.tauLossMax"), train.loss(true, train.motor), 1e-11 * scale, "forwards");
            near(rig.get("gear.tauLossMin"), train.loss(false, train.motor), 1e-11 * scale, "backwards");
        }
        seen[(mode + 1.0) as usize] += 1;
    }
    assert!(seen.iter().all(|n| *n > 40), "{seen:?}");
}

/// A motor that pulls more and more: the load of 3 N.m behind the ratio 2 needs 1.5 N.m, plus the first row's losses.
#[test]
fn it_breaks_away_at_what_the_first_row_loses() {
    let text = TRAIN
        .replace(
            "\"Rotational.Sources.ConstantTorque\", tau_constant = 1 }\ncomponents.rotor",
            "\"Rotational.Sources.Torque\" }\ncomponents.rotor",
        )
        .replace("tau_constant = 1", "tau_constant = -3")
        .replace("w = { start = 1, fixed = true }", "w = { start = 0, fixed = true }");
    for (slope, name, expected) in [
        // tau_a eta_1 - bf_1 = 1.5
        ("1.5 + time", "startForward", (1.5 + 0.2) / 0.8 - 1.5),
        // tau_a/eta_2 + bf_2 = 1.5
        ("1.5 - time", "startBackward", 1.5 - 0.7 * (1.5 - 0.3)),
    ] {
        let text = format!("{text}\n[components.pull]\nclass = \"Blocks.Sources.RealExpression\"\ny = \"{slope}\"\n")
            .replace("connections = [", "connections = [\n  [\"pull.y\", \"motor.tau\"],");
        let breaks = |host: &mut Host| host.get("gear.mode") != 0.0 || host.get(&format!("gear.{name}")) != 0.0;
        near(begins(&text, 1.0, breaks), expected, 1e-9, slope);
    }
}

/// Accelerated, reversed, overhauled: what the motor and the load give is motion and heat, whichever side drives.
#[test]
fn what_a_gear_loses_is_heat() {
    let text = |gear: &str| {
        format!(
            r#"
name = "Warm"
connections = [
  ["drive.y", "motor.tau"], ["motor.flange", "rotor.flange_a"], ["rotor.flange_b", "gear.flange_a"],
  ["gear.flange_b", "drum.flange_a"], ["drum.flange_b", "load.flange_b"], ["load.flange_a", "ground.flange"],
  ["gear.heatPort", "oil.port"], ["drive.y", "given.u1"], ["speed.w", "given.u2"], ["given.y", "work.u"],
  ["speed.flange", "rotor.flange_a"],
]
components.drive = {{ class = "Blocks.Sources.RealExpression", y = "if time < 2.5 then 4*sin(3*time) else 0" }}
components.motor = {{ class = "Rotational.Sources.Torque" }}
components.rotor = {{ class = "Rotational.Components.Inertia", J = 0.3, w = {{ start = 0, fixed = true }}, phi = {{ start = 0, fixed = true }} }}
components.gear = {{ class = "Rotational.Components.{gear}, ratio = 3, useHeatPort = true, lossTable = [[0, 0.8, 0.7, 0.5, 0.6], [5, 0.9, 0.85, 0.8, 0.4]] }}
components.drum = {{ class = "Rotational.Components.Inertia", J = 2 }}
components.load = {{ class = "Rotational.Components.Spring", c = 30 }}
components.ground = {{ class = "Rotational.Components.Fixed" }}
components.oil = {{ class = "Thermal.HeatTransfer.Components.HeatCapacitor", C = 10, T = {{ start = 300, fixed = true }} }}
components.work = {{ class = "Blocks.Continuous.Integrator" }}
components.given = {{ class = "Blocks.Math.Product" }}
components.speed = {{ class = "Rotational.Sensors.SpeedSensor" }}
"#
        )
    };
    for gear in ["LossyGear\"", "Gearbox\", c = 800, d = 4, b = 0.02"] {
        let mut run = host(&text(gear), 1e-10);
        let mesh = if gear.starts_with('L') { "gear" } else { "gear.lossyGear" };
        let mut modes = std::collections::BTreeSet::new();
        let mut heat = 0.0;
        for k in 0..200_u32 {
            run.instance.do_step(f64::from(k) * 0.04, 0.04).unwrap();
            modes.insert(run.get(&format!("{mesh}.mode")) as i32);
            let [w, v, phi] = ["rotor.w", "drum.w", "drum.phi"].map(|name| run.get(name));
            let twist = if mesh == "gear" { 0.0 } else { (run.get("gear.phi_rel").abs() - 0.01).max(0.0) };
            let stored = 0.15 * w * w + v * v + 15.0 * phi * phi + 400.0 * twist * twist;
            let now = 10.0 * (run.get("oil.T") - 300.0);
            let power = run.get(&format!("{mesh}.lossPower"));
            near(run.get("gear.heatPort.Q_flow"), -run.get("oil.port.Q_flow"), 1e-12 * (1.0 + power), "heat");
            assert!(now >= heat - 1e-9 && power >= -1e-8, "{gear}: heat {now} after {heat}, {power} W");
            heat = now;
            near(stored + heat, run.get("work.y"), 1e-6 * (1.0 + heat), gear);
        }
        assert!(modes.len() == 3 && heat > 1.0, "{gear}: {modes:?}, {heat} J");
    }
}

/// Without a table it is an ideal gear, and stays without events.
#[test]
fn a_gear_without_losses_is_ideal() {
    let of = |class: &str| {
        let text = TRAIN.replace("LossyGear", class);
        let cut = text.find(", lossTable").unwrap();
        let text = format!("{} }}{}", &text[..cut], &text[cut + text[cut..].find("]] }").unwrap() + 4..]);
        let mut run = host(&text, 1e-10);
        run.steps(10, 0.1);
        [run.get("rotor.w"), run.get("drum.phi")]
    };
    assert_eq!(of("LossyGear"), of("IdealGear"));
}

/// The support takes the difference of the torques, also on a moving body.
#[test]
fn the_support_takes_the_rest() {
    let text = TRAIN.replace("ratio = 2,", "ratio = 2, useSupport = true,").replace(
        "[\"drum.flange_b\", \"load.flange\"],",
        "[\"drum.flange_b\", \"load.flange\"], [\"gear.support\", \"housing.flange_a\"],",
    ) + "components.housing = { class = \"Rotational.Components.Inertia\", J = 4, w = { start = 0.3, fixed = true } }\n";
    let mut rig = Rig::new(&text);
    let [a, b, support] = ["flange_a", "flange_b", "support"].map(|f| rig.get(&format!("gear.{f}.tau")));
    near(a + b + support, 0.0, 1e-12, "torques");
    near(rig.get("housing.a") * 4.0, -support, 1e-12, "the housing");
    // Relative to the housing: table at 0.7 rad/s, the load and the motor both drive.
    let loss = rig.get("gear.tauLoss");
    near(b, -2.0 * (a - loss), 1e-12, "the gear");
    near(rig.get("gear.w_a"), 0.7, 1e-12, "its speed");
    let expected = if a >= 0.0 { (1.0 - 0.835) * a + 0.34 } else { (1.0 - 1.0 / 0.735) * a + 0.37 };
    near(loss, expected, 1e-11, "what it loses");
    near(rig.get("gear.lossPower"), loss * 0.7, 1e-12, "power");
}

/// Spring, damper and backlash are behind the losses.
#[test]
fn a_gearbox_is_elastic() {
    let text = r#"
name = "Box"
connections = [["motor.flange", "box.flange_a"], ["box.flange_b", "load.flange_a"], ["load.flange_b", "brake.flange"]]
components.motor = { class = "Rotational.Sources.ConstantSpeed", w_fixed = 10 }
components.box = { class = "Rotational.Components.Gearbox", ratio = 5, c = 200, d = 8, b = 0.1, lossTable = [[0, 0.9, 0.8, 0.5, 0.5]] }
components.load = { class = "Rotational.Components.Inertia", J = 1, w = { start = 2, fixed = true } }
components.brake = { class = "Rotational.Sources.ConstantTorque", tau_constant = -10 }
"#;
    let mut run = host(text, 1e-9);
    run.steps(100, 0.1);
    near(run.get("load.w"), 2.0, 1e-7, "it turns with the motor");
    near(run.get("box.phi_rel"), -(10.0 / 200.0 + 0.05), 1e-7, "the spring holds the load behind the backlash");
    near(run.get("motor.flange.tau"), -(10.0 / 5.0 + 0.5) / 0.9, 1e-7, "the motor");
    near(run.get("box.lossyGear.lossPower"), 10.0 * ((2.0 + 0.5) / 0.9 - 2.0), 1e-6, "what it loses");
}

/// A gearbox is a gear with losses and a backlash behind it, one after the other.
#[test]
fn a_gearbox_is_losses_before_backlash() {
    let of = |parts: &str, ends: [&str; 2], connection: &str| {
        let text = format!(
            r#"
name = "Box"
connections = [["swing.y", "motor.tau"], ["motor.flange", "rotor.flange_a"], ["rotor.flange_b", "{}"], ["{}", "drum.flange_a"]{connection}]
components.swing = {{ class = "Blocks.Sources.Sine", amplitude = 6, f = 0.8 }}
components.motor = {{ class = "Rotational.Sources.Torque" }}
components.rotor = {{ class = "Rotational.Components.Inertia", J = 0.2, phi = {{ start = 0, fixed = true }}, w = {{ start = 0, fixed = true }} }}
components.drum = {{ class = "Rotational.Components.Inertia", J = 1, phi = {{ start = 0, fixed = true }}, w = {{ start = 0, fixed = true }} }}
{parts}"#,
            ends[0], ends[1]
        );
        let mut run = host(&text, 1e-10);
        let mut found = Vec::new();
        for _ in 0..30 {
            run.steps(1, 0.1);
            found.push(["rotor.w", "drum.w", "drum.phi"].map(|name| run.get(name)));
        }
        found
    };
    let losses = "lossTable = [[0, 0.8, 0.7, 0.3, 0.4]]";
    let box_ = of(
        &format!(
            "components.box = {{ class = \"Rotational.Components.Gearbox\", ratio = 3, c = 500, d = 5, b = 0.1, {losses} }}\n"
        ),
        ["box.flange_a", "box.flange_b"],
        "",
    );
    let chain = of(
        &format!(
            "components.gear = {{ class = \"Rotational.Components.LossyGear\", ratio = 3, {losses} }}\n\
             components.slack = {{ class = \"Rotational.Components.ElastoBacklash\", c = 500, d = 5, b = 0.1 }}\n"
        ),
        ["gear.flange_a", "slack.flange_b"],
        ", [\"gear.flange_b\", \"slack.flange_a\"]",
    );
    let lossless = of(
        "components.gear = { class = \"Rotational.Components.LossyGear\", ratio = 3, lossTable = [[0, 1, 1, 0, 0]] }\n\
         components.slack = { class = \"Rotational.Components.ElastoBacklash\", c = 500, d = 5, b = 0.1 }\n",
        ["gear.flange_a", "slack.flange_b"],
        ", [\"gear.flange_b\", \"slack.flange_a\"]",
    );
    for (k, (one, other)) in box_.iter().zip(&chain).enumerate() {
        for (one, other) in one.iter().zip(other) {
            near(*one, *other, 1e-8, &format!("step {k}"));
        }
    }
    assert!(chain.iter().zip(&lossless).any(|(with, without)| (with[1] - without[1]).abs() > 0.1), "losses are felt");
}
