//! A model that runs while a person changes it, and pages in which that happens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use compiler::model_file::{ModelFile, SourceText};
use fmu_builder::scene::ShapeFolders;
use fmu_builder::{Live, LiveError, RUNTIMES, WEB};
use support::shared_folder::skipped;

/// Rate of the critically damped spring of a hand, 1/s: 2 Hz.
const RATE: f64 = 4.0 * std::f64::consts::PI;

fn open(text: &str) -> Live {
    let source = SourceText { name: "model.toml".to_owned(), text: text.to_owned() };
    let (file, _) = ModelFile::from_source(source).unwrap();
    Live::open(file, &ShapeFolders::default()).unwrap().0
}

/// A body that floats, with this gravity.
fn floating(g: f64) -> Live {
    open(&format!(
        r#"
        name = "Floating"
        connections = [["world.frame_b", "free.frame_a"], ["free.frame_b", "body.frame_a"]]
        [components.world]
        class = "World"
        g = {g}
        [components.free]
        class = "Joints.FreeMotion"
        [components.body]
        class = "Parts.Body"
        m = 3
        r_CM = [0, 0, 0]
        sphereDiameter = 0.2
        "#
    ))
}

fn reference(live: &mut Live, name: &str) -> u32 {
    live.controls().iter().find(|control| control.name == name).unwrap().reference
}

fn shape(live: &Live, component: &str) -> usize {
    let place = (0..live.scene().poses().len() / 11).find(|shape| live.scene().component(*shape) == Some(component));
    place.unwrap()
}

fn value(live: &mut Live, name: &str) -> f64 {
    let reference = live.model().catalogue.find(name).unwrap();
    live.get(&[live.model().catalogue.reference(reference) as u32]).unwrap()[0]
}

#[test]
fn a_dragged_body_follows_a_critically_damped_spring() {
    let mut live = floating(0.0);
    let body = shape(&live, "body");
    live.grab(body, [0.0; 3]).unwrap();
    live.drag([0.5, -0.25, 0.1]).unwrap();
    for k in 1..=40 {
        let t = 0.025 * f64::from(k);
        live.step_to(t).unwrap();
        let part = 1.0 - (1.0 + RATE * t) * (-RATE * t).exp();
        for (axis, end) in [(1, 0.5), (2, -0.25), (3, 0.1)] {
            let place = value(&mut live, &format!("body.frame_a.r_0[{axis}]"));
            assert!((place - part * end).abs() < 1e-4, "{axis} at {t} s: {place} instead of {}", part * end);
        }
    }
    let place = live.dragged().unwrap();
    assert!((place[0] - 0.5).abs() < 1e-3, "{place:?}");
    live.release();
    assert_eq!(live.dragged(), None);
}

#[test]
fn a_hand_beside_the_centre_of_mass_turns_the_body() {
    let mut live = floating(0.0);
    let body = shape(&live, "body");
    live.grab(body, [0.1, 0.0, 0.0]).unwrap();
    live.drag([0.1, 0.3, 0.0]).unwrap();
    live.step(0.05).unwrap();
    // The force is along y, at 0.1 m along x: the body turns about z, positively.
    assert!(value(&mut live, "body.frame_a.R.w[3]") > 0.1);
    assert!(value(&mut live, "body.frame_a.R.w[1]").abs() < 1e-6);
}

#[test]
fn what_does_not_move_is_not_dragged() {
    let mut live = floating(0.0);
    let world = shape(&live, "world");
    assert!(matches!(live.grab(world, [0.0; 3]), Err(LiveError::Fixed)));
    assert!(matches!(live.grab(usize::MAX, [0.0; 3]), Err(LiveError::Fixed)));
    assert!(matches!(live.grab(0, [f64::NAN, 0.0, 0.0]), Err(LiveError::NotFinite)));
}

