//! Lexer (Modelica specification 3.6, chapter 2).

use std::collections::HashMap;
use std::rc::Rc;

use compiler::model_file::{Diagnostic, Span};

use crate::budget::{Budget, TOKEN};
use crate::problem::Fault;

/// Keywords of two letters, of three letters and so on.
const KEYWORDS: [&[&str]; 12] = [
    &["if", "in", "or"],
    &["and", "der", "end", "for", "not"],
    &["each", "else", "flow", "loop", "pure", "then", "true", "type", "when"],
    &["block", "break", "class", "false", "final", "inner", "input", "model", "outer", "while"],
    &["elseif", "import", "impure", "output", "public", "record", "return", "stream", "within"],
    &["connect", "extends", "initial", "package", "partial"],
    &["constant", "discrete", "elsewhen", "equation", "external", "function", "operator"],
    &["algorithm", "connector", "parameter", "protected", "redeclare"],
    &["annotation", "expandable"],
    &["enumeration", "replaceable"],
    &["encapsulated"],
    &["constrainedby"],
];

/// The keyword that `word` is.
pub(crate) fn keyword(word: &str) -> Option<&'static str> {
    let as_long = KEYWORDS.get(word.len().checked_sub(2)?)?;
    as_long.iter().find(|keyword| **keyword == word).copied()
}

/// The operator or punctuation mark that `text` begins with, the longest one.
fn symbol(text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    Some(match (bytes.first()?, bytes.get(1).copied().unwrap_or_default()) {
        (b'.', b'+') => ".+",
        (b'.', b'-') => ".-",
        (b'.', b'*') => ".*",
        (b'.', b'/') => "./",
        (b'.', b'^') => ".^",
        (b'<', b'=') => "<=",
        (b'<', b'>') => "<>",
        (b'>', b'=') => ">=",
        (b'=', b'=') => "==",
        (b':', b'=') => ":=",
        (b'(', _) => "(",
        (b')', _) => ")",
        (b'[', _) => "[",
        (b']', _) => "]",
        (b'{', _) => "{",
        (b'}', _) => "}",
        (b';', _) => ";",
        (b',', _) => ",",
        (b'.', _) => ".",
        (b':', _) => ":",
        (b'=', _) => "=",
        (b'<', _) => "<",
        (b'>', _) => ">",
        (b'+', _) => "+",
        (b'-', _) => "-",
        (b'*', _) => "*",
        (b'/', _) => "/",
        (b'^', _) => "^",
        _ => return None,
    })
}

/// Estimate of characters in a text for each of its tokens.
const CHARACTERS_OF_TOKEN: usize = 4;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A name, without the quotes of a quoted one.
    Name(Rc<str>),
    Keyword(&'static str),
    Number(f64),
    Text(String),
    Symbol(&'static str),
    /// End of the text.
    End,
}

impl Token {
    /// Description for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Name(name) => format!("the name `{name}`"),
            Self::Keyword(word) => format!("the keyword `{word}`"),
            Self::Number(number) => format!("the number {number}"),
            Self::Text(_) => "a string".to_owned(),
            Self::Symbol(symbol) => format!("`{symbol}`"),
            Self::End => "the end of the file".to_owned(),
        }
    }
}

