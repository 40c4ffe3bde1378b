//! Electrical circuits: linear networks of resistors, capacitors, inductors, sources and machines.
//!
//! Modified nodal analysis (Ho, Ruehli, Brennan, The modified nodal approach to network analysis, 1975): unknowns are the potentials of the
//! nodes, and the currents of elements that give a voltage. Capacitor voltages and inductor currents are known as states. The equations depend
//! on parameters only, so that each voltage and current is a linear combination of the known quantities with constant factors.
//!
//! Elements whose equations change during the simulation (switches, diodes, variable resistors, amplifiers with limits) are ports: a
//! conductance of 1 S in parallel with a current source, which is one more known quantity. A law computes these currents from the equations
//! of the elements, which are linear in each discrete state.
//!
//! If storages alone form a loop (capacitors) or a cut (inductors), the equations of their states contradict each other unless the states
//! are consistent, and leave the currents of the loop, or the voltages of the cut, undetermined. Each such combination of equations (a left null
//! vector) states that a sum of states is zero; its time derivative replaces one of them. The sum then stays constant, and it is zero at the
//! start. Sources whose time derivative is given, too, may be part of such a sum.

use super::{FlangeId, PinId, SignalIn, StateId};
use crate::scalar::{RankFactors, RankLimit, Scalar};
use binary::Binary;

/// An element with two pins, with one pin and the potential zero, or an amplifier with two pairs of pins.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct CircuitElement {
    /// Name of the component.
    pub name: String,
    /// Pins, positive first; for an amplifier the pins of the input, then those of the output.
    pub pins: Vec<PinId>,
    /// Its constitutive equation.
    pub kind: CircuitKind,
}

/// Constitutive equation; `v` is the voltage from the positive to the negative pin, `i` the current through the element in that direction.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
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
    /// An element with equations of its own.
    Port,
    /// The voltage is a state; address of the capacitance.
    Capacitor(StateId, usize),
    /// The current is a state; address of the inductance.
    Inductor(StateId, usize),
    /// One of two coupled inductors.
    Winding(Winding),
    /// The voltage is given.
    Voltage(CircuitSource),
    /// The current is given.
    Current(CircuitSource),
    /// The voltage or the current is a multiple of that of another element of the component.
    Controlled(Control),
    /// No current.
    Open,
    /// Ideal operational amplifier: the input has neither voltage nor current; the voltage and current of the output are arbitrary.
    Amplifier,
}

/// One of two coupled inductors; the current is a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Winding {
    /// Its current.
    pub state: StateId,
    /// Addresses of its inductance, that of the other one, and the coupling inductance.
    pub inductances: [usize; 3],
    /// The other inductor: number of the element; of the branch in a [`Circuit`].
    pub other: usize,
}

impl Winding {
    /// Factors of its voltage and of that of the other winding in the derivative of its current.
    pub fn rates<T: Scalar>(&self, parameter: impl Fn(usize) -> T) -> [T; 2] {
        let [own, other, mutual] = self.inductances.map(parameter);
        let determinant = own * other - mutual * mutual;
        [other / determinant, -mutual / determinant]
    }
}

/// Voltage or current.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Quantity {
    /// Voltage, V.
    Voltage,
    /// Current, A.
    Current,
}

/// `own = factor * other`, where both are voltages or currents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Control {
    /// The quantity of this element that is given.
    pub gives: Quantity,
    /// The quantity of the other element; if it is the current, that element gives a voltage.
    pub by: Quantity,
    /// The other element: its number; that of the branch in a [`Circuit`].
    pub of: usize,
    /// Address of the factor.
    pub factor: usize,
    /// The factor has the opposite sign.
    pub is_negative: bool,
}

impl Control {
    fn factor<T: Scalar>(&self, parameters: &[T]) -> T {
        let factor = parameters[self.factor];
        if self.is_negative { -factor } else { factor }
    }
}

/// Source of a voltage or a current.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum CircuitSource {
    /// Zero.
    Zero,
    /// A signal; if it has a second element, that is the time derivative.
    Signal(SignalIn),
    /// A parameter, by its address.
    Parameter(usize),
    /// The speed of a flange relative to a support, times the parameter at that address.
    Speed(FlangeId, Option<FlangeId>, usize),
}

/// A known quantity of a circuit; voltages and currents are linear combinations of them.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum CircuitKnown {
    /// A state.
    State(StateId),
    /// A source.
    Source(CircuitSource),
    /// Current of the source of a port.
    Port(SignalIn),
}

impl CircuitKnown {
    /// True for a source whose time derivative is the next known quantity.
    pub fn has_derivative(&self) -> bool {
        matches!(self, Self::Source(CircuitSource::Signal(input)) if input.size == 2)
    }
}

