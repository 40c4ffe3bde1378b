//! The three rows of a planar loop, and its free motion.

use super::plane::{Flat, along, cross_flat, nothing, turned};
use super::{FreeMotion, JOINTS, LINKS, MARGIN, Placed, Planar};
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::cross;

/// A frame of the constraint that closes the loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<T> {
    /// Its link: 0 is the ground, `k + 1` is moved by joint `k` of the loop.
    pub(super) link: usize,
    /// Position on its link, along the link's axes in the plane, m.
    pub(super) position: Flat<T>,
}

/// Motion of a frame.
struct Motion<T> {
    position: Flat<T>,
    velocity: Flat<T>,
    /// Angular velocity, rad/s.
    spin: T,
    /// Velocity-dependent spatial acceleration.
    carried: Flat<T>,
}

impl<T: Scalar> End<T> {
    #[inline(always)]
    fn motion(&self, links: &[Placed<T>; LINKS]) -> Motion<T> {
        let link = &links[self.link];
        let arm = link.resolve(self.position);
        Motion {
            position: link.at + arm,
            velocity: link.velocity + along(link.spin, turned(arm)),
            spin: link.spin,
            carried: link.carried - along(link.spin, turned(link.velocity)),
        }
    }
}

/// Velocity-dependent part of the second derivative of the vector between two frames, seen from frame a (`constraints/pair.rs`).
#[inline(always)]
fn drift<T: Scalar>(a: &Motion<T>, b: &Motion<T>) -> Flat<T> {
    let way = b.position - a.position;
    let rate = b.velocity - a.velocity - along(a.spin, turned(way));
    let carried = along(b.spin, turned(b.velocity)) - along(a.spin, turned(a.velocity));
    let coriolis = along(a.spin + a.spin, turned(rate));
    carried + along(a.spin * a.spin, way) - coriolis + (b.carried - a.carried)
}

impl<T: Scalar> Planar<T> {
    /// Free motion of the coordinates, and accelerations that satisfy the rows; none near singular positions. Lengths are measured in
    /// units of `scale`.
    #[inline(always)]
    pub(super) fn free_motion(&self, links: &[Placed<T>; LINKS], scale: f64, threshold: f64) -> Option<FreeMotion<T>> {
        let [a, b] = [self.ends[0].motion(links), self.ends[1].motion(links)];
        let per_length = T::constant(1.0 / scale);
        let known = along(-per_length, drift(&a, &b));
        let mut shifts = [nothing(); JOINTS];
        // Without a row of the angle the last column is a coordinate that such a row keeps at rest.
        let mut turns = [T::zero(), T::zero(), T::zero(), T::one()];
        let mut largest = 1.0;
        for (k, (body, link)) in self.bodies.iter().zip(&links[1..]).enumerate() {
            let shift = along(body.turns, turned(b.position - link.at)) + link.slide;
            shifts[k] = along(body.sense * per_length, shift);
            if self.keep_angle {
                turns[k] = body.sense * body.turns;
            }
            largest = f64::max(largest, shifts[k].0.value().abs() + shifts[k].1.value().abs());
        }
        solve(&shifts, &turns, known, MARGIN * threshold * largest * largest * largest)
    }
}

/// Solutions of the three rows `shifts`, `turns` with the right-hand sides `known` and zero: the null vector, with
/// largest element 1, and a particular solution, in which this element is zero. None if no minor is larger than
/// `least`.
#[inline(always)]
fn solve<T: Scalar>(
    shifts: &[Flat<T>; JOINTS],
    turns: &[T; JOINTS],
    known: Flat<T>,
    least: f64,
) -> Option<FreeMotion<T>> {
    let minor = |i: usize, j: usize| cross_flat(shifts[i], shifts[j]);
    let (m01, m02, m03) = (minor(0, 1), minor(0, 2), minor(0, 3));
    let (m12, m13, m23) = (minor(1, 2), minor(1, 3), minor(2, 3));
    let [t0, t1, t2, t3] = *turns;
    let minors = [
        t1 * m23 - t2 * m13 + t3 * m12,
        t2 * m03 - t0 * m23 - t3 * m02,
        t0 * m13 - t1 * m03 + t3 * m01,
        t1 * m02 - t0 * m12 - t2 * m01,
    ];
    let size = |k: usize| minors[k].value().abs();
    let largest = (1..JOINTS).fold(0, |best, k| if size(k) > size(best) { k } else { best });
    let is_regular = size(largest) > least;
    if !is_regular {
        return None;
    }
    let inverse = T::one() / minors[largest];
    let direction = minors.map(|minor| minor * inverse);
    // Cramer's rule for the others; their determinant is this minor up to its sign.
    let (others, sign) = match largest {
        0 => ([1, 2, 3], inverse),
        1 => ([0, 2, 3], -inverse),
        2 => ([0, 1, 3], inverse),
        _ => ([0, 1, 2], -inverse),
    };
    let asked = cross(others.map(|k| cross_flat(known, shifts[k])), others.map(|k| turns[k]));
    let mut demanded = [T::zero(); JOINTS];
    for (k, y) in others.into_iter().zip(asked) {
        demanded[k] = sign * y;
    }
    Some(FreeMotion { direction, demanded })
}
