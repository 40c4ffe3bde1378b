//! Files and classes.

use std::rc::Rc;

use crate::problem::Fault;
use crate::syntax::lexer::Token;
use crate::syntax::parser::{File, Parsed, Parser};
use crate::syntax::{Body, Class, ClassKind, Ident, Long, Short};

impl Parser {
    pub(super) fn file(&mut self) -> File {
        let mut file = File { within: None, classes: Vec::new() };
        match self.within() {
            Ok(within) => file.within = within,
            Err(problem) => self.recover(problem),
        }
        while *self.peek() != Token::End {
            let start = self.at;
            self.take_keyword("final");
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

    fn within(&mut self) -> Parsed<Option<Vec<Ident>>> {
        if !self.take_keyword("within") {
            return Ok(None);
        }
        let parts = if self.is_symbol(";") { Vec::new() } else { self.name("the name of a package")?.parts };
        self.expect_symbol(";", "behind `within`")?;
        Ok(Some(parts))
    }

    /// True if a class definition is next.
    pub(super) fn starts_class(&self) -> bool {
        matches!(
            self.peek(),
            Token::Keyword(
                "encapsulated"
                    | "partial"
                    | "model"
                    | "class"
                    | "block"
                    | "package"
                    | "record"
                    | "type"
                    | "expandable"
                    | "connector"
                    | "pure"
                    | "impure"
                    | "function"
                    | "operator"
            )
        )
    }

    fn kind(&mut self) -> Parsed<ClassKind> {
        while ["pure", "impure"].iter().any(|word| self.take_keyword(word)) {}
        if self.take_keyword("operator") {
            let _ = self.take_keyword("record") || self.take_keyword("function");
            return Ok(ClassKind::Operator);
        }
        let kind = match self.peek() {
            Token::Keyword("model" | "class" | "block") => ClassKind::Model,
            Token::Keyword("package") => ClassKind::Package,
            Token::Keyword("record") => ClassKind::Record,
            Token::Keyword("type") => ClassKind::Type,
            Token::Keyword("connector") => ClassKind::Connector,
            Token::Keyword("function") => ClassKind::Function,
            _ => return Err(self.unexpected("`model`, `package` or another kind of class")),
        };
        self.advance();
        Ok(kind)
    }

    pub(super) fn class(&mut self) -> Parsed<Rc<Class>> {
        self.nested(|parser| {
            let encapsulated = parser.take_keyword("encapsulated");
            let partial = parser.take_keyword("partial");
            let expandable = parser.take_keyword("expandable");
            let kind = parser.kind()?;
            let is_extension = parser.take_keyword("extends");
            let name = parser.identifier("the name of the class")?;
            let extends = if is_extension { Some(parser.modifiers()?) } else { None };
            let (description, body) = if !is_extension && parser.take_symbol("=") {
                parser.short()?
            } else {
                (parser.description()?, Body::Long(parser.long(&name)?))
            };
            let span = parser.span_from(name.span.start);
            Ok(Rc::new(Class { span, name, kind, partial, encapsulated, extends, expandable, description, body }))
        })
    }

    /// The rest after `class A =`.
    fn short(&mut self) -> Parsed<(String, Body)> {
        let body = if self.take_keyword("enumeration") {
            self.expect_symbol("(", "behind `enumeration`")?;
            if self.take_symbol(":") {
                self.expect_symbol(")", "behind the colon")?;
                Body::Enumeration(None)
            } else {
                Body::Enumeration(Some(self.list(")", |parser| {
                    let literal = parser.identifier("a literal of the enumeration")?;
                    parser.comment()?;
                    Ok(literal)
                })?))
            }
        } else if self.take_keyword("der") {
            self.expect_symbol("(", "behind `der`")?;
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
            match self.peek() {
                Token::End => return Err(Fault::ClassWithoutEnd { name: name.text.to_string() }.at(name.span.clone())),
                Token::Keyword("end") => break,
                Token::Keyword("public" | "protected") => {
                    protected = self.is_keyword("protected");
                    self.advance();
                }
                Token::Keyword("equation") => {
                    self.advance();
                    self.section_of_equations(&mut long.equations);
                }
                Token::Keyword("initial") if *self.ahead(1) == Token::Keyword("equation") => {
                    self.advance();
                    self.advance();
                    self.section_of_equations(&mut long.initial_equations);
                }
                Token::Keyword("initial") if *self.ahead(1) == Token::Keyword("algorithm") => {
                    self.advance();
                    long.algorithms.push(self.algorithm());
                }
                Token::Keyword("algorithm") => long.algorithms.push(self.algorithm()),
                Token::Keyword("external") => {
                    long.external = Some(self.span());
                    while !matches!(self.peek(), Token::Symbol(";") | Token::End) {
                        self.advance();
                    }
                    self.advance();
                }
                Token::Keyword("annotation") => match self.annotation() {
                    Ok(mut annotation) => {
                        long.annotation.append(&mut annotation);
                        if let Err(problem) = self.expect_symbol(";", "behind the annotation") {
                            self.recover(problem);
                        }
                    }
                    Err(problem) => self.recover(problem),
                },
                _ => self.elements(protected, &mut long.elements),
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
        self.expect_keyword("end", "of the class")?;
        let end = self.identifier(&format!("`{}`, the name of the class that ends here", name.text))?;
        if end.text != name.text {
            let message = Fault::WrongEnd { end: end.text.to_string(), name: name.text.to_string() };
            self.problems.push(message.at(end.span));
        }
        Ok(())
    }
}