/// A set of connected elements.
#[derive(Clone, Debug, Default, PartialEq, Binary)]
pub struct Circuit {
    /// Elements with their nodes.
    pub branches: Vec<Branch>,
    /// Number of nodes, not counting those at potential zero.
    pub nodes: usize,
    /// Known quantities.
    pub knowns: Vec<CircuitKnown>,
    /// Number of unknowns: potentials, then currents.
    pub unknowns: usize,
    /// Sparsity: for each row, and for each known quantity, true if the former depends on the latter.
    pub depends: Vec<bool>,
    /// For each sum of states that is zero: number of the branch of one of its storages, a different one for each.
    pub constraints: Vec<usize>,
}

/// An element of a circuit.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Branch {
    /// The element.
    pub element: CircuitElement,
    /// Node of each pin; none: potential zero.
    pub nodes: Vec<Option<usize>>,
    /// Index of its current among the unknowns, if that is one.
    pub current: Option<usize>,
    /// Index of its known quantity.
    pub known: Option<usize>,
}

/// Voltages and currents of a circuit as linear combinations of the known quantities.
#[derive(Clone, Debug, PartialEq)]
pub struct CircuitConstants<T> {
    /// Factors of the known quantities, row by row: voltage and current of each branch, then the potentials of the nodes.
    pub rows: Vec<T>,
    /// The sums of states that are zero, by rows.
    pub constraints: Vec<T>,
}

impl<T: Scalar> CircuitConstants<T> {
    /// The factors of a row, each with false if it is zero by structure.
    pub fn row<'a>(&'a self, circuit: &'a Circuit, row: usize) -> impl Iterator<Item = (&'a bool, &'a T)> + 'a {
        let count = circuit.knowns.len();
        let first = row * count;
        circuit.depends[first..first + count].iter().zip(&self.rows[first..first + count])
    }

    /// The factors of a constraint.
    pub fn constraint(&self, circuit: &Circuit, constraint: usize) -> &[T] {
        let count = circuit.knowns.len();
        self.constraints.get(constraint * count..(constraint + 1) * count).unwrap_or(&[])
    }
}

/// Pivots smaller than this fraction of the first pivot are rounding errors.
const ROUNDING: f64 = 1e-11;

/// The equations of a circuit do not determine an unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndecidedCircuit {
    /// Number of a branch with such an unknown.
    pub branch: usize,
}

