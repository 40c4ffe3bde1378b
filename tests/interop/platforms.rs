//! The runtimes for other platforms, built by `scripts/build-runtime.sh`, under wine and qemu: a host in C runs the same FMU with them
//! and with the runtime of this machine.
//!
//! A test is skipped when there is no library for the platform that is as new as the sources, no C compiler for it, or nothing that
//! runs its programs. `scripts/test-runtime.sh` builds the libraries and runs these tests; what is named in `MULTIBODY_PLATFORMS` must
//! not be skipped.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use multibody_fmu::compiler::model_file::ModelFile;
use multibody_fmu::fmu_builder::binary::{self, PlatformBinary};
use multibody_fmu::fmu_builder::host::Package;
use multibody_fmu::fmu_builder::{BuildOptions, Fmu, build_options};
use multibody_fmu::simulation::variables::{DataType, Variability};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};
use support::c_host::{self, Program, exists};

/// A platform that this machine can run.
struct Platform {
    /// Its folder in binaries/.
    name: &'static str,
    /// File name of the runtime.
    library: &'static str,
    /// Extension of shared libraries.
    extension: &'static str,
    /// C compiler.
    compiler: &'static str,
    /// Arguments for its linker.
    libraries: &'static [&'static str],
    /// Programs that run its programs, with arguments; the first that exists is used.
    runners: &'static [&'static [&'static str]],
    /// Its name for the root of this machine's files.
    drive: &'static str,
}

const LINUX64: Platform = Platform {
    name: "linux64",
    library: "libfmu_core.so",
    extension: "so",
    compiler: "cc",
    libraries: &["-ldl", "-lm"],
    runners: &[],
    drive: "",
};

const AARCH64_LINUX: Platform = Platform {
    name: "aarch64-linux",
    compiler: "aarch64-linux-gnu-gcc",
    runners: &[
        &["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"],
        &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    ],
    ..LINUX64
};

const WIN64: Platform = Platform {
    name: "win64",
    library: "fmu_core.dll",
    extension: "dll",
    compiler: "x86_64-w64-mingw32-gcc",
    libraries: &[],
    // Debian's package wine64 alone puts no program on the PATH.
    runners: &[&["wine64"], &["/usr/lib/wine/wine64"], &["wine"]],
    drive: "Z:",
};

impl Platform {
    /// Says why the test is not made, unless it has to be.
    fn skip(&self, reason: &str) -> Option<(PlatformBinary, Program)> {
        let required = env::var("MULTIBODY_PLATFORMS").unwrap_or_default();
        assert!(!required.split_whitespace().any(|name| name == self.name), "{}: {reason}", self.name);
        eprintln!("skipped: {}: {reason}", self.name);
        None
    }

    /// A path of this machine as the platform's programs are told.
    fn path(&self, path: &Path) -> PathBuf {
        let path = path.to_str().unwrap();
        PathBuf::from(if self.drive.is_empty() {
            path.to_owned()
        } else {
            self.drive.to_owned() + &path.replace('/', "\\")
        })
    }

    /// The location of an FMU's resources.
    fn location(&self, package: &Package) -> String {
        let uri = package.resource_uri();
        if self.drive.is_empty() { uri } else { uri.replacen("file://", &format!("file:///{}", self.drive), 1) }
    }

    /// The library and a host for it.
    fn find(&self, folder: &Path) -> Option<(PlatformBinary, Program)> {
        let library = runtimes().join(self.name).join(self.library);
        let Ok(built) = library.metadata().and_then(|data| data.modified()) else {
            return self.skip(&format!("no runtime was built; scripts/build-runtime.sh {} does", self.name));
        };
        let sources = ["src", "simulation", "library", "mechanism"].map(|folder| root().join("fmu-core").join(folder));
        if sources.iter().any(|folder| built < newest(folder)) {
            return self
                .skip(&format!("the runtime is older than its sources; scripts/build-runtime.sh {}", self.name));
        }
        if !exists(self.compiler) {
            return self.skip(&format!("there is no {}", self.compiler));
        }
        let runner = self.runners.iter().find(|runner| exists(runner[0]));
        if runner.is_none() && !self.runners.is_empty() {
            return self.skip(&format!("there is none of {:?}", self.runners));
        }
        let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wine");
        let wine = [("WINEPREFIX", prefix.to_str().unwrap()), ("WINEDEBUG", "-all")];
        let program = Program::compile(self.compiler, folder, self.libraries);
        if self.name == WIN64.name {
            let source = root().join("tests/support/c_host/bcryptprimitives.c");
            let mut compile = Command::new(self.compiler);
            compile.args(["-shared", "-o"]).arg(folder.join("bcryptprimitives.dll")).arg(source).arg("-ladvapi32");
            assert!(compile.status().unwrap().success());
        }
        let folder = binary::Platform::of_folder(self.name).unwrap();
        let binary = PlatformBinary::new(folder, fs::read(library).unwrap()).unwrap();
        Some((binary, program.under(runner.copied().unwrap_or(&[])).with_environment(&wine)))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folder into which the script puts the libraries: beside the folders of the profiles.
fn runtimes() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("runtimes")
}

/// When the last of the files in a folder was written.
fn newest(folder: &Path) -> SystemTime {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| if path.is_dir() { newest(&path) } else { path.metadata().unwrap().modified().unwrap() })
        .max()
        .unwrap()
}

