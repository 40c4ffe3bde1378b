//! Loads that depend on the speed, and vehicles: against closed forms, in both domains.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;
use crate::moving;

use common::{Host, compile};
use moving::{Rig, moving, near};

/// Package, inertia, names of the nominal load, of the nominal and the small speed, of position and speed.
const DOMAINS: [[&str; 8]; 2] = [
    ["Rotational", "Torque", "Inertia\"\nJ = 2", "tau_nominal", "w_nominal", "w0", "phi", "w"],
    ["Translational", "Force", "Mass\"\nm = 2", "f_nominal", "v_nominal", "v0", "s", "v"],
];

/// A body of inertia 2 with the speed 3, and a load.
fn text(package: &str, body: &str, speed: &str, class: &str, settings: &str) -> String {
    format!(
        "name = \"D\"\nconnections = [[\"source.flange\", \"body.flange_a\"]]\n[components.body]\n\
         class = \"{package}.Components.{body}\n{speed} = {{ start = 3, fixed = true }}\n\
         [components.source]\nclass = \"{class}\"\n{settings}\n"
    )
}

fn host(text: &str) -> Host {
    let mut host = Host::new(compile(text), 1e-10);
    host.start();
    host
}

/// With constant power the kinetic energy falls linearly, J w^2/2 = 9 - P t; below the small speed the torque is another one.
#[test]
fn constant_power() {
    let classes =
        ["Rotational.Sources.InverseSpeedDependentTorque", "Translational.Sources.InverseSpeedDependentForce"];
    for ([package, force, body, nominal, nominal_speed, small, _, speed], class) in DOMAINS.into_iter().zip(classes) {
        // Power 4 * 1.5 = 6; w = 1 is reached at t = (9 - 1)/6.
        let begins = 8.0 / 6.0;
        for one in [true, false] {
            let settings = format!("{nominal} = -4\n{nominal_speed} = 1.5\n{small} = 1\n{force}Direction = {one}");
            let mut m = host(&text(package, body, speed, class, &settings));
            let speed = format!("body.{speed}");
            m.steps(4, 0.25);
            near(m.get(&speed), 3.0_f64.sqrt(), 1e-9, "constant power");
            m.steps(1, begins - 1.0);
            near(m.get(&speed), 1.0, 1e-9, "the small speed");
            m.steps(2, 0.1);
            // The torque is 6 with one direction; else it is 4 w, and has jumped.
            let expected = if one { 1.0 - 3.0 * 0.2 } else { (-2.0_f64 * 0.2).exp() };
            near(m.get(&speed), expected, 1e-9, "below it");
        }
    }
}

