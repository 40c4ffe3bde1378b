//! Recursive descent over the grammar of arithmetic expressions (Modelica 3.6, section 10.6 and appendix A.2.7):
//!
//! ```text
//! expression  = "if" expression "then" expression { "elseif" expression "then" expression } "else" expression | disjunction
//! disjunction = conjunction { "or" conjunction }
//! conjunction = negation { "and" negation }
//! negation    = [ "not" ] relation
//! relation    = sum [ ( "<" | "<=" | ">" | ">=" ) sum ]
//! sum     = product { ("+" | "-") product }
//! product = signed { ("*" | "/") signed }
//! signed  = ("+" | "-") signed | power
//! power   = primary [ "^" exponent ]
//! exponent = ("+" | "-") exponent | primary
//! primary = number [ unit ] | "(" expression ")" | "{" list "}" | name "(" [ list ] ")" | reference
//! list    = expression { "," expression }
//! reference = name [ subscripts ] { "." name [ subscripts ] }
//! ```
//! Conditions and numbers share the grammar, since a parenthesis may open either; the parser knows which after the
//! closing parenthesis. A sign may follow an operator (`2*-x`), which Modelica does not allow. Units are read in
//! `measure.rs`.

mod logic;

use super::condition::KEYWORDS;
use super::lexer::{Lexer, Token, TokenKind};
use super::problem::OPERATOR;
use super::{BinaryOperator, Condition, DEPTH_LIMIT, Expression, Function};
use super::{ExpressionError, ExpressionProblem, NESTING_LIMIT, Span};
use crate::quoted::quoted;

const OPERAND: &str = "a number, a name, a sign, `(` or `{`";

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// The first syntax error; its place is relative to the start of `text`.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        Self::read(text, Subscripts::Numbers)
    }

    /// Parses an expression in which subscripts may be expressions, `link[i + 1].r`. They become part of the name.
    /// References have no places.
    ///
    /// # Errors
    /// The first syntax error; its place is relative to the start of `text`.
    pub fn parse_indexed(text: &str) -> Result<Self, ExpressionError> {
        Self::read(text, Subscripts::Expressions)
    }

    fn read(text: &str, subscripts: Subscripts) -> Result<Self, ExpressionError> {
        match one_name(text) {
            Some(name) => Ok(Self::Reference { name: name.to_owned(), span: subscripts.place(&(0..name.len())) }),
            None => Parser::parse(text, subscripts, Parser::as_number).map_err(|error| *error),
        }
    }
}

impl Condition {
    /// Parses a condition, `time >= 5`. Subscripts may be expressions, as in [`Expression::parse_indexed`].
    ///
    /// # Errors
    /// The first syntax error; its place is relative to the start of `text`.
    pub fn parse_indexed(text: &str) -> Result<Self, ExpressionError> {
        Parser::parse(text, Subscripts::Expressions, Parser::as_condition).map_err(|error| *error)
    }
}

/// Allowed subscripts of a name.
#[derive(Clone, Copy, PartialEq)]
enum Subscripts {
    /// Whole numbers.
    Numbers,
    /// Expressions.
    Expressions,
}

impl Subscripts {
    /// The place to store in a reference at `span`.
    fn place(self, span: &Span) -> Span {
        if self == Self::Numbers { span.clone() } else { 0..0 }
    }
}

/// The text, if it is a single identifier that is not reserved, as the values of most parameters of parts are: a fast
/// path.
fn one_name(text: &str) -> Option<&str> {
    let is_identifier = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text.bytes().next().is_some_and(|first| !first.is_ascii_digit());
    (is_identifier && !Expression::is_reserved(text)).then_some(text)
}

/// The error is boxed to keep the stack frames of the recursion small.
type Parsed<T> = Result<T, Box<ExpressionError>>;

/// An expression or a condition with its depth.
struct Tree<X = Content> {
    content: X,
    depth: usize,
}

/// A number or a condition.
enum Content {
    Number(Expression),
    Condition(Condition),
}

impl Tree {
    fn number(expression: Expression, depth: usize) -> Self {
        Self { content: Content::Number(expression), depth }
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// Current token.
    token: Token<'a>,
    /// Number of open brackets and signs.
    nesting: usize,
    subscripts: Subscripts,
}

impl<'a> Parser<'a> {
    fn parse<X>(text: &'a str, subscripts: Subscripts, of: fn(&Self, Tree) -> Parsed<Tree<X>>) -> Parsed<X> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next()?;
        let mut parser = Parser { lexer, token, nesting: 0, subscripts };
        let tree = parser.expression()?;
        match parser.token.kind {
            TokenKind::End => Ok(of(&parser, tree)?.content),
            _ => Err(parser.unexpected(OPERATOR)),
        }
    }

