//! Numbers with a unit in expressions: `500 g`, `12 kN/mm`, `9.81 m/s2`.
//!
//! A unit stands behind a number, where nothing else may stand, and has no blanks in it: `12 kN/mm` is a number in kN/mm, and `12 kN /x`
//! is one in kN, divided by x. A `*` and a sign end it.

use super::condition::KEYWORDS;
use super::lexer::Lexer;

/// End of the unit, maybe after blanks, that follows a number ending at `at`; none when there is no unit.
pub(super) fn end_of_unit(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let start = at + blanks;
    let rest = &text[start..];
    let word = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
    // `1/s` is a unit where another number can only be a mistake.
    let is_rate = blanks > 0 && rest.starts_with("1/") && rest[2..].starts_with(|c: char| is_of_name(c) || c == '(');
    let is_call = rest[word.len()..].starts_with('(');
    let begins = rest.starts_with(is_of_name) && !KEYWORDS.contains(&word) && !is_call && !word.contains('_');
    if !begins && !is_rate {
        return None;
    }
    let mut end = start;
    let mut open = 0;
    let mut characters = text[start..].char_indices().peekable();
    while let Some((offset, c)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let goes_on = match c {
            '.' => next.is_some_and(|c| is_of_name(c) || c == '('),
            '/' => next.is_some_and(|c| is_of_name(c) || c == '('),
            '^' => next.is_some_and(|c| c.is_ascii_digit() || c == '-' || c == '+'),
            '-' | '+' => text[..start + offset].ends_with('^'),
            '(' => text[..start + offset].ends_with(['/', '.']),
            ')' => open > 0,
            c => is_of_name(c) || c.is_ascii_digit(),
        };
        if !goes_on {
            break;
        }
        open += i32::from(c == '(') - i32::from(c == ')');
        end = start + offset + c.len_utf8();
    }
    Some(end)
}

/// Letters, and the sign for degrees.
fn is_of_name(c: char) -> bool {
    c.is_alphabetic() || c == '\u{b0}'
}

impl super::Expression {
    /// The number and the unit of an expression that is nothing else: `-5 mm`.
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

/// The number and the unit of what an expression has in the place of a name; none for a name.
pub fn measure(name: &str) -> Option<(f64, &str)> {
    if !name.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let (number, unit) = name.split_at_checked(Lexer::length_of_number(name))?;
    let unit = unit.trim_start();
    if unit.is_empty() { None } else { Some((number.parse().ok()?, unit)) }
}
