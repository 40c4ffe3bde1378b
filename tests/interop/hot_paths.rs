//! The work of the calls that hosts make most often, in instructions as callgrind counts them: none may grow by more than a tenth over
//! `tests/hot_paths.txt`. `UPDATE_INSTRUCTIONS=1 cargo test --test interop hot_paths` writes that file.
//!
//! The runtime counted is the one in an FMU, so the profile of the test does not matter.

use fmu_builder::host::Package;
use fmu_builder::{Fmu, build_options};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::cases;

const MODELS: [&str; 4] = ["pendulum", "double_pendulum", "quadrotor", "four_bar"];
/// Factor that differing compilers are allowed.
const MARGIN: f64 = 1.1;
const STEPS: u32 = 100;
/// Readings by the host for each step: after it, and a hundred times more when nothing has changed.
const READS: u32 = 101;
/// Starts.
const STARTS: u32 = 20;

/// The host in C, and a folder for what it needs.
struct Host {
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl Host {
    fn compile() -> Option<Self> {
        for tool in ["cc", "valgrind"] {
            if !Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success()) {
                println!("skipped: there is no {tool}");
                return None;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("fmi_calls");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/fmi_calls.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu11", "-O1", "-g", "-o"]).arg(&program).arg(source).args(["-ldl", "-lm"]);
        assert!(compiler.status().unwrap().success());
        Some(Self { folder, program })
    }

    /// Instructions inside of the functions of these names while the host does its task.
    fn instructions(&self, functions: &[&str], fmu: &Package, task: &[String], references: &[u32]) -> f64 {
        let file = self.folder.path().join("counts");
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--quiet", "--collect-atstart=no"]);
        command.arg(format!("--callgrind-out-file={}", file.display()));
        command.args(functions.iter().map(|function| format!("--toggle-collect={function}")));
        command.arg(&self.program).arg(fmu.library_path().unwrap());
        command.args([fmu.resource_uri(), fmu.description().guid.clone()]).args(task);
        if !references.is_empty() {
            command.arg("--").args(references.iter().map(u32::to_string));
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        let counts = std::fs::read_to_string(&file).unwrap();
        let total = counts.lines().find_map(|line| line.strip_prefix("totals:").or(line.strip_prefix("summary:")));
        total.unwrap().trim().parse().unwrap()
    }
}

fn task(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Instructions for a call of each kind.
fn count(host: &Host, name: &str) -> Vec<(String, f64)> {
    let file = cases::example(name);
    let package = Package::from_bytes(Fmu::build(&file, &build_options()).unwrap().bytes()).unwrap();
    let model = cases::compiled(&file);
    let description = package.description();
    let reference = |name: &str| description.find(name).unwrap().value_reference;
    let [inputs, _, outputs] = cases::fmu_references(&model, reference);
    let steps = STEPS.to_string();
    let step = task(&["step", "0.01", &steps, "1"]);
    let mut counts = vec![
        ("doStep", host.instructions(&["measured_step"], &package, &step, &[]) / f64::from(STEPS)),
        ("start", {
            let functions = ["measured_start", "measured_end"];
            host.instructions(&functions, &package, &task(&["start", "0", "1"]), &[]) / f64::from(STARTS)
        }),
    ];
    if !inputs.is_empty() {
        let functions = ["measured_set", "measured_step"];
        counts.push((
            "doStep with new inputs",
            host.instructions(&functions, &package, &step, &inputs) / f64::from(STEPS),
        ));
    }
    if !outputs.is_empty() {
        let reading = task(&["get", "0.01", &steps, "1"]);
        let all = host.instructions(&["measured_get"], &package, &reading, &outputs);
        counts.push(("getReal", all / f64::from(STEPS * READS + 1) / outputs.len() as f64));
    }
    counts.into_iter().map(|(call, count)| (format!("{name} {call}"), count)).collect()
}

#[test]
fn calls_take_no_more_instructions_than_before() {
    let is_update = std::env::var_os("UPDATE_INSTRUCTIONS").is_some();
    if !is_update && option_env!("MULTIBODY_RUNTIMES").is_some_and(|folder| !folder.is_empty()) {
        println!("skipped: MULTIBODY_RUNTIMES names runtimes that may be of other sources");
        return;
    }
    let Some(host) = Host::compile() else { return };
    let counts: Vec<_> = MODELS.iter().flat_map(|name| count(&host, name)).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hot_paths.txt");
    if is_update {
        let mut text = String::new();
        counts.iter().for_each(|(call, count)| writeln!(text, "{call}: {count:.0}").unwrap());
        let temporary = path.with_extension("new");
        std::fs::write(&temporary, text).unwrap();
        std::fs::rename(&temporary, &path).unwrap();
        return;
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    assert_eq!(recorded.lines().count(), counts.len(), "each call has its line, and no other");
    let mut problems = Vec::new();
    for (call, count) in &counts {
        let line = recorded.lines().find_map(|line| line.strip_prefix(&format!("{call}: ")));
        let limit: f64 = line.unwrap_or_else(|| panic!("{call} is not in {}", path.display())).parse().unwrap();
        println!("{call}: {count:.0} instructions, {limit:.0} recorded");
        // A call of a few instructions may have ten more.
        if *count > MARGIN * limit + 10.0 {
            problems.push(format!("{call}: {count:.0} instructions instead of {limit:.0}"));
        }
    }
    assert!(
        problems.is_empty(),
        "{}\nMend it, or say why it is worth it and run with UPDATE_INSTRUCTIONS=1.",
        problems.join("\n")
    );
}
