//! Motion of what is behind a step along a column or a direction.

use super::subtree::{Entry, Vector, parts};
use mechanism::spatial::algebra::{add, cross, scale};

/// Motion of a frame, seen from axes that move along.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moved {
    pub turn: Vector,
    shift: Vector,
    /// Changes of the angular velocity seen along, and of the velocity of the origin.
    beta: Vector,
    speed: Vector,
    pub alpha: Vector,
    pub acceleration: Vector,
}

/// Change of the motion of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub turn: Vector,
    pub shift: Vector,
    pub omega: Vector,
    pub velocity: Vector,
    pub alpha: Vector,
    pub acceleration: Vector,
}

impl Moved {
    /// Adds a column that enters here, times a number.
    pub fn enter(&mut self, entry: &Entry, times: f64) {
        let (alpha, acceleration) = parts(entry.accelerations);
        for (to, change) in [
            (&mut self.turn, entry.turn),
            (&mut self.shift, entry.shift),
            (&mut self.beta, entry.beta),
            (&mut self.speed, entry.speed),
            (&mut self.alpha, alpha),
            (&mut self.acceleration, acceleration),
        ] {
            *to = add(*to, scale(times, change));
        }
    }

    /// Goes to another origin that is rigid with this one, with its velocity relative to it.
    pub fn carry(&mut self, way: Vector, velocity: Vector) {
        self.shift = add(self.shift, cross(self.turn, way));
        self.speed = add(self.speed, add(cross(self.turn, velocity), cross(self.beta, way)));
        self.acceleration = add(self.acceleration, cross(self.alpha, way));
    }

    /// The change of a frame with this angular velocity, angular acceleration and acceleration, whose origin has the velocity `u`.
    pub fn in_world(&self, [omega, alpha, acceleration]: [Vector; 3], u: Vector) -> Change {
        let seen = |of: Vector, change: Vector| add(cross(self.turn, of), change);
        Change {
            turn: self.turn,
            shift: self.shift,
            omega: seen(omega, self.beta),
            velocity: self.speed,
            alpha: add(seen(alpha, self.alpha), cross(self.beta, omega)),
            acceleration: add(seen(acceleration, self.acceleration), scale(2.0, cross(self.beta, u))),
        }
    }
}
