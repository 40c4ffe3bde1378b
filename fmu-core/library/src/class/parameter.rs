//! Declarations of parameters.

use mechanism::Shape;

/// Type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Number, with its unit.
    Real(Option<&'static str>),
    /// Integer, structural.
    Integer,
    /// Axes of three rotations, numbers between 1 and 3, structural.
    Sequence,
    /// Boolean, structural.
    Boolean,
    /// Condition on time, evaluated during the simulation.
    Condition,
    /// Enumeration, structural.
    Enumeration(&'static Enumeration),
    /// A setting for reading the model file. The compiled model does not contain it.
    Reading(Reading),
}

/// Type of a setting for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Boolean.
    Boolean,
    /// Whole number.
    Integer,
    /// Whole numbers.
    Integers,
    /// Text.
    Text,
    /// Literal of an enumeration.
    Literal(&'static Enumeration),
}

/// An enumeration type.
#[derive(Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Name, without the package.
    pub name: &'static str,
    /// Literals in order.
    pub literals: &'static [&'static str],
}

/// Default value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    /// The model must set it.
    Required,
    /// Number.
    Number(f64),
    /// Vector of three.
    Vector([f64; 3]),
    /// Matrix of one row.
    Row(&'static [f64]),
    /// The sequence {1, 2, 3} of rotation axes.
    Sequence,
    /// Boolean.
    Boolean(bool),
    /// Enumeration literal.
    Literal(&'static str),
    /// Expression in the other parameters of the component, and in those of the world (`world.x`).
    Expression(&'static str),
    /// Value of a structural parameter that is declared earlier.
    SameAs(&'static str),
    /// None: the parameter takes an expression that is evaluated during the simulation ([`Parameter::varies_with`]).
    Absent,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name.
    pub name: &'static str,
    /// Description in the FMU.
    pub description: &'static str,
    /// Type.
    pub kind: ParameterKind,
    /// Shape.
    pub shape: Shape,
    /// Default.
    pub default: DefaultValue,
    /// Smallest legal value.
    pub min: Option<f64>,
    /// Largest legal value.
    pub max: Option<f64>,
    /// Laws read it at each evaluation, so that it may change during the simulation.
    pub tunable: bool,
    /// Derived: the model cannot set it.
    pub is_final: bool,
    /// The model determines the number of elements; `shape` is that of the default.
    pub any_size: bool,
    /// May be empty.
    pub may_be_empty: bool,
    /// Not a variable of the FMU, because a connector has the same name.
    pub hidden: bool,
    /// Variable that its expression may contain besides parameters.
    pub varies_with: Option<Varying>,
    /// Structural: evaluated at build time, not an expression, and fixed in the FMU.
    pub is_settled: bool,
    /// Only pictures read it.
    pub is_of_pictures: bool,
    /// Check of the elements.
    pub check: Option<Check>,
    /// It has an effect only if one of these structural parameters has this value; always if the list is empty.
    pub only_if: &'static [(&'static str, &'static str)],
}

/// Variable of an expression that is evaluated during the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varying {
    /// `time`, s.
    Time,
    /// `r`, a position in the world frame, m.
    Position,
}

impl Varying {
    /// Name in expressions.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Position => "r",
        }
    }
}

/// Checks the elements of a parameter: returns none, or the expectation that is not met.
pub type Check = fn(&[f64], Shape) -> Option<&'static str>;

/// A number without default; dimensionless if `unit` is empty.
pub const fn real(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    Parameter {
        name,
        description,
        kind: ParameterKind::Real(if unit.is_empty() { None } else { Some(unit) }),
        shape: Shape::Scalar,
        default: DefaultValue::Required,
        min: None,
        max: None,
        tunable: false,
        is_final: false,
        any_size: false,
        may_be_empty: false,
        hidden: false,
        varies_with: None,
        is_settled: false,
        is_of_pictures: false,
        check: None,
        only_if: &[],
    }
}

/// A vector of three numbers without default.
pub const fn vector(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    Parameter { shape: Shape::Vector(3), ..real(name, unit, description) }
}

/// An array of any number of numbers without default.
pub const fn array(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    Parameter { shape: Shape::Vector(1), any_size: true, ..real(name, unit, description) }
}

/// A matrix with any number of rows and columns without default.
pub const fn table(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    Parameter { shape: Shape::Matrix(2, 2), any_size: true, ..real(name, unit, description) }
}

/// A 3 x 3 matrix without default.
pub const fn matrix(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    Parameter { shape: Shape::Matrix(3, 3), ..real(name, unit, description) }
}

/// A Boolean with default `value`.
pub const fn boolean(name: &'static str, value: bool, description: &'static str) -> Parameter {
    Parameter { kind: ParameterKind::Boolean, default: DefaultValue::Boolean(value), ..real(name, "", description) }
}

/// A condition on time without default.
pub const fn condition(name: &'static str, description: &'static str) -> Parameter {
    Parameter { kind: ParameterKind::Condition, ..real(name, "", description) }
}

