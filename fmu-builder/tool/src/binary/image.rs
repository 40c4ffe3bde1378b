//! A shared library for one machine: format, architecture, exported functions.

use std::collections::HashSet;

use object::read::NameOrOrdinal;
use object::read::macho::{FatArch, MachOFatFile32, MachOFatFile64};
use object::{Architecture, BinaryFormat, File, FileKind, Object, ObjectKind, ObjectSegment};

/// A library, or one of those in a library for several machines.
#[derive(Debug)]
pub(super) struct Image {
    pub format: BinaryFormat,
    pub architecture: Architecture,
    /// Names of the exported functions.
    pub exports: HashSet<String>,
}

impl Image {
    /// Format and architecture in words.
    pub(super) fn machine(&self) -> String {
        machine(self.format, self.architecture)
    }
}

/// A format and architecture in words.
pub(super) fn machine(format: BinaryFormat, architecture: Architecture) -> String {
    let format = match format {
        BinaryFormat::Elf => "ELF",
        BinaryFormat::Pe => "PE",
        BinaryFormat::MachO => "Mach-O",
        _ => "an unknown format",
    };
    let architecture = match architecture {
        Architecture::X86_64 => "x86-64".to_owned(),
        Architecture::I386 => "x86".to_owned(),
        Architecture::Aarch64 => "64-bit ARM".to_owned(),
        Architecture::Arm => "ARM".to_owned(),
        other => format!("{other:?}"),
    };
    format!("{format} for {architecture}")
}

/// The libraries in a file: one, or those of a Mach-O file for several architectures.
///
/// # Errors
/// Describes what the file is instead of a shared library.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Image>, String> {
    let describe = |error: object::read::Error| error.to_string();
    match FileKind::parse(bytes).map_err(describe)? {
        FileKind::MachOFat32 => fat(bytes, MachOFatFile32::parse(bytes).map_err(describe)?.arches()),
        FileKind::MachOFat64 => fat(bytes, MachOFatFile64::parse(bytes).map_err(describe)?.arches()),
        _ => Ok(vec![image(bytes)?]),
    }
}

fn fat(bytes: &[u8], parts: &[impl FatArch]) -> Result<Vec<Image>, String> {
    if parts.is_empty() {
        return Err("it holds no library".to_owned());
    }
    parts.iter().map(|part| image(part.data(bytes).map_err(|error| error.to_string())?)).collect()
}

fn image(bytes: &[u8]) -> Result<Image, String> {
    let file = File::parse(bytes).map_err(|error| error.to_string())?;
    if file.kind() != ObjectKind::Dynamic {
        return Err(format!("it is of kind {:?}", file.kind()));
    }
    if let Some(segment) = file.segments().find(|segment| segment.data().is_err()) {
        return Err(format!("it is cut off: what goes to address {:#x} is not all there", segment.address()));
    }
    let format = file.format();
    let exports = file.exports().map_err(|error| error.to_string())?;
    let names = exports.flatten().filter_map(|export| match export.name() {
        NameOrOrdinal::Name(name) => Some(symbol(format, name)),
        NameOrOrdinal::Ordinal(_) => None,
    });
    Ok(Image { format, architecture: file.architecture(), exports: names.collect() })
}

/// The C name of a symbol: Mach-O puts an underscore in front.
fn symbol(format: BinaryFormat, name: &[u8]) -> String {
    let name = if format == BinaryFormat::MachO { name.strip_prefix(b"_").unwrap_or(name) } else { name };
    String::from_utf8_lossy(name).into_owned()
}
