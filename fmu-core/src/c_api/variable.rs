//! Variables as C programs see them.

use simulation::variables::{Causality, DataType, Variability, Variable};
use std::ffi::{CString, c_char};

/// Type of a variable.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbfDataType {
    /// mbf_instance_get_real, mbf_instance_set_real.
    Real = 0,
    /// mbf_instance_get_integer, mbf_instance_set_integer.
    Integer = 1,
    /// mbf_instance_get_boolean, mbf_instance_set_boolean.
    Boolean = 2,
    /// The number of a literal, counted from 1: mbf_instance_get_integer, mbf_instance_set_integer.
    Enumeration = 3,
}

/// Who decides the value of a variable (FMI 2.0.5, 2.2.7).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbfCausality {
    /// Set by the program.
    Parameter = 0,
    /// Computed from parameters.
    CalculatedParameter = 1,
    /// Driven by the program.
    Input = 2,
    /// A result.
    Output = 3,
    /// An internal variable that may be looked at.
    Local = 4,
    /// The time.
    Independent = 5,
}

/// When the value of a variable may change (FMI 2.0.5, 2.2.7).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbfVariability {
    /// Never.
    Constant = 0,
    /// Not after the initialization.
    Fixed = 1,
    /// Between steps, when it is set.
    Tunable = 2,
    /// At events.
    Discrete = 3,
    /// With time.
    Continuous = 4,
}

/// What a variable is. The texts belong to the model and stay until it is freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MbfVariable {
    /// Name in the terms of Modelica, such as `rev.phi` or `body.frame_a.r_0[1]`.
    pub name: *const c_char,
    /// What it is; empty if nothing is said.
    pub description: *const c_char,
    /// SI unit in Modelica's notation, such as `rad/s` or `N.m`; empty for none.
    pub unit: *const c_char,
    /// Type.
    pub data_type: MbfDataType,
    /// Who decides its value.
    pub causality: MbfCausality,
    /// When its value may change.
    pub variability: MbfVariability,
}

impl MbfVariable {
    /// A variable of a model that keeps its texts.
    pub(super) fn new(variable: &Variable, Texts { name, description, unit }: &Texts) -> Self {
        Self {
            name: name.as_ptr(),
            description: description.as_ptr(),
            unit: unit.as_ptr(),
            data_type: data_type(variable.data_type),
            causality: causality(variable.causality),
            variability: variability(variable.variability),
        }
    }
}

/// The texts of a variable as C has them.
pub(super) struct Texts {
    name: CString,
    description: CString,
    unit: CString,
}

impl Texts {
    pub(super) fn new(variable: &Variable) -> Self {
        let unit = match variable.data_type {
            DataType::Real { unit, .. } => unit.as_deref().unwrap_or_default(),
            DataType::Integer | DataType::Boolean | DataType::Enumeration(_) => "",
        };
        Self { name: c_string(variable.name), description: c_string(variable.description), unit: c_string(unit) }
    }
}

/// `text` for C, where it ends at the first NUL.
pub(super) fn c_string(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default()
}

fn data_type(data_type: &DataType) -> MbfDataType {
    match data_type {
        DataType::Real { .. } => MbfDataType::Real,
        DataType::Integer => MbfDataType::Integer,
        DataType::Boolean => MbfDataType::Boolean,
        DataType::Enumeration(_) => MbfDataType::Enumeration,
    }
}

fn causality(causality: Causality) -> MbfCausality {
    match causality {
        Causality::Parameter => MbfCausality::Parameter,
        Causality::CalculatedParameter => MbfCausality::CalculatedParameter,
        Causality::Input => MbfCausality::Input,
        Causality::Output => MbfCausality::Output,
        Causality::Local => MbfCausality::Local,
        Causality::Independent => MbfCausality::Independent,
    }
}

fn variability(variability: Variability) -> MbfVariability {
    match variability {
        Variability::Constant => MbfVariability::Constant,
        Variability::Fixed => MbfVariability::Fixed,
        Variability::Tunable => MbfVariability::Tunable,
        Variability::Discrete => MbfVariability::Discrete,
        Variability::Continuous => MbfVariability::Continuous,
    }
}
