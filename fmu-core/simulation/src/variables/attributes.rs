//! Attributes of a variable, besides its name.

use super::{Causality, DataType, Initial, Target, Value, Variability};
use mechanism::Source;
use std::borrow::Cow;
use std::sync::Arc;

/// Everything that is known of an FMI variable but its name: what [`super::Variables`] is given.
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
    /// `initial`, where the standard wants one.
    pub initial: Option<Initial>,
    /// Start value, where the standard wants one.
    pub start: Option<Value>,
    /// For the derivative of a continuous state: index of that state in the catalogue.
    pub derivative_of: Option<usize>,
    /// Another name for the variable with this index: the two share that one's value reference (FMI 2.0.5, 2.2.7, alias variables), and
    /// only that one has a start value.
    pub alias_of: Option<usize>,
    /// Of an output or a state derivative: catalogue indices of the inputs and states that it depends on, ascending; none means on all
    /// of them, or that nobody has asked ([`crate::model::Model::with_dependencies`]). Other variables have none.
    pub dependencies: Option<Arc<[usize]>>,
    /// Of an output, a state, a state derivative or a calculated parameter: the same for its initial value, which depends on inputs,
    /// parameters and start values.
    pub initial_dependencies: Option<Arc<[usize]>>,
    /// Destination of a value that the host sets; none when it cannot be set.
    pub target: Option<Target>,
    /// Source of its value, which the report stage reads.
    pub source: Source,
}
