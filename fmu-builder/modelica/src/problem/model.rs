//! What is wrong with the model as a whole.

/// What is wrong with the model as a whole.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ModelProblem {
    #[error(
        "reading this model {what}: loops, arrays, classes or parameters multiply here; it may take {millions} million steps and {megabytes} MB, so write fewer or smaller ones"
    )]
    Exceeded { what: &'static str, millions: usize, megabytes: usize },
    #[error("parameters that shape the model lead to each other without end")]
    EndlessRounds,
    #[error("there is no class `{name}`{near}{list}")]
    NoClass { name: String, near: String, list: String },
    #[error("there is no model in this file that is not partial")]
    NoModel,
    #[error("there are {count} models in this file: choose one with --class{list}")]
    SeveralModels { count: usize, list: String },
    #[error("`{name}` is a package")]
    Package { name: String },
    #[error("`{name}` {why}")]
    Refused { name: String, why: &'static str },
}
