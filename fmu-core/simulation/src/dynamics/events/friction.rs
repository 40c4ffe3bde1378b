//! Indicators of contacts with friction, and their largest violation.

use super::AT_REST;
use crate::dynamics::Evaluation;
use crate::dynamics::friction::grip_size;
use crate::model::Model;
use mechanism::{
    APART, DRIVEN, DRIVEN_BACK, FRICTION_INDICATORS, RELATION_SHIFT, SLIDING, SLIDING_BACK, STUCK, slide_direction,
};

/// As [`AT_REST`], for a contact in a sliding mode that no event has brought to rest.
const HOLD_SHIFT: f64 = 1e-12;

/// Indicators of a contact with friction: one for continued sliding in its direction, or two for sticking; the third
/// for touching, or being apart, or, for a gear, the same driving flange.
pub(super) fn friction_indicators(
    model: &Model,
    evaluation: &mut Evaluation<f64>,
    k: usize,
) -> [f64; FRICTION_INDICATORS] {
    let element = &model.discrete.frictions[k];
    let mode = evaluation.modes[element.law];
    let [least, most] = evaluation.holds(model, k);
    // A contact without a limit always touches.
    let room = 0.5 * (most - least);
    let touching = if room.is_finite() { room + RELATION_SHIFT } else { 1.0 };
    let size = grip_size([least, most]);
    let share = |rest: f64| if rest.is_finite() { rest / size + HOLD_SHIFT } else { 1.0 };
    let third = match (element.mesh, mode) {
        // A gear always touches, or is always without losses.
        (Some(_), STUCK | APART) => 1.0,
        (Some(_), mode) => HOLD_SHIFT - wrong_side(evaluation, model, k, mode),
        (None, APART) => RELATION_SHIFT - room,
        (None, _) => touching,
    };
    match slide_direction(mode) {
        1 => [evaluation.slip_speed(model, k) + RELATION_SHIFT, 1.0, third],
        -1 => [1.0, RELATION_SHIFT - evaluation.slip_speed(model, k), third],
        _ if mode == STUCK => {
            let torque = evaluation.frictions.torques[k];
            [share(most - torque), share(torque - least), third]
        }
        _ => [1.0, 1.0, third],
    }
}

/// Torque by which the other flange of a turning gear drives it, contrary to its mode, relative to the torques;
/// negative if the mode is right.
fn wrong_side(evaluation: &mut Evaluation<f64>, model: &Model, k: usize, mode: i32) -> f64 {
    let torque = evaluation.handed_on(model, k);
    let Some(mesh) = evaluation.mesh(model, k) else { return -1.0 };
    let [ahead, opposite] = [mode, other_side(mode)].map(|mode| mesh.line(mode));
    if ahead == opposite {
        return -1.0;
    }
    let beyond = mesh.beyond_turning_point(mode, torque) / (torque.abs() + mesh.bearing[0] + mesh.bearing[1]).max(1e-6);
    if matches!(mode, SLIDING | SLIDING_BACK) { -beyond } else { beyond }
}

/// The mode of the same motion with the other flange of the gear driving.
fn other_side(mode: i32) -> i32 {
    match mode {
        SLIDING => DRIVEN,
        SLIDING_BACK => DRIVEN_BACK,
        DRIVEN => SLIDING,
        _ => SLIDING_BACK,
    }
}

/// The contact with the largest violation, or the first one, and its new mode.
pub(super) fn worst_friction(model: &Model, evaluation: &mut Evaluation<f64>, first: bool) -> Option<(usize, i32)> {
    let count = model.discrete.frictions.len();
    let slips: Vec<f64> = (0..count).map(|k| evaluation.slip(model, k)).collect();
    let largest = slips.iter().fold(0.0_f64, |most, slip| most.max(slip.abs()));
    let mut worst: Option<(f64, (usize, i32))> = None;
    for (k, element) in model.discrete.frictions.iter().enumerate() {
        let mode = evaluation.modes[element.law];
        let (violation, next) = match mode {
            STUCK => {
                let [least, most] = evaluation.holds(model, k);
                let ahead = |direction: i32, evaluation: &mut Evaluation<f64>| match evaluation.mesh(model, k) {
                    Some(mesh) => mesh.mode(direction, evaluation.handed_on(model, k)),
                    None => direction,
                };
                let (torque, size) = (evaluation.frictions.torques[k], grip_size([least, most]));
                // A contact whose acceleration does not respond to any torque cannot stick.
                if slips[k].abs() > 1e-6 * (1.0 + largest) {
                    (f64::INFINITY, ahead(if slips[k] > 0.0 { SLIDING } else { SLIDING_BACK }, evaluation))
                } else if torque > most {
                    ((torque - most) / size, ahead(SLIDING, evaluation))
                } else {
                    ((least - torque) / size, ahead(SLIDING_BACK, evaluation))
                }
            }
            _ if slide_direction(mode) != 0 => {
                let at_rest = evaluation.slip_speed(model, k).abs() <= AT_REST;
                let back = if at_rest { -f64::from(slide_direction(mode)) * slips[k] / (1.0 + largest) } else { 0.0 };
                let side = if element.mesh.is_some() { wrong_side(evaluation, model, k, mode) } else { 0.0 };
                if back >= side { (back, STUCK) } else { (side, other_side(mode)) }
            }
            _ => continue,
        };
        // Rounding errors do not switch a contact.
        if violation > 0.5 * HOLD_SHIFT && worst.is_none_or(|(most, _)| violation > most) {
            worst = Some((violation, (k, next)));
            if first {
                break;
            }
        }
    }
    worst.map(|(_, found)| found)
}
