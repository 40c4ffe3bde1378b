//! Forces on massless points, and their derivatives.

use super::factors::Factors;
use crate::dynamics::articulated_body::larger;
use mechanism::scalar::{Matrix3, Scalar, Vector3, values};
use mechanism::{LinePull, MasslessLine, MasslessPart};

/// Lateral stiffness of each line, as a fraction of the scale of the stiffness, in addition to that from its force. It
/// determines how a point moves between the ends of slack lines: as if all were equally taut.
const SLACK: f64 = 1e-11;

/// Intermediate results of the search for the motion of a part: three numbers for each point.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct Balance<T: Scalar> {
    /// Positions, m.
    pub(super) positions: Vec<T>,
    /// Velocities, m/s.
    pub(super) velocities: Vec<T>,
    /// Positions of the points according to the coordinates, m.
    pub(super) coordinates: Vec<T>,
    /// Accelerations along dampers, m/s2, that keep the derivative of the forces at zero.
    pub(super) accelerations: Vec<T>,
    /// Forces on the points, N.
    pub(super) forces: Vec<T>,
    /// Their derivatives, N/s.
    pub(super) rates: Vec<T>,
    /// Damping forces on the points for a motion from the coordinates to the positions within a second, N.
    pub(super) offsets: Vec<T>,
    /// The line forces.
    pub(super) pulls: Vec<LinePull<T>>,
    /// Scale of the stiffness, N/m. It changes with the positions, quickly if a line is short; quantities that depend
    /// on it do, too.
    pub(super) scale: T,
    /// The shortest and the longest line, m.
    pub(super) shortest: f64,
    pub(in crate::dynamics) longest: f64,
    /// Inverse of the damping and the stiffness.
    pub(super) factors: Factors,
}

impl<T: Scalar> Balance<T> {
    pub(in crate::dynamics) fn new(part: &MasslessPart) -> Self {
        let n = 3 * part.nodes.len();
        let numbers = || vec![T::zero(); n];
        Self {
            positions: numbers(),
            velocities: numbers(),
            coordinates: numbers(),
            accelerations: numbers(),
            forces: numbers(),
            rates: numbers(),
            offsets: numbers(),
            pulls: Vec::with_capacity(part.lines.len()),
            scale: T::zero(),
            shortest: 0.0,
            longest: 0.0,
            factors: Factors::new(n),
        }
    }

    /// Sums the forces and their derivatives. An acceleration of a point contributes to the derivatives along its
    /// dampers.
    pub(super) fn sum(&mut self, part: &MasslessPart) {
        self.measure();
        self.forces.fill(T::zero());
        self.rates.fill(T::zero());
        self.offsets.fill(T::zero());
        let slack = T::constant(SLACK) * self.scale;
        for (line, pull) in part.lines.iter().zip(&self.pulls) {
            let LinePull { e, s, speed, f, c, d } = *pull;
            let (along, turn) = (e.dot(&speed), f / s + slack);
            let rate =
                e * (c * along + d * e.dot(&self.difference(line, &self.accelerations))) + (speed - e * along) * turn;
            let offset = e * (d * e.dot(&self.way(line)));
            for (end, sign) in line.ends.into_iter().zip([T::one(), -T::one()]) {
                if let Some(end) = end {
                    for k in 0..3 {
                        self.forces[3 * end + k] += sign * f * e[k];
                        self.rates[3 * end + k] += sign * rate[k];
                        self.offsets[3 * end + k] += sign * offset[k];
                    }
                }
            }
        }
    }

    /// Value at frame_b of a line minus that at frame_a, of a quantity that is zero except at massless points.
    fn difference(&self, line: &MasslessLine, of: &[T]) -> Vector3<T> {
        let [a, b] = line.ends.map(|end| end.map_or_else(Vector3::zeros, |end| at(of, end)));
        b - a
    }

    /// Displacement of the ends of a line relative to each other, from their positions according to the coordinates.
    fn way(&self, line: &MasslessLine) -> Vector3<T> {
        self.difference(line, &self.positions) - self.difference(line, &self.coordinates)
    }

