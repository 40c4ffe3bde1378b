//! Descriptions and types, which are shared by many variables.

use super::DataType;
use binary::Binary;
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
#[derive(Clone, Debug, Default, Binary)]
pub(super) struct Declarations {
    list: Vec<Declared>,
    /// Those of each static description, by their limits.
    #[binary(skip)]
    known: HashMap<Key, Vec<u32>>,
}

/// Description and limits, these by their bits. Texts by what they say: where they are depends on the compiler, and the
/// file must not.
type Key = (&'static str, [Option<u64>; 2]);

impl Declarations {
    #[inline]
    pub fn get(&self, number: u32) -> &Declared {
        static NOTHING: Declared = Declared { description: Cow::Borrowed(""), data_type: DataType::Boolean };
        // Without a panic, so that the compiler can remove unused accesses.
        self.list.get(number as usize).unwrap_or(&NOTHING)
    }

    /// The number of a declaration; adds it if necessary.
    pub fn number(&mut self, description: Cow<'static, str>, data_type: DataType) -> u32 {
        let number = self.list.len() as u32;
        if let Cow::Borrowed(text) = description {
            let limits = match data_type {
                DataType::Real { min, max, .. } => [min, max].map(|limit| limit.map(f64::to_bits)),
                DataType::Integer | DataType::Boolean | DataType::Enumeration(_) => [None; 2],
            };
            let known = self.known.entry((text, limits)).or_default();
            if let Some(same) = known.iter().rev().find(|of| self.list[**of as usize].data_type == data_type) {
                return *same;
            }
            known.push(number);
        }
        self.list.push(Declared { description, data_type });
        number
    }
}
