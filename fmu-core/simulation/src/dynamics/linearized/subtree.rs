//! The subtree behind a step: its articulated inertia, and the matrix P (6 x 3), the derivative of its bias wrench by an angular velocity
//! that all of it gets. And what the passes over columns read of a step.

use mechanism::spatial::algebra::{Symmetric, add, cross, dot, scale, sub};
use mechanism::spatial::pair::{Pair, both};
use multiversion::multiversion;

pub(super) type Vector = [f64; 3];
/// Angular and linear part of a motion, or torque and force.
pub(super) type Six = [f64; 6];
/// Rows.
type Matrix = [Vector; 3];
/// Vectors of a position column and a speed column.
pub(super) type Vectors = [Pair<f64>; 3];

pub(super) const ZERO: Vector = [0.0; 3];
const ZEROS: Matrix = [ZERO; 3];

/// A subtree behind a step, about the origin of its link: `torque = I alpha + H a + Pn beta + n`, `force = H^T alpha + M a + Pf beta + f`,
/// where n and f are what it needs at the present accelerations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Subtree {
    /// I and M.
    pub inertia: Symmetric<f64>,
    pub mass: Symmetric<f64>,
    /// H.
    pub coupling: Matrix,
    pub torque: Vector,
    pub force: Vector,
    /// P.
    pub by_torque: Matrix,
    pub by_force: Matrix,
    /// Sums of moments of inertia and of masses, which rounding of I and M is relative to.
    pub moment: f64,
    pub weight: f64,
}

/// Data of a step for the passes over columns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    /// `vdot = (force - S p)/D - gain . (alpha, a)`; for a given acceleration the wrench of a unit of it.
    pub gain: Six,
    /// Torque part of the gain about the parent's origin: `gain_n + d x gain_f`.
    pub carried: Vector,
    /// Change of vdot by beta.
    pub by_turning: Vector,
    /// Axis.
    pub axis: Vector,
    /// From the parent's origin.
    pub d: Vector,
    /// Inverse of the inertia along the axis, 1/D; 1 for a given acceleration.
    pub inverse: f64,
    /// A translation.
    pub slides: bool,
}

impl Left {
    /// Motion along the axis.
    pub fn along(&self) -> Six {
        if self.slides { six(ZERO, self.axis) } else { six(self.axis, ZERO) }
    }
}

/// A column as it enters at a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Turn and shift of all that is behind the step.
    pub turn: Vector,
    pub shift: Vector,
    /// Change of the angular velocity seen along, and of the velocity of the origin.
    pub beta: Vector,
    pub speed: Vector,
    /// Accelerations seen along.
    pub accelerations: Six,
    /// The part of the wrench that is handed on which comes from the turn or the shift itself, about the own origin.
    pub extra: Six,
    /// Wrench that is handed on, about the parent's origin; in a cluster that on its root.
    pub wrench: Six,
    /// Change of the step's own acceleration: `gain . A + by_turning . beta`.
    pub own: f64,
}

pub(super) const NO_ENTRY: Entry = Entry {
    turn: ZERO,
    shift: ZERO,
    beta: ZERO,
    speed: ZERO,
    accelerations: [0.0; 6],
    extra: [0.0; 6],
    wrench: [0.0; 6],
    own: 0.0,
};

impl Subtree {
    pub fn add(&mut self, o: &Self) {
        (self.inertia, self.mass) = (self.inertia.plus(o.inertia), self.mass.plus(o.mass));
        for k in 0..3 {
            self.coupling[k] = add(self.coupling[k], o.coupling[k]);
            self.by_torque[k] = add(self.by_torque[k], o.by_torque[k]);
            self.by_force[k] = add(self.by_force[k], o.by_force[k]);
        }
        self.torque = add(self.torque, o.torque);
        self.force = add(self.force, o.force);
        self.moment += o.moment;
        self.weight += o.weight;
    }

    /// Takes what an eliminated coordinate moves: `I -= U G'`, `P -= U k'`.
    #[inline(always)]
    pub fn minus(&mut self, un: Vector, uf: Vector, gn: Vector, gf: Vector, by: Vector) {
        (self.inertia, self.mass) = (self.inertia.minus_outer(un, gn), self.mass.minus_outer(uf, gf));
        for r in 0..3 {
            self.coupling[r] = sub(self.coupling[r], scale(un[r], gf));
            self.by_torque[r] = sub(self.by_torque[r], scale(un[r], by));
            self.by_force[r] = sub(self.by_force[r], scale(uf[r], by));
        }
    }

