//! Problems in a robot description.

use std::sync::Arc;

use compiler::model_file::{Diagnostic, LaterProblem, Problem, Span};

/// A problem in a robot description.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UrdfProblem {
    #[error("not well-formed XML: {0}")]
    Xml(String),
    #[error("the file has no element: expected `<robot name=\"...\">`")]
    Empty,
    #[error("the text has a document type (`<!DOCTYPE`), which URDF does not use")]
    DocumentType,
    #[error("the outermost element is `<{0}>`: expected `<robot name=\"...\">`")]
    NotARobot(String),
    #[error("`<{0}>` is a macro of xacro, not URDF")]
    Xacro(String),
    #[error("`<{parent}>` has no element `<{found}>`")]
    UnknownElement { parent: &'static str, found: String, nearest: &'static str },
    #[error("`<{element}>` has no attribute `{found}`")]
    UnknownAttribute { element: &'static str, found: String, nearest: &'static str },
    #[error("{owner} has no `<{element}>`: expected {expected}")]
    MissingElement { owner: String, element: &'static str, expected: &'static str },
    #[error("`<{element}>` has no attribute `{attribute}`: expected {expected}")]
    MissingAttribute { element: String, attribute: &'static str, expected: &'static str },
    #[error("{owner} has `<{element}>` more than once")]
    Twice { owner: String, element: String },
    #[error("`{attribute}` is \"{found}\": expected {expected}")]
    Numbers { attribute: &'static str, found: String, expected: &'static str },
    #[error("`quat_xyzw` is not supported")]
    Quaternion,
    #[error("the name of this `<{0}>` is empty")]
    EmptyName(String),
    #[error("there are two {what} with the name \"{name}\"")]
    DuplicateName { what: &'static str, name: String },
    #[error("joint \"{joint}\": there is no joint type \"{found}\"")]
    UnknownType { joint: String, found: String, nearest: Option<&'static str> },
    #[error("joint \"{joint}\": the axis has no direction")]
    ZeroAxis { joint: String },
    #[error("{what} is {value}: expected zero or more")]
    Negative { what: String, value: f64 },
    #[error("link \"{link}\": the inertia has a negative principal moment, which is not physically possible")]
    NegativeInertia { link: String },
    #[error("the robot has no link")]
    NoLink,
    #[error("joint \"{joint}\": its {role} is the link \"{name}\", which does not exist")]
    UnknownLink { joint: String, role: &'static str, name: String, nearest: Option<String> },
    #[error("the link \"{link}\" is the child of two joints, \"{first}\" and \"{second}\"")]
    TwoParents { link: String, first: String, second: String },
    #[error("{count} links are not the child of a joint, {names}: expected one, the root of the robot")]
    SeveralRoots { count: usize, names: String },
    #[error("the joints form a cycle: {}", .0.join(" -> "))]
    Cycle(Vec<String>),
    #[error("joint \"{joint}\" mimics the joint \"{name}\", which does not exist")]
    UnknownMimic { joint: String, name: String, nearest: Option<String> },
    #[error("joints mimic each other: {}", .0.join(" -> "))]
    MimicCircle(Vec<String>),
    #[error("joint \"{joint}\" mimics \"{master}\", but a {kind} joint has no single position")]
    MimicKind { joint: String, master: String, kind: &'static str },
    #[error("--lock {name}: there is no such joint")]
    UnknownLocked { name: String, nearest: Option<String> },
    #[error("no link has mass, so that nothing can move")]
    NoMass,
}

impl UrdfProblem {
    /// Converts it to a problem of a model file, at `span`.
    pub(super) fn at(self, span: &Span) -> Diagnostic {
        Diagnostic::new(span.clone(), Problem::Later(Arc::new(self)))
    }

    /// Converts it to a problem without a place.
    pub(super) fn of_file(self) -> Diagnostic {
        Diagnostic::without_place(Problem::Later(Arc::new(self)))
    }
}

impl LaterProblem for UrdfProblem {
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
                Some("separate numbers by blanks, `0 0 1`, and use decimal points".to_owned())
            }
            Self::DocumentType => Some("remove it, and replace its entities by their values".to_owned()),
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
            Self::TwoParents { .. } => Some(
                "URDF has trees only: a link is the child of one joint, and closed loops cannot be described"
                    .to_owned(),
            ),
            Self::SeveralRoots { .. } => {
                Some("add a joint whose child is the unconnected link, of type fixed if it does not move".to_owned())
            }
            Self::Cycle(_) => Some("URDF has trees only: exchange parent and child, or remove a joint".to_owned()),
            Self::NegativeInertia { .. } => Some(
                "check signs and units: no product of inertia is larger than the geometric mean of its two moments"
                    .to_owned(),
            ),
            Self::NoMass => Some("add `<inertial>` with mass and inertia to the links".to_owned()),
            _ => None,
        }
    }
}
