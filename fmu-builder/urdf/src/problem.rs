//! Problems in a robot's text.

use std::any::Any;
use std::sync::Arc;

use compiler::model_file::{Diagnostic, LaterProblem, Problem, Span};

/// A problem of a robot's text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UrdfProblem {
    /// The text is not well-formed XML.
    #[error("not well-formed XML: {0}")]
    Xml(String),
    /// There is nothing in the file.
    #[error("the file has no element: expected `<robot name=\"...\">`")]
    Empty,
    /// A document type, which may define entities.
    #[error("the text has a document type (`<!DOCTYPE`), which no robot needs")]
    DocumentType,
    /// The outermost element is another one.
    #[error("the outermost element is `<{0}>`: expected `<robot name=\"...\">`")]
    NotARobot(String),
    /// Macros that have not been expanded.
    #[error("`<{0}>` is a macro of xacro, not URDF")]
    Xacro(String),
    /// An element that looks like another one.
    #[error("`<{parent}>` has no element `<{found}>`")]
    UnknownElement {
        /// The parent element.
        parent: &'static str,
        /// Its name.
        found: String,
        /// The name that is meant.
        nearest: &'static str,
    },
    /// An attribute that looks like another one.
    #[error("`<{element}>` has no attribute `{found}`")]
    UnknownAttribute {
        /// The element.
        element: &'static str,
        /// The attribute.
        found: String,
        /// The name that is meant.
        nearest: &'static str,
    },
    /// An element that has to be there.
    #[error("{owner} has no `<{element}>`: expected {expected}")]
    MissingElement {
        /// Description of the owner.
        owner: String,
        /// The element.
        element: &'static str,
        /// An example.
        expected: &'static str,
    },
    /// An attribute that has to be there.
    #[error("`<{element}>` has no attribute `{attribute}`: expected {expected}")]
    MissingAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
        /// Expected value, in words.
        expected: &'static str,
    },
    /// An element that may stand once only.
    #[error("{owner} has `<{element}>` more than once")]
    Twice {
        /// Description of the owner.
        owner: String,
        /// The element.
        element: String,
    },
    /// A text that is not the right count of finite numbers.
    #[error("`{attribute}` is \"{found}\": expected {expected}")]
    Numbers {
        /// The attribute.
        attribute: &'static str,
        /// Its text.
        found: String,
        /// Expected numbers, in words.
        expected: &'static str,
    },
    /// An orientation that is written in a way that is not read.
    #[error("`quat_xyzw` is not read")]
    Quaternion,
    /// A name of nothing.
    #[error("the name of this `<{0}>` is empty")]
    EmptyName(String),
    /// Two links or two joints of one name.
    #[error("there are two {what} with the name \"{name}\"")]
    DuplicateName {
        /// `links` or `joints`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A type of joints that does not exist.
    #[error("joint \"{joint}\": there is no type \"{found}\" of joints")]
    UnknownType {
        /// The joint.
        joint: String,
        /// The type as written.
        found: String,
        /// The nearest type.
        nearest: Option<&'static str>,
    },
    /// An axis without direction.
    #[error("joint \"{joint}\": the axis has no direction")]
    ZeroAxis {
        /// The joint.
        joint: String,
    },
    /// Less than nothing.
    #[error("{what} is {value}: expected zero or more")]
    Negative {
        /// Description of the quantity.
        what: String,
        /// The value.
        value: f64,
    },
    /// A tensor that no body has.
    #[error("link \"{link}\": the inertia has a negative principal moment, which that of no body has")]
    NegativeInertia {
        /// The link.
        link: String,
    },
    /// No link at all.
    #[error("the robot has no link")]
    NoLink,
    /// A link that does not exist.
    #[error("joint \"{joint}\": its {role} is the link \"{name}\", which does not exist")]
    UnknownLink {
        /// The joint.
        joint: String,
        /// `parent` or `child`.
        role: &'static str,
        /// The link as written.
        name: String,
        /// The nearest link.
        nearest: Option<String>,
    },
    /// A link that two joints carry.
    #[error("the link \"{link}\" is the child of two joints, \"{first}\" and \"{second}\"")]
    TwoParents {
        /// The link.
        link: String,
        /// One joint.
        first: String,
        /// The other joint.
        second: String,
    },
    /// More than one link that no joint carries.
    #[error("{count} links are child of no joint, {names}: expected one, the root of the robot")]
    SeveralRoots {
        /// Number of roots.
        count: usize,
        /// Their names.
        names: String,
    },
    /// Joints that carry each other.
    #[error("the joints form a cycle: {}", .0.join(" -> "))]
    Cycle(Vec<String>),
    /// A joint that does not exist.
    #[error("joint \"{joint}\" mimics the joint \"{name}\", which does not exist")]
    UnknownMimic {
        /// The joint.
        joint: String,
        /// The joint that it follows, as written.
        name: String,
        /// The nearest joint.
        nearest: Option<String>,
    },
    /// Joints that follow each other.
    #[error("joints mimic each other: {}", .0.join(" -> "))]
    MimicCircle(Vec<String>),
    /// A joint of more than one coordinate.
    #[error("joint \"{joint}\" mimics \"{master}\", but a {kind} joint has no single position")]
    MimicKind {
        /// The joint that follows.
        joint: String,
        /// The joint that it follows.
        master: String,
        /// Type of that of the two that has more coordinates than one.
        kind: &'static str,
    },
    /// `--lock` of a joint that does not exist.
    #[error("--lock {name}: there is no such joint")]
    UnknownLocked {
        /// The name as given.
        name: String,
        /// The nearest joint.
        nearest: Option<String>,
    },
    /// A robot that could not be moved by any force.
    #[error("no link has mass, so nothing can move")]
    NoMass,
}

