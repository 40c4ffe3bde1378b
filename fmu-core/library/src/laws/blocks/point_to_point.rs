//! Motion of all axes from point to point within limits of speed and acceleration.

use super::truth;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Modes, Parameters, Real, Reals, SignalOut, Signals, TimeView, after, law_variables};

/// Output of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Output {
    /// Positions.
    Position,
    /// Speeds.
    Speed,
    /// Accelerations.
    Acceleration,
    /// True while the axes move.
    Moving,
}

/// Axes that accelerate, move at constant speed and decelerate simultaneously. The mode is the phase: 0 before the
/// start, 1 acceleration, 2 constant speed, 3 deceleration, 4 at the end.
#[derive(Clone, Debug, Binary)]
pub struct PointToPoint {
    /// Start positions; none: zero.
    pub begin: Option<Reals>,
    /// End positions.
    pub end: Reals,
    pub qd_max: Reals,
    pub qdd_max: Reals,
    pub start_time: Real,
    pub output: Output,
    pub y: SignalOut,
}

law_variables! {
    pub PointToPointVariable of PointToPoint, |law, view, signals| {
        EndTime: Motion (law.end(view.parameters())),
    }
}

/// The path from 0 to 1 common to all axes: its acceleration, and the ends of its phases since the start.
struct Path<T: Scalar> {
    pub acceleration: T,
    pub ends: [T; 3],
}

impl PointToPoint {
    /// Element of a vector; a single element is used for all axes.
    fn of<T: Scalar>(p: Parameters<'_, T>, vector: Reals, axis: usize) -> T {
        p.all(vector)[if vector.size == 1 { 0 } else { axis }]
    }

    fn start<T: Scalar>(&self, p: Parameters<'_, T>, axis: usize) -> T {
        self.begin.map_or_else(T::zero, |begin| Self::of(p, begin, axis))
    }

    fn way<T: Scalar>(&self, p: Parameters<'_, T>, axis: usize) -> T {
        Self::of(p, self.end, axis) - self.start(p, axis)
    }

    /// The path; none if no axis has to move.
    fn path<T: Scalar>(&self, p: Parameters<'_, T>) -> Option<Path<T>> {
        let longest = |limits: Reals| {
            let times = (0..self.y.size).map(|axis| (self.way(p, axis) / Self::of(p, limits, axis)).abs());
            times.fold(T::zero(), |longest, time| longest.max(time))
        };
        // Times of the slowest axis at the maximum speed, and, squared, at the maximum acceleration.
        let (at_speed, squared) = (longest(self.qd_max), longest(self.qdd_max));
        if at_speed.value().max(squared.value()) <= 10.0 * f64::EPSILON {
            return None;
        }
        let (speeding, to_largest) = (squared.sqrt(), squared / at_speed);
        let ends = if to_largest.value() >= speeding.value() {
            [speeding, speeding, speeding + speeding]
        } else {
            [to_largest, at_speed, at_speed + to_largest]
        };
        Some(Path { acceleration: T::one() / squared, ends })
    }

    fn end<T: Scalar>(&self, p: Parameters<'_, T>) -> T {
        p[self.start_time] + self.path(p).map_or_else(T::zero, |path| path.ends[2])
    }

    /// Position, speed and acceleration on the path.
    fn point<T: Scalar>(path: &Path<T>, phase: i32, t: T) -> [T; 3] {
        let (a, half, [speeding, _, end]) = (path.acceleration, T::constant(0.5), path.ends);
        let speed = a * speeding;
        match phase {
            1 => [half * a * t * t, a * t, a],
            2 => [half * speed * speeding + speed * (t - speeding), speed, T::zero()],
            3 => [T::one() - half * a * (end - t) * (end - t), a * (end - t), -a],
            phase => [if phase == 0 { T::zero() } else { T::one() }, T::zero(), T::zero()],
        }
    }
}

impl Law for PointToPoint {
    type Stage = after::Time;
    const MODES: Modes = 0..=4;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let t = view.since(p[self.start_time]);
        let [s, sd, sdd] = self.path(p).map_or([T::zero(); 3], |path| Self::point(&path, view.mode(), t));
        for axis in 0..self.y.size {
            let way = self.way(p, axis);
            let value = match self.output {
                Output::Position => self.start(p, axis) + way * s,
                Output::Speed => way * sd,
                Output::Acceleration => way * sdd,
                Output::Moving => truth((1..4).contains(&view.mode())),
            };
            signals.set_element(self.y, axis, value);
        }
    }

    fn changes(&self, p: Parameters<'_, f64>) -> impl Iterator<Item = f64> {
        let start = p[self.start_time];
        let times = self.path(p).map(|path| std::iter::once(start).chain(path.ends.map(|end| start + end)));
        times.into_iter().flatten()
    }
}
