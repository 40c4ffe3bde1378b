//! A variable of the catalogue: its attributes, and the view of one.

use super::{Causality, DataType, Initial, Target, Value, Variability};
use mechanism::Source;
use std::borrow::Cow;
use std::sync::Arc;

/// The attributes of an FMI variable that are its own, without its name: input of [`super::Variables`].
#[derive(Clone, Debug)]
pub struct VariableAttributes {
    /// Description.
    pub description: Cow<'static, str>,
    /// Type.
    pub data_type: DataType,
    /// Causality.
    pub causality: Causality,
    /// Variability.
    pub variability: Variability,
    /// `initial`, if required by the FMI standard.
    pub initial: Option<Initial>,
    /// Start value, if required by the FMI standard.
    pub start: Option<Value>,
    /// For the derivative of a continuous state: index of that state in the catalogue.
    pub derivative_of: Option<usize>,
    /// Destination of a value set by the host; none if it cannot be set.
    pub target: Option<Target>,
    /// Source of the value.
    pub source: Source,
}

/// View of one FMI variable, assembled from the data of [`super::Variables`]; see [`VariableAttributes`] for its
/// fields.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Variable<'a> {
    /// Structured name in MSL's vocabulary, `spring.frame_a.r_0[1]`.
    pub name: &'a str,
    pub description: &'a Cow<'static, str>,
    pub data_type: &'a DataType,
    pub causality: Causality,
    pub variability: Variability,
    pub initial: Option<Initial>,
    pub start: Option<Value>,
    pub derivative_of: Option<usize>,
    /// Index of the variable that this one is an alias of: the two share its value reference (FMI 2.0.5, 2.2.7, alias
    /// variables), and only the other one has a start value.
    pub alias_of: Option<usize>,
    /// For an output or a state derivative: catalogue indices of the inputs and states that it depends on, ascending.
    /// None means all of them, or that dependencies have not been computed
    /// ([`crate::model::Model::with_dependencies`]).
    pub dependencies: Option<&'a Arc<[usize]>>,
    /// For an output, a state, a state derivative or a calculated parameter: dependencies of the initial value on
    /// inputs, parameters and start values.
    pub initial_dependencies: Option<&'a Arc<[usize]>>,
    pub target: Option<Target>,
    pub source: &'a Source,
}

impl Variable<'_> {
    /// A copy of the attributes.
    pub fn attributes(&self) -> VariableAttributes {
        VariableAttributes {
            description: self.description.clone(),
            data_type: self.data_type.clone(),
            causality: self.causality,
            variability: self.variability,
            initial: self.initial,
            start: self.start,
            derivative_of: self.derivative_of,
            target: self.target,
            source: self.source.clone(),
        }
    }
}
