//! Rows of constraints between two frames along the columns of their joints.
//!
//! A row depends on how frame b moves relative to frame a only. So a joint that moves frame a does the opposite of one that would move
//! frame b by the same turn, shift, velocities and accelerations, which is what is found here.

use super::moved::{Change, Moved};
use super::subtree::{Entry, Vector, ZERO};
use crate::dynamics::Evaluation;
use crate::dynamics::articulated_body::{Row, RowEnds};
use crate::model::Model;
use mechanism::spatial::algebra::{add, compose, cross, dot, perpendiculars, rotate, scale, sub, unit};
use mechanism::{Constraint, ConstraintKind, LinkMotion, NodeId};

/// Most rows of a constraint.
const MOST: usize = 6;

/// Torque and force about the origin of frame b.
pub(super) type At = (Vector, Vector);

/// Derivatives of a row by position, velocity and acceleration of frame b: by those of its origin, or of its orientation if
/// it is a torque.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    is_torque: bool,
    by_position: Vector,
    by_speed: Vector,
    by_acceleration: Vector,
    /// Force or torque on frame b.
    held: Vector,
    /// The force changes by this times the shift of frame b.
    stretch: f64,
    /// The torque is the product of these axes, fixed in frame b and frame a, times the multiplier.
    product: Option<[Vector; 2]>,
}

/// Motion of a frame.
fn frame(model: &Model, evaluation: &Evaluation<f64>, node: NodeId) -> LinkMotion<f64> {
    let (link, pose) = (&evaluation.links[model.mechanism.nodes[node].link], &evaluation.constants.nodes[node]);
    let arm = rotate(&link.axes, pose.position.into());
    let turning = cross(link.omega, arm);
    LinkMotion {
        axes: compose(&link.axes, &pose.axes.into()),
        position: add(link.position, arm),
        velocity: add(link.velocity, turning),
        acceleration: add(add(link.acceleration, cross(link.alpha, arm)), cross(link.omega, turning)),
        ..*link
    }
}

/// A row along a force, from its direction and the first two derivatives of that.
fn along_force([e, v, a]: [Vector; 3], multiplier: f64, rate: f64) -> Part {
    Part {
        by_position: add(add(a, scale(2.0 * rate, v)), scale(rate * rate, e)),
        by_speed: scale(2.0, add(v, scale(rate, e))),
        by_acceleration: e,
        held: scale(multiplier, e),
        ..Part::default()
    }
}

/// The rows of a constraint at one state.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    a: LinkMotion<f64>,
    b: LinkMotion<f64>,
    parts: [Part; MOST],
    count: usize,
}

impl Rows {
    /// Of a constraint between frames, with the values of its multipliers; what is left of the rows dies away at `rate`, 1/s.
    pub fn new(
        model: &Model,
        evaluation: &Evaluation<f64>,
        constraint: &Constraint,
        rows: &[Row<f64>],
        multipliers: impl Iterator<Item = f64>,
        rate: f64,
    ) -> Self {
        let [a, b] = constraint.nodes.map(|node| frame(model, evaluation, node));
        let mut own = Self { a, b, parts: [Part::default(); MOST], count: rows.len() };
        for (number, (row, multiplier)) in rows.iter().zip(multipliers).enumerate() {
            own.parts[number] = match row.ends {
                RowEnds::Force(e) => match constraint.kind {
                    ConstraintKind::Distance { length } => {
                        own.distance(e, evaluation.parameters[length], multiplier, rate)
                    }
                    _ => own.position(e, multiplier, rate),
                },
                RowEnds::Torque(e) => match own.product(evaluation, constraint.kind, number) {
                    Some(axes) => own.perpendicular(axes, multiplier, rate),
                    None => own.orientation(e, &rows[number / 3 * 3..], multiplier, rate),
                },
                RowEnds::Coordinates(_) => Part::default(),
            };
        }
        own
    }

    /// Axes of a perpendicular row: of frame b, then of frame a; none for other rows.
    fn product(&self, evaluation: &Evaluation<f64>, kind: ConstraintKind, number: usize) -> Option<[Vector; 2]> {
        let of = |n: mechanism::Slot3| unit(n.get(&evaluation.parameters).into());
        let (n_a, n_b) = match kind {
            ConstraintKind::Parallel { n } => (perpendiculars(of(n))[number], of(n)),
            ConstraintKind::Perpendicular { n_a, n_b } => (of(n_a), of(n_b)),
            _ => return None,
        };
        Some([rotate(&self.b.axes, n_b), rotate(&self.a.axes, n_a)])
    }

    /// `e . D2 d`, where D is the derivative relative to frame a.
    fn position(&self, e: Vector, multiplier: f64, rate: f64) -> Part {
        let turning = cross(self.a.omega, e);
        along_force([e, turning, add(cross(self.a.omega, turning), cross(self.a.alpha, e))], multiplier, rate)
    }

