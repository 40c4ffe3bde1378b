//! The time of an event between two points of a step.

use super::{EventWatch, OrdinaryDifferentialEquations, Piece, StateEvent, lowest, note};

/// A zero is located to within so many units of rounding of the time.
const ROUNDING: f64 = 8.0;
/// A point between the start of a bracket and the event says how far away relations have been if it is this part of the way before the event.
const INSIDE: f64 = 0.1;
/// Steps of a location at most; bisection alone takes 60.
const LOCATION_STEPS: usize = 200;

impl EventWatch {
    /// Narrows a bracket whose indicators are all positive at its start (`left`) and not at its end (`trial`), by the method of Chandrupatla (A
    /// new hybrid quadratic/bisection algorithm, Adv. Eng. Software 28, 1997) on the lowest indicator, to a point at which one is not
    /// positive.
    pub(super) fn locate<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        piece: &Piece<'_>,
        [start, end]: [f64; 2],
    ) -> Result<StateEvent, S::Error> {
        for ((size, left), right) in self.sizes.iter_mut().zip(&self.left).zip(&self.trial) {
            *size = left.abs().max(right.abs()).max(f64::MIN_POSITIVE);
        }
        let value =
            |z: &[f64], sizes: &[f64]| z.iter().zip(sizes).map(|(z, size)| z / size).fold(f64::INFINITY, f64::min);
        // `b` is the newer end, `a` the other one, `c` the one before.
        let (mut a, mut b) = (start, end);
        let (mut fa, mut fb) = (value(&self.left, &self.sizes), value(&self.trial, &self.sizes));
        let (mut c, mut fc);
        let tolerance = ROUNDING * f64::EPSILON * start.abs().max(end.abs());
        let mut part = 0.5;
        // Where indicators and state were evaluated last.
        let mut seen = end;
        // The first point between the start and the event that has been looked at.
        let mut inside = end;
        self.locating = 0;
        for _ in 0..LOCATION_STEPS {
            let time = a + part * (b - a);
            if (b - a).abs() <= tolerance || time == a || time == b {
                break;
            }
            self.look(system, piece, time)?;
            (seen, self.locating) = (time, self.locating + 1);
            let f = value(&self.trial, &self.sizes);
            if f > 0.0 {
                note(&mut self.largest, &self.trial);
                inside = inside.min(time);
            }
            if (f > 0.0) == (fa > 0.0) {
                (c, fc) = (a, fa);
            } else {
                (c, fc) = (b, fb);
                (b, fb) = (a, fa);
            }
            (a, fa) = (time, f);
            let (xi, phi) = ((a - b) / (c - b), (fa - fb) / (fc - fb));
            let is_smooth = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
            part = if is_smooth {
                fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
            } else {
                0.5
            };
            let least = 0.5 * tolerance / (b - a).abs();
            part = part.clamp(least.min(0.5), 1.0 - least.min(0.5));
        }
        let time = if fa > 0.0 { b } else { a };
        // How far away relations have been since the last event, which may be in the same piece.
        if time - inside < INSIDE * (time - start) {
            self.look(system, piece, start + 0.5 * (time - start))?;
            note(&mut self.largest, &self.trial);
            (seen, self.locating) = (end, self.locating + 1);
        }
        if time == piece.interval[1] || time != seen {
            if time == piece.interval[1] {
                self.state.copy_from_slice(piece.end);
                system.indicators(time, &self.state, &mut self.trial)?;
            } else {
                self.look(system, piece, time)?;
            }
            self.locating += 1;
        }
        note(&mut self.largest, &self.trial);
        let indicator = lowest(&self.trial).map_or(0, |(indicator, _)| indicator);
        Ok(StateEvent { time, indicator })
    }
}
