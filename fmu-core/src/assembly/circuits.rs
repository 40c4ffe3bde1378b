//! Electrical circuits: which elements belong together, what is known, and what each voltage and current depends on.

use super::collected::Collected;
use super::connections::Sets;
use super::problems::Problems;
use super::structure_problem::StructureProblem;
use super::union_find::UnionFind;
use crate::library::AnyLaw;
use crate::mechanism::{Branch, Circuit, CircuitKind, CircuitKnown, CircuitSource, SignalIn};

/// A factor below this part of the largest of its row is rounding.
const ROUNDING: f64 = 1e-12;

/// Finds the circuits and tells the laws of their elements what they read.
pub(super) fn build(collected: &mut Collected, sets: &Sets, values: &[f64], problems: &mut Problems) -> Vec<Circuit> {
    let elements = std::mem::take(&mut collected.elements.circuit_elements);
    if elements.is_empty() {
        return Vec::new();
    }
    let mut parts = UnionFind::new(sets.pin_count);
    for element in &elements {
        element.pins.iter().for_each(|pin| parts.union(sets.pins[element.pins[0]], sets.pins[*pin]));
    }
    let mut is_zero = vec![false; sets.pin_count];
    let grounds = elements.iter().filter(|element| element.kind == CircuitKind::Ground);
    grounds.for_each(|ground| is_zero[sets.pins[ground.pins[0]]] = true);
    let mut circuits: Vec<Circuit> = Vec::new();
    let mut of_part: Vec<Option<usize>> = vec![None; sets.pin_count];
    let mut node_of: Vec<Option<usize>> = vec![None; sets.pin_count];
    let mut places = Vec::new();
    for element in elements {
        let part = parts.find(sets.pins[element.pins[0]]);
        let number = *of_part[part].get_or_insert_with(|| {
            circuits.push(Circuit {
                branches: Vec::new(),
                nodes: 0,
                knowns: Vec::new(),
                unknowns: 0,
                depends: Vec::new(),
            });
            circuits.len() - 1
        });
        let circuit = &mut circuits[number];
        let nodes = element.pins.iter().map(|pin| {
            let set = sets.pins[*pin];
            (!is_zero[set]).then(|| {
                *node_of[set].get_or_insert_with(|| {
                    circuit.nodes += 1;
                    circuit.nodes - 1
                })
            })
        });
        let nodes = nodes.collect();
        places.push((number, circuit.branches.len()));
        circuit.branches.push(Branch { element, nodes, current: None, known: None });
    }
    circuits.iter_mut().for_each(number_unknowns);
    for circuit in &mut circuits {
        find_dependencies(circuit, values, collected, problems);
    }
    wire(collected, &circuits, &places);
    circuits
}

fn number_unknowns(circuit: &mut Circuit) {
    circuit.unknowns = circuit.nodes;
    for branch in &mut circuit.branches {
        let known = match branch.element.kind {
            CircuitKind::Capacitor(state) | CircuitKind::Inductor(state) => Some(CircuitKnown::State(state)),
            CircuitKind::Voltage(CircuitSource::Zero) => None,
            CircuitKind::Voltage(source) | CircuitKind::Current(source) => Some(CircuitKnown::Source(source)),
            _ => None,
        };
        branch.known = known.map(|known| {
            circuit.knowns.push(known);
            circuit.knowns.len() - 1
        });
        if matches!(branch.element.kind, CircuitKind::Capacitor(_) | CircuitKind::Voltage(_) | CircuitKind::Amplifier) {
            branch.current = Some(circuit.unknowns);
            circuit.unknowns += 1;
        }
    }
}

fn find_dependencies(circuit: &mut Circuit, values: &[f64], collected: &Collected, problems: &mut Problems) {
    let count = circuit.knowns.len();
    circuit.depends = vec![true; circuit.rows() * count];
    match circuit.solve(values) {
        Ok(constants) => {
            for (depends, row) in circuit.depends.chunks_mut(count.max(1)).zip(constants.rows.chunks(count.max(1))) {
                let largest = row.iter().fold(0.0_f64, |most, factor| most.max(factor.abs()));
                for (depends, factor) in depends.iter_mut().zip(row) {
                    *depends = factor.abs() > ROUNDING * largest;
                }
            }
        }
        Err(undecided) => {
            let component = circuit.branches[undecided.branch].element.name.clone();
            let span = collected.span_of(&component);
            problems.add(span.as_ref(), StructureProblem::UndecidedCircuit { component });
        }
    }
}

/// Tells each law of an element where it is, and which signals its voltage and current depend on.
fn wire(collected: &mut Collected, circuits: &[Circuit], places: &[(usize, usize)]) {
    for law in &mut collected.elements.laws {
        let AnyLaw::Circuit(law) = law else { continue };
        let Some(&(circuit, branch)) = places.get(law.element) else { continue };
        let structure = &circuits[circuit];
        let count = structure.knowns.len();
        let reads = |row: usize| {
            let depends = &structure.depends[(2 * branch + row) * count..][..count];
            structure.knowns.iter().zip(depends).filter(|(_, depends)| **depends).filter_map(|(known, _)| match known {
                CircuitKnown::Source(CircuitSource::Signal(input)) => Some(*input),
                _ => None,
            })
        };
        let mut inputs: Vec<SignalIn> = law.rows().iter().flat_map(|row| reads(*row)).collect();
        inputs.dedup();
        law.place = Some((circuit, branch));
        law.reads = inputs;
    }
}
