//! Band filters: what becomes of a section of a low pass with `s -> (s^2 + w0^2)/(B s)`, or its inverse.
//!
//! `w0` is the geometric mean of both ends of the band and `B` its width. A pair of poles becomes two pairs with equal damping, whose natural
//! frequencies are `w0 m` and `w0/m`.

use super::prototype::Section;
use crate::mechanism::{Parameters, Real};
use crate::scalar::Scalar;
use serde::{Deserialize, Serialize};

/// One of the pairs of poles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BandSection {
    /// Lower and upper end of the band, Hz.
    pub band: [Real; 2],
    /// What it comes from.
    pub from: Section,
    /// It is the one with the higher frequency.
    pub is_upper: bool,
}

/// What a coefficient takes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BandQuantity {
    /// Natural angular frequency, rad/s.
    Frequency,
    /// Twice the damping ratio.
    Damping,
    /// Width of the band divided by the natural frequency.
    Width,
    /// How far the square of the middle of the band exceeds that of the natural frequency, as a share of the latter.
    Excess,
}

/// A coefficient of a band filter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BandFactor {
    pub(super) section: BandSection,
    pub(super) quantity: BandQuantity,
}

impl BandFactor {
    /// Its value.
    pub fn value<T: Scalar>(self, p: Parameters<'_, T>) -> T {
        let [low, high] = self.section.band.map(|end| p[end]);
        let middle = (low * high).sqrt();
        let width = (high - low) / middle;
        let [one, two, four] = [1.0, 2.0, 4.0].map(T::constant);
        // The ratio m, and the damping.
        let (ratio, damping) = match self.section.from {
            Section::Real(a) => (one, T::constant(a) * width),
            Section::Pair([a, b]) => {
                let [a, b] = [a, b].map(T::constant);
                let (sum, product) = (four + b * width * width, two * a * width);
                let square = (sum + (sum * sum - product * product).sqrt()) / two;
                ((square.sqrt() + (square - four).sqrt()) / two, a * width / square.sqrt())
            }
        };
        let ratio = if self.section.is_upper { ratio } else { one / ratio };
        match self.quantity {
            BandQuantity::Frequency => T::constant(2.0 * std::f64::consts::PI) * middle * ratio,
            BandQuantity::Damping => damping,
            BandQuantity::Width => width / ratio,
            BandQuantity::Excess => one / (ratio * ratio) - one,
        }
    }
}
