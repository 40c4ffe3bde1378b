//! The articulated inertia of a subtree and its bias wrench, about the origin of one link, in world axes.

use super::super::link::{LinkMotion, RigidInertia, Wrench};
use super::algebra::{Symmetric, Vector, add, call, cross, dot, rotate, scale, sub};
use super::pair::{Pair, both, first, pairs, second, swapped};
use crate::scalar::Scalar;

/// `torque = I alpha + H a + n`, `force = H^T alpha + M a + f`: the wrench that gives a link the angular acceleration
/// `alpha` and its origin the acceleration `a`, while the joints behind it are free to move (Featherstone 2008, section
/// 7.2, with classical accelerations).
///
/// Rotational and translational quantities undergo the same operations nearly everywhere, and so do H and its
/// transpose: they are stored and computed in pairs.
#[derive(Clone, Copy, Debug)]
pub struct ArticulatedInertia<T> {
    /// I, kg.m2, and M, kg.
    pub inertia: Symmetric<Pair<T>>,
    /// Elements xx, yy, zz of H, kg.m.
    pub diagonal: Vector<T>,
    /// Elements (xy, yx), (xz, zx), (yz, zy) of H, kg.m.
    pub coupling: [Pair<T>; 3],
    /// n, N.m, and f, N.
    pub wrench: Vector<Pair<T>>,
    /// Mass of the whole subtree, kg: the scale of the rounding errors of M.
    pub mass: f64,
    /// Largest sum of moments of inertia in I, kg.m2: the scale of its rounding errors.
    pub moment: f64,
}

/// Contribution of a link itself, in world axes.
#[derive(Clone, Copy, Debug)]
pub struct LinkTerms<T> {
    /// Inertia about the origin, kg.m2.
    inertia: Symmetric<T>,
    /// First moment, kg.m.
    moment: Vector<T>,
    /// The wrench at zero acceleration: gyroscopic torque and centrifugal force minus the external wrench, N.m and N.
    pub wrench: Vector<Pair<T>>,
    /// Mass, kg.
    mass: T,
}

impl<T: Scalar> LinkTerms<T> {
    /// Terms of a link under an external wrench.
    #[inline(always)]
    pub fn new(body: &RigidInertia<T>, link: &LinkMotion<T>, external: &Wrench<T>) -> Self {
        if T::BY_CALL {
            call((body, link, external), |(body, link, external)| Self::in_place(body, link, external))
        } else {
            Self::in_place(body, link, external)
        }
    }

    #[inline(always)]
    fn in_place(body: &RigidInertia<T>, link: &LinkMotion<T>, external: &Wrench<T>) -> Self {
        let inertia = Symmetric::rotated(&link.axes, &body.inertia);
        let moment = rotate(&link.axes, body.moment);
        let w = link.omega;
        let momenta = pairs(inertia.times(w), cross(w, moment));
        let external = pairs(external.torque, external.force);
        Self { inertia, moment, wrench: sub(cross(both(w), momenta), external), mass: body.mass }
    }

    /// Nothing.
    pub fn zero() -> Self {
        let o = T::zero();
        let inertia = Symmetric { xx: o, yy: o, zz: o, xy: o, xz: o, yz: o };
        Self { inertia, moment: [o; 3], wrench: [Pair::both(o); 3], mass: o }
    }

    /// A link without mass under an external wrench.
    pub fn without_mass(external: &Wrench<T>) -> Self {
        Self { wrench: sub(Self::zero().wrench, pairs(external.torque, external.force)), ..Self::zero() }
    }

    /// Torque and force of an angular acceleration and an acceleration of the origin.
    #[inline(always)]
    pub fn times(&self, given: Vector<Pair<T>>) -> Vector<Pair<T>> {
        let (alpha, a) = (first(given), second(given));
        // h x a and h x alpha.
        let crossed = cross(both(self.moment), swapped(given));
        let torque = add(self.inertia.times(alpha), first(crossed));
        pairs(torque, sub(scale(self.mass, a), second(crossed)))
    }
}

/// Result of the elimination of a joint acceleration: `vdot = free - gain . (alpha, a)`, where `alpha` and `a` are those of the link
/// without velocity products and without its own joint acceleration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Elimination<T> {
    /// Gains of the angular acceleration and of the acceleration of the origin.
    pub gain: Vector<Pair<T>>,
    /// Joint acceleration if both are zero.
    pub free: T,
}

