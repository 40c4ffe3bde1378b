//! Units of motions and their time derivatives.

use simulation::model::Dimension;

/// Units of positions, speeds and accelerations.
const MOTIONS: [(Dimension, [&str; 3]); 2] =
    [(Dimension::Length, ["m", "m/s", "m/s2"]), (Dimension::Angle, ["rad", "rad/s", "rad/s2"])];

/// The kind of motion with that unit, and the order of its time derivative.
fn motion(unit: &str) -> Option<(Dimension, usize)> {
    MOTIONS.iter().find_map(|(kind, units)| Some((*kind, units.iter().position(|other| *other == unit)?)))
}

/// The unit of a time derivative.
pub(crate) fn derivative_unit(unit: &str) -> Option<&'static str> {
    match unit {
        "1" => Some("1/s"),
        "K" => Some("K/s"),
        _ => MOTIONS.iter().flat_map(|(_, units)| units.windows(2)).find(|pair| pair[0] == unit).map(|pair| pair[1]),
    }
}

/// Kind of quantity of the unit, or of its integral over time.
pub(crate) fn kind_of_motion(unit: Option<&str>) -> Dimension {
    unit.and_then(motion).map_or(Dimension::Other, |(kind, _)| kind)
}

/// Order of the time derivative of a position with that unit; none for units of other quantities.
pub(crate) fn order_of_motion(unit: Option<&str>) -> Option<usize> {
    unit.map_or(Some(0), |unit| motion(unit).map(|(_, order)| order))
}
