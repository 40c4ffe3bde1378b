//! Connectors and parameters shared by sensors.

use crate::class::*;
use crate::types::RESOLVE_IN_FRAME_A;

/// resolveInFrame of sensors with one frame.
pub(super) const RESOLVE_A: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_A, "frame_a", "Frame in which vectors are resolved");
/// frame_resolve of sensors with the parameter resolveInFrame.
pub(super) const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "Vectors are resolved in this frame")
        .when_is("resolveInFrame", "frame_resolve");
/// A measured vector.
pub(super) const fn output(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Output(SignalType::Real, 3), unit, description).measured()
}
