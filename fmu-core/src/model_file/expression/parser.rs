//! Recursive descent over the grammar of arithmetic expressions (Modelica 3.6, section 10.6 and appendix A.2.7):
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = signed { ("*" | "/") signed }
//! signed  = ("+" | "-") signed | power
//! power   = primary [ "^" exponent ]
//! exponent = ("+" | "-") exponent | primary
//! primary = number | "(" sum ")" | "{" sum { "," sum } "}" | name "(" [ sum { "," sum } ] ")" | reference
//! reference = name [ subscripts ] { "." name [ subscripts ] }
//! ```
//! A sign may follow an operator (`2*-x`), which Modelica does not allow.

use super::lexer::{Lexer, Token, TokenKind};
use super::{BinaryOperator, DEPTH_LIMIT, Expression, Function};
use crate::model_file::problem::quoted;
use crate::model_file::{Diagnostic, NESTING_LIMIT, Nested, Problem};

const OPERAND: &str = "a number, a name, a sign, `(` or `{`";
const OPERATOR: &str = "an operator or the end";

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// The first problem; its place is relative to the start of `text` (see [`Diagnostic::inside_string`]).
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next()?;
        let mut parser = Parser { lexer, token, nesting: 0 };
        let tree = parser.sum()?;
        match parser.token.kind {
            TokenKind::End => Ok(tree.expression),
            _ => Err(parser.unexpected(OPERATOR)),
        }
    }
}

/// An expression and how many levels it has.
struct Tree {
    expression: Expression,
    depth: usize,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The next token that is not used yet.
    token: Token<'a>,
    /// Open brackets and signs.
    nesting: usize,
}

impl<'a> Parser<'a> {
    fn sum(&mut self) -> Result<Tree, Diagnostic> {
        let mut tree = self.product()?;
        loop {
            let operator = match self.token.kind {
                TokenKind::Symbol(b'+') => BinaryOperator::Add,
                TokenKind::Symbol(b'-') => BinaryOperator::Subtract,
                _ => return Ok(tree),
            };
            self.advance()?;
            let right = self.product()?;
            tree = self.binary(operator, tree, right)?;
        }
    }

    fn product(&mut self) -> Result<Tree, Diagnostic> {
        let mut tree = self.signed(Self::power)?;
        loop {
            let operator = match self.token.kind {
                TokenKind::Symbol(b'*') => BinaryOperator::Multiply,
                TokenKind::Symbol(b'/') => BinaryOperator::Divide,
                _ => return Ok(tree),
            };
            self.advance()?;
            let right = self.signed(Self::power)?;
            tree = self.binary(operator, tree, right)?;
        }
    }

    /// Any number of signs before what `operand` reads.
    fn signed(&mut self, operand: fn(&mut Self) -> Result<Tree, Diagnostic>) -> Result<Tree, Diagnostic> {
        match self.token.kind {
            TokenKind::Symbol(b'+') => {
                self.advance()?;
                self.nested(|parser| parser.signed(operand))
            }
            TokenKind::Symbol(b'-') => {
                self.advance()?;
                let tree = self.nested(|parser| parser.signed(operand))?;
                self.node(Expression::Negate(Box::new(tree.expression)), tree.depth)
            }
            _ => operand(self),
        }
    }

    fn power(&mut self) -> Result<Tree, Diagnostic> {
        let base = self.primary()?;
        if self.token.kind != TokenKind::Symbol(b'^') {
            return Ok(base);
        }
        self.advance()?;
        let exponent = self.signed(Self::primary)?;
        if self.token.kind == TokenKind::Symbol(b'^') {
            return Err(Diagnostic::new(self.token.span.clone(), Problem::PowerChain));
        }
        self.binary(BinaryOperator::Power, base, exponent)
    }

    fn primary(&mut self) -> Result<Tree, Diagnostic> {
        match self.token.kind {
            TokenKind::Number(number) => {
                self.advance()?;
                Ok(Tree { expression: Expression::Number(number), depth: 1 })
            }
            TokenKind::Symbol(b'(') => {
                self.advance()?;
                let tree = self.nested(Self::sum)?;
                self.expect(b')', "`)` or an operator")?;
                Ok(tree)
            }
            TokenKind::Symbol(b'{') => {
                self.advance()?;
                let (elements, depth) = self.list(b'}', "`,`, `}` or an operator")?;
                self.node(Expression::Array(elements), depth)
            }
            TokenKind::Name(name) => self.named(name),
            _ => Err(self.unexpected(OPERAND)),
        }
    }

