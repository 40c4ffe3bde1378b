//! Estimate of the memory that a model needs in addition to its parameters, by cause, for [`crate::memory::ensure`].

use super::{Model, Unknown};
use mechanism::{Circuit, Mechanism};

/// Numbers (8 bytes each) in an evaluation for each joint, node and frame connector.
const NUMBERS_PER_JOINT: usize = 150;
const NUMBERS_PER_NODE: usize = 20;
const NUMBERS_PER_FRAME: usize = 8;
/// Numbers for each pair of speeds in a part with closed loops.
const NUMBERS_PER_PAIR_OF_SPEEDS: usize = 6;
/// Numbers for each pair of coordinates of massless points connected by line forces.
const NUMBERS_PER_PAIR_OF_POINTS: usize = 8;
/// Numbers for each pair of unknowns of a linear system: the matrix, and the sizes of the terms of its elements.
const NUMBERS_PER_PAIR_OF_UNKNOWNS: usize = 2;
/// Numbers for each pair of unknowns of a circuit: the matrix, its factors, and their replacements.
const NUMBERS_PER_PAIR_IN_CIRCUIT: usize = 5;
/// Size of all evaluations of a call relative to one over plain numbers: this one, and those over jets (six numbers
/// each) for time derivatives, directions, and time derivatives along directions, of which few models need all.
const EVALUATIONS: usize = 20;
/// Numbers in the search for the initial state for each unknown or condition, without its matrices.
const NUMBERS_PER_LINE: usize = 40;

impl Model {
    /// Bytes needed to prepare and initialise, and for derivatives in time and along directions.
    pub fn memory_need(&self) -> usize {
        let numbers = EVALUATIONS.saturating_mul(evaluation(self)).saturating_add(search(self));
        numbers.saturating_mul(size_of::<f64>())
    }
}

/// Numbers of an evaluation over plain numbers.
fn evaluation(model: &Model) -> usize {
    let mechanism = &model.mechanism;
    model.parameters.slots.len()
        + model.signal_count
        + NUMBERS_PER_FRAME * mechanism.frame_names.len()
        + NUMBERS_PER_NODE * mechanism.nodes.len()
        + NUMBERS_PER_JOINT * (mechanism.tree.joints.len() + 1)
        + linear_systems(model)
        + squares(NUMBERS_PER_PAIR_OF_SPEEDS, mechanism.tree.clusters.iter().map(|cluster| cluster.coordinates.len()))
        + squares(NUMBERS_PER_PAIR_OF_POINTS, mechanism.massless.iter().map(|part| 3 * part.nodes.len()))
        + mechanism.circuits.iter().map(circuit).sum::<usize>()
}

/// Couplings, algebraic loops, temperatures, and wrenches around loops of rigid components.
fn linear_systems(model: &Model) -> usize {
    let Mechanism { couplings, heat, closed_parts, .. } = &model.mechanism;
    let sizes = [couplings.len(), model.schedule.feedback.signals.len(), heat.unknowns];
    let wrenches = closed_parts.iter().map(|part| 6 * part.loops.len());
    squares(NUMBERS_PER_PAIR_OF_UNKNOWNS, sizes.into_iter().chain(wrenches))
}

fn squares(each: usize, sizes: impl Iterator<Item = usize>) -> usize {
    sizes.map(|size| each * size * size).sum()
}

fn circuit(circuit: &Circuit) -> usize {
    let (unknowns, knowns) = (circuit.unknowns, circuit.knowns.len());
    // Right-hand sides and solutions; voltages and currents exist twice while they are replaced.
    NUMBERS_PER_PAIR_IN_CIRCUIT * unknowns * unknowns + 2 * (unknowns + circuit.rows()) * knowns
}

/// Numbers of the search for the initial state. Without conditions, unknowns stay at their start values and need no
/// memory.
fn search(model: &Model) -> usize {
    let initial = &model.initialization;
    if !initial.has_equations() {
        return 0;
    }
    let columns = |unknowns: &[Unknown]| {
        let is_orientation = |unknown: &&Unknown| matches!(unknown, Unknown::Orientation { .. });
        unknowns.len() + 2 * unknowns.iter().filter(is_orientation).count()
    };
    let (rows, solved, decided) = (
        initial.conditions.len().max(initial.preferences.len()),
        columns(&initial.unknowns),
        columns(&initial.decided),
    );
    // The Jacobian, its decomposition and its singular vectors; two sets of these if a search continues another one.
    let (jacobian, vectors) = (rows * solved, rows.min(solved) * (rows + solved));
    // The table of dependencies of conditions on coordinates, for the message after a failure.
    let influences = rows * (decided + solved);
    NUMBERS_PER_LINE * (rows + solved + decided) + (3 * jacobian + 3 * vectors).max(influences)
}
