//! Tokens to the syntax tree (Modelica specification 3.6, appendix A), by recursive descent. After an error the parser goes on behind
//! the next semicolon, so that several are shown at once.

mod classes;
mod elements;
mod equations;
mod expressions;

use std::rc::Rc;

use compiler::model_file::{Diagnostic, Span};

use crate::budget::Budget;
use crate::problem::Fault;
use crate::syntax::lexer::{self, Token};
use crate::syntax::{Class, Ident, Name};

/// A file: where its classes belong, and the classes.
#[derive(Debug)]
pub(crate) struct File {
    /// Name behind `within`.
    pub(crate) within: Vec<Ident>,
    pub(crate) classes: Vec<Rc<Class>>,
}

/// Reads `text`, whose places count from `start`. Errors go to `problems`.
pub(crate) fn parse(text: &str, start: usize, budget: &Budget, problems: &mut Vec<Diagnostic>) -> File {
    let tokens = lexer::tokens(text, start, budget, problems);
    let mut parser = Parser { tokens, at: 0, depth: 0, problems: Vec::new() };
    let file = parser.file();
    problems.append(&mut parser.problems);
    file
}

/// Largest depth of classes, modifiers, brackets and calls; each counts once or twice.
const NESTING_LIMIT: usize = 2 * compiler::model_file::NESTING_LIMIT;

type Parsed<T> = Result<T, Diagnostic>;

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    problems: Vec<Diagnostic>,
}

impl Parser {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    /// The token `count` behind the next one.
    fn ahead(&self, count: usize) -> &Token {
        self.tokens.get(self.at + count).map_or(&Token::End, |(token, _)| token)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0..0, |(_, span)| span.clone())
    }

    /// Place from `start` to the end of the last token that was taken.
    pub(super) fn span_from(&self, start: usize) -> Span {
        let end = self.tokens.get(self.at.wrapping_sub(1)).map_or(start, |(_, span)| span.end);
        start..end.max(start)
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len());
    }

    /// True if this symbol or keyword is next.
    fn is_next(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Symbol(found) | Token::Keyword(found) if *found == word)
    }

    /// Takes this symbol or keyword if it is next.
    fn take(&mut self, word: &str) -> bool {
        let found = self.is_next(word);
        if found {
            self.advance();
        }
        found
    }

    fn require(&mut self, word: &str, context: &str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}` {context}"))) }
    }

    /// Something with a semicolon behind it.
    fn closed<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>, behind: &str) -> Parsed<T> {
        let item = read(self)?;
        self.require(";", behind)?;
        Ok(item)
    }

    /// Error for an unexpected token. A missing semicolon is reported behind the token before.
    fn unexpected(&self, expected: &str) -> Diagnostic {
        let message = Fault::Unexpected { found: self.peek().describe(), expected: expected.to_string() };
        let before = self.tokens.get(self.at.wrapping_sub(1)).filter(|_| expected.starts_with("`;`"));
        let span = before.map_or_else(|| self.span(), |(_, span)| span.end.saturating_sub(1)..span.end);
        message.at(span)
    }

    fn identifier(&mut self, expected: &str) -> Parsed<Ident> {
        let Token::Name(text) = self.peek() else { return Err(self.unexpected(expected)) };
        let ident = Ident { text: text.clone(), span: self.span() };
        self.advance();
        Ok(ident)
    }

    /// `A.B.C`
    fn name(&mut self, expected: &str) -> Parsed<Name> {
        let start = self.span().start;
        let global = self.take(".");
        let mut parts = vec![self.identifier(expected)?];
        while self.is_next(".") && matches!(self.ahead(1), Token::Name(_)) {
            self.few("parts of a name", parts.len(), NESTING_LIMIT)?;
            self.advance();
            parts.push(self.identifier("a name behind the dot")?);
        }
        Ok(Name { parts, global, span: self.span_from(start) })
    }

    /// Limits `count`, since later layers recurse over it.
    fn few(&self, what: &str, count: usize, limit: usize) -> Parsed<()> {
        if count < limit {
            return Ok(());
        }
        Err(Fault::TooMany { limit, what: what.to_string() }.at(self.span()))
    }

    /// Enters a level for `read`.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= NESTING_LIMIT {
            return Err(Fault::NestsTooDeep { limit: NESTING_LIMIT }.at(self.span()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// `a, b, c` up to `close`, which is taken too.
    fn list<T>(&mut self, close: &str, mut read: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(read(self)?);
            if self.take(close) {
                return Ok(items);
            }
            self.require(",", &format!("or `{close}`"))?;
        }
    }

    /// After an error, skips to behind the next semicolon, or to the end of the section.
    fn recover(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
        let mut brackets = 0_usize;
        loop {
            match self.peek() {
                Token::End => return,
                Token::Symbol("[") => brackets += 1,
                Token::Symbol("]") => brackets = brackets.saturating_sub(1),
                Token::Symbol(";") if brackets == 0 => return self.advance(),
                Token::Keyword("equation" | "algorithm" | "public" | "protected") => return,
                Token::Keyword("end") if matches!(self.ahead(1), Token::Name(_)) => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Strings joined by `+`; empty where there is none.
    fn description(&mut self) -> Parsed<String> {
        let mut text = String::new();
        while let Token::Text(part) = self.peek() {
            text.push_str(part);
            self.advance();
            if !self.is_next("+") {
                return Ok(text);
            }
            self.advance();
            if !matches!(self.peek(), Token::Text(_)) {
                return Err(self.unexpected("a string"));
            }
        }
        Ok(text)
    }
}
