//! Robots of the pip package example-robot-data: they are read, and accelerate as Pinocchio (pip package pin) says. Both are large, so that
//! the test is left out with a message where they are missing: MULTIBODY_PYTHON names an interpreter that has pin, MULTIBODY_ROBOTS the
//! folder of the robots where that interpreter has no package example-robot-data.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use compiler::model_file::{ModelFile, SourceText};
use fmu_builder::urdf::{self, Base, UrdfOptions};
use serde_json::{Value, json};

use crate::urdf::rig::Rig;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/urdf/accelerations.py");
/// Prints the folder of the robots, if the packages are there.
const FIND: &str = "import pinocchio, importlib.metadata as m
files = m.files('example-robot-data') or []
print(next(str(f.locate()) for f in files if str(f).endswith('.urdf')).split('/robots/')[0] + '/robots')";
/// Relative to the largest acceleration.
const TOLERANCE: f64 = 1e-9;
/// Condition of a mass matrix above which rounding alone is more than the tolerance.
const LARGEST_CONDITION: f64 = 1e11;
/// States of each robot.
const STATES: usize = 2;

fn python() -> Command {
    Command::new(std::env::var_os("MULTIBODY_PYTHON").unwrap_or_else(|| "python3".into()))
}

/// The folder of the robots; none where Pinocchio or they are missing.
fn robots() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("MULTIBODY_ROBOTS") {
        let has_pinocchio = python().args(["-c", "import pinocchio"]).output().is_ok_and(|out| out.status.success());
        return has_pinocchio.then(|| folder.into());
    }
    let output = python().args(["-c", FIND]).output().ok().filter(|output| output.status.success())?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "urdf") {
            found.push(path);
        }
    }
    found.sort();
}

/// A robot with one kind of base.
struct Robot {
    name: String,
    file: ModelFile,
    floating: bool,
    path: PathBuf,
}

impl Robot {
    /// What Pinocchio is asked.
    fn request(&self) -> Value {
        let moving: Vec<&str> =
            self.file.inputs.iter().filter_map(|input| input.name.value.strip_suffix(".effort")).collect();
        json!({ "path": self.path, "floating": self.floating, "moving": moving, "states": STATES })
    }

    /// Largest difference of an acceleration, relative to the largest one.
    fn difference(&self, states: &Value) -> f64 {
        let mut rig = Rig::new(&self.file);
        let mut worst: f64 = 0.0;
        for state in states.as_array().unwrap().iter().filter(|state| has_digits(state)) {
            let [values, expected] = self.state(&rig, state);
            let values: Vec<(&str, f64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            rig = rig.started(&values);
            let largest = expected.iter().map(|(_, a)| a.abs()).fold(1e-3, f64::max);
            for (name, a) in &expected {
                worst = worst.max((rig.get(name) - a).abs() / largest);
            }
        }
        worst
    }

    /// Values to set and accelerations to expect.
    fn state(&self, rig: &Rig, state: &Value) -> [Vec<(String, f64)>; 2] {
        let (mut values, mut expected) = (Vec::new(), Vec::new());
        for (joint, numbers) in state["joints"].as_object().unwrap() {
            let numbers: Vec<f64> = numbers.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
            let turns = rig.has(&format!("{joint}.phi"));
            let names = if turns { ["phi", "w"] } else { ["s", "v"] };
            values.extend(names.iter().zip(&numbers).map(|(name, value)| (format!("{joint}.{name}"), *value)));
            values.push((format!("{joint}.effort"), numbers[2]));
            expected.push((format!("{joint}.a"), numbers[3]));
        }
        let base = |key: &str, name: &str| -> Vec<(String, f64)> {
            let element = |k: usize| (format!("base.{name}[{}]", k + 1), state["base"][key][k].as_f64().unwrap());
            (0..3).map(element).collect()
        };
        if self.floating {
            for (key, name) in [("r", "r_rel_a"), ("angles", "angles_start"), ("v", "v_rel_a"), ("w", "w_rel_a_start")]
            {
                values.extend(base(key, name));
            }
            expected.extend(base("a", "a_rel_a").into_iter().chain(base("z", "z_rel_b")));
        }
        [values, expected]
    }
}

/// Whether accelerations are known to the tolerance at all: icub has links with mass and next to no inertia, whose accelerations may be 1e11 rad/s2.
fn has_digits(state: &Value) -> bool {
    state["condition"].as_f64().unwrap() < LARGEST_CONDITION
}

fn answers(robots: &[Robot]) -> Vec<Value> {
    let requests: Vec<Value> = robots.iter().map(Robot::request).collect();
    let mut child = python().arg(SCRIPT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let request = serde_json::to_vec(&requests).unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&request));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn robots_accelerate_as_pinocchio_says() {
    let Some(folder) = robots() else {
        eprintln!("left out: pin or example-robot-data is missing (pip install pin example-robot-data)");
        return;
    };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let (mut robots, mut refused) = (Vec::new(), Vec::new());
    for path in &paths {
        for floating in [false, true] {
            let base = if floating { Base::Floating } else { Base::Fixed };
            let name = path.strip_prefix(&folder).unwrap().display().to_string();
            let options = UrdfOptions { base, ..UrdfOptions::default() };
            match SourceText::read(path).map(|source| urdf::read(source, &options)) {
                Ok(Ok((robot, _))) => robots.push(Robot { name, file: robot.file, floating, path: path.clone() }),
                Ok(Err(why)) => refused.push(format!("{name}: {why}")),
                Err(why) => refused.push(format!("{name}: {why}")),
            }
        }
    }
    // An empty file, one whose joints mimic others that are not there, one with a tensor that no body has.
    assert!(robots.len() >= 130 && refused.len() <= 6, "{} read; {refused:#?}", robots.len());
    let answers = answers(&robots);
    let left_out = answers.iter().flat_map(|states| states.as_array().unwrap()).filter(|s| !has_digits(s)).count();
    assert!(left_out <= 1, "{left_out} states without digits");
    let mut wrong = Vec::new();
    for (robot, states) in robots.iter().zip(&answers) {
        let difference = robot.difference(states);
        if difference.is_nan() || difference > TOLERANCE {
            wrong.push(format!("{} (floating: {}): {difference:e}", robot.name, robot.floating));
        }
    }
    assert!(wrong.is_empty(), "of {}:\n{}", robots.len(), wrong.join("\n"));
}
