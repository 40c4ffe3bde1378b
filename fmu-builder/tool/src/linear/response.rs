//! Frequency responses of a linear system, and their margins.

use std::f64::consts::{PI, TAU};

use matrices::Transfer;
use nalgebra::{Complex, DMatrix};

use super::Linearization;

/// Frequencies of a picture reach so many times beyond those of the modes.
const BEYOND: f64 = 30.0;
/// Range where no mode gives one, rad/s.
const DEFAULT: [f64; 2] = [0.01, 100.0];
/// Halvings of an interval: beyond rounding.
const HALVINGS: usize = 60;

/// Responses of outputs to inputs over the angular frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Name of the picture.
    pub title: String,
    /// Angular frequencies, rad/s, ascending.
    pub omega: Vec<f64>,
    /// Every output for every input: those of the first output first.
    pub channels: Vec<Channel>,
    /// Number of inputs.
    pub inputs: usize,
}

/// One output by one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// Name of the input.
    pub input: String,
    /// Name of the output.
    pub output: String,
    /// Real and imaginary part at each frequency; not finite where an undamped mode resonates.
    pub values: Vec<[f64; 2]>,
    /// Of the loop that is closed with a negative sign.
    pub margins: Margins,
}

/// Margins of a loop, closed with a negative sign, from its limit of stability.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    /// The factor nearest to one by which the gain may change, and its angular frequency, rad/s.
    pub gain: Option<[f64; 2]>,
    /// The smallest angle, rad, by which the phase may lag, and its angular frequency, rad/s.
    pub phase: Option<[f64; 2]>,
}

impl Channel {
    /// Magnitude in decibel.
    pub fn decibel(&self) -> Vec<f64> {
        self.values.iter().map(|[re, im]| 20.0 * re.hypot(*im).log10()).collect()
    }

    /// Phase in degrees, without jumps; the first between -270 and 90.
    pub fn degrees(&self) -> Vec<f64> {
        let mut turned = 0.0;
        let mut last: Option<f64> = None;
        let phases = self.values.iter().map(|[re, im]| {
            let phase = im.atan2(*re);
            if re.hypot(*im) == 0.0 || !phase.is_finite() {
                return f64::NAN;
            }
            match last {
                None if phase > PI / 2.0 + 1e-9 => turned = -TAU,
                None => {}
                Some(last) => turned += TAU * ((last - phase - turned) / TAU).round(),
            }
            last = Some(phase + turned);
            (phase + turned).to_degrees()
        });
        phases.collect()
    }
}

impl Linearization {
    /// The response of these outputs to these inputs at `points` frequencies within `range`, rad/s; without it around the modes.
    pub fn response(&self, inputs: &[usize], outputs: &[usize], range: [Option<f64>; 2], points: usize) -> Response {
        let system = Transfer::new(self.a.clone(), self.b.clone(), self.c.clone(), self.d.clone());
        let own = self.frequencies();
        let low = range[0].unwrap_or(own[0]);
        let high = range[1].unwrap_or(own[1]).max(low * 1.001);
        let last = points.max(2) - 1;
        let omega: Vec<f64> = (0..=last).map(|k| low * (high / low).powf(k as f64 / last as f64)).collect();
        let all: Vec<DMatrix<Complex<f64>>> = omega.iter().map(|omega| system.at(*omega)).collect();
        let pairs = outputs.iter().flat_map(|output| inputs.iter().map(move |input| (*output, *input)));
        let channel = |(output, input): (usize, usize)| {
            let values: Vec<Complex<f64>> = all.iter().map(|at| at[(output, input)]).collect();
            Channel {
                input: self.inputs[input].name.clone(),
                output: self.outputs[output].name.clone(),
                margins: margins(&omega, &values, &|omega| system.at(omega)[(output, input)]),
                values: values.iter().map(|value| [value.re, value.im]).collect(),
            }
        };
        Response { title: String::new(), channels: pairs.map(channel).collect(), omega, inputs: inputs.len() }
    }

    /// Angular frequencies around those of the modes.
    fn frequencies(&self) -> [f64; 2] {
        let modes = self.modes().unwrap_or_default();
        let natural = modes.iter().map(super::Mode::natural).filter(|omega| *omega > 0.0);
        let [low, high] = natural.fold([f64::INFINITY, 0.0], |[low, high], omega| [low.min(omega), high.max(omega)]);
        if high > 0.0 { [low / BEYOND, high * BEYOND] } else { DEFAULT }
    }
}

/// Crossings of the negative real axis and of the unit circle, between neighbouring frequencies.
fn margins(omega: &[f64], values: &[Complex<f64>], at: &dyn Fn(f64) -> Complex<f64>) -> Margins {
    let mut margins = Margins::default();
    for (pair, ends) in values.windows(2).zip(omega.windows(2)) {
        let [from, to] = [ends[0], ends[1]];
        let is_behind = |value: Complex<f64>| value.re < 0.0;
        if pair[0].im * pair[1].im < 0.0 && pair.iter().copied().any(is_behind) {
            let crossing = root(from, to, &|omega| at(omega).im);
            let value = at(crossing);
            // At a pole the sign changes through infinity.
            if is_behind(value) && value.im.abs() <= 1e-6 * value.norm() {
                let factor = 1.0 / value.norm();
                if margins.gain.is_none_or(|[known, _]| factor.ln().abs() < known.ln().abs()) {
                    margins.gain = Some([factor, crossing]);
                }
            }
        }
        if (pair[0].norm() - 1.0) * (pair[1].norm() - 1.0) < 0.0 {
            let crossing = root(from, to, &|omega| at(omega).norm() - 1.0);
            let value = at(crossing);
            let lag = (value.im.atan2(value.re) + PI).rem_euclid(TAU);
            let angle = if lag > PI { lag - TAU } else { lag };
            if margins.phase.is_none_or(|[known, _]| angle.abs() < known.abs()) {
                margins.phase = Some([angle, crossing]);
            }
        }
    }
    margins
}

/// A zero of `f`, which has different signs at the ends.
fn root(from: f64, to: f64, f: &dyn Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (from, to);
    let sign = f(low) > 0.0;
    for _ in 0..HALVINGS {
        let middle = (low * high).sqrt();
        if (f(middle) > 0.0) == sign { low = middle } else { high = middle }
    }
    (low * high).sqrt()
}
