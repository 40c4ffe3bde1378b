//! The host written in C as a program: compiled for some platform, run directly or by an emulator.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A compiled host.
pub struct Program {
    path: PathBuf,
    /// Program that runs it, with arguments; empty on its own platform.
    runner: Vec<String>,
    /// Environment variables of its processes.
    environment: Vec<(String, String)>,
}

/// The FMU that a host drives.
pub struct Fmu<'a> {
    /// The shared library.
    pub library: &'a Path,
    /// The location of its resources, `-` for NULL.
    pub resources: &'a str,
    pub guid: &'a str,
    /// Value references of an input and an output.
    pub input: usize,
    pub output: usize,
    /// Number of continuous states.
    pub states: usize,
}

/// The standard streams of a host that has ended well.
pub struct Output {
    pub standard: String,
    pub error: String,
}

impl Program {
    /// Compiles the host with `compiler` into `folder`; `libraries` are what the platform's linker has to be told.
    pub fn compile(compiler: &str, folder: &Path, libraries: &[&str]) -> Self {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/c_host/host.c");
        let path = folder.join(format!("host-{compiler}.exe"));
        let flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-o"];
        let status = Command::new(compiler).args(flags).arg(&path).arg(source).args(libraries).status().unwrap();
        assert!(status.success(), "{compiler}: {status}");
        Self { path, runner: Vec::new(), environment: Vec::new() }
    }

    /// The same program under another one, valgrind or an emulator.
    pub fn under(&self, runner: &[&str]) -> Self {
        let runner = runner.iter().map(|&word| word.to_owned()).collect();
        Self { path: self.path.clone(), runner, environment: self.environment.clone() }
    }

    /// The same program with more environment variables.
    pub fn with_environment(&self, variables: &[(&str, &str)]) -> Self {
        let added = variables.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let environment = self.environment.iter().cloned().chain(added).collect();
        Self { path: self.path.clone(), runner: self.runner.clone(), environment }
    }

    /// Runs a task, which must succeed.
    pub fn run(&self, fmu: &Fmu, task: &[&str]) -> Output {
        let mut command = match self.runner.as_slice() {
            [] => Command::new(&self.path),
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                command.args(rest).arg(&self.path);
                command
            }
        };
        let numbers = [fmu.input, fmu.output, fmu.states].map(|number| number.to_string());
        command.envs(self.environment.iter().cloned());
        command.arg(fmu.library).args([fmu.resources, fmu.guid]).args(numbers).args(task);
        let result = command.output().unwrap();
        let [standard, error] = [result.stdout, result.stderr].map(|s| String::from_utf8_lossy(&s).into_owned());
        assert!(result.status.success(), "{command:?}: {}\n{standard}{error}", result.status);
        Output { standard, error }
    }
}

/// True if a program can be started.
pub fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