    fn expression(&mut self) -> Parsed<Tree> {
        if self.at_keyword("if") { self.nested(Self::choice) } else { self.disjunction() }
    }

    fn sum(&mut self) -> Parsed<Tree> {
        self.operations(Self::product, [(b'+', BinaryOperator::Add), (b'-', BinaryOperator::Subtract)])
    }

    fn product(&mut self) -> Parsed<Tree> {
        let operators = [(b'*', BinaryOperator::Multiply), (b'/', BinaryOperator::Divide)];
        self.operations(|parser| parser.signed(Self::power), operators)
    }

    /// Operands, which `operand` parses, with these operators between them, from the left.
    fn operations(
        &mut self,
        operand: fn(&mut Self) -> Parsed<Tree>,
        operators: [(u8, BinaryOperator); 2],
    ) -> Parsed<Tree> {
        let mut tree = operand(self)?;
        while let Some((_, operator)) = operators.into_iter().find(|(symbol, _)| self.at(*symbol)) {
            self.advance()?;
            let right = operand(self)?;
            tree = self.binary(operator, tree, right)?;
        }
        Ok(tree)
    }

    /// Any number of signs before an operand, which `operand` parses.
    fn signed(&mut self, operand: fn(&mut Self) -> Parsed<Tree>) -> Parsed<Tree> {
        match self.token.kind {
            TokenKind::Symbol(b'+') => {
                self.advance()?;
                self.nested(|parser| parser.signed(operand))
            }
            TokenKind::Symbol(b'-') => {
                self.advance()?;
                let tree = self.nested(|parser| parser.signed(operand))?;
                let tree = self.as_number(tree)?;
                self.node(Expression::Negate(Box::new(tree.content)), tree.depth)
            }
            _ => operand(self),
        }
    }

    fn power(&mut self) -> Parsed<Tree> {
        let base = self.primary()?;
        if self.token.kind != TokenKind::Symbol(b'^') {
            return Ok(base);
        }
        self.advance()?;
        let exponent = self.signed(Self::primary)?;
        if self.token.kind == TokenKind::Symbol(b'^') {
            return Err(self.problem(ExpressionProblem::PowerChain));
        }
        self.binary(BinaryOperator::Power, base, exponent)
    }

    fn primary(&mut self) -> Parsed<Tree> {
        match self.token.kind {
            TokenKind::Number(number) => {
                self.advance()?;
                Ok(Tree::number(Expression::Number(number), 1))
            }
            TokenKind::Measure(text) => {
                let expression =
                    Expression::Reference { name: text.to_owned(), span: self.subscripts.place(&self.token.span) };
                self.advance()?;
                Ok(Tree::number(expression, 1))
            }
            TokenKind::Symbol(b'(') => {
                self.advance()?;
                let tree = self.nested(Self::expression)?;
                self.expect(b')', "`)` or an operator")?;
                Ok(tree)
            }
            TokenKind::Symbol(b'{') => {
                self.advance()?;
                let (elements, depth) = self.list(b'}', "`,`, `}` or an operator")?;
                self.node(Expression::Array(elements), depth)
            }
            TokenKind::Name(name) if !KEYWORDS.contains(&name) => self.named(name),
            _ => Err(self.unexpected(OPERAND)),
        }
    }

    /// A reference or a call.
    fn named(&mut self, first: &'a str) -> Parsed<Tree> {
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
            _ => Expression::Reference { name, span: self.subscripts.place(&span) },
        };
        Ok(Tree::number(expression, 1))
    }

    fn call(&mut self, name: &str, span: Span) -> Parsed<Tree> {
        let Some(function) = Function::from_name(name) else {
            let nearest = Function::nearest(name);
            return Err(ExpressionProblem::UnknownFunction { name: name.to_owned(), nearest }.at(span));
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
            return Err(ExpressionProblem::argument_count(function, arguments.len()).at(span));
        }
        self.node(Expression::Call(function, arguments), depth)
    }

    /// One or more expressions up to `close`, and the largest depth among them.
    fn list(&mut self, close: u8, expected: &'static str) -> Parsed<(Vec<Expression>, usize)> {
        let mut items = Vec::new();
        let mut depth = 0;
        loop {
            let tree = self.nested(Self::expression)?;
            let tree = self.as_number(tree)?;
            depth = depth.max(tree.depth);
            items.push(tree.content);
            if !self.at(b',') {
                break;
            }
            self.advance()?;
        }
        self.expect(close, expected)?;
        Ok((items, depth))
    }

