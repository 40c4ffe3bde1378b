//! Unwind tables of a library for Linux, which only a panic reads: 60 kB of each FMU, once packed, of which half can go.
//!
//! - The index of the tables, addresses of three thousand functions, speeds up unwinding. Without it unwinders look through the tables
//!   themselves: an index may lack its table (Linux Standard Base 5.0, Core, 10.6.2), and libgcc and LLVM's libunwind know that.
//! - The tables say for each instruction where the caller's registers are, pushes and pops included. A panic unwinds frames that stand at a
//!   call, so that rows which contain none are left out, and functions that call nothing.
//!
//! The format is that of DWARF 5, 6.4, with the changes of the Linux Standard Base, 10.6.1.

use std::collections::BTreeMap;

/// Types of program headers.
const PT_LOAD: u32 = 1;
const PT_GNU_EH_FRAME: u32 = 0x6474_e550;
/// A format of 64 bits, little-endian.
const ELF: &[u8] = b"\x7fELF\x02\x01";
const X86_64: u16 = 62;
/// Version of the index, and a relative address of the tables in four bytes.
const KNOWN: [u8; 2] = [1, 0x1b];
/// The format of what is left out (DW_EH_PE_omit).
const OMITTED: u8 = 0xff;
/// Bytes before the number of entries of the index: four formats and the address of the tables.
const HEAD: usize = 8;
/// Registers whose places are known: those of the processor and the return address.
const REGISTERS: usize = 17;
/// At the start of a function the frame is 8 bytes above the stack pointer (register 7), the return address just below it.
const AT_START: State = State { frame: (7, 8), saved: [None; REGISTERS] };
const START: &[u8] = &[0x0c, 7, 8, 0x80 | 16, 1];

/// Shortens the tables. A library that is another than expected stays as it is.
pub fn shorten(library: &mut [u8]) -> Option<()> {
    let image = Image::of(library)?;
    let index = image.index()?;
    let range = index.file..index.file.checked_add(index.length)?;
    let head = library.get(range.clone())?.first_chunk::<HEAD>()?;
    if !head.starts_with(&KNOWN) {
        return None;
    }
    let tables = relative(index.address + 4, &head[4..])?;
    let shorter = if image.machine == X86_64 { Tables::read(&image, tables).and_then(|t| t.write()) } else { None };
    let start = image.place(tables, 0)?;
    if let Some((bytes, before)) = shorter {
        let to = library.get_mut(start..start.checked_add(before)?)?;
        let (own, rest) = to.split_at_mut_checked(bytes.len())?;
        own.copy_from_slice(&bytes);
        rest.fill(0);
    }
    let index = library.get_mut(range)?;
    index[2..4].fill(OMITTED);
    index[HEAD..].fill(0);
    Some(())
}

/// A part of the file that is loaded at an address.
struct Segment {
    kind: u32,
    file: usize,
    address: u64,
    length: usize,
}

/// The file as it is loaded.
struct Image<'a> {
    bytes: &'a [u8],
    machine: u16,
    segments: Vec<Segment>,
}

impl<'a> Image<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        if !bytes.starts_with(ELF) {
            return None;
        }
        let table = size(bytes, 32)?;
        let [machine, size_of, count] = [18, 54, 56].map(|at| field(bytes, at).map(u16::from_le_bytes));
        let (size_of, count) = (usize::from(size_of?), usize::from(count?));
        let segment = |at: usize| {
            Some(Segment {
                kind: u32::from_le_bytes(field(bytes, at)?),
                file: size(bytes, at + 8)?,
                address: u64::from_le_bytes(field(bytes, at + 16)?),
                length: size(bytes, at + 32)?,
            })
        };
        let segments = (0..count).map(|k| segment(table + k * size_of)).collect::<Option<_>>()?;
        Some(Self { bytes, machine: machine?, segments })
    }

    fn index(&self) -> Option<&Segment> {
        self.segments.iter().find(|segment| segment.kind == PT_GNU_EH_FRAME)
    }

    /// Place in the file of that many bytes at an address.
    fn place(&self, address: u64, length: usize) -> Option<usize> {
        self.segments.iter().filter(|segment| segment.kind == PT_LOAD).find_map(|segment| {
            let at = usize::try_from(address.checked_sub(segment.address)?).ok()?;
            (at.checked_add(length)? <= segment.length).then_some(segment.file + at)
        })
    }

    fn at(&self, address: u64, length: usize) -> Option<&'a [u8]> {
        let place = self.place(address, length)?;
        self.bytes.get(place..place + length)
    }
}

/// Where the caller's registers are: the frame, as a register and an offset, and offsets from it in units of -8.
#[derive(Clone, Copy, PartialEq)]
struct State {
    frame: (u64, u64),
    saved: [Option<u64>; REGISTERS],
}

/// What functions have in common.
struct Common {
    /// The entry after its length and its zero.
    bytes: Vec<u8>,
    /// Place of the relative address of the personality in these.
    personality: Option<(usize, u64)>,
    has_cleanup: bool,
}

