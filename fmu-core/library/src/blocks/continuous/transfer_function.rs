//! Modelica.Blocks.Continuous.TransferFunction

use super::initialization::{Init, Starts, X_START, Y_START, init_type};
use super::linear::Linear;
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::linear::{Factor, LinearVariable, Term, u, x};
use mechanism::{Real, Shape};

pub static TRANSFER_FUNCTION: Class = Class {
    name: "Modelica.Blocks.Continuous.TransferFunction",
    description: "Linear transfer function: y = b(s)/a(s) u",
    documentation: documentation!("transfer_function.md"),
    parameters: &[
        array("b", "", "Numerator coefficients of transfer function, highest power first").or(1.0),
        array("a", "", "Denominator coefficients of transfer function, highest power first").or(1.0).checked(check),
        init_type("NoInit"),
        X_START,
        Y_START,
    ],
    ..siso(build)
};

/// The highest coefficient of a denominator must not be zero.
fn check(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.first().is_none_or(|first| *first == 0.0).then_some("a first element that is not zero")
}

fn build(e: &mut Element<'_>) {
    let (a, b) = (e.reals("a"), e.reals("b"));
    if b.size > a.size {
        e.refuse("b", "no more elements than a has: the output would be a derivative of the input");
        return;
    }
    if a.size == 1 {
        // Order zero: a gain.
        let output = vec![u(0).times(Real::new(b.first)).over(Real::new(a.first))];
        Linear { rates: Vec::new(), outputs: vec![output] }.build(e, 0);
        return;
    }
    let (init, count) = (Init::of(e, "initType"), a.size - 1);
    let Some(starts) = Starts::of(e, "x_start", count) else { return };
    // `x` is shown without the scale.
    let (last, first) = (Factor::Last(a), e.elements.states.len());
    for k in 0..count {
        let name = format!("x_scaled[{}]", k + 1);
        let state = e.add_named_state(&name, "Scaled state", starts.address(k), false);
        if init == Init::SteadyState || (init == Init::InitialOutput && k > 0) {
            e.start_steady(&name, state);
        }
    }
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
    let Some(law) = (Linear { rates, outputs: vec![output] }).scaled(e, first, last) else { return };
    e.show_elements(("x", "State of the transfer function"), count, law, LinearVariable::States);
    if init == Init::InitialState {
        (0..count).for_each(|k| e.start_shown(("x", k), law, LinearVariable::States, starts.address(k)));
    }
}
