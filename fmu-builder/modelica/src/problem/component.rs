//! What parameters and components of the netlist cannot be.

/// What parameters and components of the netlist cannot be.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ComponentProblem {
    #[error("`{name}` has no attribute `{attribute}`{near}")]
    UnknownAttribute { name: String, attribute: String, near: String },
    #[error("`{attribute}` of `{name}` is a value without parts")]
    AttributeWithParts { attribute: String, name: String },
    #[error("`{attribute}` of `{name}` cannot be {found}")]
    WrongAttribute { attribute: String, name: String, found: String },
    #[error("`{function}` is a function")]
    NotAFunction { function: &'static str },
    #[error("`{base}` is no function with a text: set gravityType, g, n and mu instead")]
    FunctionWithoutText { base: String },
    #[error("there is no function `{base}`")]
    UnknownFunction { base: String },
    #[error("a gravity field has three elements, this is {found}")]
    NotAField { found: String },
    #[error("constant `{full}` is known before the simulation, not {found}")]
    OpenConstant { full: String, found: String },
    #[error("parameter `{full}` is {kind}, not {found}")]
    WrongType { full: String, kind: String, found: String },
    #[error("parameter `{full}` is declared as {scalar}, but its value is {other_scalar}")]
    WrongDimensions { full: String, scalar: String, other_scalar: String },
    #[error("`{name}` of {class} cannot be replaced: laws of library classes are fixed here")]
    FixedLaw { name: String, class: String },
    #[error("`{name}` of {class} is no parameter: only its attributes can be set, as in `{name}(start = ...)`")]
    NotAParameter { name: String, class: String },
    #[error("`{name}` of `{component}` is set to {found}: name one of its members")]
    SetToRecord { name: String, component: String, found: String },
    #[error("`{name}` of `{component}` cannot be {found}")]
    WrongValue { name: String, component: String, found: String },
    #[error("`{name}` of {class} takes literals of {enumeration}, not {of}.{literal}")]
    WrongLiteral { name: String, class: String, enumeration: String, of: String, literal: String },
    #[error("`{name}` of `{component}` is in {own}: its unit cannot be `{unit}`")]
    WrongUnit { name: String, component: String, own: String, unit: String },
    #[error("`{inner}` cannot be {found}")]
    WrongModifier { inner: String, found: String },
}
