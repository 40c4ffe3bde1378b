//! Inputs over time from a table, units in results, and quiet runs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::command;

use command::Folder;
use fmu_builder::csv::Table;

/// A mass that a force pushes: s'' = force/2.
const MASS: &str = r#"
name = "Mass"
connections = [["force.flange", "mass.flange_a"]]
[experiment]
tolerance = 1e-9
[components.mass]
class = "Translational.Components.Mass"
m = 2.0
s = { start = 0, fixed = true }
v = { start = 0, fixed = true }
[components.force]
class = "Translational.Sources.Force"
[inputs]
push = "force.f"
[outputs]
position = "mass.s"
speed = "mass.v"
"#;

/// A ramp to 4 N until 0.35 s, a jump to -2 N, and back to zero at 0.85 s.
const PUSH: &str = "t,push\n0,0\n0.35,4\n0.35,-2\n0.85,0\n";

fn force(t: f64) -> f64 {
    match t {
        t if t < 0.35 => 4.0 * t / 0.35,
        t if t < 0.85 => -2.0 * (0.85 - t) / 0.5,
        _ => 0.0,
    }
}

/// Speed from the integral of the force, which the trapezoidal rule has exactly where knots are points of the grid.
fn speed(t: f64) -> f64 {
    let area = |from: f64, to: f64, a: f64, b: f64| (to - from) * (a + b) / 2.0;
    let first = area(0.0, t.min(0.35), 0.0, 4.0 * t.min(0.35) / 0.35);
    let second = if t > 0.35 { area(0.35, t.min(0.85), -2.0, force(t.min(0.85))) } else { 0.0 };
    (first + second) / 2.0
}

fn simulate(folder: &Folder, arguments: &[&str]) -> Table {
    let arguments = ["simulate", "mass.toml", "-o", "-"].iter().chain(arguments);
    Table::read(&folder.run(arguments).succeeds().stdout()).unwrap()
}

fn column<'a>(table: &'a Table, name: &str) -> &'a [f64] {
    &table.columns.iter().find(|column| column.name == name).unwrap().values
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("mass.toml", MASS);
    folder.write("push.csv", PUSH);
    folder
}

#[test]
fn linear_inputs_are_followed_between_communication_points_and_jump_where_they_say() {
    let folder = folder();
    // 0.35 s is a communication point of the second only.
    for step in ["0.1", "0.05"] {
        let arguments =
            ["--inputs", "push.csv", "--stop-time", "1.5", "--step-size", step, "--variables", "push,speed"];
        let table = simulate(&folder, &arguments);
        for ((&t, &push), &v) in table.times.iter().zip(column(&table, "push")).zip(column(&table, "speed")) {
            assert!((push - force(t)).abs() < 1e-12, "{t}: {push}");
            assert!((v - speed(t)).abs() < 1e-9, "{t}: {v} and {}", speed(t));
        }
    }
}

#[test]
fn held_inputs_change_in_steps() {
    let folder = folder();
    folder.write("steps.csv", "time;push\n0.25;1\n0.75;-3\n");
    let table = simulate(
        &folder,
        &["--inputs", "steps.csv", "--interpolation", "hold", "--stop-time", "1", "--step-size", "0.2"],
    );
    for (&t, &v) in table.times.iter().zip(column(&table, "speed")) {
        // The first value holds before the first row, too.
        let expected = (t.min(0.75) - 3.0 * (t - 0.75).max(0.0)) / 2.0;
        assert!((v - expected).abs() < 1e-12, "{t}: {v} and {expected}");
    }
}

