//! What a class cannot declare, or an instance cannot be given.

/// What a class cannot declare, or an instance cannot be given.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum InstanceProblem {
    #[error("`{class}` has no `{modifier}`{near}")]
    UnknownName { class: String, modifier: String, near: String },
    #[error("`{modifier}` of `{class}` is protected: only what extends the class may change it")]
    Protected { modifier: String, class: String },
    #[error("`{name}` is declared twice: first at {place}")]
    DeclaredTwice { name: String, place: String },
    #[error(
        "`{name}` is a package or a function, which cannot be replaced here: replace models, blocks, records and types"
    )]
    FixedClass { name: String },
    #[error("`{name}` is not replaceable")]
    NotReplaceable { name: String },
    #[error("`{name}` is a class: modify components, or `redeclare` it")]
    ModifiedClass { name: String },
    #[error("`{class}` {why}")]
    RefusedClass { class: String, why: &'static str },
    #[error("`{component}` is no class")]
    NotAClass { component: String },
    #[error("`{component}` is final at {place}: it cannot be changed")]
    FinalComponent { component: String, place: String },
    #[error("a record holds values, no components and no connectors")]
    ComponentInRecord,
    #[error("`flow` and `stream` belong into connectors, which are not read yet")]
    Flow,
    #[error("conditions of parameters and variables are not read: `if` belongs to components and connectors")]
    ConditionOfValue,
    #[error("`{name}` is a connector of flows: connect it, it has no value")]
    ValueOfConnector { name: String },
    #[error("`{name}` is a component: it cannot be set to a value")]
    ValueOfComponent { name: String },
    #[error("`{name}` is an array, and this is none")]
    NotAnArray { name: String },
    #[error("a condition is true or false, not {found}")]
    NotACondition { found: String },
    #[error("the model has more than {limit} components")]
    TooManyComponents { limit: usize },
    #[error("arrays of composites in more than one dimension are not read")]
    MatrixOfComposites,
}
