//! What Modelica text cannot say of a model.

/// What Modelica text cannot say of a model.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ExportProblem {
    #[error("component `{name}` is a `{class}`, which the Modelica Standard Library does not have")]
    NotInLibrary { name: String, class: String },
    #[error(
        "the World is called `{name}`: components of Modelica look for it under the name `world`, so it has to be called that"
    )]
    NameOfWorld { name: String },
    #[error("`{name}` is a component and an input or output: names in Modelica stand for one thing")]
    SameName { name: String },
}
