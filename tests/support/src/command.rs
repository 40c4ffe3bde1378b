//! The command line tool in a folder of its own, and what it said.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The program, which cargo builds for the tests of its package, beside the folder of the test programs.
pub fn builder() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    folder.join(format!("fmu-builder{}", std::env::consts::EXE_SUFFIX))
}

pub fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// An empty folder to work in, and what a command did there.
pub struct Folder(pub TempDir);

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    pub fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(builder());
        command.current_dir(self.0.path()).args(arguments).env_remove("SOURCE_DATE_EPOCH");
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ran {
        Ran(self.command(arguments).output().unwrap())
    }

    /// Names of all files, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// An FMU of the pendulum.
    pub fn pendulum(&self) -> PathBuf {
        self.run([OsStr::new("build"), example("pendulum.toml").as_os_str()]).succeeds();
        self.path("pendulum.fmu")
    }
}

pub struct Ran(pub Output);

impl Ran {
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.0.status.code(), Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout(), self.stderr());
        self
    }

    #[track_caller]
    pub fn succeeds(self) -> Self {
        self.exits(0)
    }

    #[track_caller]
    pub fn says(self, expected: &[&str]) -> Self {
        let all = format!("{}\n{}", self.stdout(), self.stderr());
        for text in expected {
            assert!(all.contains(text), "\"{text}\" is missing in\n{all}");
        }
        self
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }
}
