//! What a class file declares: parameters, connectors, variables, and how the component is made.

use super::Element;
use crate::mechanism::Shape;

/// A class of the component library.
#[derive(Debug)]
pub struct Class {
    /// Full MSL name, `Modelica.Mechanics.MultiBody.Parts.Body`.
    pub name: &'static str,
    /// One line on what it is.
    pub description: &'static str,
    /// Parameters.
    pub parameters: &'static [Parameter],
    /// Connectors.
    pub connectors: &'static [Connector],
    /// Variables that the FMU shows and that take attributes (start, fixed).
    pub variables: &'static [Variable],
    /// Names of inner parts that a model may give attributes to, although the component is one element here.
    pub inner_parts: &'static [&'static str],
    /// How it is made.
    pub body: Body,
}

/// How a component is made.
#[derive(Debug)]
pub enum Body {
    /// It is one element: joints, masses, laws are registered by this function.
    Element(fn(&mut Element<'_>)),
    /// It is a netlist of other classes.
    Netlist(&'static Netlist),
}

/// A class that is made of parts.
#[derive(Debug)]
pub struct Netlist {
    /// Parts.
    pub parts: &'static [Part],
    /// Connections between connectors of parts.
    pub connections: &'static [(&'static str, &'static str)],
    /// Each connector of the class with the connectors of parts that it stands for.
    pub connectors: &'static [(&'static str, &'static [&'static str])],
    /// Variables of the class that are variables of a part: (name, variable of the part).
    pub variables: &'static [(&'static str, &'static str)],
}

/// A part of a netlist.
#[derive(Debug)]
pub struct Part {
    /// Name.
    pub name: &'static str,
    /// Class, full name.
    pub class: &'static str,
    /// Parameters of the part: (name, expression in the parameters of the whole; for Booleans, enumerations and integers the name
    /// of a parameter of the whole, or `true`).
    pub parameters: &'static [(&'static str, &'static str)],
}

/// Type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Number, with its unit.
    Real(Option<&'static str>),
    /// Axes of three rotations, numbers between 1 and 3, that shape the model.
    Sequence,
    /// Boolean that shapes the model.
    Boolean,
    /// Enumeration that shapes the model.
    Enumeration(&'static Enumeration),
}

/// An enumeration type.
#[derive(Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Name, without the package.
    pub name: &'static str,
    /// Literals in order.
    pub literals: &'static [&'static str],
}

/// What a parameter is when the model does not say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    /// The model must say.
    Required,
    /// Number.
    Number(f64),
    /// Vector of three.
    Vector([f64; 3]),
    /// The sequence {1, 2, 3} of rotation axes.
    Sequence,
    /// Boolean.
    Boolean(bool),
    /// Enumeration literal.
    Literal(&'static str),
    /// Expression in the other parameters of the component, and of the world (`world.x`).
    Expression(&'static str),
    /// What a parameter declared before it is, for those that shape the model.
    SameAs(&'static str),
    /// Nothing: it is no number, but an expression that is evaluated anew again and again ([`Parameter::varies_with`]).
    Absent,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name.
    pub name: &'static str,
    /// What it is.
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
    /// A law reads it anew at each evaluation, so it may change in flight.
    pub tunable: bool,
    /// Derived: the model cannot set it.
    pub is_final: bool,
    /// The model decides how many elements it has; `shape` is that of the default.
    pub any_size: bool,
    /// It is not shown, because a connector has its name.
    pub hidden: bool,
    /// What its expression may name besides parameters.
    pub varies_with: Option<Varying>,
    /// What is wrong with the elements, in words of what is expected.
    pub check: Option<Check>,
}

/// What an expression that is evaluated anew again and again depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varying {
    /// `time`, s.
    Time,
    /// `r`, a position in the world frame, m.
    Position,
}

impl Varying {
    /// Its name in expressions.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Position => "r",
        }
    }
}

/// Looks at the elements of a parameter: nothing, or what is expected instead.
pub type Check = fn(&[f64], Shape) -> Option<&'static str>;

/// A number without default. Dimensionless when `unit` is empty.
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
        hidden: false,
        varies_with: None,
        check: None,
    }
}

/// A vector of three numbers without default.
pub const fn vector(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    let mut parameter = real(name, unit, description);
    parameter.shape = Shape::Vector(3);
    parameter
}

/// An array of any number of numbers without default.
pub const fn array(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    let mut parameter = real(name, unit, description);
    parameter.shape = Shape::Vector(1);
    parameter.any_size = true;
    parameter
}

