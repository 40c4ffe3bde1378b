//! Costs of an FMU's calls for a host in C, against an FMU that does next to nothing; and SciPy's solvers on an FMU's derivatives.

use super::evaluations::{at_end, error, exact_end};
use super::peers::{compile, script, skip};
use super::report::{Section, number, time};
use super::{cases, clock};
use fmu_builder::host::Package;
use fmu_builder::{Fmu, build_options};
use simulation::model::Model;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

const MODELS: [&str; 3] = ["pendulum", "double_pendulum", "quadrotor"];

/// An unpacked FMU and what its host must know.
struct Unpacked {
    package: Package,
    model: Arc<Model>,
    size: usize,
}

impl Unpacked {
    fn new(example: &str) -> Self {
        let file = cases::example(example);
        let fmu = Fmu::build(&file, &build_options()).unwrap();
        let package = Package::from_bytes(fmu.bytes()).unwrap();
        Self { package, model: cases::compiled(&file), size: fmu.bytes().len() }
    }

    fn arguments(&self) -> Vec<String> {
        let library = self.package.library_path().unwrap().display().to_string();
        vec![library, self.package.resource_uri(), self.package.description().guid.clone()]
    }

    /// Value references of the inputs, the states and the outputs.
    fn references(&self) -> [Vec<u32>; 3] {
        let description = self.package.description();
        let reference = |name: &str| description.find(name).unwrap().value_reference;
        cases::fmu_references(&self.model, reference)
    }
}

/// The host in C.
struct Host {
    program: PathBuf,
    runs: u32,
}

impl Host {
    /// The two numbers that a task gives, ns.
    fn ask(&self, fmu: &[String], task: &[&str], references: &[u32]) -> [f64; 2] {
        let mut command = Command::new(&self.program);
        command.args(fmu).args(task).arg(self.runs.to_string());
        if !references.is_empty() {
            command.arg("--").args(references.iter().map(u32::to_string));
        }
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{task:?}: {}", String::from_utf8_lossy(&output.stderr));
        let numbers: Vec<f64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
        [numbers[0], numbers[1]]
    }
}

/// A row of the table: what is done, before, goal, and a figure for each FMU and the trivial one.
struct Row<'a> {
    title: &'a str,
    before: &'a str,
    goal: &'a str,
    task: &'a [&'a str],
    /// Which of the two numbers.
    number: usize,
    references: References,
}

#[derive(Clone, Copy, PartialEq)]
enum References {
    None,
    Inputs,
    Outputs,
    /// An input or state, and an output.
    Pair,
}

const ROWS: &[Row] = &[
    row(
        "doStep of 10 ms",
        "1.4 / 3.5 / 3.0 us",
        "half; a fifth where inputs rest",
        &["step", "0.01", "300"],
        0,
        References::None,
    ),
    row("doStep of 1 ms", "-", "-", &["step", "0.001", "1000"], 0, References::None),
    row("new inputs and doStep of 10 ms", "-", "half", &["step", "0.01", "300"], 0, References::Inputs),
    row("new inputs and doStep of 1 ms", "-", "-", &["step", "0.001", "1000"], 0, References::Inputs),
    row("getReal after a step, each output", "28 to 56 ns", "10 ns", &["get", "0.01", "300"], 0, References::Outputs),
    row("getReal once more, each output", "-", "-", &["get", "0.01", "300"], 1, References::Outputs),
    row(
        "instantiate, initialize, free: first",
        "200 / 660 / 410 us",
        "50 / 100 / 80 us",
        &["start", "0"],
        0,
        References::None,
    ),
    row("the same while another lives", "200 / 660 / 410 us", "15 us", &["start", "1"], 0, References::None),
    row("directional derivative", "-", "-", &["derivative", "1000"], 0, References::Pair),
    row("getFMUstate", "-", "-", &["snapshot", "1000"], 0, References::None),
    row("setFMUstate", "-", "-", &["snapshot", "1000"], 1, References::None),
];

const fn row<'a>(
    title: &'a str,
    before: &'a str,
    goal: &'a str,
    task: &'a [&'a str],
    number: usize,
    references: References,
) -> Row<'a> {
    Row { title, before, goal, task, number, references }
}

