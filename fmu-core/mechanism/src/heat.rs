//! Heat networks: nodes (connected heat ports) with a temperature, and what exchanges heat between them.

use super::{HeatNodeId, InnerConnectors, PortId};
use serde::{Deserialize, Serialize};

/// Source of the temperature of a heat node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Temperature {
    /// A parameter (its address) plus an offset, K.
    Fixed(usize, f64),
    /// The state of a law with that number, K.
    State(usize),
    /// The balance of the heat flows; number among the unknown temperatures.
    Unknown(usize),
}

/// Something that conducts heat from `solid` to `fluid`: `Q_flow = G (T_solid - T_fluid)`, with G, W/K, as a law says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conductor {
    /// One port.
    pub solid: PortId,
    /// Other port.
    pub fluid: PortId,
}

/// Something that stores heat: `C der(T) = Q_flow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capacitor {
    /// Its port.
    pub port: PortId,
    /// Address of the heat capacity, J/K.
    pub capacity: usize,
    /// State of a law that is the temperature.
    pub state: usize,
}

/// The heat networks of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeatNetwork {
    /// Node of each port.
    pub nodes: Vec<HeatNodeId>,
    /// Temperature of each node.
    pub temperatures: Vec<Temperature>,
    /// Number of unknown temperatures.
    pub unknowns: usize,
    /// Conductors, in the order of their conductances.
    pub conductors: Vec<Conductor>,
    /// Capacitors.
    pub capacitors: Vec<Capacitor>,
    /// Ports that take what the others at their node leave: of capacitors and of fixed temperatures.
    pub reservoirs: Vec<PortId>,
    /// Ports into which a law writes the heat flow.
    pub sources: Vec<PortId>,
    /// Ports of parts behind those of the whole.
    pub inner_ports: InnerConnectors,
}