#[test]
fn a_hand_that_does_not_pull_changes_no_bit() {
    let text = fs::read_to_string(examples().join("four_bar.toml")).unwrap();
    let (mut plain, mut held) = (open(&text), open(&text));
    let states: Vec<String> = plain
        .model()
        .catalogue
        .states
        .iter()
        .map(|s| plain.model().catalogue.variables.get(*s).unwrap().name.to_owned())
        .collect();
    held.save();
    held.release();
    for _ in 0..50 {
        plain.step(0.01).unwrap();
        held.step(0.01).unwrap();
        held.release();
        for state in &states {
            assert_eq!(value(&mut plain, state).to_bits(), value(&mut held, state).to_bits(), "{state}");
        }
    }
}

#[test]
fn gravity_falls_where_it_is_tilted_to() {
    let mut live = floating(9.81);
    live.tilt(Some([0.0, 0.0, 1.0])).unwrap();
    live.step(0.5).unwrap();
    assert!((value(&mut live, "body.frame_a.r_0[3]") - 0.5 * 9.81 * 0.25).abs() < 1e-6);
    assert!(value(&mut live, "body.frame_a.r_0[2]").abs() < 1e-9);
    // It stays tilted over a restart, until the model's own direction is asked for.
    live.restart(None).unwrap();
    live.step(0.5).unwrap();
    assert!((value(&mut live, "body.frame_a.r_0[3]") - 0.5 * 9.81 * 0.25).abs() < 1e-6);
    live.tilt(None).unwrap();
    live.restart(None).unwrap();
    live.step(0.5).unwrap();
    assert!((value(&mut live, "body.frame_a.r_0[2]") + 0.5 * 9.81 * 0.25).abs() < 1e-6);
    assert!(matches!(live.tilt(Some([0.0; 3])), Err(LiveError::Direction)));
}

#[test]
fn a_saved_state_comes_back_and_a_fixed_parameter_starts_anew() {
    let text = fs::read_to_string(examples().join("spring_mass.toml")).unwrap();
    let mut live = open(&text);
    live.step(0.2).unwrap();
    let state = live.model().catalogue.variables.get(live.model().catalogue.states[0]).unwrap().name.to_owned();
    let (saved, before) = (live.save(), value(&mut live, &state));
    live.step(0.3).unwrap();
    assert_ne!(value(&mut live, &state), before);
    live.restore(&saved).unwrap();
    assert_eq!((live.time(), value(&mut live, &state)), (0.2, before));
    let mut body = floating(9.81);
    let g = reference(&mut body, "world.g");
    assert!(body.set(g, 1.0).unwrap(), "g is fixed");
    body.step(1.0).unwrap();
    assert!((value(&mut body, "body.frame_a.r_0[2]") + 0.5).abs() < 1e-6);
}

#[test]
fn a_value_that_is_refused_leaves_the_one_before() {
    let text = fs::read_to_string(examples().join("spring_mass.toml")).unwrap();
    let mut live = open(&text);
    let tunable = live.controls().into_iter().find(|control| control.role == fmu_builder::Role::Tunable).unwrap();
    live.set(tunable.reference, 1.5 * tunable.value).unwrap();
    assert!(live.set(tunable.reference, f64::NAN).is_err());
    assert_eq!(live.get(&[tunable.reference]).unwrap(), [1.5 * tunable.value]);
    live.step(0.1).unwrap();
    assert!(live.set(u32::MAX, 1.0).is_err() && live.get(&[u32::MAX]).is_err());
    // A start that is not possible is told, and the run goes on.
    let mut body = floating(9.81);
    body.step(0.1).unwrap();
    let m = reference(&mut body, "body.m");
    body.set(m, -1.0).unwrap_err();
    assert_eq!(body.time(), 0.1);
    body.step(0.1).unwrap();
    body.restart(None).unwrap();
    assert!(body.set(m, 2.0).unwrap() && body.time() == 0.0);
}

