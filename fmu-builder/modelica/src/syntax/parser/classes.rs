//! Files and classes.

use std::rc::Rc;

use crate::problem::Fault;
use crate::syntax::lexer::Token;
use crate::syntax::parser::{File, Parsed, Parser};
use crate::syntax::{Body, Class, ClassKind, Ident, Long, Short};

impl Parser {
    pub(super) fn file(&mut self) -> File {
        let mut file = File { within: Vec::new(), classes: Vec::new() };
        match self.within() {
            Ok(within) => file.within = within,
            Err(problem) => self.recover(problem),
        }
        while *self.peek() != Token::End {
            let start = self.at;
            self.take("final");
            match self.closed(Self::class, "behind the class") {
                Ok(class) => file.classes.push(class),
                Err(problem) => {
                    self.recover(problem);
                    if self.at == start {
                        self.advance();
                    }
                    // What follows a broken file head would only give errors that come from the first.
                    if file.classes.is_empty() && !self.starts_class() {
                        break;
                    }
                }
            }
        }
        file
    }

    fn within(&mut self) -> Parsed<Vec<Ident>> {
        if !self.take("within") || self.take(";") {
            return Ok(Vec::new());
        }
        Ok(self.closed(|parser| parser.name("the name of a package"), "behind `within`")?.parts)
    }

    /// True if a class definition is next.
    pub(super) fn starts_class(&self) -> bool {
        const PREFIXES: [&str; 5] = ["encapsulated", "partial", "expandable", "pure", "impure"];
        self.next_kind().is_some() || matches!(self.peek(), Token::Keyword(word) if PREFIXES.contains(word))
    }

    /// The kind of class that the next word means.
    fn next_kind(&self) -> Option<ClassKind> {
        Some(match self.peek() {
            Token::Keyword("model" | "class" | "block") => ClassKind::Model,
            Token::Keyword("package") => ClassKind::Package,
            Token::Keyword("record") => ClassKind::Record,
            Token::Keyword("type") => ClassKind::Type,
            Token::Keyword("connector") => ClassKind::Connector,
            Token::Keyword("function") => ClassKind::Function,
            Token::Keyword("operator") => ClassKind::Operator,
            _ => return None,
        })
    }

    fn kind(&mut self) -> Parsed<ClassKind> {
        while ["pure", "impure"].iter().any(|word| self.take(word)) {}
        let kind = self.next_kind().ok_or_else(|| self.unexpected("`model`, `package` or another kind of class"))?;
        self.advance();
        if kind == ClassKind::Operator {
            let _ = self.take("record") || self.take("function");
        }
        Ok(kind)
    }

    pub(super) fn class(&mut self) -> Parsed<Rc<Class>> {
        self.nested(|parser| {
            let encapsulated = parser.take("encapsulated");
            let partial = parser.take("partial");
            let expandable = parser.take("expandable");
            let kind = parser.kind()?;
            let is_extension = parser.take("extends");
            let name = parser.identifier("the name of the class")?;
            let extends = if is_extension { Some(parser.modifiers()?) } else { None };
            let (description, body, long) = if !is_extension && parser.take("=") {
                let (description, body) = parser.short()?;
                (description, body, Long::default())
            } else {
                (parser.description()?, Body::Long, parser.long(&name)?)
            };
            let span = parser.span_from(name.span.start);
            Ok(Rc::new(Class { span, name, kind, partial, encapsulated, extends, expandable, description, body, long }))
        })
    }

    /// The rest after `class A =`.
    fn short(&mut self) -> Parsed<(String, Body)> {
        let body = if self.take("enumeration") {
            self.require("(", "behind `enumeration`")?;
            if self.take(":") {
                self.require(")", "behind the colon")?;
                Body::Enumeration(None)
            } else {
                Body::Enumeration(Some(self.list(")", |parser| {
                    let literal = parser.identifier("a literal of the enumeration")?;
                    parser.comment()?;
                    Ok(literal)
                })?))
            }
        } else if self.take("der") {
            self.require("(", "behind `der`")?;
            self.list(")", |parser| parser.name("a name"))?;
            Body::Other
        } else {
            let prefixes = self.element_prefixes();
            let base = self.name("the class that this one is")?;
            let subscripts = self.subscripts()?;
            let modifiers = self.modifiers()?;
            Body::Short(Short { prefixes, base, subscripts, modifiers })
        };
        Ok((self.comment()?, body))
    }

    fn long(&mut self, name: &Ident) -> Parsed<Long> {
        let mut long = Long::default();
        let mut protected = false;
        loop {
            let start = self.at;
            let is_section = matches!(self.ahead(1), Token::Keyword("equation" | "algorithm"));
            let is_initial = is_section && self.take("initial");
            match self.peek() {
                Token::End => return Err(Fault::ClassWithoutEnd { name: name.text.to_string() }.at(name.span.clone())),
                Token::Keyword("end") => break,
                Token::Keyword("public" | "protected") => {
                    protected = self.is_next("protected");
                    self.advance();
                }
                Token::Keyword("equation") => {
                    self.advance();
                    let equations = if is_initial { &mut long.initial_equations } else { &mut long.equations };
                    self.section_of_equations(equations);
                }
                Token::Keyword("algorithm") => long.algorithms.push(self.algorithm()),
                Token::Keyword("external") => {
                    long.external = Some(self.span());
                    while !matches!(self.peek(), Token::Symbol(";") | Token::End) {
                        self.advance();
                    }
                    self.advance();
                }
                Token::Keyword("annotation") => match self.closed(Self::annotation, "behind the annotation") {
                    Ok(annotation) => long.annotation.extend(annotation),
                    Err(problem) => self.recover(problem),
                },
                _ => self.elements(protected, &mut long),
            }
            if self.at == start {
                let problem = self.unexpected("a declaration, a section or `end`");
                self.problems.push(problem);
                self.advance();
            }
        }
        self.end_of(name)?;
        Ok(long)
    }

    /// `end A`
    fn end_of(&mut self, name: &Ident) -> Parsed<()> {
        self.require("end", "of the class")?;
        let end = self.identifier(&format!("`{}`, the name of the class that ends here", name.text))?;
        if end.text != name.text {
            let message = Fault::WrongEnd { end: end.text.to_string(), name: name.text.to_string() };
            self.problems.push(message.at(end.span));
        }
        Ok(())
    }
}
