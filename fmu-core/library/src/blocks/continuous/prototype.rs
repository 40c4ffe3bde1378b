//! Low-pass prototypes of filters, with a cut-off angular frequency of 1 rad/s.

use super::bessel::BESSEL;
use crate::laws::blocks::band::Section;
use std::f64::consts::PI;

/// Squared amplitude at the cut-off frequency: 3 dB below that at zero frequency.
fn cut_off() -> f64 {
    10.0_f64.powf(-0.3)
}

impl Section {
    /// The section with frequencies multiplied by `ratio`.
    fn scaled(self, ratio: f64) -> Self {
        match self {
            Self::Real(a) => Self::Real(a * ratio),
            Self::Pair([a, b]) => Self::Pair([a * ratio, b * ratio * ratio]),
        }
    }

    /// The section with `1/s` in place of `s`, which makes it a high-pass filter.
    pub fn inverted(self) -> Self {
        match self {
            Self::Real(a) => Self::Real(1.0 / a),
            Self::Pair([a, b]) => Self::Pair([a / b, 1.0 / b]),
        }
    }

    /// Squared amplitude at an angular frequency.
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

/// Sine and cosine of the angle of each pair of poles of a Butterworth or Chebyshev filter, and true if there is a real
/// pole.
fn angles(n: usize) -> (bool, impl Iterator<Item = (f64, f64)>) {
    (n % 2 == 1, (0..n / 2).map(move |k| (PI * (2 * k + 1) as f64 / (2 * n) as f64).sin_cos()))
}

/// Poles on a circle at equal angles (S. Butterworth, On the theory of filter amplifiers, 1930): half power at the
/// cut-off frequency.
pub(super) fn butterworth(n: usize) -> Vec<Section> {
    let (is_odd, angles) = angles(n);
    let pairs = angles.map(|(sine, _)| Section::Pair([2.0 * sine, 1.0]));
    is_odd.then_some(Section::Real(1.0)).into_iter().chain(pairs).collect()
}

/// Poles on an ellipse: the amplitude varies by `ripple` dB below the cut-off frequency; normalized filters have 3 dB
/// at the cut-off frequency.
pub(super) fn chebyshev(n: usize, ripple: f64, normalized: bool) -> Vec<Section> {
    let width = (10.0_f64.powf(0.1 * ripple) - 1.0).sqrt();
    let axis = ((1.0 / width).asinh() / n as f64).sinh();
    let (is_odd, angles) = angles(n);
    let pairs = angles.map(|(sine, cosine)| Section::Pair([2.0 * axis * sine, axis * axis + cosine * cosine]));
    let mut sections: Vec<Section> = pairs.chain(is_odd.then_some(Section::Real(axis))).collect();
    // The real pole and the lowest frequency first, as in MSL.
    sections.reverse();
    if normalized { normalize(sections, 1.0) } else { sections }
}

/// The group delay is maximally flat; it is 1 s unless the cut-off frequency is normalized. None for orders beyond the
/// table.
pub(super) fn bessel(n: usize, normalized: bool) -> Option<Vec<Section>> {
    let section = |[a, b]: &[f64; 2]| if *b == 0.0 { Section::Real(*a) } else { Section::Pair([*a, *b]) };
    let sections = BESSEL.get(n.checked_sub(1)?)?.iter().map(section).collect();
    Some(if normalized { normalize(sections, 0.1) } else { sections })
}

/// Normalizes the cut-off frequency to 1 rad/s. It must be above `low`, beyond which the amplitude falls.
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
