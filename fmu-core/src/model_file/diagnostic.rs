//! What is wrong with a model, and where.

/// Byte range in the source text.
pub type Span = std::ops::Range<usize>;

/// One problem of a model file.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Where in the text, when that is known.
    pub span: Option<Span>,
    /// What is wrong.
    pub problem: Problem,
}

/// What can be wrong with a model file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not TOML or JSON.
    #[error("{0}")]
    Syntax(String),
}
