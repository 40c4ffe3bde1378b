//! What is said of a model at its start: degrees of freedom, start values, redundant constraints, eigenvalues, faults with their place.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use std::path::Path;
use std::sync::Arc;

use compiler::model_file::{Diagnostic, ModelFile};
use fmu_builder::start::{Immobile, Start, StartFault, initialize};
use simulation::model::Model;

const GRAVITY: f64 = 9.80665;

fn words(problems: Vec<Diagnostic>) -> String {
    problems.iter().map(|problem| problem.problem.to_string()).collect::<Vec<_>>().join("; ")
}

fn model(text: &str) -> (ModelFile, Arc<Model>) {
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{}", words(problems)));
    let model = compile(&file).unwrap_or_else(|problems| panic!("{}", words(problems)));
    (file, Arc::new(model))
}

fn start(text: &str) -> Start {
    Start::of(&model(text).1).unwrap_or_else(|fault| panic!("{fault}"))
}

fn example(class: &str) -> Start {
    start(library::find_class(class).unwrap().documentation().example())
}

/// A point mass on a massless rod of 0.5 m that starts at the angle `phi` from the x axis, with gravity along -y.
fn pendulum(phi: f64) -> String {
    format!(
        "name = \"P\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"rod.frame_a\"], [\"rod.frame_b\", \"bob.frame_a\"]]
[components.world]\nclass = \"World\"
[components.rev]\nclass = \"Joints.Revolute\"\nphi = {{ start = {phi}, fixed = true }}
[components.rod]\nclass = \"Parts.FixedTranslation\"\nr = [0.5, 0, 0]
[components.bob]\nclass = \"Parts.PointMass\"\nm = 3.0\n"
    )
}

#[test]
fn a_hanging_pendulum_swings_with_its_frequency() {
    let start = start(&pendulum(-std::f64::consts::FRAC_PI_2));
    assert_eq!((start.degrees_of_freedom, start.coordinates), (1, vec!["rev.phi".to_owned()]));
    let motion = start.motion.unwrap();
    let fastest = motion.fastest.unwrap();
    assert!((fastest.imaginary - (GRAVITY / 0.5).sqrt()).abs() < 1e-10, "{fastest:?}");
    assert!(fastest.real.abs() < 1e-10);
    assert_eq!(fastest.state, "rev.phi");
    assert_eq!((motion.stiffest, motion.unstable), (None, None));
}

#[test]
fn an_upright_pendulum_falls_over() {
    let motion = start(&pendulum(std::f64::consts::FRAC_PI_2)).motion.unwrap();
    let rate = (GRAVITY / 0.5).sqrt();
    assert_eq!(motion.fastest, None);
    assert!((motion.unstable.unwrap().real - rate).abs() < 1e-10);
    assert!((motion.stiffest.unwrap().real + rate).abs() < 1e-10);
}

/// Mass, spring and damper, m = 2, c = 50: der(s) and s have the eigenvalues of 2 x^2 + d x + 50 = 0.
#[test]
fn eigenvalues_of_an_oscillator_are_those_of_its_polynomial() {
    let oscillator = |d: f64| {
        let text = format!(
            "name = \"O\"\nconnections = [[\"wall.flange\", \"spring.flange_a\"], [\"spring.flange_b\", \"mass.flange_a\"]]
[components.wall]\nclass = \"Translational.Components.Fixed\"
[components.spring]\nclass = \"Translational.Components.SpringDamper\"\nc = 50.0\nd = {d}
[components.mass]\nclass = \"Translational.Components.Mass\"\nm = 2.0\n"
        );
        start(&text).motion.unwrap()
    };
    let (d, m, c) = (4.0_f64, 2.0_f64, 50.0_f64);
    let fastest = oscillator(d).fastest.unwrap();
    assert!((fastest.real + d / (2.0 * m)).abs() < 1e-10, "{fastest:?}");
    assert!((fastest.imaginary - (c / m - (d / (2.0 * m)).powi(2)).sqrt()).abs() < 1e-10, "{fastest:?}");
    let d = 1e6_f64;
    let motion = oscillator(d);
    let expected = -(d + (d * d - 4.0 * m * c).sqrt()) / (2.0 * m);
    assert!((motion.stiffest.unwrap().real / expected - 1.0).abs() < 1e-10);
    assert_eq!((motion.fastest, motion.unstable), (None, None));
}

