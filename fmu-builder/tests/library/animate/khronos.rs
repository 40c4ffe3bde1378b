//! The files before the validator of the Khronos Group (npm package gltf-validator), where Node.js and npm are.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use compiler::model_file::ModelFile;
use fmu_builder::scene::{Drawable, RunOptions, Scene, SceneOptions};
use support::shared_folder::shared;

use super::{example, models, scene};

const PACKAGE: &str = "gltf-validator@2.0.0-dev.3.10";
/// Prints for each file its name, and code and message of each issue that is an error or a warning.
const SCRIPT: &str = "const { validateBytes } = require('gltf-validator');
const { readFileSync } = require('fs');
(async () => {
  for (const path of process.argv.slice(1)) {
    const { issues } = await validateBytes(new Uint8Array(readFileSync(path)));
    console.log(path);
    for (const issue of issues.messages.filter(issue => issue.severity < 2)) console.log('  ' + JSON.stringify(issue));
  }
})();";

/// A folder with the package, which is installed once.
fn package() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gltf-validator");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let lock = File::create(folder.join("lock")).and_then(|file| file.lock().map(|()| file));
    let _lock = lock.map_err(|error| error.to_string())?;
    if !folder.join("complete").is_file() {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let mut install = Command::new(npm);
        install.current_dir(&folder).args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", "."]);
        let output = install.arg(PACKAGE).output().map_err(|error| format!("npm: {error}"))?;
        if !output.status.success() {
            return Err(format!("npm cannot install it: {}", String::from_utf8_lossy(&output.stderr)));
        }
        File::create(folder.join("complete")).map_err(|error| error.to_string())?;
    }
    Ok(folder)
}

/// What the validator says of files; none where it cannot be had.
fn report(paths: &[PathBuf]) -> Option<String> {
    let run = |folder: PathBuf| {
        let output = Command::new("node").current_dir(folder).args(["-e", SCRIPT]).args(paths).output();
        output.map_err(|error| format!("node: {error}"))
    };
    match package().and_then(run) {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(reason) => {
            println!("skipped: no gltf-validator: {reason}");
            None
        }
    }
}

/// Every example, and 20 reference models of all kinds.
#[test]
fn the_validator_of_khronos_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    let mut add = |path: &Path, bytes: Vec<u8>| {
        let name = folder.path().join(path.file_stem().unwrap()).with_extension("glb");
        fs::write(&name, bytes).unwrap();
        files.push(name);
    };
    for path in models(&root.join("examples")) {
        let (file, _) = ModelFile::from_path(&path).unwrap();
        add(&path, scene(&file, 0.5).to_glb());
    }
    let references = shared("reference/models").map(|folder| models(&folder)).unwrap_or_default();
    for path in references.iter().step_by((references.len() / 24).max(1)) {
        let (file, _) = ModelFile::from_path(path).unwrap();
        let Ok(drawable) = Drawable::new(&file) else { continue };
        let start = drawable.model().experiment.start();
        let run = RunOptions { stop_time: Some(start + 0.02), step_size: Some(2e-3), ..RunOptions::default() };
        let scene = Scene::new(&drawable, &SceneOptions { run, ..SceneOptions::default() }, &mut |_| ());
        add(path, scene.unwrap_or_else(|error| panic!("{}: {error}", path.display())).to_glb());
    }
    let Some(report) = report(&files) else { return };
    let (names, issues): (Vec<&str>, Vec<&str>) = report.lines().partition(|line| !line.starts_with(' '));
    assert_eq!(names.len(), files.len());
    assert!(issues.is_empty(), "{report}");
}

/// What is wrong is found.
#[test]
fn the_validator_of_khronos_finds_damage() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = scene(&example("double_pendulum.toml"), 0.1).to_glb();
    let at = bytes.windows(10).position(|window| window == b"\"POSITION\"").unwrap();
    bytes[at + 1] = b'Q';
    let path = folder.path().join("damaged.glb");
    fs::write(&path, bytes).unwrap();
    let Some(report) = report(&[path]) else { return };
    assert!(report.contains("\"code\":"), "{report}");
}
