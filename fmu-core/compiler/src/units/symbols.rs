//! The table of units.

use super::Dimension;
use std::f64::consts::PI;

/// Meaning of a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    pub name: &'static str,
    /// A prefix may precede the symbol.
    pub takes_prefix: bool,
    /// The coherent SI unit.
    pub si: &'static str,
    pub dimension: Dimension,
    /// One unit is `multiplier / divisor` SI units.
    pub multiplier: f64,
    pub divisor: f64,
    /// Offset added before the multiplication.
    pub shift: f64,
}

/// Exponents of kg, m, s, A, K, mol, cd, rad.
type Exponents = [i8; 8];

const NUMBER: Exponents = [0, 0, 0, 0, 0, 0, 0, 0];
const MASS: Exponents = [1, 0, 0, 0, 0, 0, 0, 0];
const LENGTH: Exponents = [0, 1, 0, 0, 0, 0, 0, 0];
const VOLUME: Exponents = [0, 3, 0, 0, 0, 0, 0, 0];
const TIME: Exponents = [0, 0, 1, 0, 0, 0, 0, 0];
const ANGLE: Exponents = [0, 0, 0, 0, 0, 0, 0, 1];
const SPEED: Exponents = [0, 1, -1, 0, 0, 0, 0, 0];
const ANGULAR_SPEED: Exponents = [0, 0, -1, 0, 0, 0, 0, 1];
const TEMPERATURE: Exponents = [0, 0, 0, 0, 1, 0, 0, 0];
const FORCE: Exponents = [1, 1, -2, 0, 0, 0, 0, 0];
const ENERGY: Exponents = [1, 2, -2, 0, 0, 0, 0, 0];
const POWER: Exponents = [1, 2, -3, 0, 0, 0, 0, 0];
const PRESSURE: Exponents = [1, -1, -2, 0, 0, 0, 0, 0];

/// An SI unit, with prefixes.
const fn si(name: &'static str, exponents: Exponents) -> Symbol {
    of(name, name, exponents, 1.0, 1.0).with_prefixes()
}

/// A unit that is `multiplier / divisor` of `si`.
const fn of(name: &'static str, si: &'static str, exponents: Exponents, multiplier: f64, divisor: f64) -> Symbol {
    let dimension = Dimension::new(exponents);
    Symbol { name, takes_prefix: false, si, dimension, multiplier, divisor, shift: 0.0 }
}

impl Symbol {
    const fn with_prefixes(mut self) -> Self {
        self.takes_prefix = true;
        self
    }
    const fn shifted(mut self, shift: f64) -> Self {
        self.shift = shift;
        self
    }
}

/// Pound, kg, times 1e8.
const POUND: f64 = 45_359_237.0;
/// Standard acceleration of free fall, m/s2, times 1e5.
const FREE_FALL: f64 = 980_665.0;

