//! Graphic parameters, which affect pictures only. They are not variables of the FMU.

/// Type of a graphic parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphicKind {
    /// True or false.
    Boolean,
    /// Number, with its unit.
    Real(&'static str),
    /// Three numbers, with their unit.
    Vector(&'static str),
    /// Red, green and blue, 0 to 255 (sRGB).
    Colour,
    /// The name of a [`super::ShapeType`], or a file.
    ShapeType,
    /// The name of a [`super::Quantity`].
    Quantity,
}

/// Default of a graphic parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GraphicDefault {
    /// True or false.
    Boolean(bool),
    /// Name of a shape type or a quantity.
    Name(&'static str),
    /// Expression in the parameters of the component and the world's (`world.x`).
    Expression(&'static str),
}

/// A graphic parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Graphic {
    /// Name.
    pub name: &'static str,
    /// Description.
    pub description: &'static str,
    /// Type.
    pub kind: GraphicKind,
    /// Default.
    pub default: GraphicDefault,
    /// Smallest legal value.
    pub min: Option<f64>,
    /// Largest legal value.
    pub max: Option<f64>,
}

const fn graphic(name: &'static str, kind: GraphicKind, default: GraphicDefault, description: &'static str) -> Graphic {
    Graphic { name, description, kind, default, min: None, max: None }
}

/// True or false.
pub const fn flag(name: &'static str, default: bool, description: &'static str) -> Graphic {
    graphic(name, GraphicKind::Boolean, GraphicDefault::Boolean(default), description)
}

/// A number.
pub const fn number(
    name: &'static str,
    unit: &'static str,
    default: &'static str,
    description: &'static str,
) -> Graphic {
    graphic(name, GraphicKind::Real(unit), GraphicDefault::Expression(default), description)
}

/// A length that is not negative, m.
pub const fn size(name: &'static str, default: &'static str, description: &'static str) -> Graphic {
    number(name, "m", default, description).min(0.0)
}

/// A vector.
pub const fn direction(
    name: &'static str,
    unit: &'static str,
    default: &'static str,
    description: &'static str,
) -> Graphic {
    graphic(name, GraphicKind::Vector(unit), GraphicDefault::Expression(default), description)
}

/// A colour.
pub const fn colour(name: &'static str, default: &'static str, description: &'static str) -> Graphic {
    let mut colour = graphic(name, GraphicKind::Colour, GraphicDefault::Expression(default), description).min(0.0);
    colour.max = Some(255.0);
    colour
}

/// The type of a shape.
pub const fn shape_type(name: &'static str, default: &'static str, description: &'static str) -> Graphic {
    graphic(name, GraphicKind::ShapeType, GraphicDefault::Name(default), description)
}

/// The quantity of an arrow.
pub const fn quantity(name: &'static str, default: &'static str, description: &'static str) -> Graphic {
    graphic(name, GraphicKind::Quantity, GraphicDefault::Name(default), description)
}

impl Graphic {
    /// With a lower bound.
    pub const fn min(mut self, min: f64) -> Self {
        self.min = Some(min);
        self
    }

    /// Legal values, in words for messages.
    pub const fn expected(&self) -> &'static str {
        match self.kind {
            GraphicKind::Boolean => "true or false",
            GraphicKind::Real(_) => "a number, or an expression",
            GraphicKind::Vector(_) => "an array of 3 numbers, or an expression",
            GraphicKind::Colour => "red, green and blue, an array of 3 numbers between 0 and 255, or an expression",
            GraphicKind::ShapeType => {
                "\"box\", \"sphere\", \"cylinder\", \"cone\", \"pipe\", \"pipecylinder\", \"beam\", \"gearwheel\", \"spring\", or a file \
                 (\"modelica://...\", \"package://...\", \"file:///...\", or a path that ends in .stl or .obj)"
            }
            GraphicKind::Quantity => {
                "\"Force\", \"Torque\", \"Velocity\", \"Acceleration\", \"AngularVelocity\", \"AngularAcceleration\" or \
                 \"RelativePosition\""
            }
        }
    }
}
