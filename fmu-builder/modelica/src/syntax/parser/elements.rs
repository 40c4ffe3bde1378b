//! Imports, bases, components, modifiers.

use std::rc::Rc;

use super::{Parsed, Parser};
use crate::budget::DIMENSION_LIMIT;
use crate::syntax::lexer::Token;
use crate::syntax::{
    Argument, ClassElement, Component, Element, Expression, Extends, Import, Imported, Long, Modification, Name,
    Prefixes, Redeclared, Subscript,
};

impl Parser {
    /// Elements up to a word that begins something else. Problems are noted.
    pub(super) fn elements(&mut self, protected: bool, long: &mut Long) {
        while !self.ends_section() {
            let start = self.at;
            if let Err(problem) = self.closed(|parser| parser.element(protected, long), "behind the declaration") {
                self.recover(problem);
            }
            if self.at == start {
                return;
            }
        }
    }

    /// True if what is next begins another section, or ends the class.
    pub(super) fn ends_section(&self) -> bool {
        const WORDS: [&str; 7] = ["end", "public", "protected", "equation", "algorithm", "external", "annotation"];
        match self.peek() {
            Token::End => true,
            Token::Keyword("initial") => matches!(self.ahead(1), Token::Keyword("equation" | "algorithm")),
            Token::Keyword(word) => WORDS.contains(word),
            _ => false,
        }
    }

    fn element(&mut self, protected: bool, long: &mut Long) -> Parsed<()> {
        if self.take("import") {
            long.imports.push(self.import()?);
            return Ok(());
        }
        if self.take("extends") {
            let base = self.name("the base class")?;
            let modifiers = self.modifiers()?;
            self.skip_annotation()?;
            long.elements.push(Element::Extends(Extends { base, modifiers }));
            return Ok(());
        }
        let prefixes = Prefixes { protected, ..self.element_prefixes() };
        if self.starts_class() {
            let class = self.class()?;
            let constraint = self.constrained()?;
            long.classes.push(Rc::new(ClassElement { prefixes, class, constraint }));
            return Ok(());
        }
        let components = self.components(prefixes)?;
        long.elements.extend(components.into_iter().map(|component| Element::Component(Rc::new(component))));
        Ok(())
    }

    fn import(&mut self) -> Parsed<Import> {
        if *self.ahead(1) == Token::Symbol("=") {
            let alias = self.identifier("a name")?;
            self.advance();
            let name = self.name("the class that is imported")?;
            self.comment()?;
            return Ok(Import { name, what: Imported::As(alias.text) });
        }
        let name = self.name("what is imported")?;
        let what = if self.take(".*") {
            Imported::All
        } else if self.take(".") {
            self.require("{", "with the names that are imported")?;
            Imported::Some(self.list("}", |parser| parser.identifier("a name"))?)
        } else {
            let last = name.parts.last().map(|part| part.text.clone());
            Imported::As(last.unwrap_or_else(|| "".into()))
        };
        self.comment()?;
        Ok(Import { name, what })
    }

    pub(super) fn element_prefixes(&mut self) -> Prefixes {
        let mut prefixes = Prefixes::default();
        loop {
            let word = match self.peek() {
                Token::Keyword("redeclare") => &mut prefixes.redeclare,
                Token::Keyword("final") => &mut prefixes.is_final,
                Token::Keyword("inner") => &mut prefixes.inner,
                Token::Keyword("outer") => &mut prefixes.outer,
                Token::Keyword("replaceable") => &mut prefixes.replaceable,
                Token::Keyword("flow" | "stream") => &mut prefixes.flow,
                Token::Keyword("discrete") => &mut prefixes.discrete,
                Token::Keyword("parameter") => &mut prefixes.parameter,
                Token::Keyword("constant") => &mut prefixes.constant,
                Token::Keyword("input") => &mut prefixes.input,
                Token::Keyword("output") => &mut prefixes.output,
                _ => return prefixes,
            };
            *word = true;
            self.advance();
        }
    }

    /// `constrainedby ...`: what may replace the element, and modifiers of all that do.
    fn constrained(&mut self) -> Parsed<Option<Extends>> {
        if !self.take("constrainedby") {
            return Ok(None);
        }
        let base = self.name("the constraining class")?;
        let modifiers = self.modifiers()?;
        self.comment()?;
        Ok(Some(Extends { base, modifiers }))
    }

    /// `type name(...) = value, name2 ...`
    fn components(&mut self, prefixes: Prefixes) -> Parsed<Vec<Component>> {
        let class = self.name("a declaration, an import, an extends or a section")?;
        let of_type = self.subscripts()?;
        let mut components = Vec::new();
        loop {
            let mut component = self.component(&prefixes, &class, &of_type)?;
            component.condition = self.take("if").then(|| self.expression()).transpose()?;
            component.description = self.comment()?;
            components.push(component);
            if !self.take(",") {
                break;
            }
        }
        if let Some(constraint) = self.constrained()? {
            components.iter_mut().for_each(|component| component.constraint = Some(constraint.clone()));
        }
        Ok(components)
    }

