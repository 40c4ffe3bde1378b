//! Parts of assemblies for measurement only.

use crate::class::*;
use crate::{ClosedFormElement, DirectionForm};
use mechanism::{Relative, Source};

/// The position of frame_a of an assembly as seen from frame_b.
pub(super) static RELATIVE_POSITION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.RelativePosition",
    description: "Position of frame_b relative to frame_a",
    connectors: &FRAMES,
    variables: &[R_REL],
    ..Class::netlist(&Netlist {
        parts: &[part("relativePosition", BASIC_RELATIVE_POSITION.name, &[]).exposed()],
        ..Netlist::EMPTY
    })
};

/// Its part with the same name.
pub(super) static BASIC_RELATIVE_POSITION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.BasicRelativePosition",
    description: "Position of frame_b relative to frame_a",
    connectors: &FRAMES,
    variables: &[R_REL],
    ..Class::element(|e| e.show_relative(&[("r_rel", Relative::Position)]))
};

/// An element of a vector that is constant.
pub(super) static COMPONENT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.Component",
    description: "Element of a constant vector",
    parameters: &[real("k", "m", "Constant value")],
    variables: &[variable("y", "m", "The value")],
    ..Class::element(|e| {
        let k = e.address("k");
        e.add_variable("y", |_| Source::Parameter(k));
    })
};

/// A direction of frame_a in the axes of frame_b, which follows from the initial positions.
pub(super) static CARRIED_DIRECTION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.CarriedDirection",
    description: "Direction that is fixed in frame_a, resolved in frame_b at the start",
    parameters: &[
        vector("n_a", "1", "The direction resolved in frame_a"),
        vector("n_b", "1", "The direction resolved in frame_b at the start").or_vector([0.0, 0.0, 1.0]),
    ],
    connectors: &FRAMES,
    ..Class::element(|e| {
        let name = format!("{}.n_b", e.name);
        let (n_a, n_b, frames) = (e.vector("n_a"), e.vector("n_b"), e.frames());
        e.elements.closed_forms.push(ClosedFormElement::Direction(DirectionForm { name, n_a, n_b, frames }));
    })
};

const FRAMES: [Connector; 2] = [
    frame("frame_a", "Coordinate system relative to which the motion is measured"),
    frame("frame_b", "Coordinate system whose motion is measured"),
];
const R_REL: Variable = variables("r_rel", 3, "m", "Vector from frame_a to frame_b resolved in frame_a");
