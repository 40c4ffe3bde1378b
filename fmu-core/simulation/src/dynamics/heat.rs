//! Heat networks: temperatures from the balance of the heat flows at each node, and the flows into all ports.

use super::Evaluation;
use crate::model::Model;
use mechanism::scalar::Scalar;
use mechanism::{HeatNetwork, PortId, Temperature};

impl<T: Scalar> Evaluation<T> {
    /// Temperatures, heat flow rates, and derivatives of the stored heat. Laws have set conductances and sources.
    pub(super) fn heat(&mut self, model: &Model) {
        let network = &model.mechanism.heat;
        if network.nodes.is_empty() {
            return;
        }
        for (node, temperature) in network.temperatures.iter().enumerate() {
            match *temperature {
                Temperature::Fixed(p, offset) => {
                    self.heat.temperatures[node] = self.parameters[p] + T::constant(offset);
                }
                Temperature::State(state) => self.heat.temperatures[node] = self.states[state],
                Temperature::Given(k) => self.heat.temperatures[node] = self.heat.given[k],
                Temperature::Unknown(_) => {}
            }
        }
        self.balance(network);
        self.heat_flows(network);
        for capacitor in &network.capacitors {
            self.state_derivatives[capacitor.state] =
                self.heat.flows[capacitor.port] / self.parameters[capacitor.capacity];
        }
    }

    /// Solves for the unknown temperatures.
    fn balance(&mut self, network: &HeatNetwork) {
        let heat = &mut self.heat;
        if network.unknowns == 0 {
            return;
        }
        heat.balance.clear();
        heat.known.fill(T::zero());
        let unknown = |port: PortId| match network.temperatures[network.nodes[port]] {
            Temperature::Unknown(k) => Some(k),
            _ => None,
        };
        for port in &network.sources {
            if let Some(k) = unknown(*port) {
                heat.known[k] -= heat.flows[*port];
            }
        }
        for (conductor, g) in network.conductors.iter().zip(&heat.conductances) {
            let ends = [conductor.solid, conductor.fluid];
            for (here, there) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                let Some(k) = unknown(here) else { continue };
                heat.balance.add(k, k, *g);
                match unknown(there) {
                    Some(other) => heat.balance.add(k, other, -*g),
                    None => heat.known[k] += *g * heat.temperatures[network.nodes[there]],
                }
            }
        }
        // Without conductance a temperature is undetermined, and becomes NaN.
        let _ = heat.balance.factor();
        heat.balance.solve(&mut heat.known);
        for (node, temperature) in network.temperatures.iter().enumerate() {
            if let Temperature::Unknown(k) = *temperature {
                heat.temperatures[node] = heat.known[k];
            }
        }
    }

    /// Flows into conductors, then into the ports that take the balance.
    fn heat_flows(&mut self, network: &HeatNetwork) {
        let heat = &mut self.heat;
        for (conductor, g) in network.conductors.iter().zip(&heat.conductances) {
            let [solid, fluid] = [conductor.solid, conductor.fluid].map(|port| heat.temperatures[network.nodes[port]]);
            heat.flows[conductor.solid] = *g * (solid - fluid);
            heat.flows[conductor.fluid] = *g * (fluid - solid);
        }
        for reservoir in &network.reservoirs {
            let node = network.nodes[*reservoir];
            let mut rest = T::zero();
            for (port, flow) in heat.flows.iter().enumerate() {
                if port != *reservoir && network.nodes[port] == node {
                    rest -= *flow;
                }
            }
            heat.flows[*reservoir] = rest;
        }
    }
}
