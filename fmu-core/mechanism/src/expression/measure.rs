//! Numbers with a unit in expressions: `500 g`, `12 kN/mm`, `9.81 m/s2`.
//!
//! A unit follows a number and has no blanks in it: `12 kN/mm` is a number in kN/mm, and `12 kN /x` is a number in kN,
//! divided by x. A `*` or a sign ends the unit.

use super::lexer::Lexer;

impl super::Expression {
    /// The number and the unit, if the expression consists of one number with a unit: `-5 mm`.
    pub fn lone_measure(&self) -> Option<(f64, &str)> {
        match self {
            Self::Reference { name, .. } => measure(name),
            Self::Negate(inner) => inner.lone_measure().map(|(value, unit)| (-value, unit)),
            _ => None,
        }
    }

    /// The number `x` with a unit.
    pub fn measured(x: f64, unit: &str) -> Self {
        let positive = Self::from(format!("{} {unit}", x.abs()));
        if x.is_sign_negative() { Self::Negate(Box::new(positive)) } else { positive }
    }
}

/// Splits the text of a reference that is a number with a unit; none for a name.
pub fn measure(name: &str) -> Option<(f64, &str)> {
    if !is_measure(name) {
        return None;
    }
    let (number, unit) = name.split_at_checked(Lexer::length_of_number(name))?;
    let unit = unit.trim_start();
    if unit.is_empty() { None } else { Some((number.parse().ok()?, unit)) }
}

/// Returns true for a number with a unit. The runtime, which prints expressions in messages, does not need a parser of
/// numbers for this.
pub(super) fn is_measure(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}
