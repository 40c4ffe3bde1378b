//! Expressions, by precedence.

use std::rc::Rc;

use compiler::model_file::{BinaryOperator, Relation};

use crate::problem::Fault;
use crate::syntax::lexer::Token;
use crate::syntax::parser::{NESTING_LIMIT, Parsed, Parser};
use crate::syntax::{Expression, Ident, Kind, Operator, Reference};

/// Longest chain of operators; recursion over a longer one might exhaust the stack.
const LONGEST_CHAIN: usize = 1000;

impl Parser {
    pub(super) fn expression(&mut self) -> Parsed<Rc<Expression>> {
        self.nested(|parser| {
            if parser.is_next("if") {
                return parser.if_expression();
            }
            let start = parser.span().start;
            let first = parser.binary(0)?;
            if !parser.take(":") {
                return Ok(first);
            }
            let second = parser.binary(0)?;
            let (step, last) = if parser.take(":") { (Some(second), parser.binary(0)?) } else { (None, second) };
            Ok(parser.node(start, Kind::Range(first, step, last)))
        })
    }

    pub(super) fn node(&self, start: usize, kind: Kind) -> Rc<Expression> {
        Rc::new(Expression { kind, span: self.span_from(start) })
    }

    fn if_expression(&mut self) -> Parsed<Rc<Expression>> {
        let start = self.span().start;
        let branches = self.branches("elseif", Self::expression)?;
        self.require("else", "of the `if` expression, which needs one")?;
        let otherwise = self.expression()?;
        Ok(self.node(start, Kind::If(branches, otherwise)))
    }

