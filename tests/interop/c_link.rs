//! C programs against the static and the shared library of fmu-core, and what these libraries export.
//!
//! The libraries are those that cargo has built together with these tests. At night they are built as a user builds them, too, into a
//! folder of their own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use multibody_fmu::compiler::model_file::ModelFile;
use multibody_fmu::fmu_builder::RUNTIMES;
use multibody_fmu::fmu_core::c_api::mbf_status_text;
use multibody_fmu::fmu_core::instance::{Experiment, Instance};
use object::Object;
use std::collections::BTreeSet;
use std::env::consts::{DLL_EXTENSION, DLL_PREFIX};
use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

/// System libraries that Rust's standard library needs, as in the Makefile of the example.
const NATIVE_LIBRARIES: &str =
    if cfg!(target_os = "macos") { "-lSystem -lc -lm" } else { "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc" };
/// The functions of fmi2Functions.h, which are those of common, model exchange and co-simulation, and of fmi3Functions.h.
const FMI_FUNCTIONS: usize = 44 + 75;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder for what this test makes, below the target folder.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_link").join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command; its standard output. A failure ends the test with everything it said.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out.into_owned()
}

/// The tool that the variable names, or `default`: program and arguments. None when it is not there, which CI does not accept.
fn tool(variable: &str, default: &str, needed_for: &str) -> Option<Vec<String>> {
    let words = env::var(variable).unwrap_or_default();
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let words = if words.is_empty() { vec![default.to_owned()] } else { words };
    let found = Command::new(&words[0]).arg("--version").output().is_ok_and(|output| output.status.success());
    if found {
        return Some(words);
    }
    let message = format!("{} was not found, {needed_for}; install it, or name another one in {variable}", words[0]);
    assert!(env::var("CI").as_deref() != Ok("true"), "{message}");
    eprintln!("skipped: {message}");
    None
}

/// The C compiler.
fn compiler() -> Option<Vec<String>> {
    if cfg!(windows) {
        eprintln!("skipped: the C programs are compiled with the command line of Unix compilers");
        return None;
    }
    tool("CC", "cc", "so no C program can be compiled")
}

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    without_library_path(&mut command);
    command
}

/// A program that was linked with one of the libraries.
fn program(path: &Path) -> Command {
    let mut command = Command::new(path);
    without_library_path(&mut command);
    command
}

/// Takes away the folders of this build that cargo puts before all others: a shared library of the runtime lies there under the same
/// name, without the plain C functions.
fn without_library_path(command: &mut Command) {
    command.env_remove("LD_LIBRARY_PATH").env_remove("DYLD_FALLBACK_LIBRARY_PATH");
}

/// The two libraries.
struct Libraries {
    /// The folder for the programs that are linked with them.
    programs: PathBuf,
    folder: PathBuf,
    fixed: PathBuf,
    shared: PathBuf,
    /// Libraries of the system that the static one needs.
    native: Vec<String>,
}

/// The libraries that cargo has linked together with this test.
fn libraries() -> Libraries {
    let native = NATIVE_LIBRARIES.split_whitespace().map(str::to_owned).collect();
    Libraries::new("programs", env::current_exe().unwrap().parent().unwrap(), native)
}

impl Libraries {
    fn new(programs: &str, folder: &Path, native: Vec<String>) -> Self {
        let (fixed, shared) = ("libfmu_core.a".to_owned(), format!("{DLL_PREFIX}fmu_core.{DLL_EXTENSION}"));
        let programs = scratch(programs);
        Self { programs, fixed: folder.join(fixed), shared: folder.join(shared), native, folder: folder.to_owned() }
    }
}

/// Builds both libraries with the command that users have.
fn build_libraries() -> Libraries {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_link").join("target");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).args([
        "rustc",
        "--locked",
        "-p",
        "fmu-core",
        "--lib",
        "--crate-type",
        "staticlib,cdylib",
    ]);
    cargo.arg("--target-dir").arg(&target).args(["--", "--print", "native-static-libs"]);
    // The folder of the results depends on the first one; debug information would take most of the time.
    cargo.env_remove("CARGO_BUILD_TARGET").env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_TERM_COLOR", "never");
    let output = cargo.output().unwrap_or_else(|error| panic!("{cargo:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{cargo:?}: {}\n{said}", output.status);
    let native = said.lines().find_map(|line| line.split("native-static-libs:").nth(1)).unwrap_or(NATIVE_LIBRARIES);
    Libraries::new("night", &target.join("debug"), native.split_whitespace().map(str::to_owned).collect())
}

/// Compiles a C source against the static and against the shared library; the two programs. None without a C compiler.
fn compile(source: &str, name: &str, libraries: &Libraries) -> Option<[PathBuf; 2]> {
    let compiler = compiler()?;
    let programs = ["static", "shared"].map(|kind| libraries.programs.join(format!("{name}_{kind}")));
    let start = |program: &Path| {
        let mut cc = command(&compiler);
        cc.current_dir(root()).args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Iinclude", source, "-o"]).arg(program);
        cc
    };
    run(start(&programs[0]).arg(&libraries.fixed).args(&libraries.native).arg("-lm"));
    let run_path = format!("-Wl,-rpath,{}", libraries.folder.display());
    run(start(&programs[1]).arg("-L").arg(&libraries.folder).args(["-lfmu_core", &run_path, "-lm"]));
    Some(programs)
}

