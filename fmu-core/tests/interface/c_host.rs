//! A host in C, under valgrind where there is one: no invalid access, no leak, and a snapshot that goes on in another process.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::instance::{COMPILED_MODEL, Compiled};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::c_host::{Fmu, Program, exists};

const GUID: &str = "{c-host}";

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("c-host-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// The path of a file in it.
    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

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

/// Gives the host, compiled for this machine, and the quadrotor to a test, unless there is no compiler.
fn with_host(name: &str, test: impl Fn(&Folder, &Program, &Fmu)) {
    if !exists("cc") {
        return skip("there is no C compiler called cc");
    }
    let folder = Folder::new(name);
    let program = Program::compile("cc", &folder.0, &["-ldl", "-lm"]);
    let text = include_str!("../../../examples/quadrotor.toml");
    let file = ModelFile::from_toml(text).unwrap();
    let model = compile(&file).unwrap();
    std::fs::write(folder.file(COMPILED_MODEL), Compiled::write(&model, GUID).unwrap()).unwrap();
    let catalogue = model.catalogue;
    let library = std::env::current_exe().unwrap().parent().unwrap().join(format!(
        "{}fmu_core{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    ));
    let fmu = Fmu {
        library: &library,
        resources: folder.0.to_str().unwrap(),
        guid: GUID,
        input: catalogue.inputs[2],
        output: catalogue.find("hull.v_0[3]").unwrap(),
        states: catalogue.states.len(),
    };
    test(&folder, &program, &fmu);
}

#[test]
fn a_host_in_c() {
    with_host("all", |folder, program, fmu| {
        let snapshot = folder.file("snapshot");
        let saved = program.run(fmu, &["save", &snapshot]).standard;
        assert!(saved.starts_with("0x") || saved.starts_with("-0x"), "{saved}");
        let loaded = program.run(fmu, &["load", &snapshot]).standard;
        assert_eq!(loaded, saved, "another process goes on from the bytes to the same bits");
    });
}

#[test]
fn a_host_in_c_under_valgrind() {
    with_host("valgrind", |folder, program, fmu| {
        let snapshot = folder.file("snapshot");
        let saved = program.run(fmu, &["save", &snapshot]).standard;
        if !exists("valgrind") {
            return skip("there is no valgrind");
        }
        let leaks = ["--leak-check=full", "--errors-for-leak-kinds=definite"];
        // A leak that is found after the library was unloaded then has names.
        let valgrind = ["valgrind", "--quiet", "--error-exitcode=99", "--keep-debuginfo=yes", leaks[0], leaks[1]];
        let checked = program.under(&valgrind);
        assert_eq!(checked.run(fmu, &["save", &snapshot]).standard, saved);
        assert_eq!(checked.run(fmu, &["load", &snapshot]).standard, saved);
    });
}

/// A locale that has nothing but a decimal comma, compiled by the C library's own tool into `folder`; false where there is none.
fn decimal_comma(folder: &Path) -> bool {
    let source = folder.join("comma");
    std::fs::write(&source, "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n")
        .unwrap();
    // It warns of all that is missing and ends with 1; the locale is there all the same.
    let arguments = ["--no-archive", "--force", "-f", "ANSI_X3.4-1968", "-i"];
    let result = Command::new("localedef").args(arguments).args([&source, &folder.join("xx_XX")]).output();
    result.is_ok() && folder.join("xx_XX/LC_NUMERIC").is_file()
}

/// The model is read with points although the user's language has a decimal comma, and the locale does not change.
#[test]
fn a_host_with_a_decimal_comma() {
    if !cfg!(target_env = "gnu") {
        return skip("only the tool of the GNU C library makes locales that a test can use");
    }
    with_host("comma", |folder, program, fmu| {
        if !decimal_comma(&folder.0) {
            return skip("there is no localedef to make a locale with a decimal comma");
        }
        let snapshot = folder.file("snapshot");
        let point = program.with_environment(&[("LC_ALL", "C")]).run(fmu, &["save", &snapshot]);
        let locale = [("LC_ALL", "xx_XX"), ("LOCPATH", folder.0.to_str().unwrap())];
        let comma = program.with_environment(&locale).run(fmu, &["save", &snapshot]);
        assert!(point.error.contains("decimal separator: .\n"), "{}", point.error);
        assert!(comma.error.contains("decimal separator: ,\n"), "the host has the locale: {}", comma.error);
        assert_eq!(comma.standard, point.standard, "the same result to the last bit");
    });
}

/// A host that simulates in a loop and loads the library each time.
#[test]
fn a_thousand_times_loaded_and_unloaded() {
    with_host("reload", |_, program, fmu| {
        program.run(fmu, &["reload", "1000"]);
    });
}