/// A pendulum whose revolute joint is a constraint on a free body swings as one on a joint: what leads off the constraint is no motion.
#[test]
fn constraints_leave_the_motion_of_the_mechanism_only() {
    let text = format!(
        "name = \"C\"\nconnections = [[\"world.frame_b\", \"hinge.frame_a\"], [\"hinge.frame_b\", \"body.frame_a\"]]
[components.world]\nclass = \"World\"
[components.hinge]\nclass = \"Joints.Constraints.Revolute\"\nn = [0, 0, 1]
[components.body]\nclass = \"Parts.Body\"\nm = 3.0\nr_CM = [0, -0.5, 0]\nI_33 = {}\n",
        3.0 * 0.25
    );
    let start = start(&text);
    assert_eq!(start.degrees_of_freedom, 1);
    let motion = start.motion.unwrap();
    // The radius of gyration about the axis is sqrt(2) times the length.
    let expected = (GRAVITY / (2.0 * 0.5)).sqrt();
    assert!((motion.fastest.unwrap().imaginary / expected - 1.0).abs() < 1e-10);
    assert_eq!((motion.stiffest, motion.unstable), (None, None));
}

#[test]
fn degrees_of_freedom_are_counted() {
    for (class, expected) in [
        ("World", 6),
        ("Parts.PointMass", 3),
        ("Parts.BodyShape", 2),
        ("Parts.RollingWheel", 3),
        ("Parts.RollingWheelSet", 2),
        ("Joints.Planar", 3),
        ("Joints.Spherical", 3),
        ("Joints.SphericalSpherical", 5),
        ("Joints.GearConstraint", 1),
        ("Joints.RevolutePlanarLoopConstraint", 1),
        ("Joints.Constraints.Prismatic", 1),
        ("Joints.Constraints.Universal", 2),
        ("Joints.Assemblies.JointRRR", 1),
        ("Rotational.Components.IdealPlanetary", 1),
        ("Rotational.Components.Spring", 2),
        ("Blocks.Routing.RealPassThrough", 2),
    ] {
        assert_eq!(example(class).degrees_of_freedom, expected, "{class}");
    }
}

/// Four revolute joints with parallel axes close a loop with six equations, of which three are independent.
#[test]
fn redundant_constraints_are_those_that_a_planar_loop_has_too_many() {
    let planar = library::find_class("Joints.RevolutePlanarLoopConstraint").unwrap().documentation().example();
    assert_eq!(start(planar).redundant, []);
    let start = start(&planar.replace("Joints.RevolutePlanarLoopConstraint", "Joints.Revolute"));
    assert_eq!(start.degrees_of_freedom, 1);
    let [part] = &start.redundant[..] else { panic!("{:?}", start.redundant) };
    assert_eq!((part.rows, part.rank), (6, 3));
    for joint in ["r1", "r2", "r3"] {
        assert!(
            part.joints.iter().any(|name| name == joint) || part.constraints.iter().any(|name| name == joint),
            "{part:?}"
        );
    }
}

#[test]
fn start_values_that_are_not_fixed_are_named() {
    let start = start(&pendulum(0.3));
    let chosen: Vec<(&str, Option<f64>)> = start.chosen.iter().map(|c| (c.name.as_str(), c.value)).collect();
    assert_eq!(chosen, [("rev.w", Some(0.0))]);
    let free = example("Parts.PointMass");
    assert!(free.chosen.iter().all(|chosen| chosen.name.starts_with("mass.v_0")), "{:?}", free.chosen);
}

#[test]
fn solved_parameters_are_shown() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/model-file.md");
    let text = std::fs::read_to_string(page).unwrap();
    let block = text.split("```toml\n").find(|block| block.starts_with("name = \"LengthFromHeight\"")).unwrap();
    let start = start(block.split("```").next().unwrap());
    let [(name, value)] = &start.solved[..] else { panic!("{:?}", start.solved) };
    assert_eq!(name, "length");
    assert!((value - 0.5 / 1.0_f64.sin()).abs() < 1e-9, "{value}");
}

/// The text that a fault is shown at.
fn place(text: &str) -> (StartFault, Option<String>) {
    let (file, model) = model(text);
    let fault = initialize(&model).err().expect("there is no initial state");
    assert_eq!(Start::of(&model).err().as_ref(), Some(&fault));
    let place = fault.span(&file).map(|span| text[span].to_owned());
    (fault, place)
}

