//! Sections of band filters, transformed from a low-pass prototype: `s -> (s^2 + w0^2)/(B s)`, or its inverse.
//!
//! `w0` is the geometric mean of the ends of the band and `B` its width. A pair of poles becomes two pairs with equal
//! damping and the natural frequencies `w0 m` and `w0/m`.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Parameters, Real};

/// A factor of the transfer function, with gain 1 at zero frequency.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum Section {
    /// `a/(s + a)`
    Real(f64),
    /// `b/(s^2 + a s + b)`, as `[a, b]`.
    Pair([f64; 2]),
}

/// A coefficient of a pair of poles `a + i b`, as in MSL: `der(x1) = a x1 - b x2 + ku in`, `der(x2) = b x1 + a x2`,
/// with the output `k1 x1 + k2 x2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Coefficient {
    /// a, rad/s.
    Decay,
    /// b, rad/s.
    Turn,
    /// -b, rad/s. For two real poles, which do not occur in MSL, it is b, and the poles are `a + b` and `a - b`.
    Return,
    /// ku, rad/s.
    Gain,
    /// k1
    First,
    /// k2
    Second,
}

/// A section `(p w s + q w^2)/(s^2 + d w s + w^2)`.
#[derive(Clone, Copy, Debug)]
pub struct Pair<T> {
    /// w, natural angular frequency, rad/s.
    pub frequency: T,
    /// d, twice the damping ratio.
    pub damping: T,
    /// p and q.
    pub numerator: [T; 2],
}

impl<T: Scalar> Pair<T> {
    /// The value of a coefficient.
    pub fn value(&self, coefficient: Coefficient) -> T {
        let ([p, q], half) = (self.numerator, self.damping / T::constant(2.0));
        let square = T::one() - half * half;
        let turn = square.abs().sqrt();
        match coefficient {
            Coefficient::Decay => -self.frequency * half,
            Coefficient::Return if square.value() > 0.0 => -self.frequency * turn,
            Coefficient::Turn | Coefficient::Return => self.frequency * turn,
            Coefficient::Gain => self.frequency / turn,
            Coefficient::First => p * turn,
            Coefficient::Second => q - p * half,
        }
    }
}

/// One of the pairs of poles of a band filter.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub struct BandSection {
    /// Lower and upper end of the band, Hz.
    pub band: [Real; 2],
    /// Section of the low-pass prototype.
    pub from: Section,
    /// The one of two pairs with the higher frequency.
    pub is_upper: bool,
    /// Band pass; otherwise band stop.
    pub is_pass: bool,
}

/// A coefficient of a band filter.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub struct BandFactor {
    pub section: BandSection,
    pub coefficient: Coefficient,
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
        let frequency = T::constant(2.0 * std::f64::consts::PI) * middle * ratio;
        // A band stop subtracts this from its input: its zeros are at the centre of the band.
        let numerator =
            if self.section.is_pass { [width / ratio, T::zero()] } else { [-damping, one / (ratio * ratio) - one] };
        Pair { frequency, damping, numerator }.value(self.coefficient)
    }
}
