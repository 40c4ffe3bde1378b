//! Data of heat networks.

use mechanism::HeatNetwork;
use mechanism::scalar::{LinearSystem, Scalar};

/// Data of the heat networks during an evaluation.
#[derive(Clone, Debug)]
pub(super) struct HeatData<T: Scalar> {
    /// Thermal conductance of each conductor, W/K.
    pub conductances: Vec<T>,
    /// Heat flow rate into each port, W.
    pub flows: Vec<T>,
    /// Temperature of each node, K.
    pub temperatures: Vec<T>,
    /// Temperatures that laws give, K.
    pub given: Vec<T>,
    /// Balance of the nodes with unknown temperatures: matrix, W/K, and right-hand side, W.
    pub balance: LinearSystem<T>,
    pub known: Vec<T>,
}

impl<T: Scalar> HeatData<T> {
    pub fn new(network: &HeatNetwork) -> Self {
        let zeros = |n: usize| vec![T::zero(); n];
        Self {
            conductances: zeros(network.conductors.len()),
            flows: zeros(network.nodes.len()),
            temperatures: zeros(network.temperatures.len()),
            given: zeros(network.given),
            balance: LinearSystem::new(network.unknowns),
            known: zeros(network.unknowns),
        }
    }
}