    /// Torques that the bearing of a rotor transmits, across the axis.
    pub fn bear_rotor(&mut self, s: Vector) {
        let along = transposed(&self.by_torque, s);
        let torque = sub(self.torque, scale(dot(s, self.torque), s));
        let by_torque = std::array::from_fn(|r| sub(self.by_torque[r], scale(s[r], along)));
        *self = Self { torque, by_torque, ..Self::default() };
    }

    /// A wrench that the link needs besides.
    pub fn need(&mut self, torque: Vector, force: Vector) {
        (self.torque, self.force) = (add(self.torque, torque), add(self.force, force));
    }

    /// Wrench for a motion.
    pub fn times(&self, motion: &Six) -> Six {
        let (alpha, a) = parts(*motion);
        let torque = add(self.inertia.times(alpha), times(&self.coupling, a));
        six(torque, add(transposed(&self.coupling, alpha), self.mass.times(a)))
    }

    /// Power of what beta changes along a motion.
    pub fn turned(&self, motion: &Six) -> Vector {
        let (alpha, a) = parts(*motion);
        add(transposed(&self.by_torque, alpha), transposed(&self.by_force, a))
    }
}

/// About the parent's origin, from which `d` leads to this one.
#[multiversion(targets("x86_64+avx"))]
pub(super) fn carry(to: &mut Subtree, d: Vector) {
    if d == ZERO {
        return;
    }
    let x = crossed(d, &full(&to.mass));
    let mut half = ZEROS;
    for r in 0..3 {
        for k in 0..3 {
            half[r][k] = to.coupling[r][k] + 0.5 * x[r][k];
            to.coupling[r][k] += x[r][k];
        }
    }
    let (x, y, z) = (cross(d, half[0]), cross(d, half[1]), cross(d, half[2]));
    let (xx, yy, zz) = (2.0 * x[0], 2.0 * y[1], 2.0 * z[2]);
    to.inertia = to.inertia.plus(Symmetric { xx, yy, zz, xy: y[0] + x[1], xz: z[0] + x[2], yz: z[1] + y[2] });
    let by = crossed(d, &to.by_force);
    to.by_torque.iter_mut().zip(by).for_each(|(row, by)| *row = add(*row, by));
    to.torque = add(to.torque, cross(d, to.force));
    to.moment += 2.0 * to.weight * dot(d, d);
}

#[inline(always)]
pub(super) fn six(a: Vector, b: Vector) -> Six {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

#[inline(always)]
pub(super) fn parts(x: Six) -> (Vector, Vector) {
    ([x[0], x[1], x[2]], [x[3], x[4], x[5]])
}

/// The rows of a symmetric matrix.
#[inline(always)]
pub(super) fn full(m: &Symmetric<f64>) -> Matrix {
    [[m.xx, m.xy, m.xz], [m.xy, m.yy, m.yz], [m.xz, m.yz, m.zz]]
}

#[inline(always)]
pub(super) fn columns([x, y, z]: &Matrix) -> Matrix {
    [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]]
}

#[inline(always)]
pub(super) fn times(m: &Matrix, x: Vector) -> Vector {
    [dot(m[0], x), dot(m[1], x), dot(m[2], x)]
}

#[inline(always)]
pub(super) fn times_both(m: &Matrix, x: Vectors) -> Vectors {
    [dot(both(m[0]), x), dot(both(m[1]), x), dot(both(m[2]), x)]
}

#[inline(always)]
pub(super) fn transposed(m: &Matrix, x: Vector) -> Vector {
    times(&columns(m), x)
}

/// Rows of `[d]x` times the matrix.
#[inline(always)]
pub(super) fn crossed(d: Vector, m: &Matrix) -> Matrix {
    [
        sub(scale(d[1], m[2]), scale(d[2], m[1])),
        sub(scale(d[2], m[0]), scale(d[0], m[2])),
        sub(scale(d[0], m[1]), scale(d[1], m[0])),
    ]
}

/// Adds `[p]x`.
#[inline(always)]
pub(super) fn add_crossed(m: &mut Matrix, p: Vector) {
    m[0][1] -= p[2];
    m[0][2] += p[1];
    m[1][0] += p[2];
    m[1][2] -= p[0];
    m[2][0] -= p[1];
    m[2][1] += p[0];
}