/// A matrix with any number of rows and columns without default.
pub const fn table(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    let mut parameter = real(name, unit, description);
    parameter.shape = Shape::Matrix(2, 2);
    parameter.any_size = true;
    parameter
}

/// A 3 x 3 matrix without default.
pub const fn matrix(name: &'static str, unit: &'static str, description: &'static str) -> Parameter {
    let mut parameter = real(name, unit, description);
    parameter.shape = Shape::Matrix(3, 3);
    parameter
}

/// A Boolean with default `value`.
pub const fn boolean(name: &'static str, value: bool, description: &'static str) -> Parameter {
    let mut parameter = real(name, "", description);
    parameter.kind = ParameterKind::Boolean;
    parameter.default = DefaultValue::Boolean(value);
    parameter
}

/// An enumeration with default `literal`.
pub const fn enumeration(
    name: &'static str,
    of: &'static Enumeration,
    literal: &'static str,
    description: &'static str,
) -> Parameter {
    let mut parameter = real(name, "", description);
    parameter.kind = ParameterKind::Enumeration(of);
    parameter.default = DefaultValue::Literal(literal);
    parameter
}

/// A sequence of three rotation axes with default {1, 2, 3}.
pub const fn sequence(name: &'static str, description: &'static str) -> Parameter {
    let mut parameter = real(name, "", description);
    parameter.kind = ParameterKind::Sequence;
    parameter.shape = Shape::Vector(3);
    parameter.default = DefaultValue::Sequence;
    parameter.min = Some(1.0);
    parameter.max = Some(3.0);
    parameter
}

impl Parameter {
    /// With a default number.
    pub const fn or(mut self, value: f64) -> Self {
        self.default = DefaultValue::Number(value);
        self
    }
    /// With a default vector.
    pub const fn or_vector(mut self, value: [f64; 3]) -> Self {
        self.default = DefaultValue::Vector(value);
        self
    }
    /// With a default that other parameters decide.
    pub const fn or_expression(mut self, expression: &'static str) -> Self {
        self.default = DefaultValue::Expression(expression);
        self
    }
    /// With the value of a parameter declared before it as default, for those that shape the model.
    pub const fn or_same_as(mut self, parameter: &'static str) -> Self {
        self.default = DefaultValue::SameAs(parameter);
        self
    }
    /// Derived from other parameters; the model cannot set it.
    pub const fn derived(mut self, expression: &'static str) -> Self {
        self.is_final = true;
        self.or_expression(expression)
    }
    /// With a lower bound.
    pub const fn min(mut self, min: f64) -> Self {
        self.min = Some(min);
        self
    }
    /// With an upper bound.
    pub const fn max(mut self, max: f64) -> Self {
        self.max = Some(max);
        self
    }
    /// Not shown, because a connector has its name.
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }
    /// Its expression may name something that changes.
    pub const fn varying_with(mut self, varying: Varying) -> Self {
        self.varies_with = Some(varying);
        self
    }
    /// Nothing when the model does not say; else an expression that is evaluated anew again and again.
    pub const fn or_absent(mut self) -> Self {
        self.default = DefaultValue::Absent;
        self
    }
    /// With a check of the elements, which says what is expected.
    pub const fn checked(mut self, check: Check) -> Self {
        self.check = Some(check);
        self
    }
    /// What the model may give, in words.
    pub fn expected(&self) -> String {
        match (self.any_size, self.shape) {
            (true, Shape::Vector(_)) => "an array of numbers".to_owned(),
            (true, _) => "a matrix: an array of rows of equal length".to_owned(),
            (false, shape) => shape.describe(),
        }
    }
    /// May change in flight.
    pub const fn tunable(mut self) -> Self {
        self.tunable = true;
        self
    }
}

/// Type of a connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectorKind {
    /// Frame of a rigid mechanism (r_0, R, f, t).
    Frame,
    /// Frame that only tells an orientation (frame_resolve).
    FrameResolve,
    /// Rotational flange (phi, tau).
    RotationalFlange,
    /// Translational flange (s, f).
    TranslationalFlange,
    /// Heat port (T, Q_flow).
    HeatPort,
    /// Signal input of `size` elements.
    SignalInput(usize),
    /// Signal output of `size` elements.
    SignalOutput(usize),
    /// Boolean signal output: 0 or 1.
    BooleanOutput,
}

