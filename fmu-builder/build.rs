//! Puts runtime libraries inside the program: builds fmu-core as a shared library with the profile `runtime` for the builder's own
//! platform, takes those for other platforms from the folder that `MULTIBODY_RUNTIMES` names, compresses each once and writes what
//! `src/lib.rs` embeds.

#[path = "build/archive.rs"]
mod archive;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names a folder of libraries that are built already: `linux64/libfmu_core.so`, `win64/fmu_core.dll` and so on. The builder packs all
/// of them into each FMU; one for its own platform is built if it is not there. `scripts/build-runtime.sh` makes such a folder.
const RUNTIMES: &str = "MULTIBODY_RUNTIMES";

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
    "RUSTC_LINKER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOC",
    "RUSTFLAGS",
    "TARGET",
    "__CARGO_*",
];

/// Lays functions that resemble each other side by side, where deflate finds what they share. LLVM's linker understands it from version 21 on.
const SORTED: &str = "-Clink-arg=-Wl,--bp-compression-sort=both";

/// Sizes, in LLVM's measure, up to which functions are inlined that do not ask for it, and that do; and no loop whose elements go several at a
/// time does that several times over, since the loops of most models are short.
const COMPACT: &str = "-Cllvm-args=-inline-threshold=40 -inlinehint-threshold=160 -force-vector-interleave=1";

/// Names the builder in WebAssembly, packed by gzip, for pages in which models run: what `scripts/build-web.sh` makes. Without it the program
/// is complete but for these pages.
const WEB: &str = "MULTIBODY_WEB";
const GZIP: &[u8] = b"\x1f\x8b";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let target = Target::from_env()?;
    let out_dir = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo::rerun-if-env-changed={RUNTIMES}");
    println!("cargo::rerun-if-env-changed={WEB}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    web(&out_dir)?;
    let own = target.platform()?;
    let mut libraries = match env::var_os(RUNTIMES).filter(|folder| !folder.is_empty()) {
        Some(folder) => prebuilt(Path::new(&folder))?,
        None => Vec::new(),
    };
    if !libraries.iter().any(|(platform, _)| platform.folder == own.folder) {
        libraries.push((own, build(&target, &out_dir)?));
    }
    // The first one is for the builder's platform.
    libraries.sort_by_key(|(platform, _)| (platform.folder != own.folder, platform.folder));
    embed(&libraries, &out_dir)
}

/// Writes `web.rs`: the file that the variable names, or nothing.
fn web(out_dir: &Path) -> Result<()> {
    let mut value = "None".to_owned();
    if let Some(path) = env::var_os(WEB).filter(|path| !path.is_empty()).map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = fs::read(&path).map_err(|error| format!("{WEB} names {}: {error}", path.display()))?;
        if !bytes.starts_with(GZIP) {
            return Err(format!(
                "{WEB} names {}, which is not packed by gzip: scripts/build-web.sh makes it",
                path.display()
            )
            .into());
        }
        fs::write(out_dir.join("fmu_web.wasm.gz"), bytes)?;
        value = "Some(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/fmu_web.wasm.gz\")))".to_owned();
    }
    Ok(fs::write(out_dir.join("web.rs"), value)?)
}

/// A platform that FMUs have libraries for.
struct Platform {
    /// Folder of binaries/ (FMI 2.0.5, 2.3; the tuple of FMI 3.0 for platforms without an FMI 2.0 name).
    folder: &'static str,
    /// Operating system and processor as rustc calls them; no processor where one library holds code for several.
    os: &'static str,
    arch: Option<&'static str>,
    /// File name that cargo gives the library.
    library: &'static str,
    /// Magic numbers of its shared libraries: ELF, PE, Mach-O of one or several architectures.
    magics: &'static [&'static [u8]],
}

const ELF: &[&[u8]] = &[b"\x7fELF"];
const PE: &[&[u8]] = &[b"MZ"];
const MACH_O: &[&[u8]] = &[b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];

const fn platform(
    folder: &'static str,
    os: &'static str,
    arch: Option<&'static str>,
    library: &'static str,
    magics: &'static [&'static [u8]],
) -> Platform {
    Platform { folder, os, arch, library, magics }
}

const PLATFORMS: &[Platform] = &[
    platform("linux64", "linux", Some("x86_64"), "libfmu_core.so", ELF),
    platform(AARCH64_LINUX, "linux", Some("aarch64"), "libfmu_core.so", ELF),
    platform("linux32", "linux", Some("x86"), "libfmu_core.so", ELF),
    platform("win64", "windows", Some("x86_64"), "fmu_core.dll", PE),
    platform("win32", "windows", Some("x86"), "fmu_core.dll", PE),
    platform("darwin64", "macos", None, "libfmu_core.dylib", MACH_O),
];

/// Many hosts look for 64-bit ARM in linux64, so its library goes there as well while nothing else does.
const AARCH64_LINUX: &str = "aarch64-linux";
const LINUX64: &str = "linux64";