impl<T: Scalar> Elimination<T> {
    /// Accelerations of a link that do not depend on the parent.
    pub fn known((alpha, a): (Vector<T>, Vector<T>)) -> Self {
        Self { gain: pairs(alpha, a), free: T::zero() }
    }

    /// The accelerations that were given to [`Self::known`].
    pub fn as_known(&self) -> (Vector<T>, Vector<T>) {
        (first(self.gain), second(self.gain))
    }

    /// The joint acceleration, given the acceleration of the parent; `d` leads from the parent's origin to the link's.
    ///
    /// The gains are shifted by the lever arm instead of the acceleration: this shortens the chain of dependent
    /// operations from link to link.
    #[inline(always)]
    pub fn acceleration(&self, d: Vector<T>, (alpha, a): (Vector<T>, Vector<T>)) -> T {
        if T::BY_CALL {
            call((self, &d, &alpha, &a), |(left, d, alpha, a)| left.acceleration_in_place(*d, (*alpha, *a)))
        } else {
            self.acceleration_in_place(d, (alpha, a))
        }
    }

    #[inline(always)]
    fn acceleration_in_place(&self, d: Vector<T>, (alpha, a): (Vector<T>, Vector<T>)) -> T {
        let f = second(self.gain);
        let n = add(first(self.gain), cross(d, f));
        let sums = [n[0] * alpha[0] + f[0] * a[0], n[1] * alpha[1] + f[1] * a[1], n[2] * alpha[2] + f[2] * a[2]];
        (self.free - sums[0]) - (sums[1] + sums[2])
    }
}

/// The column of an articulated inertia along a joint axis.
pub struct Column<T> {
    /// Torque and force for a unit joint acceleration.
    pub wrench: Vector<Pair<T>>,
    /// Inertia along the joint axis.
    pub pivot: T,
    /// Generalised force minus the projected bias.
    pub effort: T,
    /// At or below this value the pivot is rounding error.
    pub noise: f64,
}

impl<T: Scalar> Column<T> {
    /// Adds an inertia that the joint moves in addition to the subtree.
    #[inline(always)]
    pub fn with_armature(self, armature: T) -> Self {
        Self { pivot: self.pivot + armature, ..self }
    }
}

/// Rounding errors of articulated inertias relative to their terms: some tens of the spacing of `f64`.
const ROUNDING: f64 = 1e-14;

/// Rounding error of an inertia of the given size.
#[inline(always)]
pub fn noise(size: f64) -> f64 {
    ROUNDING * size
}

/// The larger of two; one instruction, while `f64::max` also handles NaN.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

impl<T: Scalar> ArticulatedInertia<T> {
    /// No inertia and no bias.
    #[inline(always)]
    pub fn zero() -> Self {
        let none = Pair::both(T::zero());
        Self {
            inertia: Symmetric { xx: none, yy: none, zz: none, xy: none, xz: none, yz: none },
            diagonal: [T::zero(); 3],
            coupling: [none; 3],
            wrench: [none; 3],
            mass: 0.0,
            moment: 0.0,
        }
    }

    /// A wrench that the parent must apply at the link's origin, whatever its acceleration: for a joint without
    /// constraints its own generalised forces.
    pub fn transmitted(torque: Vector<T>, force: Vector<T>) -> Self {
        Self { wrench: pairs(torque, force), ..Self::zero() }
    }

    /// The sum of two subtrees at the same link.
    pub fn plus(&self, o: &Self) -> Self {
        Self {
            inertia: self.inertia.plus(o.inertia),
            diagonal: add(self.diagonal, o.diagonal),
            coupling: add(self.coupling, o.coupling),
            wrench: add(self.wrench, o.wrench),
            mass: self.mass + o.mass,
            moment: larger(self.moment, o.moment),
        }
    }

    /// Adds the link itself.
    #[inline(always)]
    pub fn plus_link(self, link: &LinkTerms<T>) -> Self {
        if T::BY_CALL {
            call((&self, link), |(inertia, link)| inertia.plus_link_in_place(link))
        } else {
            self.plus_link_in_place(link)
        }
    }