/// With r = w/w_n the motion J w_n dr/dt = -2 T r/(1 + r^2) has ln r + r^2/2 = ln r0 + r0^2/2 - 2 T t/(J w_n). What is lost is heat.
#[test]
fn eddy_currents_brake() {
    let classes = ["Rotational.Sources.EddyCurrentTorque", "Translational.Sources.EddyCurrentForce"];
    for ([package, _, body, nominal, nominal_speed, _, _, speed], class) in DOMAINS.into_iter().zip(classes) {
        for (alpha, reference, temperature) in [(0.0, 293.15, 293.15), (0.004, 320.0, 400.0)] {
            let settings = format!(
                "{nominal} = 5\n{nominal_speed} = 1.2\nTRef = {reference:?}\nalpha20 = {alpha:?}\nT = {temperature:?}"
            );
            let mut m: Rig = moving(&text(package, body, speed, class, &settings));
            let hotter = (1.0 + alpha * (temperature - 293.15)) / (1.0 + alpha * (reference - 293.15));
            let nominal = 1.2 * hotter;
            let along = |r: f64| r.ln() + 0.5 * r * r;
            m.run(0.7);
            let ratio = m.get(&format!("body.{speed}")) / nominal;
            near(along(ratio), along(3.0 / nominal) - 2.0 * 5.0 * 0.7 / (2.0 * nominal), 1e-10, "motion");
            near(m.get(&format!("source.{speed}_normalized")), ratio, 1e-12, "relative speed");
        }
        // Half of the excitation is a quarter of the load.
        let settings =
            format!("{nominal} = 5\n{nominal_speed} = 1.2\nTRef = 293.15\nalpha20 = 0\nuseExcitationInput = true");
        let excited = text(package, body, speed, class, &settings)
            .replace("[[\"source.flange\"", "[[\"half.y\", \"source.excitation\"], [\"source.flange\"")
            + "[components.half]\nclass = \"Blocks.Sources.Constant\"\nk = 0.5\n";
        let mut m: Rig = moving(&excited);
        m.run(0.7);
        let along = |r: f64| r.ln() + 0.5 * r * r;
        let ratio = m.get(&format!("body.{speed}")) / 1.2;
        near(along(ratio), along(3.0 / 1.2) - 0.25 * 2.0 * 5.0 * 0.7 / (2.0 * 1.2), 1e-10, "half of the excitation");
        // The heat port takes the energy of the body.
        let settings = format!("{nominal} = 5\n{nominal_speed} = 1.2\nTRef = 293.15\nalpha20 = 0\nuseHeatPort = true");
        let text = text(package, body, speed, class, &settings)
            .replace("[[\"source.flange\"", "[[\"source.heatPort\", \"disc.port\"], [\"source.flange\"")
            + "[components.disc]\nclass = \"Thermal.HeatTransfer.Components.HeatCapacitor\"\nC = 2\nT = { start = 300, fixed = true }\n";
        let mut m: Rig = moving(&text);
        m.run(2.0);
        let left = m.get(&format!("body.{speed}")).powi(2);
        near(2.0 * (m.get("disc.T") - 300.0), 9.0 - left, 1e-9, "heat");
        // A disc that warms changes its resistance, and keeps the balance.
        let mut warm: Rig = moving(&text.replace("alpha20 = 0\n", "alpha20 = 0.004\n"));
        warm.run(2.0);
        let slower = warm.get(&format!("body.{speed}")).powi(2);
        assert!((slower - left).abs() > 1e-6, "{slower} {left}");
        near(2.0 * (warm.get("disc.T") - 300.0), 9.0 - slower, 1e-9, "heat");
    }
}

/// Rolling on an incline: the part of the weight that presses, against the motion; below v0 it is proportional to the speed.
#[test]
fn wheels_resist() {
    let settings = "fWeight = 100\nCrConstant = 0.06\ninclinationConstant = 0.75\nv0 = 0.5\nreg = \"Linear\"";
    let class = "Translational.Components.RollingResistance";
    let mut m: Rig = moving(&text("Translational", "Mass\"\nm = 2", "v", class, settings));
    // cos(atan(3/4)) = 0.8
    near(m.get("source.f_nominal"), -4.8, 1e-14, "nominal");
    m.run(1.0);
    near(m.get("body.v"), 3.0 - 2.4, 1e-11, "a constant force");
    m.run(2.0);
    let later = 1.0 - 0.1 / 2.4;
    near(m.get("body.v"), 0.5 * (-2.4_f64 / 0.5 * later).exp(), 1e-6, "it comes to rest smoothly");
    for reg in ["Exp", "Sine", "CoSine"] {
        let settings = settings.replace("Linear", reg);
        let mut m: Rig = moving(&text("Translational", "Mass\"\nm = 2", "v", class, &settings));
        near(m.get("source.f"), 4.8, 1e-12, reg);
    }
    let inputs = "fWeight = 100\nuseCrInput = true\nuseInclinationInput = true";
    let mut m = host(&text("Translational", "Mass\"\nm = 2", "v", class, inputs));
    m.set("source.cr", 0.1);
    m.set("source.inclination", -0.75);
    near(m.get("source.f"), 8.0, 1e-12, "inputs");
}

