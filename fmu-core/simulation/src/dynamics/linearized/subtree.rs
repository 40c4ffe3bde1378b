//! The subtree behind a step: its articulated inertia, and the matrix P (6 x 3), the derivative of its bias wrench by an angular velocity
//! that all of it gets. And what the passes over columns read of a step.

use mechanism::spatial::algebra::{Symmetric, add, cross, dot, rotate, scale, sub};
use mechanism::spatial::pair::{Pair, both, first, pairs, second};
use mechanism::{LinkMotion, RigidInertia, Wrench};
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
    /// I and M: xx, yy, zz, xy, xz, yz.
    pub inertia: [f64; 6],
    pub mass: [f64; 6],
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
        for k in 0..6 {
            self.inertia[k] += o.inertia[k];
            self.mass[k] += o.mass[k];
        }
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
        let outer = |m: &mut [f64; 6], u: Vector, g: Vector| {
            m[0] -= u[0] * g[0];
            m[1] -= u[1] * g[1];
            m[2] -= u[2] * g[2];
            m[3] -= u[0] * g[1];
            m[4] -= u[0] * g[2];
            m[5] -= u[1] * g[2];
        };
        outer(&mut self.inertia, un, gn);
        outer(&mut self.mass, uf, gf);
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
        let torque = add(symmetric(&self.inertia, alpha), times(&self.coupling, a));
        six(torque, add(transposed(&self.coupling, alpha), symmetric(&self.mass, a)))
    }

    /// Power of what beta changes along a motion.
    pub fn turned(&self, motion: &Six) -> Vector {
        let (alpha, a) = parts(*motion);
        add(transposed(&self.by_torque, alpha), transposed(&self.by_force, a))
    }

    /// Completes the entries of a step, that of its position first, by what they hand on, if there is a parent:
    /// `F = I A + P beta + extra`, about the parent's origin. The extra torque and force are those of the position.
    #[inline(always)]
    pub fn enter(
        &self,
        entries: &mut [Entry; 2],
        left: &Left,
        [alpha, a]: [Vectors; 2],
        beta: Vectors,
        [torque, force]: [Vector; 2],
        has_parent: bool,
    ) {
        let (gn, gf) = parts(left.gain);
        let own = dot(both(left.by_turning), beta) + (dot(both(gn), alpha) + dot(both(gf), a));
        let [position, speed] = entries;
        (position.accelerations, speed.accelerations) = (six(first(alpha), first(a)), six(second(alpha), second(a)));
        (position.beta, speed.beta) = (first(beta), second(beta));
        (position.own, speed.own) = (own.0, own.1);
        position.extra = six(torque, force);
        if !has_parent {
            return;
        }
        let n = add(times_both(&full(&self.inertia), alpha), times_both(&self.coupling, a));
        let f = add(times_both(&columns(&self.coupling), alpha), times_both(&full(&self.mass), a));
        let (n, f) = (add(n, times_both(&self.by_torque, beta)), add(f, times_both(&self.by_force, beta)));
        let (n, f) = (pairs(add(first(n), torque), second(n)), pairs(add(first(f), force), second(f)));
        let n = add(n, cross(both(left.d), f));
        (position.wrench, speed.wrench) = (six(first(n), first(f)), six(second(n), second(f)));
    }
}

/// Adds the link itself; `u` is the velocity of its origin.
#[multiversion(targets("x86_64+avx"))]
pub(super) fn add_link(
    to: &mut Subtree,
    body: &RigidInertia<f64>,
    link: &LinkMotion<f64>,
    u: Vector,
    external: &Wrench<f64>,
) {
    let (w, alpha, a) = (link.omega, link.alpha, link.acceleration);
    let own = Symmetric::rotated(&link.axes, &body.inertia);
    let i = [own.xx, own.yy, own.zz, own.xy, own.xz, own.yz];
    let h = rotate(&link.axes, body.moment);
    let wh = cross(w, h);
    to.inertia.iter_mut().zip(&i).for_each(|(own, i)| *own += i);
    to.mass.iter_mut().take(3).for_each(|mass| *mass += body.mass);
    to.moment += i[0] + i[1] + i[2];
    to.weight += body.mass;
    add_crossed(&mut to.coupling, h);
    let torque = add(add(symmetric(&i, alpha), cross(h, a)), cross(w, symmetric(&i, w)));
    let force = add(sub(scale(body.mass, a), cross(h, alpha)), cross(w, wh));
    to.torque = add(to.torque, sub(torque, external.torque));
    to.force = add(to.force, sub(force, external.force));
    // P_f = -2 [m u + w x h]x, P_n = -2 [w]x J - 2 (u h' - (h.u) 1) with J = tr(I)/2 1 - I.
    add_crossed(&mut to.by_force, scale(-2.0, add(scale(body.mass, u), wh)));
    let trace = i[0] + i[1] + i[2];
    let (x, y, z) = (2.0 * i[0] - trace, 2.0 * i[1] - trace, 2.0 * i[2] - trace);
    let (xy, xz, yz) = (2.0 * i[3], 2.0 * i[4], 2.0 * i[5]);
    let turning = crossed(w, &[[x, xy, xz], [xy, y, yz], [xz, yz, z]]);
    let along = 2.0 * dot(h, u);
    for r in 0..3 {
        for k in 0..3 {
            to.by_torque[r][k] += turning[r][k] - 2.0 * u[r] * h[k];
        }
        to.by_torque[r][r] += along;
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
    let change = [2.0 * x[0], 2.0 * y[1], 2.0 * z[2], y[0] + x[1], z[0] + x[2], z[1] + y[2]];
    to.inertia.iter_mut().zip(&change).for_each(|(own, change)| *own += change);
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
pub(super) fn full(m: &[f64; 6]) -> Matrix {
    [[m[0], m[3], m[4]], [m[3], m[1], m[5]], [m[4], m[5], m[2]]]
}

#[inline(always)]
fn columns([x, y, z]: &Matrix) -> Matrix {
    [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]]
}

#[inline(always)]
pub(super) fn times(m: &Matrix, x: Vector) -> Vector {
    [dot(m[0], x), dot(m[1], x), dot(m[2], x)]
}

#[inline(always)]
fn times_both(m: &Matrix, x: Vectors) -> Vectors {
    [dot(both(m[0]), x), dot(both(m[1]), x), dot(both(m[2]), x)]
}

#[inline(always)]
pub(super) fn symmetric(m: &[f64; 6], x: Vector) -> Vector {
    times(&full(m), x)
}

#[inline(always)]
pub(super) fn transposed(m: &Matrix, x: Vector) -> Vector {
    times(&columns(m), x)
}

/// Rows of `[d]x` times the matrix.
#[inline(always)]
fn crossed(d: Vector, m: &Matrix) -> Matrix {
    [
        sub(scale(d[1], m[2]), scale(d[2], m[1])),
        sub(scale(d[2], m[0]), scale(d[0], m[2])),
        sub(scale(d[0], m[1]), scale(d[1], m[0])),
    ]
}

/// Adds `[p]x`.
#[inline(always)]
fn add_crossed(m: &mut Matrix, p: Vector) {
    m[0][1] -= p[2];
    m[0][2] += p[1];
    m[1][0] += p[2];
    m[1][2] -= p[0];
    m[2][0] -= p[1];
    m[2][1] += p[0];
}
