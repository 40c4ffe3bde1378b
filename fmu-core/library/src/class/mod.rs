//! Declarations of classes: parameters, connectors, variables, and the body.

pub(crate) mod element;

mod connector;
mod parameter;

pub use connector::{
    Condition, Connector, ConnectorKind, SignalSize, SignalType, boolean_output, connector, frame, real_input,
    real_inputs, real_output,
};
pub use element::Element;
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
    /// Text and example model.
    pub documentation: Documentation,
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
        documentation: Documentation::NONE,
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

    /// Members that it has in MSL, but not as a single element here: parts and inner variables.
    pub fn inner_members(&self) -> impl Iterator<Item = &'static str> {
        self.inner_parts.iter().copied().chain(self.inner.iter().map(Inner::member))
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

/// Text and example model of a class, from a Markdown file beside the class file that has one paragraph and one block
/// of TOML. The runtime inside an FMU does not contain it.
#[derive(Clone, Copy, Debug)]
pub struct Documentation {
    markdown: &'static str,
}

/// The documentation of a class in a file beside the class file; the name of the file may be concatenated from parts.
macro_rules! documentation {
    ($($name:literal),+) => {
        Documentation::new(include_str!(concat!($($name),+)))
    };
}
pub(crate) use documentation;

impl Documentation {
    /// No documentation, for classes that are used only as parts of others.
    pub const NONE: Self = Self { markdown: "" };
    /// Start of the example.
    const OPEN: &str = "```toml\n";
    /// End of the example.
    const CLOSE: &str = "```";

    /// The content of a documentation file.
    pub const fn new(markdown: &'static str) -> Self {
        Self { markdown }
    }

    /// Description: one paragraph, broken into lines.
    pub fn text(&self) -> &'static str {
        self.markdown.split(Self::OPEN).next().unwrap_or_default().trim()
    }

    /// A complete model file (TOML) with a component of the class; empty if there is none.
    pub fn example(&self) -> &'static str {
        let block = self.markdown.split_once(Self::OPEN).map_or("", |(_, block)| block);
        block.split_once(Self::CLOSE).map_or("", |(example, _)| example)
    }
}

/// Declares classes that have only a name, a description and a documentation of their own. A partial class gives the rest: a function of the
/// arguments in the row, or, after `by`, of a function that registers the law with the operation in the row.
macro_rules! plain_classes {
    ($package:literal by $build:path:
     $($id:ident $name:literal $file:literal $partial:ident($operation:expr) $description:literal;)+) => {
        plain_classes! { $package: $($id $name $file $partial(|e| $build(e, $operation)) $description;)+ }
    };
    ($package:literal:
     $($id:ident $name:literal $file:literal $partial:ident($($argument:expr),+) $description:literal;)+) => {$(
        pub static $id: Class = Class {
            name: concat!("Modelica.", $package, ".", $name),
            description: $description,
            documentation: documentation!($file, ".md"),
            ..$partial($($argument),+)
        };
    )+};
}
pub(crate) use plain_classes;
