//! Equations and algorithms.

use std::rc::Rc;

use crate::budget::DIMENSION_LIMIT;
use crate::problem::Fault;
use crate::syntax::lexer::Token;
use crate::syntax::parser::{Parsed, Parser};
use crate::syntax::{Algorithm, Branches, Equation, EquationKind, Expression, Index, Kind, Operator, Statement};

impl Parser {
    /// Equations or statements up to a word that begins something else. Problems are noted.
    fn all<T>(&mut self, read: fn(&mut Self) -> Parsed<T>, kind: &str) -> Vec<T> {
        let behind = format!("behind the {kind}");
        let mut all = Vec::new();
        while !self.ends_section() && !matches!(self.peek(), Token::Keyword("else" | "elseif" | "elsewhen")) {
            let start = self.at;
            match self.closed(|parser| parser.nested(read), &behind) {
                Ok(one) => all.push(one),
                Err(problem) => self.recover(problem),
            }
            if self.at == start {
                break;
            }
        }
        all
    }

    /// The equations of a class. Behind an error, the `end for;` of what could not be read belongs to it.
    pub(super) fn section_of_equations(&mut self, equations: &mut Vec<Equation>) {
        equations.extend(self.all(Self::equation, "equation"));
        while !self.problems.is_empty()
            && self.is_next("end")
            && matches!(self.ahead(1), Token::Keyword("for" | "if" | "when"))
            && *self.ahead(2) == Token::Symbol(";")
        {
            (0..3).for_each(|_| self.advance());
            equations.extend(self.all(Self::equation, "equation"));
        }
    }

    /// An algorithm section, from the word `algorithm` on. Problems are noted.
    pub(super) fn algorithm(&mut self) -> Algorithm {
        let span = self.span();
        self.advance();
        Algorithm { span, statements: self.all(Self::statement, "statement") }
    }

    fn equation(&mut self) -> Parsed<Equation> {
        let word = self.span();
        let kind = match self.peek() {
            Token::Keyword("connect") => self.connect()?,
            Token::Keyword("if") => {
                let (branches, otherwise) = self.choice(Self::equation, "equation")?;
                EquationKind::If { branches, otherwise }
            }
            Token::Keyword("for") => {
                self.advance();
                let indices = self.indices()?;
                EquationKind::For { indices, body: self.loop_body("for", Self::equation, "equation")? }
            }
            Token::Keyword("when") => EquationKind::When(self.whens(Self::equation, "equation")?),
            Token::Symbol(";") => return Err(self.unexpected("an equation")),
            _ => self.equality()?,
        };
        let span = if matches!(kind, EquationKind::When(_)) { word } else { self.span_from(word.start) };
        self.comment()?;
        Ok(Equation { kind, span })
    }

    fn connect(&mut self) -> Parsed<EquationKind> {
        self.advance();
        self.require("(", "behind `connect`")?;
        let from = self.reference()?;
        self.require(",", "between the two connectors")?;
        let to = self.reference()?;
        self.require(")", "behind the two connectors")?;
        Ok(EquationKind::Connect { from, to })
    }

    fn equality(&mut self) -> Parsed<EquationKind> {
        let left = self.expression()?;
        if self.take("=") {
            return Ok(EquationKind::Equal { left, right: self.expression()? });
        }
        match left.kind {
            _ if self.is_next(":=") => Err(Fault::Assignment.at(self.span())),
            Kind::Call { .. } => Ok(EquationKind::Call(left)),
            Kind::Binary(Operator::Equal, ..) => Err(Fault::Comparison.at(left.span.clone())),
            _ => Err(self.unexpected("`=` of the equation")),
        }
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let span = self.span();
        let start = span.start;
        let statement = match self.peek() {
            Token::Keyword("if") => {
                let (branches, otherwise) = self.choice(Self::statement, "statement")?;
                Statement::If { branches, otherwise }
            }
            Token::Keyword("for") => {
                self.advance();
                let indices = self.indices()?;
                let span = self.span_from(start);
                Statement::For { indices, body: self.loop_body("for", Self::statement, "statement")?, span }
            }
            Token::Keyword("while") => {
                self.advance();
                let condition = self.expression()?;
                let span = self.span_from(start);
                Statement::While { condition, body: self.loop_body("while", Self::statement, "statement")?, span }
            }
            Token::Keyword("when") => Statement::When { branches: self.whens(Self::statement, "statement")?, span },
            Token::Keyword("break") => self.taken(Statement::Break { span }),
            Token::Keyword("return") => self.taken(Statement::Return { span }),
            Token::Symbol("(") => self.several(start)?,
            _ => self.assignment(start)?,
        };
        self.comment()?;
        Ok(statement)
    }