#[test]
fn tables_that_do_not_fit_are_refused_with_line_and_column() {
    let folder = folder();
    for (text, code, expected) in [
        ("time,pusch\n0,1\n", 2, &["pusch", "did you mean \"push\""][..]),
        ("time,speed\n0,1\n", 2, &["column \"speed\"", "not an input", "push"]),
        ("time,push\n0,1\n1,2\n0.5,2\n", 2, &["line 4", "goes back from 1 s to 0.5 s"]),
        ("time,push\n0,1\n1,x\n", 1, &["table.csv", "line 3, column 2 (\"push\")", "\"x\""]),
        ("time,push\n0,1,5\n", 1, &["line 2", "3 cells"]),
        ("time,push\ns,kg\n0,1\n", 2, &["\"kg\"", "\"N\""]),
        ("time,push\n", 1, &["no row"]),
    ] {
        folder.write("table.csv", text);
        folder.run(["simulate", "mass.toml", "--inputs", "table.csv", "-o", "out.csv"]).exits(code).says(expected);
    }
    let run =
        |arguments: &[&str]| folder.run(["simulate", "mass.toml", "--inputs", "push.csv"].iter().chain(arguments));
    run(&["--set", "mass.m=1", "--set", "mass.m=2"]).exits(2).says(&["--set names \"mass.m\" twice"]);
    run(&["--set", "push=1"]).exits(2).says(&["push", "constant"]);
    run(&["-o", "push.csv"]).exits(2).says(&["push.csv", "is the file of the inputs"]);
    assert_eq!(folder.files(), ["mass.toml", "push.csv", "table.csv"]);
}

#[test]
fn units_stand_in_a_second_row_that_reads_back() {
    let folder = folder();
    let output = folder.run(["simulate", "mass.toml", "--units", "-o", "-", "--step-size", "0.5"]).succeeds().stdout();
    assert!(output.starts_with("time,\"position\",\"speed\"\ns,\"m\",\"m/s\"\n0.0,"), "{output}");
    // A result is a table of inputs, too, units included.
    let table = Table::read(&output).unwrap();
    assert_eq!(table.times, [0.0, 0.5, 1.0]);
    folder.write("units.csv", "time,push\ns,N\n0,3\n");
    let table = simulate(&folder, &["--inputs", "units.csv", "--step-size", "1"]);
    assert!((column(&table, "speed")[1] - 1.5).abs() < 1e-12);
    folder.write("milliseconds.csv", "time,push\nms,N\n0,0\n1000,6\n");
    let table = simulate(&folder, &["--inputs", "milliseconds.csv", "--step-size", "1"]);
    assert!((column(&table, "speed")[1] - 1.5).abs() < 1e-12);
    folder.write("kilo.csv", "time,push\ns,kN\n0,0.003\n");
    let table = simulate(&folder, &["--inputs", "kilo.csv", "--step-size", "1"]);
    assert!((column(&table, "speed")[1] - 1.5).abs() < 1e-12);
}

#[test]
fn many_settings_hold_at_once_and_quiet_runs_say_nothing() {
    let folder = folder();
    let settings = ["--set", "mass.m=4", "--set", "push=8", "--set", "mass.v=1", "--step-size", "1"];
    assert!((column(&simulate(&folder, &settings), "speed")[1] - 3.0).abs() < 1e-9);
    let settings = ["--set", "push=0.008 kN", "--set", "mass.m=2000 g", "--set", "mass.v=3.6 km/h", "--step-size", "1"];
    assert!((column(&simulate(&folder, &settings), "speed")[1] - 5.0).abs() < 1e-9);
    folder.run(["simulate", "mass.toml", "--set", "push=8 kg"]).exits(2).says(&["push", "8 kg", "fits N"]);
    let quiet = folder.run(["simulate", "mass.toml", "--quiet", "-o", "out.csv"]).succeeds();
    assert_eq!((quiet.stdout(), quiet.stderr()), (String::new(), String::new()));
    assert_eq!(folder.files(), ["mass.toml", "out.csv", "out.units.csv", "push.csv"]);
}