#[test]
fn faults_are_shown_where_they_come_from() {
    let text = pendulum(0.3).replace("m = 3.0", "m = 3.0\nr_0 = { start = [0.5, 0, 0], fixed = true }");
    let (fault, at) = place(&text);
    assert!(fault.to_string().contains("contradict"), "{fault}");
    assert_eq!(at.as_deref(), Some("r_0"));
    let text = pendulum(0.3).replace("m = 3.0", "m = 0");
    let (fault, at) = place(&text);
    assert!(fault.to_string().contains("rev moves no mass: about [0, 0, 1] (world axes) it moves 0 kg.m2"), "{fault}");
    assert_eq!(at.as_deref(), Some("rev"));
}

/// What is said of `joint`, which carries `body` and is turned by 30 degrees about the z axis of the world.
fn immobile(joint: &str, body: &str) -> Immobile {
    let text = format!(
        "name = \"I\"\nconnections = [[\"world.frame_b\", \"turn.frame_a\"], [\"turn.frame_b\", \"joint.frame_a\"], \
         [\"joint.frame_b\", \"body.frame_a\"]]\n[components.world]\nclass = \"World\"\n[components.turn]\n\
         class = \"Parts.FixedRotation\"\nn = [0, 0, 1]\nangle = 30\n[components.joint]\n{joint}\n[components.body]\n{body}\n"
    );
    match initialize(&model(&text).1).err() {
        Some(StartFault::Immobile(immobile)) => *immobile,
        other => panic!("{other:?}"),
    }
}

fn assert_along(immobile: &Immobile, is_rotation: bool, direction: [f64; 3]) {
    assert_eq!((immobile.joint.as_str(), immobile.is_rotation), ("joint", is_rotation), "{immobile}");
    let off = immobile.direction.iter().zip(direction).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(off < 1e-9 && immobile.inertia < 1e-12, "{immobile}");
}

#[test]
fn a_joint_that_moves_no_mass_is_told_with_direction_and_value() {
    let (sine, cosine) = (0.5, 0.75_f64.sqrt());
    let point = "class = \"Parts.PointMass\"\nm = 2";
    let slider = immobile("class = \"Joints.Prismatic\"\nn = [1, 0, 0]", &point.replace("2", "0"));
    assert_along(&slider, false, [cosine, sine, 0.0]);
    assert!(slider.to_string().contains("along [0.866, 0.5, 0] (world axes) it moves 0 kg"), "{slider}");
    // A point on the axis, and a slender rod along it, have no inertia about it.
    let hinge = immobile("class = \"Joints.Revolute\"\nn = [0, 1, 0]\nphi = { start = 0.4, fixed = true }", point);
    assert_along(&hinge, true, [sine, -cosine, 0.0]);
    let rod = "class = \"Parts.Body\"\nr_CM = [0.5, 0, 0]\nm = 2\nI_11 = 0\nI_22 = 0.1\nI_33 = 0.1";
    let ball = immobile("class = \"Joints.Spherical\"", rod);
    assert_along(&ball, true, [cosine, sine, 0.0]);
}

/// The body does not follow the first of two joints with one axis: the second takes up all of the motion.
#[test]
fn what_joints_behind_take_up_is_not_moved() {
    let text = "name = \"T\"\nconnections = [[\"world.frame_b\", \"joint.frame_a\"], [\"joint.frame_b\", \"second.frame_a\"], \
                [\"second.frame_b\", \"body.frame_a\"]]\n[components.world]\nclass = \"World\"\n[components.joint]\n\
                class = \"Joints.Revolute\"\n[components.second]\nclass = \"Joints.Revolute\"\n[components.body]\n\
                class = \"Parts.Body\"\nr_CM = [1, 0, 0]\nm = 2\nI_11 = 0.1\nI_22 = 0.1\nI_33 = 0.1\n";
    match initialize(&model(text).1).err() {
        Some(StartFault::Immobile(immobile)) => assert_along(&immobile, true, [0.0, 0.0, 1.0]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_example_starts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let (file, _) = ModelFile::from_path(&path).unwrap();
            let start = Start::of(&Arc::new(compile(&file).unwrap())).unwrap();
            assert!(start.degrees_of_freedom > 0, "{}", path.display());
        }
    }
    for class in library::classes() {
        let (_, model) = model(class.documentation().example());
        Start::of(&model).unwrap_or_else(|fault| panic!("{}: {fault}", class.name));
    }
}

