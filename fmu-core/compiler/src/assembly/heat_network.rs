//! Heat networks: the source of the temperature of each heat node.

use super::collected::Collected;
use super::connections::Sets;
use super::problems::Problems;
use super::structure_problem::StructureProblem;
use library::AnyLaw;
use mechanism::hashed::HashSet;
use mechanism::union_find::UnionFind;
use mechanism::{Contact, HeatNetwork, InnerConnectors, Temperature};
use std::collections::BTreeSet;

/// The heat networks of a model. Reports nodes whose temperature is undetermined or determined twice.
pub(super) fn build(collected: &Collected, sets: &Sets, problems: &mut Problems) -> HeatNetwork {
    let elements = &collected.elements;
    let mut decided: Vec<Option<(Temperature, usize)>> = vec![None; sets.heat_count];
    let capacitors = elements.capacitors.iter().map(|c| (c.port, Temperature::State(c.state)));
    let fixed = elements.fixed_temperatures.iter().map(|(port, p, offset)| (*port, Temperature::Fixed(*p, *offset)));
    let given = elements.given_temperatures.iter().enumerate().map(|(k, port)| (*port, Temperature::Given(k)));
    let mut reservoirs = Vec::new();
    for (port, temperature) in capacitors.chain(fixed).chain(given) {
        reservoirs.push(port);
        match &mut decided[sets.heat[port]] {
            Some((_, first)) => {
                let (first, second) = (collected.heat_ports[*first].clone(), collected.heat_ports[port].clone());
                let what = "determine the temperature of one heat node";
                problems.add_at(collected, &second.clone(), StructureProblem::Twice { first, second, what });
            }
            empty => *empty = Some((temperature, port)),
        }
    }
    let mut parts = UnionFind::new(sets.heat_count);
    for conductor in &elements.conductors {
        parts.union(sets.heat[conductor.solid], sets.heat[conductor.fluid]);
    }
    let is_decided = |node: &usize| decided[*node].is_some();
    let known: HashSet<usize> = (0..sets.heat_count).filter(is_decided).map(|node| parts.find(node)).collect();
    for node in (0..sets.heat_count).filter(|node| !known.contains(&parts.find(*node))) {
        let port = sets.heat.iter().position(|n| *n == node).map_or(String::new(), |p| collected.heat_ports[p].clone());
        problems.add_at(collected, &port.clone(), StructureProblem::UndeterminedTemperature { port });
    }
    let mut unknowns = 0;
    let temperatures = decided.into_iter().map(|decision| match decision {
        Some((temperature, _)) => temperature,
        None => {
            unknowns += 1;
            Temperature::Unknown(unknowns - 1)
        }
    });
    let temperatures: Vec<Temperature> = temperatures.collect();
    refuse_late(collected, sets, &temperatures, problems);
    HeatNetwork {
        nodes: sets.heat.clone(),
        temperatures,
        unknowns,
        given: elements.given_temperatures.len(),
        conductors: elements.conductors.clone(),
        capacitors: elements.capacitors.clone(),
        reservoirs,
        sources: elements.heat_sources.clone(),
        inner_ports: InnerConnectors::new(elements.inner_ports.clone()),
    }
}

/// Refuses laws that depend on a temperature which follows from the balance of heat flows.
fn refuse_late(collected: &Collected, sets: &Sets, temperatures: &[Temperature], problems: &mut Problems) {
    let contacts = collected.elements.laws.iter().flat_map(AnyLaw::contacts);
    let seen = contacts.filter_map(|contact| if let Contact::SeenPort(port) = contact { Some(port) } else { None });
    let late: BTreeSet<usize> = seen
        .filter(|port| matches!(temperatures[sets.heat[*port]], Temperature::Unknown(_) | Temperature::Given(_)))
        .collect();
    for port in late {
        let component = collected.heat_ports[port].rsplit_once('.').map_or("", |(owner, _)| owner);
        let what = "an equation with the temperature of a heat port that no HeatCapacitor or FixedTemperature gives";
        let needs = "a HeatCapacitor or a FixedTemperature at this heat port";
        problems.refuse(collected, component, what, needs);
    }
}