/// The table of one function.
struct Function {
    common: u64,
    start: u64,
    length: u32,
    cleanup: Option<u64>,
    instructions: Vec<u8>,
}

/// All tables.
struct Tables {
    address: u64,
    length: usize,
    common: BTreeMap<u64, Common>,
    functions: Vec<Function>,
}

impl Tables {
    fn read(image: &Image<'_>, address: u64) -> Option<Self> {
        let mut tables = Self { address, length: 0, common: BTreeMap::new(), functions: Vec::new() };
        loop {
            let own = address + tables.length as u64;
            let length = u32::from_le_bytes(field(image.at(own, 4)?, 0)?);
            tables.length += 4 + length as usize;
            if length == 0 {
                return Some(tables);
            }
            let entry = image.at(own + 4, length as usize)?;
            match u32::from_le_bytes(field(entry, 0)?) {
                0 => {
                    tables.common.insert(own, Common::read(&entry[4..], own + 8)?);
                }
                distance => {
                    let common = own.checked_add(4)?.checked_sub(distance.into())?;
                    let kind = tables.common.get(&common)?;
                    tables.functions.extend(Function::read(image, &entry[4..], own + 8, common, kind.has_cleanup)?);
                }
            }
        }
    }

    /// The tables anew, in the order of the functions, and how long they were; none if they are not shorter.
    fn write(mut self) -> Option<(Vec<u8>, usize)> {
        self.functions.sort_by_key(|function| function.start);
        let (mut bytes, mut places) = (Vec::new(), BTreeMap::new());
        for function in &self.functions {
            let common = self.common.get(&function.common)?;
            let place = *places.entry(function.common).or_insert_with(|| {
                let place = bytes.len();
                let mut entry = common.bytes.clone();
                if let Some((at, personality)) = common.personality {
                    let own = self.address + (place + 8 + at) as u64;
                    entry[at..at + 4].copy_from_slice(&distance(own, personality));
                }
                append(&mut bytes, &[0; 4], &entry);
                place
            });
            let own = self.address + (bytes.len() + 8) as u64;
            let mut entry = distance(own, function.start).to_vec();
            entry.extend(function.length.to_le_bytes());
            entry.push(if function.cleanup.is_some() { 4 } else { 0 });
            entry.extend(function.cleanup.iter().flat_map(|cleanup| distance(own + 9, *cleanup)));
            entry.extend(&function.instructions);
            let back = u32::try_from(bytes.len() + 4 - place).ok()?;
            append(&mut bytes, &back.to_le_bytes(), &entry);
        }
        bytes.extend([0; 4]);
        (bytes.len() <= self.length).then_some((bytes, self.length))
    }
}

/// Appends an entry: its length, its kind, its content, filled up to four bytes.
fn append(bytes: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    let length = (4 + content.len()).next_multiple_of(4);
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(kind);
    bytes.extend(content);
    bytes.resize(bytes.len() + length - 4 - content.len(), 0);
}

impl Common {
    fn read(entry: &[u8], address: u64) -> Option<Self> {
        let mut reader = Reader { rest: entry };
        let version = reader.byte()?;
        let names = entry[1..].split(|byte| *byte == 0).next()?.to_vec();
        reader.skip(names.len() + 1)?;
        let (code, data, returned) = (reader.number()?, reader.byte()?, reader.number()?);
        // Units of 1 and of -8 bytes.
        if (version, code, data, returned, names.first()) != (1, 1, 0x78, 16, Some(&b'z')) {
            return None;
        }
        reader.number()?;
        let (mut personality, mut has_cleanup) = (None, false);
        for name in &names[1..] {
            let format = reader.byte()?;
            match name {
                b'P' if format & 0x7f == KNOWN[1] => {
                    let at = entry.len() - reader.rest.len();
                    personality = Some((at, relative(address + at as u64, reader.rest)?));
                    reader.skip(4)?;
                }
                b'L' if format == KNOWN[1] => has_cleanup = true,
                b'R' if format == KNOWN[1] => {}
                _ => return None,
            }
        }
        let is_known = reader.rest.starts_with(START) && reader.rest[START.len()..].iter().all(|byte| *byte == 0);
        is_known.then(|| Self { bytes: entry.to_vec(), personality, has_cleanup })
    }
}

impl Function {
    /// None for a function that calls nothing; outer none where the entry is not understood.
    fn read(image: &Image<'_>, entry: &[u8], address: u64, common: u64, has_cleanup: bool) -> Option<Option<Self>> {
        let start = relative(address, entry)?;
        let length = u32::from_le_bytes(field(entry, 4)?);
        let mut reader = Reader { rest: entry.get(8..)? };
        let size = reader.number()?;
        if size != if has_cleanup { 4 } else { 0 } {
            return None;
        }
        let cleanup = if has_cleanup { Some(relative(address + 9, reader.rest)?) } else { None };
        // A distance of zero would say that there is none.
        if cleanup == Some(address + 9) {
            return None;
        }
        reader.skip(size as usize)?;
        let code = image.at(start, length as usize)?;
        let instructions = match rows(reader.rest) {
            Some(rows) => {
                let ends = rows.iter().skip(1).map(|(at, _)| *at).chain([code.len()]);
                let calling = rows.iter().zip(ends).filter(|((at, _), end)| code.get(*at..*end).is_none_or(may_call));
                let calling: Vec<_> = calling.map(|(row, _)| *row).collect();
                if calling.is_empty() {
                    return Some(None);
                }
                instructions(&calling)
            }
            None => reader.rest.to_vec(),
        };
        Some(Some(Self { common, start, length, cleanup, instructions }))
    }
}

