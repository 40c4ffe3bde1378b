//! Algorithms.

use super::{Parsed, Parser};
use crate::syntax::lexer::Token;
use crate::syntax::{Algorithm, Kind, Statement};

impl Parser {
    /// An algorithm section, from the word `algorithm` on. Problems are noted.
    pub(super) fn algorithm(&mut self) -> Algorithm {
        let span = self.span();
        self.advance();
        let mut statements = Vec::new();
        self.statements(&mut statements);
        Algorithm { span, statements }
    }

    /// Statements up to a word that begins something else.
    fn statements(&mut self, statements: &mut Vec<Statement>) {
        while !self.ends_equations() && !self.starts_initial_section() {
            let start = self.at;
            let read = self.nested(Self::statement).and_then(|statement| {
                self.expect_symbol(";", "behind the statement")?;
                Ok(statement)
            });
            match read {
                Ok(statement) => statements.push(statement),
                Err(problem) => self.recover(problem),
            }
            if self.at == start {
                return;
            }
        }
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.span().start;
        let word = self.span();
        let statement = match self.peek() {
            Token::Keyword("if") => return self.if_statement(),
            Token::Keyword("for") => return self.for_statement(start),
            Token::Keyword("while") => return self.while_statement(start),
            Token::Keyword("when") => return self.when_statement(),
            Token::Keyword("break") => {
                self.advance();
                Statement::Break { span: word }
            }
            Token::Keyword("return") => {
                self.advance();
                Statement::Return { span: word }
            }
            Token::Symbol("(") => self.several(start)?,
            _ => self.assignment(start)?,
        };
        self.comment()?;
        Ok(statement)
    }

    /// `target := value`, or a call.
    fn assignment(&mut self, start: usize) -> Parsed<Statement> {
        let target = self.reference()?;
        if self.is_symbol("(") {
            let kind = self.call(target)?;
            let call = self.node(start, kind);
            return Ok(Statement::Call { call, span: self.span_from(start) });
        }
        if self.is_symbol("=") {
            return Err(self.unexpected("`:=`, which assigns in algorithms"));
        }
        self.expect_symbol(":=", "of an assignment")?;
        let value = self.expression()?;
        Ok(Statement::Assign { target, value, span: self.span_from(start) })
    }

    /// `(a, , b) := f(x)`
    fn several(&mut self, start: usize) -> Parsed<Statement> {
        let left = self.expression()?;
        self.expect_symbol(":=", "of an assignment")?;
        let call = self.expression()?;
        let targets = match &left.kind {
            Kind::Tuple(targets) => targets.clone(),
            _ => vec![Some(left)],
        };
        Ok(Statement::AssignSeveral { targets, call, span: self.span_from(start) })
    }

    fn if_statement(&mut self) -> Parsed<Statement> {
        self.advance();
        let (mut branches, mut otherwise) = (Vec::new(), Vec::new());
        loop {
            let condition = self.expression()?;
            self.expect_keyword("then", "behind the condition")?;
            let mut body = Vec::new();
            self.statements(&mut body);
            branches.push((condition, body));
            if !self.take_keyword("elseif") {
                break;
            }
        }
        if self.take_keyword("else") {
            self.statements(&mut otherwise);
        }
        self.expect_keyword("end", "of the `if` statement")?;
        self.expect_keyword("if", "behind `end`")?;
        self.comment()?;
        Ok(Statement::If { branches, otherwise })
    }

    fn for_statement(&mut self, start: usize) -> Parsed<Statement> {
        self.advance();
        let indices = self.indices()?;
        let span = self.span_from(start);
        self.expect_keyword("loop", "behind the range")?;
        let mut body = Vec::new();
        self.statements(&mut body);
        self.expect_keyword("end", "of the `for` statement")?;
        self.expect_keyword("for", "behind `end`")?;
        self.comment()?;
        Ok(Statement::For { indices, body, span })
    }

    fn while_statement(&mut self, start: usize) -> Parsed<Statement> {
        self.advance();
        let condition = self.expression()?;
        let span = self.span_from(start);
        self.expect_keyword("loop", "behind the condition")?;
        let mut body = Vec::new();
        self.statements(&mut body);
        self.expect_keyword("end", "of the `while` statement")?;
        self.expect_keyword("while", "behind `end`")?;
        self.comment()?;
        Ok(Statement::While { condition, body, span })
    }

    fn when_statement(&mut self) -> Parsed<Statement> {
        let span = self.span();
        self.advance();
        let mut branches = Vec::new();
        loop {
            let condition = self.expression()?;
            self.expect_keyword("then", "behind the condition")?;
            let mut body = Vec::new();
            self.statements(&mut body);
            branches.push((condition, body));
            if !self.take_keyword("elsewhen") {
                break;
            }
        }
        self.expect_keyword("end", "of the `when` statement")?;
        self.expect_keyword("when", "behind `end`")?;
        self.comment()?;
        Ok(Statement::When { branches, span })
    }
}
