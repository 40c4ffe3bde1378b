//! Damaged model files give a model or errors that help, never a panic, an endless search or half a file.
//!
//! MUTATION_SEED gives other mutants.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod mutator;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use compiler::model_file::{Diagnostic, ModelFile};
use fmu_builder::host::{Package, RunOptions, Simulation, SimulationOptions};
use fmu_builder::start::StartFault;
use fmu_builder::{BuildError, BuildOptions, Fmu, build_options};
use mutator::{Random, mutate};

/// Mutants of each text, and those of them that are tried every day.
const MUTANTS: usize = 960;
const DAILY: usize = 80;
/// One of so many is written to a file.
const WRITTEN: usize = 50;
/// One of so many is built with the search for its initial state and the picture of it, which cost many times what all the rest does.
const INITIALIZED: usize = 16;
/// Longest time for one mutant; debug builds are an order of magnitude slower.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

type Read = fn(&str) -> Result<ModelFile, Vec<Diagnostic>>;

/// A model as a text: name with extension, content.
struct Original {
    name: String,
    text: String,
    read: Read,
}

/// An example, with the sub-models of the files that it uses in its own text.
fn whole(path: &Path) -> String {
    const USE: &str = "use = [\"parts/corner.toml\"]\n";
    let text = fs::read_to_string(path).unwrap();
    match text.contains(USE) {
        true => text.replace(USE, "") + "\n" + &fs::read_to_string(path.with_file_name("parts/corner.toml")).unwrap(),
        false => text,
    }
}

/// Every example as TOML, as compact JSON and as JSON over many lines, the latter two with half the mutants.
fn originals(mutants: usize) -> Vec<(Original, usize)> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut paths: Vec<_> = fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    assert!(paths.len() >= 6, "{paths:?}");
    let forms = paths.into_iter().flat_map(|path| {
        let text = whole(&path);
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let compact = ModelFile::from_toml(&text).unwrap().to_json();
        let value: serde_json::Value = serde_json::from_str(&compact).unwrap();
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        [
            (Original { name: format!("{name}.toml"), text, read: ModelFile::from_toml }, mutants),
            (Original { name: format!("{name}.json"), text: compact, read: ModelFile::from_json }, mutants / 2),
            (Original { name: format!("{name}.json"), text: pretty, read: ModelFile::from_json }, mutants / 2),
        ]
    });
    forms.collect()
}

/// Outcomes of the mutants.
#[derive(Debug, Default)]
struct Tally {
    mutants: usize,
    unreadable: usize,
    refused: usize,
    built: usize,
    /// Of those that are built, the ones whose initial state was looked for: found, and not.
    started: usize,
    without_start: usize,
    written: usize,
    faults: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.mutants += other.mutants;
        self.unreadable += other.unreadable;
        self.refused += other.refused;
        self.built += other.built;
        self.started += other.started;
        self.without_start += other.without_start;
        self.written += other.written;
        self.faults.extend(other.faults);
    }
}

/// The same mutants on every run, or others for a search.
fn seed() -> u64 {
    std::env::var("MUTATION_SEED").map_or(2024, |seed| seed.parse().expect("MUTATION_SEED is a whole number"))
}

/// Tries mutants of one original, which are the same whatever else is tried.
fn tally(original: &Original, count: usize, seed: u64) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let text = mutate(&original.text, &mut random);
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| check(original, &text, &mut tally)));
        let fault = match outcome {
            Err(_) => Some("panicked".to_owned()),
            Ok(Err(fault)) => Some(fault),
            Ok(Ok(())) if start.elapsed() > LONGEST => Some(format!("took {:?}", start.elapsed())),
            Ok(Ok(())) => None,
        };
        tally.mutants += 1;
        tally.faults.extend(fault.map(|fault| format!("{fault}\n--- {}\n{text}\n---", original.name)));
    }
    tally
}

/// Tries the mutants of all originals, on as many threads as there are processors.
fn tally_all(mutants: usize) -> Tally {
    let originals = originals(mutants);
    let (next, total) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let worker = || {
        while let Some((index, (original, count))) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            originals.get(index).map(|original| (index, original))
        } {
            let tally = tally(original, *count, seed().wrapping_add(1000 * index as u64));
            total.lock().unwrap().add(tally);
        }
    };
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().for_each(|handle| handle.join().unwrap());
    });
    total.into_inner().unwrap()
}

#[test]
fn damaged_examples_are_refused_or_built() {
    assert_refused_or_built(DAILY);
}

#[test]
#[ignore = "night: twelve times as many mutants"]
fn more_damaged_examples_are_refused_or_built() {
    assert_refused_or_built(MUTANTS);
}