/// Four revolute joints in a loop about z, `b` about another axis; nothing is fixed.
fn four_revolutes(axis: &str, crank: f64, coupler: &str) -> String {
    let revolute = |name: &str| format!("[components.{name}]\nclass = \"Joints.Revolute\"\n");
    let body = |name: &str, r: &str| format!("[components.{name}]\nclass = \"Parts.BodyBox\"\nr = {r}\n");
    format!(
        "name = \"L\"\nconnections = [[\"world.frame_b\", \"a.frame_a\"], [\"a.frame_b\", \"crank.frame_a\"], [\"crank.frame_b\", \
         \"b.frame_a\"], [\"b.frame_b\", \"coupler.frame_a\"], [\"coupler.frame_b\", \"c.frame_a\"], [\"c.frame_b\", \
         \"rocker.frame_b\"], [\"rocker.frame_a\", \"d.frame_b\"], [\"d.frame_a\", \"base.frame_b\"], [\"base.frame_a\", \
         \"world.frame_b\"]]\n[components.world]\nclass = \"World\"\n[components.base]\nclass = \"Parts.FixedTranslation\"\n\
         r = [1, 0, 0]\n{}{}n = {axis}\n{}phi.start = -0.2\n{}phi.start = 0.5\n{}{}{}",
        revolute("a"),
        revolute("b"),
        revolute("c"),
        revolute("d"),
        body("crank", &format!("[0, {crank}, 0]")),
        body("coupler", coupler),
        body("rocker", "[0, 0.5, 0]"),
    )
}

#[test]
fn axes_that_keep_a_loop_from_closing_are_named() {
    let (fault, at) = place(&four_revolutes("[0.01, 0, 1]", 0.8, "[0, -1.2, 0]"));
    let StartFault::OpenLoop(open) = &fault else { panic!("{fault}") };
    let tilt = open.tilt.as_ref().unwrap();
    let [(joint, angle)] = &tilt.tilted[..] else { panic!("{tilt:?}") };
    assert_eq!(joint, "b");
    assert!((angle - 0.01_f64.atan()).abs() < 1e-12, "{angle}");
    assert_eq!(at.as_deref(), Some("b"));
    let mut parallel = tilt.parallel.clone();
    parallel.sort();
    assert_eq!(parallel, ["a", "c", "d"]);
    let words = fault.to_string();
    assert!(words.contains("does not close with these axes: that of b is 0.5729 deg off from the axis of"), "{words}");
    assert!(!words.contains("fixed = false"), "{words}");
    // The same with parallel axes moves.
    assert_eq!(start(&four_revolutes("[0, 0, 1]", 0.8, "[0, -1.2, 0]")).degrees_of_freedom, 1);
}

#[test]
fn lengths_that_keep_a_loop_from_closing_are_told_without_start_values_to_free() {
    let (fault, _) = place(&four_revolutes("[0, 0, 1]", 0.3, "[3, 0, 0]"));
    let StartFault::OpenLoop(open) = &fault else { panic!("{fault}") };
    assert_eq!((open.joints.len(), open.tilt.is_none()), (4, true), "{open:?}");
    assert!(
        fault.to_string().contains("does not close, though no start value is fixed; at best a (gap along"),
        "{fault}"
    );
}

/// Where the tilted axis does not turn, the loop closes, and stays there.
#[test]
fn axes_that_keep_a_loop_from_moving_are_named() {
    let tilted = start(&four_revolutes("[0.01, 0, 1]", 0.3, "[1, 0.2, 0]"));
    assert_eq!(tilted.degrees_of_freedom, 0);
    let [tilt] = &tilted.stuck[..] else { panic!("{:?}", tilted.stuck) };
    assert_eq!((tilt.tilted.len(), tilt.tilted[0].0.as_str()), (1, "b"));
    let parallel = start(&four_revolutes("[0, 0, 1]", 0.3, "[1, 0.2, 0]"));
    assert_eq!((parallel.degrees_of_freedom, parallel.stuck), (1, vec![]));
}