    /// `(v . v + d . a)/L`.
    fn distance(&self, e: Vector, length: f64, multiplier: f64, rate: f64) -> Part {
        let v = scale(1.0 / length, sub(self.b.velocity, self.a.velocity));
        let a = scale(1.0 / length, sub(self.b.acceleration, self.a.acceleration));
        Part { stretch: multiplier / length, ..along_force([e, v, a], multiplier, rate) }
    }

    /// `e . D w`; `rows` are those about the three axes.
    fn orientation(&self, e: Vector, rows: &[Row<f64>], multiplier: f64, rate: f64) -> Part {
        let turn = rows.iter().take(3).fold(ZERO, |turn, row| match row.ends {
            RowEnds::Torque(e) => add(turn, scale(row.residual, e)),
            _ => turn,
        });
        let w = (1.0 - 0.25 * dot(turn, turn)).max(0.0).sqrt();
        Part {
            is_torque: true,
            by_position: scale(rate * rate, add(scale(w, e), scale(0.5, cross(turn, e)))),
            by_speed: add(cross(self.a.omega, e), scale(2.0 * rate, e)),
            by_acceleration: e,
            held: scale(multiplier, e),
            ..Part::default()
        }
    }

    /// The second derivative of `n_a . n_b`.
    fn perpendicular(&self, [n_b, n_a]: [Vector; 2], multiplier: f64, rate: f64) -> Part {
        let (a, b) = (&self.a, &self.b);
        let (torque, relative) = (cross(n_b, n_a), sub(b.omega, a.omega));
        let carried = cross(a.omega, n_a);
        let g = cross(n_a, relative);
        let turning = add(cross(cross(b.omega, n_b), n_a), cross(n_b, carried));
        let across = add(add(cross(n_a, sub(b.alpha, a.alpha)), cross(g, b.omega)), cross(carried, relative));
        let across = add(across, scale(2.0 * rate, g));
        Part {
            is_torque: true,
            by_position: add(cross(n_b, across), scale(rate * rate, torque)),
            by_speed: add(add(turning, cross(n_b, g)), scale(2.0 * rate, torque)),
            by_acceleration: torque,
            held: scale(multiplier, torque),
            product: Some([scale(multiplier, n_b), n_a]),
            ..Part::default()
        }
    }

    /// Origin of frame b, where the forces act.
    pub fn at(&self) -> Vector {
        self.b.position
    }

    /// Torque and force on frame b about its origin; the opposite acts on frame a.
    pub fn held(&self) -> At {
        self.parts[..self.count].iter().fold((ZERO, ZERO), |(torque, force), part| match part.is_torque {
            true => (add(torque, part.held), force),
            false => (torque, add(force, part.held)),
        })
    }

    /// Motion of frame b along a column that enters at the origin of a link, which has this position and velocity, and the velocity `u` seen
    /// by the columns.
    pub fn moved(&self, entry: &Entry, position: Vector, velocity: Vector, u: Vector) -> Change {
        let (b, mut moved) = (&self.b, Moved::default());
        let speed = sub(b.velocity, velocity);
        moved.enter(entry, 1.0);
        moved.carry(sub(b.position, position), speed);
        moved.in_world([b.omega, b.alpha, b.acceleration], add(u, speed))
    }

    /// Changes of the rows.
    pub fn changes(&self, moved: &Change) -> impl Iterator<Item = f64> {
        self.parts[..self.count].iter().map(|part| {
            let [position, speed, acceleration] = match part.is_torque {
                true => [moved.turn, moved.omega, moved.alpha],
                false => [moved.shift, moved.velocity, moved.acceleration],
            };
            dot(part.by_position, position) + dot(part.by_speed, speed) + dot(part.by_acceleration, acceleration)
        })
    }

    /// Values of the rows for an acceleration along an axis, of frame b alone.
    pub fn along(&self, alpha: Vector, acceleration: Vector) -> impl Iterator<Item = f64> {
        self.parts[..self.count]
            .iter()
            .map(move |part| dot(part.by_acceleration, if part.is_torque { alpha } else { acceleration }))
    }

    /// Changes of what acts on the links of frame a and frame b about the origin of frame b, seen along: with the multipliers held.
    pub fn turned(&self, moved: &Change) -> [At; 2] {
        let (torque, force) = self.held();
        let mut own = (scale(-1.0, cross(moved.turn, torque)), scale(-1.0, cross(moved.turn, force)));
        let mut other = (scale(-1.0, cross(moved.shift, force)), ZERO);
        for part in &self.parts[..self.count] {
            if let Some([n_b, n_a]) = part.product {
                let change = cross(cross(moved.turn, n_b), n_a);
                (own.0, other.0) = (add(own.0, change), sub(other.0, change));
            } else if part.stretch != 0.0 {
                let change = scale(part.stretch, moved.shift);
                (own.1, other.1) = (add(own.1, change), sub(other.1, change));
            }
        }
        [other, own]
    }
}
