//! `sweep`: the same numbers as single runs, whatever the number of threads, and after an interruption.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::command;

use std::collections::HashMap;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use command::{Folder, example};

/// Cells by the names of their columns.
fn table(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = text.lines();
    let split = |line: &str| -> Vec<String> {
        let mut quoted = false;
        let cells = line.split(|c| {
            quoted ^= c == '"';
            c == ',' && !quoted
        });
        cells.map(|cell| cell.trim_matches('"').to_owned()).collect()
    };
    let names = split(reader.next().unwrap());
    reader.map(|line| names.iter().cloned().zip(split(line)).collect()).collect()
}

fn fmu(folder: &Folder) {
    let model = example("double_pendulum.toml");
    folder.run(["build".as_ref(), model.as_os_str()]).succeeds();
}

#[test]
fn runs_are_those_of_fresh_instances() {
    let folder = Folder::new();
    fmu(&folder);
    let common = ["--stop-time", "2", "--tolerance", "1e-6", "--quiet"];
    let sweep =
        ["sweep", "double_pendulum.fmu", "--set", "length=0.4:0.1:0.6", "--set", "shoulder.phi=0.3,1.2", "-o", "r.csv"];
    let trajectories = ["--trajectories", "t.csv", "--threads", "1"];
    folder.run(sweep.iter().chain(&trajectories).chain(&common)).succeeds();
    let rows = table(&fs::read_to_string(folder.path("r.csv")).unwrap());
    let points = table(&fs::read_to_string(folder.path("t.csv")).unwrap());
    assert_eq!(rows.len(), 6);
    for (index, row) in rows.iter().enumerate() {
        let (length, angle) = (format!("length={}", row["length"]), format!("shoulder.phi={}", row["shoulder.phi"]));
        assert_eq!((&row["run"], row["error"].as_str()), (&index.to_string(), ""));
        let single = ["simulate", "double_pendulum.fmu", "--set", &length, "--set", &angle, "-o", "s.csv"];
        folder.run(single.iter().chain(&common)).succeeds();
        let single = table(&fs::read_to_string(folder.path("s.csv")).unwrap());
        let own: Vec<_> = points.iter().filter(|point| point["run"] == row["run"]).collect();
        assert_eq!(own.len(), single.len());
        for (point, expected) in own.iter().zip(&single) {
            // As texts: to the last bit.
            expected.iter().for_each(|(name, value)| assert_eq!(&point[name], value, "run {index}, {name}"));
        }
        check_summary(row, &single, "elbow_angle");
    }
}

/// The numbers of a row are those of the curve.
fn check_summary(row: &HashMap<String, String>, curve: &[HashMap<String, String>], name: &str) {
    let number = |text: &str| -> f64 { text.parse().unwrap() };
    let values: Vec<f64> = curve.iter().map(|point| number(&point[name])).collect();
    let times: Vec<f64> = curve.iter().map(|point| number(&point["time"])).collect();
    let found = |what: &str| number(&row[&format!("{what}({name})")]);
    let maximum = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let minimum = values.iter().copied().fold(f64::INFINITY, f64::min);
    assert_eq!((found("final"), found("max"), found("min")), (*values.last().unwrap(), maximum, minimum));
    assert_eq!(values[times.iter().position(|&time| time == found("t_max")).unwrap()], maximum);
    assert_eq!(values[times.iter().position(|&time| time == found("t_min")).unwrap()], minimum);
    let squares = times.windows(2).zip(values.windows(2));
    let integral: f64 = squares.map(|(t, v)| 0.5 * (t[1] - t[0]) * (v[0] * v[0] + v[1] * v[1])).sum();
    let rms = (integral / (times[times.len() - 1] - times[0])).sqrt();
    assert!((found("rms") - rms).abs() < 1e-12 * rms, "{} {rms}", found("rms"));
}

/// Pieces of several runs, the last one shorter, in files of both kinds.
#[test]
fn threads_do_not_change_a_byte() {
    let folder = Folder::new();
    fmu(&folder);
    for output in ["csv", "parquet"] {
        let files = ["1", "2", "5"].map(|threads| {
            let (file, points) = (format!("r{threads}.{output}"), format!("t{threads}.{output}"));
            let options = ["sweep", "double_pendulum.fmu", "--samples", "600", "--normal", "length=0.5,0.02"];
            let more =
                ["--uniform", "width=0.05,0.07", "--stop-time", "0.1", "--method", "sobol", "--threads", threads];
            let files = ["-o", &file, "--trajectories", &points];
            folder.run(options.iter().chain(&more).chain(&files)).succeeds().says(&["600 runs"]);
            (fs::read(folder.path(file)).unwrap(), fs::read(folder.path(points)).unwrap())
        });
        assert_eq!(files[0], files[1]);
        assert_eq!(files[0], files[2]);
    }
    assert!(folder.files().iter().all(|name| !name.ends_with(".part")), "{:?}", folder.files());
}

