//! Enumeration types of Modelica.Mechanics.MultiBody.Types and Modelica.

use super::Enumeration;

/// `Types.GravityTypes`
pub static GRAVITY_TYPES: Enumeration =
    Enumeration { name: "GravityTypes", literals: &["NoGravity", "UniformGravity", "PointGravity"] };
/// `Types.ResolveInFrameA`
pub static RESOLVE_IN_FRAME_A: Enumeration =
    Enumeration { name: "ResolveInFrameA", literals: &["world", "frame_a", "frame_resolve"] };
/// `Types.ResolveInFrameB`
pub static RESOLVE_IN_FRAME_B: Enumeration =
    Enumeration { name: "ResolveInFrameB", literals: &["world", "frame_b", "frame_resolve"] };
/// `Types.ResolveInFrameAB`
pub static RESOLVE_IN_FRAME_AB: Enumeration =
    Enumeration { name: "ResolveInFrameAB", literals: &["world", "frame_a", "frame_b", "frame_resolve"] };
/// `Types.RotationTypes`
pub static ROTATION_TYPES: Enumeration =
    Enumeration { name: "RotationTypes", literals: &["RotationAxis", "TwoAxesVectors", "PlanarRotationSequence"] };
/// `StateSelect`
pub static STATE_SELECT: Enumeration =
    Enumeration { name: "StateSelect", literals: &["never", "avoid", "default", "prefer", "always"] };