#[test]
fn tables_that_no_run_can_follow_are_refused_with_the_place() {
    let folder = folder();
    for (table, code, expected) in [
        ("t,push\n0,1e308\n1,-1e308\n", 2, "line 2, column \"push\": the value, or its change to the next row"),
        ("t,push\n0,0\n-0,0\n-1e308,1\n", 2, "line 4: the time goes back"),
        ("t,push\n-1e308,1\n1e308,2\n", 2, "line 2, column \"push\""),
        ("t,push\ns,kN\n0,1\n1,1e306\n", 2, "line 3, column \"push\""),
        ("t,\"push\n0,1\n", 1, "line 1: a quote is not closed"),
        ("t,\"pu\nsh\"\n0,1\n", 1, "line 1: a quote is not closed"),
        ("t,push\n0,1_000\n", 1, "line 2, column 2 (\"push\"): \"1_000\""),
        ("t,push\n0,1e400\n", 1, "is not a finite number"),
        // Nothing of it acts on the terminal.
        ("t,\u{1b}[31mpush\u{202e}\n0,1\n", 2, "column \"_[31mpush_\""),
    ] {
        folder.write("table.csv", table);
        let arguments = ["simulate", "mass.toml", "-o", "out.csv", "--inputs", "table.csv"];
        folder.run(arguments).exits(code).says(&[expected]);
    }
    assert!(!folder.path("out.csv").exists());
    let arguments = ["simulate", "mass.toml", "-o", "out.csv", "--set", "push=1e306 kN"];
    folder.run(arguments).exits(2).says(&["\"push\" cannot be \"1e306 kN\""]);
    // A jump to and fro that takes no time has no slope.
    folder.write("table.csv", "t,push\n0,1\n1e-320,2\n1e-13,-1e300\n1e-13,1\n");
    simulate(&folder, &["--inputs", "table.csv", "--stop-time", "0.1"]);
}

/// Descriptions of all kinds of model files: what nobody sees reaches no file of the FMU, and names with it are refused.
#[test]
fn characters_that_nobody_sees_reach_no_fmu() {
    use std::io::Read;
    let folder = folder();
    let described = MASS.replace(
        "class = \"Translational.Components.Mass\"",
        "class = \"Translational.Components.Mass\"\ndescription = \"be\\u0007ll \\u202Eback\"",
    );
    folder.write("described.toml", &described);
    let modelica = "model M \"be\u{7}ll \u{202e}back\"\n  Modelica.Mechanics.Translational.Components.Mass mass(m = 1) \"be\u{7}ll \u{202e}back\";\nend M;\n";
    folder.write("M.mo", modelica);
    for (model, fmu) in [("described.toml", "described.fmu"), ("M.mo", "M.fmu")] {
        folder.run(["build", model]).succeeds().says(&["the description contains the invisible character U+0007"]);
        let mut archive = zip::ZipArchive::new(std::fs::File::open(folder.path(fmu)).unwrap()).unwrap();
        for name in ["modelDescription.xml", "documentation/index.html"] {
            let mut text = String::new();
            archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            assert!(text.contains("bell back") || name.ends_with("xml"), "{model}: {name}");
            assert!(!text.contains(['\u{7}', '\u{202e}']), "{model}: {name}");
        }
    }
    folder.write("named.toml", &MASS.replace("name = \"Mass\"", "name = \"Ma\\u202Ess\""));
    folder.run(["build", "named.toml"]).exits(1).says(&["U+202E is not allowed there"]);
    folder.write("Q.mo", &modelica.replace("model M", "model 'M\u{202e}'").replace("end M", "end 'M\u{202e}'"));
    folder.run(["build", "Q.mo"]).exits(1);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_named() {
    use std::fs::File;
    let folder = folder();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    for arguments in [
        &["simulate", "mass.toml", "-o", "/dev/full"][..],
        &["build", "mass.toml", "-o", "/dev/full"],
        &["schema", "-o", "/dev/full"],
    ] {
        folder.run(arguments).exits(1).says(&["cannot write /dev/full: No space left"]);
    }
    for arguments in [&["classes"][..], &["describe", "Body"], &["check", "mass.toml"]] {
        let output = folder.command(arguments).stdout(full()).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.contains("cannot write to standard output: No space left"), "{errors}");
    }
}
