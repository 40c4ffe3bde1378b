//! Electrical circuits: linear networks whose voltages and currents follow from storages, sources and the speeds of machines.
//!
//! Modified nodal analysis (Ho, Ruehli, Brennan, The modified nodal approach to network analysis, 1975): unknowns are the potentials of the
//! nodes, and the currents of elements that give a voltage. Capacitor voltages and inductor currents are known as states. The equations depend on
//! parameters only, so that each voltage and current is a sum of what is known with constant factors.

use super::{FlangeId, SignalIn, StateId};
use crate::scalar::{RankFactors, RankLimit, Scalar};

/// Number of a pin.
pub type PinId = usize;

/// An element between two pins, or a pair of pairs of pins.
#[derive(Clone, Debug, PartialEq)]
pub struct CircuitElement {
    /// Name of the component.
    pub name: String,
    /// Pins, the positive one first; of an amplifier those of its input, then those of its output.
    pub pins: Vec<PinId>,
    /// What it does.
    pub kind: CircuitKind,
}

/// What an element does; `v` is the voltage from its positive pin to the negative one, `i` the current from there through it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CircuitKind {
    /// Potential zero.
    Ground,
    /// `v = R (1 + alpha (T - T_ref)) i`, or the same for the conductance; addresses of R (or G), alpha, T, T_ref.
    Resistor {
        /// Addresses.
        parameters: [usize; 4],
        /// A conductance is given, not a resistance.
        conducts: bool,
    },
    /// The voltage is a state.
    Capacitor(StateId),
    /// The current is a state.
    Inductor(StateId),
    /// The voltage is given.
    Voltage(CircuitSource),
    /// The current is given.
    Current(CircuitSource),
    /// No current.
    Open,
    /// The input has neither voltage nor current, the output any of both.
    Amplifier,
}

/// What gives a voltage or a current.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CircuitSource {
    /// Nothing: zero.
    Zero,
    /// A signal.
    Signal(SignalIn),
    /// A parameter, by its address.
    Parameter(usize),
    /// The speed of a flange relative to a support, times the parameter with that address.
    Speed(FlangeId, Option<FlangeId>, usize),
}

/// What the voltages and currents of a circuit are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CircuitKnown {
    /// A state.
    State(StateId),
    /// A source.
    Source(CircuitSource),
}

/// Elements that are connected with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Circuit {
    /// Elements with their nodes.
    pub branches: Vec<Branch>,
    /// Number of nodes without those at potential zero.
    pub nodes: usize,
    /// What is known.
    pub knowns: Vec<CircuitKnown>,
    /// Number of unknowns: potentials, then currents.
    pub unknowns: usize,
    /// For each branch its voltage and its current, for each known: whether it depends on it.
    pub depends: Vec<bool>,
}

/// An element of a circuit.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The element.
    pub element: CircuitElement,
    /// Node of each pin; none: potential zero.
    pub nodes: Vec<Option<usize>>,
    /// Number of its current among the unknowns, where that is one.
    pub current: Option<usize>,
    /// Number of what is known of it.
    pub known: Option<usize>,
}

/// The voltages and currents of a circuit, as factors of what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct CircuitConstants<T> {
    /// By rows: for each branch its voltage and its current.
    pub rows: Vec<T>,
}

/// Pivots below this part of the first are rounding.
const ROUNDING: f64 = 1e-11;

/// An unknown that the equations leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndecidedCircuit {
    /// Number of a branch that it belongs to.
    pub branch: usize,
}

