//! Puts the runtime library inside the builder: builds fmu-core as a shared library with the profile `runtime` (or takes the one
//! that `MULTIBODY_FMU_RUNTIME` names), compresses it once and writes what `src/runtime.rs` embeds.

use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Names a prebuilt runtime library for the target, to be packed instead of building one.
const PREBUILT: &str = "MULTIBODY_FMU_RUNTIME";
/// Name of the library's entry in the embedded archive.
const ENTRY: &str = "runtime";

/// Variables that cargo, rustc wrappers and clippy set for this build script and that would change the nested build: other flags
/// would rebuild everything at each change between `cargo build` and `cargo clippy`, the same target folder would wait for a lock
/// that our own caller holds. Names that end in `*` are prefixes.
const FOREIGN: &[&str] = &[
    "CARGO_BIN_*",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_CFG_*",
    "CARGO_CRATE_NAME",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_FEATURE_*",
    "CARGO_MANIFEST_*",
    "CARGO_PKG_*",
    "CARGO_PRIMARY_PACKAGE",
    "CARGO_TARGET_DIR",
    "CLIPPY_*",
    "DEBUG",
    "DEP_*",
    "HOST",
    "NUM_JOBS",
    "OPT_LEVEL",
    "OUT_DIR",
    "PROFILE",
    "RUSTC_LINKER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOC",
    "RUSTFLAGS",
    "TARGET",
    "__CARGO_*",
];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let target = Target::from_env()?;
    let out_dir = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo::rerun-if-env-changed={PREBUILT}");
    let library = match env::var_os(PREBUILT) {
        Some(path) => prebuilt(Path::new(&path))?,
        None => build(&target, &out_dir)?,
    };
    let bytes =
        fs::read(&library).map_err(|error| format!("cannot read the runtime {}: {error}", library.display()))?;
    if !target.magics().iter().any(|magic| bytes.starts_with(magic)) {
        return Err(format!("{} is not a shared library for {}", library.display(), target.triple).into());
    }
    fs::write(out_dir.join("runtime.zip"), compress(&bytes)?)?;
    println!("cargo::rustc-env=RUNTIME_FOLDERS={}", target.folders()?);
    println!("cargo::rustc-env=RUNTIME_EXTENSION={}", target.extension());
    Ok(())
}

/// The platform that the builder, and so the runtime in it, is compiled for.
struct Target {
    triple: String,
    host: String,
    os: String,
    arch: String,
    env: String,
}

impl Target {
    fn from_env() -> Result<Self> {
        Ok(Self {
            triple: variable("TARGET")?,
            host: variable("HOST")?,
            os: variable("CARGO_CFG_TARGET_OS")?,
            arch: variable("CARGO_CFG_TARGET_ARCH")?,
            env: env::var("CARGO_CFG_TARGET_ENV").unwrap_or_default(),
        })
    }

    /// Folders of binaries/ that get the library, comma separated (FMI 2.0.5, 2.3; the tuple for platforms without an FMI 2.0
    /// name). Many hosts look for 64-bit ARM in linux64, so it goes there as well.
    fn folders(&self) -> Result<&'static str> {
        match (self.os.as_str(), self.arch.as_str()) {
            ("linux", "x86_64") => Ok("linux64"),
            ("linux", "aarch64") => Ok("aarch64-linux,linux64"),
            ("linux", "x86") => Ok("linux32"),
            ("windows", "x86_64") => Ok("win64"),
            ("windows", "x86") => Ok("win32"),
            ("macos", _) => Ok("darwin64"),
            (os, arch) => Err(format!("no FMI 2.0 platform folder is known for {os} on {arch}").into()),
        }
    }

    /// Extension of shared libraries, without dot.
    fn extension(&self) -> &'static str {
        match self.os.as_str() {
            "windows" => "dll",
            "macos" => "dylib",
            _ => "so",
        }
    }

    /// What a shared library of the platform starts with: ELF, PE, Mach-O of one or several architectures.
    fn magics(&self) -> &'static [&'static [u8]] {
        match self.os.as_str() {
            "windows" => &[b"MZ"],
            "macos" => &[b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"],
            _ => &[b"\x7fELF"],
        }
    }

    /// File name that cargo gives the library.
    fn library(&self) -> String {
        let prefix = if self.os == "windows" { "" } else { "lib" };
        format!("{prefix}fmu_core.{}", self.extension())
    }

    /// Compiler flags: no path of the build machine in the library, and no other library needed on Windows.
    fn rustflags(&self, workspace: &Path) -> String {
        let mut flags: Vec<String> = registries()
            .iter()
            .map(|folder| format!("--remap-path-prefix={}=crates", folder.display()))
            .chain([format!("--remap-path-prefix={}=.", workspace.display())])
            .collect();
        if self.os == "windows" && self.env == "msvc" {
            flags.push("-Ctarget-feature=+crt-static".into());
        }
        if self.os == "macos" {
            flags.push(format!("-Clink-arg=-Wl,-install_name,@rpath/{}", self.library()));
        }
        flags.join("\u{1f}")
    }
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|error| format!("environment variable {name}: {error}").into())
}

fn prebuilt(path: &Path) -> Result<PathBuf> {
    println!("cargo::rerun-if-changed={}", path.display());
    if path.is_file() {
        Ok(path.to_owned())
    } else {
        Err(format!("{PREBUILT} names {}, which is not a file", path.display()).into())
    }
}

/// Builds the runtime in a target folder of its own, next to the profiles, and returns the shared library.
fn build(target: &Target, out_dir: &Path) -> Result<PathBuf> {
    let manifest_dir = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let workspace = manifest_dir.parent().ok_or("the builder's folder has no parent")?;
    for input in ["fmu-core/src", "fmu-core/Cargo.toml", "Cargo.toml", "Cargo.lock", "fmu-builder/build.rs"] {
        println!("cargo::rerun-if-changed={}", workspace.join(input).display());
    }
    let target_dir = target_root(out_dir).join("runtime-build");
    let status = cargo(target, workspace, &target_dir)?.status()?;
    if !status.success() {
        return Err(format!("building the runtime library failed ({status}); its messages are above").into());
    }
    let cross = if target.triple == target.host { "" } else { target.triple.as_str() };
    Ok(target_dir.join(cross).join("runtime").join(target.library()))
}

fn cargo(target: &Target, workspace: &Path, target_dir: &Path) -> Result<Command> {
    let mut command = Command::new(variable("CARGO")?);
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_foreign) {
            command.env_remove(&name);
        }
    }
    command
        .current_dir(workspace)
        .args(["rustc", "-p", "fmu-core", "--lib", "--crate-type", "cdylib", "--profile", "runtime"])
        .args(["--no-default-features", "--features", "panic-hook"])
        .arg("--target-dir")
        .arg(target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", target.rustflags(workspace));
    if target.triple != target.host {
        command.args(["--target", &target.triple]);
    }
    Ok(command)
}

fn is_foreign(name: &str) -> bool {
    FOREIGN.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => name == *pattern,
    })
}

/// The target folder: cargo tags it, and `OUT_DIR` lies below it.
fn target_root(out_dir: &Path) -> &Path {
    out_dir.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file()).unwrap_or(out_dir)
}

/// Folders of unpacked registry sources, one per registry.
fn registries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let Some(entries) = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok()) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// A zip archive with one deflated entry, which the builder copies as it is into each FMU.
fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o755);
    archive.start_file(ENTRY, options)?;
    archive.write_all(bytes)?;
    Ok(archive.finish()?.into_inner())
}