#[test]
fn a_run_that_fails_is_a_row() {
    let folder = Folder::new();
    fmu(&folder);
    folder.write("runs.csv", "length,width\n0.5,0.06\n0.5,0\n0.4,60 mm\n");
    let arguments = ["sweep", "double_pendulum.fmu", "--table", "runs.csv", "-o", "r.csv", "--stop-time", "0.5"];
    folder.run(arguments).succeeds().says(&["3 runs", "1 failed"]);
    let rows = table(&fs::read_to_string(folder.path("r.csv")).unwrap());
    let errors: Vec<bool> = rows.iter().map(|row| !row["error"].is_empty()).collect();
    assert_eq!(errors, [false, true, false]);
    assert_eq!((rows[1]["final(elbow_angle)"].as_str(), rows[2]["width"].as_str()), ("", "0.06"));
    assert_eq!(rows[1]["error"].matches("fmi2ExitInitializationMode").count(), 1, "{}", rows[1]["error"]);
}

#[test]
fn killed_and_resumed_gives_the_same_bytes() {
    let folder = Folder::new();
    fmu(&folder);
    let arguments = |output: &'static str| {
        let runs =
            ["sweep", "double_pendulum.fmu", "--set", "length=lin(0.4,0.6,30)", "--set", "width=lin(0.05,0.07,10)"];
        runs.into_iter().chain(["--stop-time", "10", "--tolerance", "1e-6", "--threads", "1", "-o", output])
    };
    folder.run(arguments("whole.parquet")).succeeds();
    let mut child = folder.command(arguments("cut.parquet")).stdout(Stdio::null()).spawn().unwrap();
    let part = folder.path("cut.parquet.part");
    let begun = Instant::now();
    while fs::read_dir(&part).map_or(0, Iterator::count) < 20 {
        assert!(
            begun.elapsed() < Duration::from_secs(100) && child.try_wait().unwrap().is_none(),
            "nothing is written"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.path("cut.parquet").exists());
    // A piece that was cut off by a crash of the machine is made again.
    let piece = fs::read(part.join("00000003")).unwrap();
    fs::write(part.join("00000003"), &piece[..piece.len() / 2]).unwrap();

    let other = ["sweep", "double_pendulum.fmu", "--set", "length=0.5", "-o", "cut.parquet"];
    folder.run(other).exits(1).says(&["runs of another sweep", "or of another version of this program", "--restart"]);
    folder.run(arguments("cut.parquet")).succeeds().says(&["300 runs", "of them before"]);
    assert_eq!(fs::read(folder.path("whole.parquet")).unwrap(), fs::read(folder.path("cut.parquet")).unwrap());
    assert!(!part.exists());
}

/// A sweep of the double pendulum into `output`.
fn lengths(output: &str) -> [&str; 10] {
    let runs = ["sweep", "double_pendulum.fmu", "--set", "length=lin(0.4,0.6,60)", "--stop-time", "2"];
    let [a, b, c, d, e, f] = runs;
    [a, b, c, d, e, f, "--threads", "1", "-o", output]
}