impl UrdfProblem {
    /// The problem as one of a model file, at `span`.
    pub(super) fn at(self, span: &Span) -> Diagnostic {
        Diagnostic::new(span.clone(), Problem::Later(Arc::new(self)))
    }

    /// The problem without a place.
    pub(super) fn of_file(self) -> Diagnostic {
        Diagnostic::without_place(Problem::Later(Arc::new(self)))
    }
}

impl LaterProblem for UrdfProblem {
    fn equals(&self, other: &dyn LaterProblem) -> bool {
        (other as &dyn Any).downcast_ref::<Self>() == Some(self)
    }

    fn help(&self) -> Option<String> {
        let meant = |nearest: &str| Some(format!("did you mean `{nearest}`?"));
        match self {
            Self::NotARobot(found) if matches!(found.as_str(), "sdf" | "mujoco") => {
                Some("convert the model to URDF first".to_owned())
            }
            Self::Xacro(_) => Some("run xacro first: `xacro robot.urdf.xacro > robot.urdf`".to_owned()),
            Self::Numbers { found, .. } if found.contains("${") => Some(
                "this is an expression of xacro; run xacro first: `xacro robot.urdf.xacro > robot.urdf`".to_owned(),
            ),
            Self::Numbers { found, .. } if found.contains(',') => {
                Some("numbers are separated by blanks, `0 0 1`, and have a decimal point".to_owned())
            }
            Self::DocumentType => Some("remove it, and write what its entities stand for".to_owned()),
            Self::UnknownElement { nearest, .. } => Some(format!("did you mean `<{nearest}>`?")),
            Self::UnknownAttribute { nearest, .. } => meant(nearest),
            Self::Twice { .. } => Some("remove one of them".to_owned()),
            Self::Quaternion => Some("write the orientation as `rpy`: roll, pitch and yaw in rad".to_owned()),
            Self::DuplicateName { .. } => Some("rename one of them".to_owned()),
            Self::UnknownType { nearest: Some(nearest), .. } => meant(nearest),
            Self::UnknownType { nearest: None, .. } => {
                Some("the types are revolute, continuous, prismatic, fixed, floating and planar".to_owned())
            }
            Self::ZeroAxis { .. } => {
                Some("write a direction, such as `0 0 1`, or leave `<axis>` out for `1 0 0`".to_owned())
            }
            Self::UnknownLink { nearest: Some(nearest), .. }
            | Self::UnknownMimic { nearest: Some(nearest), .. }
            | Self::UnknownLocked { nearest: Some(nearest), .. } => meant(nearest),
            Self::UnknownLink { nearest: None, name, .. } => Some(format!("add `<link name=\"{name}\"/>`")),
            Self::UnknownMimic { nearest: None, .. } => {
                Some("remove `<mimic>`, or name a joint of this file".to_owned())
            }
            Self::TwoParents { .. } => {
                Some("URDF has trees only: a link hangs on one joint, and closed loops cannot be written".to_owned())
            }
            Self::SeveralRoots { .. } => Some(
                "add a joint, of type fixed where nothing moves, whose child is the link that hangs loose".to_owned(),
            ),
            Self::Cycle(_) => Some("URDF has trees only: turn parent and child round, or remove a joint".to_owned()),
            Self::NegativeInertia { .. } => Some(
                "check signs and units: no product of inertia is larger than the geometric mean of its two moments"
                    .to_owned(),
            ),
            Self::NoMass => Some("add `<inertial>` with mass and inertia to the links".to_owned()),
            _ => None,
        }
    }
}
