//! Smallest shared libraries that export functions, for any machine: read by loaders' rules, never run.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fmu_builder::binary;
use object::write::pe::{NtHeaders, Writer};
use object::write::{Object, StandardSection, Symbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, SymbolFlags, SymbolKind, SymbolScope, pe};

/// The functions that a library for both interfaces exports.
pub fn all_functions() -> Vec<&'static str> {
    binary::both_interfaces()
}

/// All functions but one.
pub fn all_but(missing: &str) -> Vec<&'static str> {
    let mut names = all_functions();
    names.retain(|name| *name != missing);
    names
}

/// A Mach-O library.
pub fn mach_o(architecture: Architecture, exports: &[&str]) -> Vec<u8> {
    let mut bytes = relocatable(BinaryFormat::MachO, architecture, exports);
    const FILE_TYPE: usize = 12;
    const MH_DYLIB: u32 = 6;
    bytes[FILE_TYPE..FILE_TYPE + 4].copy_from_slice(&MH_DYLIB.to_le_bytes());
    bytes
}

/// A Mach-O file with libraries for several architectures.
pub fn fat(parts: &[(Architecture, Vec<u8>)]) -> Vec<u8> {
    const ALIGNMENT: usize = 1 << 12;
    let mut bytes = Vec::new();
    let mut long = |value: usize| bytes.extend(u32::try_from(value).unwrap().to_be_bytes());
    long(0xcafe_babe);
    long(parts.len());
    for (index, (architecture, part)) in parts.iter().enumerate() {
        long(match architecture {
            Architecture::X86_64 => 0x0100_0007,
            Architecture::Aarch64 => 0x0100_000c,
            other => panic!("{other:?}"),
        });
        long(0);
        long((index + 1) * ALIGNMENT);
        long(part.len());
        long(12);
    }
    for (index, (_, part)) in parts.iter().enumerate() {
        bytes.resize((index + 1) * ALIGNMENT, 0);
        bytes.extend(part);
    }
    bytes
}

/// A 64-bit ELF library: the symbols of an object file become dynamic ones.
pub fn elf(architecture: Architecture, exports: &[&str]) -> Vec<u8> {
    const ET_DYN: u16 = 3;
    const SHT_SYMTAB: u32 = 2;
    const SHT_DYNSYM: u32 = 11;
    let mut bytes = relocatable(BinaryFormat::Elf, architecture, exports);
    bytes[16..18].copy_from_slice(&ET_DYN.to_le_bytes());
    let sections = usize::try_from(u64::from_le_bytes(bytes[40..48].try_into().unwrap())).unwrap();
    let count = usize::from(u16::from_le_bytes(bytes[60..62].try_into().unwrap()));
    for section in (0..count).map(|index| sections + 64 * index) {
        let kind = &mut bytes[section + 4..section + 8];
        if *kind == SHT_SYMTAB.to_le_bytes() {
            kind.copy_from_slice(&SHT_DYNSYM.to_le_bytes());
        }
    }
    bytes
}

fn relocatable(format: BinaryFormat, architecture: Architecture, exports: &[&str]) -> Vec<u8> {
    let mut object = Object::new(format, architecture, Endianness::Little);
    let text = object.section_id(StandardSection::Text);
    for name in exports {
        let symbol = object.add_symbol(Symbol {
            name: name.as_bytes().to_vec(),
            value: 0,
            size: 0,
            kind: SymbolKind::Text,
            scope: SymbolScope::Dynamic,
            weak: false,
            section: SymbolSection::Undefined,
            flags: SymbolFlags::None,
        });
        object.add_symbol_data(symbol, text, &[0xc3], 4);
    }
    object.write().unwrap()
}

/// A PE library.
pub fn pe(machine: pe::Machine, exports: &[&str]) -> Vec<u8> {
    let mut exports = exports.to_vec();
    exports.sort_unstable();
    let mut bytes = Vec::new();
    let mut writer = Writer::new(true, 0x1000, 0x200, &mut bytes);
    writer.reserve_dos_header();
    writer.reserve_nt_headers(16);
    writer.reserve_section_headers(1);
    let length = u32::try_from(export_directory(&exports, 0).len()).unwrap();
    let section = writer.reserve_edata_section(length);
    writer.write_empty_dos_header().unwrap();
    writer.write_nt_headers(headers(machine));
    writer.write_section_headers();
    writer.write_section(section.file_offset, &export_directory(&exports, section.virtual_address));
    bytes
}

fn headers(machine: pe::Machine) -> NtHeaders {
    NtHeaders {
        machine,
        time_date_stamp: 0,
        characteristics: pe::IMAGE_FILE_DLL | pe::IMAGE_FILE_EXECUTABLE_IMAGE,
        major_linker_version: 0,
        minor_linker_version: 0,
        address_of_entry_point: 0,
        image_base: 0x1_8000_0000,
        major_operating_system_version: 6,
        minor_operating_system_version: 0,
        major_image_version: 0,
        minor_image_version: 0,
        major_subsystem_version: 6,
        minor_subsystem_version: 0,
        subsystem: pe::IMAGE_SUBSYSTEM_WINDOWS_CUI,
        dll_characteristics: pe::DllFlags::default(),
        size_of_stack_reserve: 0,
        size_of_stack_commit: 0,
        size_of_heap_reserve: 0,
        size_of_heap_commit: 0,
    }
}

/// The export directory at a virtual address: header, addresses, name pointers, ordinals, names.
fn export_directory(exports: &[&str], address: u32) -> Vec<u8> {
    const HEADER: u32 = 40;
    let count = u32::try_from(exports.len()).unwrap();
    let addresses = address + HEADER;
    let pointers = addresses + 4 * count;
    let ordinals = pointers + 4 * count;
    let names = ordinals + 2 * count;
    let library = b"library.dll\0";
    let mut texts = library.to_vec();
    let mut bytes = Vec::new();
    for long in [0, 0, 0, names, 1, count, count, addresses, pointers, ordinals] {
        bytes.extend(u32::to_le_bytes(long));
    }
    // Outside of the directory, or the address would be a forwarder.
    (0..count).for_each(|_| bytes.extend(0x10_u32.to_le_bytes()));
    for name in exports {
        bytes.extend((names + u32::try_from(texts.len()).unwrap()).to_le_bytes());
        texts.extend(name.as_bytes());
        texts.push(0);
    }
    (0..count).for_each(|ordinal| bytes.extend(u16::try_from(ordinal).unwrap().to_le_bytes()));
    bytes.extend(texts);
    bytes
}
