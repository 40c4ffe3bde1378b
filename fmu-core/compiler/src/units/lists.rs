//! Quantities and their usual display units.

use super::Dimension;
use std::fmt;

/// An SI unit, its dimension, the quantity, and the display units that tools offer.
struct Entry(&'static str, Dimension, &'static str, &'static [&'static str]);

const fn entry(
    unit: &'static str,
    exponents: [i8; 8],
    quantity: &'static str,
    shown: &'static [&'static str],
) -> Entry {
    Entry(unit, Dimension::new(exponents), quantity, shown)
}

/// Of several entries with one dimension the first names the quantity.
const QUANTITIES: &[Entry] = &[
    entry("1", [0; 8], "a number", &[]),
    entry("s", [0, 0, 1, 0, 0, 0, 0, 0], "time", &["ms", "min"]),
    entry("m", [0, 1, 0, 0, 0, 0, 0, 0], "length", &["mm", "cm", "km"]),
    entry("m2", [0, 2, 0, 0, 0, 0, 0, 0], "area", &["mm2", "cm2"]),
    entry("m3", [0, 3, 0, 0, 0, 0, 0, 0], "volume", &["l", "cm3"]),
    entry("m/s", [0, 1, -1, 0, 0, 0, 0, 0], "velocity", &["km/h", "mm/s"]),
    entry("m/s2", [0, 1, -2, 0, 0, 0, 0, 0], "acceleration", &[]),
    entry("rad", [0, 0, 0, 0, 0, 0, 0, 1], "angle", &["deg", "rev"]),
    entry("rad/s", [0, 0, -1, 0, 0, 0, 0, 1], "angular velocity", &["rpm", "deg/s"]),
    entry("rad/s2", [0, 0, -2, 0, 0, 0, 0, 1], "angular acceleration", &["deg/s2"]),
    entry("1/s", [0, 0, -1, 0, 0, 0, 0, 0], "rate", &[]),
    entry("Hz", [0, 0, -1, 0, 0, 0, 0, 0], "frequency", &["kHz"]),
    entry("kg", [1, 0, 0, 0, 0, 0, 0, 0], "mass", &["g", "t"]),
    entry("kg/m3", [1, -3, 0, 0, 0, 0, 0, 0], "density", &["g/cm3"]),
    entry("kg.m2", [1, 2, 0, 0, 0, 0, 0, 0], "moment of inertia", &["g.cm2"]),
    entry("N", [1, 1, -2, 0, 0, 0, 0, 0], "force", &["kN"]),
    entry("N.s", [1, 1, -1, 0, 0, 0, 0, 0], "momentum", &[]),
    entry("N.m", [1, 2, -2, 0, 0, 0, 0, 0], "torque or energy", &["kN.m"]),
    entry("N/m", [1, 0, -2, 0, 0, 0, 0, 0], "spring constant", &["N/mm"]),
    entry("N.s/m", [1, 0, -1, 0, 0, 0, 0, 0], "damping constant", &["N.s/mm"]),
    entry("N.m/rad", [1, 2, -2, 0, 0, 0, 0, -1], "rotational spring constant", &[]),
    entry("N.m.s/rad", [1, 2, -1, 0, 0, 0, 0, -1], "rotational damping constant", &[]),
    entry("N.m.s", [1, 2, -1, 0, 0, 0, 0, 0], "angular momentum", &[]),
    entry("Pa", [1, -1, -2, 0, 0, 0, 0, 0], "pressure", &["bar", "MPa"]),
    entry("J", [1, 2, -2, 0, 0, 0, 0, 0], "energy", &["kJ"]),
    entry("W", [1, 2, -3, 0, 0, 0, 0, 0], "power", &["kW"]),
    entry("K", [0, 0, 0, 0, 1, 0, 0, 0], "temperature", &["degC"]),
    entry("J/K", [1, 2, -2, 0, -1, 0, 0, 0], "heat capacity", &[]),
    entry("W/K", [1, 2, -3, 0, -1, 0, 0, 0], "thermal conductance", &[]),
    entry("A", [0, 0, 0, 1, 0, 0, 0, 0], "current", &[]),
    entry("C", [0, 0, 1, 1, 0, 0, 0, 0], "charge", &[]),
    entry("V", [1, 2, -3, -1, 0, 0, 0, 0], "voltage", &[]),
    entry("Ohm", [1, 2, -3, -2, 0, 0, 0, 0], "resistance", &[]),
];

impl fmt::Display for Dimension {
    /// An SI unit of the dimension, and the quantity if known: `N (force)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match quantity(*self) {
            Some((unit, quantity)) => write!(f, "{unit} ({quantity})"),
            None => f.write_str(&self.in_base_units()),
        }
    }
}

/// The SI unit of the dimension, and the quantity.
fn quantity(dimension: Dimension) -> Option<(&'static str, &'static str)> {
    QUANTITIES.iter().find(|entry| entry.1 == dimension).map(|entry| (entry.0, entry.2))
}

/// Display units for quantities in `unit`.
pub fn display_units(unit: &str) -> &'static [&'static str] {
    QUANTITIES.iter().find(|entry| entry.0 == unit).map_or(&[], |entry| entry.3)
}
