//! A host in C, under valgrind where there is one: no invalid access, no leak, and a snapshot that goes on in another process.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fmu_core::assembly::Model;
use fmu_core::instance::Package;
use fmu_core::model_file::ModelFile;
use std::path::{Path, PathBuf};
use std::process::Command;

const GUID: &str = "{c-host}";

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Says why a test is not made; on a build server it must be made.
fn skip(reason: &str) {
    assert!(std::env::var_os("CI").is_none(), "{reason}");
    eprintln!("skipped: {reason}");
}

fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_host_in_c() {
    if !exists("cc") {
        return skip("there is no C compiler called cc");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder(std::env::temp_dir().join(format!("c-host-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let program = folder.0.join("host");
    let flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-o"];
    let source = root.join("tests/c_host/host.c");
    let status = Command::new("cc").args(flags).arg(&program).arg(source).args(["-ldl", "-lm"]).status().unwrap();
    assert!(status.success());

    let text = std::fs::read_to_string(root.join("../examples/quadrotor.toml")).unwrap();
    let file = ModelFile::from_toml(&text).unwrap();
    let catalogue = Model::compile(&file).unwrap().catalogue;
    std::fs::write(folder.0.join("model.json"), Package::write(&file.to_json(), GUID)).unwrap();
    let library = std::env::current_exe().unwrap().parent().unwrap().join(format!(
        "{}fmu_core{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    ));
    let output = catalogue.find("hull.v_0[3]").unwrap();
    let run = |runner: &[&str], task: &str| {
        let mut command = match runner {
            [] => Command::new(&program),
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                command.args(rest).arg(&program);
                command
            }
        };
        let numbers = [catalogue.inputs[2], output, catalogue.states.len()].map(|number| number.to_string());
        command.args([&library, &folder.0]).arg(GUID).args(numbers).arg(task).arg(folder.0.join("snapshot"));
        let result = command.output().unwrap();
        let text = String::from_utf8_lossy(&result.stderr).into_owned();
        assert!(result.status.success(), "{runner:?} {task}: {}\n{text}", result.status);
        String::from_utf8(result.stdout).unwrap()
    };
    let saved = run(&[], "save");
    assert!(saved.starts_with("0x") || saved.starts_with("-0x"), "{saved}");
    assert_eq!(run(&[], "load"), saved, "another process goes on from the bytes to the same bits");
    if !exists("valgrind") {
        return skip("there is no valgrind");
    }
    let valgrind =
        ["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite"];
    assert_eq!(run(&valgrind, "save"), saved);
    assert_eq!(run(&valgrind, "load"), saved);
}
