//! Memory that a model may need besides its parameters: an estimate for each cause, for [`crate::memory::ensure`].

use super::{Model, Unknown};
use mechanism::{Circuit, Mechanism};

/// Numbers of 8 bytes that an evaluation holds for each joint, node and frame connector.
const NUMBERS_PER_JOINT: usize = 150;
const NUMBERS_PER_NODE: usize = 20;
const NUMBERS_PER_FRAME: usize = 8;
/// The same for each pair of speeds in a part with closed loops.
const NUMBERS_PER_PAIR_OF_SPEEDS: usize = 6;
/// The same for each pair of coordinates of points without mass that line forces connect.
const NUMBERS_PER_PAIR_OF_POINTS: usize = 8;
/// The same for each pair of unknowns of a linear system: the matrix, and the sizes of what its elements are sums of.
const NUMBERS_PER_PAIR_OF_UNKNOWNS: usize = 2;
/// The same for each pair of unknowns of a circuit: the matrix, its factors, and those that take their place.
const NUMBERS_PER_PAIR_IN_CIRCUIT: usize = 5;
/// Size of all evaluations of a call, in evaluations over plain numbers: one over plain numbers, and those over jets (six
/// numbers each) for time derivatives, directions, and time derivatives along directions, of which few models need all.
const EVALUATIONS: usize = 20;
/// Numbers that the search for the initial state holds for each unknown or condition besides its matrices.
const NUMBERS_PER_LINE: usize = 40;

impl Model {
    /// Bytes that preparing and initialising, derivatives in time and along directions may take.
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

/// Couplings, algebraic loops, temperatures, and wrenches around loops of rigid members.
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
    // Right-hand sides and solutions; voltages and currents as long as the old ones are there.
    NUMBERS_PER_PAIR_IN_CIRCUIT * unknowns * unknowns + 2 * (unknowns + circuit.rows()) * knowns
}

/// Numbers of the search for the initial state. Where there is nothing to solve, unknowns stay at their start values and cost nothing.
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
    // The Jacobian, the matrix that is taken apart, and its singular vectors, where a search leads on from another one those of both.
    let (jacobian, vectors) = (rows * solved, rows.min(solved) * (rows + solved));
    // The table that tells, after a failure, on which coordinates the conditions depend.
    let influences = rows * (decided + solved);
    NUMBERS_PER_LINE * (rows + solved + decided) + (3 * jacobian + 3 * vectors).max(influences)
}