impl Circuit {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        2 * self.branches.len() + self.nodes
    }

    /// Row of the voltage or the current of a branch.
    pub fn row_of(branch: usize, quantity: Quantity) -> usize {
        2 * branch + usize::from(quantity == Quantity::Current)
    }

    /// Row of the potential of a node.
    pub fn potential_row(&self, node: usize) -> usize {
        2 * self.branches.len() + node
    }

    /// Solves the equations of the circuit.
    ///
    /// # Errors
    /// The sources contradict each other, or a part of the circuit is not connected to a ground.
    pub fn solve<T: Scalar>(&self, parameters: &[T]) -> Result<CircuitConstants<T>, UndecidedCircuit> {
        let (mut matrix, mut right) = self.equations(parameters);
        let mut factors = self.factored(&matrix);
        let constraints = self.constrain(&mut factors, &mut matrix, &mut right, parameters)?;
        if !constraints.is_empty() {
            factors = self.factored(&matrix);
        }
        let rows = self.rows_of(&mut factors, &right, parameters)?;
        Ok(CircuitConstants { rows, constraints })
    }

    /// The equations of the circuit: the matrix of the unknowns, and the factors of the known quantities.
    fn equations<T: Scalar>(&self, parameters: &[T]) -> (Vec<T>, Vec<T>) {
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
            let mut inject = |known_number: Option<usize>| {
                if let Some(known_number) = known_number {
                    p.into_iter().for_each(|row| right[row * known + known_number] -= one);
                    m.into_iter().for_each(|row| right[row * known + known_number] += one);
                }
            };
            match branch.element.kind {
                CircuitKind::Ground | CircuitKind::Open => {}
                CircuitKind::Resistor { .. } | CircuitKind::Port => {
                    let conductance = conductance(branch.element.kind, parameters);
                    for (row, sign) in [(p, one), (m, -one)] {
                        p.into_iter().for_each(|column| flow(row, column, sign * conductance));
                        m.into_iter().for_each(|column| flow(row, column, -sign * conductance));
                    }
                    inject(branch.known);
                }
                CircuitKind::Inductor(..) | CircuitKind::Winding(_) | CircuitKind::Current(_) => inject(branch.known),
                CircuitKind::Controlled(control) => {
                    let factor = control.factor(parameters);
                    if branch.current.is_some() {
                        self.give_voltage(branch, &mut flow);
                    }
                    // The equation of the voltage, or the balances at the nodes.
                    let rows =
                        branch.current.map_or([(p, factor), (m, -factor)], |own| [(Some(own), -factor), (None, one)]);
                    for (row, factor) in rows {
                        for (column, sign) in self.unknowns_of(&control) {
                            flow(row, column, factor * T::constant(sign));
                        }
                    }
                }
                CircuitKind::Capacitor(..) | CircuitKind::Voltage(_) => {
                    self.give_voltage(branch, &mut flow);
                    if let (Some(current), Some(known_number)) = (branch.current, branch.known) {
                        right[current * known + known_number] += one;
                    }
                }
                CircuitKind::Amplifier => {
                    let Some(current) = branch.current else { continue };
                    flow(branch.nodes[2], current, one);
                    flow(branch.nodes.get(3).copied().flatten(), current, -one);
                    p.into_iter().for_each(|column| flow(Some(current), column, one));
                    m.into_iter().for_each(|column| flow(Some(current), column, -one));
                }
            }
        }
        (matrix, right)
    }

    /// The current of an element that gives a voltage, and the voltage in its equation.
    fn give_voltage<T: Scalar>(&self, branch: &Branch, flow: &mut impl FnMut(Option<usize>, usize, T)) {
        let Some(current) = branch.current else { return };
        for (node, sign) in branch.nodes.iter().zip([T::one(), -T::one()]) {
            flow(*node, current, sign);
            node.iter().for_each(|column| flow(Some(current), *column, sign));
        }
    }

    /// The unknowns whose sum with signs is the quantity that controls an element.
    fn unknowns_of(&self, control: &Control) -> impl Iterator<Item = (usize, f64)> {
        let other = &self.branches[control.of];
        let [a, b] = match control.by {
            Quantity::Voltage => [other.nodes[0], other.nodes.get(1).copied().flatten()],
            Quantity::Current => [other.current, None],
        };
        a.map(|a| (a, 1.0)).into_iter().chain(b.map(|b| (b, -1.0)))
    }

    fn factored<T: Scalar>(&self, matrix: &[T]) -> RankFactors<T> {
        let n = self.unknowns;
        let mut factors = RankFactors::new(n, n);
        factors.restart();
        (0..n * n).for_each(|k| factors.set(k / n, k % n, matrix[k]));
        factors.factor(RankLimit { rank: n, threshold: ROUNDING });
        factors
    }

    /// Replaces redundant equations of states by the time derivatives of the sums of states that must be zero; returns
    /// the sums, row by row.
    fn constrain<T: Scalar>(
        &self,
        factors: &mut RankFactors<T>,
        matrix: &mut [T],
        right: &mut [T],
        parameters: &[T],
    ) -> Result<Vec<T>, UndecidedCircuit> {
        let (n, known) = (self.unknowns, self.knowns.len());
        let (mut sums, mut null) = (Vec::new(), vec![T::zero(); n]);
        let mut derivatives = Vec::new();
        for free in 0..factors.freedom() {
            factors.left_null(free, &mut null);
            let sum: Vec<T> = (0..known)
                .map(|k| (0..n).fold(T::zero(), |sum, row| sum + null[row] * right[row * known + k]))
                .collect();
            let largest = sum.iter().fold(0.0_f64, |most, factor| most.max(factor.value().abs()));
            let counts = |k: usize| sum[k].value().abs() > ROUNDING.sqrt() * largest.max(ROUNDING.sqrt());
            let is_state = |k: usize| matches!(self.knowns[k], CircuitKnown::State(_));
            let has_state = (0..known).any(|k| counts(k) && is_state(k));
            let may_count = |k: usize| is_state(k) || has_state && self.knowns[k].has_derivative();
            if let Some(source) = (0..known).find(|k| counts(*k) && !may_count(*k)) {
                return Err(self.undecided_known(source));
            }
            if !has_state {
                return Err(self.undecided(factors));
            }
            let is_given = (0..known).any(|k| counts(k) && !is_state(k));
            let row = if is_given && factors.freedom() == 1 { self.row_of_capacitor(&null) } else { None };
            derivatives.push((row.unwrap_or(factors.free_row(free)), self.derivative(&sum, parameters)));
            sums.extend(sum);
        }
        for (row, (derivative, given)) in derivatives {
            matrix[row * n..(row + 1) * n].copy_from_slice(&derivative);
            right[row * known..(row + 1) * known].copy_from_slice(&given);
        }
        Ok(sums)
    }

    /// The equation of a capacitor among the redundant ones: without it voltages are those of the source, not of the state.
    fn row_of_capacitor<T: Scalar>(&self, null: &[T]) -> Option<usize> {
        let is_capacitor = |branch: &&Branch| matches!(branch.element.kind, CircuitKind::Capacitor(..));
        let rows = self.branches.iter().filter(is_capacitor).filter_map(|branch| branch.current);
        let size = |row: usize| null[row].value().abs();
        rows.filter(|row| size(*row) > ROUNDING.sqrt()).max_by(|a, b| size(*a).total_cmp(&size(*b)))
    }

    /// The time derivative of a sum of states and sources as a row of the equations, of size 1, and the factors of the known quantities.
    fn derivative<T: Scalar>(&self, sum: &[T], parameters: &[T]) -> (Vec<T>, Vec<T>) {
        let mut row = vec![T::zero(); self.unknowns];
        for branch in &self.branches {
            let Some(factor) = branch.known.map(|known| sum[known]) else { continue };
            match branch.element.kind {
                CircuitKind::Capacitor(_, capacitance) => {
                    branch.current.into_iter().for_each(|i| row[i] += factor / parameters[capacitance]);
                }
                CircuitKind::Inductor(_, inductance) => add_voltage(&mut row, branch, factor / parameters[inductance]),
                CircuitKind::Winding(winding) => {
                    let [own, other] = winding.rates(|address| parameters[address]);
                    add_voltage(&mut row, branch, factor * own);
                    add_voltage(&mut row, &self.branches[winding.other], factor * other);
                }
                _ => {}
            }
        }
        let largest = row.iter().fold(0.0_f64, |most, factor| most.max(factor.value().abs()));
        let size = T::constant(largest.max(f64::MIN_POSITIVE));
        row.iter_mut().for_each(|factor| *factor /= size);
        // The derivative of a source is the next known quantity.
        let sources =
            (1..sum.len()).map(|k| if self.knowns[k - 1].has_derivative() { -sum[k - 1] / size } else { T::zero() });
        (row, std::iter::once(T::zero()).chain(sources).take(sum.len()).collect())
    }

    fn undecided_known(&self, known: usize) -> UndecidedCircuit {
        UndecidedCircuit { branch: self.branches.iter().position(|b| b.known == Some(known)).unwrap_or_default() }
    }

    /// A branch whose voltage or current the equations do not determine.
    fn undecided<T: Scalar>(&self, factors: &RankFactors<T>) -> UndecidedCircuit {
        let unknown = factors.columns()[factors.rank()];
        let at_node = |branch: &Branch| branch.nodes.contains(&Some(unknown)) || branch.current == Some(unknown);
        UndecidedCircuit { branch: self.branches.iter().position(at_node).unwrap_or_default() }
    }

    /// Voltages and currents of all branches as factors of the known quantities.
    fn rows_of<T: Scalar>(
        &self,
        factors: &mut RankFactors<T>,
        right: &[T],
        parameters: &[T],
    ) -> Result<Vec<T>, UndecidedCircuit> {
        let (n, known) = (self.unknowns, self.knowns.len());
        if factors.freedom() > 0 {
            return Err(self.undecided(factors));
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
            let own = |k: usize| if branch.known == Some(k) { T::one() } else { T::zero() };
            rows.extend((0..known).map(|k| match branch.element.kind {
                CircuitKind::Ground | CircuitKind::Open => T::zero(),
                CircuitKind::Resistor { .. } | CircuitKind::Port => {
                    voltage(k) * conductance(branch.element.kind, parameters) + own(k)
                }
                CircuitKind::Inductor(..) | CircuitKind::Winding(_) | CircuitKind::Current(_) => own(k),
                CircuitKind::Controlled(control) if branch.current.is_none() => {
                    let terms = self.unknowns_of(&control);
                    let sum = terms.map(|(column, sign)| solutions[column * known + k] * T::constant(sign));
                    sum.fold(T::zero(), |sum, term| sum + term) * control.factor(parameters)
                }
                _ => branch.current.map_or_else(T::zero, |current| solutions[current * known + k]),
            }));
        }
        rows.extend_from_slice(&solutions[..self.nodes * known]);
        // Removes rounding errors: a factor that is zero by structure is zero for all parameters.
        rows.iter_mut().zip(&self.depends).filter(|(_, depends)| !**depends).for_each(|(row, _)| *row = T::zero());
        Ok(rows)
    }
}

/// Adds a multiple of the voltage of a branch to a row of the equations.
fn add_voltage<T: Scalar>(row: &mut [T], branch: &Branch, factor: T) {
    branch.nodes[0].into_iter().for_each(|p| row[p] += factor);
    branch.nodes.get(1).copied().flatten().into_iter().for_each(|m| row[m] -= factor);
}

/// Conductance of a resistor at the temperature T; that of a port without its source.
fn conductance<T: Scalar>(kind: CircuitKind, p: &[T]) -> T {
    let CircuitKind::Resistor { parameters: [value, alpha, t, t_ref], conducts } = kind else { return T::one() };
    let change = T::one() + p[alpha] * (p[t] - p[t_ref]);
    if conducts { p[value] / change } else { T::one() / (p[value] * change) }
}
