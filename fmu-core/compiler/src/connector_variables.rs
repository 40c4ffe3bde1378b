//! Variables of connectors other than signals, as in MSL's interfaces.

use crate::model_file::split_subscripts;
use library::{ConnectorHandle, ConnectorKind};
use mechanism::{Shape, Source};
use std::sync::Arc;

/// A quantity at a connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectorQuantity {
    Position,
    Orientation,
    AngularVelocity,
    Force,
    Torque,
    /// Angle of a rotational flange, position of a translational one.
    FlangePosition,
    /// Torque or force.
    FlangeFlow,
    Temperature,
    HeatFlow,
    Voltage,
    Current,
    /// The signal of an output.
    Signal,
}

/// A variable of a connector.
pub(crate) struct ConnectorVariable {
    pub quantity: ConnectorQuantity,
    /// Name in the connector.
    pub name: &'static str,
    pub shape: Shape,
    /// Unit; empty when dimensionless.
    pub unit: &'static str,
    pub description: &'static str,
}

const fn variable(
    quantity: ConnectorQuantity,
    name: &'static str,
    shape: Shape,
    unit: &'static str,
    description: &'static str,
) -> ConnectorVariable {
    ConnectorVariable { quantity, name, shape, unit, description }
}

const FRAME_ORIGIN: &str = "Position vector from world frame to the connector frame origin, resolved in world frame";
const FRAME_ROTATION: &str = "Absolute angular velocity of local frame, resolved in local frame";
const FRAME: &[ConnectorVariable] = &[
    variable(ConnectorQuantity::Position, "r_0", Shape::Vector(3), "m", FRAME_ORIGIN),
    variable(
        ConnectorQuantity::Orientation,
        "R.T",
        Shape::Matrix(3, 3),
        "",
        "Transformation matrix from world frame to local frame",
    ),
    variable(ConnectorQuantity::AngularVelocity, "R.w", Shape::Vector(3), "rad/s", FRAME_ROTATION),
    variable(ConnectorQuantity::Force, "f", Shape::Vector(3), "N", "Cut-force resolved in connector frame"),
    variable(ConnectorQuantity::Torque, "t", Shape::Vector(3), "N.m", "Cut-torque resolved in connector frame"),
];
const ROTATIONAL_FLANGE: &[ConnectorVariable] = &[
    variable(ConnectorQuantity::FlangePosition, "phi", Shape::Scalar, "rad", "Absolute rotation angle of flange"),
    variable(ConnectorQuantity::FlangeFlow, "tau", Shape::Scalar, "N.m", "Cut torque in the flange"),
];
const TRANSLATIONAL_FLANGE: &[ConnectorVariable] = &[
    variable(ConnectorQuantity::FlangePosition, "s", Shape::Scalar, "m", "Absolute position of flange"),
    variable(ConnectorQuantity::FlangeFlow, "f", Shape::Scalar, "N", "Cut force directed into flange"),
];
const HEAT_FLOW: &str = "Heat flow rate (positive if flowing from outside into the component)";
const HEAT_PORT: &[ConnectorVariable] = &[
    variable(ConnectorQuantity::Temperature, "T", Shape::Scalar, "K", "Port temperature"),
    variable(ConnectorQuantity::HeatFlow, "Q_flow", Shape::Scalar, "W", HEAT_FLOW),
];
const PIN: &[ConnectorVariable] = &[
    variable(ConnectorQuantity::Voltage, "v", Shape::Scalar, "V", "Potential at the pin"),
    variable(ConnectorQuantity::Current, "i", Shape::Scalar, "A", "Current flowing into the pin"),
];

/// The variables of a connector; none for signals.
pub(crate) fn variables(kind: ConnectorKind) -> &'static [ConnectorVariable] {
    match kind {
        ConnectorKind::Frame | ConnectorKind::FrameResolve => FRAME,
        ConnectorKind::RotationalFlange => ROTATIONAL_FLANGE,
        ConnectorKind::TranslationalFlange => TRANSLATIONAL_FLANGE,
        ConnectorKind::HeatPort => HEAT_PORT,
        ConnectorKind::Pin => PIN,
        ConnectorKind::Input(..) | ConnectorKind::Output(..) => &[],
    }
}

/// The variable of a connector, and the number of its element, with this name.
pub(crate) fn element_called(kind: ConnectorKind, name: &str) -> Option<(&'static ConnectorVariable, usize)> {
    let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
    let variable = variables(kind).iter().find(|variable| variable.name == base)?;
    let is_whole = variable.shape == Shape::Scalar && subscripts.is_empty();
    Some((variable, if is_whole { 0 } else { variable.shape.element(&subscripts)? }))
}

impl ConnectorVariable {
    /// Source of element `k` at a connector; none for pins, whose voltages and currents are variables of the
    /// components.
    pub fn source(&self, handle: &ConnectorHandle, k: usize) -> Option<Source> {
        let element = k as u8;
        Some(match (handle, self.quantity) {
            (ConnectorHandle::Frame(frames), quantity) => match (*frames.first()?, quantity) {
                (first, ConnectorQuantity::Position) => Source::Position(first, k),
                (first, ConnectorQuantity::Orientation) => Source::Orientation(first, element / 3, element % 3),
                (first, ConnectorQuantity::AngularVelocity) => Source::AngularVelocity(first, k),
                (_, ConnectorQuantity::Force) => Source::Force(Arc::clone(frames), element),
                (_, ConnectorQuantity::Torque) => Source::Torque(Arc::clone(frames), element),
                _ => return None,
            },
            (ConnectorHandle::Flange(flange), ConnectorQuantity::FlangePosition) => Source::FlangePosition(*flange),
            (ConnectorHandle::Flange(flange), ConnectorQuantity::FlangeFlow) => Source::FlangeFlow(*flange),
            (ConnectorHandle::Heat(port), ConnectorQuantity::Temperature) => Source::Temperature(*port),
            (ConnectorHandle::Heat(port), ConnectorQuantity::HeatFlow) => Source::HeatFlow(*port),
            _ => return None,
        })
    }
}
