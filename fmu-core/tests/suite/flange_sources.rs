//! Torques and forces that depend on speed or step, sensors between flanges, and a disc: in both domains, against closed forms.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{Rig, moving, near};

/// Classes and names of one domain.
struct Domain {
    package: &'static str,
    body: &'static str,
    names: [&'static str; 4],
}

const DOMAINS: [Domain; 2] = [
    Domain { package: "Rotational", body: "Inertia\"\nJ = 2", names: ["Torque", "tau", "w", "phi"] },
    Domain { package: "Translational", body: "Mass\"\nm = 2", names: ["Force", "f", "v", "s"] },
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
            near(m.get(&format!("source.{drive}")), -8.0, 1e-14, "load");
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
            near(m.get(&format!("source.{drive}")), -4.0 * expected, 1e-14, reg);
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
        near(m.get(&format!("source.{drive}")), -2.0, 0.0, "before");
        m.run(1.0);
        near(m.get(&format!("source.{drive}")), 4.0, 0.0, "behind");
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