    #[inline(always)]
    fn plus_link_in_place(&self, link: &LinkTerms<T>) -> Self {
        let LinkTerms { inertia: own, moment: h, wrench, mass: m } = *link;
        let i = self.inertia;
        let inertia = Symmetric {
            xx: i.xx + Pair(own.xx, m),
            yy: i.yy + Pair(own.yy, m),
            zz: i.zz + Pair(own.zz, m),
            xy: Pair(i.xy.0 + own.xy, i.xy.1),
            xz: Pair(i.xz.0 + own.xz, i.xz.1),
            yz: Pair(i.yz.0 + own.yz, i.yz.1),
        };
        let trace = inertia.xx.0 + inertia.yy.0 + inertia.zz.0;
        Self {
            inertia,
            diagonal: self.diagonal,
            coupling: sub(self.coupling, [Pair(h[2], -h[2]), Pair(-h[1], h[1]), Pair(h[0], -h[0])]),
            wrench: add(self.wrench, wrench),
            mass: self.mass + m.value(),
            moment: larger(self.moment, trace.value()),
        }
    }

    /// Adds the wrench of known accelerations (angular, of the origin) of the link, from velocities or a prescribed
    /// motion.
    #[inline(always)]
    pub fn accelerated(self, given: Vector<Pair<T>>) -> Self {
        Self { wrench: add(self.wrench, self.times(given)), ..self }
    }

    /// Torque and force of an angular acceleration and an acceleration of the origin.
    #[inline(always)]
    pub fn times(&self, given: Vector<Pair<T>>) -> Vector<Pair<T>> {
        if T::BY_CALL {
            call((self, &given), |(inertia, given)| inertia.times_in_place(*given))
        } else {
            self.times_in_place(given)
        }
    }

    #[inline(always)]
    fn times_in_place(&self, given: Vector<Pair<T>>) -> Vector<Pair<T>> {
        let [xy, xz, yz] = self.coupling;
        let diagonal = both(self.diagonal);
        let [x, y, z] = given;
        let crossed = swapped(given);
        let coupled = [
            diagonal[0] * crossed[0] + xy * crossed[1] + xz * crossed[2],
            diagonal[1] * crossed[1] + yz * crossed[2] + (xy * x).swapped(),
            diagonal[2] * crossed[2] + (xz * x + yz * y).swapped(),
        ];
        add(self.inertia.times([x, y, z]), coupled)
    }

    /// Column along a rotation about `axis` through the origin, driven by the torque `tau`.
    #[inline(always)]
    pub fn rotation_column(&self, axis: Vector<T>, tau: T) -> Column<T> {
        if T::BY_CALL {
            call((self, &axis, &tau), |(inertia, axis, tau)| inertia.rotation_column_in_place(*axis, *tau))
        } else {
            self.rotation_column_in_place(axis, tau)
        }
    }

    #[inline(always)]
    fn rotation_column_in_place(&self, axis: Vector<T>, tau: T) -> Column<T> {
        let (i, h, [xy, xz, yz]) = (&self.inertia, self.diagonal, self.coupling);
        let axis = both(axis);
        let wrench = [
            dot([Pair(i.xx.0, h[0]), Pair(i.xy.0, xy.1), Pair(i.xz.0, xz.1)], axis),
            dot([Pair(i.xy.0, xy.0), Pair(i.yy.0, h[1]), Pair(i.yz.0, yz.1)], axis),
            dot([Pair(i.xz.0, xz.0), Pair(i.yz.0, yz.0), Pair(i.zz.0, h[2])], axis),
        ];
        let along = pairs(first(wrench), first(self.wrench));
        let Pair(pivot, bias) = dot(along, axis);
        Column { wrench, pivot, effort: tau - bias, noise: noise(self.moment) }
    }

    /// Column along a translation along `axis`, driven by the force `tau`.
    #[inline(always)]
    pub fn translation_column(&self, axis: Vector<T>, tau: T) -> Column<T> {
        let (m, h, [xy, xz, yz]) = (&self.inertia, self.diagonal, self.coupling);
        let axis = both(axis);
        let wrench = [
            dot([Pair(h[0], m.xx.1), Pair(xy.0, m.xy.1), Pair(xz.0, m.xz.1)], axis),
            dot([Pair(xy.1, m.xy.1), Pair(h[1], m.yy.1), Pair(yz.0, m.yz.1)], axis),
            dot([Pair(xz.1, m.xz.1), Pair(yz.1, m.yz.1), Pair(h[2], m.zz.1)], axis),
        ];
        let along = pairs(second(wrench), second(self.wrench));
        let Pair(pivot, bias) = dot(along, axis);
        Column { wrench, pivot, effort: tau - bias, noise: noise(self.mass) }
    }

