//! Expressions of the model file and of default values in the library.

mod algebra;
mod condition;
mod display;
mod evaluate;
mod function;
mod lexer;
mod measure;
mod parser;
mod problem;
mod quantity;
mod shape;
#[cfg(test)]
mod tests;

pub use condition::{Choice, Condition, Relation};
pub use function::Function;
pub use measure::measure;
pub use problem::{ExpressionError, ExpressionProblem};
pub use quantity::{Lookup, Outcome, Quantity};
pub use shape::{Shape, parse_subscripts, split_subscripts};

use binary::Binary;

/// Byte range in a text.
pub type Span = std::ops::Range<usize>;

/// Maximum nesting depth of parentheses, braces and calls; tables and arrays of a model file have the same limit.
pub const NESTING_LIMIT: usize = 64;
/// Maximum nesting depth of operations; a chain `a + b + c + ...` counts one for each operator. Together with
/// [`NESTING_LIMIT`] it bounds the recursion over an expression.
pub const DEPTH_LIMIT: usize = 256;

/// Parsed expression.
#[derive(Clone, Debug, PartialEq, Binary)]
#[binary(bounded)]
pub enum Expression {
    /// Literal number.
    Number(f64),
    /// Name of a parameter with its subscripts, without blanks: `rod.r[2]`, `cyl1.I[1,1]`, `gain[2].k`. Also a number
    /// with a unit as written, `500 g`: no name begins with a digit.
    Reference {
        /// Text without blanks.
        name: String,
        /// Position relative to the start of the expression.
        span: Span,
    },
    /// `-x`.
    Negate(Box<Expression>),
    /// Binary operation.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// Function call.
    Call(Function, Vec<Expression>),
    /// `{a, b, c}`.
    Array(Vec<Expression>),
    /// `if c then a else b`.
    If(Box<Choice>),
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `^`
    Power,
}

impl BinaryOperator {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
        }
    }
}

impl Expression {
    /// The name of the constant pi, which is reserved.
    pub const PI: &'static str = "pi";

    /// Returns true for reserved words and functions, which no parameter can be named after.
    pub fn is_reserved(name: &str) -> bool {
        name == Self::PI || condition::KEYWORDS.contains(&name)
    }

    /// The names in the expression, with subscripts, each once, in the order of the text.
    pub fn references(&self) -> Vec<&str> {
        let mut found: Vec<&str> = self.references_with_spans().into_iter().map(|(name, _)| name).collect();
        if found.len() > 1 {
            let mut seen = std::collections::HashSet::new();
            found.retain(|name| seen.insert(*name));
        }
        found
    }

    /// Every use of a name, with its place relative to the start of the expression, in the order of the text.
    pub fn references_with_spans(&self) -> Vec<(&str, &Span)> {
        let mut found = Vec::new();
        self.collect_references(&mut found);
        found
    }

    fn collect_references<'a>(&'a self, found: &mut Vec<(&'a str, &'a Span)>) {
        match self {
            Self::Number(_) => {}
            Self::Reference { name, span } => found.push((name, span)),
            Self::Negate(operand) => operand.collect_references(found),
            Self::Binary(_, left, right) => {
                left.collect_references(found);
                right.collect_references(found);
            }
            Self::Call(_, operands) | Self::Array(operands) => {
                operands.iter().for_each(|operand| operand.collect_references(found));
            }
            Self::If(choice) => choice.collect_references(found),
        }
    }

    /// Replaces each reference by the result of `replace`.
    ///
    /// # Errors
    /// The first error of `replace`; references before it are replaced.
    pub fn replace_references<E>(&mut self, replace: &mut dyn FnMut(&str) -> Result<Self, E>) -> Result<(), E> {
        match self {
            Self::Number(_) => {}
            Self::Reference { name, .. } => *self = replace(name)?,
            Self::Negate(operand) => operand.replace_references(replace)?,
            Self::Binary(_, left, right) => {
                left.replace_references(replace)?;
                right.replace_references(replace)?;
            }
            Self::Call(_, operands) | Self::Array(operands) => {
                operands.iter_mut().try_for_each(|operand| operand.replace_references(replace))?;
            }
            Self::If(choice) => {
                choice.condition.replace_references(replace)?;
                choice.branches.iter_mut().try_for_each(|branch| branch.replace_references(replace))?;
            }
        }
        Ok(())
    }
}

/// `left operator right`
pub fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

/// The expression with `replace` done to its operands; the condition of an `if` stays.
///
/// # Errors
/// The first error of `replace`.
pub fn with_operands<E>(
    expression: &Expression,
    mut replace: impl FnMut(&Expression) -> Result<Expression, E>,
) -> Result<Expression, E> {
    Ok(match expression {
        Expression::Number(_) | Expression::Reference { .. } => expression.clone(),
        Expression::Negate(operand) => Expression::Negate(Box::new(replace(operand)?)),
        Expression::Binary(operator, left, right) => binary(*operator, replace(left)?, replace(right)?),
        Expression::Call(function, operands) => {
            Expression::Call(*function, operands.iter().map(replace).collect::<Result<_, E>>()?)
        }
        Expression::Array(elements) => Expression::Array(elements.iter().map(replace).collect::<Result<_, E>>()?),
        Expression::If(of) => {
            let branches = [replace(&of.branches[0])?, replace(&of.branches[1])?];
            Expression::If(Box::new(Choice { condition: of.condition.clone(), branches }))
        }
    })
}

impl From<String> for Expression {
    /// A reference to a name, or to a number with a unit.
    fn from(name: String) -> Self {
        Self::Reference { name, span: 0..0 }
    }
}
