//! What only parameters of the model have: those of classes are declared there.

/// What a parameter of the model says of itself.
#[derive(Debug, Default)]
pub(super) struct OwnDeclaration {
    /// Description.
    pub description: String,
    /// Unit.
    pub unit: Option<String>,
}