/// The last value that the example prints: at 1 s.
fn last_value(printed: &str) -> f64 {
    printed.lines().last().and_then(|line| line.split_whitespace().last()).unwrap().parse().unwrap()
}

/// A variable of an example after ten steps of 0.1 s, by the Rust API.
fn rust_value(model: &str, variable: &str) -> f64 {
    let (file, _source) = ModelFile::from_path(&root().join(model)).unwrap();
    let mut instance = Instance::new(Arc::new(compiler::compile(&file).unwrap()));
    let reference = u32::try_from(instance.catalogue().find(variable).unwrap()).unwrap();
    instance.setup_experiment(Experiment { tolerance: Some(1e-8), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    for k in 0..10 {
        instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
    }
    let mut value = [f64::NAN];
    instance.get(&[reference], &mut value).unwrap();
    value[0]
}

fn assert_same(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{what}: {found}, the Rust API has {expected}");
}

#[test]
fn the_example_prints_what_the_rust_api_computes() {
    assert_example_prints_what_the_rust_api_computes(&libraries());
}

fn assert_example_prints_what_the_rust_api_computes(libraries: &Libraries) {
    let Some(programs) = compile("examples/c_link/main.c", "c_link", libraries) else { return };
    let cases = [
        ("examples/sensors.toml", "gap.distance"),
        ("examples/sensors.toml", "all.angles[2]"),
        ("examples/double_pendulum.toml", "elbow.phi"),
    ];
    for (model, variable) in cases {
        let expected = rust_value(model, variable);
        for path in &programs {
            let printed = run(program(path).arg(root().join(model)).arg(variable));
            assert_same(last_value(&printed), expected, &format!("{variable} by {}", path.display()));
        }
    }
}

#[test]
fn the_example_explains_what_is_wrong() {
    let Some(programs) = compile("examples/c_link/main.c", "c_link_errors", &libraries()) else { return };
    let model = root().join("examples/pendulum.toml");
    for path in &programs {
        for (arguments, expected) in
            [(["no_such.toml", "x"], "no_such.toml"), ([model.to_str().unwrap(), "rev.phy"], "rev.phi")]
        {
            let output = program(path).args(arguments).output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains(expected), "{said}");
        }
    }
}

#[test]
fn models_and_instances_in_c() {
    assert_models_and_instances_in_c(&libraries());
}

fn assert_models_and_instances_in_c(libraries: &Libraries) {
    let Some(programs) = compile("tests/c/model_test.c", "model_test", libraries) else { return };
    for path in &programs {
        run(program(path).arg(root().join("examples")));
    }
}

#[test]
fn frames_in_c() {
    assert_frames_in_c(&libraries());
}

fn assert_frames_in_c(libraries: &Libraries) {
    let Some(programs) = compile("tests/c/frames_test.c", "frames_test", libraries) else { return };
    for path in &programs {
        let said = run(&mut program(path));
        assert!(said.contains(" 0 failed"), "{said}");
    }
}

#[test]
#[ignore = "night: cargo builds fmu-core with all that it depends on a second time"]
fn libraries_that_users_build() {
    let libraries = build_libraries();
    assert_example_prints_what_the_rust_api_computes(&libraries);
    assert_models_and_instances_in_c(&libraries);
    assert_frames_in_c(&libraries);
}

#[test]
fn the_makefile_builds_the_example() {
    let (Some(_), Some(make)) = (compiler(), tool("MAKE", "make", "so the example's Makefile is not tried")) else {
        return;
    };
    let libraries = libraries();
    let printed = run(command(&make)
        .current_dir(root().join("examples/c_link"))
        .arg(format!("LIBRARIES={}", libraries.folder.display()))
        .arg(format!("BUILD={}", scratch("make").display()))
        .arg("run"));
    let values: Vec<f64> = printed.lines().filter(|line| line.starts_with("   1.000 ")).map(last_value).collect();
    assert_eq!(values.len(), 2, "one program per library\n{printed}");
    let expected = rust_value("examples/sensors.toml", "gap.distance");
    values.iter().for_each(|value| assert_same(*value, expected, "gap.distance"));
}

/// The header that the build has made from the sources.
fn generated_header() -> String {
    fs::read_to_string(concat!(env!("OUT_DIR"), "/fmu_core.h")).unwrap()
}

#[test]
fn the_committed_header_is_up_to_date() {
    let committed = fs::read_to_string(root().join("include/fmu_core.h")).unwrap();
    assert!(
        committed == generated_header(),
        "include/fmu_core.h is not what the sources say: build once without CI=true, and commit it"
    );
}

#[test]
fn the_header_is_clean_c_and_cpp() {
    let header = root().join("include/fmu_core.h");
    // Twice: the guard has to hold.
    let source = format!("#include \"{0}\"\n#include \"{0}\"\n", header.display());
    let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"];
    let check = |words: &[String], standard: &str, extension: &str| {
        let file = scratch("header").join(format!("{}.{extension}", standard.replace('+', "p")));
        fs::write(&file, &source).unwrap();
        run(command(words).arg(format!("-std={standard}")).args(strict).arg(&file));
    };
    if let Some(cc) = compiler() {
        ["c99", "c11"].iter().for_each(|standard| check(&cc, standard, "c"));
    }
    if cfg!(not(windows))
        && let Some(cxx) = tool("CXX", "c++", "so the header is not tried with C++")
    {
        ["c++11", "c++17"].iter().for_each(|standard| check(&cxx, standard, "cc"));
    }
}

/// Names with `prefix` that are followed by a parenthesis.
fn functions(text: &str, prefix: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '('));
    // A word may hold a call in a call, as in `OK(mbf_...(`.
    let names = words.flat_map(|word| word.split_inclusive('(')).filter_map(|word| word.strip_suffix('('));
    names.filter(|name| name.starts_with(prefix)).map(str::to_owned).collect()
}