/// All symbols. A name that is both a symbol and a symbol with a prefix means the former (`min`, `cd`, `ft`, `kn`).
pub(super) const SYMBOLS: &[Symbol] = &[
    // Base and derived SI units.
    of("1", "1", NUMBER, 1.0, 1.0),
    of("kg", "kg", MASS, 1.0, 1.0),
    si("m", LENGTH),
    si("s", TIME),
    si("A", [0, 0, 0, 1, 0, 0, 0, 0]),
    si("K", TEMPERATURE),
    si("mol", [0, 0, 0, 0, 0, 1, 0, 0]),
    si("cd", [0, 0, 0, 0, 0, 0, 1, 0]),
    si("rad", ANGLE),
    si("Hz", [0, 0, -1, 0, 0, 0, 0, 0]),
    si("N", FORCE),
    si("Pa", PRESSURE),
    si("J", ENERGY),
    si("W", POWER),
    si("C", [0, 0, 1, 1, 0, 0, 0, 0]),
    si("V", [1, 2, -3, -1, 0, 0, 0, 0]),
    si("F", [-1, -2, 4, 2, 0, 0, 0, 0]),
    si("Ohm", [1, 2, -3, -2, 0, 0, 0, 0]),
    si("S", [-1, -2, 3, 2, 0, 0, 0, 0]),
    si("Wb", [1, 2, -2, -1, 0, 0, 0, 0]),
    si("T", [1, 0, -2, -1, 0, 0, 0, 0]),
    si("H", [1, 2, -2, -2, 0, 0, 0, 0]),
    // Mass.
    of("g", "kg", MASS, 1.0, 1e3).with_prefixes(),
    of("t", "kg", MASS, 1e3, 1.0).with_prefixes(),
    of("lb", "kg", MASS, POUND, 1e8),
    of("lbm", "kg", MASS, POUND, 1e8),
    of("oz", "kg", MASS, POUND, 16e8),
    // One pound-force per foot and second squared.
    of("slug", "kg", MASS, POUND * FREE_FALL / 3048.0, 1e9),
    // Length and volume.
    of("in", "m", LENGTH, 254.0, 1e4),
    of("ft", "m", LENGTH, 3048.0, 1e4),
    of("yd", "m", LENGTH, 9144.0, 1e4),
    of("mi", "m", LENGTH, 1_609_344.0, 1e3),
    of("nmi", "m", LENGTH, 1852.0, 1.0),
    of("mil", "m", LENGTH, 254.0, 1e7),
    of("l", "m3", VOLUME, 1.0, 1e3).with_prefixes(),
    of("L", "m3", VOLUME, 1.0, 1e3).with_prefixes(),
    // Time.
    of("min", "s", TIME, 60.0, 1.0),
    of("h", "s", TIME, 3600.0, 1.0),
    of("d", "s", TIME, 86_400.0, 1.0),
    // Angle.
    of("deg", "rad", ANGLE, PI, 180.0),
    of("\u{b0}", "rad", ANGLE, PI, 180.0),
    of("arcmin", "rad", ANGLE, PI, 10_800.0),
    of("arcsec", "rad", ANGLE, PI, 648_000.0),
    of("gon", "rad", ANGLE, PI, 200.0),
    of("rev", "rad", ANGLE, 2.0 * PI, 1.0),
    of("rpm", "rad/s", ANGULAR_SPEED, PI, 30.0),
    of("rps", "rad/s", ANGULAR_SPEED, 2.0 * PI, 1.0),
    // Speed.
    of("kph", "m/s", SPEED, 10.0, 36.0),
    of("mph", "m/s", SPEED, 1_609_344.0, 36e5),
    of("kn", "m/s", SPEED, 1852.0, 3600.0),
    // Force.
    of("kgf", "N", FORCE, FREE_FALL, 1e5),
    of("gf", "N", FORCE, FREE_FALL, 1e8),
    of("kp", "N", FORCE, FREE_FALL, 1e5),
    of("lbf", "N", FORCE, POUND * FREE_FALL, 1e13),
    of("ozf", "N", FORCE, POUND * FREE_FALL, 16e13),
    of("kip", "N", FORCE, POUND * FREE_FALL, 1e10),
    of("dyn", "N", FORCE, 1.0, 1e5),
    // Pressure.
    of("bar", "Pa", PRESSURE, 1e5, 1.0).with_prefixes(),
    of("atm", "Pa", PRESSURE, 101_325.0, 1.0),
    of("psi", "Pa", PRESSURE, POUND * FREE_FALL / 64_516.0, 1e5),
    of("ksi", "Pa", PRESSURE, POUND * FREE_FALL / 64_516.0, 1e2),
    of("Torr", "Pa", PRESSURE, 101_325.0, 760.0),
    of("mmHg", "Pa", PRESSURE, 133_322_387_415.0, 1e9),
    // Energy and power.
    of("Wh", "J", ENERGY, 3600.0, 1.0).with_prefixes(),
    of("Ws", "J", ENERGY, 1.0, 1.0).with_prefixes(),
    of("cal", "J", ENERGY, 4184.0, 1e3).with_prefixes(),
    of("erg", "J", ENERGY, 1.0, 1e7),
    of("BTU", "J", ENERGY, 105_505_585_262.0, 1e8),
    of("eV", "J", ENERGY, 1.602_176_634e-19, 1.0).with_prefixes(),
    of("hp", "W", POWER, POUND * FREE_FALL * 3048.0 * 550.0, 1e17),
    of("PS", "W", POWER, FREE_FALL * 75.0, 1e5),
    // Temperature.
    of("degC", "K", TEMPERATURE, 1.0, 1.0).shifted(273.15),
    of("\u{b0}C", "K", TEMPERATURE, 1.0, 1.0).shifted(273.15),
    of("degF", "K", TEMPERATURE, 5.0, 9.0).shifted(459.67),
    of("\u{b0}F", "K", TEMPERATURE, 5.0, 9.0).shifted(459.67),
    of("degR", "K", TEMPERATURE, 5.0, 9.0),
];

