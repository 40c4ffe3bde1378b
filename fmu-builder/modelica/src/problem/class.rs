//! What is wrong with classes, their bases and their modifiers.

/// What is wrong with classes, their bases and their modifiers.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ClassProblem {
    #[error("the bases of `{class}` lead to each other")]
    BasesInCircle { class: String },
    #[error("there is no class `{base}`")]
    UnknownClass { base: String },
    #[error("algorithms of models are not read: write equations, or use blocks of the library")]
    AlgorithmOfModel,
    #[error("a record has no equations")]
    EquationOfRecord,
    #[error("external code is not read")]
    ExternalCode,
    #[error("`{class}` is no model")]
    NotAModel { class: String },
    #[error("there is no `{missing}` to import: names count from the outermost package")]
    UnknownImport { missing: String },
    #[error("there is no class `{base}` to extend")]
    UnknownBase { base: String },
    #[error("a model that is itself a `{full}` is not read: declare a component of this class")]
    ModelOfLibraryClass { full: String },
    #[error("two components of the library as bases are not read")]
    TwoLibraryBases,
    #[error("the base class `{full}` is not known: neither its text nor what it brings")]
    UnknownLibraryBase { full: String },
    #[error("`extends` changes an inherited class, and the bases of `{around}` have no `{name}`")]
    NothingInherited { around: String, name: String },
    #[error("`{new}` cannot take the place of `{old}`: it has no {lacks}")]
    Lacking { new: String, old: String, lacks: String },
    #[error("`{modifier}` is set twice in the same modifier")]
    SetTwice { modifier: String },
    #[error("`{modifier}` is final at {place}: it cannot be changed")]
    Final { modifier: String, place: String },
    #[error("`{component}` is a {class}, which has no parameter or variable `{name}`{near}")]
    UnknownParameter { component: String, class: String, name: String, near: String },
}