/// An unpacked FMU, and the value references that the hosts are told.
struct Unpacked {
    package: Package,
    root: PathBuf,
    identifier: String,
    guid: String,
    input: usize,
    output: usize,
    states: usize,
    /// All Real variables that move.
    moving: Vec<String>,
}

impl Unpacked {
    /// An example with the embedded libraries and these.
    fn new(example: &str, binaries: Vec<PlatformBinary>) -> Self {
        let text = fs::read_to_string(root().join(format!("examples/{example}.toml"))).unwrap();
        let file = ModelFile::from_toml(&text).unwrap();
        let catalogue = compile(&file).unwrap().catalogue;
        let fmu = Fmu::build(&file, &BuildOptions { binaries: binaries.clone(), ..build_options() }).unwrap();
        let package = Package::from_bytes(fmu.bytes()).unwrap();
        let root = package.library_path().unwrap().ancestors().nth(3).unwrap().to_owned();
        let identifier = fmu.facts().model_identifier.clone();
        // Only the library of this machine is unpacked.
        for binary in binaries {
            let folder = root.join("binaries").join(binary.platform().folder);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(format!("{identifier}.{}", binary.platform().extension)), binary.bytes()).unwrap();
        }
        let moving = catalogue.variables.iter().enumerate().filter(|(_, variable)| {
            matches!(variable.data_type, DataType::Real { .. }) && variable.variability == Variability::Continuous
        });
        Self {
            root,
            identifier,
            guid: fmu.facts().guid.clone(),
            input: catalogue.inputs[0],
            output: catalogue.states[0],
            states: catalogue.states.len(),
            moving: moving.map(|(reference, _)| reference.to_string()).collect(),
            package,
        }
    }

    /// Path of the library for a platform, as that platform writes it.
    fn library(&self, platform: &Platform) -> PathBuf {
        let name = format!("binaries/{}/{}.{}", platform.name, self.identifier, platform.extension);
        platform.path(&self.root.join(name))
    }

    fn with<'a>(&'a self, library: &'a Path, resources: &'a str) -> c_host::Fmu<'a> {
        let Self { guid, input, output, states, .. } = self;
        c_host::Fmu { library, resources, guid, input: *input, output: *output, states: *states }
    }
}

fn table(path: &str) -> Vec<Vec<f64>> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split(',').map(|word| word.trim().parse().unwrap()).collect()).collect()
}

/// Largest difference of two tables, relative to one plus the size of the value.
fn difference(found: &[Vec<f64>], expected: &[Vec<f64>]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let pairs = found.iter().flatten().zip(expected.iter().flatten());
    assert!(pairs.clone().all(|(a, b)| a.is_finite() && b.is_finite()));
    pairs.map(|(a, b)| (a - b).abs() / (1.0 + b.abs())).fold(0.0, f64::max)
}

/// The number that a host prints in hexadecimal, exactly.
fn hexadecimal(text: &str) -> f64 {
    let (sign, digits) = text.trim().strip_prefix('-').map_or((1.0, text.trim()), |rest| (-1.0, rest));
    let (mantissa, exponent) = digits.strip_prefix("0x").unwrap().split_once('p').unwrap();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let integer = u64::from_str_radix(&format!("{whole}{fraction}"), 16).unwrap();
    sign * integer as f64 * 2_f64.powi(exponent.parse::<i32>().unwrap() - 4 * fraction.len() as i32)
}

#[test]
fn hexadecimal_numbers_are_read() {
    for (text, expected) in [("0x1.8p+1\n", 3.0), ("-0x1p-2", -0.25), ("0x1.921fb54442d18p+1", std::f64::consts::PI)] {
        assert_eq!(hexadecimal(text), expected);
    }
}

