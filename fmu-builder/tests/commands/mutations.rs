//! Mutilated model files: each gives a model or problems that say something, never a panic, and never a file that is left behind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use std::fs;
use std::path::Path;
use std::process::Command;

use compiler::model_file::{Diagnostic, ModelFile, SourceText};
use fmu_builder::host::{Package, RunOptions, Simulation, SimulationOptions};
use fmu_builder::{BuildError, Fmu, Reporter, Style, build_options, check};

/// Number of mutilated files, and of those that are tried every day.
const CASES: u64 = 10_000;
const DAILY: u64 = 2_000;
/// Of so many models that still compile one is packed and run.
const PACK_EVERY: u64 = 25;

/// What is put in, beside pieces of the examples themselves.
const FRAGMENTS: [&str; 28] = [
    "[",
    "]",
    "{",
    "}",
    "\"",
    "=",
    ",",
    ".",
    "\n",
    "#",
    "-",
    "0",
    "1e308",
    "-1e-308",
    "nan",
    "true",
    "false",
    "null",
    "[1]",
    "[0, 0, 0]",
    "\"mass\"",
    "\"time\"",
    "frame_a",
    "frame_b",
    "World",
    "Joints.Revolute",
    "start",
    "ä☃",
];

/// Random numbers that are the same on every run (SplitMix64; Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).unwrap()
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
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

fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    assert!(paths.len() >= 6, "{paths:?}");
    paths.iter().map(|path| whole(path)).collect()
}

/// An example with one to three wounds: in its characters, its words or its lines.
fn mutilate(examples: &[String], random: &mut Random) -> String {
    let mut text = random.pick(examples).clone();
    for _ in 0..=random.below(3) {
        text = match random.below(3) {
            0 => wound_characters(&text, random),
            1 => wound_words(&text, random),
            _ => wound_lines(&text, random.pick(examples).as_str(), random),
        };
    }
    text
}

fn wound_characters(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len());
    let end = (at + random.below(8)).min(characters.len());
    let new: Vec<char> = if random.below(2) == 0 { Vec::new() } else { random.pick(&FRAGMENTS).chars().collect() };
    characters.splice(at..end, new);
    characters.into_iter().collect()
}

/// A word or number becomes another one of the same text, or a fragment.
fn wound_words(text: &str, random: &mut Random) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let words: Vec<&str> = text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let Some(&old) = words.get(random.below(words.len())) else { return text.to_owned() };
    let new = if random.below(3) == 0 { *random.pick(&FRAGMENTS) } else { *random.pick(&words) };
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
    let at = *random.pick(&places);
    [&text[..at], new, &text[at + old.len()..]].concat()
}

/// A line is lost, doubled, moved, or comes from another example.
fn wound_lines(text: &str, other: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return other.to_owned();
    }
    let at = random.below(lines.len());
    let to = random.below(lines.len());
    match random.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at]),
        2 => lines.swap(at, to),
        _ => lines.insert(to, other.lines().nth(at).unwrap_or("[parameters]")),
    }
    lines.join("\n")
}

/// What is said about a file: at least one problem, each with a message.
fn assert_told(text: &str, problems: &[Diagnostic]) {
    assert!(!problems.is_empty(), "refused without a problem:\n{text}");
    let source = SourceText { name: "model.toml".to_owned(), text: text.to_owned() };
    let report = Reporter::new(&source.into(), Style::Plain).render(problems);
    assert!(report.matches("error: ").count() >= problems.len(), "{report}\n{text}");
}

/// Packs a model and takes its FMU a few steps; it may refuse, but with an error.
fn pack_and_run(file: &ModelFile, folder: &Path) {
    let path = folder.join("model.fmu");
    match Fmu::build(file, &build_options()) {
        Ok(fmu) => fmu.write(&path).unwrap(),
        Err(BuildError::Model(_)) => return,
        Err(error) => panic!("{error}"),
    }
    let package = Package::open(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(check::description(package.description()), []);
    let run = RunOptions { stop_time: Some(0.02), step_size: Some(0.01), ..RunOptions::default() };
    let options = SimulationOptions { run, ..SimulationOptions::default() };
    let run = Simulation::new(&package, &options).and_then(|simulation| simulation.run(&mut |_, _| Ok(())));
    if let Err(error) = run {
        let text = error.to_string();
        assert!(!text.contains("panic"), "{text}");
    }
}

#[test]
fn mutilated_models_are_refused_or_run() {
    assert_refused_or_run(DAILY);
}

#[test]
#[ignore = "night: five times as many files"]
fn more_mutilated_models_are_refused_or_run() {
    assert_refused_or_run(CASES);
}

fn assert_refused_or_run(cases: u64) {
    let examples = examples();
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random(2);
    let (mut refused, mut compiled) = (0, 0);
    for _ in 0..cases {
        let text = mutilate(&examples, &mut random);
        let file = match ModelFile::from_toml(&text) {
            Ok(file) => file,
            Err(problems) => {
                refused += 1;
                assert_told(&text, &problems);
                continue;
            }
        };
        match compile(&file) {
            Ok(_) => {
                compiled += 1;
                if compiled % PACK_EVERY == 0 {
                    pack_and_run(&file, folder.path());
                }
            }
            Err(problems) => {
                refused += 1;
                assert_told(&text, &problems);
            }
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // Both sorts must occur, or the test says nothing.
    assert!(refused > cases / 20 && compiled > cases / 20, "{refused} refused, {compiled} compiled");
}

#[test]
fn the_tool_leaves_nothing_behind_when_it_refuses() {
    let examples = examples();
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random(3);
    let mut refused = 0;
    for _ in 0..40 {
        fs::write(folder.path().join("model.toml"), mutilate(&examples, &mut random)).unwrap();
        for (command, output) in [("build", "model.fmu"), ("simulate", "model.csv")] {
            let mut builder = Command::new(env!("CARGO_BIN_EXE_fmu-builder"));
            let arguments = [command, "model.toml", "-o", output];
            let ran = builder.current_dir(folder.path()).args(arguments).output().unwrap();
            let code = ran.status.code().unwrap_or_else(|| panic!("killed: {ran:?}"));
            let is_there = folder.path().join(output).exists();
            // An experiment that makes no sense is a wrong argument to simulate.
            assert!(matches!(code, 0..=2), "{ran:?}");
            assert_eq!(is_there, code == 0, "{ran:?}");
            let stderr = String::from_utf8_lossy(&ran.stderr);
            assert!(!stderr.contains("panicked"), "{stderr}");
            if is_there {
                fs::remove_file(folder.path().join(output)).unwrap();
                if command == "simulate" {
                    fs::remove_file(folder.path().join("model.units.csv")).unwrap();
                }
            } else {
                refused += 1;
                assert!(stderr.contains("error"), "{stderr}");
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the model");
    }
    assert!(refused > 5, "{refused}");
}
