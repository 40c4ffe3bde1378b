//! The articulated inertia of a subtree and its bias wrench, about the origin of one link, in world axes.

use super::algebra::{Symmetric, Vector, add, cross, dot, rotate, scale, sub, zeros};
use crate::mechanism::{LinkMotion, RigidInertia, Wrench};
use crate::scalar::Scalar;

/// `torque = I alpha + H a + n`, `force = H^T alpha + M a + f`: what must act on a link so that it moves with the angular
/// acceleration `alpha` and the acceleration `a` of its origin, the joints behind it moving as they like
/// (Featherstone 2008, section 7.2, with classical accelerations).
#[derive(Clone, Copy, Debug)]
pub(super) struct ArticulatedInertia<T> {
    /// I, kg.m2.
    pub(super) rotational: Symmetric<T>,
    /// Rows of H, kg.m.
    pub(super) coupling: [Vector<T>; 3],
    /// M, kg.
    pub(super) translational: Symmetric<T>,
    /// n, N.m.
    pub(super) torque: Vector<T>,
    /// f, N.
    pub(super) force: Vector<T>,
    /// Mass of the whole subtree, kg: what the rounding errors of `translational` are relative to.
    pub(super) mass: f64,
    /// Largest sum of moments of inertia that went into `rotational`, kg.m2: what its rounding errors are relative to.
    pub(super) moment: f64,
}

/// What remains of a joint after its acceleration was eliminated: `vdot = free - rotational . alpha - translational . a`, where
/// `alpha` and `a` are those of the link without velocity products and without its own joint acceleration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elimination<T> {
    /// Gain of the angular acceleration.
    pub(super) rotational: Vector<T>,
    /// Gain of the acceleration of the link's origin.
    pub(super) translational: Vector<T>,
    /// Joint acceleration when both are zero.
    pub(super) free: T,
}

/// The column of an articulated inertia along a joint axis.
pub(super) struct Column<T> {
    /// Torque that a unit joint acceleration needs.
    pub(super) torque: Vector<T>,
    /// Force that a unit joint acceleration needs.
    pub(super) force: Vector<T>,
    /// Inertia along the joint axis.
    pub(super) pivot: T,
    /// Generalised force that is left for the joint acceleration.
    pub(super) effort: T,
    /// At or below this value the pivot is rounding error.
    pub(super) noise: f64,
}

/// Rounding errors of articulated inertias relative to their terms: some tens of the spacing of `f64`.
const ROUNDING: f64 = 1e-14;

/// Rounding error of an inertia of the given size.
#[inline(always)]
pub(super) fn noise(size: f64) -> f64 {
    ROUNDING * size
}

impl<T: Scalar> ArticulatedInertia<T> {
    /// Nothing.
    #[inline(always)]
    pub(super) fn zero() -> Self {
        let none = Symmetric::isotropic(T::zero());
        Self {
            rotational: none,
            coupling: [zeros(); 3],
            translational: none,
            torque: zeros(),
            force: zeros(),
            mass: 0.0,
            moment: 0.0,
        }
    }

    /// Two subtrees at the same link.
    pub(super) fn plus(self, o: &Self) -> Self {
        Self {
            rotational: self.rotational.plus(o.rotational),
            coupling: std::array::from_fn(|k| add(self.coupling[k], o.coupling[k])),
            translational: self.translational.plus(o.translational),
            torque: add(self.torque, o.torque),
            force: add(self.force, o.force),
            mass: self.mass + o.mass,
            moment: self.moment.max(o.moment),
        }
    }

    /// Adds the link itself: its inertia, its gyroscopic and centrifugal terms, and the external wrench that acts on it.
    #[inline(always)]
    pub(super) fn plus_link(self, body: &RigidInertia<T>, link: &LinkMotion<T>, external: &Wrench<T>) -> Self {
        let inertia = Symmetric::rotated(&link.axes, &body.inertia);
        let h = rotate(&link.axes, body.moment);
        let (w, m) = (link.omega, body.mass);
        let [x, y, z] = self.coupling;
        let mut translational = self.translational;
        translational.xx += m;
        translational.yy += m;
        translational.zz += m;
        let rotational = self.rotational.plus(inertia);
        Self {
            rotational,
            coupling: [
                [x[0], x[1] - h[2], x[2] + h[1]],
                [y[0] + h[2], y[1], y[2] - h[0]],
                [z[0] - h[1], z[1] + h[0], z[2]],
            ],
            translational,
            torque: add(self.torque, sub(cross(w, inertia.times(w)), external.torque)),
            force: add(self.force, sub(cross(w, cross(w, h)), external.force)),
            mass: self.mass + m.value(),
            moment: self.moment.max(rotational.trace().value()),
        }
    }

