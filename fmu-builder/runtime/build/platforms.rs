//! The platforms that FMUs have libraries for, and the folder of libraries that are built already.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Names a folder of libraries that are built already: `linux64/libfmu_core.so`, `win64/fmu_core.dll` and so on. The builder packs all
/// of them into each FMU; one for its own platform is built if it is not there. `scripts/build-runtime.sh` makes such a folder.
const RUNTIMES: &str = "MULTIBODY_RUNTIMES";

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A platform that FMUs have libraries for.
pub struct Platform {
    /// Folder of binaries/ (FMI 2.0.5, 2.3; the tuple of FMI 3.0 for platforms without an FMI 2.0 name).
    pub folder: &'static str,
    /// Operating system and processor as rustc calls them; no processor where one library holds code for several.
    pub os: &'static str,
    pub arch: Option<&'static str>,
    /// File name that cargo gives the library.
    pub library: &'static str,
    /// Magic numbers of its shared libraries: ELF, PE, Mach-O of one or several architectures.
    pub magics: &'static [&'static [u8]],
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

pub const PLATFORMS: &[Platform] = &[
    platform("linux64", "linux", Some("x86_64"), "libfmu_core.so", ELF),
    platform(AARCH64_LINUX, "linux", Some("aarch64"), "libfmu_core.so", ELF),
    platform("linux32", "linux", Some("x86"), "libfmu_core.so", ELF),
    platform("win64", "windows", Some("x86_64"), "fmu_core.dll", PE),
    platform("win32", "windows", Some("x86"), "fmu_core.dll", PE),
    platform("darwin64", "macos", None, "libfmu_core.dylib", MACH_O),
];

/// Many hosts look for 64-bit ARM in linux64, so its library goes there as well while nothing else does.
pub const AARCH64_LINUX: &str = "aarch64-linux";
pub const LINUX64: &str = "linux64";

/// The platform that the builder is compiled for.
pub fn own() -> Result<&'static Platform> {
    let (os, arch) = (variable("CARGO_CFG_TARGET_OS")?, variable("CARGO_CFG_TARGET_ARCH")?);
    PLATFORMS
        .iter()
        .find(|platform| platform.os == os && platform.arch.is_none_or(|known| known == arch))
        .ok_or_else(|| format!("no FMI 2.0 platform folder is known for {os} on {arch}").into())
}

/// The libraries in the folder that the user names; none where no folder is named.
pub fn prebuilt() -> Result<Vec<(&'static Platform, PathBuf)>> {
    println!("cargo::rerun-if-env-changed={RUNTIMES}");
    let Some(folder) = env::var_os(RUNTIMES).filter(|folder| !folder.is_empty()) else { return Ok(Vec::new()) };
    let folder = Path::new(&folder);
    let entries = fs::read_dir(folder).map_err(|error| format!("{RUNTIMES} names {}: {error}", folder.display()))?;
    let mut libraries = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let platform = PLATFORMS.iter().find(|platform| name == platform.folder).ok_or_else(|| {
            let known: Vec<_> = PLATFORMS.iter().map(|platform| platform.folder).collect();
            format!("{} in {RUNTIMES} is not a platform; known are {}", name.display(), known.join(", "))
        })?;
        libraries.push((platform, folder.join(&name).join(platform.library)));
    }
    Ok(libraries)
}

pub fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|error| format!("environment variable {name}: {error}").into())
}
