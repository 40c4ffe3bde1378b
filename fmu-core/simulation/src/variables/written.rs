//! Serialized form of the variables. Attributes shared by many variables are written once; an alias consists of its
//! name only; names are written without the prefix that they share with the previous one.

use super::declared::Declarations;
use super::list::Variables;
use super::stored::{NONE, SmallTarget, StartType, Stored, large};
use super::{Causality, Initial, Variability};
use mechanism::Source;
use mechanism::hashed::HashMap;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Range;

/// Attributes that variables share.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Kind {
    declared: u32,
    start_type: Option<StartType>,
    causality: Causality,
    variability: Variability,
    initial: Option<Initial>,
}

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
#[derive(Serialize, Deserialize)]
enum Written<S> {
    /// An alias of an earlier variable.
    Alias(Name, u32),
    /// A variable with a source only.
    Plain(Name, u32, S),
    /// Any other: source, start value, target, and indices of the state that it is the derivative of, and of the
    /// variable that it is an alias of.
    Full(Name, u32, S, f64, Option<SmallTarget>, [Option<u32>; 2]),
}

/// A name: length of the prefix shared with the previous name, and length of the rest.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Name(u32, u32);

/// Sections of the file, in order.
const PARTS: [&str; 4] = ["declarations", "kinds", "names", "variables"];

impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ((kinds, numbers), (names, lengths)) = (kinds(&self.stored), names(self));
        let mut file = serializer.serialize_struct("Variables", PARTS.len())?;
        file.serialize_field(PARTS[0], &self.declarations)?;
        file.serialize_field(PARTS[1], &kinds)?;
        file.serialize_field(PARTS[2], &names)?;
        file.serialize_field(PARTS[3], &List { stored: &self.stored, kinds: &numbers, names: &lengths })?;
        file.end()
    }
}

/// Kinds, and the number of the kind of each variable.
fn kinds(stored: &[Stored]) -> (Vec<Kind>, Vec<u32>) {
    let (mut kinds, mut known) = (Vec::new(), HashMap::<u64, u32>::default());
    let numbers = stored.iter().map(|stored| {
        let kind = Kind {
            declared: stored.declared,
            start_type: stored.start_type,
            causality: stored.causality,
            variability: stored.variability,
            initial: stored.initial,
        };
        *known.entry(kind.number()).or_insert_with(|| {
            kinds.push(kind);
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

/// Variables with their names and the numbers of their kinds.
struct List<'a> {
    stored: &'a [Stored],
    kinds: &'a [u32],
    names: &'a [Name],
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.stored.len()).map(|index| self.written(index)))
    }
}

impl List<'_> {
    fn written(&self, index: usize) -> Written<&Source> {
        let (stored, kind, name) = (&self.stored[index], self.kinds[index], self.names[index]);
        if let Some(of) = large(stored.alias_of)
            && of < index
            && self.kinds[of] == kind
            && stored.is_same_but_for_its_name(&self.stored[of])
        {
            return Written::Alias(name, stored.alias_of);
        }
        let indices = [stored.derivative_of, stored.alias_of].map(|index| Some(index).filter(|index| *index != NONE));
        let source = &stored.source;
        if stored.start.to_bits() == 0 && stored.place == NONE && indices == [None; 2] {
            return Written::Plain(name, kind, source);
        }
        Written::Full(name, kind, source, stored.start, stored.small_target(), indices)
    }
}

impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Variables", &PARTS, Parts)
    }
}

/// Reads all parts.
struct Parts;

impl<'de> Visitor<'de> for Parts {
    type Value = Variables;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("variables")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Variables, A::Error> {
        let missing = |part: usize| A::Error::invalid_length(part, &self);
        let declarations: Declarations = parts.next_element()?.ok_or_else(|| missing(0))?;
        let kinds: Vec<Kind> = parts.next_element()?.ok_or_else(|| missing(1))?;
        let own: &[u8] = parts.next_element()?.ok_or_else(|| missing(2))?;
        let reader =
            Reader { kinds: &kinds, own, names: Vec::with_capacity(3 * own.len()), begin: 0, stored: Vec::new() };
        let (names, stored) = parts.next_element_seed(reader)?.ok_or_else(|| missing(3))?;
        let names = String::from_utf8(names).map_err(A::Error::custom)?;
        Ok(Variables { names, stored, declarations, ..Variables::default() })
    }
}

/// Reads variables one by one.
struct Reader<'a> {
    kinds: &'a [Kind],
    /// Unshared parts of the remaining names.
    own: &'a [u8],
    names: Vec<u8>,
    /// Start of the previous name.
    begin: usize,
    stored: Vec<Stored>,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = (Vec<u8>, Vec<Stored>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = (Vec<u8>, Vec<Stored>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of variables")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Self::Value, A::Error> {
        // Limits the allocation by the length of the names, since nearly every name has an unshared part: a wrong count
        // in a file does no harm.
        self.stored.reserve(list.size_hint().unwrap_or_default().min(self.own.len()));
        while let Some(written) = list.next_element()? {
            self.add(written).ok_or_else(|| A::Error::custom("a variable of a kind or name that is not there"))?;
        }
        Ok((self.names, self.stored))
    }
}

impl Reader<'_> {
    /// Adds a variable; none if its kind, the variable that it is an alias of, or the prefix of its name do not exist.
    fn add(&mut self, written: Written<Source>) -> Option<()> {
        let (name, kind, source, start, target, indices) = match written {
            Written::Alias(name, of) => {
                let name = self.name(name)?;
                let alias = Stored { name, alias_of: of, ..self.stored.get(of as usize)?.clone() };
                self.stored.push(alias);
                return Some(());
            }
            Written::Plain(name, kind, source) => (name, kind, source, 0.0, None, [None; 2]),
            Written::Full(name, kind, source, start, target, indices) => (name, kind, source, start, target, indices),
        };
        let (name, kind) = (self.name(name)?, self.kinds.get(kind as usize)?);
        self.stored.push(Stored {
            source,
            start,
            name,
            declared: kind.declared,
            derivative_of: indices[0].unwrap_or(NONE),
            alias_of: indices[1].unwrap_or(NONE),
            lists: NONE,
            place: SmallTarget::place(target),
            start_type: kind.start_type,
            causality: kind.causality,
            variability: kind.variability,
            initial: kind.initial,
        });
        Some(())
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
