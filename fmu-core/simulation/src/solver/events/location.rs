//! Location of an event between two points of a step.

use super::{CHATTER_SIZE, EventWatch, OrdinaryDifferentialEquations, Piece, StateEvent, lowest, note};

/// A zero is located to within this many units of rounding of the time ...
const ROUNDING: f64 = 8.0;
/// ... or this fraction of the step: the change of the states in it is below the error of the step.
const PART_OF_STEP: f64 = 8e-15;
/// Distance behind the estimated zero of the next trial point, as a fraction of the error estimate, so that it lies on
/// the other side.
const AIM: f64 = 0.3;
/// After this many points the bracket is bisected if two more points do not halve it.
const PATIENCE: u32 = 4;
/// Maximum number of points of a location; bisection alone takes 60.
const LOCATION_STEPS: u32 = 200;

impl EventWatch {
    /// Narrows a bracket to a point where an indicator has just ceased to be positive. The bracket is a part of a piece
    /// between `from` and `to` with known shapes; all indicators are positive at its start (`left`), but not at its end
    /// (`right`).
    ///
    /// The next trial point is the first zero of the shapes plus their errors at the last two points: inverse
    /// interpolation of order above 2, safeguarded by the bracket.
    pub(super) fn locate<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        piece: &Piece<'_>,
        [from, to]: [f64; 2],
        [start, end]: [f64; 2],
    ) -> Result<StateEvent, S::Error> {
        let h = to - from;
        let tolerance = (ROUNDING * f64::EPSILON * start.abs().max(end.abs())).max(PART_OF_STEP * h);
        let (mut low, mut high) = (start, end);
        let (mut width, mut has_state) = (end - start, false);
        self.locating = 0;
        for step in 0..LOCATION_STEPS {
            let seen = step.min(2) as usize;
            if high - low <= tolerance || self.overshoot(seen, (high - from) / h) * h <= tolerance {
                break;
            }
            let halves = step > PATIENCE && step % 2 == 0 && {
                let is_slow = high - low > 0.5 * width;
                width = high - low;
                is_slow
            };
            let bracket = [(low - from) / h, (high - from) / h];
            let zero = if halves { None } else { self.first_zero(seen, bracket) };
            let aimed = zero.map_or(0.5 * (low + high), |zero| from + zero * h + AIM * tolerance);
            let time = aimed.clamp(low + AIM * tolerance, high - AIM * tolerance);
            self.look(system, piece, time)?;
            self.locating += 1;
            self.seen.swap(0, 1);
            self.seen[0].0 = (time - from) / h;
            self.seen[0].1.copy_from_slice(&self.trial);
            if lowest(&self.trial).is_some_and(|(_, z)| z <= 0.0) {
                (high, has_state) = (time, true);
                self.right.copy_from_slice(&self.trial);
                self.end_state.copy_from_slice(&self.state);
            } else {
                low = time;
                note(&mut self.largest, &self.trial);
            }
        }
        if !has_state {
            self.take_state(system, piece, high);
        }
        let indicator = lowest(&self.right).map_or(0, |(indicator, _)| indicator);
        let slope = self.correction(indicator, self.locating.min(2) as usize)[1];
        self.speed = (self.shapes[indicator].slope((high - from) / h) + slope).abs() / h;
        // Largest value since the last event of the relation, which may be in the same piece.
        if self.largest[indicator] < CHATTER_SIZE {
            self.look(system, piece, start + 0.5 * (high - start))?;
            self.locating += 1;
            note(&mut self.largest, &self.trial);
        }
        note(&mut self.largest, &self.right);
        Ok(StateEvent { time: high, indicator })
    }

    /// Writes the state at a time of a piece to `end_state`.
    fn take_state<S: OrdinaryDifferentialEquations>(&mut self, system: &mut S, piece: &Piece<'_>, time: f64) {
        if time == piece.interval[1] {
            self.end_state.copy_from_slice(piece.end);
        } else {
            (piece.interpolate)(time, &mut self.end_state);
            system.project(time, &mut self.end_state);
        }
    }

    /// The first zero, as a fraction of the piece, of the indicators that are not positive at the end of a bracket;
    /// `seen` is the number of points so far.
    fn first_zero(&self, seen: usize, bracket: [f64; 2]) -> Option<f64> {
        let mut crossed = (0..self.right.len()).filter(|k| self.right[*k] <= 0.0);
        crossed.try_fold(f64::INFINITY, |first, k| {
            Some(first.min(self.shapes[k].zero(self.correction(k, seen), bracket)?))
        })
    }

    /// Distance of the end of a bracket from the first zero, as a fraction of the piece, estimated from the slopes
    /// there.
    fn overshoot(&self, seen: usize, end: f64) -> f64 {
        let crossed = (0..self.right.len()).filter(|k| self.right[*k] <= 0.0);
        let beyond = crossed.map(|k| {
            let slope = self.shapes[k].slope(end) + self.correction(k, seen)[1];
            if slope < 0.0 { self.right[k] / slope } else { f64::INFINITY }
        });
        beyond.fold(0.0, f64::max)
    }

    /// The straight line through the errors of an indicator's shape at the last points; `seen` is the number of points
    /// so far.
    fn correction(&self, indicator: usize, seen: usize) -> [f64; 2] {
        let [later, earlier] = &self.seen;
        let off = |(s, z): &(f64, Vec<f64>)| z[indicator] - self.shapes[indicator].at(*s);
        match seen {
            0 => [0.0, 0.0],
            1 => [off(later), 0.0],
            _ => {
                let (error, distance) = (off(later), later.0 - earlier.0);
                let slope = (error - off(earlier)) / distance;
                // The slope between points very close to each other is unreliable.
                let slope = if distance.abs() > 1e-9 && slope.is_finite() { slope } else { 0.0 };
                [error - slope * later.0, slope]
            }
        }
    }
}