    /// The binary operator that is next, and how tightly it binds.
    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.peek() {
            Token::Keyword("or") => (Operator::Or, 1),
            Token::Keyword("and") => (Operator::And, 2),
            Token::Symbol("<") => (Operator::Compare(Relation::Less), 4),
            Token::Symbol("<=") => (Operator::Compare(Relation::LessEqual), 4),
            Token::Symbol(">") => (Operator::Compare(Relation::Greater), 4),
            Token::Symbol(">=") => (Operator::Compare(Relation::GreaterEqual), 4),
            Token::Symbol("==") => (Operator::Equal, 4),
            Token::Symbol("<>") => (Operator::Unequal, 4),
            Token::Symbol("+" | ".+") => (Operator::Arithmetic(BinaryOperator::Add), 5),
            Token::Symbol("-" | ".-") => (Operator::Arithmetic(BinaryOperator::Subtract), 5),
            Token::Symbol("*") => (Operator::Arithmetic(BinaryOperator::Multiply), 6),
            Token::Symbol("/") => (Operator::Arithmetic(BinaryOperator::Divide), 6),
            Token::Symbol(".*") => (Operator::Element(BinaryOperator::Multiply), 6),
            Token::Symbol("./") => (Operator::Element(BinaryOperator::Divide), 6),
            _ => return None,
        })
    }

    /// Operands joined by operators that bind tighter than `least`.
    fn binary(&mut self, least: u8) -> Parsed<Rc<Expression>> {
        let start = self.span().start;
        let mut left = self.prefixed(least)?;
        let mut count = 0;
        while let Some((operator, strength)) = self.operator().filter(|(_, strength)| *strength > least) {
            count += 1;
            if count > LONGEST_CHAIN {
                return Err(Fault::TooManyOperators { limit: LONGEST_CHAIN }.at(self.span()));
            }
            self.advance();
            let right = self.binary(strength)?;
            left = self.node(start, Kind::Binary(operator, left, right));
        }
        Ok(left)
    }

    /// An operand with `not` or a sign before it, which takes products along: -2^2 is -4, and so is -2*2.
    fn prefixed(&mut self, least: u8) -> Parsed<Rc<Expression>> {
        let start = self.span().start;
        if least <= 2 && self.take("not") {
            let operand = self.nested(|parser| parser.binary(3))?;
            return Ok(self.node(start, Kind::Not(operand)));
        }
        if self.take("-") || self.take(".-") {
            let operand = self.nested(|parser| parser.binary(5))?;
            return Ok(self.node(start, Kind::Negate(operand)));
        }
        if self.take("+") || self.take(".+") {
            return self.nested(|parser| parser.binary(5));
        }
        self.power()
    }

    fn power(&mut self) -> Parsed<Rc<Expression>> {
        let start = self.span().start;
        let base = self.primary()?;
        let operator = match self.peek() {
            Token::Symbol("^") => Operator::Arithmetic(BinaryOperator::Power),
            Token::Symbol(".^") => Operator::Element(BinaryOperator::Power),
            _ => return Ok(base),
        };
        self.advance();
        let exponent = self.primary()?;
        if self.is_next("^") || self.is_next(".^") {
            return Err(Fault::PowerOfPower.at(self.span()));
        }
        Ok(self.node(start, Kind::Binary(operator, base, exponent)))
    }

    fn primary(&mut self) -> Parsed<Rc<Expression>> {
        let start = self.span().start;
        let kind = match self.peek().clone() {
            Token::Number(number) => self.taken(Kind::Number(number)),
            Token::Text(text) => self.taken(Kind::Text(text)),
            Token::Keyword(word @ ("true" | "false")) => self.taken(Kind::Boolean(word == "true")),
            Token::Keyword("end") => self.taken(Kind::End),
            // Functions with names that are keywords.
            Token::Keyword(word @ ("der" | "initial" | "pure")) => {
                let name = Ident { text: word.into(), span: self.span() };
                self.advance();
                self.call(name.into())?
            }
            Token::Symbol("(") => return self.parentheses(start),
            Token::Symbol("{") => self.nested(Self::braces)?,
            Token::Symbol("[") => self.nested(Self::matrix)?,
            Token::Name(_) | Token::Symbol(".") => {
                let reference = self.reference()?;
                if self.is_next("(") { self.call(reference)? } else { Kind::Reference(reference) }
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(self.node(start, kind))
    }

    /// Takes a token, which is all of an expression or statement.
    pub(super) fn taken<T>(&mut self, read: T) -> T {
        self.advance();
        read
    }

    pub(super) fn call(&mut self, function: Reference) -> Parsed<Kind> {
        self.require("(", "with the arguments of the function")?;
        let arguments = self.nested(|parser| {
            parser.list(")", |parser| {
                if matches!(parser.peek(), Token::Name(_)) && *parser.ahead(1) == Token::Symbol("=") {
                    let name = parser.identifier("a name")?;
                    parser.advance();
                    return Ok((Some(name), parser.expression()?));
                }
                // An argument may be a function with some of its arguments: `function f(a = 1)`.
                parser.take("function");
                let value = parser.expression()?;
                if parser.take("for") {
                    let (start, indices) = (value.span.start, parser.indices()?);
                    return Ok((None, parser.node(start, Kind::Comprehension(value, indices))));
                }
                Ok((None, value))
            })
        })?;
        Ok(Kind::Call { function, arguments })
    }

    /// `(e)` or the outputs of a function, `(a, , b)`.
    fn parentheses(&mut self, start: usize) -> Parsed<Rc<Expression>> {
        self.advance();
        if self.is_next(",") || self.is_next(")") {
            return self.tuple(start, None);
        }
        let inner = self.expression()?;
        if self.take(")") {
            return Ok(inner);
        }
        if self.is_next(",") {
            return self.tuple(start, Some(inner));
        }
        Err(self.unexpected("`)`"))
    }

    /// The rest of a list after its first value.
    fn tuple(&mut self, start: usize, first: Option<Rc<Expression>>) -> Parsed<Rc<Expression>> {
        let mut values = vec![first];
        while !self.take(")") {
            self.require(",", "or `)`")?;
            let is_left_out = self.is_next(",") || self.is_next(")");
            values.push(if is_left_out { None } else { Some(self.expression()?) });
        }
        Ok(self.node(start, Kind::Tuple(values)))
    }

    fn braces(&mut self) -> Parsed<Kind> {
        self.advance();
        if self.take("}") {
            return Ok(Kind::Array(Vec::new()));
        }
        let first = self.expression()?;
        if self.take("for") {
            let indices = self.indices()?;
            self.require("}", "behind the range")?;
            return Ok(Kind::Comprehension(first, indices));
        }
        let mut elements = vec![first];
        if !self.take("}") {
            self.require(",", "or `}`")?;
            if self.is_next("}") {
                return Err(self.unexpected("another element behind the comma"));
            }
            elements.extend(self.list("}", Self::expression)?);
        }
        Ok(Kind::Array(elements))
    }

    fn matrix(&mut self) -> Parsed<Kind> {
        self.advance();
        let mut rows = vec![Vec::new()];
        loop {
            let element = self.expression()?;
            if let Some(row) = rows.last_mut() {
                row.push(element);
            }
            if self.take("]") {
                return Ok(Kind::Matrix(rows));
            }
            if self.take(";") {
                rows.push(Vec::new());
            } else {
                self.require(",", "or `;` or `]`")?;
            }
        }
    }

    pub(super) fn reference(&mut self) -> Parsed<Reference> {
        let start = self.span().start;
        let global = self.take(".");
        let mut parts = Vec::new();
        loop {
            let name = self.identifier("a name")?;
            self.few("parts of a name", parts.len(), NESTING_LIMIT)?;
            parts.push((name, self.subscripts()?));
            if !self.take(".") {
                return Ok(Reference { parts, global, span: self.span_from(start) });
            }
        }
    }
}
