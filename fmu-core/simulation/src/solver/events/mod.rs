//! State events: zero crossings of indicators within accepted steps.
//!
//! The dense output of an accepted step is searched, so that a rejected step has no effect, and locating an event only
//! evaluates indicators. A sign change between neighbouring points brackets a zero. A cubic through the indicators and
//! their slopes at the ends of a step shows where an indicator may become negative and return; it is evaluated there,
//! too. The cubic is checked at an inner point. If it is wrong, because indicators change faster than the states, the
//! step is searched in pieces, and the next steps are limited to shorter ones.

mod location;
mod quartic;

#[cfg(test)]
mod tests;

use super::OrdinaryDifferentialEquations;
use quartic::Quartic;

/// Slopes at the ends of a step are differences over this fraction of it.
const SLOPE_STEP: f64 = 1e-4;
/// Minima nearer to each other than this fraction of the step are one.
const SAME_DIP: f64 = 0.02;
/// Relative position in a piece where the cubic is checked: not a simple fraction, to avoid coincidence with a period.
const PROBE: f64 = 0.382;
/// Tolerances of the cubic there: relative to the largest value of the indicator, and absolute.
const CUBIC_ERROR: f64 = 0.1;
const SMALLEST_CUBIC_ERROR: f64 = 1e-7;
/// Minimum length of a piece as a fraction of the step.
const SHORTEST_PIECE: f64 = 1e-3;
/// A relation whose indicator has stayed within this distance of zero since its last event, ...
const CHATTER_SIZE: f64 = 1e-7;
/// ... this many times in succession, chatters, ...
const CHATTER_EVENTS: u32 = 100;
/// ... unless the speeds of its zero crossings decrease by this factor from one half of these events to the next: a
/// bouncing contact comes to rest.
const SETTLING: f64 = 0.999;

/// Speeds before the first event.
const NEVER: [f64; 2] = [0.0, f64::INFINITY];

/// A located event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateEvent {
    /// Its time, s.
    pub time: f64,
    /// The indicator that has crossed zero.
    pub indicator: usize,
}

/// Searches for events step by step. Allocates at construction only.
#[derive(Clone, Debug)]
pub(super) struct EventWatch {
    /// Indicators and their slopes, per s, at both ends of a step; the end of a step is the start of the next one.
    left: Vec<f64>,
    left_slope: Vec<f64>,
    right: Vec<f64>,
    right_slope: Vec<f64>,
    trial: Vec<f64>,
    /// Interpolation of each indicator within a piece, and the last two points of a location with their indicators.
    shapes: Vec<Quartic>,
    seen: [(f64, Vec<f64>); 2],
    /// Fractions of the step at which some indicator may be negative.
    dips: Vec<f64>,
    /// The shortest piece that the last step was divided into, s, if it was, because indicators change faster than the states.
    pub(super) shortest_piece: Option<f64>,
    /// State at the last evaluation.
    state: Vec<f64>,
    /// State at the end of a bracket: that of the last located event.
    pub(super) end_state: Vec<f64>,
    /// Speed of the indicator's last zero crossing, per s.
    speed: f64,
    /// For each indicator: the largest value since its last event, the number of events near zero in the present half,
    /// their largest speed, and that in the previous half.
    largest: Vec<f64>,
    repeats: Vec<u32>,
    fastest: Vec<[f64; 2]>,
    /// Number of evaluations for the last location.
    pub(super) locating: u64,
    /// Number of evaluations that the budget does not know yet; callers set it to zero.
    pub(super) evaluations: u64,
}

/// A piece of a solution that can be evaluated anywhere.
pub struct Piece<'a> {
    /// Start and end, s.
    pub interval: [f64; 2],
    /// State at the end.
    pub end: &'a [f64],
    /// Writes the state at a time of the interval, without projection.
    pub interpolate: &'a dyn Fn(f64, &mut [f64]),
}

