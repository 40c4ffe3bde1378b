//! Torques and forces that depend on speed or step, sensors between flanges, and a disc: in both domains, against closed forms.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{Rig, moving, near};

/// Classes and names of one domain.
struct Domain {
    package: &'static str,
    body: &'static str,
    names: [&'static str; 4],
    /// Sign of what a source shows of its drive: what accelerates, or the flow into the flange.
    shown: f64,
}

const DOMAINS: [Domain; 2] = [
    Domain { package: "Rotational", body: "Inertia\"\nJ = 2", names: ["Torque", "tau", "w", "phi"], shown: 1.0 },
    Domain { package: "Translational", body: "Mass\"\nm = 2", names: ["Force", "f", "v", "s"], shown: -1.0 },
];

/// A body of inertia 2 with the speed 3, driven by a source.
fn driven(domain: &Domain, class: &str, settings: &str) -> Rig {
    let (package, body, [_, _, speed, _]) = (domain.package, domain.body, domain.names);
    moving(&format!(
        "name = \"D\"\nconnections = [[\"source.flange\", \"body.flange_a\"]]\n[components.body]\n\
         class = \"{package}.Components.{body}\n{speed} = {{ start = 3, fixed = true }}\n\
         [components.source]\nclass = \"{class}\"\n{settings}\n"
    ))
}

/// Variables of a source's drive: in Rotational the accelerating torque, in Translational the flow into the flange.
#[test]
fn sources_show_their_drive_as_the_library_does() {
    for domain in &DOMAINS {
        let [force, drive, speed, _] = domain.names;
        let (nominal, slow) = (format!("{drive}_nominal"), format!("{speed}0 = 1.0"));
        for (class, settings) in [
            (format!("Constant{force}"), format!("{drive}_constant = 4")),
            (format!("{force}Step"), format!("step{force} = 4\nstartTime = -1")),
            (format!("Sign{force}"), format!("{nominal} = 4\n{slow}\nreg = \"Linear\"")),
            (
                format!("LinearSpeedDependent{force}"),
                format!("{nominal} = 4\n{speed}_nominal = 3\n{force}Direction = false"),
            ),
            (
                format!("QuadraticSpeedDependent{force}"),
                format!("{nominal} = 4\n{speed}_nominal = 3\n{force}Direction = false"),
            ),
            (
                format!("InverseSpeedDependent{force}"),
                format!("{nominal} = 4\n{speed}_nominal = 3\n{slow}\n{force}Direction = false"),
            ),
        ] {
            let class = format!("{}.Sources.{class}", domain.package);
            let mut m = driven(domain, &class, &settings);
            let shown = m.get(&format!("source.{drive}"));
            let accelerating = 2.0 * m.get(&format!("der(body.{speed})"));
            near(accelerating.abs(), 4.0, 1e-12, &class);
            near(shown, domain.shown * accelerating, 1e-12, &class);
            near(m.get(&format!("source.flange.{drive}")), -accelerating, 1e-12, &class);
        }
    }
}

#[test]
fn loads_that_depend_on_the_speed() {
    for domain in &DOMAINS {
        let [force, drive, speed, _] = domain.names;
        let linear =
            ["Rotational.Sources.LinearSpeedDependentTorque", "Translational.Sources.LinearSpeedDependentForce"];
        let square =
            ["Rotational.Sources.QuadraticSpeedDependentTorque", "Translational.Sources.QuadraticSpeedDependentForce"];
        let [linear, square] = [linear, square].map(|classes| classes[usize::from(domain.package == "Translational")]);
        let settings = |nominal: f64, one: bool| {
            format!("{drive}_nominal = {nominal:?}\n{force}Direction = {one}\n{speed}_nominal = 1.5")
        };
        let speed = format!("body.{speed}");
        for one in [true, false] {
            // 2 der(w) = -4 w/1.5
            let mut m = driven(domain, linear, &settings(-4.0, one));
            near(m.get(&format!("source.{drive}")), domain.shown * -8.0, 1e-14, "load");
            m.run(0.5);
            near(m.get(&speed), 3.0 * (-2.0_f64 / 1.5 * 0.5).exp(), 1e-11, "linear");
            // 2 der(w) = -4 (w/1.5)^2
            let mut m = driven(domain, square, &settings(-4.0, one));
            m.run(0.5);
            near(m.get(&speed), 3.0 / (1.0 + 3.0 * 2.0 / 2.25 * 0.5), 1e-11, "square");
        }
    }
}

#[test]
fn signs_of_the_speed() {
    let classes = ["Rotational.Sources.SignTorque", "Translational.Sources.SignForce"];
    for (domain, class) in DOMAINS.iter().zip(classes) {
        let [_, drive, speed, _] = domain.names;
        for (reg, expected) in [
            ("Exp", 2.0 / (1.0 + (-3.0_f64 / (0.01 * 200.0)).exp()) - 1.0),
            ("Sine", (std::f64::consts::PI * 3.0 / 400.0).sin()),
            ("Linear", 3.0 / 200.0),
            ("CoSine", 1.0 - (std::f64::consts::PI * 3.0 / 400.0).cos()),
        ] {
            let settings = |s0: f64| format!("{drive}_nominal = -4\nreg = \"{reg}\"\n{speed}0 = {s0:?}");
            let mut m = driven(domain, class, &settings(200.0));
            near(m.get(&format!("source.{drive}")), domain.shown * -4.0 * expected, 1e-14, reg);
            // Beyond the small speed a constant load: 2 der(w) = -4.
            let mut m = driven(domain, class, &settings(0.01));
            m.run(1.0);
            near(m.get(&format!("body.{speed}")), 1.0, 1e-11, reg);
        }
    }
}

#[test]
fn steps_are_time_events() {
    let classes = ["Rotational.Sources.TorqueStep", "Translational.Sources.ForceStep"];
    for (domain, class) in DOMAINS.iter().zip(classes) {
        let [force, drive, speed, _] = domain.names;
        let settings = format!("step{force} = 6\noffset{force} = -2\nstartTime = 0.4");
        let mut m = driven(domain, class, &settings);
        near(m.get(&format!("source.{drive}")), domain.shown * -2.0, 0.0, "before");
        m.run(1.0);
        near(m.get(&format!("source.{drive}")), domain.shown * 4.0, 0.0, "behind");
        near(m.get(&format!("body.{speed}")), 3.0 - 0.4 + 2.0 * 0.6, 1e-12, "speed");
    }
}

#[test]
fn sensors_between_flanges() {
    for domain in &DOMAINS {
        let (package, body, [force, drive, speed, position]) = (domain.package, domain.body, domain.names);
        let relative = [
            ("Rotational.Sensors.RelAngleSensor", "Translational.Sensors.RelPositionSensor"),
            ("Rotational.Sensors.RelSpeedSensor", "Translational.Sensors.RelSpeedSensor"),
            ("Rotational.Sensors.RelAccSensor", "Translational.Sensors.RelAccSensor"),
        ]
        .map(|(one, other)| if package == "Rotational" { one } else { other });
        let through = [
            ("Rotational.Sensors.PowerSensor", "Translational.Sensors.PowerSensor"),
            ("Rotational.Sensors.MultiSensor", "Translational.Sensors.MultiSensor"),
        ]
        .map(|(one, other)| if package == "Rotational" { one } else { other });
        let mut m = moving(&format!(
            "name = \"S\"\nconnections = [[\"source.flange\", \"power.flange_a\"], [\"power.flange_b\", \"multi.flange_a\"],\n\
             [\"multi.flange_b\", \"one.flange_a\"], [\"one.flange_b\", \"x.flange_a\"], [\"other.flange_a\", \"x.flange_b\"],\n\
             [\"one.flange_b\", \"v.flange_a\"], [\"other.flange_a\", \"v.flange_b\"], [\"one.flange_b\", \"a.flange_a\"],\n\
             [\"other.flange_a\", \"a.flange_b\"]]\n\
             [components.source]\nclass = \"{package}.Sources.Constant{force}\"\n{drive}_constant = 5\n\
             [components.one]\nclass = \"{package}.Components.{body}\n{speed} = {{ start = 3, fixed = true }}\n\
             [components.other]\nclass = \"{package}.Components.{body}\n{position} = {{ start = 1, fixed = true }}\n\
             [components.power]\nclass = \"{}\"\n[components.multi]\nclass = \"{}\"\n[components.x]\nclass = \"{}\"\n\
             [components.v]\nclass = \"{}\"\n[components.a]\nclass = \"{}\"\n",
            through[0], through[1], relative[0], relative[1], relative[2]
        ));
        m.run(0.4);
        let v = 3.0 + 2.5 * 0.4;
        for (name, expected) in [
            ("power.power".to_owned(), 5.0 * v),
            ("multi.power".to_owned(), 5.0 * v),
            (format!("multi.{drive}"), 5.0),
            (format!("multi.{speed}"), v),
            (format!("x.{position}_rel"), 1.0 - 3.0 * 0.4 - 1.25 * 0.16),
            (format!("v.{speed}_rel"), -v),
            ("a.a_rel".to_owned(), -2.5),
        ] {
            near(m.get(&name), expected, 1e-12, &format!("{package} {name}"));
        }
    }
}

#[test]
fn a_disc_turns_by_a_fixed_angle() {
    let mut m = moving(
        "name = \"D\"\nconnections = [[\"one.flange_b\", \"disc.flange_a\"], [\"disc.flange_b\", \"other.flange_a\"]]\n\
         [components.one]\nclass = \"Rotational.Components.Inertia\"\nJ = 1\nw = { start = 2, fixed = true }\n\
         phi = { start = 0.1, fixed = true }\n[components.disc]\nclass = \"Rotational.Components.Disc\"\ndeltaPhi = 0.4\n\
         [components.other]\nclass = \"Rotational.Components.Inertia\"\nJ = 3\n",
    );
    m.run(0.5);
    for (name, expected) in [("one.phi", 1.1), ("other.phi", 1.5), ("disc.phi", 1.3)] {
        near(m.get(name), expected, 1e-12, name);
    }
}

/// The reference `1 + 2 t + 0.5 sin(3 t)` for a source of motion, over a body of inertia 2.
fn followed(domain: &Domain, class: &str, input: &str, settings: &str) -> Rig {
    let (package, body) = (domain.package, domain.body);
    moving(&format!(
        "name = \"F\"\nconnections = [[\"reference.y\", \"source.{input}\"], [\"source.flange\", \"body.flange_a\"]]\n\
         [components.reference]\nclass = \"Blocks.Sources.RealExpression\"\ny = \"1 + 2*time + 0.5*sin(3*time)\"\n\
         [components.body]\nclass = \"{package}.Components.{body}\n\
         [components.source]\nclass = \"{class}\"\n{settings}\n"
    ))
}

/// Sources that prescribe a speed or an acceleration, in both domains.
const SPEEDS: [&str; 2] = ["Rotational.Sources.Speed", "Translational.Sources.Speed"];
const ACCELERATIONS: [&str; 2] = ["Rotational.Sources.Accelerate", "Translational.Sources.Accelerate"];

#[test]
fn speeds_are_followed_exactly_or_through_a_filter() {
    for (domain, class) in DOMAINS.iter().zip(SPEEDS) {
        let [force, _, speed, position] = domain.names;
        let (input, drive) = (format!("{speed}_ref"), if force == "Force" { "f" } else { "tau" });
        let reference = |t: f64| 1.0 + 2.0 * t + 0.5 * (3.0 * t).sin();
        let way = |t: f64| t + t * t + (1.0 - (3.0 * t).cos()) / 6.0;
        let mut m = followed(domain, class, &input, &format!("exact = true\n{position} = {{ start = 0.7 }}"));
        m.run(0.8);
        let a = 2.0 + 1.5 * (2.4_f64).cos();
        near(m.get(&format!("body.{speed}")), reference(0.8), 1e-13, "exact speed");
        near(m.get(&format!("body.{position}")), 0.7 + way(0.8), 1e-11, "exact position");
        near(m.get("body.a"), a, 1e-12, "exact acceleration");
        near(m.get(&format!("source.flange.{drive}")), -2.0 * a, 1e-12, "what drives it");
        // der(v) = (ref - v) w from v = ref at the start: a ramp is followed with the lag 2/w, the sine as a filter of first order does.
        let mut m = followed(domain, class, &input, "f_crit = 0.4");
        near(m.get(&format!("source.{speed}")), 1.0, 1e-14, "it starts at the reference");
        m.run(0.8);
        let (w, t) = (0.8 * std::f64::consts::PI, 0.8_f64);
        let decay = (-w * t).exp();
        let ramp = 2.0 * (t - (1.0 - decay) / w);
        let sine = 0.5 * w / (w * w + 9.0) * (w * (3.0 * t).sin() - 3.0 * (3.0 * t).cos() + 3.0 * decay);
        near(m.get(&format!("body.{speed}")), 1.0 + ramp + sine, 1e-11, "filtered");
        near(m.get("source.a"), w * (reference(t) - 1.0 - ramp - sine), 1e-10, "its acceleration");
    }
}

#[test]
fn accelerations_are_followed_from_the_start_values() {
    for (domain, class) in DOMAINS.iter().zip(ACCELERATIONS) {
        let [_, _, speed, position] = domain.names;
        let mut m = followed(domain, class, "a_ref", "");
        m.run(0.5);
        let t = 0.5_f64;
        let v = t + t * t + (1.0 - (3.0 * t).cos()) / 6.0;
        let s = t * t / 2.0 + t * t * t / 3.0 + (t - (3.0 * t).sin() / 3.0) / 6.0;
        near(m.get(&format!("body.{speed}")), v, 1e-12, "from rest");
        near(m.get(&format!("source.{position}")), s, 1e-12, "from zero");
        let settings = format!("{speed} = {{ start = 3, fixed = true }}\n{position} = {{ start = -1, fixed = true }}");
        let mut m = followed(domain, class, "a_ref", &settings);
        m.run(0.5);
        near(m.get(&format!("body.{speed}")), 3.0 + v, 1e-12, "from a speed");
        near(m.get(&format!("body.{position}")), -1.0 + 1.5 + s, 1e-12, "from a position");
        near(m.get("body.a"), 2.0 + 0.5 * 1.5_f64.sin(), 1e-13, "acceleration");
    }
}

/// The motion that a source prescribes is relative to its support, also if that moves.
#[test]
fn motions_relative_to_a_moving_support() {
    for (domain, (fast, accelerated)) in DOMAINS.iter().zip(SPEEDS.into_iter().zip(ACCELERATIONS)) {
        let (package, body, [_, _, speed, position]) = (domain.package, domain.body, domain.names);
        let rate = format!("{speed}_ref");
        for (class, input, settings) in
            [(fast, rate.as_str(), "exact = true"), (fast, &rate, ""), (accelerated, "a_ref", "")]
        {
            let mut m = moving(&format!(
                "name = \"F\"\nconnections = [[\"reference.y\", \"source.{input}\"], [\"source.flange\", \"body.flange_a\"],\n\
                 [\"source.support\", \"base.flange_a\"]]\n\
                 [components.reference]\nclass = \"Blocks.Sources.RealExpression\"\ny = \"2\"\n\
                 [components.body]\nclass = \"{package}.Components.{body}\n\
                 [components.base]\nclass = \"{package}.Components.{body}\n{speed} = {{ start = 1, fixed = true }}\n\
                 {position} = {{ start = 5, fixed = true }}\n\
                 [components.source]\nclass = \"{class}\"\nuseSupport = true\n{settings}\n"
            ));
            m.run(0.5);
            let (v, s) = if class == fast { (2.0, 1.0) } else { (1.0, 0.25) };
            near(m.get(&format!("body.{speed}")) - m.get(&format!("base.{speed}")), v, 1e-12, "relative speed");
            near(
                m.get(&format!("body.{position}")) - m.get(&format!("base.{position}")),
                s,
                1e-12,
                "relative position",
            );
            // Nothing acts from outside, so that both together keep their momentum.
            let momentum = m.get(&format!("body.{speed}")) + m.get(&format!("base.{speed}"));
            near(momentum, if class == fast { 4.0 } else { 2.0 }, 1e-12, "momentum");
        }
    }
}

#[test]
fn relative_motion_at_the_start() {
    let classes = ["Rotational.Components.RelativeStates", "Translational.Components.RelativeStates"];
    for (domain, class) in DOMAINS.iter().zip(classes) {
        let (package, body, [_, _, speed, position]) = (domain.package, domain.body, domain.names);
        for fixed in [true, false] {
            let mut m = moving(&format!(
                "name = \"R\"\nconnections = [[\"one.flange_b\", \"between.flange_a\"], [\"other.flange_a\", \"between.flange_b\"]]\n\
                 [components.one]\nclass = \"{package}.Components.{body}\n\
                 {speed} = {{ start = 1, fixed = {fixed} }}\n{position} = {{ start = 5, fixed = {fixed} }}\n\
                 [components.other]\nclass = \"{package}.Components.{body}\n\
                 [components.between]\nclass = \"{class}\"\n\
                 {speed}_rel = {{ start = 0.5, fixed = true }}\n{position}_rel = {{ start = -2, fixed = true }}\n"
            ));
            near(m.get(&format!("between.{position}_rel")), -2.0, 1e-12, "relative position");
            near(m.get(&format!("between.{speed}_rel")), 0.5, 1e-12, "relative speed");
            near(m.get("between.a_rel"), 0.0, 0.0, "relative acceleration");
            if fixed {
                near(m.get(&format!("other.{position}")), 3.0, 1e-12, "the other one");
                near(m.get(&format!("other.{speed}")), 1.5, 1e-12, "and its speed");
            }
            m.run(1.0);
            near(m.get(&format!("between.{position}_rel")), -1.5, 1e-12, "nothing acts");
        }
    }
}

/// A wheel of 0.5 m under 4 N.m on a shaft of 1 kg.m2 pushes 2 kg: `(J/r^2 + m) a = tau/r`.
#[test]
fn a_wheel_rolls() {
    for class in ["Rotational.Components.IdealRollingWheel", "Translational.Components.IdealRollingWheel"] {
        let mut m = moving(&format!(
            "name = \"W\"\nconnections = [[\"motor.flange\", \"shaft.flange_a\"], [\"shaft.flange_b\", \"wheel.flangeR\"],\n\
             [\"wheel.flangeT\", \"cart.flange_a\"]]\n\
             [components.motor]\nclass = \"Rotational.Sources.ConstantTorque\"\ntau_constant = 4\n\
             [components.shaft]\nclass = \"Rotational.Components.Inertia\"\nJ = 1\n\
             [components.wheel]\nclass = \"{class}\"\nradius = 0.5\n\
             [components.cart]\nclass = \"Translational.Components.Mass\"\nm = 2\n"
        ));
        near(m.get("cart.a"), 4.0 / 0.5 / 6.0, 1e-13, "acceleration");
        near(m.get("wheel.flangeR.tau"), 4.0 - 4.0 / 0.5 / 6.0 / 0.5, 1e-13, "torque");
        m.run(1.0);
        near(m.get("cart.s"), 0.5 * m.get("shaft.phi"), 1e-13, "distance");
    }
}
