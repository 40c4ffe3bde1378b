//! What is wrong with a text before its names mean anything.

/// What is wrong with a text before its names mean anything.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum SyntaxProblem {
    #[error("this comment has no end: `*/` is missing")]
    CommentWithoutEnd,
    #[error("`{character}` has no meaning in Modelica outside of strings and comments")]
    UnknownCharacter { character: String },
    #[error("`{written}` is too large for a number")]
    TooLarge { written: String },
    #[error("this string has no end: the closing quote is missing")]
    StringWithoutEnd,
    #[error("this quoted name has no end: the closing ' is missing")]
    QuotedNameWithoutEnd,
    #[error("`{name}` has no end: `end {name};` is missing")]
    ClassWithoutEnd { name: String },
    #[error("this ends `{end}`, but the class that is open here is `{name}`")]
    WrongEnd { end: String, name: String },
    #[error("`:=` assigns in algorithms: in an equation section write `=`")]
    Assignment,
    #[error("`==` compares: an equation is written with `=`")]
    Comparison,
    #[error("this expression has more than {limit} operators in a row")]
    TooManyOperators { limit: usize },
    #[error("`a^b^c` has no meaning: write `(a^b)^c` or `a^(b^c)`")]
    PowerOfPower,
    #[error("found {found}, expected {expected}")]
    Unexpected { found: String, expected: String },
    #[error("more than {limit} {what} are not read")]
    TooMany { limit: usize, what: String },
    #[error("this nests deeper than {limit} levels")]
    NestsTooDeep { limit: usize },
}