    /// Computes the scale of the stiffness, and the lengths.
    fn measure(&mut self) {
        let stiffness = |pull: &LinePull<T>| {
            let LinePull { s, speed, f, c, d, .. } = *pull;
            let speed = speed[0].abs() + speed[1].abs() + speed[2].abs();
            c.abs() + (f.abs() + d * speed) / s
        };
        let larger_one = |a: T, b: T| if b.value() > a.value() || b.value().is_nan() { b } else { a };
        self.scale = self.pulls.iter().map(stiffness).fold(T::zero(), larger_one);
        let lengths = || self.pulls.iter().map(|pull| pull.s.value() * size(&pull.e));
        (self.shortest, self.longest) = (lengths().fold(f64::INFINITY, f64::min), lengths().fold(0.0, larger));
    }

    /// Factors damping and stiffness at the present motion.
    pub(super) fn factor(&mut self, part: &MasslessPart, shift: f64) {
        self.factors.clear();
        for (line, pull) in part.lines.iter().zip(&self.pulls) {
            let [e, way] = [pull.e, self.way(line)].map(|vector| Vector3::from(values(&vector)));
            let [s, f, c, d] = [pull.s, pull.f, pull.c, pull.d].map(T::value);
            let (along, turn) = (e * e.transpose(), f / s + SLACK * self.scale.value());
            let across = Matrix3::identity() - along;
            let stiffness = along * c + across * turn;
            let held = (along + (across * e.dot(&way) + e * (across * way).transpose()) / s) * d;
            self.factors.add(line.ends, [along * d, held, stiffness]);
        }
        self.factors.factor(self.scale.value(), shift);
    }

    /// The largest residual force on a point, N.
    pub(super) fn left(&self) -> f64 {
        self.forces.iter().map(|x| x.value().abs()).fold(0.0, larger)
    }

    /// Reference stiffness times the length of the longest line, N.
    pub(super) fn force(&self) -> f64 {
        self.scale.value() * self.longest
    }

    /// Maximum distance that a point may move in one step, m.
    pub(super) fn stride(&self) -> f64 {
        0.5 * self.shortest.max(0.01 * self.longest)
    }

    /// Initial values of velocities in undamped directions: those of the other ends, weighted by proximity.
    pub(super) fn follow_ends(&mut self, part: &MasslessPart) {
        self.velocities.fill(T::zero());
        for (node, velocity) in self.velocities.chunks_exact_mut(3).enumerate() {
            let (mut sum, mut weight) = (Vector3::zeros(), T::zero());
            for (line, pull) in part.lines.iter().zip(&self.pulls) {
                // Points do not move yet, so that this is the velocity of the other end.
                let sign = if line.ends[0] == Some(node) { T::one() } else { -T::one() };
                if line.ends.contains(&Some(node)) {
                    sum += pull.speed * (sign / pull.s);
                    weight += T::one() / pull.s;
                }
            }
            velocity.copy_from_slice((sum / weight).as_slice());
        }
    }

    /// Moves the points by at most `most` towards the balance of forces; returns the largest change of a coordinate
    /// before this limitation.
    pub(super) fn correct(&mut self, most: f64) -> f64 {
        let n = self.positions.len();
        let row = |matrix: &[f64], part: usize, of: &[T]| {
            let terms = matrix[n * part..n * (part + 1)].iter().zip(of);
            terms.fold(T::zero(), |sum, (factor, x)| sum + T::constant(*factor) * *x)
        };
        let Self { positions, velocities, accelerations, forces, rates, offsets, factors, .. } = self;
        let step = |k: usize| row(&factors.positions, 2 * k, forces) + row(&factors.positions, 2 * k + 1, offsets);
        let wanted = (0..n).map(|k| step(k).value().abs()).fold(0.0, larger);
        let part = T::constant(if wanted > most { most / wanted } else { 1.0 });
        for k in 0..n {
            positions[k] += step(k) * part;
            velocities[k] += row(&factors.velocities, 2 * k, rates) + row(&factors.velocities, 2 * k + 1, forces);
            accelerations[k] += row(&factors.velocities, 2 * k + 1, rates);
        }
        wanted
    }
}

/// Length of a vector of values.
fn size<T: Scalar>(vector: &Vector3<T>) -> f64 {
    values(vector).into_iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The three numbers of a point.
pub(super) fn at<T: Scalar>(numbers: &[T], node: usize) -> Vector3<T> {
    Vector3::new(numbers[3 * node], numbers[3 * node + 1], numbers[3 * node + 2])
}
