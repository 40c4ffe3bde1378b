//! The past of a signal that a law reads with a delay.

use super::{Real, ScalarIn};
use crate::scalar::Scalar;
use binary::Binary;
use std::collections::VecDeque;

/// Most entries that one interpolation uses.
const POINTS: usize = 5;
/// Entries nearer to the next one than this fraction of the interval in question do not take part: they would amplify rounding errors.
const NEAR: f64 = 0.1;
/// Entries of the past are kept for this multiple of the longest delay.
const KEPT: f64 = 1.1;
/// Limits of a signal that differ less than this, relative to its value, are rounding errors.
const JUMP: f64 = 1e-8;

/// A signal that a law reads with a delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Remembered {
    /// The signal.
    pub signal: ScalarIn,
    /// Longest delay, s.
    pub longest: Real,
    /// Signal of the present delay; none if the longest is always the present one. Then the law does not read the signal itself between events.
    pub delay: Option<ScalarIn>,
}

/// An event that is seen again when the delay has passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Break {
    /// Time, s.
    pub time: f64,
    /// The signal jumps there.
    pub is_jump: bool,
}

/// A signal at past times, from the start on. Times are relative to the start of the simulation, s.
///
/// Between entries it is a polynomial through the nearest ones. Two entries at one time are the limits from both sides of an event, or the
/// end of a step; polynomials do not cross them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Times and values.
    entries: VecDeque<[f64; 2]>,
    breaks: VecDeque<Break>,
    /// Time of the last event, s.
    event: f64,
    /// Longest step that may come next, s: what it reads of itself is precise.
    pub step: f64,
}

impl History {
    /// A signal that begins at `time` with this value.
    pub fn begin(&mut self, time: f64, value: f64) {
        self.entries.clear();
        self.breaks.clear();
        self.entries.push_back([time, value]);
        self.breaks.push_back(Break { time, is_jump: false });
        self.event = time;
    }

    /// Time of the last entry, s.
    pub fn end(&self) -> Option<f64> {
        self.entries.back().map(|[time, _]| *time)
    }

    /// The first break after a time, s.
    pub fn break_after(&self, time: f64) -> Option<Break> {
        self.breaks.get(self.breaks.partition_point(|known| known.time <= time)).copied()
    }

    /// The last break before a time, s.
    pub fn break_before(&self, time: f64) -> Option<Break> {
        self.breaks.get(self.breaks.partition_point(|known| known.time < time).checked_sub(1)?).copied()
    }

    /// Forgets what is later than `time`, s.
    pub fn cut(&mut self, time: f64) {
        self.entries.truncate(self.entries.partition_point(|[known, _]| *known <= time));
        self.breaks.truncate(self.breaks.partition_point(|known| known.time <= time));
    }

    /// Returns to the start of a step at `time`, s, which [`Self::split`] has marked.
    pub fn go_back(&mut self, time: f64) {
        self.cut(time);
        let count = self.entries.len();
        if self.event < time && count > 1 && self.entries.range(count - 2..).all(|[known, _]| *known == time) {
            self.entries.pop_back();
        }
    }

    /// Lets polynomials not cross `time`, where the last entry is.
    pub fn split(&mut self, time: f64) {
        let mut last = self.entries.iter().rev();
        if let Some(entry) = last.next().copied().filter(|[known, _]| *known == time)
            && last.next().is_none_or(|[known, _]| *known < time)
        {
            self.entries.push_back(entry);
        }
    }

    /// Appends a value at a later time; at the time of the last entry it replaces it.
    pub fn push(&mut self, time: f64, value: f64) {
        match self.entries.back_mut() {
            Some([last, known]) if *last >= time => *known = value,
            _ => self.entries.push_back([time, value]),
        }
    }

    /// Appends the value after an event; true if the signal has jumped. The event is a break if it `bends` the signal or makes it jump.
    pub fn pass_event(&mut self, time: f64, value: f64, bends: bool) -> bool {
        let Some(&[last, before]) = self.entries.back() else {
            self.begin(time, value);
            return false;
        };
        if last < time {
            self.entries.push_back([time, before]);
        }
        let count = self.entries.len();
        let is_after = count > 1 && self.entries[count - 2][0] == self.entries[count - 1][0];
        let left = if is_after { self.entries[count - 2][1] } else { self.entries[count - 1][1] };
        let is_jump = (value - left).abs() > JUMP * value.abs().max(left.abs());
        self.event = time;
        if is_after {
            self.push(time, value)
        } else {
            self.entries.push_back([time, value])
        }
        if is_jump || bends {
            if self.breaks.back().is_some_and(|known| known.time >= time) {
                self.breaks.pop_back();
            }
            self.breaks.push_back(Break { time, is_jump });
        }
        is_jump
    }

    /// Forgets what a delay of at most `longest` does not read from now on, s.
    pub fn forget(&mut self, now: f64, longest: f64) {
        let oldest = now - KEPT * longest;
        let unread = self.entries.partition_point(|[time, _]| *time < oldest).saturating_sub(POINTS);
        self.entries.drain(..unread);
        // A delay may grow again, up to the last one before.
        let passed = self.breaks.partition_point(|known| known.time < oldest).saturating_sub(1);
        self.breaks.drain(..passed);
    }

