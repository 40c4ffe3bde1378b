//! What a class file declares: parameters, connectors, variables, and how the component is made.

mod connector;
mod documentation;
mod parameter;

pub use connector::{
    Condition, Connector, ConnectorKind, SignalSize, SignalType, connector, frame, real_input, real_inputs, real_output,
};
pub use documentation::Documentation;
pub(crate) use documentation::documentation;
pub use parameter::{
    DefaultValue, Enumeration, Parameter, ParameterKind, Varying, array, boolean, condition, enumeration, integer,
    matrix, real, sequence, table, vector, whole,
};

use crate::Element;
use mechanism::Shape;

/// A class of the component library.
#[derive(Debug)]
pub struct Class {
    /// Full MSL name, `Modelica.Mechanics.MultiBody.Parts.Body`.
    pub name: &'static str,
    /// One line on what it is.
    pub description: &'static str,
    /// What it does, and a model that uses it.
    pub documentation: Documentation,
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

impl Class {
    /// A class without parameters, connectors and variables, to take the fields from that a class leaves out.
    pub const EMPTY: Self = Self {
        name: "",
        description: "",
        documentation: Documentation::NONE,
        parameters: &[],
        connectors: &[],
        variables: &[],
        inner_parts: &[],
        body: Body::Element(|_| ()),
    };

    /// The same with the function that registers the element.
    pub const fn element(build: fn(&mut Element<'_>)) -> Self {
        Self { body: Body::Element(build), ..Self::EMPTY }
    }
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

impl Netlist {
    /// A netlist of nothing, to take the fields from that a class leaves out.
    pub const EMPTY: Self = Self { parts: &[], connections: &[], connectors: &[], variables: &[] };
}

/// A part of a netlist.
#[derive(Debug)]
pub struct Part {
    /// Name.
    pub name: &'static str,
    /// Class, full name.
    pub class: &'static str,
    /// Parameters of the part: (name, expression in the parameters of the whole; for Booleans, enumerations and integers the name
    /// of a parameter of the whole, or `true`, or a literal).
    pub parameters: &'static [(&'static str, &'static str)],
}

/// A part of a netlist.
pub const fn part(
    name: &'static str,
    class: &'static str,
    parameters: &'static [(&'static str, &'static str)],
) -> Part {
    Part { name, class, parameters }
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
    /// What its elements are.
    pub signal_type: SignalType,
    /// What it is.
    pub description: &'static str,
    /// It always has a start value, which its class reads. Other variables have one when the model gives it.
    pub has_start: bool,
    /// The start value when the model does not say, each element.
    pub start_value: f64,
    /// The start value holds when the model does not say.
    pub is_fixed: bool,
}

/// A variable of that shape.
const fn shaped(name: &'static str, shape: Shape, unit: &'static str, description: &'static str) -> Variable {
    let signal_type = SignalType::Real;
    Variable { name, unit, shape, signal_type, description, has_start: false, start_value: 0.0, is_fixed: false }
}

/// A scalar variable.
pub const fn variable(name: &'static str, unit: &'static str, description: &'static str) -> Variable {
    shaped(name, Shape::Scalar, unit, description)
}

/// A variable of `n` elements.
pub const fn variables(name: &'static str, n: usize, unit: &'static str, description: &'static str) -> Variable {
    shaped(name, Shape::Vector(n), unit, description)
}

/// A 3 x 3 matrix variable.
pub const fn matrix_variable(name: &'static str, unit: &'static str, description: &'static str) -> Variable {
    shaped(name, Shape::Matrix(3, 3), unit, description)
}

/// A Boolean variable, which changes at events only.
pub const fn boolean_variable(name: &'static str, description: &'static str) -> Variable {
    Variable { signal_type: SignalType::Boolean, ..variable(name, "", description) }
}

/// A variable that is a whole number and changes at events only.
pub const fn integer_variable(name: &'static str, description: &'static str) -> Variable {
    Variable { signal_type: SignalType::Integer, ..variable(name, "", description) }
}

impl Variable {
    /// Its start value may become the initial value of a state.
    pub const fn with_start(mut self) -> Self {
        self.has_start = true;
        self
    }
    /// The same, and the start value holds when the model does not say.
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
