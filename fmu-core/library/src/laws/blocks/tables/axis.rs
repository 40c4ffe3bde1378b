//! One direction of a table of two variables: interpolation points at a value, and their weights.

use super::extrapolation::Extrapolation;
use super::interpolation::Smoothness;
use super::points_until;
use mechanism::scalar::Scalar;

/// Points along one direction, `stride` elements apart.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a, T> {
    /// Elements, starting at the first point.
    pub elements: &'a [T],
    /// Distance of consecutive points in `elements`.
    pub stride: usize,
    /// Number of points.
    pub count: usize,
}

/// Weights of `node` and the next point; in a table of a single point the next one has zero weight.
#[derive(Clone, Copy, Debug)]
pub struct Weights<T> {
    /// Number of the first point.
    pub node: usize,
    /// Factors of the values there.
    pub values: [T; 2],
    /// Factors of the slopes there.
    pub slopes: [T; 2],
}

impl<T: Scalar> Axis<'_, T> {
    /// A point.
    pub fn point(&self, k: usize) -> T {
        self.elements[k * self.stride]
    }

    /// Distance from a point to the next one.
    pub fn width(&self, segment: usize) -> T {
        self.point(segment + 1) - self.point(segment)
    }

    /// `u` with extrapolation: limited to the range, or shifted by whole periods.
    fn looked_up(&self, u: T, extrapolation: Extrapolation) -> T {
        let [first, last] = [0, self.count - 1].map(|k| self.point(k));
        match extrapolation {
            Extrapolation::Hold if u.value() < first.value() => first,
            Extrapolation::Hold if u.value() > last.value() => last,
            Extrapolation::Periodic => Extrapolation::wrapped(u, first, last),
            _ => u,
        }
    }

    /// Returns true if `u` is looked up beyond the ends.
    pub fn is_beyond(&self, u: T, extrapolation: Extrapolation) -> bool {
        let (u, last) = (self.looked_up(u, extrapolation).value(), self.count - 1);
        last > 0 && (u < self.point(0).value() || u > self.point(last).value())
    }

    /// The weights at `u`.
    pub fn weights(&self, u: T, smoothness: Smoothness, extrapolation: Extrapolation) -> Weights<T> {
        let (zero, one) = (T::zero(), T::one());
        if self.count == 1 {
            return Weights { node: 0, values: [one, zero], slopes: [zero; 2] };
        }
        let u = self.looked_up(u, extrapolation);
        let end = self.count - 1;
        let node = points_until(u.value(), self.count, |k| self.point(k).value()).saturating_sub(1).min(end - 1);
        let [below, above] = [u.value() < self.point(0).value(), u.value() > self.point(end).value()];
        let (distance, width) = (u - self.point(node), self.width(node));
        let share = distance / width;
        let line = Weights { node, values: [one - share, share], slopes: [zero; 2] };
        match smoothness {
            Smoothness::Linear => line,
            // At the end of the last segment the last point is used.
            Smoothness::Constant if u.value() >= self.point(end).value() => Weights { values: [zero, one], ..line },
            Smoothness::Constant => Weights { values: [one, zero], ..line },
            _ if below => Weights { node, values: [one, zero], slopes: [distance, zero] },
            _ if above => Weights { node, values: [zero, one], slopes: [zero, u - self.point(end)] },
            _ => {
                // Hermite's polynomials.
                let (rest, [two, three]) = (one - share, [2.0, 3.0].map(T::constant));
                let values = [rest * rest * (one + two * share), share * share * (three - two * share)];
                Weights { node, values, slopes: [distance * rest * rest, -distance * share * rest] }
            }
        }
    }
}
