//! Conservation of energy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::balance;
use crate::common;

use balance::Motion;
use common::{Host, Rig, compile, near};
use compiler::model_file::ModelFile;

/// An undamped double pendulum of two boxes, started high enough to be chaotic.
const DOUBLE_PENDULUM: &str = r#"
name = "DoublePendulum"
connections = [
  ["world.frame_b", "shoulder.frame_a"], ["shoulder.frame_b", "upper.frame_a"],
  ["upper.frame_b", "elbow.frame_a"], ["elbow.frame_b", "lower.frame_a"],
]
components.world = { class = "World" }
components.shoulder = { class = "Joints.Revolute", phi = { start = 1.2 } }
components.upper = { class = "Parts.BodyBox", r = [0.5, 0, 0], width = 0.06 }
components.elbow = { class = "Joints.Revolute", phi = { start = 0.9 } }
components.lower = { class = "Parts.BodyBox", r = [0.5, 0, 0], width = 0.06 }
"#;

/// The same with axes that are not parallel to anything.
const TILTED_DOUBLE_PENDULUM: &str = r#"
name = "TiltedDoublePendulum"
connections = [
  ["world.frame_b", "shoulder.frame_a"], ["shoulder.frame_b", "upper.frame_a"],
  ["upper.frame_b", "elbow.frame_b"], ["elbow.frame_a", "lower.frame_a"],
]
components.world = { class = "World", n = [0.3, -1, 0.2] }
components.shoulder = { class = "Joints.Revolute", n = [1, 2, -0.5], phi = { start = 1.2 } }
components.upper = { class = "Parts.BodyBox", r = [0.4, 0.1, 0.3], width = 0.06, height = 0.03 }
components.elbow = { class = "Joints.Revolute", n = [0.4, -0.3, 1], phi = { start = 0.9 } }
components.lower = { class = "Parts.BodyShape", r = [0.5, 0, 0], r_CM = [0.2, 0.1, -0.3], m = 2, I_21 = 0.0005 }
"#;

/// 100 s at a tolerance of 1e-8: energy to 1e-5 of the swing of the potential energy.
fn assert_energy_is_kept(text: &str) {
    let mut host = Host::new(compile(text), 1e-8);
    host.start();
    // The same model on the bench, only to read the energy of the host's states.
    let mut rig = Rig::new(text);
    let (mut lowest, mut highest, mut worst) = (f64::MAX, f64::MIN, 0.0_f64);
    let energy = rig.kinetic_energy() + rig.potential_energy();
    let states: Vec<String> =
        rig.model.catalogue.states.iter().map(|s| rig.model.catalogue.variables.at(*s).name.to_owned()).collect();
    for _ in 0..1000 {
        host.steps(1, 0.1);
        rig.x = states.iter().map(|name| host.get(name)).collect();
        let potential = rig.potential_energy();
        (lowest, highest) = (lowest.min(potential), highest.max(potential));
        worst = worst.max((rig.kinetic_energy() + potential - energy).abs());
    }
    let swing = highest - lowest;
    println!("{worst:e} of {swing}");
    assert!(swing > 3.0, "{swing}");
    assert!(worst < 1e-5 * swing, "{worst:e} of {swing}");
}

#[test]
fn a_double_pendulum_keeps_its_energy() {
    assert_energy_is_kept(DOUBLE_PENDULUM);
}

#[test]
fn a_tilted_double_pendulum_keeps_its_energy() {
    assert_energy_is_kept(TILTED_DOUBLE_PENDULUM);
}

