//! Declarations of classes: parameters, connectors, variables, and the body.

pub(crate) mod element;

mod connector;
mod parameter;

use crate::ByName;
pub use connector::{
    Condition, Connector, ConnectorKind, SignalSize, SignalType, boolean_output, connector, frame, real_input,
    real_inputs, real_output,
};
pub use element::Element;
use element::Structural;
pub use parameter::{
    DefaultValue, Enumeration, Parameter, ParameterKind, Reading, Varying, array, boolean, condition, enumeration,
    integer, matrix, reading, reading_boolean, reading_text, real, sequence, table, vector, whole,
};

use crate::pictures::{Graphic, Picture};
use mechanism::Shape;

/// A class of the component library.
#[derive(Debug)]
pub struct Class {
    /// Full MSL name, `Modelica.Mechanics.MultiBody.Parts.Body`.
    pub name: &'static str,
    /// Description, one line.
    pub description: &'static str,
    /// Parameters.
    pub parameters: &'static [Parameter],
    /// Connectors.
    pub connectors: &'static [Connector],
    /// Variables of the FMU, which accept attributes (start, fixed).
    pub variables: &'static [Variable],
    /// Variables of the FMU that are expressions. Settings of them have no effect.
    pub inner: &'static [Inner],
    /// Outputs that are states, and their derivatives as expressions like those of inner variables.
    pub rates: &'static [(&'static str, &'static str)],
    /// Parts of the class in MSL that a model may give attributes to, although the class is a single element here.
    pub inner_parts: &'static [&'static str],
    /// Graphic parameters, which only affect pictures. The runtime inside an FMU has none.
    pub graphics: &'static [&'static [Graphic]],
    /// Pictures in animations.
    pub pictures: &'static [Picture],
    /// Element or netlist.
    pub body: Body,
}

impl Class {
    /// Default values of fields.
    pub const EMPTY: Self = Self {
        name: "",
        description: "",
        parameters: &[],
        connectors: &[],
        variables: &[],
        inner: &[],
        rates: &[],
        inner_parts: &[],
        graphics: &[],
        pictures: &[],
        body: Body::Element(|_| ()),
    };

    /// [`Self::EMPTY`] with a function that registers an element.
    pub const fn element(build: fn(&mut Element<'_>)) -> Self {
        Self { body: Body::Element(build), ..Self::EMPTY }
    }

    /// [`Self::EMPTY`] with a netlist of other classes.
    pub const fn netlist(netlist: &'static Netlist) -> Self {
        Self { body: Body::Netlist(netlist), ..Self::EMPTY }
    }

    /// Its parts; none if it is a single element.
    pub fn parts(&self) -> &'static [Part] {
        match &self.body {
            Body::Netlist(netlist) => netlist.parts,
            Body::Element(_) => &[],
        }
    }

    /// The part `name`.
    pub fn part(&self, name: &str) -> Option<&'static Part> {
        self.parts().iter().find(|part| part.name == name)
    }

    /// Members that it has in MSL, but not as a single element here: parts and inner variables.
    pub fn inner_members(&self) -> impl Iterator<Item = &'static str> {
        self.inner_parts.iter().copied().chain(self.inner.iter().map(Inner::member))
    }

    /// The literal of an enumeration parameter among the values of structural parameters.
    pub fn literal(&self, structural: &ByName<Structural>, name: &str) -> Option<&'static str> {
        let kind = self.parameters.iter().find(|parameter| parameter.name == name)?.kind;
        match (structural.get(name)?, kind) {
            (Structural::Literal(k), ParameterKind::Enumeration(enumeration)) => enumeration.literals.get(*k).copied(),
            _ => None,
        }
    }

    /// All graphic parameters.
    pub fn graphics(&self) -> impl Iterator<Item = &'static Graphic> {
        self.graphics.iter().flat_map(|list| list.iter())
    }

    /// The graphic parameter called `name`.
    pub fn graphic(&self, name: &str) -> Option<&'static Graphic> {
        self.graphics().find(|graphic| graphic.name == name)
    }
}