/// True if there may be a call among these instructions: bytes as those of one, maybe inside another instruction.
fn may_call(code: &[u8]) -> bool {
    let is_call = |at: usize| match code[at..] {
        [0xe8, _, _, _, _, ..] => true,
        // Opcode extensions 2 and 3.
        [0xff, second, ..] => matches!(second >> 3 & 7, 2 | 3),
        _ => false,
    };
    (0..code.len()).any(is_call)
}

/// Places of instructions from which on states hold; none where there are others than those that compilers write for functions with a frame.
fn rows(instructions: &[u8]) -> Option<Vec<(usize, State)>> {
    let mut reader = Reader { rest: instructions };
    let (mut rows, mut kept) = (vec![(0, AT_START)], Vec::new());
    while !reader.rest.is_empty() {
        let byte = reader.byte()?;
        let (at, mut state) = *rows.last()?;
        let mut step = 0;
        match byte {
            0x00 => {}
            0x40..0x80 => step = usize::from(byte & 0x3f),
            0x02 => step = reader.byte()?.into(),
            0x03 => step = u16::from_le_bytes(reader.bytes()?).into(),
            0x04 => step = u32::from_le_bytes(reader.bytes()?) as usize,
            0x0a => kept.push(state),
            0x0b => state = kept.pop()?,
            0x0c => state.frame = (reader.number()?, reader.number()?),
            0x0d => state.frame.0 = reader.number()?,
            0x0e => state.frame.1 = reader.number()?,
            0x80..0xc0 => *state.saved.get_mut(usize::from(byte & 0x3f))? = Some(reader.number()?),
            0xc0.. => *state.saved.get_mut(usize::from(byte & 0x3f))? = None,
            _ => return None,
        }
        match step {
            0 => rows.last_mut()?.1 = state,
            _ => rows.push((at + step, state)),
        }
    }
    Some(rows)
}

/// The instructions for these rows, of which the first may hold from the start of the function.
fn instructions(rows: &[(usize, State)]) -> Vec<u8> {
    let (mut bytes, mut at, mut last) = (Vec::new(), 0, AT_START);
    for (row, (start, state)) in rows.iter().enumerate() {
        if *state == last {
            continue;
        }
        let step = if row == 0 { 0 } else { *start - at };
        at += step;
        match step {
            0 => {}
            1..0x40 => bytes.push(0x40 | step as u8),
            0x40..0x100 => bytes.extend([0x02, step as u8]),
            0x100..0x1_0000 => bytes.extend([&[0x03], &(step as u16).to_le_bytes()[..]].concat()),
            _ => bytes.extend([&[0x04], &(step as u32).to_le_bytes()[..]].concat()),
        }
        if state.frame.0 != last.frame.0 {
            bytes.push(0x0c);
            number(&mut bytes, state.frame.0);
            number(&mut bytes, state.frame.1);
        } else if state.frame.1 != last.frame.1 {
            bytes.push(0x0e);
            number(&mut bytes, state.frame.1);
        }
        for (register, (place, before)) in state.saved.iter().zip(last.saved).enumerate() {
            match place {
                _ if *place == before => {}
                Some(place) => {
                    bytes.push(0x80 | register as u8);
                    number(&mut bytes, *place);
                }
                None => bytes.push(0xc0 | register as u8),
            }
        }
        last = *state;
    }
    bytes
}

/// Appends a number in units of seven bits.
fn number(bytes: &mut Vec<u8>, mut x: u64) {
    while x >= 0x80 {
        bytes.push(x as u8 | 0x80);
        x >>= 7;
    }
    bytes.push(x as u8);
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.bytes().map(|[byte]| byte)
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*first)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.rest = self.rest.get(count..)?;
        Some(())
    }

    /// A number in units of seven bits.
    fn number(&mut self) -> Option<u64> {
        let mut x = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            x |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(x);
            }
        }
        None
    }
}

/// The address that is written relative to its own.
fn relative(own: u64, bytes: &[u8]) -> Option<u64> {
    own.checked_add_signed(i32::from_le_bytes(field(bytes, 0)?).into())
}

/// The way from one address to another in four bytes; libraries are smaller than 2 GB.
fn distance(own: u64, to: u64) -> [u8; 4] {
    (to.wrapping_sub(own) as u32).to_le_bytes()
}

fn size(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(field(bytes, at)?)).ok()
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}
