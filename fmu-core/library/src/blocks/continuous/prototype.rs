//! Low passes with a cut-off angular frequency of 1 rad/s that filters are made from.

use super::bessel::BESSEL;
use crate::laws::blocks::band::Section;
use std::f64::consts::PI;

/// Amplitude at the cut-off frequency squared: 3 dB below that at rest.
fn cut_off() -> f64 {
    10.0_f64.powf(-0.3)
}

impl Section {
    /// The same with frequencies that are `ratio` times as high.
    fn scaled(self, ratio: f64) -> Self {
        match self {
            Self::Real(a) => Self::Real(a * ratio),
            Self::Pair([a, b]) => Self::Pair([a * ratio, b * ratio * ratio]),
        }
    }

    /// The same with `1/s` in the place of `s`, which makes a high pass of it.
    pub fn inverted(self) -> Self {
        match self {
            Self::Real(a) => Self::Real(1.0 / a),
            Self::Pair([a, b]) => Self::Pair([a / b, 1.0 / b]),
        }
    }

    /// Amplitude at an angular frequency, squared.
    fn gain(self, w: f64) -> f64 {
        match self {
            Self::Real(a) => a * a / (w * w + a * a),
            Self::Pair([a, b]) => b * b / ((b - w * w).powi(2) + (a * w).powi(2)),
        }
    }
}

/// `n` equal real poles.
pub(super) fn critical_damping(n: usize, normalized: bool) -> Vec<Section> {
    let pole = if normalized { 1.0 / (cut_off().recip().powf(1.0 / n as f64) - 1.0).sqrt() } else { 1.0 };
    vec![Section::Real(pole); n]
}

/// Sine and cosine of the angles at which the poles of Butterworth and Chebyshev filters lie, for each pair, and whether there is a real one.
fn angles(n: usize) -> (bool, impl Iterator<Item = (f64, f64)>) {
    (n % 2 == 1, (0..n / 2).map(move |k| (PI * (2 * k + 1) as f64 / (2 * n) as f64).sin_cos()))
}

/// Poles on a circle at equal angles (S. Butterworth, On the theory of filter amplifiers, 1930): half the power at the cut-off frequency.
pub(super) fn butterworth(n: usize) -> Vec<Section> {
    let (is_odd, angles) = angles(n);
    let pairs = angles.map(|(sine, _)| Section::Pair([2.0 * sine, 1.0]));
    is_odd.then_some(Section::Real(1.0)).into_iter().chain(pairs).collect()
}

/// Poles on an ellipse: the amplitude varies by `ripple` dB below the cut-off frequency, or where that is normalized below a frequency near it.
pub(super) fn chebyshev(n: usize, ripple: f64, normalized: bool) -> Vec<Section> {
    let width = (10.0_f64.powf(0.1 * ripple) - 1.0).sqrt();
    let axis = ((1.0 / width).asinh() / n as f64).sinh();
    let (is_odd, angles) = angles(n);
    let pairs = angles.map(|(sine, cosine)| Section::Pair([2.0 * axis * sine, axis * axis + cosine * cosine]));
    let mut sections: Vec<Section> = pairs.chain(is_odd.then_some(Section::Real(axis))).collect();
    // From the real pole and the lowest frequency on, as in MSL.
    sections.reverse();
    if normalized { normalize(sections, 1.0) } else { sections }
}

/// The group delay is maximally flat, and 1 s where the cut-off frequency is not normalized; none for orders beyond the table.
pub(super) fn bessel(n: usize, normalized: bool) -> Option<Vec<Section>> {
    let section = |[a, b]: &[f64; 2]| if *b == 0.0 { Section::Real(*a) } else { Section::Pair([*a, *b]) };
    let sections = BESSEL.get(n.checked_sub(1)?)?.iter().map(section).collect();
    Some(if normalized { normalize(sections, 0.1) } else { sections })
}

/// The same filter with the cut-off frequency 1 rad/s. Its cut-off frequency has to be above `low`, from where on the amplitude falls.
fn normalize(sections: Vec<Section>, low: f64) -> Vec<Section> {
    let is_passed = |w: f64| sections.iter().map(|section| section.gain(w)).product::<f64>() > cut_off();
    let (mut low, mut high) = (low, 2.0 * low);
    while is_passed(high) {
        high *= 2.0;
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if is_passed(middle) { low = middle } else { high = middle }
    }
    sections.into_iter().map(|section| section.scaled(1.0 / low)).collect()
}