/// Body of a class.
#[derive(Debug)]
pub enum Body {
    /// A single element: the function registers joints, masses and laws.
    Element(fn(&mut Element<'_>)),
    /// A netlist of other classes.
    Netlist(&'static Netlist),
}

/// A class composed of parts.
#[derive(Debug)]
pub struct Netlist {
    /// Parts.
    pub parts: &'static [Part],
    /// Connections between connectors of parts.
    pub connections: &'static [(&'static str, &'static str)],
    /// Connectors of the class, and the connectors of parts that they are.
    pub connectors: &'static [(&'static str, &'static [&'static str])],
    /// Variables of the class that are variables of a part: (name, variable of the part).
    pub variables: &'static [(&'static str, &'static str)],
}

impl Netlist {
    /// Default values of fields.
    pub const EMPTY: Self = Self { parts: &[], connections: &[], connectors: &[], variables: &[] };

    /// The connectors of parts that a connector of the class is: part and name.
    pub fn connectors_of(&self, declared: &Connector) -> Vec<(&'static str, &'static str)> {
        match self.connectors.iter().find(|(own, _)| *own == declared.name) {
            Some((_, of_parts)) => of_parts.iter().filter_map(|connector| connector.split_once('.')).collect(),
            None => self.exposed().map(|part| (part.name, declared.name)).into_iter().collect(),
        }
    }

    /// The variable of a part that a variable of the class is: part and name.
    pub fn variable_of(&self, declared: &Variable) -> Option<(&'static str, &'static str)> {
        match self.variables.iter().find(|(own, _)| *own == declared.name) {
            Some((_, of_part)) => of_part.split_once('.'),
            None => Some((self.exposed()?.name, declared.name)),
        }
    }

    fn exposed(&self) -> Option<&'static Part> {
        self.parts.iter().find(|part| part.is_exposed)
    }
}

/// A part of a netlist.
#[derive(Debug)]
pub struct Part {
    /// Name.
    pub name: &'static str,
    /// Class, full name.
    pub class: &'static str,
    /// Parameters of the part: (name, expression in the parameters of the class; for Booleans, enumerations and
    /// integers the name of a parameter of the class, or `true`, or a literal).
    pub parameters: &'static [(&'static str, &'static str)],
    /// Other parameters of the part, each of them that of the class with the same name.
    pub passed: &'static [&'static str],
    /// Its connectors and variables are those of the class with the same names, unless the lists of the netlist have
    /// them.
    pub is_exposed: bool,
}

/// A part of a netlist.
pub const fn part(
    name: &'static str,
    class: &'static str,
    parameters: &'static [(&'static str, &'static str)],
) -> Part {
    Part { name, class, parameters, passed: &[], is_exposed: false }
}

impl Part {
    /// Passes parameters of the class to those of the part with the same names.
    pub const fn passing(self, passed: &'static [&'static str]) -> Self {
        Self { passed, ..self }
    }

    /// Makes its connectors and variables those of the class with the same names.
    pub const fn exposed(self) -> Self {
        Self { is_exposed: true, ..self }
    }

    /// All parameters that have a value, with their expressions.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.parameters.iter().copied().chain(self.passed.iter().map(|name| (*name, *name)))
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
    /// Type of the elements.
    pub signal_type: SignalType,
    /// Description in the FMU.
    pub description: &'static str,
    /// It always has a start value, which the class reads. Other variables have one if the model gives it.
    pub has_start: bool,
    /// Default start value of each element.
    pub start_value: f64,
    /// Fixed by default.
    pub is_fixed: bool,
}

/// A variable of the given shape.
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

/// An Integer variable, which changes at events only.
pub const fn integer_variable(name: &'static str, description: &'static str) -> Variable {
    Variable { signal_type: SignalType::Integer, ..variable(name, "", description) }
}

impl Variable {
    /// Adds a start value, which may become the initial value of a state.
    pub const fn with_start(self) -> Self {
        Self { has_start: true, ..self }
    }
    /// Adds a start value that is fixed by default.
    pub const fn fixed_at_start(self) -> Self {
        Self { is_fixed: true, ..self.with_start() }
    }
    /// Sets the default start value.
    pub const fn starting_at(self, value: f64) -> Self {
        Self { start_value: value, ..self.with_start() }
    }
}