/// The platform that the builder is compiled for.
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

    fn platform(&self) -> Result<&'static Platform> {
        PLATFORMS
            .iter()
            .find(|platform| platform.os == self.os && platform.arch.is_none_or(|arch| arch == self.arch))
            .ok_or_else(|| format!("no FMI 2.0 platform folder is known for {} on {}", self.os, self.arch).into())
    }

    /// Compiler flags: no path of the build machine in the library, no other library needed on Windows, and fewer copies of functions:
    /// what has to be inlined for speed says so itself.
    fn rustflags(&self, workspace: &Path, out_dir: &Path) -> Result<String> {
        let mut flags: Vec<String> = registries()
            .iter()
            .map(|folder| format!("--remap-path-prefix={}=crates", folder.display()))
            .chain([format!("--remap-path-prefix={}=.", workspace.display()), COMPACT.to_owned()])
            .collect();
        if self.os == "windows" && self.env == "msvc" {
            flags.push("-Ctarget-feature=+crt-static".into());
        }
        if self.os == "macos" {
            flags.push("-Clink-arg=-Wl,-install_name,@rpath/libfmu_core.dylib".into());
        }
        if self.os == "linux" && self.links_with(SORTED, out_dir)? {
            flags.push(SORTED.into());
        }
        Ok(flags.join("\u{1f}"))
    }

    /// Tests whether an empty library links with this flag: support depends on the linker and its version.
    fn links_with(&self, flag: &str, out_dir: &Path) -> Result<bool> {
        let source = out_dir.join("empty.rs");
        fs::write(&source, "")?;
        let mut command = Command::new(variable("RUSTC")?);
        command.args(["--crate-type", "cdylib", "--target", &self.triple, flag]);
        command.arg("-o").arg(out_dir.join("empty.so")).arg(source);
        if let Some(linker) = env::var_os("RUSTC_LINKER") {
            let mut option = OsString::from("-Clinker=");
            option.push(linker);
            command.arg(option);
        }
        Ok(command.output()?.status.success())
    }
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|error| format!("environment variable {name}: {error}").into())
}

/// The libraries below a folder, which has a folder for each platform.
fn prebuilt(folder: &Path) -> Result<Vec<(&'static Platform, PathBuf)>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{RUNTIMES} names {}: {error}", folder.display()))?;
    let mut libraries = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let platform = PLATFORMS.iter().find(|platform| name == platform.folder).ok_or_else(|| {
            let known: Vec<_> = PLATFORMS.iter().map(|platform| platform.folder).collect();
            format!("{} in {RUNTIMES} is no platform; known are {}", name.display(), known.join(", "))
        })?;
        libraries.push((platform, folder.join(&name).join(platform.library)));
    }
    Ok(libraries)
}

/// The crates that the runtime is made of.
const RUNTIME_CRATES: [&str; 4] = ["fmu-core", "fmu-core/simulation", "fmu-core/library", "fmu-core/mechanism"];

/// Builds the runtime in a separate target folder, next to the profiles, and returns the shared library.
fn build(target: &Target, out_dir: &Path) -> Result<PathBuf> {
    let manifest_dir = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let workspace = manifest_dir.parent().ok_or("the builder's folder has no parent")?;
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
    Ok(target_dir.join(cross).join("runtime").join(target.platform()?.library))
}

/// Writes an archive for each library and `runtimes.rs`, a slice of all.
fn embed(libraries: &[(&Platform, PathBuf)], out_dir: &Path) -> Result<()> {
    let alone = !libraries.iter().any(|(platform, _)| platform.folder == LINUX64);
    let mut list = String::from("&[");
    for (platform, path) in libraries {
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = fs::read(path).map_err(|error| format!("cannot read the runtime {}: {error}", path.display()))?;
        if !platform.magics.iter().any(|magic| bytes.starts_with(magic)) {
            return Err(format!("{} is not a shared library for {}", path.display(), platform.folder).into());
        }
        let file = format!("{}.zip", platform.folder);
        pack(&bytes, &out_dir.join(&file))?;
        let folders: &[&str] =
            if platform.folder == AARCH64_LINUX && alone { &[AARCH64_LINUX, LINUX64] } else { &[platform.folder] };
        let extension = Path::new(platform.library).extension().unwrap_or_default();
        list += &format!(
            "Runtime::new(&{folders:?}, {extension:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))), "
        );
    }
    fs::write(out_dir.join("runtimes.rs"), list + "]")?;
    Ok(())
}

/// Writes the archive of a library, unless it is there: packing takes seconds, and most changes that run this script leave the library
/// as it was.
fn pack(library: &[u8], archive: &Path) -> Result<()> {
    let packed = archive.with_extension("packed");
    if archive.is_file() && fs::read(&packed).is_ok_and(|before| before == library) {
        return Ok(());
    }
    // Written last, so that it tells of an archive that is whole.
    let _ = fs::remove_file(&packed);
    fs::write(archive, archive::of(library)?)?;
    Ok(fs::write(packed, library)?)
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
        .args(["rustc", "-p", "fmu-core", "--lib", "--crate-type", "cdylib", "--profile", "runtime"])
        .args(["--no-default-features", "--features", "panic-hook,memory-reserve"])
        .arg("--target-dir")
        .arg(target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", target.rustflags(workspace, out_dir)?);
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
