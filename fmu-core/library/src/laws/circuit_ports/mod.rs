//! Elements of circuits whose equations change during the simulation: variable resistors, switches, diodes, amplifiers with limits.
//!
//! In each discrete state the equation of such an element (a port) is linear in a few voltages and currents of the circuit, and these are
//! linear in the currents of the ports' sources, so that a small linear system determines the latter. At an event the states are changed one
//! at a time, the first one that contradicts the solution each time (Murty, Note on a Bard-type scheme for solving the complementarity
//! problem, 1974): for ideal diodes and switches this ends at the only solution.

mod characteristic;

pub use characteristic::{Arc, Characteristic, Control, Gate, Supply, Temperature};

use crate::laws::blocks::truth;
use binary::Binary;
use characteristic::{HELD, Line, Situation};
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, Event, Law, MotionView, Quantity, SignalIn, SignalOut, Signals, after};

/// Maximum number of ports of a circuit.
pub const MOST_PORTS: usize = 24;

/// Number of quantities that the equation of a port may contain.
pub const QUANTITIES: usize = 5;

/// Most steps of Newton's method, least steps after which it may end, and the change that is rounding.
const MOST_STEPS: usize = 20;
const LEAST_STEPS: usize = 3;
const ROUNDING: f64 = 1e-14;

/// An element with an equation of its own.
#[derive(Clone, Debug, Binary)]
pub struct Port {
    /// Number of its element.
    pub element: usize,
    /// Numbers of the elements whose voltages or currents its [`Characteristic`] contains.
    pub watches: Vec<(usize, Quantity)>,
    /// Rows of its voltage and current, then of those quantities, once known; none: zero.
    pub rows: [Option<usize>; QUANTITIES],
    /// Its equation.
    pub characteristic: Characteristic,
}

/// The ports of a circuit: computes the currents of their sources.
#[derive(Clone, Debug, Binary)]
pub struct CircuitPorts {
    /// Number of the circuit.
    pub circuit: usize,
    /// The ports.
    pub ports: Vec<Port>,
    /// Currents of the sources, then for each port 1 if it blocks.
    pub y: SignalOut,
    /// Signals that the voltages and currents without these sources depend on.
    pub reads: Vec<SignalIn>,
    /// States and flanges that they depend on.
    pub looks_at: Vec<Contact>,
}

impl CircuitPorts {
    /// Solves the equations of the ports with the given held values. Powers are products: Newton's method begins without them.
    fn solve<T: Scalar>(
        &self,
        view: &MotionView<'_, T>,
        signals: &Signals<'_, T>,
        held: &dyn Fn(usize) -> f64,
    ) -> [T; MOST_PORTS] {
        let mut currents = self.solve_at(view, signals, held, None);
        if self.ports.iter().any(|port| matches!(port.characteristic, Characteristic::Supply)) {
            for step in 0..MOST_STEPS {
                let next = self.solve_at(view, signals, held, Some(&currents));
                let change = |k: usize| (next[k] - currents[k]).value().abs() - ROUNDING * next[k].value().abs();
                let is_done = (0..self.ports.len()).all(|k| change(k) <= ROUNDING);
                currents = next;
                // Each further step adds an order of the derivatives.
                if is_done && step >= LEAST_STEPS {
                    break;
                }
            }
        }
        currents
    }

    /// Solves the equations of the ports, with products replaced by tangents at the currents `at`.
    fn solve_at<T: Scalar>(
        &self,
        view: &MotionView<'_, T>,
        signals: &Signals<'_, T>,
        held: &dyn Fn(usize) -> f64,
        at: Option<&[T; MOST_PORTS]>,
    ) -> [T; MOST_PORTS] {
        let mut matrix = [[T::zero(); MOST_PORTS]; MOST_PORTS];
        let mut right = [T::zero(); MOST_PORTS];
        for (k, port) in self.ports.iter().enumerate() {
            let own: [f64; HELD] = std::array::from_fn(|h| held(HELD * k + h));
            let Line { factors, constant } = match at.filter(|_| matches!(port.characteristic, Characteristic::Supply))
            {
                Some(at) => Line::of_power(self.quantities((view, signals), port, at)),
                None => port.characteristic.line(view, signals, own),
            };
            right[k] = constant;
            for (row, factor) in port.rows.iter().zip(factors) {
                let Some(row) = row.filter(|_| factor != T::zero()) else { continue };
                right[k] -= factor * view.circuit_without(self.circuit, row, signals, true);
                for (element, of_row) in matrix[k].iter_mut().zip(view.circuit_ports(self.circuit, row)) {
                    *element += factor * of_row;
                }
            }
        }
        eliminate(&mut matrix, &mut right, self.ports.len());
        right
    }