    /// `target := value`, or a call.
    fn assignment(&mut self, start: usize) -> Parsed<Statement> {
        let target = self.reference()?;
        if self.is_next("(") {
            let kind = self.call(target)?;
            let call = self.node(start, kind);
            return Ok(Statement::Call { call, span: self.span_from(start) });
        }
        if self.is_next("=") {
            return Err(self.unexpected("`:=`, which assigns in algorithms"));
        }
        self.require(":=", "of an assignment")?;
        let value = self.expression()?;
        Ok(Statement::Assign { target, value, span: self.span_from(start) })
    }

    /// `(a, , b) := f(x)`
    fn several(&mut self, start: usize) -> Parsed<Statement> {
        let left = self.expression()?;
        self.require(":=", "of an assignment")?;
        let call = self.expression()?;
        let targets = match &left.kind {
            Kind::Tuple(targets) => targets.clone(),
            _ => vec![Some(left)],
        };
        Ok(Statement::AssignSeveral { targets, call, span: self.span_from(start) })
    }

    /// `if ... then ... elseif ... else ... end if`: the branches, and the one behind `else`.
    fn choice<T>(&mut self, read: fn(&mut Self) -> Parsed<T>, kind: &str) -> Parsed<(Branches<T>, Vec<T>)> {
        let branches = self.branches("elseif", |parser| Ok(parser.all(read, kind)))?;
        let otherwise = if self.take("else") { self.all(read, kind) } else { Vec::new() };
        self.end("if", kind)?;
        Ok((branches, otherwise))
    }

    /// `when ... then ... elsewhen ... end when`
    fn whens<T>(&mut self, read: fn(&mut Self) -> Parsed<T>, kind: &str) -> Parsed<Branches<T>> {
        let branches = self.branches("elsewhen", |parser| Ok(parser.all(read, kind)))?;
        self.end("when", kind)?;
        Ok(branches)
    }

    /// A first branch from its word on, and those that begin with `again`.
    pub(super) fn branches<T>(
        &mut self,
        again: &str,
        body: impl Fn(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<(Rc<Expression>, T)>> {
        let mut branches = Vec::new();
        while branches.is_empty() || self.is_next(again) {
            self.advance();
            let condition = self.expression()?;
            self.require("then", "behind the condition")?;
            branches.push((condition, body(self)?));
        }
        Ok(branches)
    }

    /// `loop ... end for`
    fn loop_body<T>(&mut self, word: &str, read: fn(&mut Self) -> Parsed<T>, kind: &str) -> Parsed<Vec<T>> {
        let behind = if word == "for" { "behind the range" } else { "behind the condition" };
        self.require("loop", behind)?;
        let body = self.all(read, kind);
        self.end(word, kind)?;
        Ok(body)
    }

    fn end(&mut self, word: &str, kind: &str) -> Parsed<()> {
        self.require("end", &format!("of the `{word}` {kind}"))?;
        self.require(word, "behind `end`")
    }

    /// `i in 1:3, j in 1:2`
    pub(super) fn indices(&mut self) -> Parsed<Vec<Index>> {
        let mut indices = Vec::new();
        loop {
            self.few("indices of one loop", indices.len(), DIMENSION_LIMIT)?;
            let name = self.identifier("the name of the index")?;
            let range = if self.take("in") { Some(self.expression()?) } else { None };
            indices.push(Index { name, range });
            if !self.take(",") {
                return Ok(indices);
            }
        }
    }
}