/// Kills a sweep into c.csv when it has written some pieces.
fn cut(folder: &Folder) -> std::path::PathBuf {
    let part = folder.path("c.csv.part");
    let _ = (fs::remove_file(folder.path("c.csv")), fs::remove_dir_all(&part));
    let mut child = folder.command(lengths("c.csv")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pieces = || fs::read_dir(&part).map_or(0, |entries| entries.flatten().filter(is_piece).count());
    while pieces() < 4 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was cut");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    part
}

fn is_piece(entry: &fs::DirEntry) -> bool {
    entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn what_is_damaged_is_run_again_and_what_is_not_ours_stays() {
    let folder = Folder::new();
    fmu(&folder);
    folder.run(lengths("whole.csv")).succeeds();
    let finish = |what: &str| {
        folder.run(lengths("c.csv")).succeeds();
        let (found, expected) = (fs::read(folder.path("c.csv")).unwrap(), fs::read(folder.path("whole.csv")).unwrap());
        assert!(found == expected, "{what}");
    };
    let part = cut(&folder);
    let (first, second) = (fs::read(part.join("00000000")).unwrap(), fs::read(part.join("00000001")).unwrap());
    fs::write(part.join("00000000"), &second).unwrap();
    fs::write(part.join("00000001"), &first).unwrap();
    finish("two pieces have changed their places");
    assert!(!part.exists());

    let part = cut(&folder);
    // One bit of a number that is not the last.
    let mut bytes = fs::read(part.join("00000002")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(part.join("00000002"), bytes).unwrap();
    // One run of nothing and a digest of zeros: only the digest is wrong.
    let run = [&[1][..], &0_f64.to_le_bytes(), &[0, 0, 0]].concat();
    fs::write(part.join("00000003"), [run, vec![0; 16]].concat()).unwrap();
    fs::write(part.join("plan"), "").unwrap();
    finish("numbers have changed, and the plan is lost");

    let part = cut(&folder);
    fs::write(part.join("notes.txt"), "mine").unwrap();
    finish("somebody else has a file there");
    assert_eq!(fs::read_dir(&part).unwrap().count(), 1, "nothing but that file is left");
    assert_eq!(fs::read_to_string(part.join("notes.txt")).unwrap(), "mine");

    fs::remove_dir_all(&part).unwrap();
    fs::write(&part, "a file").unwrap();
    folder.run(lengths("c.csv")).exits(1).says(&["c.csv.part"]);
    assert_eq!(fs::read_to_string(&part).unwrap(), "a file");
}

/// A limit on the size of files stands for a disk without room.
#[cfg(unix)]
#[test]
fn a_sweep_goes_on_when_there_is_room_again() {
    let folder = Folder::new();
    fmu(&folder);
    fs::create_dir(folder.path("tmp")).unwrap();
    let with_rows =
        |output| lengths(output).into_iter().chain(["--step-size", "0.002", "--trajectories", "t.csv", "--quiet"]);
    folder.run(with_rows("whole.csv")).succeeds();
    assert!(fs::metadata(folder.path("t.csv")).unwrap().len() > 5_000_000);
    fs::rename(folder.path("t.csv"), folder.path("rows.csv")).unwrap();
    let mut shell = std::process::Command::new("sh");
    // Blocks of 512 bytes: enough for the unpacked FMU and for pieces, not for the table of all rows.
    let script = "trap '' XFSZ; ulimit -f 8000; exec \"$0\" \"$@\"";
    shell.args(["-c", script]).arg(command::builder()).args(with_rows("c.csv")).current_dir(folder.0.path());
    let ran = command::Ran(shell.env("TMPDIR", folder.path("tmp")).output().unwrap());
    ran.exits(1).says(&["File too large"]);
    assert!(!folder.path("c.csv").exists() && !folder.path("t.csv").exists());
    assert_eq!(fs::read_dir(folder.path("tmp")).unwrap().count(), 0);
    folder.run(with_rows("c.csv")).succeeds();
    for (found, expected) in [("c.csv", "whole.csv"), ("t.csv", "rows.csv")] {
        assert!(fs::read(folder.path(found)).unwrap() == fs::read(folder.path(expected)).unwrap(), "{found}");
    }
    assert!(folder.files().iter().all(|name| !name.starts_with(".fmu") && !name.ends_with(".part")));
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let folder = Folder::new();
    fmu(&folder);
    folder.write("runs.csv", "length,length\n1,2\n");
    folder.write("cells.csv", "length\n0.5\n\n1 kg\n");
    for (arguments, code, expected) in [
        (&["--set", "nope=1:1:2"][..], 2, "\"nope\""),
        (&["--set", "length=2:1"], 2, "from:step:to"),
        (&["--set", "length=1", "--set", "length=2"], 2, "--set names \"length\" twice"),
        (&["--samples", "10"], 2, "--normal NAME=MEAN,SD"),
        (&["--normal", "length=1,0.1"], 2, "--samples"),
        (&["--samples", "0", "--normal", "length=1,0.1"], 2, "0 is not in"),
        (&["--samples", "5", "--normal", "length=1,0"], 2, "standard deviation"),
        (&["--table", "runs.csv"], 1, "is the name of two columns"),
        (&["--table", "cells.csv"], 2, "line 4 of the table: \"length\" cannot be \"1 kg\""),
        (&["--set", "length=lin(0,1,4000000000)"], 2, "more than 10000000 values"),
        (&["--samples", "4000000000", "--normal", "length=1,0.1"], 2, "not in 1..=10000000"),
        (&["--set", "length=1", "-o", "r.txt"], 2, ".csv or .parquet"),
        (&["--set", "length=1", "-o", "runs.csv", "--table", "runs.csv"], 2, "is an input"),
        (&["--set", "length=1", "-o", "a.csv", "--trajectories", "a.csv"], 2, "the same file"),
        (&["--set", "length=1", "--threads", "0"], 2, "0 is not in"),
        (&["--set", "length=1", "--threads", "65535"], 2, "65535 is not in"),
        (&["--set", "length=1", "-o", "none/r.csv"], 1, "the folder none does not exist; create it first"),
        (&["--set", "length=1", "--trajectories", "none/t.csv"], 1, "the folder none does not exist; create it first"),
    ] {
        folder.run(["sweep", "double_pendulum.fmu"].iter().chain(arguments)).exits(code).says(&[expected]);
    }
    assert_eq!(folder.files(), ["cells.csv", "double_pendulum.fmu", "runs.csv"]);
}
