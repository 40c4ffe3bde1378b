//! Heat networks: nodes (connected heat ports) with a temperature, and components that exchange heat between them.

use super::{HeatNodeId, InnerConnectors, PortId};
use binary::Binary;

/// Source of the temperature of a heat node.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum Temperature {
    /// A parameter (its address) plus an offset, K.
    Fixed(usize, f64),
    /// The state of a law with that number, K.
    State(usize),
    /// A law, by number among the temperatures that laws give, K.
    Given(usize),
    /// The balance of the heat flows; number among the unknown temperatures.
    Unknown(usize),
}

/// Thermal conductor from `solid` to `fluid`: `Q_flow = G (T_solid - T_fluid)`; a law gives G, W/K.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Conductor {
    /// One port.
    pub solid: PortId,
    /// Other port.
    pub fluid: PortId,
}

/// Heat capacitor: `C der(T) = Q_flow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Capacitor {
    /// Its port.
    pub port: PortId,
    /// Address of the heat capacity, J/K.
    pub capacity: usize,
    /// State of a law that is the temperature.
    pub state: usize,
}

/// The heat networks of a model.
#[derive(Clone, Debug, Default, PartialEq, Binary)]
pub struct HeatNetwork {
    /// Node of each port.
    pub nodes: Vec<HeatNodeId>,
    /// Temperature of each node.
    pub temperatures: Vec<Temperature>,
    /// Number of unknown temperatures.
    pub unknowns: usize,
    /// Number of temperatures that laws give.
    pub given: usize,
    /// Conductors, in the order of their conductances.
    pub conductors: Vec<Conductor>,
    /// Capacitors.
    pub capacitors: Vec<Capacitor>,
    /// Ports of capacitors and fixed temperatures, which take the balance of the other heat flows at their node.
    pub reservoirs: Vec<PortId>,
    /// Ports into which a law writes the heat flow.
    pub sources: Vec<PortId>,
    /// Ports of parts that are connected to a port of the composite component.
    pub inner_ports: InnerConnectors,
}
