//! Shapes and arrows of a class, whose positions, sizes and colours are expressions in the variables of the component.

use super::{Group, Quantity, ShapeType};

/// Kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A shape.
    Shape(ShapeType),
    /// A shape whose type is given by this graphic parameter.
    ShapeOf(&'static str),
    /// An arrow whose coordinates are `along`.
    Arrow {
        /// Quantity that determines its scale.
        quantity: Quantity,
        /// Graphic parameter that gives the quantity instead.
        quantity_of: Option<&'static str>,
        /// Positive: the arrow ends at its origin, otherwise it begins there.
        head_at_origin: &'static str,
    },
    /// Three axes with `length`, diameter `width` and, where the expression is positive, labels.
    Axes {
        /// Colours of the axes.
        colours: [&'static str; 3],
        /// Positive: with labels.
        labels: &'static str,
    },
    /// A rectangle around its origin, `length` by `width`.
    Rectangle,
    /// The part of a plane under the mechanism, with the normal vector `along`.
    Plane,
    /// A rope from its origin to the end of the vector `along`; its unstretched length is `length`. A rope that is
    /// longer than the vector sags.
    Rope,
    /// Part of a torus about y: radii R and r, opening, start and stop angle.
    Torus([&'static str; 5]),
}

/// A picture of a class. Strings are expressions in the parameters, graphic parameters and variables of the component
/// and in those of the world (`world.x`); Booleans count as 1 and 0, enumerations as numbers from 1.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Name, unique in the class.
    pub name: &'static str,
    /// Kind of picture.
    pub figure: Figure,
    /// Group in which it is shown and hidden.
    pub group: Group,
    /// Frame with its origin; none: the world frame.
    pub frame: Option<&'static str>,
    /// Its vectors are resolved in the world frame, not in `frame`.
    pub resolved_in_world: bool,
    /// Vector from the origin of the frame to its own origin, m.
    pub origin: &'static str,
    /// It extends by half its length in both directions from its origin.
    pub centred: bool,
    /// Direction of the length, or the coordinates of an arrow.
    pub along: &'static str,
    /// Direction of the width.
    pub wide: &'static str,
    /// Angle by which it is turned about its length, rad.
    pub roll: &'static str,
    /// Length, m.
    pub length: &'static str,
    /// Width, m.
    pub width: &'static str,
    /// Height, m.
    pub height: &'static str,
    /// A number for some types, see [`ShapeType`].
    pub extra: &'static str,
    /// Colour, red, green and blue from 0 to 255.
    pub colour: &'static str,
    /// Reflection, 0 to 1.
    pub specular: &'static str,
    /// Opacity, 0 to 1.
    pub opacity: &'static str,
    /// It is shown if all of these are positive at the start.
    pub when: &'static [&'static str],
}

/// A figure at the origin of frame_a.
pub const fn figure(name: &'static str, figure: Figure, group: Group) -> Picture {
    Picture {
        name,
        figure,
        group,
        frame: Some("frame_a"),
        resolved_in_world: false,
        origin: "{0, 0, 0}",
        centred: false,
        along: "{1, 0, 0}",
        wide: "{0, 1, 0}",
        roll: "0",
        length: "0",
        width: "0",
        height: "0",
        extra: "0",
        colour: "color",
        specular: "specularCoefficient",
        opacity: "1",
        when: &[],
    }
}

/// A shape.
pub const fn shape(name: &'static str, of: ShapeType, group: Group) -> Picture {
    figure(name, Figure::Shape(of), group)
}

/// A cylinder.
pub const fn cylinder(name: &'static str, group: Group) -> Picture {
    shape(name, ShapeType::Cylinder, group)
}

/// A box.
pub const fn cuboid(name: &'static str, group: Group) -> Picture {
    shape(name, ShapeType::Box, group)
}

/// A sphere around its origin.
pub const fn sphere(name: &'static str, group: Group, diameter: &'static str) -> Picture {
    shape(name, ShapeType::Sphere, group).diameter(diameter).length(diameter).centred()
}

/// A shape whose type is given by a graphic parameter.
pub const fn shape_of(name: &'static str, group: Group, parameter: &'static str) -> Picture {
    figure(name, Figure::ShapeOf(parameter), group)
}

/// An arrow that begins at its origin.
pub const fn arrow(name: &'static str, quantity: Quantity, group: Group) -> Picture {
    figure(name, Figure::Arrow { quantity, quantity_of: None, head_at_origin: "0" }, group)
}

/// An arrow that ends at its origin if `head_at_origin` is positive; a graphic parameter may give its quantity.
pub const fn arrow_of(
    name: &'static str,
    quantity: Quantity,
    quantity_of: Option<&'static str>,
    head_at_origin: &'static str,
    group: Group,
) -> Picture {
    figure(name, Figure::Arrow { quantity, quantity_of, head_at_origin }, group)
}

/// A coordinate system; `sizes` are length and diameter of its axes.
pub const fn axes(
    name: &'static str,
    colours: [&'static str; 3],
    labels: &'static str,
    sizes: [&'static str; 2],
) -> Picture {
    let [length, diameter] = sizes;
    figure(name, Figure::Axes { colours, labels }, Group::Frames).length(length).diameter(diameter).colour(colours[0])
}

/// Methods of a picture that set a field.
macro_rules! setters {
    ($($(#[$doc:meta])* $field:ident: $type:ty;)+) => {
        impl Picture {
            $($(#[$doc])* pub const fn $field(mut self, $field: $type) -> Self {
                self.$field = $field;
                self
            })+
        }
    };
}

setters! {
    /// Sets the vector from the origin of the frame.
    origin: &'static str;
    /// Sets the direction of the length, or the coordinates of an arrow.
    along: &'static str;
    /// Sets the direction of the width.
    wide: &'static str;
    /// Sets the angle about the length.
    roll: &'static str;
    /// Sets the length.
    length: &'static str;
    /// Sets the width.
    width: &'static str;
    /// Sets the height.
    height: &'static str;
    /// Sets the number for some types.
    extra: &'static str;
    /// Sets the colour.
    colour: &'static str;
    /// Sets the reflection.
    specular: &'static str;
    /// Sets the opacity.
    opacity: &'static str;
    /// Shows it only if all of these are positive.
    when: &'static [&'static str];
}

impl Picture {
    /// Moves it to the origin of a frame of the component or of a part of it.
    pub const fn at(mut self, frame: &'static str) -> Self {
        self.frame = Some(frame);
        self
    }
    /// Moves it to the origin of the world frame.
    pub const fn in_world(mut self) -> Self {
        self.frame = None;
        self
    }
    /// Its vectors are resolved in the world frame.
    pub const fn resolved_in_world(mut self) -> Self {
        self.resolved_in_world = true;
        self
    }
    /// Centres it at its origin along its length.
    pub const fn centred(mut self) -> Self {
        self.centred = true;
        self
    }
    /// Sets width and height.
    pub const fn diameter(self, diameter: &'static str) -> Self {
        self.width(diameter).height(diameter)
    }
}
