//! Errors in expressions.

use super::{Function, Shape, Span, split_subscripts};
use crate::digits::counted;
use crate::quoted::quoted;

/// Tokens that may follow an operand, for messages.
pub(super) const OPERATOR: &str = "an operator or the end";

/// A syntax error in an expression, or an error of its evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionProblem {
    /// An expression ends too early or continues where it must not.
    #[error("the expression is not well-formed: found {found}, expected {expected}")]
    ExpressionSyntax {
        /// The text found.
        found: String,
        /// The tokens expected.
        expected: &'static str,
    },
    /// `a^b^c`.
    #[error("`a^b^c` is ambiguous: `^` is not associative")]
    PowerChain,
    /// A subscript that is not a positive integer.
    #[error("{} is not a subscript: expected a positive whole number", quoted(found))]
    IllegalSubscript {
        /// The text found.
        found: String,
    },
    /// Parentheses, braces, calls, signs or chains of operators nested too deeply.
    #[error("the expression nests deeper than {limit} levels")]
    TooDeep {
        /// Maximum depth.
        limit: usize,
    },
    /// A number that overflows.
    #[error("{} is not a finite number", quoted(text))]
    NumberNotFinite {
        /// As written.
        text: String,
    },
    /// A name that does not exist.
    #[error("the expression names {}, which is not a parameter", quoted(name))]
    UnknownName {
        /// The name.
        name: String,
    },
    /// A binding whose value has another shape than the parameter.
    #[error("`{name}`: the expression is {found}: expected {expected}")]
    BindingShape {
        /// Parameter.
        name: String,
        /// Expected shape.
        expected: String,
        /// Found shape.
        found: String,
    },
    /// A binding whose value is not finite.
    #[error("`{name}`: the value of the expression is not a finite number")]
    NotFinite {
        /// Parameter.
        name: String,
    },
    /// A function that does not exist.
    #[error("there is no function {}", quoted(name))]
    UnknownFunction {
        /// Its name.
        name: String,
        /// The most similar function.
        nearest: Option<&'static str>,
    },
    /// A function with too many or too few arguments.
    #[error("`{function}` has {}: expected {expected}", counted(*found, "argument"))]
    ArgumentCount {
        /// Name of the function.
        function: &'static str,
        /// Arguments found.
        found: usize,
        /// Arguments expected.
        expected: &'static str,
    },
    /// Operands with incompatible shapes.
    #[error("`{operation}` cannot be applied to {left} and {right}")]
    ShapeMismatch {
        /// Operator or function.
        operation: &'static str,
        /// First operand.
        left: Shape,
        /// Second operand.
        right: Shape,
    },
    /// An operand of a shape that an operator or function does not accept.
    #[error("`{operation}` takes {expected}, not {found}")]
    WrongShape {
        /// Operator or function.
        operation: &'static str,
        /// Shape found.
        found: Shape,
        /// Shapes accepted.
        expected: &'static str,
    },
    /// A vector variable in an expression for one number.
    #[error(
        "`{name}` is a vector of three elements, but the expression must be a single number: use an element, \
         `{name}[1]`, or `length({name})`"
    )]
    Vector {
        /// The variable.
        name: String,
    },
    /// An array literal whose elements have different shapes.
    #[error("the elements of the array literal {} differ in shape: {first} and {other}", quoted(literal))]
    UnequalElements {
        /// The literal.
        literal: String,
        /// Shape of the first element.
        first: Shape,
        /// Shape of an element that differs.
        other: Shape,
    },
    /// Finite operands gave infinity or NaN: a division by zero, a root of a negative number.
    #[error("the result of {} is not a finite number", quoted(expression))]
    ResultNotFinite {
        /// The smallest part of the expression that is not finite.
        expression: String,
    },
    /// A subscript out of range, or too many subscripts.
    #[error("{} is out of range: {} is {shape}", subscripted(reference.as_deref(), subscripts), named(reference.as_deref()))]
    SubscriptOutOfRange {
        /// The whole reference with subscripts, where known.
        reference: Option<String>,
        /// The subscripts, from 1.
        subscripts: Vec<usize>,
        /// Shape of the subscripted quantity.
        shape: Shape,
    },
}

/// A problem with its place in the text of the expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ExpressionError {
    /// Place in the text.
    pub span: Span,
    /// The problem.
    pub problem: ExpressionProblem,
}

impl ExpressionProblem {
    /// The problem at this place in the text.
    pub(super) fn at(self, span: Span) -> Box<ExpressionError> {
        Box::new(ExpressionError { span, problem: self })
    }

    /// A call of a function with `found` arguments, which it does not take.
    pub(super) fn argument_count(function: Function, found: usize) -> Self {
        Self::ArgumentCount { function: function.name(), found, expected: function.expected_arguments() }
    }

    /// A suggestion for the user; none if the message is sufficient.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::ExpressionSyntax { found, expected } if found == "`,`" && *expected == OPERATOR => {
                Some("write a decimal point, `1.5`, or an array for several values, `{1, 5}`".to_owned())
            }
            Self::TooDeep { .. } => Some("split it into model parameters that refer to each other".to_owned()),
            Self::PowerChain => Some("write `(a^b)^c` or `a^(b^c)`".to_owned()),
            Self::UnknownFunction { nearest: Some(nearest), .. } => Some(format!("did you mean `{nearest}`?")),
            Self::UnknownFunction { nearest: None, .. } => {
                Some(format!("functions: {}", Function::documented().join(", ")))
            }
            Self::ResultNotFinite { .. } => {
                Some("look for a division by zero or an argument outside the domain of a function".to_owned())
            }
            _ => None,
        }
    }
}

/// `` `rod.r[4]` `` or `the subscript [4]`.
fn subscripted(reference: Option<&str>, subscripts: &[usize]) -> String {
    match reference {
        Some(reference) => quoted(reference),
        None => {
            let subscripts: Vec<String> = subscripts.iter().map(usize::to_string).collect();
            format!("the subscript [{}]", subscripts.join(","))
        }
    }
}

/// The reference without its subscripts.
fn named(reference: Option<&str>) -> String {
    match reference {
        Some(reference) => quoted(split_subscripts(reference).map_or(reference, |(base, _)| base)),
        None => "the value".to_owned(),
    }
}
