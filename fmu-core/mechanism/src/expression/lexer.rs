//! Splits an expression into tokens.

use super::Relation;
use super::condition::KEYWORDS;
use super::{ExpressionError, ExpressionProblem, Span};

/// A token with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) span: Span,
}

/// Kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TokenKind<'a> {
    /// Unsigned number.
    Number(f64),
    /// Unsigned number and a unit.
    Measure(&'a str),
    /// Identifier.
    Name(&'a str),
    /// Operator, bracket, comma or dot.
    Symbol(u8),
    /// Comparison.
    Relation(Relation),
    /// End of the text.
    End,
}

/// Iterates over the tokens of a text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    /// The text of a range.
    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// The next token; at the end always [`TokenKind::End`].
    pub(super) fn next(&mut self) -> Result<Token<'a>, Box<ExpressionError>> {
        let rest = &self.text[self.position..];
        self.position += rest.len() - rest.trim_start().len();
        let start = self.position;
        let kind = match self.peek(0) {
            None => TokenKind::End,
            Some(b'0'..=b'9') => self.number()?,
            Some(b'.') if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_');
                TokenKind::Name(&self.text[start..self.position])
            }
            Some(
                symbol @ (b'+' | b'-' | b'*' | b'/' | b'^' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',' | b'.'),
            ) => {
                self.position += 1;
                TokenKind::Symbol(symbol)
            }
            Some(first @ (b'<' | b'>')) => self.relation(first),
            Some(_) => return Err(self.stray()),
        };
        Ok(Token { kind, span: start..self.position })
    }

    fn relation(&mut self, first: u8) -> TokenKind<'a> {
        let or_equal = self.peek(1) == Some(b'=');
        self.position += 1 + usize::from(or_equal);
        TokenKind::Relation(match (first, or_equal) {
            (b'<', false) => Relation::Less,
            (b'<', true) => Relation::LessEqual,
            (_, false) => Relation::Greater,
            (_, true) => Relation::GreaterEqual,
        })
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.position + ahead).copied()
    }

    fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&belongs) {
            self.position += 1;
        }
    }

    fn number(&mut self) -> Result<TokenKind<'a>, Box<ExpressionError>> {
        let start = self.position;
        self.skip_number();
        let span = start..self.position;
        let text = &self.text[span.clone()];
        let number = match text.parse::<f64>() {
            Ok(number) if number.is_finite() => number,
            _ => return Err(ExpressionProblem::NumberNotFinite { text: text.to_owned() }.at(span)),
        };
        if let Some(end) = end_of_unit(self.text, self.position) {
            self.position = end;
            return Ok(TokenKind::Measure(&self.text[start..end]));
        }
        Ok(TokenKind::Number(number))
    }

    /// `1`, `1.5`, `.5`, `2.`, `1e-3` (Modelica 3.6, section 2.4.1; a leading dot is allowed in addition).
    fn skip_number(&mut self) {
        self.skip_while(|b| b.is_ascii_digit());
        if self.peek(0) == Some(b'.') {
            self.position += 1;
            self.skip_while(|b| b.is_ascii_digit());
        }
        let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
        if matches!(self.peek(0), Some(b'e' | b'E')) && self.peek(1 + sign).is_some_and(|b| b.is_ascii_digit()) {
            self.position += 1 + sign;
            self.skip_while(|b| b.is_ascii_digit());
        }
    }

    /// Length of the number at the start of `text`.
    pub(super) fn length_of_number(text: &str) -> usize {
        let mut lexer = Lexer::new(text);
        lexer.skip_number();
        lexer.position
    }

    /// The error for a character that does not occur in expressions.
    fn stray(&self) -> Box<ExpressionError> {
        let character = self.text[self.position..].chars().next().unwrap_or_default();
        let found = crate::quoted::quoted(&character.to_string());
        let expected = "numbers, names, `+ - * / ^`, `< <= > >=`, parentheses, braces and commas";
        let span = self.position..self.position + character.len_utf8();
        ExpressionProblem::ExpressionSyntax { found, expected }.at(span)
    }
}

/// End of the unit after a number that ends at `at`, with or without blanks between; none if there is no unit.
fn end_of_unit(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let start = at + blanks;
    let rest = &text[start..];
    let word = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
    // `1/s` is a unit where a second number would be an error.
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
            '.' | '/' => next.is_some_and(|c| is_of_name(c) || c == '('),
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

/// Characters of names of units: letters, and the degree sign.
fn is_of_name(c: char) -> bool {
    c.is_alphabetic() || c == '\u{b0}'
}