/// How many elements a signal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalSize {
    /// As its kind says.
    Declared,
    /// As many as the matrix parameter has rows.
    Rows(&'static str),
    /// As many as the matrix parameter has columns, less that many.
    Columns(&'static str, usize),
}

/// When a connector exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always.
    Always,
    /// The Boolean parameter is true.
    Boolean(&'static str),
    /// All Boolean parameters are true.
    Booleans(&'static [&'static str]),
    /// The enumeration parameter has that literal.
    Literal(&'static str, &'static str),
    /// One of these enumeration parameters has that literal.
    AnyLiteral(&'static [&'static str], &'static str),
}

/// A connector.
#[derive(Clone, Copy, Debug)]
pub struct Connector {
    /// Name.
    pub name: &'static str,
    /// Type.
    pub kind: ConnectorKind,
    /// Unit of a signal; empty when dimensionless.
    pub unit: &'static str,
    /// What it is.
    pub description: &'static str,
    /// When it exists.
    pub condition: Condition,
    /// It always has a start value, which its class reads.
    pub has_start: bool,
    /// Number of elements of a signal.
    pub size: SignalSize,
}

/// A connector that always exists.
pub const fn connector(
    name: &'static str,
    kind: ConnectorKind,
    unit: &'static str,
    description: &'static str,
) -> Connector {
    Connector {
        name,
        kind,
        unit,
        description,
        condition: Condition::Always,
        has_start: false,
        size: SignalSize::Declared,
    }
}

/// A frame connector.
pub const fn frame(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Frame, "", description)
}

impl Connector {
    /// A signal with that many elements.
    pub const fn sized(mut self, size: SignalSize) -> Self {
        self.size = size;
        self
    }
    /// Exists only when the Boolean parameter is true.
    pub const fn when(mut self, parameter: &'static str) -> Self {
        self.condition = Condition::Boolean(parameter);
        self
    }
    /// Exists only when all these Boolean parameters are true.
    pub const fn when_all(mut self, parameters: &'static [&'static str]) -> Self {
        self.condition = Condition::Booleans(parameters);
        self
    }
    /// It always has a start value, which its class reads.
    pub const fn with_start(mut self) -> Self {
        self.has_start = true;
        self
    }
    /// Exists only when the enumeration parameter has that literal.
    pub const fn when_literal(mut self, parameter: &'static str, literal: &'static str) -> Self {
        self.condition = Condition::Literal(parameter, literal);
        self
    }
    /// Exists only when one of the enumeration parameters has that literal.
    pub const fn when_any_literal(mut self, parameters: &'static [&'static str], literal: &'static str) -> Self {
        self.condition = Condition::AnyLiteral(parameters, literal);
        self
    }
}

/// A variable of a class.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Name.
    pub name: &'static str,
    /// Unit; empty when dimensionless.
    pub unit: &'static str,
    /// Shape.
    pub shape: Shape,
    /// What it is.
    pub description: &'static str,
    /// It always has a start value, which its class reads. Other variables have one when the model gives it.
    pub has_start: bool,
    /// The start value when the model does not say, each element.
    pub start_value: f64,
    /// The start value holds when the model does not say.
    pub is_fixed: bool,
}

/// A scalar variable.
pub const fn variable(name: &'static str, unit: &'static str, description: &'static str) -> Variable {
    Variable { name, unit, shape: Shape::Scalar, description, has_start: false, start_value: 0.0, is_fixed: false }
}

/// A variable of `n` elements.
pub const fn variables(name: &'static str, n: usize, unit: &'static str, description: &'static str) -> Variable {
    Variable { name, unit, shape: Shape::Vector(n), description, has_start: false, start_value: 0.0, is_fixed: false }
}

/// A 3 x 3 matrix variable.
pub const fn matrix_variable(name: &'static str, unit: &'static str, description: &'static str) -> Variable {
    Variable {
        name,
        unit,
        shape: Shape::Matrix(3, 3),
        description,
        has_start: false,
        start_value: 0.0,
        is_fixed: false,
    }
}

impl Variable {
    /// Its start value may become the initial value of a state.
    pub const fn with_start(mut self) -> Self {
        self.has_start = true;
        self
    }
    /// The same, and the start value holds when the model does not say; for variables of a netlist that are variables of its parts.
    pub const fn fixed_at_start(mut self) -> Self {
        self.is_fixed = true;
        self.with_start()
    }
    /// The same, with a start value for models that do not say.
    pub const fn starting_at(mut self, value: f64) -> Self {
        self.start_value = value;
        self.with_start()
    }
}
