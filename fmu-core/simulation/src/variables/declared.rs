//! Descriptions and types, which are shared by many variables.

use super::DataType;
use binary::{Binary, Reader, Writer};
use library::Enumeration;
use mechanism::hashed::HashMap;
use std::borrow::Cow;

/// Declaration of a variable. A compiled model file has the part with which a runtime checks values.
#[derive(Clone, Debug, Binary)]
pub(super) struct Declared {
    #[binary(skip)]
    pub description: Cow<'static, str>,
    pub data_type: DataType,
}

/// Declarations; equal static texts are stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations {
    list: Vec<Declared>,
    known: HashMap<Key, u32>,
    /// The last declaration: elements of vectors follow each other.
    last: Option<(Key, u32)>,
}

/// Numbers by their bits. Texts by what they say: where they are depends on the compiler, and the file must not.
type Key = (&'static str, Type);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Type {
    Real { unit: Option<&'static str>, min: Option<u64>, max: Option<u64> },
    Integer,
    Boolean,
    Enumeration(&'static str, &'static [&'static str]),
}

impl Declarations {
    #[inline]
    pub fn get(&self, number: u32) -> &Declared {
        static NOTHING: Declared = Declared { description: Cow::Borrowed(""), data_type: DataType::Boolean };
        // Without a panic, so that the compiler can remove unused accesses.
        self.list.get(number as usize).unwrap_or(&NOTHING)
    }

    /// The number of a declaration; adds it if necessary.
    pub fn number(&mut self, description: Cow<'static, str>, data_type: DataType) -> u32 {
        let key = if let Cow::Borrowed(text) = description { key(text, &data_type) } else { None };
        let Some(key) = key else { return self.add(description, data_type) };
        if let Some((last, number)) = self.last
            && last == key
        {
            return number;
        }
        let known = self.known.get(&key).copied();
        let number = known.unwrap_or_else(|| self.add(description, data_type));
        if known.is_none() {
            self.known.insert(key, number);
        }
        self.last = Some((key, number));
        number
    }

    fn add(&mut self, description: Cow<'static, str>, data_type: DataType) -> u32 {
        self.list.push(Declared { description, data_type });
        (self.list.len() - 1) as u32
    }
}

impl Binary for Declarations {
    fn write(&self, writer: &mut Writer<'_>) {
        self.list.write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Self {
        Self { list: Binary::read(reader), ..Self::default() }
    }
}

/// None for declarations with texts that are not static.
fn key(description: &'static str, data_type: &DataType) -> Option<Key> {
    let kind = match data_type {
        DataType::Real { unit: Some(Cow::Owned(_)), .. } => return None,
        DataType::Real { unit, min, max } => {
            let unit = if let Some(Cow::Borrowed(unit)) = *unit { Some(unit) } else { None };
            Type::Real { unit, min: min.map(f64::to_bits), max: max.map(f64::to_bits) }
        }
        DataType::Integer => Type::Integer,
        DataType::Boolean => Type::Boolean,
        DataType::Enumeration(Enumeration { name, literals }) => Type::Enumeration(name, literals),
    };
    Some((description, kind))
}
