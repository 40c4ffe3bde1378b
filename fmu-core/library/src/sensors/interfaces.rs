//! Connectors and parameters shared by sensors.

use crate::class::*;
use crate::types::{RESOLVE_IN_FRAME_A, RESOLVE_IN_FRAME_AB};

/// resolveInFrame of sensors with one frame.
pub(super) const RESOLVE_A: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_A, "frame_a", "Frame in which vectors are resolved");
/// resolveInFrame of sensors with two frames.
pub(super) const RESOLVE_AB: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_AB, "frame_a", "Frame in which vectors are resolved");
/// frame_resolve of sensors with the parameter resolveInFrame.
pub(super) const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "Vectors are resolved in this frame")
        .when_literal("resolveInFrame", "frame_resolve");
pub(super) const SEQUENCE: Parameter =
    sequence("sequence", "The angles rotate around axes sequence[1], sequence[2] and finally sequence[3]");
pub(super) const GUESS_ANGLE_1: Parameter =
    real("guessAngle1", "rad", "The solution with the first angle nearest to this one is selected").or(0.0);

/// A measured vector.
pub(super) const fn output(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::SignalOutput(3), unit, description).measured()
}
