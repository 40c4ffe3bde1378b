//! Declarations of model parameters.

/// Declaration of a model parameter; parameters of components are declared in their class.
#[derive(Debug, Default)]
pub(super) struct OwnDeclaration {
    /// Description.
    pub description: String,
    /// Unit.
    pub unit: Option<String>,
}
