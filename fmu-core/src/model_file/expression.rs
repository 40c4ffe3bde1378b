//! Expressions of the model file and of library defaults.

use super::Span;

/// Parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// Literal number.
    Number(f64),
    /// Name of a parameter, with subscripts where it has some, without blanks: `rod.r[2]`, `cyl1.I[1,1]`, `gain[2].k`.
    Reference {
        /// Text without blanks.
        name: String,
        /// Position relative to the start of the expression.
        span: Span,
    },
    /// `-x`.
    Negate(Box<Expression>),
    /// Two operands.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// Function call.
    Call(Function, Vec<Expression>),
    /// `{a, b, c}`.
    Array(Vec<Expression>),
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Functions of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Sine.
    Sin,
}