/// Springs of all kinds and point masses exchange energy and lose none.
#[test]
fn springs_keep_the_energy() {
    let text = r#"
name = "Springs"
connections = [
  ["world.frame_b", "slider.frame_b"], ["slider.frame_a", "wagon.frame_a"], ["wagon.frame_b", "joint.frame_a"],
  ["joint.frame_b", "bar.frame_a"], ["bar.frame_b", "line.frame_a"], ["line.frame_b", "ball.frame_a"],
  ["ball.frame_a", "thread.frame_a"], ["thread.frame_b", "disc.frame_a"], ["world.frame_b", "hook.frame_a"], ["hook.frame_b", "disc.frame_b"],
  ["axial.flange_a", "slider.support"], ["axial.flange_b", "slider.axis"],
  ["torsion.flange_a", "joint.axis"], ["torsion.flange_b", "joint.support"],
]
components.world = { class = "World", n = [0.2, -0.7, 0.5] }
components.slider = { class = "Joints.Prismatic", n = [1, 0.3, -0.4], useAxisFlange = true, v = { start = 0.8 } }
components.wagon = { class = "Parts.BodyShape", r = [0.2, 0.1, 0], r_CM = [0.1, 0.1, 0.1], m = 3 }
components.joint = { class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true, phi = { start = 0.7 } }
components.bar = { class = "Parts.BodyCylinder", r = [0.3, -0.4, 0.2], diameter = 0.04 }
components.line = { class = "Forces.Spring", c = 90, s_unstretched = 0.4, fixedRotationAtFrame_b = true }
components.ball = { class = "Parts.PointMass", m = 0.6, r_0 = { start = [0.8, -0.9, 0.5] }, v_0 = { start = [0.3, 0.6, 0.1] } }
components.thread = { class = "Forces.Spring", c = 70, s_unstretched = 0.3, fixedRotationAtFrame_a = true }
components.disc = { class = "Parts.BodyBox", r = [0.2, 0.3, 0.1], width = 0.05, r_0 = { start = [1.1, -0.8, 0.9] }, w_0_start = [1, 2, 3] }
components.hook = { class = "Forces.Spring", c = 400, s_unstretched = 1.1 }
components.axial = { class = "Translational.Components.Spring", c = 150, s_rel0 = 0.1 }
components.torsion = { class = "Rotational.Components.Spring", c = 12, phi_rel0 = -0.2 }
"#;
    let mut rig = Rig::new(text);
    let energy = |rig: &mut Rig| {
        let mut sum = rig.kinetic_energy() + rig.potential_energy();
        for (spring, x, x0) in [
            ("line", "length", "s_unstretched"),
            ("thread", "length", "s_unstretched"),
            ("hook", "length", "s_unstretched"),
            ("axial", "s_rel", "s_rel0"),
            ("torsion", "phi_rel", "phi_rel0"),
        ] {
            let stretch = rig.get(&format!("{spring}.{x}")) - rig.get(&format!("{spring}.{x0}"));
            sum += 0.5 * rig.get(&format!("{spring}.c")) * stretch * stretch;
        }
        sum
    };
    let start = energy(&mut rig);
    let potential = rig.potential_energy();
    let mut moved: f64 = 0.0;
    for step in 1..=20 {
        rig.run(0.25 * f64::from(step));
        near(energy(&mut rig), start, 2e-6, "energy");
        moved = moved.max((rig.potential_energy() - potential).abs());
    }
    assert!(moved > 3.0, "{moved}");
}

/// The energy that a damper takes is the loss of the mechanism.
#[test]
fn dampers_only_lose() {
    let text = TILTED_DOUBLE_PENDULUM
        .replace("connections = [", "connections = [[\"loss.flange_a\", \"elbow.axis\"], [\"loss.flange_b\", \"elbow.support\"], [\"drag.frame_a\", \"world.frame_b\"], [\"drag.frame_b\", \"lower.frame_b\"],")
        .replace("n = [0.4, -0.3, 1]", "useAxisFlange = true, n = [0.4, -0.3, 1]")
        + "components.loss = { class = \"Rotational.Components.Damper\", d = 0.7 }\ncomponents.drag = { class = \"Forces.Damper\", d = 5 }\n";
    let mut rig = Rig::new(&text);
    let mut energy = f64::MAX;
    for step in 0..40 {
        rig.run(0.1 * f64::from(step));
        let now = rig.kinetic_energy() + rig.potential_energy();
        assert!(now < energy);
        energy = now;
        let lost = rig.rate(|rig| rig.kinetic_energy() + rig.potential_energy());
        near(-lost, rig.get("loss.lossPower") + rig.get("drag.lossPower"), 1e-7, "power");
    }
}

