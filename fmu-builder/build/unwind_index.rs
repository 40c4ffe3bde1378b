//! The index of the unwind tables of a library for Linux: addresses of three thousand functions, 13 kB of each FMU once packed.
//!
//! It speeds up unwinding, which follows a panic only. Without it unwinders look through the tables themselves: an index may lack its table
//! (Linux Standard Base 5.0, Core, 10.6.2), and libgcc and LLVM's libunwind know that.

/// Type of the program header of the index.
const PT_GNU_EH_FRAME: u32 = 0x6474_e550;
/// A format of 64 bits, little-endian.
const ELF: &[u8] = b"\x7fELF\x02\x01";
/// Version of the index, and a relative address of the tables in four bytes.
const KNOWN: [u8; 2] = [1, 0x1b];
/// The format of what is left out (DW_EH_PE_omit).
const OMITTED: u8 = 0xff;
/// Bytes before the number of entries: four formats and the address of the tables.
const HEAD: usize = 8;

/// Leaves the table out. A library that is another than expected stays as it is.
pub fn empty(library: &mut [u8]) -> Option<()> {
    if !library.starts_with(ELF) {
        return None;
    }
    let table = usize::try_from(u64::from_le_bytes(field(library, 32)?)).ok()?;
    let [size, count] = [field(library, 54)?, field(library, 56)?].map(|bytes| usize::from(u16::from_le_bytes(bytes)));
    let header = (0..count)
        .map(|k| table + k * size)
        .find(|at| field(library, *at).map(u32::from_le_bytes) == Some(PT_GNU_EH_FRAME))?;
    let start = usize::try_from(u64::from_le_bytes(field(library, header + 8)?)).ok()?;
    let length = usize::try_from(u64::from_le_bytes(field(library, header + 32)?)).ok()?;
    let index = library.get_mut(start..start.checked_add(length)?)?;
    if index.len() < HEAD || !index.starts_with(&KNOWN) {
        return None;
    }
    index[2..4].fill(OMITTED);
    index[HEAD..].fill(0);
    Some(())
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}
