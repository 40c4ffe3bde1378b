//! Dimensions: exponents of the base units.

/// The base units of FMI (FMI 2.0.5, 2.2.2), in the order of the exponents.
pub const BASE_UNITS: [&str; 8] = ["kg", "m", "s", "A", "K", "mol", "cd", "rad"];

/// Position of the radian among the base units.
const ANGLE: usize = 7;
/// Denominator of the exponents, so that roots have a dimension.
const PARTS: i32 = 60;

/// Exponents of the base units. They may be fractions, as in `sqrt(2 m)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dimension([i32; 8]);

impl Dimension {
    /// Dimension of a number without unit.
    pub const NONE: Self = Self([0; 8]);
    /// Dimension of an angle.
    pub const ANGLE: Self = Self::new([0, 0, 0, 0, 0, 0, 0, 1]);

    /// From whole exponents in the order of [`BASE_UNITS`].
    pub const fn new(exponents: [i8; 8]) -> Self {
        let mut parts = [0; 8];
        let mut at = 0;
        while at < parts.len() {
            parts[at] = exponents[at] as i32 * PARTS;
            at += 1;
        }
        Self(parts)
    }

    /// The exponents, if all are integers.
    pub fn exponents(self) -> Option<[i32; 8]> {
        let is_whole = self.0.iter().all(|parts| parts % PARTS == 0);
        is_whole.then(|| self.0.map(|parts| parts / PARTS))
    }

    /// Dimension of a product.
    pub fn times(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
    }

    /// Dimension of a quotient.
    pub fn per(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].saturating_sub(other.0[i])))
    }

    /// Dimension of a power; none if an exponent is not a multiple of 1/60.
    pub fn power(self, exponent: f64) -> Option<Self> {
        let parts = self.0.map(|parts| f64::from(parts) * exponent);
        let is_exact = |x: &f64| x.fract() == 0.0 && x.abs() < f64::from(i32::MAX);
        parts.iter().all(is_exact).then(|| Self(parts.map(|x| x as i32)))
    }

    /// Returns true if quantities of both can be added. An angle is a ratio of lengths, so that the radian is ignored.
    pub fn fits(self, other: Self) -> bool {
        self.0.iter().zip(other.0).enumerate().all(|(i, (a, b))| i == ANGLE || *a == b)
    }

    /// Returns true for a number or an angle, which functions such as the sine accept.
    pub fn is_number(self) -> bool {
        self.fits(Self::NONE)
    }

    /// Returns true if it includes a power of the radian.
    pub fn has_angle(self) -> bool {
        self.0[ANGLE] != 0
    }

    /// As a product of base units: `kg.m2/s3`.
    pub(super) fn in_base_units(self) -> String {
        quotient(BASE_UNITS.into_iter().zip(self.0), exponent)
    }
}

/// Quotient of products of powers; `exponent` gives the text of a positive exponent.
pub(super) fn quotient<'u>(
    factors: impl Iterator<Item = (&'u str, i32)> + Clone,
    exponent: fn(i32) -> String,
) -> String {
    let part = |sign: i32| {
        let factors = factors.clone().map(move |(unit, power)| (unit, power * sign)).filter(|(_, power)| *power > 0);
        factors.map(|(unit, power)| format!("{unit}{}", exponent(power))).collect::<Vec<_>>()
    };
    let (above, below) = (part(1), part(-1));
    let numerator = if above.is_empty() { "1".to_owned() } else { above.join(".") };
    match &below[..] {
        [] => numerator,
        [one] => format!("{numerator}/{one}"),
        several => format!("{numerator}/({})", several.join(".")),
    }
}

/// The text of a positive exponent, given in parts.
fn exponent(parts: i32) -> String {
    match (parts, parts % PARTS) {
        (PARTS, _) => String::new(),
        (_, 0) => (parts / PARTS).to_string(),
        _ => format!("^{}", f64::from(parts) / f64::from(PARTS)),
    }
}
