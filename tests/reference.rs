//! The Modelica Association's test models against the trajectories that Dymola computed for them, through the FMI C API.
//!
//! `cargo test --release --test reference -- --nocapture` prints the table of all models. MSL_REFERENCE names another folder of
//! models and results; MSL_REFERENCE_OUT a folder that gets our results as CSV files.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "reference/case.rs"]
mod case;
#[path = "reference/comparison.rs"]
mod comparison;
#[path = "reference/expectations.rs"]
mod expectations;
#[path = "reference/kepler.rs"]
mod kepler;
#[path = "reference/report.rs"]
mod report;
#[path = "reference/sampling.rs"]
mod sampling;
#[path = "common/shared_folder.rs"]
mod shared_folder;
#[path = "reference/trajectory.rs"]
mod trajectory;
#[path = "reference/tube.rs"]
mod tube;
#[path = "reference/verdict.rs"]
mod verdict;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use case::{Case, Outcome, Run};
use comparison::{Comparison, compare};
use kepler::{Invariants, Orbit, length, subtract};
use serde_json::Value;
use shared_folder::shared;
use trajectory::Trajectory;

/// The folder of models and results, and whether it is the one that the list of expectations is about.
fn folder() -> Option<(PathBuf, bool)> {
    match env::var_os("MSL_REFERENCE") {
        Some(folder) => Some((PathBuf::from(folder), false)),
        None => shared("reference").map(|folder| (folder, true)),
    }
}

#[test]
fn results_agree_with_the_references() {
    let Some((folder, is_ours)) = folder() else { return };
    let outcomes = run_all(Case::all(&folder));
    let table = report::table(&outcomes);
    println!("{table}");
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference.txt"), &table).unwrap();
    if let Some(out) = env::var_os("MSL_REFERENCE_OUT") {
        write_results(&outcomes, Path::new(&out));
    }
    let expected = expectations::parse(include_str!("reference_expected.txt")).unwrap();
    let mut contradictions: Vec<String> = outcomes
        .iter()
        .filter_map(|(case, outcome)| verdict::contradiction(&case.name, expected.get(&case.name).copied(), outcome))
        .collect();
    if is_ours {
        let absent = expected.keys().filter(|name| !outcomes.iter().any(|(case, _)| case.name == **name));
        contradictions.extend(absent.map(|name| format!("{name} is listed, but there is no such model")));
    } else {
        // The list is not about that folder: what passes there beyond it is no fault.
        contradictions.retain(|contradiction| !contradiction.contains("is not listed"));
    }
    assert!(
        contradictions.is_empty(),
        "tests/reference_expected.txt and the results differ:\n{}",
        contradictions.join("\n")
    );
}

/// Runs all cases, on all cores.
fn run_all(cases: Vec<Case>) -> Vec<(Case, Outcome)> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            // A panic is one failed case, and the table still shows the others.
            let outcome = catch_unwind(AssertUnwindSafe(|| case.run()));
            done.push((case.clone(), outcome.unwrap_or_else(|_| Outcome::Failed("panicked".to_owned()))));
        }
        done
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut outcomes: Vec<(Case, Outcome)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    outcomes.sort_by(|a, b| a.0.name.cmp(&b.0.name));
    outcomes
}

fn write_results(outcomes: &[(Case, Outcome)], folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    for (case, outcome) in outcomes {
        if let Outcome::Ran(run) = outcome {
            run.result.write(&folder.join(format!("{}.csv", case.name))).unwrap();
        }
    }
}

/// A case that must run.
fn run(folder: &Path, name: &str) -> Run {
    match Case::new(folder, name).run() {
        Outcome::Ran(run) => *run,
        outcome => panic!("{name}: {}", verdict::summary(&outcome)),
    }
}

/// Bodies that move alone in a point gravity field of strength 1 m3/s2: model, name of the body's position, m, and velocity, m/s.
const ORBITS: [(&str, &str, &str); 4] = [
    ("Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravity", "body1.frame_a.r_0", "body1.v_0"),
    ("Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravity", "body2.frame_a.r_0", "body2.v_0"),
    ("Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses", "body1.r_0", "body1.v_0"),
    ("Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses", "body2.r_0", "body2.v_0"),
];

/// How far a trajectory is from the exact orbit through its own first row.
struct Drift {
    /// Largest relative changes.
    energy: f64,
    angular_momentum: f64,
    /// Largest distance, m.
    position: f64,
}

impl Drift {
    fn of(trajectory: &Trajectory, position: &str, velocity: &str) -> Self {
        let vector = |name: &str, row: usize| -> [f64; 3] {
            std::array::from_fn(|k| trajectory.column(&format!("{name}[{}]", k + 1)).unwrap()[row])
        };
        let at = |row: usize| (vector(position, row), vector(velocity, row));
        let (r, v) = at(0);
        let (start, orbit) = (Invariants::new(1.0, r, v), Orbit::new(1.0, r, v));
        let mut drift = Self { energy: 0.0, angular_momentum: 0.0, position: 0.0 };
        for (row, time) in trajectory.time.iter().enumerate() {
            let (r, v) = at(row);
            let (energy, angular_momentum) = Invariants::new(1.0, r, v).distance(&start);
            drift.energy = drift.energy.max(energy);
            drift.angular_momentum = drift.angular_momentum.max(angular_momentum);
            drift.position = drift.position.max(length(subtract(r, orbit.position(*time))));
        }
        drift
    }
}

