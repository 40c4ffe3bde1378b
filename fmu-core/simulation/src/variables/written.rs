//! Binary form of the variables. Attributes shared by many variables are written once; an alias consists of its
//! name only; names are written without the prefix that they share with the previous one.

use super::Target;
use super::declared::Declarations;
use super::list::Variables;
use super::stored::{Kind, NONE, Stored, large, place};
use binary::{Binary, Reader, Writer};
use mechanism::Source;
use mechanism::hashed::HashMap;
use std::ops::Range;

impl Kind {
    /// All fields packed into one number: quick to hash, which happens for every variable of a model.
    fn number(self) -> u64 {
        let start_type = self.start_type.map_or(0, |of| of as u64 + 1);
        let initial = self.initial.map_or(0, |initial| initial as u64 + 1);
        let small = [start_type, self.causality as u64, self.variability as u64, initial];
        small.into_iter().fold(u64::from(self.declared), |number, part| number << 8 | part)
    }
}

/// A variable: its name, its kind, and the attributes that are not shared.
#[derive(Binary)]
enum Written {
    /// An alias of an earlier variable.
    Alias(Name, u32),
    /// A variable with a source only.
    Plain(Name, u32, Source),
    /// Any other: source, start value, target, and indices of the state that it is the derivative of, and of the
    /// variable that it is an alias of.
    Full(Name, u32, Source, f64, Option<Target>, [Option<u32>; 2]),
}

/// A name: length of the prefix shared with the previous name, and length of the rest.
#[derive(Clone, Copy, Binary)]
struct Name(u32, u32);

impl Binary for Variables {
    /// Declarations, kinds, unshared parts of the names, variables.
    fn write(&self, writer: &mut Writer<'_>) {
        let ((kinds, numbers), (own, names)) = (kinds(&self.stored), names(self));
        self.declarations.write(writer);
        kinds.write(writer);
        own.write(writer);
        writer.length(self.stored.len());
        let all = names.into_iter().enumerate();
        all.for_each(|(index, name)| written(&self.stored, &numbers, index, name).write(writer));
    }

    fn read(reader: &mut Reader<'_>) -> Self {
        let declarations = Declarations::read(reader);
        let kinds: Vec<Kind> = Binary::read(reader);
        let own = reader.text();
        let length = reader.length();
        let mut list = ListReader::new(&kinds, own.as_bytes(), length);
        for _ in 0..length {
            let written = Written::read(reader);
            let Some(stored) = list.stored(written) else {
                reader.fail();
                break;
            };
            list.stored.push(stored);
        }
        let names = String::from_utf8(list.names).ok();
        Self { names: reader.required(names), stored: list.stored, declarations, ..Self::default() }
    }
}

/// Kinds, and the number of the kind of each variable.
fn kinds(stored: &[Stored]) -> (Vec<Kind>, Vec<u32>) {
    let (mut kinds, mut known) = (Vec::new(), HashMap::<u64, u32>::default());
    let numbers = stored.iter().map(|stored| {
        *known.entry(stored.kind.number()).or_insert_with(|| {
            kinds.push(stored.kind);
            kinds.len() as u32 - 1
        })
    });
    let numbers = numbers.collect();
    (kinds, numbers)
}

/// The unshared parts of the names, concatenated, and their lengths.
fn names(variables: &Variables) -> (String, Vec<Name>) {
    let (mut own, mut before) = (String::new(), "");
    let names = variables.iter().map(|variable| {
        let name = variable.name;
        let same = common(name.as_bytes(), before.as_bytes());
        let shared = (0..=same).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
        own.push_str(&name[shared..]);
        before = name;
        Name(shared as u32, (name.len() - shared) as u32)
    });
    let names = names.collect();
    (own, names)
}

/// Length of the common prefix, compared eight bytes at a time.
fn common(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let same = 8 * words.take_while(|(one, other)| one == other).count();
    same + one[same..].iter().zip(&other[same..]).take_while(|(one, other)| one == other).count()
}

/// The variable with this index and name, of all variables and the numbers of their kinds.
fn written(all: &[Stored], kinds: &[u32], index: usize, name: Name) -> Written {
    let (stored, kind) = (&all[index], kinds[index]);
    if let Some(of) = large(stored.alias_of)
        && of < index
        && kinds[of] == kind
        && stored.is_same_but_for_its_name(&all[of])
    {
        return Written::Alias(name, stored.alias_of);
    }
    let indices = [stored.derivative_of, stored.alias_of].map(|index| Some(index).filter(|index| *index != NONE));
    let source = stored.source.clone();
    if stored.start.to_bits() == 0 && stored.place == NONE && indices == [None; 2] {
        return Written::Plain(name, kind, source);
    }
    Written::Full(name, kind, source, stored.start, stored.target(), indices)
}

/// Reads variables one by one.
struct ListReader<'a> {
    kinds: &'a [Kind],
    /// Unshared parts of the remaining names.
    own: &'a [u8],
    names: Vec<u8>,
    /// Start of the previous name.
    begin: usize,
    stored: Vec<Stored>,
}

impl<'a> ListReader<'a> {
    fn new(kinds: &'a [Kind], own: &'a [u8], length: usize) -> Self {
        // Nearly every name has an unshared part: a wrong length does no harm.
        let stored = Vec::with_capacity(length.min(own.len()));
        Self { kinds, own, names: Vec::with_capacity(3 * own.len()), begin: 0, stored }
    }

    /// The next variable; none if its kind, the variable that it is an alias of, or the prefix of its name do not exist.
    fn stored(&mut self, written: Written) -> Option<Stored> {
        let (name, kind, source, start, target, indices) = match written {
            Written::Alias(name, of) => {
                let name = self.name(name)?;
                return Some(Stored { name, alias_of: of, ..self.stored.get(of as usize)?.clone() });
            }
            Written::Plain(name, kind, source) => (name, kind, source, 0.0, None, [None; 2]),
            Written::Full(name, kind, source, start, target, indices) => (name, kind, source, start, target, indices),
        };
        Some(Stored {
            source,
            start,
            name: self.name(name)?,
            kind: *self.kinds.get(kind as usize)?,
            derivative_of: indices[0].unwrap_or(NONE),
            alias_of: indices[1].unwrap_or(NONE),
            lists: NONE,
            place: place(target),
        })
    }

    /// Range of the next name in the text of all names.
    fn name(&mut self, Name(shared, own): Name) -> Option<Range<u32>> {
        let (start, own) = (self.names.len(), self.own.split_off(..own as usize)?);
        let shared = self.begin..self.begin.checked_add(shared as usize)?;
        if shared.end > start {
            return None;
        }
        self.names.extend_from_within(shared);
        self.names.extend_from_slice(own);
        self.begin = start;
        Some(u32::try_from(start).ok()?..u32::try_from(self.names.len()).ok()?)
    }
}