    /// A reference or a call.
    fn named(&mut self, first: &'a str) -> Result<Tree, Diagnostic> {
        let mut span = self.token.span.clone();
        let mut name = first.to_owned();
        self.advance()?;
        loop {
            match self.token.kind {
                TokenKind::Symbol(b'(') => {
                    return self.call(&name, span);
                }
                TokenKind::Symbol(b'[') => {
                    span.end = self.subscripts(&mut name)?;
                    if !self.at(b'.') {
                        break;
                    }
                }
                TokenKind::Symbol(b'.') => {
                    self.advance()?;
                    let TokenKind::Name(part) = self.token.kind else { return Err(self.unexpected("a name")) };
                    name.push('.');
                    name.push_str(part);
                    span.end = self.token.span.end;
                    self.advance()?;
                }
                _ => break,
            }
        }
        let expression = match name.as_str() {
            Expression::PI | "Modelica.Constants.pi" => Expression::Number(std::f64::consts::PI),
            _ => Expression::Reference { name, span },
        };
        Ok(Tree { expression, depth: 1 })
    }

    fn call(&mut self, name: &str, span: crate::model_file::Span) -> Result<Tree, Diagnostic> {
        let Some(function) = Function::from_name(name) else {
            let problem = Problem::UnknownFunction { name: name.to_owned(), nearest: Function::nearest(name) };
            return Err(Diagnostic::new(span, problem));
        };
        self.advance()?;
        let (arguments, depth) = match self.at(b')') {
            true => {
                self.advance()?;
                (Vec::new(), 0)
            }
            false => self.list(b')', "`,`, `)` or an operator")?,
        };
        if !function.takes(arguments.len()) {
            let expected = function.expected_arguments();
            let problem = Problem::ArgumentCount { function: function.name(), found: arguments.len(), expected };
            return Err(Diagnostic::new(span, problem));
        }
        self.node(Expression::Call(function, arguments), depth)
    }

    /// One or more expressions up to `close`, and the largest depth among them.
    fn list(&mut self, close: u8, expected: &'static str) -> Result<(Vec<Expression>, usize), Diagnostic> {
        let mut items = Vec::new();
        let mut depth = 0;
        loop {
            let tree = self.nested(Self::sum)?;
            depth = depth.max(tree.depth);
            items.push(tree.expression);
            if !self.at(b',') {
                break;
            }
            self.advance()?;
        }
        self.expect(close, expected)?;
        Ok((items, depth))
    }

    /// Appends `[1,2]` to `name`; returns where it ends.
    fn subscripts(&mut self, name: &mut String) -> Result<usize, Diagnostic> {
        name.push('[');
        loop {
            self.advance()?;
            let subscript = self.subscript()?;
            name.push_str(&subscript.to_string());
            if !self.at(b',') {
                break;
            }
            name.push(',');
        }
        let end = self.token.span.end;
        self.expect(b']', "`,` or `]`")?;
        name.push(']');
        Ok(end)
    }

    /// A whole number from 1 on.
    fn subscript(&mut self) -> Result<usize, Diagnostic> {
        let text = self.lexer.slice(self.token.span.clone());
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<usize>() {
            Ok(subscript) if digits && subscript > 0 => {
                self.advance()?;
                Ok(subscript)
            }
            _ if self.token.kind == TokenKind::End => Err(self.unexpected("a subscript")),
            _ => Err(Diagnostic::new(self.token.span.clone(), Problem::IllegalSubscript { found: text.to_owned() })),
        }
    }

    fn binary(&self, operator: BinaryOperator, left: Tree, right: Tree) -> Result<Tree, Diagnostic> {
        let depth = left.depth.max(right.depth);
        self.node(Expression::Binary(operator, Box::new(left.expression), Box::new(right.expression)), depth)
    }

    /// An expression above others of depth `below`.
    fn node(&self, expression: Expression, below: usize) -> Result<Tree, Diagnostic> {
        if below >= DEPTH_LIMIT {
            return Err(self.too_deep(DEPTH_LIMIT));
        }
        Ok(Tree { expression, depth: below + 1 })
    }

    /// Runs `inner` one level deeper.
    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Result<Tree, Diagnostic>) -> Result<Tree, Diagnostic> {
        if self.nesting >= NESTING_LIMIT {
            return Err(self.too_deep(NESTING_LIMIT));
        }
        self.nesting += 1;
        let tree = inner(self)?;
        self.nesting -= 1;
        Ok(tree)
    }

    fn too_deep(&self, limit: usize) -> Diagnostic {
        Diagnostic::new(self.token.span.clone(), Problem::TooDeep { nested: Nested::Expression, limit })
    }

    fn advance(&mut self) -> Result<(), Diagnostic> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    fn at(&self, symbol: u8) -> bool {
        self.token.kind == TokenKind::Symbol(symbol)
    }

    fn expect(&mut self, symbol: u8, expected: &'static str) -> Result<(), Diagnostic> {
        if self.at(symbol) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    fn unexpected(&self, expected: &'static str) -> Diagnostic {
        let found = match self.token.kind {
            TokenKind::End => "the end".to_owned(),
            _ => quoted(self.lexer.slice(self.token.span.clone())),
        };
        Diagnostic::new(self.token.span.clone(), Problem::ExpressionSyntax { found, expected })
    }
}