/// The whole table of calls, and the size of the FMU.
pub fn calls(folder: &Path, runs: u32) -> Option<Section> {
    let program = compile(folder, "fmi_calls.c", &["-ldl".to_owned(), "-lm".to_owned()])?;
    let shared = ["-fPIC", "-shared"].map(str::to_owned);
    let trivial = compile(folder, "trivial_fmu.c", &shared)?.display().to_string();
    let trivial = [trivial, "-".to_owned(), "trivial".to_owned()];
    let notes = "From a loop in C (benches/peers/fmi_calls.c). The trivial FMU has two states and makes one Euler step for each doStep, without any checks: what calls cost \
         by themselves. Setting an input is in the time of its step.";
    let columns = ["call", "before", "goal", "pendulum", "double pendulum", "quadrotor", "trivial C FMU"];
    let mut section = Section::new("Calls through the C interface", notes, &columns);
    let fmus: Vec<Unpacked> = MODELS.iter().map(|name| Unpacked::new(name)).collect();
    let host = Host { program, runs };
    for row in ROWS {
        let mut cells: Vec<String> = [row.title, row.before, row.goal].map(str::to_owned).to_vec();
        for fmu in &fmus {
            let [inputs, states, outputs] = fmu.references();
            let references = match row.references {
                References::None => Vec::new(),
                References::Inputs => inputs,
                References::Outputs => outputs,
                References::Pair => {
                    [inputs.first().or(states.first()), outputs.first()].into_iter().flatten().copied().collect()
                }
            };
            let is_empty = references.is_empty() && row.references != References::None;
            cells.push(if is_empty {
                "-".to_owned()
            } else {
                time(host.ask(&fmu.arguments(), row.task, &references)[row.number])
            });
        }
        // Without snapshots and directional derivatives; its second parameter is as good an input as any.
        let references: Option<&[u32]> = match row.references {
            _ if row.task[0] == "snapshot" => None,
            References::None => Some(&[]),
            References::Inputs => Some(&[5]),
            References::Outputs => Some(&[1, 2]),
            References::Pair => None,
        };
        let answer = references.map(|references| host.ask(&trivial, row.task, references)[row.number]);
        cells.push(answer.map_or_else(|| "-".to_owned(), time));
        section.row(cells);
    }
    let size = |fmu: &Unpacked| format!("{:.0} kB", fmu.size as f64 * 1e-3);
    let sizes = fmus.iter().map(size).chain(["-".to_owned()]);
    section.row(["size of the FMU", "1415 kB", "600 kB"].map(str::to_owned).into_iter().chain(sizes).collect());
    Some(section)
}

/// SciPy's solvers, and ours on the same equations.
pub fn scipy() -> Option<Section> {
    let notes = "One run to the end without communication points inside, at the same tolerance (SciPy: relative and absolute). SciPy integrates the derivatives of the \
         FMU, model exchange by ctypes; the error is that of the last state, from a run at 1e-13, and times are mostly Python's.";
    let columns = ["model", "tolerance", "solver", "evaluations", "error", "time"];
    let mut section = Section::new("SciPy's solvers on the same equations", notes, &columns);
    for (name, end) in [("pendulum", 10.0), ("spring_pendulum", 5.0), ("four_bar", 2.0)] {
        let fmu = Unpacked::new(name);
        let exact = exact_end(&fmu.model, end);
        let tolerances = [1e-6, 1e-9];
        let mut command = script("scipy_solvers.py")?;
        command.args(fmu.arguments()).args([exact.len().to_string(), end.to_string()]);
        let output = command.args(tolerances.map(|tolerance| tolerance.to_string())).output().ok()?;
        if !output.status.success() {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            skip("SciPy's solvers failed");
            return None;
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        for tolerance in tolerances {
            let mut run = None;
            let elapsed = clock::median_of(3, || run = Some(at_end(&fmu.model, tolerance, end)));
            let (x, evaluations) = run?;
            let mut row = |solver: &str, evaluations: f64, x: &[f64], seconds: f64| {
                section.row(vec![
                    name.replace('_', " "),
                    format!("{tolerance:e}"),
                    solver.to_owned(),
                    number(evaluations),
                    format!("{:.1e}", error(x, &exact)),
                    time(1e9 * seconds),
                ]);
            };
            row("ours", evaluations as f64, &x, 1e-9 * elapsed);
            for line in text.lines() {
                let mut words = line.split_whitespace();
                let solver = words.next()?;
                let numbers: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
                if numbers[0] == tolerance {
                    row(solver, numbers[1], &numbers[3..], numbers[2]);
                }
            }
        }
    }
    Some(section)
}