#[test]
fn a_recorded_run_is_a_table_and_a_film() {
    let text = fs::read_to_string(examples().join("double_pendulum.toml")).unwrap();
    let mut live = open(&text);
    assert!(live.scene().recorded_csv().is_err(), "nothing was recorded");
    live.record(true).unwrap();
    for _ in 0..20 {
        live.step(0.01).unwrap();
        live.frame().unwrap();
    }
    live.record(false).unwrap();
    live.step(0.01).unwrap();
    live.frame().unwrap();
    assert_eq!(live.scene().recorded(), 21);
    let table = String::from_utf8(live.scene().recorded_csv().unwrap()).unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 22);
    assert!(rows[0].contains("shoulder_angle") && rows[21].starts_with("0.2"), "{}\n{}", rows[0], rows[21]);
    let film = gltf::Gltf::from_slice(&live.scene().recorded_glb().unwrap()).unwrap();
    assert!(film.animations().next().is_some_and(|animation| animation.channels().count() >= 4));
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web/tests")
}

fn builder(arguments: &[&std::ffi::OsStr]) {
    let ran = Command::new(env!("CARGO_BIN_EXE_fmu-builder")).args(arguments).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Runs a script in Node and shows what it says; false where the program has no builder for pages, or there is no Node.
fn node(script: &str, arguments: &[PathBuf]) -> bool {
    if WEB.is_none() || Command::new("node").arg("--version").output().is_err() {
        skipped("fmu-builder was compiled without MULTIBODY_WEB, or there is no node");
        return false;
    }
    let ran = Command::new("node").arg(scripts().join(script)).args(arguments).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    eprintln!("{said}");
    assert!(ran.status.success(), "{said}");
    true
}

/// Example files: a loop, events, a motor, a circuit, a robot.
const PAGES: [&str; 5] = ["four_bar.toml", "bouncing_ball.toml", "driven_arm.toml", "h_bridge.toml", "arm.urdf"];

#[test]
fn every_control_of_a_page_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut pages = Vec::new();
    for name in PAGES.into_iter().filter(|_| WEB.is_some()) {
        let page = folder.path().join(name).with_extension("html");
        let mut model = examples().join(name);
        if name == "driven_arm.toml" {
            // From its FMU, which has the model inside.
            let fmu = folder.path().join("driven_arm.fmu");
            builder(&["build".as_ref(), model.as_ref(), "-o".as_ref(), fmu.as_ref()]);
            model = fmu;
        }
        builder(&["animate".as_ref(), model.as_ref(), "--live".as_ref(), "-o".as_ref(), page.as_ref()]);
        pages.push(page);
    }
    node("live.mjs", &pages);
}

#[test]
fn preview_follows_its_file() {
    let folder = tempfile::tempdir().unwrap();
    node("preview.mjs", &[env!("CARGO_BIN_EXE_fmu-builder").into(), folder.path().to_owned()]);
}

#[test]
fn a_page_computes_and_builds_what_the_program_does() {
    let Some(web) = WEB else {
        skipped("fmu-builder was compiled without MULTIBODY_WEB");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (wasm, runtime) = (at("web.gz"), at("runtime.zip"));
    fs::write(&wasm, web).unwrap();
    fs::write(&runtime, RUNTIMES[0].packed).unwrap();
    fs::create_dir(at("parts")).unwrap();
    for part in fs::read_dir(examples().join("parts")).unwrap() {
        let part = part.unwrap();
        fs::copy(part.path(), at("parts").join(part.file_name())).unwrap();
    }
    for path in fs::read_dir(examples()).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        if !["toml", "mo", "urdf"].iter().any(|ending| path.extension().is_some_and(|found| found == *ending)) {
            continue;
        }
        fs::copy(&path, at(name)).unwrap();
        let (model, csv, fmu) = (at(name), at(&format!("{name}.csv")), at(&format!("{name}.fmu")));
        builder(&["build".as_ref(), model.as_ref(), "-o".as_ref(), fmu.as_ref()]);
        builder(&[
            "simulate".as_ref(),
            model.as_ref(),
            "--stop-time".as_ref(),
            "2".as_ref(),
            "-o".as_ref(),
            csv.as_ref(),
        ]);
    }
    node("native.mjs", &[wasm, runtime, folder.path().to_owned()]);
}
