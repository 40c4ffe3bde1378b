//! A unit, and conversions.

use super::Dimension;

/// A unit with its conversion to SI units.
///
/// ```
/// use compiler::units::Unit;
/// let unit = Unit::parse("kN/mm")?;
/// assert_eq!((unit.si(), unit.to_si(12.0)), ("N/m", 12e6));
/// # Ok::<(), compiler::units::UnitFault>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// As written, without blanks and `^`.
    pub(super) name: String,
    /// The coherent SI unit.
    pub(super) si: String,
    pub(super) dimension: Dimension,
    /// One unit is `multiplier / divisor` SI units. Both are integers or multiples of pi if possible, so that 300 mm
    /// are the number nearest to 0.3 m.
    pub(super) multiplier: f64,
    pub(super) divisor: f64,
    /// Offset, added first: minus the value of the SI's zero in this unit.
    pub(super) shift: f64,
    /// The unit counts cycles, not radians: hertz.
    pub(super) counts_cycles: bool,
}

impl Unit {
    /// Name in Modelica's notation.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The coherent SI unit with the same dimension: N/m for kN/mm, rad/s for rpm.
    pub fn si(&self) -> &str {
        &self.si
    }

    /// [`Self::si`] as a unit.
    pub fn coherent(&self) -> Self {
        Self { name: self.si.clone(), multiplier: 1.0, divisor: 1.0, shift: 0.0, ..self.clone() }
    }

    /// Its dimension.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// Converts `value` from this unit to [`Self::si`].
    pub fn to_si(&self, value: f64) -> f64 {
        (value + self.shift) * self.multiplier / self.divisor
    }

    /// Converts `value` from [`Self::si`] to this unit.
    pub fn of_si(&self, value: f64) -> f64 {
        value * self.divisor / self.multiplier - self.shift
    }

    /// Converts `value` from this unit to `other`, unchanged if both are equal; none if they have different dimensions.
    pub fn convert(&self, value: f64, other: &Self) -> Option<f64> {
        if !self.fits(other) {
            return None;
        }
        Some(if self.is_same(other) { value } else { other.of_si(self.to_si(value)) })
    }

    /// Returns true if both measure the same quantity. Cycles per second and radians per second do not.
    pub fn fits(&self, other: &Self) -> bool {
        let mixes = |a: &Self, b: &Self| a.counts_cycles && b.dimension.has_angle();
        self.dimension.fits(other.dimension) && !mixes(self, other) && !mixes(other, self)
    }

    /// Returns true if numbers of the two units are equal.
    pub fn is_same(&self, other: &Self) -> bool {
        self.multiplier * other.divisor == other.multiplier * self.divisor && self.shift == other.shift
    }

    /// Returns true for an offset unit, such as degC.
    pub fn has_offset(&self) -> bool {
        self.shift != 0.0
    }

    /// Factor and offset of FMI's BaseUnit: base = factor * value + offset (FMI 2.0.5, 2.2.2).
    pub fn to_base(&self) -> (f64, f64) {
        (self.multiplier / self.divisor, self.shift * self.multiplier / self.divisor)
    }

    /// Factor and offset of FMI's DisplayUnit below `unit`: display = factor * value + offset (FMI 2.0.5, 2.2.2).
    pub fn from_unit(&self, unit: &Self) -> (f64, f64) {
        let factor = (self.divisor * unit.multiplier) / (self.multiplier * unit.divisor);
        // Both shifts refer to the same zero, each in its own unit.
        (factor, unit.shift * factor - self.shift)
    }
}