impl EventWatch {
    /// A search for a system with the given numbers of indicators and states.
    pub fn new(indicators: usize, dimension: usize) -> Self {
        let zeros = || vec![0.0; indicators];
        Self {
            left: zeros(),
            left_slope: zeros(),
            right: zeros(),
            right_slope: zeros(),
            trial: zeros(),
            shapes: vec![Quartic::default(); indicators],
            seen: [(0.0, zeros()), (0.0, zeros())],
            dips: Vec::with_capacity(2 * indicators),
            shortest_piece: None,
            state: vec![0.0; dimension],
            end_state: vec![0.0; dimension],
            speed: 0.0,
            largest: vec![f64::INFINITY; indicators],
            repeats: vec![0; indicators],
            fastest: vec![NEVER; indicators],
            locating: 0,
            evaluations: 0,
        }
    }

    /// Returns true if there are no indicators.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Clears the memory for a new run.
    pub fn restart(&mut self) {
        self.largest.fill(f64::INFINITY);
        self.repeats.fill(0);
        self.fastest.fill(NEVER);
    }

    /// Counts an event; returns true if its indicator chatters.
    pub fn has_happened(&mut self, indicator: usize) -> bool {
        let (largest, fastest) = (std::mem::take(&mut self.largest[indicator]), &mut self.fastest[indicator]);
        let repeats = &mut self.repeats[indicator];
        if largest >= CHATTER_SIZE {
            (*repeats, *fastest) = (0, NEVER);
            return false;
        }
        *repeats += 1;
        let [present, before] = *fastest;
        let present = present.max(self.speed);
        let is_complete = *repeats == CHATTER_EVENTS / 2;
        *fastest = if is_complete { [0.0, present] } else { [present, before] };
        *repeats %= CHATTER_EVENTS / 2;
        is_complete && present >= SETTLING * before
    }

