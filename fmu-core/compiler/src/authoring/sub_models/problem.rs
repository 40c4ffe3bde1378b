//! Errors in sub-models and arrays.

use crate::model_file::{ExpressionProblem, LaterProblem};
use mechanism::digits::counted;

/// Largest integer in a range or subscript.
pub(super) const LARGEST: f64 = 1e9;

/// An error or warning about sub-models or arrays.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SubModelProblem {
    /// `use` in a text that is not a file.
    #[error("`use` names files beside the model file, and this text is not from a file")]
    NoFolder,
    /// A used file without sub-models.
    #[error("{path} has no sub-models: expected a table `models`")]
    NothingToUse {
        /// The file.
        path: String,
    },
    /// Two sub-models with one name.
    #[error("the sub-model `{name}` is in another file, too")]
    DuplicateModel {
        /// Name.
        name: String,
    },
    /// A sub-model with the name of a class.
    #[error("the sub-model `{name}` has the name of a class of the library")]
    ClassName {
        /// Name.
        name: String,
    },
    /// A sub-model that contains itself.
    #[error("a sub-model cannot be a part of itself: {}", .path.join(" -> "))]
    Recursion {
        /// The cycle, with the first name repeated at the end.
        path: Vec<String>,
    },
    /// `for` cannot be read.
    #[error("`for` is {found}: expected an index and its range, `i in 1:10`, or several, separated by commas")]
    Range {
        /// The value, in words.
        found: String,
    },
    /// An index with the name of a parameter or component.
    #[error("the index `{name}` has the name of a parameter or a component")]
    IndexName {
        /// Name.
        name: String,
    },
    /// A count that is not a whole number.
    #[error("`{what}` {fault}: expected a whole number, since it is a number of elements")]
    NotWhole {
        /// Expression or parameter.
        what: String,
        /// Reason.
        fault: CountFault,
    },
    /// An element that an array does not have.
    #[error("there is no `{element}`: `{array}` has {elements}")]
    NoElement {
        /// Its name.
        element: String,
        /// The array.
        array: String,
        /// Its elements in words.
        elements: String,
    },
    /// A connection of arrays of different sizes.
    #[error("`{from}` stands for {} and `{to}` for {to_size}: expected equal numbers", counted(*from_size, "connector"))]
    Sizes {
        /// One end.
        from: String,
        /// Its size.
        from_size: usize,
        /// Other end.
        to: String,
        /// Its size.
        to_size: usize,
    },
    /// `elements` does not fit the array.
    #[error("`elements` has {found}, and `{array}` has {}", counted(*expected, "element"))]
    Elements {
        /// The value, in words.
        found: String,
        /// The array.
        array: String,
        /// Its size.
        expected: usize,
    },
    /// `elements` for a component that is not an array.
    #[error("`elements` gives a value to each element of an array: `{component}` is not an array")]
    NoArray {
        /// The component.
        component: String,
    },
    /// Too many parts.
    #[error("sub-models and arrays expand to more than {limit} {what}")]
    TooMany {
        /// Components or connections.
        what: &'static str,
        /// Largest legal number.
        limit: usize,
    },
    /// A setting of a final or protected parameter or component.
    #[error("`{name}` is {access} in the sub-model: it cannot be set from outside")]
    Closed {
        /// Parameter or component.
        name: String,
        /// `final` or `protected`.
        access: &'static str,
    },
    /// An input without a variable that no expression and no connection names.
    #[error("nothing reads the input `{input}`: no expression and no connection names it, and it has no `variable`")]
    UnusedInput {
        /// Name.
        input: String,
    },
    /// An unused parameter.
    #[error("nothing in {} uses its parameter `{parameter}`", model.as_ref().map_or("the model".to_owned(), |model| format!("sub-model `{model}`")))]
    UnusedParameter {
        /// Sub-model; none for the model itself.
        model: Option<String>,
        /// Parameter.
        parameter: String,
    },
    /// A sub-model without uses.
    #[error("no component is of class `{model}`, so that this sub-model has no effect")]
    UnusedModel {
        /// Sub-model.
        model: String,
    },
    /// A used file whose sub-models are not used.
    #[error("no component is of a class from `{path}`")]
    UnusedFile {
        /// As written.
        path: String,
    },
}

/// Reasons why an expression is not an integer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CountFault {
    /// It is not an expression.
    #[error("cannot be read: {0}")]
    Unreadable(ExpressionProblem),
    /// It contains a range.
    #[error("contains a range")]
    Range,
    /// It is a name of another kind.
    #[error("is neither an index nor a parameter")]
    NoName,
    /// It contains a name that is neither an index nor a parameter.
    #[error("names `{0}`, which is neither an index nor a parameter")]
    Unknown(String),
    /// Its value, in words.
    #[error("is {0}")]
    Value(String),
    /// Its value is too large for a number of components.
    #[error("is {}, more than {:e}", .0, LARGEST)]
    TooLarge(f64),
    /// It cannot be evaluated.
    #[error(transparent)]
    Problem(ExpressionProblem),
}

impl LaterProblem for SubModelProblem {
    fn help(&self) -> Option<String> {
        Some(match self {
            Self::NoFolder => "write the sub-models into the text, or read the model from its file".to_owned(),
            Self::DuplicateModel { .. } | Self::ClassName { .. } | Self::IndexName { .. } => {
                "choose another name".to_owned()
            }
            Self::NotWhole { .. } => {
                "indices and ranges may contain whole numbers, indices of `for`, and parameters that are whole numbers"
                    .to_owned()
            }
            Self::Sizes { .. } => "a range selects elements: `link[1:9].frame_b`; to connect one connector with \
                each of several, write \
                                  `{ for = \"i in 1:9\", connect = [\"world.frame_b\", \"link[i].frame_a\"] }`"
                .to_owned(),
            Self::Closed { access, .. } => format!("remove `{access}` from the sub-model, or remove the setting"),
            Self::NoArray { .. } => "`for = \"i in 1:3\"` makes an array of a component".to_owned(),
            Self::UnusedParameter { .. } | Self::UnusedModel { .. } | Self::UnusedFile { .. } => {
                "leave it out".to_owned()
            }
            _ => return None,
        })
    }
}
