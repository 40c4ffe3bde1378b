//! Modelica.Blocks.Continuous: StateSpace and TransferFunction.

use super::registration::{Init, Linear, Starts, X_START, Y_START, init_type};
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::linear::{Factor, LeastRates, LeastRatesVariable, LinearVariable, Row, Term, u, x};
use mechanism::{Real, Shape, StateId};

pub static STATE_SPACE: Class = Class {
    name: "Modelica.Blocks.Continuous.StateSpace",
    description: "Linear state space system: der(x) = A x + B u, y = C x + D u",
    parameters: &[
        table("A", "", "Matrix A of the state space model"),
        table("B", "", "Matrix B of the state space model"),
        table("C", "", "Matrix C of the state space model"),
        D,
        init_type("NoInit"),
        X_START,
        array("y_start", "", "Initial values of outputs for InitialOutput (one for all of them, or one for each)")
            .or(0.0),
    ],
    connectors: &[inputs("u", SignalSize::Columns("B", 0)), outputs("y", SignalSize::Rows("C"))],
    ..Class::element(build_state_space)
};

/// D; by default a single zero.
pub(in crate::blocks) const D: Parameter = Parameter {
    shape: Shape::Matrix(1, 1),
    ..table("D", "", "Matrix D of the state space model (zeros if it is a single zero)").or(0.0)
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
    let output = e.y();
    for k in 0..y.count {
        e.start_signal(format!("y[{}]", k + 1), output.first + k, y.address(k));
    }
    let [a, b, c] = ["A", "B", "C"].map(|name| e.reals(name));
    let law = e.add_law(LeastRates { first, a, b, c, states: x.count, u: e.input("u") });
    for k in 0..x.count {
        let zero = e.add_zero("der(x)");
        e.start_at(format!("der(x)[{}]", k + 1), law.source(LeastRatesVariable::Gradient, k), zero);
    }
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

fn build_state_space(e: &mut Element<'_>) {
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

pub static TRANSFER_FUNCTION: Class = Class {
    name: "Modelica.Blocks.Continuous.TransferFunction",
    description: "Linear transfer function: y = b(s)/a(s) u",
    parameters: &[
        array("b", "", "Numerator coefficients of transfer function, highest power first").or(1.0),
        array("a", "", "Denominator coefficients of transfer function, highest power first").or(1.0).checked(leading),
        init_type("NoInit"),
        X_START,
        Y_START,
    ],
    ..siso(build_transfer_function)
};

/// The highest coefficient of a denominator must not be zero.
pub(in crate::blocks) fn leading(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.first().is_none_or(|first| *first == 0.0).then_some("a first element that is not zero")
}

fn build_transfer_function(e: &mut Element<'_>) {
    let (a, b) = (e.reals("a"), e.reals("b"));
    if b.size > a.size {
        return e.refuse("b", "no more elements than a has: the output would be a derivative of the input");
    }
    if a.size == 1 {
        // Order zero: a gain.
        let output = vec![u(0).times(Real::new(b.first)).over(Real::new(a.first))];
        return Linear { rates: Vec::new(), outputs: vec![output] }.build(e, 0);
    }
    let (init, count) = (Init::of(e, "initType"), a.size - 1);
    let Some(starts) = Starts::of(e, "x_start", count) else { return };
    // `x` is shown without the scale; InitialState fixes `x`.
    let (last, of_scaled) = (Factor::Last(a), if init == Init::InitialState { Init::NoInit } else { init });
    let first = starts.states_but(e, of_scaled, "x_scaled", "Scaled state", Some(0));
    let [a, b] = [a, b].map(|c| (c.first..c.first + c.size).map(Real::new).collect::<Vec<_>>());
    let leading = b.len() == a.len();
    // Controller canonical form: the first state is the second-highest derivative.
    let mut highest: Vec<Term> = (0..count).map(|k| x(k).by(-1.0).times(a[k + 1]).over(a[0])).collect();
    highest.push(u(0).times(last).over(a[0]));
    let rates = std::iter::once(highest).chain((1..count).map(|k| vec![x(k - 1)])).collect();
    let shorter = a.len() - b.len();
    let numerator = (1..=count).filter_map(|k| Some((k, *b.get(k.checked_sub(shorter)?)?)));
    let mut output: Vec<Term> = numerator.map(|(k, b)| x(k - 1).times(b).over(last)).collect();
    if leading {
        output.extend((0..count).map(|k| x(k).by(-1.0).times(b[0]).times(a[k + 1]).over(a[0]).over(last)));
        output.push(u(0).times(b[0]).over(a[0]));
    }
    init.start_output(e);
    let Some(law) = (Linear { rates, outputs: vec![output] }).scaled(e, first, Some(last)) else { return };
    e.show_elements(("x", "State of the transfer function"), count, law, LinearVariable::States);
    if init == Init::InitialState {
        for k in 0..count {
            e.start_at(format!("x[{}]", k + 1), law.source(LinearVariable::States, k), starts.address(k));
        }
    }
}