fn assert_refused_or_built(of_each: usize) {
    let Tally { mutants, unreadable, refused, built, started, without_start, written, faults } = tally_all(of_each);
    println!(
        "{mutants} mutants: {unreadable} unreadable, {refused} refused, {built} built, {written} written; {started} start, \
         {without_start} do not"
    );
    assert!(
        faults.is_empty(),
        "{} faults, first of them:\n{}",
        faults.len(),
        faults[..faults.len().min(5)].join("\n\n")
    );
    assert!(mutants >= 11 * of_each && 32 * written >= 10 * of_each, "{mutants} mutants, {written} written");
    assert!(unreadable.min(refused).min(built) > mutants / 20, "the mutants are all alike");
    assert!(started > built / (3 * INITIALIZED) && without_start > 0, "{started} start, {without_start} do not");
}

/// Reads, compiles, builds, and for some mutants looks for the start and writes; errors are faults of the program, not of the mutant.
fn check(original: &Original, text: &str, tally: &mut Tally) -> Result<(), String> {
    if tally.mutants.is_multiple_of(WRITTEN) {
        tally.written += 1;
        write(original, text)?;
    }
    let file = match (original.read)(text) {
        Ok(file) => file,
        Err(problems) => {
            tally.unreadable += 1;
            return check_problems(&problems, text);
        }
    };
    let initialize = tally.mutants.is_multiple_of(INITIALIZED);
    match Fmu::build(&file, &BuildOptions { initialize, ..build_options() }) {
        Ok(fmu) if fmu.bytes().is_empty() => Err("the FMU is empty".to_owned()),
        Ok(_) => {
            tally.built += 1;
            tally.started += usize::from(initialize);
            Ok(())
        }
        Err(BuildError::Start(fault)) if initialize => {
            tally.without_start += 1;
            check_start(&fault, &file, text)
        }
        Err(BuildError::Model(errors)) => {
            tally.refused += 1;
            check_problems(&errors.0, text)
        }
        Err(error) => Err(format!("a model that compiles is not built: {error}")),
    }
}

/// Why a model does not start says something, and a place is one of the text.
fn check_start(fault: &StartFault, file: &ModelFile, text: &str) -> Result<(), String> {
    let message = fault.to_string();
    match fault.span(file) {
        _ if message.trim().is_empty() => Err("no initial state without a reason".to_owned()),
        Some(span) if text.get(span.clone()).is_none() => {
            Err(format!("{message:?} points at {span:?}, which is no place of the text"))
        }
        _ => Ok(()),
    }
}

/// Problems say something, and say where: a place in the text or a name.
fn check_problems(problems: &[Diagnostic], text: &str) -> Result<(), String> {
    if problems.is_empty() {
        return Err("refused without a reason".to_owned());
    }
    for diagnostic in problems {
        let message = diagnostic.problem.to_string();
        let has_empty_name = message.contains("``") && !text.contains('`') && !text.contains("\"\"");
        if message.trim().is_empty() || has_empty_name {
            return Err(format!("the message {message:?} says nothing"));
        }
        let is_place = |span: &std::ops::Range<usize>| text.get(span.clone()).is_some();
        match &diagnostic.span {
            Some(span) if !is_place(span) => {
                return Err(format!("{message:?} points at {span:?}, which is no place of the text"));
            }
            None if !message.contains('`') => return Err(format!("{message:?} has no place and names nothing")),
            _ => {}
        }
    }
    Ok(())
}

/// From file to file, as the command line does: the folder then holds the model and either a whole FMU or nothing more.
fn write(original: &Original, text: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join(&original.name);
    let target = folder.path().join("model.fmu");
    fs::write(&model, text).unwrap();
    let fmu = ModelFile::from_path(&model).ok().and_then(|(file, _)| Fmu::build(&file, &build_options()).ok());
    let expected = match &fmu {
        Some(fmu) => {
            fmu.write(&target).map_err(|error| error.to_string())?;
            if fs::read(&target).unwrap() != fmu.bytes() {
                return Err("the file is not the FMU".to_owned());
            }
            let missing = folder.path().join("missing/model.fmu");
            if fmu.write(&missing).is_ok() || fmu.write(folder.path()).is_ok() {
                return Err("written where no file can be".to_owned());
            }
            run(fmu)?;
            2
        }
        None => 1,
    };
    let left = fs::read_dir(folder.path()).unwrap().count();
    if left == expected { Ok(()) } else { Err(format!("{left} files are left: expected {expected}")) }
}

/// A host that loads the FMU gets values or an error with a message. The step is short, since a mutant may move very fast.
fn run(fmu: &Fmu) -> Result<(), String> {
    let package = Package::from_bytes(fmu.bytes()).map_err(|error| format!("the FMU cannot be opened: {error}"))?;
    let run = RunOptions { start_time: Some(0.0), stop_time: Some(1.0), step_size: Some(0.1), ..RunOptions::default() };
    let simulation = Simulation::new(&package, &SimulationOptions { run, ..SimulationOptions::default() });
    let simulation = simulation.map_err(|error| format!("the FMU cannot be simulated: {error}"))?;
    match simulation.run_on_grid(&[0.0, 1e-9], &mut |_, _| Ok(())) {
        Ok(()) => Ok(()),
        Err(error) if error.to_string().contains("panic") => Err(format!("the FMU panicked: {error}")),
        Err(_) => Ok(()),
    }
}
