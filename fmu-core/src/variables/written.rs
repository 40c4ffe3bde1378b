//! Variables in a file. Most of what is known of a variable is known of many others, and is there once; of another name for a variable there is
//! no more than the name, and of a name what it does not share with the one before.

use super::declared::Declarations;
use super::list::Variables;
use super::stored::{NONE, SmallTarget, StartType, Stored, large};
use super::{Causality, Initial, Variability};
use crate::mechanism::Source;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;

/// What variables have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Kind {
    declared: u32,
    start_type: Option<StartType>,
    causality: Causality,
    variability: Variability,
    initial: Option<Initial>,
}

/// A variable: its name, its kind, and what is its own.
#[derive(Serialize, Deserialize)]
enum Written<'a> {
    /// Another name for a variable before it.
    Alias(#[serde(borrow)] Name<'a>, u32),
    /// One that has no more than a value.
    Plain(#[serde(borrow)] Name<'a>, u32, Source),
    /// Any other: start value, where the host's goes, and indices of the state and of the variable that it is the derivative of, or an alias.
    Full(#[serde(borrow)] Name<'a>, u32, Source, f64, Option<SmallTarget>, [Option<u32>; 2]),
}

/// So many bytes of the name before, and what follows.
#[derive(Serialize, Deserialize)]
struct Name<'a>(u32, &'a str);

/// The parts, in their order in the file.
const PARTS: [&str; 3] = ["declarations", "kinds", "variables"];

impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kinds, numbers) = kinds(&self.stored);
        let mut file = serializer.serialize_struct("Variables", PARTS.len())?;
        file.serialize_field(PARTS[0], &self.declarations)?;
        file.serialize_field(PARTS[1], &kinds)?;
        file.serialize_field(PARTS[2], &List { variables: self, numbers: &numbers })?;
        file.end()
    }
}

/// Kinds, and the number of that of each variable.
fn kinds(stored: &[Stored]) -> (Vec<Kind>, Vec<u32>) {
    let (mut kinds, mut known) = (Vec::new(), HashMap::new());
    let numbers = stored.iter().map(|stored| {
        let kind = Kind {
            declared: stored.declared,
            start_type: stored.start_type,
            causality: stored.causality,
            variability: stored.variability,
            initial: stored.initial,
        };
        *known.entry(kind).or_insert_with(|| {
            kinds.push(kind);
            kinds.len() as u32 - 1
        })
    });
    let numbers = numbers.collect();
    (kinds, numbers)
}

/// Variables with the numbers of their kinds.
struct List<'a> {
    variables: &'a Variables,
    numbers: &'a [u32],
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.variables.len()).map(|index| self.written(index)))
    }
}

impl List<'_> {
    fn written(&self, index: usize) -> Written<'_> {
        let all = &self.variables.stored;
        let (stored, kind, name) = (&all[index], self.numbers[index], self.name(index));
        if let Some(of) = large(stored.alias_of)
            && of < index
            && self.numbers[of] == kind
            && stored.is_same_but_for_its_name(&all[of])
        {
            return Written::Alias(name, stored.alias_of);
        }
        let indices = [stored.derivative_of, stored.alias_of].map(|index| Some(index).filter(|index| *index != NONE));
        let source = stored.source.clone();
        if stored.start.to_bits() == 0 && stored.target.is_none() && indices == [None; 2] {
            return Written::Plain(name, kind, source);
        }
        Written::Full(name, kind, source, stored.start, stored.target, indices)
    }

    fn name(&self, index: usize) -> Name<'_> {
        let name = self.variables.at(index).name;
        let before = if index == 0 { "" } else { self.variables.at(index - 1).name };
        let same = name.bytes().zip(before.bytes()).take_while(|(one, other)| one == other).count();
        let shared = (0..=same).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
        Name(shared as u32, &name[shared..])
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
        let list = Reader { kinds: &kinds, read: Variables { declarations, ..Variables::default() } };
        parts.next_element_seed(list)?.ok_or_else(|| missing(2))
    }
}

/// Reads variables one by one.
struct Reader<'k> {
    kinds: &'k [Kind],
    read: Variables,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Variables;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variables, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Variables;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of variables")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Variables, A::Error> {
        while let Some(written) = list.next_element()? {
            self.add(written).ok_or_else(|| A::Error::custom("a variable of a kind or name that is not there"))?;
        }
        Ok(self.read)
    }
}

impl Reader<'_> {
    /// Adds a variable, if there are its kind, what it is another name for, and what its name shares with the one before.
    fn add(&mut self, written: Written<'_>) -> Option<()> {
        let (name, kind, source, start, target, indices) = match written {
            Written::Alias(name, of) => {
                let alias = Stored { alias_of: of, ..self.read.stored.get(of as usize)?.clone() };
                return self.push(name, alias);
            }
            Written::Plain(name, kind, source) => (name, kind, source, 0.0, None, [None; 2]),
            Written::Full(name, kind, source, start, target, indices) => (name, kind, source, start, target, indices),
        };
        let Kind { declared, start_type, causality, variability, initial } = *self.kinds.get(kind as usize)?;
        let [derivative_of, alias_of] = indices.map(|index| index.unwrap_or(NONE));
        let stored = Stored {
            source,
            start,
            target,
            declared,
            derivative_of,
            alias_of,
            start_type,
            causality,
            variability,
            initial,
            ..Stored::default()
        };
        self.push(name, stored)
    }

    /// Adds a variable with this name.
    fn push(&mut self, Name(shared, rest): Name<'_>, stored: Stored) -> Option<()> {
        let names = &mut self.read.names;
        let before = self.read.stored.last().map_or(0, |before| before.name.start as usize);
        let (start, shared) = (names.len(), before.checked_add(shared as usize)?);
        // Also what would not be a text.
        names.get(before..shared)?;
        names.extend_from_within(before..shared);
        names.push_str(rest);
        let name = u32::try_from(start).ok()?..u32::try_from(names.len()).ok()?;
        self.read.stored.push(Stored { name, ..stored });
        Some(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::VariableAttributes;
    use super::*;
    use crate::model_file::ModelFile;

    #[test]
    fn names_and_what_is_known_of_variables_are_read_back() {
        let text = r#"{"name": "Fall", "components": {"body": {"class": "Parts.Body", "m": 2, "r_CM": [0, 0, 0]}}}"#;
        let mut variables =
            crate::assembly::Model::compile(&ModelFile::from_json(text).unwrap()).unwrap().catalogue.variables;
        // Names that share bytes, and not a letter, with the one before; a name that stands apart from the others.
        let attributes: VariableAttributes = variables.at(0).attributes();
        for name in ["ä", "ö", "öä", "öäö", ""] {
            variables.push(&[name], attributes.clone());
        }
        variables.rename(1, "another");
        let written = postcard::to_stdvec(&variables).unwrap();
        let read: Variables = postcard::from_bytes(&written).unwrap();
        assert_eq!(read.len(), variables.len());
        for (read, variable) in read.iter().zip(&variables) {
            assert_eq!((read.name, read.source, read.target), (variable.name, variable.source, variable.target));
            assert_eq!((read.start, read.alias_of), (variable.start, variable.alias_of), "{}", read.name);
            assert_eq!((read.causality, read.variability), (variable.causality, variable.variability), "{}", read.name);
            assert_eq!((read.initial, read.derivative_of), (variable.initial, variable.derivative_of), "{}", read.name);
        }
        assert!(written.len() < 40 * read.len(), "{} bytes for {} variables", written.len(), read.len());
        for end in 0..written.len() {
            assert!(postcard::from_bytes::<Variables>(&written[..end]).is_err(), "{end}");
        }
    }
}