/// A vehicle rolls down a road until drag, rolling resistance and weight balance; the wind counts.
#[test]
fn a_vehicle_rolls_to_its_last_speed() {
    let vehicle = |more: &str| {
        format!(
            "name = \"V\"\nconnections = []\n[components.car]\nclass = \"Translational.Components.Vehicle\"\n\
             m = 800\nJ = 2\nR = 0.3\nA = 2\nCd = 0.4\nv = {{ start = 5, fixed = true }}\ns = {{ start = 7, fixed = true }}\n{more}\n"
        )
    };
    let (mass, weight) = (800.0 + 2.0 / 0.09, 800.0 * 9.80665);
    let cosine = 1.0 / (1.0 + 0.1_f64 * 0.1).sqrt();
    let pull = weight * cosine * (0.1 - 0.015);
    let drag = 0.5 * 1.2 * 2.0 * 0.4;
    let last = (pull / drag).sqrt();
    for wind in [0.0, -4.0] {
        let mut m: Rig = moving(&vehicle(&format!("inclinationConstant = -0.1\nvWindConstant = {wind:?}")));
        near(m.get("car.a"), (pull - drag * (5.0_f64 - wind).powi(2)) / mass, 1e-12, "at the start");
        near(m.get("car.s"), 7.0, 0.0, "position");
        // dv/dt = (pull - drag (v - wind)^2)/mass
        m.run(10.0);
        let begin = ((5.0 - wind) / last).atanh();
        near(m.get("car.v"), wind + last * (begin + 10.0 * pull / (mass * last)).tanh(), 1e-9, "later");
        near(m.get("car.flangeR.phi"), m.get("car.s") / 0.3, 1e-9, "the wheel rolls");
    }
    let mut m = host(&vehicle("useWindInput = true\nuseCrInput = true\nuseInclinationInput = true"));
    m.set("car.inclination", -0.1);
    m.set("car.cr", 0.015);
    m.set("car.vWind", 0.0);
    m.steps(100, 0.1);
    let begin = (5.0 / last).atanh();
    near(m.get("car.v"), last * (begin + 10.0 * pull / (mass * last)).tanh(), 1e-6, "with inputs");
}

/// A position that a signal gives is that of the carriage at the start, and a spring is found to be in balance.
#[test]
fn a_flange_starts_where_a_signal_says() {
    let text = r#"
name = "Start"
connections = [["place.y", "start.s_start"], ["fast.y", "start.v_start"], ["carriage.flange_b", "start.flange"]]
components.place = { class = "Blocks.Sources.Constant", k = 0.4 }
components.fast = { class = "Blocks.Sources.Constant", k = -1.5 }
components.carriage = { class = "Translational.Components.Mass", m = 1 }
components.start = { class = "Translational.Components.InitializeFlange", use_a_start = false }
"#;
    let mut m = host(text);
    near(m.get("carriage.s"), 0.4, 1e-12, "position");
    near(m.get("start.v_flange"), -1.5, 1e-12, "speed");
    let text = r#"
name = "Balance"
connections = [["zero.y", "start.v_start"], ["zero.y", "start.a_start"], ["carriage.flange_b", "start.flange"], ["wall.flange", "spring.flange_a"], ["spring.flange_b", "carriage.flange_a"], ["pull.flange", "carriage.flange_b"]]
components.zero = { class = "Blocks.Sources.Constant", k = 0 }
components.wall = { class = "Translational.Components.Fixed" }
components.spring = { class = "Translational.Components.Spring", c = 50 }
components.pull = { class = "Translational.Sources.ConstantForce", f_constant = 10 }
components.carriage = { class = "Translational.Components.Mass", m = 1 }
components.start = { class = "Translational.Components.InitializeFlange", use_s_start = false }
"#;
    let mut m = host(text);
    near(m.get("carriage.s"), 0.2, 1e-9, "where the spring balances the pull");
}
