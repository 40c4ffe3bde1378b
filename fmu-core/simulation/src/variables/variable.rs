//! View of a variable of the catalogue.

use super::{Causality, DataType, Initial, Target, Value, Variability, VariableAttributes};
use mechanism::Source;
use std::borrow::Cow;
use std::sync::Arc;

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
    pub alias_of: Option<usize>,
    pub dependencies: Option<&'a Arc<[usize]>>,
    pub initial_dependencies: Option<&'a Arc<[usize]>>,
    pub target: Option<Target>,
    pub source: &'a Source,
}

impl Variable<'_> {
    /// A copy of everything but the name.
    pub fn attributes(&self) -> VariableAttributes {
        VariableAttributes {
            description: self.description.clone(),
            data_type: self.data_type.clone(),
            causality: self.causality,
            variability: self.variability,
            initial: self.initial,
            start: self.start,
            derivative_of: self.derivative_of,
            alias_of: self.alias_of,
            dependencies: self.dependencies.cloned(),
            initial_dependencies: self.initial_dependencies.cloned(),
            target: self.target,
            source: self.source.clone(),
        }
    }
}
