//! Electrical circuits: their elements, known quantities, and the dependencies of voltages and currents.

use super::collected::Collected;
use super::connections::Sets;
use super::problems::Problems;
use super::structure_problem::StructureProblem;
use crate::model_file::LibraryProblem;
use library::{AnyLaw, StartQuantity};
use mechanism::sort::sort_by_key;
use mechanism::union_find::UnionFind;
use mechanism::{
    Branch, Circuit, CircuitKind, CircuitKnown, CircuitSource, Contact, HeatedResistor, MOST_HEATED, SignalIn, Source,
};

/// A factor below this fraction of the largest of its row is a rounding error.
const ROUNDING: f64 = 1e-12;

/// Finds the circuits, and sets the inputs of the laws of their elements.
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
                constraints: Vec::new(),
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
    refuse_heated(collected, &circuits, problems);
    for circuit in &mut circuits {
        find_dependencies(circuit, values, collected, problems);
    }
    wire(collected, &circuits, &places);
    circuits
}

fn number_unknowns(circuit: &mut Circuit) {
    circuit.unknowns = circuit.nodes;
    for (number, branch) in circuit.branches.iter_mut().enumerate() {
        let known = match branch.element.kind {
            CircuitKind::Capacitor(state, _) | CircuitKind::Inductor(state, _) => Some(CircuitKnown::State(state)),
            CircuitKind::Resistor { parameters, conducts, port: Some(port) } => {
                Some(CircuitKnown::Heated(HeatedResistor { branch: number, port, parameters, conducts }))
            }
            CircuitKind::Voltage(CircuitSource::Zero) => None,
            CircuitKind::Voltage(source) | CircuitKind::Current(source) => Some(CircuitKnown::Source(source)),
            _ => None,
        };
        branch.known = known.map(|known| {
            circuit.knowns.push(known);
            circuit.knowns.len() - 1
        });
        if matches!(branch.element.kind, CircuitKind::Capacitor(..) | CircuitKind::Voltage(_) | CircuitKind::Amplifier)
        {
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
            constrain(circuit, &constants.constraints);
        }
        Err(undecided) => {
            let component = circuit.branches[undecided.branch].element.name.clone();
            let span = collected.span_of(&component);
            problems.add(span.as_ref(), StructureProblem::UndecidedCircuit { component });
        }
    }
}

/// Records the storages of each sum of states that must be zero. There are then several ways to express quantities by
/// states.
fn constrain(circuit: &mut Circuit, sums: &[f64]) {
    let count = circuit.knowns.len();
    if sums.is_empty() {
        return;
    }
    for sum in sums.chunks(count) {
        let largest = sum.iter().fold(0.0_f64, |most, factor| most.max(factor.abs()));
        let is_in = |branch: &Branch| branch.known.is_some_and(|known| sum[known].abs() > 1e-6 * largest);
        let mut storages = circuit.branches.iter().enumerate().filter(|(_, branch)| is_in(branch)).map(|(k, _)| k);
        let owner = storages.rfind(|branch| !circuit.constraints.contains(branch));
        circuit.constraints.extend(owner);
    }
    for depends in circuit.depends.chunks_mut(count) {
        for (depends, known) in depends.iter_mut().zip(&circuit.knowns) {
            *depends |= matches!(known, CircuitKnown::State(_));
        }
    }
}

/// Refuses too many resistors with a heat port in one circuit.
fn refuse_heated(collected: &Collected, circuits: &[Circuit], problems: &mut Problems) {
    for circuit in circuits {
        let heated = circuit.knowns.iter().filter_map(|known| match known {
            CircuitKnown::Heated(heated) => Some(heated.branch),
            _ => None,
        });
        for branch in heated.skip(MOST_HEATED) {
            let component = circuit.branches[branch].element.name.clone();
            let span = collected.span_of(&component);
            let problem = LibraryProblem::NotSupported {
                component,
                what: "alpha with useHeatPort of another resistor of this circuit".to_owned(),
                needs: format!("at most {MOST_HEATED} resistors per circuit with an enabled heat port"),
            };
            problems.add(span.as_ref(), problem);
        }
    }
}

/// Sets the branch of each element's law, and the signals that its voltage and current depend on.
fn wire(collected: &mut Collected, circuits: &[Circuit], places: &[(usize, usize)]) {
    let mut unconstrained = Vec::new();
    for (number, law) in collected.elements.laws.iter_mut().enumerate() {
        let AnyLaw::Circuit(law) = law else { continue };
        let Some(&(circuit, branch)) = places.get(law.element) else { continue };
        let structure = &circuits[circuit];
        let count = structure.knowns.len();
        let reads_of = |row: usize| {
            let depends = &structure.depends[row * count..][..count];
            structure.knowns.iter().zip(depends).filter(|(_, depends)| **depends).filter_map(|(known, _)| match known {
                CircuitKnown::Source(CircuitSource::Signal(input)) => Some(*input),
                _ => None,
            })
        };
        let reads = |row: usize| reads_of(2 * branch + row);
        let is_heated = structure.knowns.iter().any(|known| matches!(known, CircuitKnown::Heated(_)));
        let mut inputs: Vec<SignalIn> = law.rows().iter().flat_map(|row| reads(*row)).collect();
        if is_heated {
            // A resistor with a heat port makes its branch depend on all quantities of its circuit.
            inputs = (0..structure.rows()).flat_map(|row| reads_of(row)).collect();
            sort_by_key(&mut inputs, |input| input.first);
        }
        inputs.dedup();
        law.place = Some((circuit, branch));
        law.reads = inputs;
        law.looks_at = looks_at(structure, branch, law.rows());
        law.constraint = structure.constraints.iter().position(|owner| *owner == branch);
        let (number, is_constrained) = (number, law.constraint.is_some());
        if !is_constrained {
            unconstrained.push(number);
        }
    }
    // Keeps start conditions of independent storages.
    collected.elements.start_conditions.retain(|condition| match condition.quantity {
        StartQuantity::Direct(Source::Law(law, ..)) => !unconstrained.contains(&law),
        _ => true,
    });
}

/// Dependencies of the voltages and currents of a branch other than signals.
fn looks_at(circuit: &Circuit, branch: usize, rows: &[usize]) -> Vec<Contact> {
    let count = circuit.knowns.len();
    let of_row = |row: usize| circuit.depends[(2 * branch + row) * count..][..count].iter();
    let depends = |known: usize| rows.iter().any(|row| of_row(*row).nth(known) == Some(&true));
    // A resistor with a heat port makes its branch depend on all quantities of its circuit.
    let follows_heat = (0..count).any(|k| depends(k) && matches!(circuit.knowns[k], CircuitKnown::Heated(_)));
    let mut contacts = Vec::new();
    for (_, known) in circuit.knowns.iter().enumerate().filter(|(k, _)| follows_heat || depends(*k)) {
        match known {
            CircuitKnown::State(state) => contacts.push(Contact::SeenState(*state)),
            CircuitKnown::Heated(heated) => contacts.push(Contact::SeenPort(heated.port)),
            CircuitKnown::Source(CircuitSource::Speed(flange, support, _)) => {
                contacts.extend(std::iter::once(*flange).chain(*support).map(Contact::SeenFlange));
            }
            CircuitKnown::Source(_) => {}
        }
    }
    contacts
}
