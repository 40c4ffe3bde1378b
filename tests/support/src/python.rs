//! Python with packages for tests: virtual environments in the target folder, made once.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

/// In a virtual environment that is complete; making it was interrupted otherwise.
const MARKER: &str = "complete";
/// Says which Python it is, if it is one that FMPy and virtual environments can use.
const PROBE: &str =
    "import sys, venv, ensurepip; assert sys.version_info >= (3, 11); print(sys.executable, sys.version)";

/// The interpreter of a virtual environment with these requirements, or why there is none: without Python or network there is nothing
/// to run. `temporary` is the folder `tmp` in the target folder, which cargo names to tests and benches.
pub fn interpreter(temporary: &Path, requirements: &'static str) -> Result<Command, String> {
    type Made = Mutex<HashMap<&'static str, Result<PathBuf, String>>>;
    static MADE: LazyLock<Made> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let target = temporary.parent().unwrap();
    let interpreter = made.entry(requirements).or_insert_with(|| environment(target, requirements)).as_ref();
    let interpreter = interpreter.map_err(String::clone)?;
    let mut command = Command::new(interpreter);
    command.env_remove("PYTHONHOME").env_remove("PYTHONPATH").env("PYTHONUTF8", "1");
    // Not beside the sources, which are partly those of the repository.
    command.env("PYTHONPYCACHEPREFIX", interpreter.with_file_name("bytecode"));
    Ok(command)
}

/// The interpreter of a complete virtual environment. Its name tells what is in it, so that another Python or other requirements
/// have another one. Other processes wait while one makes it.
fn environment(target: &Path, requirements: &str) -> Result<PathBuf, String> {
    let (python, version) = find_python()?;
    let mut hasher = DefaultHasher::new();
    (requirements, version).hash(&mut hasher);
    let folder = target.join(format!("python-venv-{:016x}", hasher.finish()));

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
        // Compiled when it is imported: most of it never is.
        .args(["--no-compile", "--only-binary", ":all:", "--requirement"])
        .arg(list))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}
