//! Modelica.Blocks.Continuous: CriticalDamping, LowpassButterworth and Filter.

use super::prototype::{bessel, butterworth, chebyshev, critical_damping};
use super::registration::{Init, Linear, Starts, X_START, Y_START, init_type};
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::band::{BandFactor, BandSection, Coefficient, Pair, Section};
use crate::laws::blocks::linear::{Factor, Row, Term, u, x};
use crate::types::{ANALOG_FILTER, FILTER_TYPE, INIT};
use mechanism::Real;
use std::f64::consts::PI;

pub static CRITICAL_DAMPING: Class = Class {
    name: "Modelica.Blocks.Continuous.CriticalDamping",
    description: "Output the input signal filtered with an n-th order filter with critical damping",
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
    parameters: &[
        integer("n", 1, 2, "Order of filter"),
        F,
        init_type("NoInit"),
        array("x1_start", "", "Initial or guess values of the states x1 (one for all of them, or one for each)")
            .or(0.0),
        array("x2_start", "", "Initial or guess values of the states x2 (one for all of them, or one for each)")
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

pub static FILTER: Class = Class {
    name: "Modelica.Blocks.Continuous.Filter",
    description: "Continuous low pass, high pass, band pass or band stop filter of type CriticalDamping, Bessel, Butterworth or ChebyshevI",
    parameters: &[
        enumeration("analogFilter", &ANALOG_FILTER, "CriticalDamping", "Analog filter characteristics"),
        enumeration("filterType", &FILTER_TYPE, "LowPass", "Type of filter"),
        integer("order", 1, 2, "Order of filter; band filters have twice as many states").max(41.0),
        real("f_cut", "Hz", "Cut-off frequency").min(f64::MIN_POSITIVE).tunable(),
        real("gain", "", "Gain (= amplitude of frequency response in the pass band)").or(1.0).tunable(),
        real("A_ripple", "", "Pass band ripple, dB")
            .settled()
            .or(0.5)
            .min(1e-6)
            .max(3.0)
            .only_if(&[("analogFilter", "ChebyshevI")]),
        real("f_min", "Hz", "Lower end of the band (the upper end is f_cut)")
            .or(0.0)
            .min(0.0)
            .tunable()
            .only_if(&[("filterType", "BandPass"), ("filterType", "BandStop")]),
        boolean(
            "normalized",
            true,
            "The amplitude at f_cut is 3 dB below that at zero frequency, otherwise the filter is not normalized",
        ),
        enumeration("init", &INIT, "SteadyState", "Type of initialization"),
        X_START,
        real("y_start", "", "Initial value of output").or(0.0),
        real("u_nominal", "", "Nominal value of input (used for scaling the states)").or(1.0).min(f64::MIN_POSITIVE),
    ],
    ..siso(build)
};

/// The low-pass prototype of the filter; none, with a refusal, if it does not exist.
fn prototype(e: &mut Element<'_>) -> Option<Vec<Section>> {
    let (order, normalized) = (e.integer("order").max(1) as usize, e.boolean("normalized"));
    match e.literal("analogFilter") {
        "Bessel" => {
            let sections = bessel(order, normalized);
            if sections.is_none() {
                e.refuse("order", "at most 20 of a Bessel filter");
            }
            sections
        }
        "Butterworth" => Some(butterworth(order)),
        "ChebyshevI" => {
            let ripple = e.settled("A_ripple").and_then(|ripple| ripple.first().copied());
            if ripple.is_none() {
                e.refuse("A_ripple", "a number that is no expression, since it shapes the filter");
            }
            ripple.map(|ripple| chebyshev(order, ripple, normalized))
        }
        _ => Some(critical_damping(order, normalized)),
    }
}

/// Refuses a band that is empty or begins at 0.
fn refuse_empty_band(e: &mut Element<'_>) {
    let [low, high] = ["f_min", "f_cut"].map(|name| e.known(name));
    if low.is_some_and(|low| low <= 0.0 || high.is_some_and(|high| high <= low)) {
        e.refuse("f_min", "a frequency between 0 and f_cut, where the band begins");
    }
}

/// Sections in series.
struct Chain {
    /// High pass or band stop: sections of the inverted prototype, each subtracted from its input.
    is_inverted: bool,
    band: [Real; 2],
    rates: Vec<Row>,
    /// Input of the next section.
    signal: Row,
    /// Gain of the sections so far.
    gain: f64,
}

impl Chain {
    /// Adds a section of a low-pass or high-pass filter.
    fn pass(&mut self, section: Section) {
        let (is_low, f_cut) = (!self.is_inverted, self.band[1]);
        match if is_low { section } else { section.inverted() } {
            Section::Real(a) => {
                let w = |term: Term| term.by(2.0 * PI * a).times(f_cut);
                let k = self.rates.len();
                self.rates.push(self.signal.iter().cloned().map(w).chain([w(x(k).by(-1.0))]).collect());
                self.goes_on([x(k).by(if is_low { 1.0 } else { -1.0 })]);
            }
            Section::Pair([a, b]) => {
                let damping = a / b.sqrt();
                let numerator = if is_low { [0.0, 1.0] } else { [-damping, -1.0] };
                let pair = Pair { frequency: 1.0, damping, numerator };
                self.pair(|coefficient, term| {
                    let term = term.by(pair.value(coefficient));
                    let is_rate = !matches!(coefficient, Coefficient::First | Coefficient::Second);
                    if is_rate { term.by(2.0 * PI * b.sqrt()).times(f_cut) } else { term }
                });
            }
        }
    }

    /// Adds the sections of a band filter that correspond to one of the low-pass prototype: the one with the higher
    /// frequency first.
    fn band(&mut self, section: Section) {
        let (is_pass, band) = (!self.is_inverted, self.band);
        let from = if is_pass { section } else { section.inverted() };
        let uppers: &[bool] = match from {
            Section::Real(_) => &[false],
            Section::Pair(_) => &[true, false],
        };
        for is_upper in uppers.iter().copied() {
            let section = BandSection { band, from, is_upper, is_pass };
            self.pair(|coefficient, term| term.times(Factor::Band(BandFactor { section, coefficient })));
        }
        if is_pass {
            self.gain *= match from {
                Section::Real(a) => a,
                Section::Pair([_, b]) => b,
            };
        }
    }

    /// Adds a section with two states; `times` multiplies a term by a coefficient.
    fn pair(&mut self, times: impl Fn(Coefficient, Term) -> Term) {
        let k = self.rates.len();
        let own = [times(Coefficient::Decay, x(k)), times(Coefficient::Return, x(k + 1))];
        let input = self.signal.iter().cloned().map(|term| times(Coefficient::Gain, term));
        self.rates.push(own.into_iter().chain(input).collect());
        self.rates.push(vec![times(Coefficient::Turn, x(k)), times(Coefficient::Decay, x(k + 1))]);
        self.goes_on([times(Coefficient::First, x(k)), times(Coefficient::Second, x(k + 1))]);
    }

    /// Uses the output of a section as the input of the next one; a high-pass section adds its own input.
    fn goes_on<const N: usize>(&mut self, own: [Term; N]) {
        if !self.is_inverted {
            self.signal.clear();
        }
        self.signal.extend(own.into_iter().filter(|term| term.constant != 0.0));
    }
}

fn build(e: &mut Element<'_>) {
    let (filter_type, init) = (e.literal("filterType"), Init::of(e, "init"));
    let is_band = matches!(filter_type, "BandPass" | "BandStop");
    let is_inverted = matches!(filter_type, "HighPass" | "BandStop");
    if is_band {
        refuse_empty_band(e);
    }
    let Some(sections) = prototype(e) else { return };
    let band = ["f_min", "f_cut"].map(|name| e.real(name));
    let u_nominal = e.real("u_nominal");
    let mut chain = Chain { is_inverted, band, rates: Vec::new(), signal: vec![u(0).over(u_nominal)], gain: 1.0 };
    for section in sections {
        if is_band { chain.band(section) } else { chain.pass(section) }
    }
    let Some(starts) = Starts::of(e, "x_start", chain.rates.len()) else { return };
    let first = starts.states(e, init, "x", "Filter states");
    let (gain, k) = (chain.gain, e.real("gain"));
    let output = chain.signal.into_iter().map(|term| term.by(gain).times(k).times(u_nominal)).collect();
    Linear { rates: chain.rates, outputs: vec![output] }.build(e, first);
}