/// The references of these two models are less accurate than the norm asks: they change what the motion keeps and leave the exact
/// orbit, and our results do neither.
#[test]
fn reference_energy_drift() {
    let Some((folder, true)) = folder() else { return };
    println!(
        "{:<30} {:<5} {:>10} {:>16} {:>12}",
        "largest change relative", "", "energy", "angular momentum", "position, m"
    );
    for (name, position, velocity) in ORBITS {
        let run = run(&folder, name);
        let reference = Drift::of(&run.reference, position, velocity);
        let ours = Drift::of(&run.result, position, velocity);
        let short = name.rsplit('.').next().unwrap();
        for (who, drift) in [("reference drifts", &reference), ("result", &ours)] {
            println!(
                "{short:<30} {position:<18} {who:<17} {:>9.1e} {:>9.1e} {:>9.1e}",
                drift.energy, drift.angular_momentum, drift.position
            );
        }
    }
}

/// The comparison here and `compare_csv.py` agree: on results, and on results with faults.
#[test]
fn comparison_agrees_with_the_python_one() {
    let Some((folder, true)) = folder() else { return };
    let Some(script) = shared("reference/compare_csv.py") else { return };
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3");
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    for name in [
        "Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum",
        "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravity",
        "ModelicaTest.MultiBody.Frames.AngularVelocity",
        "ModelicaTest.MultiBody.Joints.FreeMotion",
    ] {
        let run = run(&folder, name);
        for (fault, result) in faults(&run.result) {
            let path = temporary.path().join("result.csv");
            result.write(&path).unwrap();
            let ours = compare(&run.reference, &result, &run.ignore);
            let theirs = python(&script, &Case::new(&folder, name).result, &path, &run.ignore);
            assert_same(&ours, &theirs, &format!("{name}, {fault}"));
        }
    }
}

/// A result as it is, and damaged in ways that a comparison has to see.
fn faults(result: &Trajectory) -> Vec<(&'static str, Trajectory)> {
    let with = |change: &dyn Fn(&mut Trajectory)| {
        let mut changed = result.clone();
        change(&mut changed);
        changed
    };
    let rows = result.time.len();
    vec![
        ("as it is", result.clone()),
        ("one signal a little off", with(&|r| r.columns[0].iter_mut().for_each(|x| *x = *x * 1.0021 + 1e-5))),
        ("opposite signs", with(&|r| r.columns.iter_mut().flatten().for_each(|x| *x = -*x))),
        ("a signal missing", with(&|r| r.names[1].push('x'))),
        ("a value not a number", with(&|r| r.columns[0][rows / 2] = f64::NAN)),
        ("a peak", with(&|r| r.columns[0][rows / 3] += 1.0)),
        ("every third row only", with(&|r| keep(r, |row| row % 3 == 0 || row == rows - 1))),
        ("ends early", with(&|r| keep(r, |row| row < rows - 5))),
        ("starts late", with(&|r| keep(r, |row| row > 5))),
        (
            "late by a thousandth of the time",
            with(&|r| {
                let shift = 1e-3 * (r.time[rows - 1] - r.time[0]);
                r.time.iter_mut().skip(1).for_each(|t| *t += shift);
            }),
        ),
    ]
}

/// Keeps some rows.
fn keep(trajectory: &mut Trajectory, wanted: impl Fn(usize) -> bool) {
    for column in std::iter::once(&mut trajectory.time).chain(&mut trajectory.columns) {
        let mut row = 0..;
        column.retain(|_| wanted(row.next().unwrap()));
    }
}

fn python(script: &Path, reference: &Path, result: &Path, ignore: &[String]) -> Value {
    let mut command = Command::new("python3");
    command.arg(script).args(["--quat-sign", "--json"]).args([reference, result]);
    command.args(ignore.iter().flat_map(|pattern| ["--ignore", pattern]));
    let output = command.output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    // Python writes what JSON does not have.
    let text = String::from_utf8(output.stdout).unwrap().replace("Infinity", "null").replace("NaN", "null");
    serde_json::from_str(&text).unwrap()
}

fn assert_same(ours: &Comparison, theirs: &Value, what: &str) {
    let signals = theirs["signals"].as_array().unwrap();
    assert_eq!(ours.0.len(), signals.len(), "{what}");
    assert_eq!(ours.in_tube(), theirs["verdict"] == "pass", "{what}");
    for (ours, theirs) in ours.0.iter().zip(signals) {
        let what = format!("{what}: {ours:?}, {theirs}");
        assert_eq!(ours.signal, theirs["signal"].as_str().unwrap(), "{what}");
        assert_eq!(ours.in_tube, theirs["status"] == "pass", "{what}");
        assert_eq!(ours.norm.is_none(), theirs["status"] == "missing", "{what}");
        if let Some(norm) = ours.norm {
            let expected = theirs["norm"].as_f64().unwrap();
            assert!((norm - expected).abs() <= 1e-9 * expected, "{what}");
            assert_eq!(ours.outside as u64, theirs["outside"].as_u64().unwrap(), "{what}");
        }
    }
}
