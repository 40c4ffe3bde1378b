//! Units of variables, and what they tell of a quantity.

use super::conditions::Dimension;

/// The unit of a time derivative.
pub(super) fn derivative_unit(unit: &'static str) -> Option<&'static str> {
    Some(match unit {
        "m" => "m/s",
        "m/s" => "m/s2",
        "rad" => "rad/s",
        "rad/s" => "rad/s2",
        "1" => "1/s",
        "K" => "K/s",
        _ => return None,
    })
}

/// The units that a model parameter may have; an unknown one is shown without unit.
pub(super) fn known_unit(unit: &str) -> Option<&'static str> {
    const UNITS: &[&str] = &[
        "1",
        "m",
        "m2",
        "m3",
        "s",
        "kg",
        "rad",
        "deg",
        "Hz",
        "N",
        "N.m",
        "J",
        "W",
        "K",
        "degC",
        "W/K",
        "J/K",
        "Pa",
        "m/s",
        "m/s2",
        "rad/s",
        "rad/s2",
        "kg.m2",
        "kg/m3",
        "N/m",
        "N.s/m",
        "N.m/rad",
        "N.m.s/rad",
        "m3/s2",
        "1/s",
        "kg.m",
    ];
    UNITS.iter().copied().find(|u| *u == unit)
}

/// What a quantity of that unit, or its derivative in time, is measured in.
pub(super) fn dimension(unit: Option<&str>) -> Dimension {
    match unit {
        Some("m" | "m/s" | "m/s2") => Dimension::Length,
        Some("rad" | "rad/s" | "rad/s2") => Dimension::Angle,
        _ => Dimension::Other,
    }
}

/// The order of the time derivative of a position that a quantity of that unit is; none where the unit tells of no motion.
pub(super) fn order_of_motion(unit: Option<&str>) -> Option<usize> {
    match unit {
        Some("m" | "rad") | None => Some(0),
        Some("m/s" | "rad/s") => Some(1),
        Some("m/s2" | "rad/s2") => Some(2),
        Some(_) => None,
    }
}
