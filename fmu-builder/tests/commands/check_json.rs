//! `check --format json` and `check --watch`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_fmu-builder"))
}

/// Exit code and lines of `check --format json`.
fn check(folder: &Path, name: &str, text: &str) -> (i32, Vec<Value>) {
    std::fs::write(folder.join(name), text).unwrap();
    let output = tool().current_dir(folder).args(["check", name, "--format", "json"]).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

const PENDULUM: &str = "model Swing
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute rev(phi(start = 0.5));
  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0.5, 0, 0});
equation
  connect(world.frame_b, rev.frame_a);
  connect(rev.frame_b, body.frame_a);
end Swing;
";

#[test]
fn each_problem_is_an_object_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let text = "name = \"Bad\"\n[components.body]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [0, \"ä\"]\n";
    let (code, lines) = check(folder.path(), "bad.toml", text);
    assert_eq!(code, 1);
    let (report, problems) = lines.split_last().unwrap();
    assert!(problems.iter().all(|line| line["kind"] == "diagnostic" && line["severity"] == "error"), "{lines:?}");
    let place = problems.iter().find(|line| line["line"] == 5).unwrap();
    assert_eq!(place["file"], "bad.toml");
    assert_eq!((&place["column"], &place["end_line"]), (&json!(13), &json!(5)), "{place}");
    // In characters, not bytes.
    assert_eq!(place["end_column"], json!(14), "{place}");
    assert!(place["message"].as_str().unwrap().contains("r_CM"));
    assert_eq!((&report["kind"], &report["errors"]), (&json!("report"), &json!(problems.len())));
}

#[test]
fn a_model_without_problems_has_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let (code, lines) = check(folder.path(), "Swing.mo", PENDULUM);
    assert_eq!((code, lines.len()), (0, 1), "{lines:?}");
    let report = &lines[0];
    assert_eq!(report["degrees_of_freedom"], 1);
    assert_eq!(report["coordinates"], json!(["rev.phi"]));
    assert_eq!((&report["errors"], &report["continuous_states"]), (&json!(0), &json!(2)));
    assert!(report["starts_not_fixed"].as_array().unwrap().iter().any(|start| start["name"] == "rev.phi"));
}

/// A loop of four joints, of which one turns about a tilted axis.
#[test]
fn what_cannot_move_is_in_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let text = |axis: &str| {
        format!(
            r#"
name = "Loop"
connections = [
  ["world.frame_b", "a.frame_a"], ["a.frame_b", "crank.frame_a"], ["crank.frame_b", "b.frame_a"],
  ["b.frame_b", "coupler.frame_a"], ["coupler.frame_b", "c.frame_a"], ["c.frame_b", "rocker.frame_b"],
  ["rocker.frame_a", "d.frame_b"], ["d.frame_a", "base.frame_b"], ["base.frame_a", "world.frame_b"],
]
components.world = {{ class = "World" }}
components.base = {{ class = "Parts.FixedTranslation", r = [1, 0, 0] }}
components.a = {{ class = "Joints.Revolute" }}
components.b = {{ class = "Joints.Revolute", n = {axis} }}
components.c = {{ class = "Joints.Revolute", phi = {{ start = -0.2 }} }}
components.d = {{ class = "Joints.Revolute", phi = {{ start = 0.5 }} }}
components.crank = {{ class = "Parts.BodyBox", r = [0, 0.3, 0] }}
components.coupler = {{ class = "Parts.BodyBox", r = [1, 0.2, 0] }}
components.rocker = {{ class = "Parts.BodyBox", r = [0, 0.5, 0] }}
"#
        )
    };
    let report = |axis: &str| check(folder.path(), "loop.toml", &text(axis)).1.pop().unwrap();
    let tilted = report("[0.01, 0, 1]");
    assert_eq!(tilted["degrees_of_freedom"], 0);
    let [stuck] = &tilted["cannot_move"].as_array().unwrap()[..] else { panic!("{tilted}") };
    assert_eq!(stuck["tilted"][0]["joint"], "b");
    let angle = stuck["tilted"][0]["angle"].as_f64().unwrap();
    assert!((angle - 0.01_f64.atan()).abs() < 1e-12, "{stuck}");
    let mut parallel: Vec<_> =
        stuck["parallel"].as_array().unwrap().iter().map(|joint| joint.as_str().unwrap()).collect();
    parallel.sort_unstable();
    assert_eq!(parallel, ["a", "c", "d"]);
    assert!(stuck["message"].as_str().unwrap().contains("0.5729 deg"), "{stuck}");
    assert_eq!(report("[0, 0, 1]")["cannot_move"], json!([]));
}

#[test]
fn notes_and_missing_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = PENDULUM.replace("equation", "  annotation(experiment(StopTime = 2*n));\nequation");
    let (code, lines) = check(folder.path(), "Swing.mo", &text);
    assert_eq!((code, &lines[0]["severity"], &lines[0]["line"]), (0, &json!("note"), &json!(5)), "{lines:?}");
    let output = tool().current_dir(folder.path()).args(["check", "none.toml", "--format", "json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let first: Value = serde_json::from_slice(output.stdout.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    assert_eq!((&first["file"], &first["line"]), (&json!("none.toml"), &Value::Null));
}

#[test]
fn a_change_is_checked_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| {
        let temporary = folder.path().join("new");
        std::fs::write(&temporary, text).unwrap();
        std::fs::rename(temporary, folder.path().join("Swing.mo")).unwrap();
    };
    write(PENDULUM);
    let mut child = tool()
        .current_dir(folder.path())
        .args(["check", "Swing.mo", "--watch", "--format", "json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    assert_eq!(next()["errors"], 0);
    write(&PENDULUM.replace("body.frame_a", "bdy.frame_a"));
    let problem = next();
    assert_eq!((&problem["line"], &problem["severity"]), (&json!(7), &json!("error")), "{problem}");
    assert_eq!(next()["errors"], 1);
    write(PENDULUM);
    assert_eq!(next()["errors"], 0);
    child.kill().unwrap();
    child.wait().unwrap();
}
