//! The grammar of units (Modelica 3.6, chapter 19):
//!
//! ```text
//! unit      = numerator [ "/" denominator ]
//! numerator = "1" | factor { "." factor } | "(" unit ")"
//! denominator = factor | "(" unit ")"
//! factor    = symbol [ [ "^" ] [ "+" | "-" ] digits ]
//! ```
//! The `^` is allowed in addition.

use super::dimension::quotient;
use super::symbols::{self, Symbol};
use super::{Dimension, Unit, UnitFault};

/// Maximum exponent of a symbol.
const LARGEST_EXPONENT: i32 = 36;
/// Maximum depth of parentheses, and maximum number of factors.
const NESTING: usize = 8;
const FACTORS: usize = 24;

impl Unit {
    /// Parses a unit in Modelica's notation: `N.m/rad`, `m/s2`, `W/(m.K)`, `1/s`.
    ///
    /// # Errors
    /// The fault, with the most similar unit for an unknown symbol.
    pub fn parse(text: &str) -> Result<Self, UnitFault> {
        let text = text.trim();
        if text.is_empty() {
            return Err(UnitFault::Empty);
        }
        let mut parser = Parser { text, at: 0, nesting: 0, factors: Vec::new() };
        parser.unit(1)?;
        match parser.peek() {
            None => parser.finish(),
            Some('/') => Err(UnitFault::DividesTwice { unit: text.to_owned() }),
            Some(_) => Err(parser.unexpected("`.`, `/` or the end")),
        }
    }
}

/// A symbol with its prefix and its exponent in the whole unit.
struct Factor {
    symbol: &'static Symbol,
    prefix: [f64; 2],
    exponent: i32,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nesting: usize,
    factors: Vec<Factor>,
}

impl<'a> Parser<'a> {
    /// Reads factors with the exponent `sign`.
    fn unit(&mut self, sign: i32) -> Result<(), UnitFault> {
        if self.peek() == Some('(') {
            self.in_parentheses(sign)?;
        } else {
            self.factor(sign)?;
            while self.skip('.') {
                self.factor(sign)?;
            }
        }
        if self.skip('/') {
            if self.peek() == Some('(') { self.in_parentheses(-sign)? } else { self.factor(-sign)? }
        }
        Ok(())
    }

    fn in_parentheses(&mut self, sign: i32) -> Result<(), UnitFault> {
        self.at += 1;
        self.nesting += 1;
        if self.nesting > NESTING {
            return Err(self.unexpected("fewer parentheses"));
        }
        self.unit(sign)?;
        self.nesting -= 1;
        if self.skip(')') { Ok(()) } else { Err(self.unexpected("`)`")) }
    }

    fn factor(&mut self, sign: i32) -> Result<(), UnitFault> {
        let name = self.name();
        if name.is_empty() || self.factors.len() >= FACTORS {
            return Err(self.unexpected("the name of a unit"));
        }
        let Some((symbol, prefix)) = symbols::find(name) else {
            return Err(UnitFault::Unknown { symbol: name.to_owned(), nearest: symbols::nearest(name) });
        };
        let exponent = sign * self.exponent()?;
        self.factors.push(Factor { symbol, prefix, exponent });
        Ok(())
    }

    /// `1`, or letters and the degree sign.
    fn name(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = if rest.starts_with('1') { 1 } else { rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len()) };
        self.at += end;
        &rest[..end]
    }

    fn exponent(&mut self) -> Result<i32, UnitFault> {
        let has_sign = self.skip('^');
        let start = self.at;
        if !self.skip('-') {
            self.skip('+');
        }
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() && !has_sign {
            return Ok(1);
        }
        let exponent = digits.parse().ok().filter(|exponent: &i32| exponent.abs() <= LARGEST_EXPONENT);
        exponent.ok_or_else(|| self.unexpected("a whole exponent of at most 36"))
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += if is_there { wanted.len_utf8() } else { 0 };
        is_there
    }

    fn unexpected(&self, expected: &'static str) -> UnitFault {
        let found = self.peek().map_or_else(|| "the end".to_owned(), |c| format!("`{}`", c.escape_debug()));
        UnitFault::Syntax { unit: self.text.to_owned(), found, expected }
    }

    fn finish(self) -> Result<Unit, UnitFault> {
        let is_alone = matches!(&self.factors[..], [factor] if factor.exponent == 1);
        if let Some(factor) = self.factors.iter().find(|factor| factor.symbol.shift != 0.0 && !is_alone) {
            return Err(UnitFault::OffsetInProduct {
                symbol: factor.symbol.name.to_owned(),
                unit: self.text.to_owned(),
            });
        }
        let mut unit = Unit {
            name: self.text.replace(['^', '+'], ""),
            si: si_name(&self.factors),
            dimension: Dimension::NONE,
            multiplier: 1.0,
            divisor: 1.0,
            shift: self.factors.first().filter(|_| is_alone).map_or(0.0, |factor| factor.symbol.shift),
            counts_cycles: is_alone && self.factors.iter().any(|factor| factor.symbol.name == "Hz"),
        };
        for factor in &self.factors {
            let above = factor.symbol.multiplier * factor.prefix[0];
            let below = factor.symbol.divisor * factor.prefix[1];
            let (above, below) = if factor.exponent < 0 { (below, above) } else { (above, below) };
            unit.multiplier *= above.powi(factor.exponent.abs());
            unit.divisor *= below.powi(factor.exponent.abs());
            let power = factor.symbol.dimension.power(f64::from(factor.exponent)).unwrap_or_default();
            unit.dimension = unit.dimension.times(power);
        }
        let is_usable = |x: f64| x.is_normal() && x > 0.0;
        if is_usable(unit.multiplier) && is_usable(unit.divisor) && is_usable(unit.multiplier / unit.divisor) {
            Ok(unit)
        } else {
            Err(UnitFault::OutOfRange { unit: self.text.to_owned() })
        }
    }
}

/// Characters of a symbol.
pub(super) fn is_of_name(c: char) -> bool {
    c.is_alphabetic() || c == '\u{b0}'
}

/// The product of the coherent units: `N/m` for kN/mm. Equal ones are combined, in the order of their first use.
fn si_name(factors: &[Factor]) -> String {
    let mut product: Vec<(&str, i32)> = Vec::new();
    for factor in factors {
        for (symbol, exponent) in coherent(factor.symbol.si) {
            let exponent = exponent * factor.exponent;
            match product.iter_mut().find(|(other, _)| *other == symbol) {
                Some((_, sum)) => *sum += exponent,
                None if symbol != "1" => product.push((symbol, exponent)),
                None => {}
            }
        }
    }
    quotient(product.into_iter(), |exponent| if exponent == 1 { String::new() } else { exponent.to_string() })
}

/// The factors of a coherent unit of the table, which is one symbol, one with an exponent, or a quotient of two.
fn coherent(si: &'static str) -> impl Iterator<Item = (&'static str, i32)> {
    si.split('/').zip([1, -1]).map(|(factor, sign)| {
        let symbol = factor.trim_end_matches(|c: char| c.is_ascii_digit());
        let symbol = if symbol.is_empty() { factor } else { symbol };
        (symbol, sign * factor[symbol.len()..].parse().unwrap_or(1))
    })
}
