//! What operators and variables cannot take.

/// What operators and variables cannot take.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ValueProblem {
    #[error("a sign belongs to a number, not to {found}")]
    SignOfNoNumber { found: String },
    #[error("`not` takes a Boolean, not {found}")]
    NotOfNoBoolean { found: String },
    #[error("`{symbol}` cannot be applied to {a} and {b}")]
    WrongOperands { symbol: String, a: String, b: String },
    #[error("`==` and `<>` of numbers that change are not read: compare with `<` and `>`")]
    EqualNumbers,
    #[error("`{operator}` needs equal dimensions, not {left} and {right}")]
    OperandDimensions { operator: String, left: String, right: String },
    #[error("these cannot be multiplied: the dimensions are {left} and {right}")]
    FactorDimensions { left: String, right: String },
    #[error("this product of arrays is not read: write its elements")]
    OpenProduct,
    #[error("the expression nests deeper than {limit} levels: give parts of it variables of their own")]
    TooDeep { limit: usize },
    #[error("arrays of more than two dimensions cannot be multiplied")]
    TooManyDimensions,
    #[error("`{name}` {around} is {kind}, not {found}")]
    WrongType { name: String, around: String, kind: String, found: String },
    #[error("`{name}` {around} is a record, not {found}")]
    NotARecord { name: String, around: String, found: String },
    #[error("`{name}` {around} {declared}, and this is {found}")]
    WrongDimensions { name: String, around: String, declared: String, found: String },
}