#[test]
fn every_function_of_the_header_is_called_by_a_c_program() {
    let declared = functions(&generated_header(), "mbf_");
    assert!(declared.len() > 100, "{declared:?}");
    let sources = ["tests/c/frames_test.c", "tests/c/model_test.c", "examples/c_link/main.c"];
    let called: BTreeSet<String> = sources
        .iter()
        .flat_map(|source| functions(&fs::read_to_string(root().join(source)).unwrap(), "mbf_"))
        .collect();
    let missing: Vec<_> = declared.difference(&called).collect();
    assert!(missing.is_empty(), "declared, but in no C program: {missing:?}");
}

/// The functions of mechanism::frames and its modules that stand for one of the Frames package or help it have a C function each;
/// variants that cannot fail are for Rust, where the type of an argument says that it was checked.
#[test]
fn every_function_of_frames_has_a_c_function() {
    let declared = functions(&generated_header(), "mbf_");
    let modules = [
        ("orientation.rs", "mbf_frames_"),
        ("axis.rs", "mbf_frames_"),
        ("vectors.rs", "mbf_frames_"),
        ("quaternions.rs", "mbf_quaternions_"),
        ("transformation_matrices.rs", "mbf_transformation_matrices_"),
    ];
    for (file, prefix) in modules {
        let source = fs::read_to_string(root().join("fmu-core/mechanism/src/frames").join(file)).unwrap();
        // Free functions begin a line; methods are indented.
        let names: Vec<&str> = source
            .lines()
            .filter_map(|line| line.strip_prefix("pub fn "))
            .filter_map(|line| line.split(['<', '(']).next())
            .filter(|name| !name.ends_with("_unit") && !name.ends_with("_finite"))
            .collect();
        assert!(!names.is_empty(), "{file}");
        for name in names {
            assert!(declared.contains(&format!("{prefix}{name}")), "{file}: {name} has no {prefix}{name}");
        }
    }
}

#[test]
fn every_status_of_the_header_has_a_text() {
    let header = generated_header();
    let entries = header.lines().filter_map(|line| line.trim().strip_prefix("MBF_STATUS_")?.split_once(" = "));
    let values: Vec<i32> = entries.map(|(_, value)| value.trim_end_matches(',').parse().unwrap()).collect();
    // SAFETY: a text that stays.
    let text = |status| unsafe { CStr::from_ptr(mbf_status_text(status)) };
    assert!(values.len() > 20 && values.iter().all(|&value| text(value) != text(-1)), "{values:?}");
}

/// Names of the functions that a shared library exports, without the underscore that some platforms put in front.
fn exports(library: &[u8]) -> BTreeSet<String> {
    let file = object::File::parse(library).unwrap();
    let names = file.exports().unwrap().map(|export| {
        let export = export.unwrap();
        let name = std::str::from_utf8(export.name().into_name().expect("exported by name")).unwrap();
        name.strip_prefix('_').unwrap_or(name).to_owned()
    });
    names.collect()
}

#[test]
fn the_runtime_of_an_fmu_exports_the_fmi_functions_and_nothing_else() {
    let exported = exports(&RUNTIMES[0].bytes().unwrap());
    let others: Vec<_> = exported.iter().filter(|name| !name.starts_with("fmi")).collect();
    assert!(others.is_empty(), "{others:?}");
    assert_eq!(exported.len(), FMI_FUNCTIONS, "{exported:?}");
}

#[test]
fn the_shared_library_exports_what_the_header_declares() {
    let exported = exports(&fs::read(&libraries().shared).unwrap());
    let plain: BTreeSet<String> = exported.into_iter().filter(|name| !name.starts_with("fmi")).collect();
    assert_eq!(plain, functions(&generated_header(), "mbf_"));
}
