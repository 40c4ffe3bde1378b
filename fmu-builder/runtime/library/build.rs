//! Builds fmu-core as a shared library for the builder's own platform, unless the user has one, and hands its path to the build script of
//! `runtime`. The profile is `runtime`, or `runtime-dev` where the builder is compiled with `dev`.

#[allow(dead_code, reason = "the build script of `runtime` needs the rest")]
#[path = "../build/platforms.rs"]
mod platforms;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use platforms::{Platform, Result, own, prebuilt, variable};

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
    // Incremental compilation goes without inlining in rustc: `fmi2GetReal` takes twice the instructions then.
    "CARGO_INCREMENTAL",
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
    "RUSTC_BOOTSTRAP",
    "RUSTC_LINKER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOC",
    "RUSTFLAGS",
    "TARGET",
    "__CARGO_*",
];

/// Lays functions that resemble each other side by side, where deflate finds what they share, and keeps one of those that are equal. LLVM's
/// linker understands it from version 21 on.
const SORTED: &str = "-Clink-arg=-Wl,--bp-compression-sort=both,--icf=all";

/// Compiler flags, one in each line, for fewer copies of functions: sizes, in LLVM's measure, up to which functions are inlined that do not
/// ask for it, and that do, in inner loops too; fewer copies of what follows a branch; no loop is there twice for a condition that does not
/// change in it, or is unrolled at run time, or takes several numbers at a time: the loops of most models are short, and those that gain
/// from vector registers use them by themselves. Panics name their file alone: with lines each is a call of its own, and 20 kB of an archive
/// are addresses of lines. A compiler that does not know one of them builds a larger library.
const COMPACT: &str = include_str!("rustflags");

/// Lets a compiler take flags that are not stable, as `-Zlocation-detail` is.
const UNSTABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../build/platforms.rs");
    let own = own()?;
    if prebuilt()?.iter().any(|(platform, _)| platform.folder == own.folder) {
        return Ok(());
    }
    let library = build(&Target::from_env()?, own, &PathBuf::from(variable("OUT_DIR")?))?;
    println!("cargo::metadata=library={}", library.display());
    Ok(())
}

/// Platform that the builder is compiled for.
struct Target {
    triple: String,
    host: String,
    os: String,
    env: String,
}

impl Target {
    fn from_env() -> Result<Self> {
        Ok(Self {
            triple: variable("TARGET")?,
            host: variable("HOST")?,
            os: variable("CARGO_CFG_TARGET_OS")?,
            env: env::var("CARGO_CFG_TARGET_ENV").unwrap_or_default(),
        })
    }

    /// Compiler flags: no path of the build machine in the library, no other library needed on Windows, and fewer copies of functions:
    /// what has to be inlined for speed says so itself.
    fn rustflags(&self, workspace: &Path, out_dir: &Path) -> Result<String> {
        let mut flags: Vec<String> = registries()
            .iter()
            .map(|folder| format!("--remap-path-prefix={}=crates", folder.display()))
            .chain([format!("--remap-path-prefix={}=.", workspace.display())])
            .collect();
        for flag in COMPACT.lines() {
            if self.builds_with(flag, out_dir)? {
                flags.push(flag.into());
            } else {
                println!("cargo::warning=this compiler does not take {flag}: the runtime library becomes larger");
            }
        }
        if self.os == "windows" && self.env == "msvc" {
            flags.push("-Ctarget-feature=+crt-static".into());
        }
        if self.os == "macos" {
            flags.push("-Clink-arg=-Wl,-install_name,@rpath/libfmu_core.dylib".into());
        }
        if self.os == "linux" && self.builds_with(SORTED, out_dir)? {
            flags.push(SORTED.into());
        }
        Ok(flags.join("\u{1f}"))
    }

    /// Tests whether an empty library can be built with this flag: support depends on the compiler, its LLVM and the linker.
    fn builds_with(&self, flag: &str, out_dir: &Path) -> Result<bool> {
        let source = out_dir.join("empty.rs");
        fs::write(&source, "")?;
        let mut command = Command::new(variable("RUSTC")?);
        command.args(["--crate-type", "cdylib", "--target", &self.triple, flag]).env(UNSTABLE.0, UNSTABLE.1);
        command.arg("-o").arg(out_dir.join("empty.so")).arg(source);
        if let Some(linker) = env::var_os("RUSTC_LINKER") {
            let mut option = OsString::from("-Clinker=");
            option.push(linker);
            command.arg(option);
        }
        Ok(command.output()?.status.success())
    }
}

/// The crates that the runtime is made of.
const RUNTIME_CRATES: [&str; 7] = [
    "fmu-core",
    "fmu-core/jets",
    "fmu-core/simulation",
    "fmu-core/library",
    "fmu-core/mechanism",
    "fmu-core/binary",
    "fmu-core/binary/derive",
];

/// Builds the runtime in a separate target folder, next to the profiles, and returns the shared library.
fn build(target: &Target, platform: &Platform, out_dir: &Path) -> Result<PathBuf> {
    let manifest_dir = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let workspace = manifest_dir.ancestors().nth(3).ok_or("the workspace is three folders above")?;
    for crate_folder in RUNTIME_CRATES {
        for input in ["src", "Cargo.toml"] {
            println!("cargo::rerun-if-changed={}", workspace.join(crate_folder).join(input).display());
        }
    }
    for input in ["Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", workspace.join(input).display());
    }
    let target_dir = target_root(out_dir).join("runtime-build");
    let status = cargo(target, workspace, out_dir, &target_dir)?.status()?;
    if !status.success() {
        return Err(format!("building the runtime library failed ({status}); its messages are above").into());
    }
    let cross = if target.triple == target.host { "" } else { target.triple.as_str() };
    Ok(target_dir.join(cross).join(profile()?).join(platform.library))
}

fn cargo(target: &Target, workspace: &Path, out_dir: &Path, target_dir: &Path) -> Result<Command> {
    let mut command = Command::new(variable("CARGO")?);
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_foreign) {
            command.env_remove(&name);
        }
    }
    command
        .current_dir(workspace)
        .args(["rustc", "-p", "fmu-core", "--lib", "--crate-type", "cdylib", "--profile", profile()?])
        .args(["--no-default-features", "--features", "panic-hook,memory-reserve"])
        .arg("--target-dir")
        .arg(target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", target.rustflags(workspace, out_dir)?)
        .env(UNSTABLE.0, UNSTABLE.1);
    if target.triple != target.host {
        command.args(["--target", &target.triple]);
    }
    Ok(command)
}

fn profile() -> Result<&'static str> {
    Ok(if variable("PROFILE")? == "debug" { "runtime-dev" } else { "runtime" })
}

fn is_foreign(name: &str) -> bool {
    FOREIGN.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => name == *pattern,
    })
}

/// The target folder, so that one nested build serves all commands: cargo tags it if it creates it, and `OUT_DIR` is four levels below it, or
/// below the folder of a `--target`.
fn target_root(out_dir: &Path) -> &Path {
    let tagged = out_dir.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    tagged.or_else(|| out_dir.ancestors().nth(4)).unwrap_or(out_dir)
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
