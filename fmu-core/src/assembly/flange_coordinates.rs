//! What is known of the one-dimensional networks.

use crate::mechanism::{
    Coupling, FlangeNodeId, FlangeParent, FlangePotential, FlangeRole, FlowStep, Line, Rotor, Transmission,
};

/// The structure of the one-dimensional networks.
#[derive(Debug, Default)]
pub(super) struct FlangeCoordinates {
    /// What moves each flange.
    pub potentials: Vec<FlangePotential>,
    /// Who decides the flow into each flange.
    pub roles: Vec<FlangeRole>,
    /// Flange nodes, each after those that it hangs on.
    pub tree: Vec<(FlangeNodeId, FlangeParent)>,
    /// Number of flange nodes, those included that only say where a second coordinate puts a node.
    pub node_count: usize,
    /// Rigid components.
    pub transmissions: Vec<Transmission>,
    /// How the flows that no law gives follow.
    pub steps: Vec<FlowStep>,
    /// Rotors on frames.
    pub rotors: Vec<Rotor>,
    /// Lines between frames.
    pub lines: Vec<Line>,
    /// What accelerations decide and what acts back on them.
    pub couplings: Vec<Coupling>,
}