    /// Values of the quantities in the equation of a port.
    fn quantities<T: Scalar>(
        &self,
        (view, signals): (&MotionView<'_, T>, &Signals<'_, T>),
        port: &Port,
        currents: &[T; MOST_PORTS],
    ) -> [T; QUANTITIES] {
        port.rows.map(|row| {
            row.map_or(T::zero(), |row| {
                let known = view.circuit_without(self.circuit, row, signals, true);
                let factors = view.circuit_ports(self.circuit, row);
                factors.zip(currents).fold(known, |sum, (factor, current)| sum + factor * *current)
            })
        })
    }

    /// Changes the state of one port at a time until all states agree with the solution.
    fn settle(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let count = self.ports.len();
        let most = 20 + 10 * count;
        for _ in 0..most {
            let held = &*event.held;
            let currents = self.solve(view, signals, &|k| held[k]);
            let changed = self.ports.iter().enumerate().find_map(|(k, port)| {
                let held = std::array::from_fn(|h| held[HELD * k + h]);
                let quantities = self.quantities((view, signals), port, &currents);
                let situation = Situation { quantities, held, elapsed: event.elapsed, is_initial: event.is_initial };
                port.characteristic.next(view, signals, &situation).map(|next| (k, next))
            });
            let Some((k, next)) = changed else { return };
            event.held[HELD * k..HELD * (k + 1)].copy_from_slice(&next);
        }
    }
}

impl Law for CircuitPorts {
    type Stage = after::Motion;
    // Variables of the circuit's components, too, need the currents.
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let own = self.ports.iter().flat_map(|port| port.characteristic.inputs());
        let seen = self.ports.iter().filter_map(|port| port.characteristic.heat_port()).map(Contact::SeenPort);
        let states = self.ports.iter().filter_map(|port| port.characteristic.state()).map(Contact::SeenState);
        let connections = Connections::default().reads(self.reads.iter().copied()).reads(own).writes(self.y);
        connections.touches(self.looks_at.iter().copied()).touches(seen).touches(states)
    }

    fn held(&self) -> usize {
        if self.relations() == 0 { 0 } else { HELD * self.ports.len() }
    }

    fn relations(&self) -> usize {
        if self.ports.iter().any(|port| port.characteristic.is_discrete()) { self.ports.len() } else { 0 }
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let holds = self.held() > 0;
        let held = |k: usize| if holds { view.held(k).value() } else { 0.0 };
        let currents = self.solve(view, signals, &held);
        let count = self.ports.len();
        for (k, port) in self.ports.iter().enumerate() {
            let blocks = port.characteristic.blocks(signals, held(HELD * k));
            signals.set_element(self.y, k, currents[k]);
            signals.set_element(self.y, count + k, truth(blocks));
        }
    }

    fn indicators(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let held = |k: usize| view.held(k);
        let currents = self.solve(view, signals, &held);
        for (k, (port, indicator)) in self.ports.iter().zip(indicators).enumerate() {
            let held = std::array::from_fn(|h| held(HELD * k + h));
            let quantities = self.quantities((view, signals), port, &currents);
            let situation = Situation { quantities, held, elapsed: view.elapsed(), is_initial: false };
            *indicator = port.characteristic.indicator(view, signals, &situation);
        }
    }

    fn update(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if event.is_initial {
            for (k, port) in self.ports.iter().enumerate() {
                event.held[HELD * k..HELD * (k + 1)].copy_from_slice(&port.characteristic.first(event.parameters));
            }
        }
        for (port, held) in self.ports.iter().zip(event.held.chunks_exact_mut(HELD)) {
            port.characteristic.begin(held);
        }
        self.settle(view, signals, event);
    }
}

/// Solves `matrix x = b` of the first `count` equations in place, by elimination with row pivots.
fn eliminate<T: Scalar>(matrix: &mut [[T; MOST_PORTS]; MOST_PORTS], b: &mut [T; MOST_PORTS], count: usize) {
    for k in 0..count {
        let size = |row: usize| matrix[row][k].value().abs();
        let pivot = (k..count).fold(k, |best, row| if size(row) > size(best) { row } else { best });
        matrix.swap(k, pivot);
        b.swap(k, pivot);
        let (above, below) = matrix.split_at_mut(k + 1);
        let (row, known) = (&above[k], b[k]);
        for (lower, b) in below.iter_mut().zip(&mut b[k + 1..]).take(count - k - 1) {
            let factor = lower[k] / row[k];
            for (element, above) in lower.iter_mut().zip(row).take(count).skip(k) {
                *element -= factor * *above;
            }
            *b -= factor * known;
        }
    }
    for k in (0..count).rev() {
        let known = (k + 1..count).fold(T::zero(), |sum, column| sum + matrix[k][column] * b[column]);
        b[k] = (b[k] - known) / matrix[k][k];
    }
}