/// The same trajectories with both libraries; snapshots of each go on in the other; and many reloads.
fn runs_like_this_machine(platform: &Platform) {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let Some((binary, foreign)) = platform.find(folder.path()) else { return };
    let native = Program::compile("cc", folder.path(), LINUX64.libraries);
    for example in ["quadrotor", "spring_pendulum"] {
        // The FMU of this machine is another one, whose library may be for the same platform.
        let (embedded, fmu) = (Unpacked::new(example, Vec::new()), Unpacked::new(example, vec![binary.clone()]));
        assert_eq!(fmu.guid, embedded.guid);
        let (here, there) = (embedded.package.resource_uri(), platform.location(&fmu.package));
        let (embedded_library, library) = (embedded.package.library_path().unwrap(), fmu.library(platform));
        let (own, other) = (embedded.with(&embedded_library, &here), fmu.with(&library, &there));

        let trajectory = |program: &Program, host: &c_host::Fmu, name: &str| {
            let path = file(name);
            let task = ["csv", &path, "200", "0.01"].into_iter().chain(fmu.moving.iter().map(String::as_str));
            program.run(host, &task.collect::<Vec<_>>());
            table(&path)
        };
        let expected = trajectory(&native, &own, "own.csv");
        let error = difference(&trajectory(&foreign, &other, "other.csv"), &expected);
        assert!(error < 1e-9, "{example} on {}: {error:e}", platform.name);
        // Without a location the library finds the resources from where it lies.
        let error = difference(&trajectory(&foreign, &fmu.with(&library, "-"), "found.csv"), &expected);
        assert!(error < 1e-9, "{example} on {}, no location: {error:e}", platform.name);

        let (here, there) = (file("here.state"), file("there.state"));
        let saved = foreign.run(&other, &["save", &there]).standard;
        assert_eq!(foreign.run(&other, &["load", &there]).standard, saved, "{example} on {}", platform.name);
        let results = [
            &saved,
            &native.run(&own, &["save", &here]).standard,
            &native.run(&own, &["load", &there]).standard,
            &foreign.run(&other, &["load", &here]).standard,
        ];
        let [first, others @ ..] = results.map(|text| hexadecimal(text));
        for result in others {
            assert!((result - first).abs() < 1e-9 * (1.0 + first.abs()), "{example} on {}: {results:?}", platform.name);
        }
        eprintln!("{example} on {}: {} variables, difference {error:.1e}", platform.name, fmu.moving.len());
    }
}

/// A host that loads the library, steps, and unloads it again and again.
fn survives_reloads(platform: &Platform, count: &str) {
    let folder = tempfile::tempdir().unwrap();
    let Some((binary, foreign)) = platform.find(folder.path()) else { return };
    let fmu = Unpacked::new("spring_pendulum", vec![binary]);
    foreign.run(&fmu.with(&fmu.library(platform), &platform.location(&fmu.package)), &["reload", count]);
}

/// Every way in which hosts on Windows write the location of the resources.
fn understands_locations_of_windows() {
    let folder = tempfile::tempdir().unwrap();
    let Some((binary, foreign)) = WIN64.find(folder.path()) else { return };
    // Letters beyond ASCII in names of files are those of the locale.
    let foreign = foreign.with_environment(&[("LC_ALL", "C.UTF-8")]);
    let fmu = Unpacked::new("quadrotor", Vec::new());
    // Far from any resources, so that nothing but the location leads to them.
    let far = folder.path().join("x/y/z");
    fs::create_dir_all(&far).unwrap();
    let copy = far.join(WIN64.library);
    fs::write(&copy, binary.bytes()).unwrap();
    let copy = WIN64.path(&copy);
    let resources = |name: &str| {
        let path = folder.path().join(name).join("resources");
        fs::create_dir_all(&path).unwrap();
        fs::copy(fmu.root.join("resources/model.bin"), path.join("model.bin")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let encoded = resources("a b ü").replace(' ', "%20").replace('ü', "%C3%BC");
    // Arguments of a program have the letters of the code page, so that these are ASCII.
    let plain = resources("a b");
    let backslashes = plain.replace('/', "\\");
    for location in [
        format!("file:///Z:{encoded}"),
        format!("file:///z:{encoded}/"),
        format!("file:/Z:{encoded}"),
        format!("file:Z:{encoded}"),
        format!("file://Z:{encoded}"),
        format!("file:////Z:{encoded}"),
        format!("file://localhost/Z:{encoded}"),
        format!("file:///Z%3A{encoded}"),
        format!("file:///Z|{encoded}"),
        format!("file:///Z:{plain}"),
        format!(r"file:///Z:{backslashes}\"),
        format!("Z:{plain}/"),
        format!("Z:{backslashes}"),
    ] {
        let csv = folder.path().join("locations.csv");
        foreign.run(&fmu.with(&copy, &location), &["csv", csv.to_str().unwrap(), "1", "0.01", &fmu.moving[0]]);
    }
}

#[test]
fn linux64_with_the_symbols_of_an_old_glibc() {
    runs_like_this_machine(&LINUX64);
    survives_reloads(&LINUX64, "2500");
}

#[test]
fn aarch64_linux_under_qemu() {
    runs_like_this_machine(&AARCH64_LINUX);
    // The emulator translates the library anew each time, 0.2 s.
    survives_reloads(&AARCH64_LINUX, "50");
}

#[test]
fn win64_under_wine() {
    runs_like_this_machine(&WIN64);
    survives_reloads(&WIN64, "2500");
    understands_locations_of_windows();
}
