//! A robot as described in its text.

use compiler::model_file::{Span, Spanned};

#[derive(Clone, Debug)]
pub(super) struct Robot {
    pub name: String,
    /// Links in the order of the text.
    pub links: Vec<Link>,
    /// Joints in the order of the text.
    pub joints: Vec<Joint>,
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Name as written.
    pub name: Spanned<String>,
    /// Mass and inertia; none if the text has none, or only zeros.
    pub inertial: Option<Inertial>,
    /// Shapes for animations.
    pub visuals: Vec<Visual>,
}

/// Red, green and blue, 0 to 255.
pub(super) type Colour = [f64; 3];

/// A shape on a link.
#[derive(Clone, Debug)]
pub(super) struct Visual {
    /// Place of the shape's element.
    pub span: Span,
    /// Position of its middle in axes of the link, m.
    pub centre: [f64; 3],
    /// Angles about the fixed axes x, y and z, rad.
    pub rpy: [f64; 3],
    pub shape: Shape,
    pub colour: Option<Colour>,
}

#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Lengths along x, y and z.
    Box([f64; 3]),
    /// About z.
    Cylinder {
        radius: f64,
        length: f64,
    },
    Sphere {
        radius: f64,
    },
    /// A file as named in the text, and the scale of its coordinates.
    Mesh {
        file: String,
        scale: [f64; 3],
    },
}

/// Mass and inertia of a link.
#[derive(Clone, Debug)]
pub(super) struct Inertial {
    /// Place of the element.
    pub span: Span,
    /// Mass, kg.
    pub mass: Spanned<f64>,
    /// Centre of mass from the origin of the link, in its axes, m.
    pub centre: Spanned<[f64; 3]>,
    /// Tensor about the centre of mass in axes of the link (11, 22, 33, 21, 31, 32), kg.m2.
    pub inertia: Spanned<[f64; 6]>,
}

/// Pose of a joint on its parent.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// Place of the element.
    pub span: Span,
    /// Position in axes of the parent, m.
    pub xyz: Spanned<[f64; 3]>,
    /// Angles about the fixed axes x, y and z, in this order, rad.
    pub rpy: Spanned<[f64; 3]>,
}

/// Types of joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Revolute,
    Continuous,
    Prismatic,
    Fixed,
    Floating,
    Planar,
}

impl Kind {
    pub(super) const ALL: [Self; 6] =
        [Self::Revolute, Self::Continuous, Self::Prismatic, Self::Fixed, Self::Floating, Self::Planar];

    /// The name in the text.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Fixed => "fixed",
            Self::Floating => "floating",
            Self::Planar => "planar",
        }
    }

    /// True for a joint with one coordinate.
    pub(super) fn is_single(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous | Self::Prismatic)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Joint {
    /// Name as written.
    pub name: Spanned<String>,
    /// Type, with the place of its word.
    pub kind: Spanned<Kind>,
    /// Name of its parent link.
    pub parent: Spanned<String>,
    /// Name of its child link.
    pub child: Spanned<String>,
    /// Pose on the parent.
    pub origin: Origin,
    /// Axis in axes of the child; of any nonzero length.
    pub axis: Spanned<[f64; 3]>,
    /// Damping, N.m.s/rad or N.s/m.
    pub damping: Option<Spanned<f64>>,
    /// Dry friction, N.m or N.
    pub friction: Option<Spanned<f64>>,
    /// Limits of its motion, speed or effort.
    pub limits: Option<Limits>,
    /// The joint that it mimics.
    pub mimic: Option<Mimic>,
}

/// Limits of a joint.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// Place of the element.
    pub span: Span,
    /// Smallest position, rad or m.
    pub lower: Option<f64>,
    /// Largest position, rad or m.
    pub upper: Option<f64>,
    /// Largest effort, N.m or N.
    pub effort: Option<f64>,
    /// The text limits speed or effort.
    pub bounds_speed_or_effort: bool,
}

/// `q = multiplier q_joint + offset`.
#[derive(Clone, Debug)]
pub(super) struct Mimic {
    /// Place of the element.
    pub span: Span,
    /// Name of the mimicked joint.
    pub joint: Spanned<String>,
    /// Factor.
    pub multiplier: f64,
    /// Offset, rad or m.
    pub offset: f64,
}