/// The tokens of `text` with their places, [`Token::End`] last. Places count from `start`. What is no token goes to `problems`. They end
/// where the budget is exceeded.
pub(crate) fn tokens(text: &str, start: usize, budget: &Budget, problems: &mut Vec<Diagnostic>) -> Vec<(Token, Span)> {
    let mut lexer = Lexer { text, at: 0, start, names: HashMap::new(), problems };
    let mut tokens = Vec::with_capacity(text.len() / CHARACTERS_OF_TOKEN + 1);
    loop {
        lexer.skip_blanks();
        let begin = lexer.at;
        let Some(first) = lexer.rest().chars().next() else { break };
        if let Some(token) = lexer.token(first) {
            let span = start + begin..start + lexer.at;
            budget.at(&span);
            if budget.hold(TOKEN + span.len()).is_err() {
                break;
            }
            tokens.push((token, span));
        }
    }
    tokens.push((Token::End, start + text.len()..start + text.len()));
    tokens
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    start: usize,
    /// Each name once.
    names: HashMap<&'a str, Rc<str>>,
    problems: &'a mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn report(&mut self, span: Span, problem: Fault) {
        let span = self.start + span.start..self.start + span.end;
        self.problems.push(problem.at(span));
    }

    /// Skips characters that satisfy `condition`.
    fn skip_while(&mut self, condition: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !condition(c)).unwrap_or(rest.len());
    }

    fn skip_blanks(&mut self) {
        loop {
            self.skip_while(|c| c.is_whitespace() || c == '\u{feff}');
            let rest = self.rest();
            if rest.starts_with("//") {
                self.skip_while(|c| c != '\n');
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(length) => self.at += length + 2,
                    None => {
                        self.report(self.at..self.at + 2, Fault::WithoutEnd { what: "comment", mark: "`*/`" });
                        self.at = self.text.len();
                    }
                }
            } else {
                return;
            }
        }
    }

    /// The token that begins with `first`; none after something that is no token, which is left behind.
    fn token(&mut self, first: char) -> Option<Token> {
        let begin = self.at;
        match first {
            '"' => return Some(self.string()),
            '\'' => return self.quoted_name(),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                self.skip_while(|c| c.is_ascii_alphanumeric() || c == '_');
                let word = &self.text[begin..self.at];
                return Some(match keyword(word) {
                    Some(keyword) => Token::Keyword(keyword),
                    None => Token::Name(self.names.entry(word).or_insert_with(|| word.into()).clone()),
                });
            }
            // A number may begin with its point.
            _ if self.rest().strip_prefix('.').unwrap_or(self.rest()).starts_with(|c: char| c.is_ascii_digit()) => {
                return Some(self.number());
            }
            _ => {}
        }
        if let Some(symbol) = symbol(self.rest()) {
            self.at += symbol.len();
            return Some(Token::Symbol(symbol));
        }
        self.at += first.len_utf8();
        self.report(begin..self.at, Fault::UnknownCharacter { character: first.escape_debug().to_string() });
        None
    }

    fn number(&mut self) -> Token {
        let begin = self.at;
        self.skip_while(|c| c.is_ascii_digit());
        // `1./x` is 1 divided by x: the point belongs to the operator.
        let operator = symbol(self.rest()).is_some_and(|symbol| symbol.len() == 2 && symbol.starts_with('.'));
        if self.rest().starts_with('.') && !operator {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
        }
        let exponent = self.rest().strip_prefix(['e', 'E']).map(|rest| rest.strip_prefix(['+', '-']).unwrap_or(rest));
        if let Some(digits) = exponent.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            self.at = self.text.len() - digits.len();
            self.skip_while(|c| c.is_ascii_digit());
        }
        let written = &self.text[begin..self.at];
        let number = written.parse().unwrap_or(f64::NAN);
        if !f64::is_finite(number) {
            self.report(begin..self.at, Fault::NumberTooLarge { written: written.to_string() });
        }
        Token::Number(number)
    }

    /// A string with escapes. Without a closing quote it ends with the line, so that the rest of the text can be read.
    fn string(&mut self) -> Token {
        let begin = self.at;
        let mut content = String::new();
        let mut rest = &self.text[begin + 1..];
        while let Some(offset) = rest.find(['"', '\\']) {
            content.push_str(&rest[..offset]);
            let is_end = rest[offset..].starts_with('"');
            rest = &rest[offset + 1..];
            if is_end {
                self.at = self.text.len() - rest.len();
                return Token::Text(content);
            }
            let mut characters = rest.chars();
            match characters.next() {
                Some('n') => content.push('\n'),
                Some('t') => content.push('\t'),
                Some('r') => content.push('\r'),
                Some(other) => content.push(other),
                None => {}
            }
            rest = characters.as_str();
        }
        let line = self.text[begin..].find('\n').unwrap_or(self.text.len() - begin);
        self.at = begin + line;
        self.report(begin..begin + 1, Fault::WithoutEnd { what: "string", mark: "the closing quote" });
        Token::Text(String::new())
    }

    fn quoted_name(&mut self) -> Option<Token> {
        let begin = self.at;
        self.at += 1;
        self.skip_while(|c| c != '\'' && c != '\n');
        let name = &self.text[begin + 1..self.at];
        if self.rest().starts_with('\'') {
            self.at += 1;
            return Some(Token::Name(name.into()));
        }
        self.report(begin..begin + 1, Fault::WithoutEnd { what: "quoted name", mark: "the closing '" });
        None
    }
}
