//! Platforms and their folders in binaries/ (FMI 2.0.5, 2.3; FMI 3.0.2, 2.5.1).

use fmu_core::instance::Version;
use object::{Architecture, BinaryFormat};

use super::image::Image;

/// A platform that an FMU can have a library for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform {
    /// Name of the folder.
    pub folder: &'static str,
    /// Extension of shared libraries, without dot.
    pub extension: &'static str,
    format: BinaryFormat,
    architectures: &'static [Architecture],
}

const fn platform(
    folder: &'static str,
    extension: &'static str,
    format: BinaryFormat,
    architectures: &'static [Architecture],
) -> Platform {
    Platform { folder, extension, format, architectures }
}

/// Folders of FMI 3.0 (2.5.1.2) for those of FMI 2.0. A library for macOS may hold code for both processors.
const TUPLES: [(&str, &[&str]); 6] = [
    ("win32", &["x86-windows"]),
    ("win64", &["x86_64-windows"]),
    ("linux32", &["x86-linux"]),
    ("linux64", &["x86_64-linux"]),
    ("darwin32", &["x86-darwin"]),
    ("darwin64", &["x86_64-darwin", "aarch64-darwin"]),
];

/// The folders of a version of FMI for those of a library in FMI 2.0, each once.
pub(crate) fn folders(version: Version, of_fmi2: &[&'static str]) -> impl Iterator<Item = &'static str> {
    // A library that is in a folder with a name of FMI 3.0 is in its places already.
    let is_placed = of_fmi2.iter().any(|folder| folder.contains('-'));
    of_fmi2.iter().flat_map(move |&folder| match TUPLES.iter().find(|(old, _)| *old == folder) {
        _ if version == Version::Fmi2 => vec![folder],
        Some(_) if is_placed => Vec::new(),
        Some((_, tuples)) => tuples.to_vec(),
        None => vec![folder],
    })
}

/// The folders that the standard names, and tuples of architecture and system. 64-bit ARM is legal where hosts of such a machine look
/// for it: they take `linux64` and `darwin64` as well.
const PLATFORMS: [Platform; 15] = {
    use Architecture::{Aarch64, Arm, I386, X86_64};
    use BinaryFormat::{Elf, MachO, Pe};
    [
        platform("win32", "dll", Pe, &[I386]),
        platform("win64", "dll", Pe, &[X86_64, Aarch64]),
        platform("linux32", "so", Elf, &[I386, Arm]),
        platform("linux64", "so", Elf, &[X86_64, Aarch64]),
        platform("darwin32", "dylib", MachO, &[I386]),
        platform("darwin64", "dylib", MachO, &[X86_64, Aarch64]),
        platform("aarch64-linux", "so", Elf, &[Aarch64]),
        platform("x86_64-linux", "so", Elf, &[X86_64]),
        platform("aarch64-darwin", "dylib", MachO, &[Aarch64]),
        platform("x86_64-darwin", "dylib", MachO, &[X86_64]),
        platform("x86_64-windows", "dll", Pe, &[X86_64]),
        platform("aarch64-windows", "dll", Pe, &[Aarch64]),
        platform("x86-linux", "so", Elf, &[I386]),
        platform("x86-darwin", "dylib", MachO, &[I386]),
        platform("x86-windows", "dll", Pe, &[I386]),
    ]
};

impl Platform {
    /// All platforms that are known.
    pub fn all() -> &'static [Self] {
        &PLATFORMS
    }

    /// The platform of a folder.
    pub fn of_folder(folder: &str) -> Option<&'static Self> {
        Self::all().iter().find(|platform| platform.folder == folder)
    }

    /// True if the platform can load the library: format and architecture match.
    pub(super) fn runs(&self, image: &Image) -> bool {
        image.format == self.format && self.architectures.contains(&image.architecture)
    }

    /// Names of the supported machines, for messages.
    pub(super) fn machines(&self) -> String {
        let names = self.architectures.iter().map(|&architecture| super::image::machine(self.format, architecture));
        names.collect::<Vec<_>>().join(" or ")
    }
}