/// A variable that a class has in MSL, itself or in its parts, and that is an expression here, of parameters, connectors and other
/// variables of its component.
#[derive(Clone, Copy, Debug)]
pub struct Inner {
    /// Name; that of a variable of a part has a dot.
    pub name: &'static str,
    /// Unit; empty when dimensionless.
    pub unit: &'static str,
    /// Type of the value.
    pub signal_type: SignalType,
    /// The expression; it may contain inner variables declared before.
    pub value: &'static str,
    /// It exists only if one of these structural parameters has this value; always if the list is empty.
    pub only_if: &'static [(&'static str, &'static str)],
}

/// An inner variable that is a dimensionless number.
pub const fn inner(name: &'static str, value: &'static str) -> Inner {
    Inner { name, unit: "", signal_type: SignalType::Real, value, only_if: &[] }
}

/// An inner variable that is a Boolean: true if the expression is greater than 0.5.
pub const fn inner_boolean(name: &'static str, value: &'static str) -> Inner {
    Inner { signal_type: SignalType::Boolean, ..inner(name, value) }
}

impl Inner {
    /// Sets the unit.
    pub const fn in_unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// Restricts it to a value of one of these structural parameters.
    pub const fn only_if(mut self, conditions: &'static [(&'static str, &'static str)]) -> Self {
        self.only_if = conditions;
        self
    }

    /// The first part of the name.
    pub fn member(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(part, _)| part)
    }
}

/// A partial class with these connectors, for functions of a package; rows have them in braces.
pub const fn of_connectors(connectors: &'static [Connector], build: fn(&mut Element<'_>)) -> Class {
    Class { connectors, ..Class::element(build) }
}

/// A partial class with this function alone: [`Class::element`] under a single name, which rows need.
pub const fn plain(build: fn(&mut Element<'_>)) -> Class {
    Class::element(build)
}

/// A partial class with these variables.
pub const fn showing(variables: &'static [Variable], build: fn(&mut Element<'_>)) -> Class {
    Class { variables, ..Class::element(build) }
}

/// Declares classes of a package, each in a row of the static, the name, parameters in brackets, connectors in braces,
/// a partial class and the description:
///
/// ```ignore
/// plain_classes! {
///     "Electrical.Analog.Basic":
///     VARIABLE_CAPACITOR "VariableCapacitor" [C_MIN, UIC]
///         {P, N, real_input("C", "F", "Capacitance")}
///         showing(&[V, I, CHARGE], |e| build_variable(e, ["Q", "C", "Cmin"], false))
///         "Ideal linear electrical capacitor with variable capacitance";
/// }
/// ```
///
/// Brackets and braces may be left out; their contents replace the list of the partial class. The partial class is the
/// name of a function in scope that returns a [`Class`], with its arguments: one of the package's `interfaces.rs`,
/// [`showing`] or [`plain`]. It gives everything else. After `"Package" by function:` its argument in a row is an
/// operation, and `function` registers the law of an element with it.
///
/// rustfmt leaves rows alone: their lines have at most 120 columns, like all others. A class with anything more of its
/// own, or whose row needs more than six lines, is a `Class { .. }`.
macro_rules! plain_classes {
    ($package:literal by $build:path:
     $($id:ident $name:literal $([$($parameter:expr),+ $(,)?])?
       $partial:ident($operation:expr) $description:literal;)+) => {
        plain_classes! {
            $package: $($id $name $([$($parameter),+])? $partial(|e| $build(e, $operation)) $description;)+
        }
    };
    ($package:literal:
     $($id:ident $name:literal $([$($parameter:expr),+ $(,)?])? $({$($connector:expr),+ $(,)?})?
       $partial:ident($($argument:expr),+) $description:literal;)+) => {$(
        pub(crate) static $id: Class = Class {
            name: concat!("Modelica.", $package, ".", $name),
            description: $description,
            $(parameters: &[$($parameter),+],)?
            $(connectors: &[$($connector),+],)?
            ..$partial($($argument),+)
        };
    )+};
}
pub(crate) use plain_classes;
