//! Modelica.Blocks.Continuous.CriticalDamping

use super::super::{Y, input};
use super::initialization::{Init, Y_START, init_type};
use super::linear::{Linear, u, x};
use super::starts::Starts;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.CriticalDamping",
    description: "Output the input signal filtered with an n-th order filter with critical damping",
    documentation: documentation!("critical_damping.md"),
    parameters: &[
        integer("n", 1, 2, "Order of filter"),
        real("f", "Hz", "Cut-off frequency").min(f64::MIN_POSITIVE).tunable(),
        boolean(
            "normalized",
            true,
            "The amplitude at f is 3 dB below that at rest, otherwise the filter is not changed",
        ),
        init_type("NoInit"),
        array("x_start", "", "Initial or guess values of states (one for all of them, or one each)").or(0.0),
        Y_START,
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (init, n) = (Init::of(e, "initType"), e.integer("n"));
    let Some(starts) = Starts::of(e, "x_start", n.max(1) as usize) else { return };
    let alpha = if e.boolean("normalized") { (2.0_f64.powf(1.0 / f64::from(n)) - 1.0).sqrt() } else { 1.0 };
    let (w, f) = (2.0 * std::f64::consts::PI / alpha, e.real("f"));
    let first = starts.states(e, init, "x", "Filter states");
    let before = |k: usize| k.checked_sub(1).map_or_else(|| u(0), x);
    let rates: Vec<_> = (0..starts.count).map(|k| vec![before(k).by(w).times(f), x(k).by(-w).times(f)]).collect();
    Linear { rates, outputs: vec![vec![x(starts.count - 1)]] }.build(e, first);
}