    /// Frees the joint of `column`: along its axis only the driving force is transmitted. None if the joint moves no
    /// mass.
    #[inline(always)]
    pub fn eliminate(self, column: &Column<T>) -> Option<(Self, Elimination<T>)> {
        let Column { wrench: u, pivot, effort, noise } = *column;
        // A NaN pivot passes: the accelerations are checked.
        if pivot.value() <= noise {
            return None;
        }
        let inverse = T::one() / pivot;
        let gain = scale(Pair::both(inverse), u);
        let left = self.minus_outer(u, gain, (effort, gain));
        Some((left, Elimination { gain, free: effort * inverse }))
    }

    /// Eliminates one of several joint accelerations, `free - gain . (alpha, a)`, where `u` is the wrench for a unit
    /// acceleration. Only the sum over all of them is symmetric.
    #[inline(never)]
    pub fn less(self, u: Vector<Pair<T>>, gain: Vector<Pair<T>>, free: T) -> Self {
        self.minus_outer(u, gain, (free, u))
    }

    /// Subtracts the product `u gain^T`, and adds a multiple of a wrench.
    #[inline(always)]
    fn minus_outer(self, u: Vector<Pair<T>>, gain: Vector<Pair<T>>, (factor, wrench): (T, Vector<Pair<T>>)) -> Self {
        let crossed = swapped(gain);
        Self {
            inertia: self.inertia.minus_outer(u, gain),
            diagonal: [
                self.diagonal[0] - u[0].0 * gain[0].1,
                self.diagonal[1] - u[1].0 * gain[1].1,
                self.diagonal[2] - u[2].0 * gain[2].1,
            ],
            coupling: sub(self.coupling, [u[0] * crossed[1], u[0] * crossed[2], u[1] * crossed[2]]),
            wrench: add(self.wrench, scale(Pair::both(factor), wrench)),
            ..self
        }
    }

    /// The same articulated body about the origin of the parent link; `d` leads from there to this origin: `alpha =
    /// alpha_p`, `a = a_p + alpha_p x d`.
    ///
    /// The coupling becomes `H' = H + [d]x M`, the rotational part `I - H [d]x + [d]x H'^T`, which is symmetric.
    #[inline(always)]
    pub fn carried(self, d: Vector<T>) -> Self {
        if T::BY_CALL { call((&self, d), |(inertia, d)| inertia.carried_in_place(d)) } else { self.carried_in_place(d) }
    }

    #[inline(always)]
    fn carried_in_place(&self, d: Vector<T>) -> Self {
        let Self { inertia: i, diagonal: h, coupling: [xy, xz, yz], .. } = *self;
        let [dx, dy, dz] = d;
        let moved = [
            h[0] + (dy * i.xz.1 - dz * i.xy.1),
            h[1] + (dz * i.xy.1 - dx * i.yz.1),
            h[2] + (dx * i.yz.1 - dy * i.xz.1),
        ];
        let moved_xy = xy + (Pair(dy, dz) * Pair(i.yz.1, i.xx.1) - Pair(dz, dx) * Pair(i.yy.1, i.xz.1));
        let moved_xz = xz + (Pair(dy, dx) * Pair(i.zz.1, i.xy.1) - Pair(dz, dy) * Pair(i.yz.1, i.xx.1));
        let moved_yz = yz + (Pair(dz, dx) * Pair(i.xz.1, i.yy.1) - Pair(dx, dy) * Pair(i.zz.1, i.xy.1));
        let about_x = Pair::both(dx) * (yz + moved_yz);
        let about_y = Pair::both(dy) * (xz + moved_xz);
        let about_z = Pair::both(dz) * (xy + moved_xy);
        let inertia = Symmetric {
            xx: Pair(i.xx.0 + (about_y.0 - about_z.0), i.xx.1),
            yy: Pair(i.yy.0 + (about_z.1 - about_x.0), i.yy.1),
            zz: Pair(i.zz.0 + (about_x.1 - about_y.1), i.zz.1),
            xy: Pair(i.xy.0 + (dz * (h[0] - moved[1]) + (dy * moved_yz.0 - dx * xz.0)), i.xy.1),
            xz: Pair(i.xz.0 + (dy * (moved[2] - h[0]) + (dx * xy.0 - dz * moved_yz.1)), i.xz.1),
            yz: Pair(i.yz.0 + (dx * (h[1] - moved[2]) + (dz * moved_xz.1 - dy * xy.1)), i.yz.1),
        };
        let torque = cross(d, second(self.wrench));
        Self {
            inertia,
            diagonal: moved,
            coupling: [moved_xy, moved_xz, moved_yz],
            wrench: pairs(add(first(self.wrench), torque), second(self.wrench)),
            mass: self.mass,
            moment: larger(self.moment, self.mass * dot(d, d).value()),
        }
    }
}