    /// Appends subscripts, such as `[1,2]`, to `name`; returns the position of their end.
    fn subscripts(&mut self, name: &mut String) -> Parsed<usize> {
        name.push('[');
        loop {
            self.advance()?;
            let subscript = match self.subscripts {
                Subscripts::Numbers => self.subscript()?.to_string(),
                Subscripts::Expressions => self.indexed_subscript()?,
            };
            name.push_str(&subscript);
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

    /// The text of an expression; a literal must be a positive integer.
    fn indexed_subscript(&mut self) -> Parsed<String> {
        let token = self.token.span.clone();
        let tree = self.nested(Self::sum)?;
        match self.as_number(tree)?.content {
            Expression::Number(x) if x < 1.0 || x.fract() != 0.0 => {
                let found = self.lexer.slice(token.clone()).to_owned();
                Err(ExpressionProblem::IllegalSubscript { found }.at(token))
            }
            subscript => Ok(subscript.to_string()),
        }
    }

    /// A positive integer.
    fn subscript(&mut self) -> Parsed<usize> {
        let text = self.lexer.slice(self.token.span.clone());
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<usize>() {
            Ok(subscript) if digits && subscript > 0 => {
                self.advance()?;
                Ok(subscript)
            }
            _ if self.token.kind == TokenKind::End => Err(self.unexpected("a subscript")),
            _ => Err(self.problem(ExpressionProblem::IllegalSubscript { found: text.to_owned() })),
        }
    }

    fn binary(&self, operator: BinaryOperator, left: Tree, right: Tree) -> Parsed<Tree> {
        let (left, right) = (self.as_number(left)?, self.as_number(right)?);
        let depth = left.depth.max(right.depth);
        self.node(Expression::Binary(operator, Box::new(left.content), Box::new(right.content)), depth)
    }

    /// An expression whose operands have the depth `below`.
    fn node(&self, expression: Expression, below: usize) -> Parsed<Tree> {
        Ok(Tree::number(expression, self.level(below)?))
    }

    /// A condition whose operands have the depth `below`.
    fn condition(&self, condition: Condition, below: usize) -> Parsed<Tree> {
        Ok(Tree { content: Content::Condition(condition), depth: self.level(below)? })
    }

    fn level(&self, below: usize) -> Parsed<usize> {
        if below >= DEPTH_LIMIT { Err(self.too_deep(DEPTH_LIMIT)) } else { Ok(below + 1) }
    }

    /// Requires a number.
    fn as_number(&self, tree: Tree) -> Parsed<Tree<Expression>> {
        match tree.content {
            Content::Number(content) => Ok(Tree { content, depth: tree.depth }),
            Content::Condition(_) => Err(self.wrong_kind("a condition before this place", "a number there")),
        }
    }

    /// Requires a condition.
    fn as_condition(&self, tree: Tree) -> Parsed<Tree<Condition>> {
        match tree.content {
            Content::Condition(content) => Ok(Tree { content, depth: tree.depth }),
            Content::Number(_) => Err(self.wrong_kind("a number before this place", "a condition there, `a < b`")),
        }
    }

    fn wrong_kind(&self, found: &str, expected: &'static str) -> Box<ExpressionError> {
        self.problem(ExpressionProblem::ExpressionSyntax { found: found.to_owned(), expected })
    }

    /// Runs `inner` one level deeper.
    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<Tree>) -> Parsed<Tree> {
        if self.nesting >= NESTING_LIMIT {
            return Err(self.too_deep(NESTING_LIMIT));
        }
        self.nesting += 1;
        let tree = inner(self)?;
        self.nesting -= 1;
        Ok(tree)
    }

    fn too_deep(&self, limit: usize) -> Box<ExpressionError> {
        self.problem(ExpressionProblem::TooDeep { limit })
    }

    fn advance(&mut self) -> Parsed<()> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    fn at(&self, symbol: u8) -> bool {
        self.token.kind == TokenKind::Symbol(symbol)
    }

    fn at_keyword(&self, keyword: &str) -> bool {
        self.token.kind == TokenKind::Name(keyword)
    }

    fn expect_keyword(&mut self, keyword: &str, expected: &'static str) -> Parsed<()> {
        if self.at_keyword(keyword) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    fn expect(&mut self, symbol: u8, expected: &'static str) -> Parsed<()> {
        if self.at(symbol) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    fn unexpected(&self, expected: &'static str) -> Box<ExpressionError> {
        let found = match self.token.kind {
            TokenKind::End => "the end".to_owned(),
            _ => quoted(self.lexer.slice(self.token.span.clone())),
        };
        self.problem(ExpressionProblem::ExpressionSyntax { found, expected })
    }

    /// A problem at the current token.
    fn problem(&self, problem: ExpressionProblem) -> Box<ExpressionError> {
        problem.at(self.token.span.clone())
    }
}
