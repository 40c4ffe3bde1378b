//! Modelica.Blocks.Continuous.StateSpace

use super::initialization::{Init, Starts, X_START, init_type};
use super::linear::Linear;
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::least_rates::{LeastRates, LeastRatesVariable};
use crate::laws::blocks::linear::{Row, Term, u, x};
use mechanism::{Real, Shape, StateId};

pub static STATE_SPACE: Class = Class {
    name: "Modelica.Blocks.Continuous.StateSpace",
    description: "Linear state space system: der(x) = A x + B u, y = C x + D u",
    documentation: documentation!("state_space.md"),
    parameters: &[
        table("A", "", "Matrix A of the state space model"),
        table("B", "", "Matrix B of the state space model"),
        table("C", "", "Matrix C of the state space model"),
        D,
        init_type("NoInit"),
        X_START,
        array(
            "y_start",
            "",
            "Initial values of outputs for InitialOutput (one for all of them, or one for \
            each)",
        )
        .or(0.0),
    ],
    connectors: &[inputs("u", SignalSize::Columns("B", 0)), outputs("y", SignalSize::Rows("C"))],
    ..Class::element(build)
};

/// D; by default a single zero.
pub(in crate::blocks) const D: Parameter = {
    let mut d = table("D", "", "Matrix D of the state space model (zeros if it is a single zero)").or(0.0);
    d.shape = Shape::Matrix(1, 1);
    d
};

/// Number of rows and columns of a matrix.
fn size(e: &Element<'_>, name: &str) -> (usize, usize) {
    if let Shape::Matrix(rows, columns) = e.shape(name) { (rows, columns) } else { (1, 1) }
}

/// Registers the states. With InitialOutput they follow from the outputs; of all possible states those with the
/// smallest derivatives are taken.
fn start(e: &mut Element<'_>, init: Init, x: Starts, y: Starts) -> StateId {
    if init != Init::InitialOutput {
        return x.states_but(e, init, "x", "State vector", None);
    }
    let first = x.states_but(e, Init::NoInit, "x", "State vector", None);
    if let Some(output) = e.output("y") {
        (0..y.count).for_each(|k| e.start_signal(&format!("y[{}]", k + 1), output.first + k, y.address(k)));
    }
    LeastRates::build(e, first, x.count);
    first
}

/// D is not the single zero that stands for a matrix of zeros.
fn has_direct(e: &Element<'_>) -> bool {
    size(e, "D") != (1, 1) || (size(e, "B").1, size(e, "C").0) == (1, 1)
}

/// Number of states, if the sizes of the matrices agree; otherwise they are refused.
pub(in crate::blocks) fn sizes(e: &mut Element<'_>) -> Option<usize> {
    let [a, b, c, d] = ["A", "B", "C", "D"].map(|name| size(e, name));
    let (states, inputs, outputs) = (a.0, b.1, c.0);
    if a.1 != states || b.0 != states || c.1 != states {
        e.refuse("A, B and C", "as many rows and columns of A as B has rows and C has columns: one for each state");
        return None;
    }
    if has_direct(e) && d != (outputs, inputs) {
        e.refuse("D", "as many rows as C and as many columns as B");
        return None;
    }
    Some(states)
}

fn build(e: &mut Element<'_>) {
    let Some(states) = sizes(e) else { return };
    let (inputs, outputs) = (size(e, "B").1, size(e, "C").0);
    let has_direct = has_direct(e);
    let init = Init::of(e, "initType");
    let Some(starts) = Starts::of(e, "x_start", states) else { return };
    let Some(y_start) = Starts::of(e, "y_start", outputs) else { return };
    let first = start(e, init, starts, y_start);
    let mut row = |name: &'static str, row: usize, columns: usize, term: fn(usize) -> Term| -> Row {
        let address = e.address(name) + row * columns;
        let columns = (0..columns).filter(|k| e.is_present_at(address + k));
        columns.map(|k| term(k).times(Real::new(address + k))).collect()
    };
    let mut both = |names: [&'static str; 2], k: usize, with_input: bool| {
        let mut terms = row(names[0], k, states, x);
        if with_input {
            terms.extend(row(names[1], k, inputs, u));
        }
        terms
    };
    let rates = (0..states).map(|k| both(["A", "B"], k, true)).collect();
    let outputs = (0..outputs).map(|k| both(["C", "D"], k, has_direct)).collect();
    Linear { rates, outputs }.build(e, first);
}

impl LeastRates {
    /// Registers the condition that the derivatives of the states from `first` are minimal at the start.
    pub(super) fn build(e: &mut Element<'_>, first: StateId, states: usize) {
        let [a, b, c] = ["A", "B", "C"].map(|name| e.reals(name));
        let law = e.add_law(Self { first, a, b, c, states, u: e.input("u") });
        for k in 0..states {
            e.start_element_at_zero(("der(x)", k), law, LeastRatesVariable::Gradient);
        }
    }
}
