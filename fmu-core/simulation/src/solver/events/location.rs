//! The time of an event between two points of a step.

use super::{CHATTER_SIZE, EventWatch, OrdinaryDifferentialEquations, Piece, StateEvent, lowest, note};

/// A zero is located to within so many units of rounding of the time ...
const ROUNDING: f64 = 8.0;
/// ... or this part of the step: what the states change in it drowns in the error of the step.
const PART_OF_STEP: f64 = 8e-15;
/// The next point is aimed this part of that behind the zero, to be on its other side.
const AIM: f64 = 0.3;
/// After so many points brackets are halved wherever two more do not do it.
const PATIENCE: u32 = 4;
/// Points of a location at most; bisection alone takes 60.
const LOCATION_STEPS: u32 = 200;

impl EventWatch {
    /// Narrows a bracket, part of a piece between `from` and `to` whose shapes are known, with indicators that are all positive at its start (`left`)
    /// and not at its end (`right`), to a point at which one is not positive and has just become so.
    ///
    /// Where the shapes and what they are off at the last two points have their first zero, the indicators are evaluated; that is inverse
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
        // Largest distance of the relation since its last event, which may be in the same piece.
        if self.largest[indicator] < CHATTER_SIZE {
            self.look(system, piece, start + 0.5 * (high - start))?;
            self.locating += 1;
            note(&mut self.largest, &self.trial);
        }
        note(&mut self.largest, &self.right);
        Ok(StateEvent { time: high, indicator })
    }

    /// The state at a time of a piece, into `end_state`.
    fn take_state<S: OrdinaryDifferentialEquations>(&mut self, system: &mut S, piece: &Piece<'_>, time: f64) {
        if time == piece.interval[1] {
            self.end_state.copy_from_slice(piece.end);
        } else {
            (piece.interpolate)(time, &mut self.end_state);
            system.project(time, &mut self.end_state);
        }
    }

    /// The first zero of the indicators that are not positive at the end of a bracket, in parts of the piece, after so many points have been seen.
    fn first_zero(&self, seen: usize, bracket: [f64; 2]) -> Option<f64> {
        let mut crossed = (0..self.right.len()).filter(|k| self.right[*k] <= 0.0);
        crossed.try_fold(f64::INFINITY, |first, k| {
            Some(first.min(self.shapes[k].zero(self.correction(k, seen), bracket)?))
        })
    }

    /// Distance of the end of a bracket behind the first zero, as a fraction of the piece, estimated from the slopes there.
    fn overshoot(&self, seen: usize, end: f64) -> f64 {
        let crossed = (0..self.right.len()).filter(|k| self.right[*k] <= 0.0);
        let beyond = crossed.map(|k| {
            let slope = self.shapes[k].slope(end) + self.correction(k, seen)[1];
            if slope < 0.0 { self.right[k] / slope } else { f64::INFINITY }
        });
        beyond.fold(0.0, f64::max)
    }

    /// The straight line through what the shape of an indicator is off at the last points, of which so many have been seen.
    fn correction(&self, indicator: usize, seen: usize) -> [f64; 2] {
        let [later, earlier] = &self.seen;
        let off = |(s, z): &(f64, Vec<f64>)| z[indicator] - self.shapes[indicator].at(*s);
        match seen {
            0 => [0.0, 0.0],
            1 => [off(later), 0.0],
            _ => {
                let (error, distance) = (off(later), later.0 - earlier.0);
                let slope = (error - off(earlier)) / distance;
                // Points that are too near to each other say nothing of the slope.
                let slope = if distance.abs() > 1e-9 && slope.is_finite() { slope } else { 0.0 };
                [error - slope * later.0, slope]
            }
        }
    }
}