    /// The value at `time`, s, seen from after the break `passed` and before the next one. `now` has a later time and the value there,
    /// if it takes part. Zero before the past has begun.
    pub fn at<T: Scalar>(&self, time: T, passed: f64, now: Option<(T, T)>) -> T {
        if self.entries.is_empty() {
            return T::zero();
        }
        let section = self.section(passed);
        let last = self.entries[section.1];
        if let Some((end, value)) = now
            && section.1 + 1 == self.entries.len()
            && time.value() > last[0]
        {
            if time.value() >= end.value() {
                return value;
            }
            let since = self.entries.partition_point(|[known, _]| *known <= self.event).saturating_sub(1);
            let (chosen, count) = self.chosen(end.value(), (since, section.1), true);
            let chosen = &chosen[..count];
            let correction = chosen.iter().fold(value - polynomial(chosen, end), |product, [node, _]| {
                let node = T::constant(*node);
                product * (time - node) / (end - node)
            });
            return polynomial(chosen, time) + correction;
        }
        let (chosen, count) = self.chosen(time.value(), section, false);
        polynomial(&chosen[..count], time)
    }

    /// The first and the last entry between the break `passed` and the next one.
    fn section(&self, passed: f64) -> (usize, usize) {
        let first = self.entries.partition_point(|[time, _]| *time <= passed).saturating_sub(1);
        let end = self.break_after(passed).map(|next| self.entries.partition_point(|[time, _]| *time < next.time));
        (first, end.unwrap_or(self.entries.len() - 1).max(first).min(self.entries.len() - 1))
    }

    /// The entries from `first` to `last` that a polynomial at `time` goes through; whether it may cross ends of steps.
    fn chosen(&self, time: f64, (first, last): (usize, usize), crosses: bool) -> ([[f64; 2]; POINTS], usize) {
        let mut chosen = [[0.0; 2]; POINTS];
        let after = self.entries.partition_point(|[known, _]| *known <= time);
        let (mut low, mut high) = (after.saturating_sub(1).clamp(first, last), after.clamp(first, last));
        chosen[0] = self.entries[low];
        let mut count = 1;
        if high > low {
            chosen[1] = self.entries[high];
            count = 2;
        }
        let apart = NEAR * (self.entries[high][0] - self.entries[low][0]).max((time - self.entries[low][0]).abs());
        while count < POINTS {
            let below = self.next(low, (first, last), [false, crosses], apart);
            let above = self.next(high, (first, last), [true, crosses], apart);
            let distance = |k: &usize| (self.entries[*k][0] - time).abs();
            let takes_below = match (&below, &above) {
                (Some(below), Some(above)) => distance(below) <= distance(above),
                (below, _) => below.is_some(),
            };
            let Some(taken) = (if takes_below { below } else { above }) else { break };
            *(if takes_below { &mut low } else { &mut high }) = taken;
            chosen[count] = self.entries[taken];
            count += 1;
        }
        (chosen, count)
    }

    /// The next entry in one direction that is more than `apart` away.
    fn next(
        &self,
        from: usize,
        (first, last): (usize, usize),
        [is_above, crosses]: [bool; 2],
        apart: f64,
    ) -> Option<usize> {
        let mut at = from;
        loop {
            let neighbour =
                if is_above { Some(at + 1).filter(|k| *k <= last) } else { at.checked_sub(1).filter(|k| *k >= first) }?;
            if self.entries[neighbour][0] == self.entries[at][0] && !crosses {
                return None;
            }
            at = neighbour;
            if (self.entries[at][0] - self.entries[from][0]).abs() > apart {
                return Some(at);
            }
        }
    }

    /// Number of numbers in [`Self::numbers`].
    pub fn size(&self) -> usize {
        4 + 2 * (self.entries.len() + self.breaks.len())
    }

    /// All of it as numbers, for a snapshot.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        let breaks = self.breaks.iter().flat_map(|known| [known.time, f64::from(u8::from(known.is_jump))]);
        let counts = [self.event, self.step, self.entries.len() as f64, self.breaks.len() as f64];
        counts.into_iter().chain(self.entries.iter().copied().flatten()).chain(breaks)
    }

    /// Inverse of [`Self::numbers`]; none if they are not those of a history.
    pub fn from_numbers(numbers: &mut impl Iterator<Item = f64>) -> Option<Self> {
        let [event, step] = [numbers.next()?, numbers.next()?];
        let [entries, breaks] = [numbers.next()?, numbers.next()?];
        if entries > 0.0 && step <= 0.0 {
            return None;
        }
        let mut history = Self { event, step, ..Self::default() };
        let mut last = f64::NEG_INFINITY;
        for _ in 0..whole(entries)? {
            let entry = [numbers.next()?, numbers.next()?];
            if entry[0].is_nan() || entry[0] < last {
                return None;
            }
            last = entry[0];
            history.entries.push_back(entry);
        }
        last = f64::NEG_INFINITY;
        for _ in 0..whole(breaks)? {
            let time = numbers.next()?;
            if time.is_nan() || time <= last {
                return None;
            }
            last = time;
            history.breaks.push_back(Break { time, is_jump: numbers.next()? != 0.0 });
        }
        Some(history)
    }
}

/// A count in a snapshot.
fn whole(number: f64) -> Option<u64> {
    (number >= 0.0 && number.fract() == 0.0 && number < 1e15).then_some(number as u64)
}

/// The polynomial through points with different arguments (Newton's form).
fn polynomial<T: Scalar>(points: &[[f64; 2]], x: T) -> T {
    let mut coefficients = [0.0; POINTS];
    coefficients.iter_mut().zip(points).for_each(|(c, [_, y])| *c = *y);
    for order in 1..points.len() {
        for k in (order..points.len()).rev() {
            coefficients[k] = (coefficients[k] - coefficients[k - 1]) / (points[k][0] - points[k - order][0]);
        }
    }
    let highest = points.len().saturating_sub(1);
    (0..highest).rev().fold(T::constant(coefficients[highest]), |sum, k| {
        sum * (x - T::constant(points[k][0])) + T::constant(coefficients[k])
    })
}