    /// Column along a rotation about `axis` through the origin, driven by the torque `tau`.
    #[inline(always)]
    pub(super) fn rotation_column(&self, axis: Vector<T>, tau: T) -> Column<T> {
        let torque = self.rotational.times(axis);
        Column {
            torque,
            force: self.coupling_transposed(axis),
            pivot: dot(axis, torque),
            effort: tau - dot(axis, self.torque),
            noise: noise(self.moment),
        }
    }

    /// Column along a translation along `axis`, driven by the force `tau`.
    #[inline(always)]
    pub(super) fn translation_column(&self, axis: Vector<T>, tau: T) -> Column<T> {
        let force = self.translational.times(axis);
        Column {
            torque: self.coupling_times(axis),
            force,
            pivot: dot(axis, force),
            effort: tau - dot(axis, self.force),
            noise: noise(self.mass),
        }
    }

    /// Lets the joint of `column` move: its axis no longer transmits anything but its driving force. None when it moves no mass.
    #[inline(always)]
    pub(super) fn eliminate(self, column: &Column<T>) -> Option<(Self, Elimination<T>)> {
        let Column { torque: u, force: v, pivot, effort, noise } = *column;
        // A pivot that is not a number passes: the accelerations will show it.
        if pivot.value() <= noise {
            return None;
        }
        let inverse = T::one() / pivot;
        let (g, k) = (scale(inverse, u), scale(inverse, v));
        let left = Self {
            rotational: self.rotational.minus_outer(u, g),
            coupling: std::array::from_fn(|row| sub(self.coupling[row], scale(u[row], k))),
            translational: self.translational.minus_outer(v, k),
            torque: add(self.torque, scale(effort, g)),
            force: add(self.force, scale(effort, k)),
            ..self
        };
        Some((left, Elimination { rotational: g, translational: k, free: effort * inverse }))
    }

    /// Adds the wrench of the accelerations that the link has anyway, from velocities or a prescribed motion.
    #[inline(always)]
    pub(super) fn accelerated(self, zeta: Vector<T>, gamma: Vector<T>) -> Self {
        let torque = add(self.rotational.times(zeta), self.coupling_times(gamma));
        let force = add(self.coupling_transposed(zeta), self.translational.times(gamma));
        Self { torque: add(self.torque, torque), force: add(self.force, force), ..self }
    }

    /// The same articulated body about the origin of the parent link, from which `d` leads here: `alpha = alpha_p`,
    /// `a = a_p + alpha_p x d`.
    ///
    /// The coupling becomes `H' = H + [d]x M`, the rotational part `I - H [d]x + [d]x H'^T`, which is symmetric.
    #[inline(always)]
    pub(super) fn carried(self, d: Vector<T>) -> Self {
        let Self { rotational: i, coupling: h, translational: m, .. } = self;
        let x = cross(d, [m.xx, m.xy, m.xz]);
        let y = cross(d, [m.xy, m.yy, m.yz]);
        let z = cross(d, [m.xz, m.yz, m.zz]);
        let c: [Vector<T>; 3] = std::array::from_fn(|r| [h[r][0] + x[r], h[r][1] + y[r], h[r][2] + z[r]]);
        let rotational = Symmetric {
            xx: i.xx + (d[1] * (h[0][2] + c[0][2]) - d[2] * (h[0][1] + c[0][1])),
            yy: i.yy + (d[2] * (h[1][0] + c[1][0]) - d[0] * (h[1][2] + c[1][2])),
            zz: i.zz + (d[0] * (h[2][1] + c[2][1]) - d[1] * (h[2][0] + c[2][0])),
            xy: i.xy + (d[2] * (h[0][0] - c[1][1]) + (d[1] * c[1][2] - d[0] * h[0][2])),
            xz: i.xz + (d[1] * (c[2][2] - h[0][0]) + (d[0] * h[0][1] - d[2] * c[2][1])),
            yz: i.yz + (d[0] * (h[1][1] - c[2][2]) + (d[2] * c[2][0] - d[1] * h[1][0])),
        };
        Self {
            rotational,
            coupling: c,
            translational: m,
            torque: add(self.torque, cross(d, self.force)),
            force: self.force,
            mass: self.mass,
            moment: self.moment.max(self.mass * dot(d, d).value()),
        }
    }

    /// `H v`.
    #[inline(always)]
    fn coupling_times(&self, v: Vector<T>) -> Vector<T> {
        [dot(self.coupling[0], v), dot(self.coupling[1], v), dot(self.coupling[2], v)]
    }

    /// `H^T v`.
    #[inline(always)]
    fn coupling_transposed(&self, v: Vector<T>) -> Vector<T> {
        rotate(&self.coupling, v)
    }
}
