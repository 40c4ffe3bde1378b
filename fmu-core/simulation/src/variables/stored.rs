//! Compact storage of a variable: a large model has millions.

use super::{Causality, Initial, Target, Value, Variability};
use binary::Binary;
use mechanism::Source;
use std::ops::Range;

/// Represents no index.
pub(super) const NONE: u32 = u32::MAX;

/// The data of a variable that are not shared.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub source: Source,
    /// Start value as a number, of the type of its kind.
    pub start: f64,
    /// Range of the name in the text of all names.
    pub name: Range<u32>,
    pub kind: Kind,
    pub derivative_of: u32,
    pub alias_of: u32,
    /// Index of its lists of dependencies.
    pub lists: u32,
    /// Destination of a value set by the host: see [`place`].
    pub place: u32,
}

/// Attributes that variables share.
#[derive(Clone, Copy, Debug, Binary)]
pub(super) struct Kind {
    /// Index of description and type.
    pub declared: u32,
    pub start_type: Option<StartType>,
    pub causality: Causality,
    pub variability: Variability,
    pub initial: Option<Initial>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub(super) enum StartType {
    Real,
    Integer,
    Boolean,
}

/// An index in half the size: value references have 32 bits.
#[inline]
pub(super) fn small(index: Option<usize>) -> u32 {
    index.and_then(|index| u32::try_from(index).ok()).unwrap_or(NONE)
}

/// The inverse of [`small`].
#[inline]
pub(super) fn large(index: u32) -> Option<usize> {
    (index != NONE).then_some(index as usize)
}

/// A destination in one number: [`NONE`], or twice the address of a parameter or an input, plus one for an input.
#[inline]
pub(super) fn place(target: Option<Target>) -> u32 {
    target.map_or(NONE, |target| match target {
        Target::Parameter(address) => small(Some(address)).wrapping_mul(2),
        Target::Input(input) => small(Some(input)).wrapping_mul(2).wrapping_add(1),
    })
}

impl Stored {
    /// Returns true if everything except name and declaration (type, causality and the like) is equal.
    pub fn is_same_but_for_its_name(&self, other: &Self) -> bool {
        self.source == other.source
            && self.start.to_bits() == other.start.to_bits()
            && self.place == other.place
            && self.derivative_of == other.derivative_of
    }

    #[inline]
    pub fn start(&self) -> Option<Value> {
        Some(match self.kind.start_type? {
            StartType::Real => Value::Real(self.start),
            StartType::Integer => Value::Integer(self.start as i32),
            StartType::Boolean => Value::Boolean(self.start != 0.0),
        })
    }

    #[inline]
    pub fn set_start(&mut self, start: Option<Value>) {
        self.start = start.map_or(0.0, Value::number);
        self.kind.start_type = start.map(|start| match start {
            Value::Real(_) => StartType::Real,
            Value::Integer(_) => StartType::Integer,
            Value::Boolean(_) => StartType::Boolean,
        });
    }

    #[inline]
    pub fn target(&self) -> Option<Target> {
        let number = (self.place / 2) as usize;
        let target = if self.place.is_multiple_of(2) { Target::Parameter(number) } else { Target::Input(number) };
        (self.place != NONE).then_some(target)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// Memory of a large model consists mainly of variables.
    #[test]
    fn a_variable_is_small() {
        assert!(size_of::<Stored>() <= 64, "{} bytes", size_of::<Stored>());
    }

    #[test]
    fn what_is_stored_is_read() {
        let (causality, variability) = (Causality::Local, Variability::Continuous);
        let mut stored = Stored {
            source: Source::Time,
            start: 0.0,
            name: 0..0,
            kind: Kind { declared: NONE, start_type: None, causality, variability, initial: None },
            derivative_of: NONE,
            alias_of: NONE,
            lists: NONE,
            place: NONE,
        };
        for start in [None, Some(Value::Real(-0.1)), Some(Value::Integer(i32::MIN)), Some(Value::Boolean(true))] {
            stored.set_start(start);
            assert_eq!(stored.start(), start);
        }
        for target in [None, Some(Target::Parameter(7)), Some(Target::Input(0))] {
            stored.place = place(target);
            assert_eq!(stored.target(), target);
        }
        assert_eq!([None, Some(0), Some(5)].map(|index| large(small(index))), [None, Some(0), Some(5)]);
    }
}
