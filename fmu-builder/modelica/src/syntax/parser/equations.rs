//! Equations.

use crate::budget::DIMENSION_LIMIT;
use crate::problem::Fault;
use crate::syntax::lexer::Token;
use crate::syntax::parser::{Parsed, Parser};
use crate::syntax::{Equation, Index, Operator};

impl Parser {
    /// Equations up to a word that begins something else. Problems are noted.
    pub(super) fn equations(&mut self, equations: &mut Vec<Equation>) {
        while !self.ends_equations() && !self.starts_initial_section() {
            let start = self.at;
            let read = self.nested(Self::equation);
            let read = read.and_then(|equation| {
                self.expect_symbol(";", "behind the equation")?;
                Ok(equation)
            });
            match read {
                Ok(equation) => equations.push(equation),
                Err(problem) => self.recover(problem),
            }
            if self.at == start {
                return;
            }
        }
    }

    /// The equations of a class. Behind an error, the `end for;` of what could not be read belongs to it.
    pub(super) fn section_of_equations(&mut self, equations: &mut Vec<Equation>) {
        self.equations(equations);
        while !self.problems.is_empty()
            && self.is_keyword("end")
            && matches!(self.ahead(1), Token::Keyword("for" | "if" | "when"))
            && *self.ahead(2) == Token::Symbol(";")
        {
            (0..3).for_each(|_| self.advance());
            self.equations(equations);
        }
    }

    pub(super) fn ends_equations(&self) -> bool {
        matches!(
            self.peek(),
            Token::End
                | Token::Keyword(
                    "end"
                        | "else"
                        | "elseif"
                        | "elsewhen"
                        | "public"
                        | "protected"
                        | "equation"
                        | "algorithm"
                        | "external"
                        | "annotation"
                )
        )
    }

    fn equation(&mut self) -> Parsed<Equation> {
        let start = self.span().start;
        match self.peek() {
            Token::Keyword("connect") => self.connect(start),
            Token::Keyword("if") => self.if_equation(start),
            Token::Keyword("for") => self.for_equation(start),
            Token::Keyword("when") => self.when_equation(start),
            Token::Symbol(";") => Err(self.unexpected("an equation")),
            _ => self.equality(start),
        }
    }

    fn connect(&mut self, start: usize) -> Parsed<Equation> {
        self.advance();
        self.expect_symbol("(", "behind `connect`")?;
        let from = self.reference()?;
        self.expect_symbol(",", "between the two connectors")?;
        let to = self.reference()?;
        self.expect_symbol(")", "behind the two connectors")?;
        let span = self.span_from(start);
        self.comment()?;
        Ok(Equation::Connect { from, to, span })
    }

    fn equality(&mut self, start: usize) -> Parsed<Equation> {
        let left = self.expression()?;
        if self.take_symbol("=") {
            let right = self.expression()?;
            let span = self.span_from(start);
            self.comment()?;
            return Ok(Equation::Equal { left, right, span });
        }
        let is_call = matches!(left.kind, crate::syntax::Kind::Call { .. });
        if self.is_symbol(":=") {
            return Err(Fault::Assignment.at(self.span()));
        }
        if !is_call {
            if matches!(left.kind, crate::syntax::Kind::Binary(Operator::Equal, ..)) {
                return Err(Fault::Comparison.at(left.span.clone()));
            }
            return Err(self.unexpected("`=` of the equation"));
        }
        let span = self.span_from(start);
        self.comment()?;
        Ok(Equation::Call { call: left, span })
    }

    fn if_equation(&mut self, start: usize) -> Parsed<Equation> {
        self.advance();
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        loop {
            let condition = self.expression()?;
            self.expect_keyword("then", "behind the condition")?;
            let mut body = Vec::new();
            self.equations(&mut body);
            branches.push((condition, body));
            if !self.take_keyword("elseif") {
                break;
            }
        }
        if self.take_keyword("else") {
            self.equations(&mut otherwise);
        }
        self.expect_keyword("end", "of the `if` equation")?;
        self.expect_keyword("if", "behind `end`")?;
        let span = self.span_from(start);
        self.comment()?;
        Ok(Equation::If { branches, otherwise, span })
    }

    fn for_equation(&mut self, start: usize) -> Parsed<Equation> {
        self.advance();
        let indices = self.indices()?;
        self.expect_keyword("loop", "behind the range")?;
        let mut body = Vec::new();
        self.equations(&mut body);
        self.expect_keyword("end", "of the `for` equation")?;
        self.expect_keyword("for", "behind `end`")?;
        let span = self.span_from(start);
        self.comment()?;
        Ok(Equation::For { indices, body, span })
    }

    /// `i in 1:3, j in 1:2`
    pub(super) fn indices(&mut self) -> Parsed<Vec<Index>> {
        let mut indices = Vec::new();
        loop {
            self.few("indices of one loop", indices.len(), DIMENSION_LIMIT)?;
            let name = self.identifier("the name of the index")?;
            let range = if self.take_keyword("in") { Some(self.expression()?) } else { None };
            indices.push(Index { name, range });
            if !self.take_symbol(",") {
                return Ok(indices);
            }
        }
    }

    fn when_equation(&mut self, start: usize) -> Parsed<Equation> {
        self.advance();
        let span = start..start + "when".len();
        let mut branches = Vec::new();
        loop {
            let condition = self.expression()?;
            self.expect_keyword("then", "behind the condition")?;
            let mut body = Vec::new();
            self.equations(&mut body);
            branches.push((condition, body));
            if !self.take_keyword("elsewhen") {
                break;
            }
        }
        self.expect_keyword("end", "of the `when` equation")?;
        self.expect_keyword("when", "behind `end`")?;
        self.comment()?;
        Ok(Equation::When { branches, span })
    }
}
