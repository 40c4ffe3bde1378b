//! The Modelica Association's test models against the trajectories that Dymola computed for them, through the FMI C API.
//!
//! `cargo test --release --test models reference -- --nocapture` prints the table of all models. MSL_REFERENCE names another folder of
//! models and results; MSL_REFERENCE_OUT a folder that gets our results as CSV files.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod case;
pub(crate) mod comparison;
mod expectations;
mod invariants;
mod motion;
mod remaining;
mod report;
mod sampling;
pub(crate) mod trajectory;
mod tube;
mod vectors;
mod verdict;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use case::{Case, Outcome, Run};
use comparison::{Comparison, compare};
use invariants::SYSTEMS;
use motion::{MODELS, motion};
use serde_json::Value;
use support::shared_folder::shared;
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
    let expected = expectations::parse(include_str!("../reference_expected.txt")).unwrap();
    let mut contradictions: Vec<String> = outcomes
        .iter()
        .filter_map(|(case, outcome)| verdict::contradiction(&case.name, expected.get(&case.name).copied(), outcome))
        .collect();
    if is_ours {
        contradictions.extend(remaining_differ(&outcomes));
        contradictions.extend(unexplained(&outcomes));
        let absent = expected.keys().filter(|name| !outcomes.iter().any(|(case, _)| case.name == **name));
        contradictions.extend(absent.map(|name| format!("{name} is listed, but there is no such model")));
    } else {
        // The list is not about that folder: what passes there beyond it is no fault.
        contradictions.retain(|contradiction| !contradiction.contains("is not listed"));
    }
    assert!(
        contradictions.is_empty(),
        "the results differ from tests/reference_expected.txt or tests/reference_remaining.txt:\n{}",
        contradictions.join("\n")
    );
}

/// Differences between the models that do not pass and the list of them.
fn remaining_differ(outcomes: &[(Case, Outcome)]) -> Vec<String> {
    let (mut found, mut contradictions) = (Vec::new(), Vec::new());
    for line in outcomes.iter().filter_map(|(case, outcome)| remaining::line(case, outcome)) {
        match line {
            Ok(line) => found.push(line),
            Err(fault) => contradictions.push(fault),
        }
    }
    let text = include_str!("../reference_remaining.txt").lines();
    let listed: Vec<&str> = text.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let missing = found.iter().filter(|line| !listed.contains(&line.as_str()));
    contradictions.extend(missing.map(|line| format!("tests/reference_remaining.txt lacks the line {line}")));
    let stale = listed.iter().filter(|line| !found.iter().any(|found| found == *line));
    contradictions.extend(stale.map(|line| format!("tests/reference_remaining.txt has the line {line}")));
    contradictions
}

/// A model that runs and is in neither list of passes has its reason there.
fn unexplained(outcomes: &[(Case, Outcome)]) -> Vec<String> {
    let missed = outcomes
        .iter()
        .filter(|(_, outcome)| matches!(outcome, Outcome::Ran(_)) && verdict::reached(outcome).is_none());
    let explained = |name: &str| include_str!("../reference_expected.txt").contains(&format!("# Not listed: {name}."));
    let missed = missed.filter(|(case, _)| !explained(&case.name));
    missed
        .map(|(case, _)| format!("{} misses its reference; tests/reference_expected.txt does not say why", case.name))
        .collect()
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

/// The references of these models do not keep the energy and the angular momentum of masses that nothing disturbs; our results do.
#[test]
fn reference_energy_drift() {
    let Some((folder, true)) = folder() else { return };
    println!("largest relative changes of what the motion keeps: {:>20} {:>17}", "energy", "angular momentum");
    for system in SYSTEMS {
        let run = run(&folder, system.model);
        let fine = run.fine.expect("these models miss the norm");
        let drifts = [&run.reference, &run.result, &fine.result].map(|trajectory| system.drift(trajectory));
        let name = system.model.rsplit('.').next().unwrap();
        for (who, drift) in ["reference drifts", "result", "result, tolerance 1e-9"].iter().zip(drifts) {
            let masses: Vec<&str> =
                system.masses.iter().map(|(position, _)| position.split('.').next().unwrap()).collect();
            let masses = masses.join(", ");
            println!("{name:<28} {masses:<13} {who:<23} {:>9.1e} {:>17.1e}", drift.energy, drift.angular_momentum);
        }
        let [reference, result, fine] = drifts;
        assert!(
            reference.energy > 3e-5 && reference.angular_momentum > 1e-5,
            "{name}: the reference is accurate: {reference:?}"
        );
        assert!(10.0 * result.energy < reference.energy, "{name}: {result:?}, {reference:?}");
        assert!(10.0 * result.angular_momentum < reference.angular_momentum, "{name}: {result:?}, {reference:?}");
        assert!(fine.energy < 1e-6 && fine.angular_momentum < 1e-6, "{name}: {fine:?}");
    }
}

/// References that our results miss are less accurate than the norm: both against the motion that equations derived for the model
/// alone give.
#[test]
fn reference_accuracy() {
    let Some((folder, true)) = folder() else { return };
    println!("{:<30} {:>10} {:>10} {:>10}   deviation from the motion", "", "reference", "result", "1e-9");
    for name in MODELS {
        let run = run(&folder, name);
        let exact = motion(name, &run.reference.time);
        let against_motion = |trajectory: &Trajectory| compare(&only(&exact, trajectory), trajectory, &[]);
        let fine = run.fine.expect("these models miss the norm");
        let [reference, result, fine] = [&run.reference, &run.result, &fine.result].map(against_motion);
        let short = name.rsplit('.').next().unwrap();
        let norms = [&reference, &result, &fine].map(Comparison::worst_norm);
        println!("{short:<30} {:>10.1e} {:>10.1e} {:>10.1e}", norms[0], norms[1], norms[2]);
        assert_eq!(reference.0.len(), run.reference.names.len(), "{name}: equations for all signals");
        assert!(!reference.in_norm(), "{name}: the reference is accurate");
        assert!(fine.in_norm() && norms[2] < 1e-5, "{name}: {:?}", fine.worst());
        assert!(10.0 * norms[1] < norms[0], "{name}: {:?}", result.worst());
    }
}

/// The signals that the other trajectory has too.
fn only(trajectory: &Trajectory, other: &Trajectory) -> Trajectory {
    let mut common = Trajectory { time: trajectory.time.clone(), ..Trajectory::default() };
    for name in &other.names {
        if let Some(column) = trajectory.column(name) {
            common.names.push(name.clone());
            common.columns.push(column.to_vec());
        }
    }
    common
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
