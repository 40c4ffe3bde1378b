//! Units of motions and their time derivatives.

use simulation::model::Dimension;

/// The unit of a time derivative.
pub(crate) fn derivative_unit(unit: &str) -> Option<&'static str> {
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

/// Kind of quantity of the unit, or of its integral over time.
pub(crate) fn kind_of_motion(unit: Option<&str>) -> Dimension {
    match unit {
        Some("m" | "m/s" | "m/s2") => Dimension::Length,
        Some("rad" | "rad/s" | "rad/s2") => Dimension::Angle,
        _ => Dimension::Other,
    }
}

/// Order of the time derivative of a position with that unit; none for units of other quantities.
pub(crate) fn order_of_motion(unit: Option<&str>) -> Option<usize> {
    match unit {
        Some("m" | "rad") | None => Some(0),
        Some("m/s" | "rad/s") => Some(1),
        Some("m/s2" | "rad/s2") => Some(2),
        Some(_) => None,
    }
}
