//! The catalogue of FMI variables: those that modelDescription.xml lists and the C API reads and writes.
//!
//! The builder and the runtime derive it from the same compiled model, so they always agree. The value reference of a
//! variable is its index in [`Catalogue::variables`], or that of the variable that it is an alias of; it depends on the
//! model only.

mod declared;
mod list;
mod stored;
mod variable;
mod written;

pub use library::Enumeration;
pub use list::Variables;
pub use variable::{Variable, VariableAttributes};

use crate::digest;
use binary::Binary;
use std::borrow::Cow;

/// FMI 2.0 causality (standard 2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub enum Causality {
    /// Set by the host before the simulation, or between steps when tunable.
    Parameter,
    /// Computed from parameters.
    CalculatedParameter,
    /// Driven by the host.
    Input,
    /// Result for other models.
    Output,
    /// Internal variable, for information.
    Local,
    /// `time`.
    Independent,
}

/// FMI 2.0 variability (standard 2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub enum Variability {
    /// Never changes.
    Constant,
    /// Fixed after initialization.
    Fixed,
    /// Constant between communication points.
    Tunable,
    /// Changes at events only.
    Discrete,
    /// Changes with time.
    Continuous,
}

/// FMI 2.0 `initial` attribute (standard 2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub enum Initial {
    /// Initialized with the start value.
    Exact,
    /// The start value is a guess.
    Approx,
    /// Computed during initialization.
    Calculated,
}

/// Data type of a variable, with type-specific attributes.
#[derive(Clone, Debug, PartialEq, Binary)]
pub enum DataType {
    /// Floating point number, SI unit.
    Real {
        /// Unit in Modelica's notation (`N.m`, `rad/s2`); none for dimensionless.
        /// Not in a compiled model: a runtime does not need it.
        #[binary(skip)]
        unit: Option<Cow<'static, str>>,
        /// Smallest legal value.
        min: Option<f64>,
        /// Largest legal value.
        max: Option<f64>,
    },
    /// Integer.
    Integer,
    /// Boolean.
    Boolean,
    /// Enumeration; values count from 1.
    Enumeration(&'static Enumeration),
}

/// A value of one of the FMI types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Real.
    Real(f64),
    /// Integer, and the 1-based ordinal of an enumeration literal.
    Integer(i32),
    /// Boolean.
    Boolean(bool),
}

impl Value {
    /// The number that represents it in the arrays of parameters and inputs.
    pub fn number(self) -> f64 {
        match self {
            Self::Real(value) => value,
            Self::Integer(value) => f64::from(value),
            Self::Boolean(value) => f64::from(u8::from(value)),
        }
    }
}

/// Destination of a value set by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Target {
    /// Element of the parameter array (numeric parameters and start values).
    Parameter(usize),
    /// Element of the input array.
    Input(usize),
}

/// All variables of a model.
#[derive(Clone, Debug, Default, Binary)]
pub struct Catalogue {
    /// Variables; the index is the value reference, see [`Self::reference`].
    pub variables: Variables,
    /// Catalogue indices of the continuous states, in the order of the state array.
    pub states: Vec<usize>,
    /// Catalogue indices of the derivatives of [`Self::states`], in the same order.
    pub derivatives: Vec<usize>,
    /// Catalogue indices of the inputs, in the order of the input array.
    pub inputs: Vec<usize>,
    /// Catalogue indices of the continuous states of model exchange and of their derivatives, where they are not the state array.
    pub minimal: Option<[Vec<usize>; 2]>,
}

impl Catalogue {
    /// Catalogue indices of the continuous states of model exchange, and of their derivatives.
    pub fn exchanged(&self) -> [&[usize]; 2] {
        match &self.minimal {
            Some(lists) => lists.each_ref().map(Vec::as_slice),
            None => [&self.states, &self.derivatives],
        }
    }

    /// Value reference of the variable with index `index`: that of the variable that it is an alias of, if it is one.
    #[inline]
    pub fn reference(&self, index: usize) -> usize {
        self.variables.get(index).and_then(|variable| variable.alias_of).unwrap_or(index)
    }

    /// The variable with the value reference of index `index`.
    #[inline(always)]
    pub fn referred(&self, index: usize) -> Option<Variable<'_>> {
        self.variables.referred(index)
    }

    /// Start values of the inputs, in the order of the input array.
    pub fn input_starts(&self) -> Vec<f64> {
        let start = |index: &usize| Some(self.variables.get(*index)?.start?.number());
        self.inputs.iter().map(|index| start(index).unwrap_or_default()).collect()
    }

    /// A hash of names, order, types and causalities of the variables: if it is equal, value references refer to the
    /// same variables.
    pub fn digest(&self) -> u64 {
        let mut digest = digest::EMPTY;
        for (index, variable) in self.variables.numbered() {
            let kind = match variable.data_type {
                DataType::Real { .. } => 0,
                DataType::Integer => 1,
                DataType::Boolean => 2,
                DataType::Enumeration(_) => 3,
            };
            let reference = u32::try_from(self.reference(index)).unwrap_or(u32::MAX);
            digest = digest::digest(digest, variable.name.as_bytes());
            digest = digest::digest(digest, &[0, kind, variable.causality as u8]);
            digest = digest::digest(digest, &reference.to_le_bytes());
        }
        digest
    }

    /// Index of the variable called `name`.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|v| v.name == name)
    }
}
