//! Units of connected signals.

use crate::host::Unit;

/// Values of one unit as values of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Conversion {
    /// The same numbers, or at least one unit whose dimension is not known.
    None,
    /// Factor and offset.
    Linear(f64, f64),
    /// Units of different dimensions.
    Impossible,
}

/// The unit of this name; without base units where there is none.
pub(super) fn find(units: &[Unit], name: &str) -> Unit {
    let found = units.iter().find(|unit| unit.name == name).cloned();
    found.unwrap_or_else(|| Unit { name: name.to_owned(), base: None, display_units: Vec::new(), line: 0 })
}

pub(super) fn conversion(from: &Unit, to: &Unit) -> Conversion {
    let (Some(a), Some(b)) = (from.base, to.base) else { return Conversion::None };
    // Radians are the last base unit: an angle is a number, too.
    let is_number = |exponents: &[i32]| exponents.split_last().is_some_and(|(_, rest)| rest.iter().all(|x| *x == 0));
    if a.exponents != b.exponents && !(is_number(&a.exponents) && is_number(&b.exponents)) {
        return Conversion::Impossible;
    }
    if (a.factor, a.offset) == (b.factor, b.offset) {
        return Conversion::None;
    }
    Conversion::Linear(a.factor / b.factor, (a.offset - b.offset) / b.factor)
}