/// SI prefixes: multiplier and divisor. Longer ones come first.
const PREFIXES: &[(&str, f64, f64)] = &[
    ("da", 1e1, 1.0),
    ("Y", 1e24, 1.0),
    ("Z", 1e21, 1.0),
    ("E", 1e18, 1.0),
    ("P", 1e15, 1.0),
    ("T", 1e12, 1.0),
    ("G", 1e9, 1.0),
    ("M", 1e6, 1.0),
    ("k", 1e3, 1.0),
    ("h", 1e2, 1.0),
    ("d", 1.0, 1e1),
    ("c", 1.0, 1e2),
    ("m", 1.0, 1e3),
    ("u", 1.0, 1e6),
    ("\u{b5}", 1.0, 1e6),
    ("\u{3bc}", 1.0, 1e6),
    ("n", 1.0, 1e9),
    ("p", 1.0, 1e12),
    ("f", 1.0, 1e15),
    ("a", 1.0, 1e18),
    ("z", 1.0, 1e21),
    ("y", 1.0, 1e24),
];

/// Units, and common names for them that are not units.
const MEANT: &[(&str, &[&str])] = &[
    ("N.m", &["Nm"]),
    ("kN.m", &["kNm"]),
    ("mN.m", &["mNm"]),
    ("N.s", &["Ns"]),
    ("N.m.s", &["Nms"]),
    ("kg.m2", &["kgm2"]),
    ("km/h", &["kmh"]),
    ("m/s", &["mps"]),
    ("ft/s", &["fps"]),
    ("s", &["sec", "secs", "second", "seconds"]),
    ("ms", &["msec"]),
    ("min", &["minute", "minutes"]),
    ("h", &["hour", "hours", "hr"]),
    ("d", &["day", "days"]),
    ("deg", &["degree", "degrees"]),
    ("rad", &["radian", "radians"]),
    ("rev", &["turn", "turns"]),
    ("m", &["meter", "metre", "meters", "metres"]),
    ("in", &["inch", "inches"]),
    ("ft", &["foot", "feet"]),
    ("mi", &["mile", "miles"]),
    ("g", &["gram", "grams"]),
    ("kg", &["kilogram", "kilograms", "kilo"]),
    ("t", &["ton", "tonne"]),
    ("lb", &["lbs", "pound", "pounds"]),
    ("N", &["newton", "Newton"]),
    ("W", &["watt"]),
    ("J", &["joule"]),
    ("degC", &["celsius", "Celsius"]),
    ("K", &["kelvin"]),
    ("Ohm", &["ohm"]),
    ("cm3", &["cc"]),
];

/// Suggestions besides the symbols themselves.
const WITH_PREFIX: &[&str] = &[
    "mm", "cm", "km", "um", "ms", "us", "mg", "kN", "MN", "mN", "kPa", "MPa", "GPa", "mbar", "kJ", "MJ", "kWh", "mW",
    "kW", "MW", "kHz", "mrad",
];

/// Finds a name without operators: its symbol, and the multiplier and divisor of its prefix.
pub(super) fn find(name: &str) -> Option<(&'static Symbol, [f64; 2])> {
    let whole = |name: &str| SYMBOLS.iter().find(|symbol| symbol.name == name);
    if let Some(symbol) = whole(name) {
        return Some((symbol, [1.0, 1.0]));
    }
    PREFIXES.iter().find_map(|(prefix, multiplier, divisor)| {
        let symbol = whole(name.strip_prefix(prefix)?)?;
        symbol.takes_prefix.then_some((symbol, [*multiplier, *divisor]))
    })
}

/// The names of all units, without prefixes except the usual ones.
pub fn known_units() -> impl Iterator<Item = &'static str> {
    SYMBOLS.iter().map(|symbol| symbol.name).chain(WITH_PREFIX.iter().copied())
}

/// The unit that was probably meant.
pub(super) fn nearest(name: &str) -> Option<String> {
    let meant = MEANT.iter().find(|(_, names)| names.contains(&name)).map(|(unit, _)| *unit);
    meant.or_else(|| crate::model_file::nearest(name, known_units())).map(str::to_owned)
}
