//! Modelica.Blocks.Continuous: CriticalDamping and LowpassButterworth.

use super::initialization::{Init, Starts, X_START, Y_START, init_type};
use super::linear::Linear;
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::linear::{Row, Term, u, x};
use std::f64::consts::PI;

pub static CRITICAL_DAMPING: Class = Class {
    name: "Modelica.Blocks.Continuous.CriticalDamping",
    description: "Output the input signal filtered with an n-th order filter with critical damping",
    documentation: documentation!("critical_damping.md"),
    parameters: &[
        integer("n", 1, 2, "Order of filter"),
        F,
        boolean(
            "normalized",
            true,
            "The amplitude at f is 3 dB below that at zero frequency, otherwise the filter is not normalized",
        ),
        init_type("NoInit"),
        X_START,
        Y_START,
    ],
    ..siso(|e| {
        let (init, n) = (Init::of(e, "initType"), e.integer("n"));
        let Some(starts) = Starts::of(e, "x_start", n.max(1) as usize) else { return };
        let alpha = if e.boolean("normalized") { (2.0_f64.powf(1.0 / f64::from(n)) - 1.0).sqrt() } else { 1.0 };
        let (w, f) = (2.0 * PI / alpha, e.real("f"));
        let first = starts.states(e, init, "x", "Filter states");
        let before = |k: usize| k.checked_sub(1).map_or_else(|| u(0), x);
        let rates: Vec<_> = (0..starts.count).map(|k| vec![before(k).by(w).times(f), x(k).by(-w).times(f)]).collect();
        Linear { rates, outputs: vec![vec![x(starts.count - 1)]] }.build(e, first);
    })
};

/// Pairs of poles in series, each with the states x1 and x2 = der(x1), then the real pole if the order is odd. All
/// poles have the distance 2 pi f from the origin, at equal angles (S. Butterworth 1930).
pub static LOWPASS_BUTTERWORTH: Class = Class {
    name: "Modelica.Blocks.Continuous.LowpassButterworth",
    description: "Output the input signal filtered with a low pass Butterworth filter of any order",
    documentation: documentation!("lowpass_butterworth.md"),
    parameters: &[
        integer("n", 1, 2, "Order of filter"),
        F,
        init_type("NoInit"),
        array(
            "x1_start",
            "",
            "Initial or guess values of the states x1 (one for all of them, or one for \
            each)",
        )
        .or(0.0),
        array(
            "x2_start",
            "",
            "Initial or guess values of the states x2 (one for all of them, or one for \
            each)",
        )
        .or(0.0),
        real("xr_start", "", "Initial or guess value of the real pole's state").or(0.0),
        Y_START,
    ],
    ..siso(|e| {
        let (init, n) = (Init::of(e, "initType"), e.integer("n").max(1) as usize);
        let (pairs, is_odd) = (n / 2, n % 2 == 1);
        let (Some(x1), Some(x2)) = (Starts::of(e, "x1_start", pairs), Starts::of(e, "x2_start", pairs)) else { return };
        let real_start = e.address("xr_start");
        let first = e.elements.states.len();
        x1.states(e, init, "x1", "States of the poles in pairs");
        // Without a real pole, the last derivative follows from the output.
        x2.states_but(e, init, "x2", "Derivatives of x1", (!is_odd).then_some(pairs.saturating_sub(1)));
        if is_odd {
            init.add_state(e, "xr", "State of the real pole", real_start, false);
        }
        let (w, f) = (2.0 * PI, e.real("f"));
        let before = |pair: usize| pair.checked_sub(1).map_or_else(|| u(0), x);
        let mut rates: Vec<Row> = (0..pairs).map(|pair| vec![x(pairs + pair)]).collect();
        rates.extend((0..pairs).map(|pair| {
            let damping = (PI * (2 * pair + 1) as f64 / (2 * n) as f64).sin();
            let square = |term: Term, sign: f64| term.by(sign * w * w).times(f).times(f);
            vec![square(before(pair), 1.0), square(x(pair), -1.0), x(pairs + pair).by(-2.0 * damping * w).times(f)]
        }));
        if is_odd {
            rates.push(vec![before(pairs).by(w).times(f), x(2 * pairs).by(-w).times(f)]);
        }
        let output = if is_odd { 2 * pairs } else { pairs - 1 };
        Linear { rates, outputs: vec![vec![x(output)]] }.build(e, first);
        init.start_output(e);
    })
};

const F: Parameter = real("f", "Hz", "Cut-off frequency").min(f64::MIN_POSITIVE).tunable();