/// An example of a closed loop without its damper, upright under gravity so that it swings.
fn undamped(name: &str, damper: &str) -> Rig {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/{name}.toml"));
    let file = ModelFile::from_path(&path).unwrap().0;
    let mut rig = Rig::uninitialized(compiler::compile(&file).unwrap()).with_tolerance(1e-9);
    rig.set(damper, 0.0);
    rig.initialize(0.0).unwrap();
    rig
}

/// Closed loops stay closed over 1000 s at a tolerance of 1e-9, and keep their energy to 1e-6 of its swing in the first 300; what
/// integration loses grows with time. The first 8 s where nothing is optimised.
#[test]
fn closed_loops_keep_their_energy_and_do_not_drift() {
    let seconds = if cfg!(debug_assertions) { 8 } else { 1000 };
    for (name, damper) in [("four_bar", "load.d"), ("slider_crank", "friction.d")] {
        let mut rig = undamped(name, damper);
        let energy = rig.kinetic_energy() + rig.potential_energy();
        let (mut lowest, mut highest, mut drift) = (f64::MAX, f64::MIN, 0.0_f64);
        let (mut early, mut worst) = (0.0_f64, 0.0_f64);
        for second in 1..=seconds {
            // Not always at the same angle.
            rig.run(f64::from(second) - 0.3 * f64::from(second % 3));
            let potential = rig.potential_energy();
            (lowest, highest) = (lowest.min(potential), highest.max(potential));
            worst = worst.max((rig.kinetic_energy() + potential - energy).abs());
            if second <= 300 {
                early = worst;
            }
            let x = rig.x.clone();
            drift = drift.max(rig.system.drift(rig.t, &x));
        }
        let swing = highest - lowest;
        println!("{name}: {worst:e} of {swing}, drift {drift:e}");
        assert!(swing > 0.5, "{name}: {swing}");
        assert!(early < 1e-6 * swing && worst < 4e-6 * swing, "{name}: {early:e}, then {worst:e} of {swing}");
        assert!(drift < 1e-9, "{name}: {drift:e}");
    }
}

/// The work of forces, inputs and dampers is the change of the kinetic and potential energy, in every example over its whole
/// experiment, with something at every input.
#[test]
fn every_example_keeps_the_balance_of_energy() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut examples = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let file = ModelFile::from_path(&path).unwrap().0;
        let components: Vec<_> =
            file.components.iter().map(|c| (c.name.value.clone(), c.class.value.clone())).collect();
        // The energy that contacts and dry friction take has tests of its own (friction/), and shafts alone are not in space.
        let has_contacts = components.iter().any(|(_, class)| class.starts_with("MultibodyFmu."));
        if has_contacts || !components.iter().any(|(_, class)| class == "World") {
            continue;
        }
        let mut rig = Rig::uninitialized(compiler::compile(&file).unwrap());
        for (k, input) in rig.model.catalogue.inputs.clone().into_iter().enumerate() {
            let name = rig.model.catalogue.variables.at(input).name.to_owned();
            rig.set(&name, 0.3 - 0.1 * k as f64);
        }
        rig.initialize(0.0).unwrap();
        let (start, _) = balance::energy(&mut rig, &components);
        let mut motion = Motion::new(rig, &components, 1e-12, 1_000_000);
        let stop = file.experiment.stop_time.unwrap();
        let (mut off, mut moved) = (0.0_f64, 0.0_f64);
        for step in 1..=20 {
            motion.run(0.05 * f64::from(step) * stop).unwrap();
            let (energy, scale) = balance::energy(&mut motion.rig, &components);
            off = off.max((energy - start - motion.done).abs() / scale);
            moved = moved.max(motion.done.abs());
        }
        println!("{name}: {off:e} of all energy, work of {moved} J");
        assert!(off < 1e-8, "{name}: {off:e}");
        let drives = components.iter().any(|(_, class)| class.contains("Sources.") || class.contains("Damper"));
        assert!(moved > 0.01 || !drives, "{name}: work of {moved} J");
        examples += 1;
    }
    assert!(examples >= 8, "{examples} examples");
}
