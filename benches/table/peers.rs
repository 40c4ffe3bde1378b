//! Programs of other libraries that do the same work: compiled here, against the headers and libraries of their Python wheels.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use support::python;

const REQUIREMENTS: &str = include_str!("../peers/requirements.txt");

thread_local! {
    static SKIPPED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes what cannot be measured, and why.
pub fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
    SKIPPED.with_borrow_mut(|skipped| {
        if !skipped.iter().any(|known| known == reason) {
            skipped.push(reason.to_owned());
        }
    });
}

/// All that was noted.
pub fn skipped() -> Vec<String> {
    SKIPPED.take()
}

/// The folder of the sources.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers")
}

/// The folder of what is compiled, which is kept.
pub fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A program that is younger than its source, what that includes, and the list of the libraries.
fn is_fresh(program: &Path, source: &str) -> bool {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|metadata| metadata.modified());
    let Ok(made) = modified(program) else { return false };
    let files = [source, "chain.h", "requirements.txt"].map(|name| sources().join(name));
    files.iter().all(|file| modified(file).is_ok_and(|changed| changed < made))
}

/// Compiles a program of benches/peers in C or C++ into `folder`, unless it is there. None, with a message, where that cannot be done.
pub fn compile(folder: &Path, source: &str, flags: &[String]) -> Option<PathBuf> {
    let path = folder.join(source).with_extension("");
    let (compiler, standard) = if source.ends_with(".cpp") { ("c++", "-std=c++17") } else { ("cc", "-std=gnu11") };
    if is_fresh(&path, source) {
        return Some(path);
    }
    eprintln!("compiling {source}");
    let mut command = Command::new(compiler);
    command.args([standard, "-O3", "-DNDEBUG", "-o"]).arg(&path).arg(sources().join(source)).args(flags);
    match command.output() {
        Ok(output) if output.status.success() => Some(path),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            let first = text.lines().find(|line| line.contains("error")).unwrap_or_default();
            // The compiler's own message names folders of this machine: it is shown, and not written down.
            eprintln!("{first}");
            skip(&format!("{source} cannot be compiled"));
            None
        }
        Err(error) => {
            skip(&format!("{source}: there is no compiler called {compiler} ({error})"));
            None
        }
    }
}

/// Interpreter with the packages of peers/requirements.txt; made once, in the target folder.
pub fn interpreter() -> Option<Command> {
    let found = python::interpreter(Path::new(env!("CARGO_TARGET_TMPDIR")), REQUIREMENTS);
    found.map_err(|reason| skip(&reason)).ok()
}

/// A script of benches/peers.
pub fn script(name: &str) -> Option<Command> {
    let mut command = interpreter()?;
    command.arg(sources().join(name));
    Some(command)
}

/// Folder of the packages.
fn packages() -> Option<PathBuf> {
    let output =
        interpreter()?.args(["-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// A program that answers lines.
pub struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(path: &Path) -> Option<Self> {
        let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take()?));
        Some(Self { child, input, output })
    }

    /// Pinocchio's forward dynamics of the chain.
    pub fn pinocchio(folder: &Path) -> Option<Self> {
        let include = packages()?.join("cmeel.prefix/include");
        let include = include.display();
        let flags = [
            format!("-I{include}/eigen3"),
            format!("-I{include}"),
            "-DBOOST_MPL_LIMIT_LIST_SIZE=30".to_owned(),
            "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS".to_owned(),
        ];
        Self::start(&compile(folder, "pinocchio_chain.cpp", &flags)?)
    }

    /// MuJoCo's.
    pub fn mujoco(folder: &Path) -> Option<Self> {
        let package = packages()?.join("mujoco");
        let library = std::fs::read_dir(&package).ok()?.flatten().map(|entry| entry.path()).find(|path| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("libmujoco.so"))
        });
        let Some(library) = library else {
            skip("the wheel of MuJoCo for this platform has no libmujoco.so");
            return None;
        };
        let package = package.display();
        let flags = [
            format!("-I{package}/include"),
            library.display().to_string(),
            format!("-Wl,-rpath,{package}"),
            "-lm".to_owned(),
        ];
        Self::start(&compile(folder, "mujoco_chain.c", &flags)?)
    }

    /// The numbers in the answer to a line; none when the program has ended.
    pub fn ask(&mut self, line: &str) -> Option<Vec<f64>> {
        writeln!(self.input.as_mut()?, "{line}").ok()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).ok()?;
        let numbers: Result<Vec<f64>, _> = answer.split_whitespace().map(str::parse).collect();
        numbers.ok().filter(|numbers| !numbers.is_empty())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It ends with its input.
        self.input = None;
        let _ = self.child.wait();
    }
}
