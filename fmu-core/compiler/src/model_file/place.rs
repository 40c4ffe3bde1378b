//! Subject of a problem.

use mechanism::quoted::quoted;
use std::fmt;

/// The subject of an error: a part of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The whole file.
    File,
    /// A key at the top level.
    TopLevel(&'static str),
    /// A sub-model.
    SubModel(String),
    /// A key of `experiment`.
    Experiment(&'static str),
    /// A model parameter.
    Parameter(String),
    /// An attribute of a model parameter.
    ParameterAttribute {
        /// Name of the parameter.
        parameter: String,
        /// Key in its table.
        attribute: &'static str,
    },
    /// A component.
    Component(String),
    /// A parameter, variable or part of a component.
    Modifier {
        /// Name of the component.
        component: String,
        /// Names from the outermost to the innermost, joined by dots: `r_0.start`.
        path: String,
    },
    /// A connection, counted from 1 in the order of the text.
    Connection(usize),
    /// An entry of `inputs` or `outputs`.
    PublicName {
        /// `inputs` or `outputs`.
        section: &'static str,
        /// Public name.
        name: String,
    },
}

impl Place {
    /// The attribute `name` of this value.
    pub(crate) fn below(&self, name: &str) -> Self {
        match self {
            Self::Modifier { component, path } => {
                Self::Modifier { component: component.clone(), path: format!("{path}.{name}") }
            }
            other => other.clone(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => write!(f, "the model file"),
            Self::TopLevel(key) => write!(f, "`{key}`"),
            Self::SubModel(name) => write!(f, "sub-model {}", quoted(name)),
            Self::Experiment(key) => write!(f, "`experiment.{key}`"),
            Self::Parameter(name) => write!(f, "model parameter {}", quoted(name)),
            Self::ParameterAttribute { parameter, attribute } => {
                write!(f, "`{attribute}` of model parameter {}", quoted(parameter))
            }
            Self::Component(name) => write!(f, "component {}", quoted(name)),
            Self::Modifier { component, path } => write!(f, "{} of component {}", quoted(path), quoted(component)),
            Self::Connection(number) => write!(f, "connection {number}"),
            Self::PublicName { section, name } => write!(f, "{} in `{section}`", quoted(name)),
        }
    }
}
