//! Two frames coupled by a constraint, and the rows between them.
//!
//! With `d` from the origin of frame a to that of frame b, `e` an axis of frame a, `n_a` and `n_b` axes fixed in frames a and b:
//!
//! | row | residual | wrench on frame b |
//! |---|---|---|
//! | position | `e . d` | force `e` at frame b |
//! | orientation | twice an element of the quaternion of the relative rotation | torque `e` |
//! | perpendicular | `n_a . n_b` | torque `n_b x n_a` |
//! | distance | `(d . d - L^2)/(2 L)` | force `d/L` |

use crate::dynamics::articulated_body::{Row, RowEnds};
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Vector, add, compose, cross, dot, rotate, rotate_back, scale, sub};
use mechanism::{FramePose, LinkMotion};

/// Motion of a frame, world axes.
#[derive(Clone, Copy)]
pub(super) struct Marker<T> {
    pub position: Vector<T>,
    velocity: Vector<T>,
    omega: Vector<T>,
}

/// Motion of frame b relative to frame a.
pub(super) struct Pair<T> {
    /// Columns: the axes of frame a.
    pub axes: [Vector<T>; 3],
    a: Marker<T>,
    pub b: Marker<T>,
    d: Vector<T>,
    /// Difference of the velocities of the origins.
    speed: Vector<T>,
    /// Velocity-dependent difference of the accelerations of the origins, for spatial accelerations of the links.
    carried: Vector<T>,
}

/// The vector between two origins, world axes; its derivatives are relative to frame a.
pub(super) struct Way<T> {
    d: Vector<T>,
    rate: Vector<T>,
    /// Velocity-dependent second derivative.
    drift: Vector<T>,
}

/// Difference of the angular velocities of two frames, world axes.
pub(super) struct Spin<T> {
    rate: Vector<T>,
    /// Velocity-dependent difference of the angular accelerations, relative to frame a.
    drift: Vector<T>,
}

impl<T: Scalar> Marker<T> {
    /// A frame at `pose` on a link.
    #[inline(never)]
    pub fn new(link: &LinkMotion<T>, pose: &FramePose<T>) -> Self {
        let arm = rotate(&link.axes, pose.position.into());
        Self {
            position: add(link.position, arm),
            velocity: add(link.velocity, cross(link.omega, arm)),
            omega: link.omega,
        }
    }
}

impl<T: Scalar> Pair<T> {
    #[inline(never)]
    pub fn new(axes: [Vector<T>; 3], a: Marker<T>, b: Marker<T>) -> Self {
        let carried = sub(cross(b.omega, b.velocity), cross(a.omega, a.velocity));
        Self { d: sub(b.position, a.position), speed: sub(b.velocity, a.velocity), carried, axes, a, b }
    }

    /// The vector from the origin of frame a to that of frame b, relative to frame a.
    #[inline(never)]
    pub fn way(&self) -> Way<T> {
        let (d, w) = (self.d, self.a.omega);
        let turning = cross(w, d);
        let rate = sub(self.speed, turning);
        let coriolis = scale(T::constant(2.0), cross(w, rate));
        Way { d, rate, drift: sub(sub(self.carried, cross(w, turning)), coriolis) }
    }

    /// Twice the vector part of the quaternion that turns frame a into frame b with the axes `b`: for a small rotation
    /// the angles.
    #[inline(never)]
    pub fn turn(&self, b: &[Vector<T>; 3]) -> Vector<T> {
        // Columns: the axes of frame b in those of frame a.
        let relative = b.map(|axis| rotate_back(&self.axes, axis));
        let skew = [relative[1][2] - relative[2][1], relative[2][0] - relative[0][2], relative[0][1] - relative[1][0]];
        let trace = relative[0][0] + relative[1][1] + relative[2][2];
        // 4 w^2 = 1 + trace; near half a turn the vector part follows from the symmetric part instead.
        let whole = T::one() + trace;
        if whole.value() > 1e-2 {
            let w = whole.sqrt();
            return [skew[0] / w, skew[1] / w, skew[2] / w];
        }
        let k = (0..3).fold(0, |best, k| if relative[k][k].value() > relative[best][best].value() { k } else { best });
        let two = T::constant(2.0);
        let own = (T::one() + relative[k][k] * two - trace).max(T::zero()).sqrt();
        let sign = if skew[k].value() < 0.0 { -T::one() } else { T::one() };
        let other = |l: usize| (relative[l][k] + relative[k][l]) / own;
        std::array::from_fn(|l| sign * if l == k { own } else { other(l) })
    }

    /// Relative angular velocity of the frames.
    #[inline(never)]
    pub fn spin(&self) -> Spin<T> {
        Spin { rate: sub(self.b.omega, self.a.omega), drift: cross(self.b.omega, self.a.omega) }
    }

    /// Row: the cosine of the angle between an axis of frame a and one of frame b with the axes `b`.
    #[inline(never)]
    pub fn perpendicular(&self, b: &[Vector<T>; 3], n_a: Vector<T>, n_b: Vector<T>) -> Row<T> {
        let (n_a, n_b) = (rotate(&self.axes, n_a), rotate(b, n_b));
        let (w_a, w_b) = (self.a.omega, self.b.omega);
        let (torque, relative) = (cross(n_b, n_a), sub(w_b, w_a));
        let turning = add(cross(cross(w_b, n_b), n_a), cross(n_b, cross(w_a, n_a)));
        let (residual, rate, drift) = (dot(n_a, n_b), dot(relative, torque), dot(relative, turning));
        Row::between_frames(RowEnds::Torque(torque), residual, rate, drift)
    }

    /// Row: the distance of the origins.
    #[inline(never)]
    pub fn distance(&self, l: T) -> Row<T> {
        let (d, speed) = (self.d, self.speed);
        let along = RowEnds::Force([d[0] / l, d[1] / l, d[2] / l]);
        let residual = (dot(d, d) - l * l) / (l * T::constant(2.0));
        let (rate, drift) = (dot(d, speed) / l, (dot(speed, speed) + dot(d, self.carried)) / l);
        Row::between_frames(along, residual, rate, drift)
    }
}

impl<T: Scalar> Spin<T> {
    /// Row: the rotation `turn` about `e`, an axis of frame a.
    #[inline(never)]
    pub fn orientation(&self, e: Vector<T>, turn: T) -> Row<T> {
        let (rate, drift) = (dot(e, self.rate), dot(e, self.drift));
        Row::between_frames(RowEnds::Torque(e), turn, rate, drift)
    }
}

impl<T: Scalar> Way<T> {
    /// Row: the component of the vector along `e`, fixed in frame a.
    #[inline(never)]
    pub fn position(&self, e: Vector<T>) -> Row<T> {
        let (residual, rate, drift) = (dot(e, self.d), dot(e, self.rate), dot(e, self.drift));
        Row::between_frames(RowEnds::Force(e), residual, rate, drift)
    }
}

/// Columns: the axes of a frame at `pose` on a link.
#[inline(never)]
pub(super) fn frame_axes<T: Scalar>(link: &LinkMotion<T>, pose: &FramePose<T>) -> [Vector<T>; 3] {
    compose(&link.axes, &pose.axes.into())
}
