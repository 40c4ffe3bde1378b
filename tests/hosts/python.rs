//! The Python that runs FMPy and the tests of the Python package: virtual environments in the target folder, made once.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

/// What FMPy needs.
const REQUIREMENTS: &str = include_str!("../python/requirements.txt");
/// In a virtual environment that is complete; making it was interrupted otherwise.
const MARKER: &str = "complete";
/// Says which Python it is, if it is one that FMPy and virtual environments can use.
const PROBE: &str =
    "import sys, venv, ensurepip; assert sys.version_info >= (3, 11); print(sys.executable, sys.version)";

/// A command for a script of tests/python/ in the virtual environment, which is made first where there is none. Without Python or
/// network the test is skipped: then there is nothing to run.
pub fn script(name: &str) -> Option<Command> {
    let mut command = interpreter()?;
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name));
    Some(command)
}

/// The interpreter of the virtual environment, as [`script`].
pub fn interpreter() -> Option<Command> {
    interpreter_with(REQUIREMENTS)
}

/// The interpreter of a virtual environment with these requirements.
pub fn interpreter_with(requirements: &'static str) -> Option<Command> {
    type Made = Mutex<HashMap<&'static str, Result<PathBuf, String>>>;
    static MADE: LazyLock<Made> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    match made.entry(requirements).or_insert_with(|| environment(requirements)) {
        Ok(interpreter) => {
            let mut command = Command::new(interpreter);
            command.env_remove("PYTHONHOME").env_remove("PYTHONPATH").env("PYTHONUTF8", "1");
            command.env("PYTHONDONTWRITEBYTECODE", "1");
            Some(command)
        }
        Err(reason) => {
            super::skip(reason);
            None
        }
    }
}

/// The interpreter of a complete virtual environment. Its name tells what is in it, so that another Python or other requirements
/// have another one. Other processes wait while one makes it.
fn environment(requirements: &str) -> Result<PathBuf, String> {
    let (python, version) = find_python()?;
    let mut hasher = DefaultHasher::new();
    (requirements, version).hash(&mut hasher);
    let folder = target().join(format!("python-venv-{:016x}", hasher.finish()));

    let lock = File::create(folder.with_extension("lock")).map_err(|error| format!("{}: {error}", folder.display()))?;
    lock.lock().map_err(|error| format!("cannot lock {}: {error}", folder.display()))?;
    let interpreter = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let marker = folder.join(MARKER);
    if !marker.is_file() || probe(interpreter.as_os_str()).is_none() {
        make(&python, &folder, &interpreter, requirements)
            .map_err(|error| format!("Python packages cannot be installed: {error}"))?;
        File::create(&marker).map_err(|error| format!("{}: {error}", marker.display()))?;
    }
    Ok(interpreter)
}

/// The target folder, whose `tmp` cargo names to integration tests.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

/// The variable `PYTHON`, or the first Python on the path that will do, and what [`PROBE`] says of it.
fn find_python() -> Result<(OsString, String), String> {
    let candidates = match std::env::var_os("PYTHON") {
        Some(python) => vec![python],
        None => vec!["python3".into(), "python".into()],
    };
    candidates.iter().find_map(|python| Some((python.clone(), probe(python)?))).ok_or_else(|| {
        format!("tests with Python need Python 3.11 or newer with venv and pip, and none of {candidates:?} is that; PYTHON names another")
    })
}

fn probe(python: &std::ffi::OsStr) -> Option<String> {
    let output = Command::new(python).args(["-c", PROBE]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn make(python: &OsString, folder: &Path, interpreter: &Path, requirements: &str) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    run(Command::new(python).args(["-m", "venv"]).arg(folder))?;
    // The file that is compiled in, which the folder's name is made from.
    let list = folder.join("requirements.txt");
    fs::write(&list, requirements).map_err(|error| format!("{}: {error}", list.display()))?;
    run(Command::new(interpreter)
        .args(["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps"])
        .args(["--only-binary", ":all:", "--requirement"])
        .arg(list))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}
