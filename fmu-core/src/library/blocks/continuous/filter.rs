//! Modelica.Blocks.Continuous.Filter

use super::super::{Y, input};
use super::band::{BandFactor, BandQuantity, BandSection};
use super::initialization::Init;
use super::linear::{Factor, Linear, Row, Term, u, x};
use super::prototype::{Section, bessel, butterworth, chebyshev, critical_damping};
use super::starts::Starts;
use crate::library::Element;
use crate::library::class::*;
use crate::library::types::{ANALOG_FILTER, FILTER_TYPE, INIT};
use crate::mechanism::Real;
use std::f64::consts::PI;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.Filter",
    description: "Continuous low pass, high pass, band pass or band stop filter of type CriticalDamping, Bessel, Butterworth or ChebyshevI",
    documentation: documentation!("filter.md"),
    parameters: &[
        enumeration("analogFilter", &ANALOG_FILTER, "CriticalDamping", "Analog filter characteristics"),
        enumeration("filterType", &FILTER_TYPE, "LowPass", "Type of filter"),
        integer("order", 1, 2, "Order of filter; band filters have twice as many states").max(41.0),
        real("f_cut", "Hz", "Cut-off frequency").min(f64::MIN_POSITIVE).tunable(),
        real("gain", "", "Gain (= amplitude of frequency response where the filter passes)").or(1.0).tunable(),
        real("A_ripple", "", "Pass band ripple, dB")
            .settled()
            .or(0.5)
            .min(1e-6)
            .max(3.0)
            .only_if(&[("analogFilter", "ChebyshevI")]),
        real("f_min", "Hz", "Lower end of the band, whose upper end is f_cut")
            .or(0.0)
            .min(0.0)
            .tunable()
            .only_if(&[("filterType", "BandPass"), ("filterType", "BandStop")]),
        boolean(
            "normalized",
            true,
            "The amplitude at f_cut is 3 dB below that at rest, otherwise the filter is not changed",
        ),
        enumeration("init", &INIT, "SteadyState", "Type of initialization"),
        array("x_start", "", "Initial or guess values of states (one for all of them, or one each)").or(0.0),
        real("y_start", "", "Initial value of output").or(0.0),
    ],
    connectors: &[input("u"), Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

/// What it passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passes {
    Low,
    High,
    Band,
    AllBut,
}

fn passes(e: &Element<'_>) -> Passes {
    match e.literal("filterType") {
        "HighPass" => Passes::High,
        "BandPass" => Passes::Band,
        "BandStop" => Passes::AllBut,
        _ => Passes::Low,
    }
}

/// The low pass that the filter is made from; none, and a refusal, where there is no such one.
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

/// Refuses a band without a beginning or with an end before it.
fn refuse_empty_band(e: &mut Element<'_>) {
    let [low, high] = ["f_min", "f_cut"].map(|name| e.slots.get(e.address(name)).filter(|slot| slot.independent));
    let is_wrong = low.is_some_and(|low| low.value <= 0.0 || high.is_some_and(|high| high.value <= low.value));
    if is_wrong {
        e.refuse("f_min", "a frequency between 0 and f_cut, where the band begins");
    }
}

/// A section: two states x1 and x2 with `der(x1) = w x2` and `der(x2) = w (in - x1) - w d x2`, or one.
struct Chain {
    passes: Passes,
    band: [Real; 2],
    rates: Vec<Row>,
    /// What goes into the next section.
    signal: Row,
}

fn times(row: Row, factor: impl Into<Factor> + Copy) -> Row {
    row.into_iter().map(|term| term.times(factor)).collect()
}

impl Chain {
    /// Adds a section of a low or high pass.
    fn pass(&mut self, section: Section) {
        let (k, f_cut) = (self.rates.len(), self.band[1]);
        let section = if self.passes == Passes::Low { section } else { section.inverted() };
        let before = std::mem::take(&mut self.signal);
        let through = if self.passes == Passes::Low { Row::new() } else { before.clone() };
        let sign = if self.passes == Passes::Low { 1.0 } else { -1.0 };
        match section {
            Section::Real(a) => {
                let w = |term: Term| term.by(2.0 * PI * a).times(f_cut);
                self.rates.push(before.into_iter().map(w).chain([w(x(k).by(-1.0))]).collect());
                self.signal = through.into_iter().chain([x(k).by(sign)]).collect();
            }
            Section::Pair([a, b]) => {
                let w = |term: Term| term.by(2.0 * PI * b.sqrt()).times(f_cut);
                let damping = a / b.sqrt();
                self.rates.push(vec![w(x(k + 1))]);
                let own = [x(k).by(-1.0), x(k + 1).by(-damping)];
                self.rates.push(before.into_iter().chain(own).map(w).collect());
                let slope = (self.passes == Passes::High).then(|| x(k + 1).by(-damping));
                self.signal = through.into_iter().chain([x(k).by(sign)]).chain(slope).collect();
            }
        }
    }

    /// Adds the sections of a band filter that come from one of a low pass.
    fn band(&mut self, section: Section) {
        let from = if self.passes == Passes::Band { section } else { section.inverted() };
        let uppers: &[bool] = if matches!(from, Section::Pair(_)) { &[false, true] } else { &[false] };
        for is_upper in uppers.iter().copied() {
            let of = |quantity| {
                let section = BandSection { band: self.band, from, is_upper };
                Factor::from(BandFactor { section, quantity })
            };
            let [w, damping, width, excess] =
                [BandQuantity::Frequency, BandQuantity::Damping, BandQuantity::Width, BandQuantity::Excess].map(of);
            let k = self.rates.len();
            let before = std::mem::take(&mut self.signal);
            let slope = x(k + 1).by(-1.0).times(damping);
            self.rates.push(vec![x(k + 1).times(w)]);
            self.rates.push(times(before.iter().cloned().chain([x(k).by(-1.0), slope.clone()]).collect(), w));
            self.signal = match (self.passes, from) {
                (Passes::Band, Section::Real(a)) => vec![x(k + 1).by(a).times(width)],
                (Passes::Band, Section::Pair([_, b])) => vec![x(k + 1).by(b.sqrt()).times(width)],
                _ => before.into_iter().chain([x(k).times(excess), slope]).collect(),
            };
        }
    }
}

fn build(e: &mut Element<'_>) {
    let (passes, init) = (passes(e), Init::of(e, "init"));
    let is_band = matches!(passes, Passes::Band | Passes::AllBut);
    if is_band {
        refuse_empty_band(e);
    }
    let Some(sections) = prototype(e) else { return };
    let band = ["f_min", "f_cut"].map(|name| e.real(name));
    let mut chain = Chain { passes, band, rates: Vec::new(), signal: vec![u(0)] };
    for section in sections {
        if is_band { chain.band(section) } else { chain.pass(section) }
    }
    let count = chain.rates.len();
    let Some(starts) = Starts::of(e, "x_start", count) else { return };
    init.start_output(e);
    // The state whose derivative the output at the start decides: of a band filter at rest x2 is zero, and with it what it passes.
    let free = if is_band { count.checked_sub(2) } else { count.checked_sub(1) };
    let first = starts.states_but(e, init, "x", "Filter states", free);
    let output = times(chain.signal, e.real("gain"));
    Linear { rates: chain.rates, outputs: vec![output] }.build(e, first);
}
