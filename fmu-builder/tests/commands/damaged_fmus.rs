//! `simulate` on FMUs that are damaged or misbehave, and when it is told to end.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::command;
use crate::decay;

use std::fs;
use std::io::{Cursor, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use command::{Folder, Ran, builder};
use fmu_builder::csv::Table;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// The archive with another library for this platform; the new library, made from the old one.
fn with_library(bytes: &[u8], change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> Vec<u8> {
    let mut change = Some(change);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let name = entry.name().unwrap().into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        if name.starts_with(&format!("binaries/{}/", decay::folder())) {
            content = change.take().expect("one library")(content);
        }
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(&content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_library_that_is_cut_off_is_refused_before_it_is_loaded() {
    let folder = Folder::new();
    let fmu = fs::read(folder.pendulum()).unwrap();
    for part in [0.001, 0.1, 0.5, 0.99] {
        let cut = |mut library: Vec<u8>| {
            library.truncate((library.len() as f64 * part) as usize);
            library
        };
        fs::write(folder.path("pendulum.fmu"), with_library(&fmu, cut)).unwrap();
        let place = format!("binaries/{}/Pendulum", decay::folder());
        for command in ["simulate", "check"] {
            folder.run([command, "pendulum.fmu"]).exits(1).says(&[&place, "it is not a shared library for"]);
        }
    }
    assert_eq!(folder.files(), ["pendulum.fmu"]);
}

/// The loader reads segments; sections, which stand at the end of the file, may be gone.
#[cfg(target_os = "linux")]
#[test]
fn a_library_without_sections_is_not_mistaken_for_a_whole_one() {
    let folder = Folder::new();
    let fmu = fs::read(folder.pendulum()).unwrap();
    let without_sections = |mut library: Vec<u8>| {
        // Offset, entry size, number and index of names of the section headers (ELF-64, e_shoff to e_shstrndx).
        library[40..48].fill(0);
        library[58..64].fill(0);
        library
    };
    fs::write(folder.path("pendulum.fmu"), with_library(&fmu, without_sections)).unwrap();
    folder.run(["simulate", "pendulum.fmu", "--stop-time", "0.1", "-o", "a.csv"]).succeeds();
    let cut = |library: Vec<u8>| {
        let mut library = without_sections(library);
        library.truncate(library.len() / 2);
        library
    };
    fs::write(folder.path("pendulum.fmu"), with_library(&fmu, cut)).unwrap();
    folder.run(["simulate", "pendulum.fmu", "-o", "b.csv"]).exits(1).says(&["it is cut off"]);
    assert_eq!(folder.files(), ["a.csv", "a.units.csv", "pendulum.fmu"]);
}

#[test]
fn a_run_that_fails_on_the_way_leaves_its_rows() {
    let folder = Folder::new();
    fs::write(folder.path("decay.fmu"), decay::fmu_with(decay::DESCRIPTION)).unwrap();
    folder.write("out.csv", "old");
    let arguments = ["simulate", "decay.fmu", "-o", "out.csv", "--set", "k=-2000"];
    let said = folder.run(arguments).exits(1).says(&["at time 0.5 s: \"y\" is inf"]).stdout();
    assert!(said.contains("out.csv: 2 rows, 1 variables, 0 s to 0.25 s") && said.contains("ended early"), "{said}");
    let table = Table::read(&fs::read_to_string(folder.path("out.csv")).unwrap()).unwrap();
    assert_eq!(table.times, [0.0, 0.25]);
    let [y] = &table.columns[..] else { panic!("one column") };
    assert!(y.values[0] == 1.0 && (y.values[1].ln() - 500.0).abs() < 1e-9, "y' = 2000 y: {:?}", y.values);
    let rows = folder.run(["simulate", "decay.fmu", "-o", "-", "--set", "k=-2000"]).exits(1).stdout();
    assert_eq!(rows.lines().count(), 3);
    assert_eq!(folder.files(), ["decay.fmu", "out.csv", "out.units.csv"]);
}

#[test]
fn a_run_that_does_not_start_leaves_nothing() {
    let folder = Folder::new();
    fs::write(folder.path("decay.fmu"), decay::fmu_with(decay::DESCRIPTION)).unwrap();
    folder.write("out.csv", "old");
    folder.run(["simulate", "decay.fmu", "-o", "out.csv", "--set", "x=1e400"]).exits(2);
    assert_eq!(fs::read_to_string(folder.path("out.csv")).unwrap(), "old");
    assert_eq!(folder.files(), ["decay.fmu", "out.csv"]);
}

/// A simulation that runs for hours, with a folder of its own for temporary files.
struct Long {
    folder: Folder,
    child: Child,
}

impl Long {
    /// Starts it, with `trap` run by the shell before, and waits until it writes rows.
    fn start(trap: &str) -> Self {
        let folder = Folder::new();
        fs::write(folder.path("decay.fmu"), decay::fmu_with(decay::DESCRIPTION)).unwrap();
        fs::create_dir(folder.path("tmp")).unwrap();
        let script =
            format!("{trap} exec \"$0\" simulate decay.fmu -o out.csv --stop-time 1e4 --step-size 1e-4 --set k=0");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(builder()).current_dir(folder.0.path()).env("TMPDIR", folder.path("tmp"));
        // SAFETY: it only sets dispositions, which is allowed between fork and exec.
        unsafe { command.pre_exec(default_signals) };
        let mut long = Self { child: command.stderr(Stdio::null()).spawn().unwrap(), folder };
        while !long.writes() {
            assert!(long.child.try_wait().unwrap().is_none(), "it ended");
            std::thread::sleep(Duration::from_millis(10));
        }
        long
    }

    /// True if the FMU is unpacked and there are rows.
    fn writes(&self) -> bool {
        let sizes = fs::read_dir(self.folder.0.path()).unwrap().flatten().map(|entry| {
            let is_output = entry.file_name().to_string_lossy().starts_with(".fmu-builder-");
            if is_output { entry.metadata().map_or(0, |metadata| metadata.len()) } else { 0 }
        });
        sizes.sum::<u64>() > 0 && entries(&self.folder.path("tmp")) > 0
    }

    fn send(&self, signal: &str) {
        let status = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Waits for its end, after which nothing is left of it.
    fn end(mut self) -> ExitStatus {
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(start.elapsed() < Duration::from_secs(20), "the signal has not ended it"),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(entries(&self.folder.path("tmp")), 0, "{status}");
        assert_eq!(self.folder.files(), ["decay.fmu", "tmp"], "{status}");
        status
    }
}

impl Drop for Long {
    fn drop(&mut self) {
        // It is gone already, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Signals that a child inherits as ignored stay so where the tests themselves run under nohup or in the background of a script.
fn default_signals() -> std::io::Result<()> {
    for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the default disposition of a signal that exists.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    Ok(())
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_signal_ends_it_and_leaves_no_temporary_files() {
    for (name, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let long = Long::start("");
        long.send(name);
        assert_eq!(long.end().signal(), Some(number));
    }
}

/// SIGKILL, or the system that runs out of memory.
#[test]
fn a_later_process_removes_what_a_killed_one_has_left() {
    let mut long = Long::start("");
    long.child.kill().unwrap();
    long.child.wait().unwrap();
    let left = || (entries(&long.folder.path("tmp")), long.folder.files().len());
    assert_eq!(left(), (2, 3), "a folder and its file; the FMU, the result, tmp");
    let other = Long::start("");
    let run = |stop_time, folder: &Folder| {
        let mut command = folder.command(["simulate", "decay.fmu", "-o", "short.csv", "--stop-time", stop_time]);
        Ran(command.env("TMPDIR", folder.path("tmp")).output().unwrap()).succeeds();
    };
    run("0.1", &long.folder);
    assert_eq!(entries(&long.folder.path("tmp")), 0);
    assert_eq!(long.folder.files(), ["decay.fmu", "short.csv", "short.units.csv", "tmp"]);
    // One that is at work keeps its own.
    run("0.1", &other.folder);
    assert!(other.writes());
    for left in ["short.csv", "short.units.csv"] {
        fs::remove_file(other.folder.path(left)).unwrap();
    }
    other.send("TERM");
    assert_eq!(other.end().signal(), Some(15));
}

/// As under nohup, or in the background of a script.
#[test]
fn signals_that_are_ignored_stay_ignored() {
    let long = Long::start("trap '' HUP INT;");
    long.send("HUP");
    long.send("INT");
    long.send("TERM");
    assert_eq!(long.end().signal(), Some(15));
}
