//! Parts of assemblies that only measure.

use crate::Element;
use crate::class::*;
use mechanism::{Relative, Source};

/// The position of frame_a of an assembly as seen from frame_b.
pub(super) static RELATIVE_POSITION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.RelativePosition",
    description: "Position of frame_b relative to frame_a",
    documentation: Documentation::NONE,
    connectors: &FRAMES,
    variables: &[R_REL],
    body: Body::Netlist(&Netlist {
        parts: &[Part { name: "relativePosition", class: BASIC_RELATIVE_POSITION.name, parameters: &[] }],
        connections: &[],
        connectors: &[("frame_a", &["relativePosition.frame_a"]), ("frame_b", &["relativePosition.frame_b"])],
        variables: &[("r_rel", "relativePosition.r_rel")],
    }),
    ..Class::EMPTY
};

/// Its part of the same name.
pub(super) static BASIC_RELATIVE_POSITION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.BasicRelativePosition",
    description: "Position of frame_b relative to frame_a",
    documentation: Documentation::NONE,
    connectors: &FRAMES,
    variables: &[R_REL],
    body: Body::Element(|e| {
        let (a, b) = (e.frame("frame_a"), e.frame("frame_b"));
        e.add_variable("r_rel", |k| Source::Relative(a, b, Relative::Position, k as u8));
    }),
    ..Class::EMPTY
};

/// An element of a vector that is constant.
pub(super) static COMPONENT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.Component",
    description: "Element of a constant vector",
    documentation: Documentation::NONE,
    parameters: &[real("k", "m", "Constant value")],
    variables: &[variable("y", "m", "The value")],
    body: Body::Element(|e| {
        let k = e.address("k");
        e.add_variable("y", |_| Source::Parameter(k));
    }),
    ..Class::EMPTY
};

/// A direction of frame_a in the axes of frame_b, which the initial positions decide.
pub(super) static CARRIED_DIRECTION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.CarriedDirection",
    description: "Direction that is fixed in frame_a, resolved in frame_b at the start",
    documentation: Documentation::NONE,
    parameters: &[
        vector("n_a", "1", "The direction resolved in frame_a"),
        vector("n_b", "1", "The direction resolved in frame_b at the start").or_vector([0.0, 0.0, 1.0]),
    ],
    connectors: &FRAMES,
    ..Class::element(carry)
};

fn carry(e: &mut Element<'_>) {
    e.add_direction_form("n_a", "n_b");
}

const FRAMES: [Connector; 2] = [
    frame("frame_a", "Coordinate system relative to which is measured"),
    frame("frame_b", "Coordinate system that is measured"),
];
const R_REL: Variable = variables("r_rel", 3, "m", "Vector from frame_a to frame_b resolved in frame_a");