/// An enumeration with default `literal`.
pub const fn enumeration(
    name: &'static str,
    of: &'static Enumeration,
    literal: &'static str,
    description: &'static str,
) -> Parameter {
    Parameter {
        kind: ParameterKind::Enumeration(of),
        default: DefaultValue::Literal(literal),
        ..real(name, "", description)
    }
}

/// An Integer of at least `min`, with default `value`.
pub const fn integer(name: &'static str, min: i32, value: i32, description: &'static str) -> Parameter {
    Parameter { kind: ParameterKind::Integer, ..real(name, "", description).or(value as f64).min(min as f64) }
}

/// Any Integer, with default `value`.
pub const fn whole(name: &'static str, value: i32, description: &'static str) -> Parameter {
    Parameter { max: Some(i32::MAX as f64), ..integer(name, i32::MIN, value, description) }
}

/// A sequence of three rotation axes with default {1, 2, 3}.
pub const fn sequence(name: &'static str, description: &'static str) -> Parameter {
    Parameter {
        kind: ParameterKind::Sequence,
        shape: Shape::Vector(3),
        default: DefaultValue::Sequence,
        min: Some(1.0),
        max: Some(3.0),
        ..real(name, "", description)
    }
}

/// A setting for reading the model file.
pub const fn reading(name: &'static str, of: Reading, default: DefaultValue, description: &'static str) -> Parameter {
    Parameter { kind: ParameterKind::Reading(of), default, ..real(name, "", description) }
}

/// A Boolean for reading the model file.
pub const fn reading_boolean(name: &'static str, value: bool, description: &'static str) -> Parameter {
    reading(name, Reading::Boolean, DefaultValue::Boolean(value), description)
}

/// A text for reading the model file.
pub const fn reading_text(name: &'static str, value: &'static str, description: &'static str) -> Parameter {
    reading(name, Reading::Text, DefaultValue::Literal(value), description)
}

impl Parameter {
    /// Sets a default number.
    pub const fn or(self, value: f64) -> Self {
        Self { default: DefaultValue::Number(value), ..self }
    }
    /// Sets a default vector.
    pub const fn or_vector(self, value: [f64; 3]) -> Self {
        Self { default: DefaultValue::Vector(value), ..self }
    }
    /// Sets a default matrix of one row.
    pub const fn or_row(self, value: &'static [f64]) -> Self {
        Self { default: DefaultValue::Row(value), shape: Shape::Matrix(1, value.len()), ..self }
    }
    /// Sets a default that depends on other parameters.
    pub const fn or_expression(self, expression: &'static str) -> Self {
        Self { default: DefaultValue::Expression(expression), ..self }
    }
    /// Sets the value of an earlier structural parameter as default.
    pub const fn or_same_as(self, parameter: &'static str) -> Self {
        Self { default: DefaultValue::SameAs(parameter), ..self }
    }
    /// Derives it from other parameters; the model cannot set it.
    pub const fn derived(self, expression: &'static str) -> Self {
        Self { is_final: true, ..self.or_expression(expression) }
    }
    /// May be empty.
    pub const fn or_empty(self) -> Self {
        Self { may_be_empty: true, ..self }
    }
    /// Sets a lower limit.
    pub const fn min(self, min: f64) -> Self {
        Self { min: Some(min), ..self }
    }
    /// Sets an upper limit.
    pub const fn max(self, max: f64) -> Self {
        Self { max: Some(max), ..self }
    }
    /// Makes it a structural number (`Element::settled`).
    pub const fn settled(self) -> Self {
        Self { is_settled: true, ..self }
    }
    /// Hides it, because a connector has the same name.
    pub const fn hidden(self) -> Self {
        Self { hidden: true, ..self }
    }
    /// Allows a variable in its expression.
    pub const fn varying_with(self, varying: Varying) -> Self {
        Self { varies_with: Some(varying), ..self }
    }
    /// Makes it optional; if set, it is an expression that is evaluated during the simulation.
    pub const fn or_absent(self) -> Self {
        Self { default: DefaultValue::Absent, ..self }
    }
    /// Adds a check of the elements.
    pub const fn checked(self, check: Check) -> Self {
        Self { check: Some(check), ..self }
    }
    /// Restricts its effect to a value of one of these structural parameters.
    pub const fn only_if(mut self, conditions: &'static [(&'static str, &'static str)]) -> Self {
        self.only_if = conditions;
        self
    }
    /// Expected value, in words.
    pub fn expected(&self) -> String {
        match (self.any_size, self.shape) {
            (true, Shape::Vector(_)) => "an array of numbers".to_owned(),
            (true, _) => "a matrix: an array of rows of equal length".to_owned(),
            (false, shape) => shape.describe(),
        }
    }
    /// Allows changes during the simulation.
    pub const fn tunable(self) -> Self {
        Self { tunable: true, ..self }
    }
}
