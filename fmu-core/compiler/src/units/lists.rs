//! Quantities and their usual display units.

use super::{Dimension, Unit};
use std::fmt;

/// An SI unit, the quantity, and the display units that tools offer. Of several entries with one dimension the first names
/// the quantity.
const QUANTITIES: &[(&str, &str, &[&str])] = &[
    ("1", "a number", &[]),
    ("s", "time", &["ms", "min"]),
    ("m", "length", &["mm", "cm", "km"]),
    ("m2", "area", &["mm2", "cm2"]),
    ("m3", "volume", &["l", "cm3"]),
    ("m/s", "velocity", &["km/h", "mm/s"]),
    ("m/s2", "acceleration", &[]),
    ("rad", "angle", &["deg", "rev"]),
    ("rad/s", "angular velocity", &["rpm", "deg/s"]),
    ("rad/s2", "angular acceleration", &["deg/s2"]),
    ("1/s", "rate", &[]),
    ("Hz", "frequency", &["kHz"]),
    ("kg", "mass", &["g", "t"]),
    ("kg/m3", "density", &["g/cm3"]),
    ("kg.m2", "moment of inertia", &["g.cm2"]),
    ("N", "force", &["kN"]),
    ("N.s", "momentum", &[]),
    ("N.m", "torque or energy", &["kN.m"]),
    ("N/m", "spring constant", &["N/mm"]),
    ("N.s/m", "damping constant", &["N.s/mm"]),
    ("N.m/rad", "rotational spring constant", &[]),
    ("N.m.s/rad", "rotational damping constant", &[]),
    ("N.m.s", "angular momentum", &[]),
    ("Pa", "pressure", &["bar", "MPa"]),
    ("J", "energy", &["kJ"]),
    ("W", "power", &["kW"]),
    ("K", "temperature", &["degC"]),
    ("J/K", "heat capacity", &[]),
    ("W/K", "thermal conductance", &[]),
    ("A", "current", &[]),
    ("C", "charge", &[]),
    ("V", "voltage", &[]),
    ("Ohm", "resistance", &[]),
];

impl fmt::Display for Dimension {
    /// An SI unit of the dimension, and the quantity if known: `N (force)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_it = |unit: &str| Unit::parse(unit).is_ok_and(|unit| unit.dimension == *self);
        match QUANTITIES.iter().find(|(unit, ..)| is_it(unit)) {
            Some((unit, quantity, _)) => write!(f, "{unit} ({quantity})"),
            None => f.write_str(&self.in_base_units()),
        }
    }
}

/// Display units for quantities in `unit`.
pub fn display_units(unit: &str) -> &'static [&'static str] {
    QUANTITIES.iter().find(|(known, ..)| *known == unit).map_or(&[], |(.., shown)| shown)
}