impl Circuit {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        2 * self.branches.len()
    }

    /// Solves the equations of the circuit.
    ///
    /// # Errors
    /// Sources that contradict each other, or a part that nothing connects with potential zero.
    pub fn solve<T: Scalar>(&self, parameters: &[T]) -> Result<CircuitConstants<T>, UndecidedCircuit> {
        let (n, known) = (self.unknowns, self.knowns.len());
        let mut matrix = vec![T::zero(); n * n];
        let mut right = vec![T::zero(); n * known];
        let one = T::one();
        for branch in &self.branches {
            let [p, m] = [branch.nodes[0], branch.nodes.get(1).copied().flatten()];
            let mut flow = |row: Option<usize>, column: usize, sign: T| {
                if let Some(row) = row {
                    matrix[row * n + column] += sign;
                }
            };
            match branch.element.kind {
                CircuitKind::Ground | CircuitKind::Open => {}
                CircuitKind::Resistor { parameters: addresses, conducts } => {
                    let conductance = conductance(addresses, conducts, parameters);
                    for (row, sign) in [(p, one), (m, -one)] {
                        p.into_iter().for_each(|column| flow(row, column, sign * conductance));
                        m.into_iter().for_each(|column| flow(row, column, -sign * conductance));
                    }
                }
                CircuitKind::Inductor(_) | CircuitKind::Current(_) => {
                    if let Some(known_number) = branch.known {
                        p.into_iter().for_each(|row| right[row * known + known_number] -= one);
                        m.into_iter().for_each(|row| right[row * known + known_number] += one);
                    }
                }
                CircuitKind::Capacitor(_) | CircuitKind::Voltage(_) => {
                    let Some(current) = branch.current else { continue };
                    flow(p, current, one);
                    flow(m, current, -one);
                    p.into_iter().for_each(|column| flow(Some(current), column, one));
                    m.into_iter().for_each(|column| flow(Some(current), column, -one));
                    if let Some(known_number) = branch.known {
                        right[current * known + known_number] += one;
                    }
                }
                CircuitKind::Amplifier => {
                    let Some(current) = branch.current else { continue };
                    flow(branch.nodes[2], current, one);
                    flow(branch.nodes[3], current, -one);
                    p.into_iter().for_each(|column| flow(Some(current), column, one));
                    m.into_iter().for_each(|column| flow(Some(current), column, -one));
                }
            }
        }
        self.factor(&matrix, &right, parameters)
    }

    fn factor<T: Scalar>(
        &self,
        matrix: &[T],
        right: &[T],
        parameters: &[T],
    ) -> Result<CircuitConstants<T>, UndecidedCircuit> {
        let (n, known) = (self.unknowns, self.knowns.len());
        let mut factors = RankFactors::new(n, n);
        factors.restart();
        (0..n * n).for_each(|k| factors.set(k / n, k % n, matrix[k]));
        factors.factor(RankLimit { rank: n, threshold: ROUNDING });
        if factors.freedom() > 0 {
            let unknown = factors.columns()[factors.rank()];
            let at_node = |branch: &Branch| branch.nodes.contains(&Some(unknown)) || branch.current == Some(unknown);
            return Err(UndecidedCircuit { branch: self.branches.iter().position(at_node).unwrap_or_default() });
        }
        let mut solutions = vec![T::zero(); n * known];
        let (mut column, mut solution) = (vec![T::zero(); n], vec![T::zero(); n]);
        for k in 0..known {
            (0..n).for_each(|row| column[row] = right[row * known + k]);
            factors.solve(&column, &mut solution);
            (0..n).for_each(|row| solutions[row * known + k] = solution[row]);
        }
        let mut rows = Vec::with_capacity(self.rows() * known);
        for branch in &self.branches {
            let potential = |pin: usize, k: usize| {
                branch.nodes.get(pin).copied().flatten().map_or_else(T::zero, |node| solutions[node * known + k])
            };
            let first = if branch.element.kind == CircuitKind::Amplifier { 2 } else { 0 };
            let voltage = |k: usize| potential(first, k) - potential(first + 1, k);
            rows.extend((0..known).map(voltage));
            rows.extend((0..known).map(|k| match branch.element.kind {
                CircuitKind::Ground | CircuitKind::Open => T::zero(),
                CircuitKind::Resistor { parameters: addresses, conducts } => {
                    voltage(k) * conductance(addresses, conducts, parameters)
                }
                CircuitKind::Inductor(_) | CircuitKind::Current(_) => {
                    if branch.known == Some(k) {
                        T::one()
                    } else {
                        T::zero()
                    }
                }
                _ => branch.current.map_or_else(T::zero, |current| solutions[current * known + k]),
            }));
        }
        // What does not depend on something does so also with other parameters, but for rounding.
        rows.iter_mut().zip(&self.depends).filter(|(_, depends)| !**depends).for_each(|(row, _)| *row = T::zero());
        Ok(CircuitConstants { rows })
    }
}

fn conductance<T: Scalar>([value, alpha, t, t_ref]: [usize; 4], conducts: bool, p: &[T]) -> T {
    let change = T::one() + p[alpha] * (p[t] - p[t_ref]);
    if conducts { p[value] / change } else { T::one() / (p[value] * change) }
}