    /// `name[...](...) = value` behind the type.
    fn component(&mut self, prefixes: &Prefixes, class: &Name, of_type: &[Subscript]) -> Parsed<Component> {
        let name = self.identifier("the name of the component")?;
        let mut subscripts = self.subscripts()?;
        subscripts.extend(of_type.iter().cloned());
        let (modifiers, value) = (self.modifiers()?, self.value()?);
        let (prefixes, class) = (prefixes.clone(), class.clone());
        Ok(Component { prefixes, class, subscripts, name, modifiers, value, ..Component::default() })
    }

    /// `= value`, nothing where there is none.
    fn value(&mut self) -> Parsed<Option<Rc<Expression>>> {
        (self.take("=") || self.take(":=")).then(|| self.expression()).transpose()
    }

    /// `[a, :]`, nothing where there is none.
    pub(super) fn subscripts(&mut self) -> Parsed<Vec<Subscript>> {
        if !self.take("[") {
            return Ok(Vec::new());
        }
        let mut count = 0;
        self.nested(|parser| {
            parser.list("]", |parser| {
                parser.few("subscripts of one name", count, DIMENSION_LIMIT)?;
                count += 1;
                if parser.is_next(":") && matches!(parser.ahead(1), Token::Symbol("," | "]")) {
                    parser.advance();
                    return Ok(Subscript::All);
                }
                Ok(Subscript::One(parser.expression()?))
            })
        })
    }

    /// `(a = 1, b(c = 2))`, nothing where there is none.
    pub(super) fn modifiers(&mut self) -> Parsed<Rc<Vec<Argument>>> {
        if !self.take("(") {
            return Ok(Rc::new(Vec::new()));
        }
        self.nested(|parser| Ok(Rc::new(parser.list(")", Self::argument)?)))
    }

    fn argument(&mut self) -> Parsed<Argument> {
        let start = self.span().start;
        let mut each = false;
        let mut prefixes = Prefixes::default();
        loop {
            match self.peek() {
                Token::Keyword("each") => each = true,
                Token::Keyword("final") => prefixes.is_final = true,
                Token::Keyword("redeclare") => prefixes.redeclare = true,
                Token::Keyword("replaceable") => prefixes.replaceable = true,
                _ => break,
            }
            self.advance();
        }
        let is_final = prefixes.is_final;
        let what = if prefixes.redeclare || prefixes.replaceable {
            Modification::Redeclare(self.redeclared(prefixes)?)
        } else {
            let name = self.name("the name of what is modified")?;
            let modifiers = self.modifiers()?;
            let value = self.value()?;
            self.description()?;
            Modification::Set { name, modifiers, value }
        };
        Ok(Argument { each, is_final, span: self.span_from(start), what })
    }

    fn redeclared(&mut self, prefixes: Prefixes) -> Parsed<Redeclared> {
        if self.starts_class() {
            let class = self.class()?;
            let constraint = self.constrained()?;
            return Ok(Redeclared::Class(Rc::new(ClassElement { prefixes, class, constraint })));
        }
        let prefixes =
            Prefixes { redeclare: prefixes.redeclare, replaceable: prefixes.replaceable, ..self.element_prefixes() };
        let class = self.name("the class of the component")?;
        let of_type = self.subscripts()?;
        let mut component = self.component(&prefixes, &class, &of_type)?;
        component.description = self.comment()?;
        component.constraint = self.constrained()?;
        Ok(Redeclared::Component(Rc::new(component)))
    }

    /// A description and an annotation, which is left out.
    pub(super) fn comment(&mut self) -> Parsed<String> {
        let description = self.description()?;
        self.skip_annotation()?;
        Ok(description)
    }

    /// An annotation that nothing reads. Texts of graphic editors are mostly these, so only their brackets are looked at; where those are
    /// not right, the annotation is read for the message.
    fn skip_annotation(&mut self) -> Parsed<()> {
        if !self.is_next("annotation") {
            return Ok(());
        }
        match self.behind_brackets(self.at + 1) {
            Some(behind) => self.at = behind,
            None => drop(self.annotation()?),
        }
        Ok(())
    }

    /// The place behind the bracket that closes the one at `at`, where all between are in pairs and nothing ends before.
    fn behind_brackets(&self, at: usize) -> Option<usize> {
        let mut open = Vec::new();
        for (offset, (token, _)) in self.tokens.get(at..)?.iter().enumerate() {
            match token {
                Token::Symbol("(") => open.push(")"),
                Token::Symbol("[") => open.push("]"),
                Token::Symbol("{") => open.push("}"),
                Token::Symbol(close @ (")" | "]" | "}")) if open.pop() != Some(*close) => return None,
                Token::Symbol(";") | Token::Keyword("end" | "equation" | "annotation") | Token::End => return None,
                _ => {}
            }
            if open.is_empty() {
                return (offset > 0).then_some(at + offset + 1);
            }
            if open.len() > super::NESTING_LIMIT {
                return None;
            }
        }
        None
    }

    pub(super) fn annotation(&mut self) -> Parsed<Vec<Argument>> {
        self.advance();
        self.require("(", "behind `annotation`")?;
        self.nested(|parser| parser.list(")", Self::argument))
    }
}
