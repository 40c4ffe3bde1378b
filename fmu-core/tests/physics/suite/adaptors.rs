//! Adaptors between connectors and signals: pairs are connections, single ones sources, in closed forms.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::moving;

use moving::{Rig, moving, moving_with, near, try_compile};

/// Classes and names of adaptors: package, body, inertia, the two classes, and the names of position, speed, acceleration and flow.
struct Kind {
    package: &'static str,
    body: [&'static str; 4],
    classes: [&'static str; 2],
    names: [&'static str; 4],
    switches: [&'static str; 2],
}

const ROTATIONAL: [&str; 4] = ["Inertia", "J", "phi", "w"];
const TRANSLATIONAL: [&str; 4] = ["Mass", "m", "s", "v"];
const GENERAL: [&str; 4] = ["p", "pder", "pder2", "f"];

const KINDS: [Kind; 3] = [
    Kind {
        package: "Rotational",
        body: ROTATIONAL,
        classes: ["Rotational.Components.TorqueToAngleAdaptor", "Rotational.Components.AngleToTorqueAdaptor"],
        names: ["phi", "w", "a", "tau"],
        switches: ["use_w", "use_a"],
    },
    Kind {
        package: "Rotational",
        body: ROTATIONAL,
        classes: [
            "Rotational.Components.GeneralTorqueToAngleAdaptor",
            "Rotational.Components.GeneralAngleToTorqueAdaptor",
        ],
        names: GENERAL,
        switches: ["use_pder", "use_pder2"],
    },
    Kind {
        package: "Translational",
        body: TRANSLATIONAL,
        classes: [
            "Translational.Components.GeneralForceToPositionAdaptor",
            "Translational.Components.GeneralPositionToForceAdaptor",
        ],
        names: GENERAL,
        switches: ["use_pder", "use_pder2"],
    },
];

impl Kind {
    /// A component of the package.
    fn component(&self, name: &str, class: &str, settings: &str) -> String {
        format!("components.{name} = {{ class = \"{}.{class}\"{settings} }}\n", self.package)
    }

    fn mass(&self, name: &str, inertia: f64) -> String {
        let [class, parameter, ..] = self.body;
        self.component(name, &format!("Components.{class}"), &format!(", {parameter} = {inertia}"))
    }

    /// Adaptors that use the speed, and the acceleration.
    fn adaptor(&self, name: &str, gives_motion: bool, [speed, acceleration]: [bool; 2]) -> String {
        let class = self.classes[usize::from(!gives_motion)];
        let [use_speed, use_acceleration] = self.switches;
        format!(
            "components.{name} = {{ class = \"{class}\", {use_speed} = {speed}, {use_acceleration} = {acceleration} }}\n"
        )
    }
}

/// Two bodies, of which signals of two adaptors connect one with the other: one coordinate moves both.
#[test]
fn a_pair_of_adaptors_is_a_connection() {
    for kind in &KINDS {
        let [position, speed, acceleration, flow] = kind.names;
        for used in [[true, true], [true, false], [false, false]] {
            let names = [Some(position), used[0].then_some(speed), used[1].then_some(acceleration)];
            let signals: String = names.iter().flatten().map(|n| format!("[\"giver.{n}\", \"taker.{n}\"], ")).collect();
            let text = format!(
                "name = \"Pair\"\nconnections = [[\"drive.flange\", \"a.flange_a\"], [\"a.flange_b\", \"giver.flange\"], \
                 [\"taker.flange\", \"b.flange_a\"], {signals} [\"taker.{flow}\", \"giver.{flow}\"]]\n{}{}{}{}{}",
                kind.mass("a", 2.0),
                kind.mass("b", 3.0),
                kind.adaptor("giver", true, used),
                kind.adaptor("taker", false, used),
                match kind.package {
                    "Rotational" => kind.component("drive", "Sources.ConstantTorque", ", tau_constant = 10"),
                    _ => kind.component("drive", "Sources.ConstantForce", ", f_constant = 10"),
                },
            );
            let mut rig = moving(&text);
            assert_eq!(rig.x.len(), 2, "one coordinate");
            // The second body needs 3 of the 10.
            near(rig.get(&format!("taker.{flow}")), 6.0, 1e-12, "what the second body takes");
            rig.run(3.0);
            let [.., q, v] = kind.body;
            for body in ["a", "b"] {
                near(rig.get(&format!("{body}.{q}")), 9.0, 1e-10, "position");
                near(rig.get(&format!("{body}.{v}")), 6.0, 1e-10, "speed");
            }
            near(rig.get(&format!("giver.{position}")), 9.0, 1e-10, "signal");
            if used == [true, true] {
                near(rig.get(&format!("giver.{acceleration}")), 2.0, 1e-12, "acceleration");
            }
        }
    }
}

/// The torque of an adaptor that gives the motion brakes its flange.
#[test]
fn an_adaptor_alone_is_a_drive_with_sensors() {
    for kind in &KINDS {
        let [position, speed, acceleration, flow] = kind.names;
        let text = format!(
            "name = \"Interface\"\nconnections = [[\"a.flange_b\", \"giver.flange\"]]\n{}{}",
            kind.mass("a", 2.0),
            kind.adaptor("giver", true, [true, true])
        );
        let mut rig = moving_with(&text, &[(&format!("giver.{flow}"), 10.0)]);
        near(rig.get(&format!("giver.{acceleration}")), -5.0, 1e-12, "acceleration");
        rig.run(2.0);
        near(rig.get(&format!("giver.{position}")), -10.0, 1e-10, "position");
        near(rig.get(&format!("giver.{speed}")), -10.0, 1e-10, "speed");
    }
}

/// Inputs of the FMU move the flange of an adaptor that gives the torque or force.
#[test]
fn an_adaptor_alone_moves_its_flange_by_signals() {
    for kind in &KINDS {
        let [position, speed, acceleration, flow] = kind.names;
        let text = |parts: &str, used| {
            format!(
                "name = \"Inverse\"\nconnections = [[\"taker.flange\", \"part.flange_a\"]{}]\n{}{parts}",
                if parts.contains("end") { ", [\"part.flange_b\", \"end.flange\"]" } else { "" },
                kind.adaptor("taker", false, used)
            )
        };
        let input = |name: &str| format!("taker.{name}");
        let inputs = [(input(position), 0.5), (input(speed), 2.0), (input(acceleration), 4.0)];
        let inputs = inputs.each_ref().map(|(name, value)| (name.as_str(), *value));
        let mut rig = moving_with(&text(&kind.mass("part", 3.0), [true, true]), &inputs);
        near(rig.get(&format!("taker.{flow}")), 12.0, 1e-12, "inertia");
        near(rig.get(&format!("part.{}", kind.body[2])), 0.5, 1e-12, "position");
        let end = kind.component("end", "Components.Fixed", "");
        let damper = kind.component("part", "Components.SpringDamper", ", c = 10, d = 3") + &end;
        let mut rig = moving_with(&text(&damper, [true, false]), &inputs[..2]);
        near(rig.get(&format!("taker.{flow}")), 10.0 * 0.5 + 3.0 * 2.0, 1e-12, "spring and damper");
        let spring = kind.component("part", "Components.Spring", ", c = 10") + &end;
        let mut rig = moving_with(&text(&spring, [false, false]), &inputs[..1]);
        near(rig.get(&format!("taker.{flow}")), 5.0, 1e-12, "spring");
    }
}

#[test]
fn adaptors_that_follow_the_motion_without_a_partner_are_refused() {
    let text = |input: &str, settings: &str| {
        format!(
            "name = \"Late\"\nconnections = [[\"a.flange_b\", \"sensor.flange\"], [\"taker.flange\", \"b.flange_a\"], [\"sensor.phi\", \"taker.{input}\"]]\n\
             components.a = {{ class = \"Rotational.Components.Inertia\", J = 1 }}\n\
             components.b = {{ class = \"Rotational.Components.Inertia\", J = 1 }}\n\
             components.sensor = {{ class = \"Rotational.Sensors.AngleSensor\" }}\n\
             components.taker = {{ class = \"Rotational.Components.AngleToTorqueAdaptor\"{settings} }}\n"
        )
    };
    for settings in ["", ", use_a = false", ", use_w = false, use_a = false"] {
        let problem = try_compile(&text("phi", settings)).unwrap_err();
        assert!(problem.contains("`taker`") && problem.contains("phi"), "{problem}");
        assert!(problem.contains("all signals of one adaptor"), "{problem}");
    }
    let odd = "name = \"Odd\"\nconnections = [[\"a.flange_b\", \"giver.flange\"]]\n\
               components.a = { class = \"Rotational.Components.Inertia\", J = 1 }\n\
               components.giver = { class = \"Rotational.Components.TorqueToAngleAdaptor\", use_w = false }\n";
    let problem = try_compile(odd).unwrap_err();
    assert!(problem.contains("use_a = true") && problem.contains("use_w = true"), "{problem}");
}

const GIVER: &str = "Electrical.Analog.Basic.GeneralCurrentToVoltageAdaptor";
const TAKER: &str = "Electrical.Analog.Basic.GeneralVoltageToCurrentAdaptor";

/// An adaptor across a capacitor or inductor.
fn across(class: &str, adaptor: &str, inputs: &[(&str, f64)]) -> Rig {
    let text = format!(
        "name = \"Across\"\nconnections = [[\"adaptor.pin_p\", \"part.p\"], [\"adaptor.pin_n\", \"part.n\"], [\"part.n\", \"ground.p\"]]\n\
         components.part = {{ class = \"Electrical.Analog.Basic.{class}\" }}\n\
         components.ground = {{ class = \"Electrical.Analog.Basic.Ground\" }}\ncomponents.adaptor = {{ class = \"{adaptor}\" }}\n"
    );
    let text = match class {
        "Capacitor" => text.replace("Capacitor\"", "Capacitor\", C = 2"),
        _ => text.replace("Inductor\"", "Inductor\", L = 2"),
    };
    moving_with(&text, inputs)
}

/// Derivatives of signals reach storages: the capacitor has the voltage of the adaptor, and the current follows from its derivative.
#[test]
fn derivatives_of_signals_reach_storages() {
    let mut rig = across("Capacitor", TAKER, &[("adaptor.p", 3.0), ("adaptor.pder", 5.0)]);
    near(rig.get("part.v"), 3.0, 1e-12, "voltage at the start");
    near(rig.get("adaptor.f"), 10.0, 1e-12, "C dv/dt");
    near(rig.get("adaptor.i"), -10.0, 1e-12, "current into pin_p");
    rig.run(0.5);
    near(rig.get("part.v"), 5.5, 1e-12, "voltage");
    let mut rig = across("Inductor", GIVER, &[("adaptor.f", 3.0), ("adaptor.fder", 5.0)]);
    near(rig.get("part.i"), -3.0, 1e-12, "current at the start");
    near(rig.get("adaptor.p"), -10.0, 1e-12, "L di/dt");
    // An adaptor that gives the potential of a storage, with its derivative.
    let mut rig = across("Capacitor", GIVER, &[("adaptor.f", 4.0)]);
    near(rig.get("adaptor.pder"), -2.0, 1e-12, "dv/dt");
    let mut rig = across("Inductor", TAKER, &[("adaptor.p", 4.0)]);
    near(rig.get("adaptor.fder"), 2.0, 1e-12, "di/dt");
}

/// A capacitor discharges through a resistor in another circuit.
#[test]
fn a_pair_of_electrical_adaptors_is_a_transformer() {
    let mut rig = moving(&format!(
        "name = \"Pair\"\nconnections = [[\"giver.pin_p\", \"c.p\"], [\"giver.pin_n\", \"c.n\"], [\"c.n\", \"g1.p\"], [\"taker.pin_p\", \"r.p\"], \
         [\"taker.pin_n\", \"r.n\"], [\"r.n\", \"g2.p\"], [\"giver.p\", \"taker.p\"], [\"giver.pder\", \"taker.pder\"], [\"taker.f\", \"giver.f\"], \
         [\"taker.fder\", \"giver.fder\"]]\n\
         components.c = {{ class = \"Electrical.Analog.Basic.Capacitor\", C = 0.1, v = {{ start = 5, fixed = true }} }}\n\
         components.r = {{ class = \"Electrical.Analog.Basic.Resistor\", R = 20 }}\n\
         components.g1 = {{ class = \"Electrical.Analog.Basic.Ground\" }}\ncomponents.g2 = {{ class = \"Electrical.Analog.Basic.Ground\" }}\n\
         components.giver = {{ class = \"{GIVER}\" }}\ncomponents.taker = {{ class = \"{TAKER}\" }}\n"
    ));
    rig.run(3.0);
    let v = 5.0 * (-1.5_f64).exp();
    near(rig.get("r.v"), v, 1e-9, "voltage");
    near(rig.get("taker.f"), v / 20.0, 1e-10, "current");
    near(rig.get("giver.i"), v / 20.0, 1e-10, "current");
    near(rig.get("giver.pder"), -v / 2.0, 1e-9, "derivative");
    near(rig.get("taker.fder"), -v / 40.0, 1e-9, "derivative of the current");
}