    /// Evaluates the indicators where a solution begins, or continues after a discontinuity; returns the first that is
    /// not positive, whose event is due.
    ///
    /// # Errors
    /// The indicators cannot be evaluated.
    pub fn begin<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: f64,
        x: &[f64],
    ) -> Result<Option<StateEvent>, S::Error> {
        self.evaluations += 1;
        self.speed = 0.0;
        system.indicators(t, x, &mut self.left)?;
        Ok(lowest(&self.left).filter(|(_, z)| *z <= 0.0).map(|(indicator, _)| StateEvent { time: t, indicator }))
    }

    /// Searches for the first event in an accepted step, which follows [`Self::begin`] or the previous step;
    /// [`Self::end_state`] is its state. The result depends on the step only, so that a repeated step has the same
    /// event.
    ///
    /// # Errors
    /// The indicators cannot be evaluated.
    pub fn search<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        piece: &Piece<'_>,
    ) -> Result<Option<StateEvent>, S::Error> {
        let [start, end] = piece.interval;
        let near = part(SLOPE_STEP, end - start);
        self.look(system, piece, start + near)?;
        for ((slope, z), left) in self.left_slope.iter_mut().zip(&self.trial).zip(&self.left) {
            *slope = (z - left) / near;
        }
        self.shortest_piece = None;
        let (mut from, mut length) = (start, end - start);
        while from < end {
            // A length below the resolution of time counts as zero.
            let is_last = from + 1.01 * length >= end || from + length <= from;
            let to = if is_last { end } else { from + length };
            self.look_at_end(system, piece, [from, to])?;
            self.shape(to - from);
            let divides = to - from > SHORTEST_PIECE * (end - start) && from + PROBE * (to - from) > from;
            if divides && !self.is_cubic(system, piece, [from, to])? {
                length = PROBE * (to - from);
                self.shortest_piece = Some(self.shortest_piece.map_or(length, |shortest| shortest.min(length)));
                continue;
            }
            if let Some(event) = self.search_piece(system, piece, [from, to])? {
                return Ok(Some(event));
            }
            (from, length) = (to, 2.0 * (to - from));
        }
        Ok(None)
    }

    /// Indicators and slopes at the end of a part of a piece.
    fn look_at_end<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        piece: &Piece<'_>,
        [from, to]: [f64; 2],
    ) -> Result<(), S::Error> {
        if to == piece.interval[1] {
            self.state.copy_from_slice(piece.end);
            self.evaluations += 1;
            system.indicators(to, &self.state, &mut self.right)?;
        } else {
            self.look(system, piece, to)?;
            self.right.copy_from_slice(&self.trial);
        }
        let near = part(SLOPE_STEP, to - from);
        self.look(system, piece, to - near)?;
        for ((slope, z), right) in self.right_slope.iter_mut().zip(&self.trial).zip(&self.right) {
            *slope = (right - z) / near;
        }
        Ok(())
    }

    /// Computes the cubics of a part of a piece of length `h`, s, with known ends.
    fn shape(&mut self, h: f64) {
        for (k, shape) in self.shapes.iter_mut().enumerate() {
            let slopes = [h * self.left_slope[k], h * self.right_slope[k]];
            *shape = Quartic::cubic([self.left[k], self.right[k]], slopes);
        }
    }

    /// Checks the cubics in a part of a piece with known ends.
    fn is_cubic<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        piece: &Piece<'_>,
        [from, to]: [f64; 2],
    ) -> Result<bool, S::Error> {
        self.look(system, piece, from + PROBE * (to - from))?;
        let mut is_cubic = true;
        for (k, (shape, found)) in self.shapes.iter_mut().zip(&self.trial).enumerate() {
            let size = self.left[k].abs().max(self.right[k].abs()).max(found.abs());
            let error = (found - shape.at(PROBE)).abs();
            is_cubic &= error <= (CUBIC_ERROR * size).max(SMALLEST_CUBIC_ERROR);
            shape.pass(PROBE, *found);
        }
        Ok(is_cubic)
    }

    /// Searches for the first event in a part of a piece with known ends; without an event, the end becomes the start
    /// of the next part.
    fn search_piece<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        piece: &Piece<'_>,
        [from, to]: [f64; 2],
    ) -> Result<Option<StateEvent>, S::Error> {
        let h = to - from;
        self.find_dips();
        let mut bracket = from;
        for k in 0..self.dips.len() {
            let time = from + self.dips[k] * h;
            self.look(system, piece, time)?;
            if lowest(&self.trial).is_some_and(|(_, z)| z <= 0.0) {
                self.right.copy_from_slice(&self.trial);
                return self.locate(system, piece, [from, to], [bracket, time]).map(Some);
            }
            note(&mut self.largest, &self.trial);
            bracket = time;
            self.left.copy_from_slice(&self.trial);
        }
        if lowest(&self.right).is_some_and(|(_, z)| z <= 0.0) {
            return self.locate(system, piece, [from, to], [bracket, to]).map(Some);
        }
        note(&mut self.largest, &self.right);
        std::mem::swap(&mut self.left, &mut self.right);
        std::mem::swap(&mut self.left_slope, &mut self.right_slope);
        Ok(None)
    }

    /// Evaluates the indicators at a time of a piece to `trial`, and the state to `state`.
    fn look<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        piece: &Piece<'_>,
        time: f64,
    ) -> Result<(), S::Error> {
        self.evaluations += 1;
        (piece.interpolate)(time, &mut self.state);
        system.project(time, &mut self.state);
        system.indicators(time, &self.state, &mut self.trial)
    }

    /// Finds the fractions of the step at which the cubic of an indicator has a minimum that may be negative, in
    /// ascending order.
    fn find_dips(&mut self) {
        self.dips.clear();
        self.dips.extend(self.shapes.iter().zip(&self.right).filter_map(|(shape, end)| shape.dip(*end)));
        sort(&mut self.dips);
        self.dips.dedup_by(|later, earlier| *later - *earlier < SAME_DIP);
    }
}

/// A fraction of a length, s; always positive.
fn part(share: f64, length: f64) -> f64 {
    (share * length).max(f64::MIN_POSITIVE)
}

/// Insertion sort of a few numbers: it needs no memory, and less code than the standard library's sort.
fn sort(numbers: &mut [f64]) {
    for end in 1..numbers.len() {
        let mut k = end;
        while k > 0 && numbers[k] < numbers[k - 1] {
            numbers.swap(k, k - 1);
            k -= 1;
        }
    }
}

/// The smallest indicator and its number.
fn lowest(indicators: &[f64]) -> Option<(usize, f64)> {
    indicators.iter().copied().enumerate().min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Updates the maxima.
fn note(largest: &mut [f64], indicators: &[f64]) {
    largest.iter_mut().zip(indicators).for_each(|(most, z)| *most = most.max(*z));
}
