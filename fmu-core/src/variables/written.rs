//! Variables in a file. Most of what is known of a variable is known of many others, and is there once; of another name for a variable there is
//! no more than the name.

use super::declared::Declarations;
use super::list::Variables;
use super::stored::{NONE, SmallTarget, StartType, Stored, large};
use super::{Causality, Initial, Variability};
use crate::mechanism::Source;
use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;

/// What variables have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Kind {
    declared: u32,
    start_type: Option<StartType>,
    causality: Causality,
    variability: Variability,
    initial: Option<Initial>,
}

/// A variable: the length of its name, its kind, and what is its own.
#[derive(Serialize, Deserialize)]
enum Written {
    /// Another name for a variable before it.
    Alias(u32, u32),
    /// One that has no more than a value.
    Plain(u32, u32, Source),
    /// Any other: start value, where the host's goes, and indices of the state and of the variable that it is the derivative of, or an alias.
    Full(u32, u32, Source, f64, Option<SmallTarget>, [Option<u32>; 2]),
}

#[derive(Deserialize)]
struct Read<'a> {
    names: &'a str,
    kinds: Vec<Kind>,
    variables: Vec<Written>,
    declarations: Declarations,
}

impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kinds, numbers) = kinds(&self.stored);
        let mut file = serializer.serialize_struct("Variables", 4)?;
        file.serialize_field("names", &names(self))?;
        file.serialize_field("kinds", &kinds)?;
        file.serialize_field("variables", &List { stored: &self.stored, numbers: &numbers })?;
        file.serialize_field("declarations", &self.declarations)?;
        file.end()
    }
}

impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Read { names, kinds, variables, declarations } = Read::deserialize(deserializer)?;
        let mut stored: Vec<Stored> = Vec::with_capacity(variables.len());
        for written in variables {
            let start = stored.last().map_or(0, |before| before.name.end);
            let variable = written.stored(start, &kinds, &stored);
            stored.push(variable.ok_or_else(|| D::Error::custom("a variable of a kind that is not there"))?);
        }
        Ok(Self { names: names.to_owned(), stored, declarations, ..Self::default() })
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

/// The names in the order of the variables.
fn names(variables: &Variables) -> Cow<'_, str> {
    let follows = |pair: &[Stored]| pair[0].name.end == pair[1].name.start;
    let is_whole = variables.stored.first().is_none_or(|first| first.name.start == 0)
        && variables.stored.last().map_or(0, |last| last.name.end as usize) == variables.names.len();
    if is_whole && variables.stored.windows(2).all(follows) {
        return Cow::Borrowed(&variables.names);
    }
    variables.iter().map(|variable| variable.name).collect()
}

/// Variables with the numbers of their kinds.
struct List<'a> {
    stored: &'a [Stored],
    numbers: &'a [u32],
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.stored.len()).map(|index| self.written(index)))
    }
}

impl List<'_> {
    fn written(&self, index: usize) -> Written {
        let (stored, kind) = (&self.stored[index], self.numbers[index]);
        let length = stored.name.end - stored.name.start;
        if let Some(of) = large(stored.alias_of)
            && of < index
            && self.numbers[of] == kind
            && stored.is_same_but_for_its_name(&self.stored[of])
        {
            return Written::Alias(length, stored.alias_of);
        }
        let indices = [stored.derivative_of, stored.alias_of].map(|index| Some(index).filter(|index| *index != NONE));
        let source = stored.source.clone();
        if stored.start == 0.0 && stored.start.is_sign_positive() && stored.target.is_none() && indices == [None; 2] {
            return Written::Plain(length, kind, source);
        }
        Written::Full(length, kind, source, stored.start, stored.target, indices)
    }
}

impl Written {
    /// The variable after others, if there are its kind and what it is another name for; its name begins at `start`.
    fn stored(self, start: u32, kinds: &[Kind], before: &[Stored]) -> Option<Stored> {
        let (length, kind, source, value, target, indices) = match self {
            Self::Alias(length, of) => {
                let name = start..start.checked_add(length)?;
                return Some(Stored { name, alias_of: of, ..before.get(of as usize)?.clone() });
            }
            Self::Plain(length, kind, source) => (length, kind, source, 0.0, None, [None; 2]),
            Self::Full(length, kind, source, value, target, indices) => (length, kind, source, value, target, indices),
        };
        let kind = kinds.get(kind as usize)?;
        let [derivative_of, alias_of] = indices.map(|index| index.unwrap_or(NONE));
        Some(Stored {
            source,
            start: value,
            target,
            name: start..start.checked_add(length)?,
            declared: kind.declared,
            derivative_of,
            alias_of,
            lists: NONE,
            start_type: kind.start_type,
            causality: kind.causality,
            variability: kind.variability,
            initial: kind.initial,
        })
    }
}
