//! Numbers of the parts of a compiled model.

/// Number of a frame connector.
pub type FrameId = usize;
/// Number of a node: a set of connected frames.
pub type NodeId = usize;
/// Number of a joint of the tree; it moves link `joint + 1`.
pub type JointId = usize;
/// Number of a mass element.
pub type MassId = usize;
/// Number of a flange connector.
pub type FlangeId = usize;
/// Number of a flange node: a set of connected flanges.
pub type FlangeNodeId = usize;
/// Number of a heat port.
pub type PortId = usize;
/// Number of a heat node: a set of connected heat ports.
pub type HeatNodeId = usize;
/// Number of an electrical pin.
pub type PinId = usize;
/// Number of a state of a law.
pub type StateId = usize;
