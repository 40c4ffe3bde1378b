//! Coordinates and flows of the one-dimensional networks.

use mechanism::{
    Coupling, FlangeNodeId, FlangeParent, FlangePotential, FlangeRole, FlowStep, Line, Rotor, Transmission,
};

/// The structure of the one-dimensional networks.
#[derive(Debug, Default)]
pub(super) struct FlangeCoordinates {
    /// Coordinate that moves each flange.
    pub potentials: Vec<FlangePotential>,
    /// Kind of element that determines the flow into each flange.
    pub roles: Vec<FlangeRole>,
    /// Flange nodes, each after those that it hangs on.
    pub tree: Vec<(FlangeNodeId, FlangeParent)>,
    /// Number of flange nodes, those included that only say where a second coordinate puts a node.
    pub node_count: usize,
    /// Rigid components.
    pub transmissions: Vec<Transmission>,
    /// Steps that find the flows that no law gives.
    pub steps: Vec<FlowStep>,
    /// Rotors on frames.
    pub rotors: Vec<Rotor>,
    /// Lines between frames.
    pub lines: Vec<Line>,
    /// Couplings by which accelerations act on flows and back.
    pub couplings: Vec<Coupling>,
}
