//! Parameters and variables that contacts with friction share.

use super::super::class::*;
use super::super::types::SMOOTHNESS;
use mechanism::Shape;

/// Names of the variables of a contact.
pub(crate) struct FrictionNames {
    /// Position, speed and acceleration of the flange relative to its support.
    pub motion: [&'static str; 3],
    /// Friction.
    pub friction: &'static str,
    /// Friction at speed zero, and that which starts a motion.
    pub still: [&'static str; 2],
}

/// `peak`
pub(crate) const PEAK: Parameter =
    real("peak", "1", "Friction that starts a motion, relative to that of slow motion").min(1.0).or(1.0);
/// `smoothness`
pub(crate) const TABLE_SMOOTHNESS: Parameter =
    enumeration("smoothness", &SMOOTHNESS, "LinearSegments", "Smoothness of the interpolation in the friction table");
/// `useHeatPort`
pub(crate) const USE_HEAT_PORT: Parameter = boolean("useHeatPort", false, "The heat port is enabled");
/// `cgeo`
pub(crate) const GEOMETRY: Parameter =
    real("cgeo", "m", "Geometry constant: torque = friction coefficient x cgeo x normal force").min(0.0).or(1.0);
/// `cgeo` where it is a number
pub(crate) const PLAIN_GEOMETRY: Parameter =
    real("cgeo", "1", "Geometry constant: force = friction coefficient x cgeo x normal force").min(0.0).or(1.0);
/// `startForward`
pub(crate) const START_FORWARD: Variable =
    boolean_variable("startForward", "True while it has only just begun to slide forwards");
/// `startBackward`
pub(crate) const START_BACKWARD: Variable =
    boolean_variable("startBackward", "True while it has only just begun to slide backwards");
/// `mode`
pub(crate) const MODE: Variable = integer_variable("mode", "-1: slides back, 0: sticks, 1: slides, 2: apart");
/// `fn_max`
pub(crate) const NORMAL_FORCE: Parameter = real("fn_max", "N", "Normal force where f_normalized = 1").min(0.0);
/// `f_normalized`
pub(crate) const PRESSED: Connector =
    connector("f_normalized", ConnectorKind::SignalInput(1), "1", "Normal force over fn_max; 0 or less: released");

/// What is wrong with a friction table.
pub(crate) fn check_friction_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(rows, columns) = shape else { return None };
    if columns != 2 {
        return Some("a matrix of two columns: speed, friction");
    }
    let speeds = || (0..rows).map(|row| elements[2 * row]);
    if speeds().any(|speed| speed < 0.0) {
        return Some("speeds of at least 0 in the first column: friction is odd in the speed");
    }
    let grows = speeds().zip(speeds().skip(1)).all(|(now, next)| next > now);
    (!grows).then_some("a first column whose speeds grow")
}
