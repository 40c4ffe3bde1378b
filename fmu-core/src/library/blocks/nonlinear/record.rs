//! The past of a signal: samples with their times in an array of fixed length, and what the signal was between them.
//!
//! Where the signal may jump or have a kink, two samples have the same time: a *node*. Between two nodes it is a polynomial through up to
//! [`STENCIL`] samples around the point that is asked for; samples beyond a node have no influence.

use crate::scalar::Scalar;

/// Samples in one delay time, besides those at events.
pub(super) const SAMPLES: f64 = 32.0;
/// Samples that the array holds.
const CAPACITY: usize = 128;
/// Samples that decide a polynomial.
const STENCIL: usize = 6;
/// A host that sets an input leaves no limit from the left: a difference of more than this part of the size of the signal from where its
/// polynomial goes on is a jump.
const JUMP: f64 = 0.01;
/// So many samples of a piece tell where it leads.
const TELLING: usize = 4;
/// Room that is left for jumps when samples at events where the signal goes on are no longer taken.
const RESERVE: usize = 32;

/// Places in the array: number of samples, the first one of the present piece, time of the next sample.
const COUNT: usize = 0;
const PIECE: usize = 1;
const NEXT: usize = 2;
const FIRST: usize = 3;

/// Writes the array.
pub(super) struct Record<'a> {
    held: &'a mut [f64],
}

impl<'a> Record<'a> {
    /// Length of the array.
    pub const SIZE: usize = FIRST + 2 * CAPACITY;

    /// Of an array of that length.
    pub fn of(held: &'a mut [f64]) -> Self {
        Self { held }
    }

    /// Begins: the signal has had this value always.
    pub fn start(&mut self, time: f64, value: f64, interval: f64) {
        self.held.fill(0.0);
        (self.held[COUNT], self.held[NEXT]) = (2.0, time + interval);
        for k in 0..2 {
            self.write(k, time, value);
        }
    }

    /// Notes the value of the signal at an event; false when there is no room for a jump.
    pub fn note(&mut self, time: f64, value: f64, interval: f64) -> bool {
        let last = self.count() - 1;
        let [last_time, last_value] = self.sample(last);
        if last_time == time {
            // Another pass of the same event, or another event at the same time.
            if last == 1 && self.sample(0)[0] == time {
                // The past before the start is what the signal is there once it is known.
                self.write(0, time, value);
            }
            let is_node = last > 0 && self.sample(last - 1)[0] == time;
            return match value == last_value {
                true => true,
                false if is_node => self.write(last, time, value),
                false => self.push(time, value),
            };
        }
        let is_due = time >= self.held[NEXT];
        if is_due {
            self.held[NEXT] = time + interval;
        }
        let size = (0..=last).fold(value.abs(), |size, k| size.max(self.sample(k)[1].abs()));
        // A few samples do not tell where the signal leads.
        let is_known = last + 1 - self.piece_of(last) >= TELLING;
        let before = if is_known { self.extrapolated(time) } else { value };
        if (value - before).abs() > JUMP * size {
            return self.push(time, before) && self.push(time, value);
        }
        if is_due {
            return self.push(time, value);
        }
        if self.count() + RESERVE <= CAPACITY {
            return self.push(time, value) && self.push(time, value);
        }
        true
    }

    /// Goes on to the piece behind the last node that has been `passed`, and forgets what is not needed any more at time `now`, nor later.
    pub fn go_on(&mut self, passed: impl Fn(f64) -> bool, now: f64) {
        while let Some((node, time)) = self.node_after(self.held[PIECE] as usize)
            && passed(time)
        {
            self.held[PIECE] = (node + 1) as f64;
        }
        let piece = self.held[PIECE] as usize;
        let end = self.node_after(piece).map_or(self.count(), |(node, _)| node + 1);
        let older = (piece..end).filter(|k| self.sample(*k)[0] <= now).count();
        let useless = piece + older.saturating_sub(STENCIL);
        if useless > 0 {
            let count = self.count();
            self.held.copy_within(FIRST + 2 * useless..FIRST + 2 * count, FIRST);
            self.held[COUNT] -= useless as f64;
            self.held[PIECE] = (piece - useless.min(piece)) as f64;
        }
    }

    /// When the next sample is to be taken.
    pub fn next_sample(held: &[f64]) -> f64 {
        held[NEXT]
    }

    /// Time of the node at the end of the present piece, if there is one.
    pub fn next_node(held: &[f64]) -> Option<f64> {
        let count = held[COUNT] as usize;
        let times = |k: usize| held[FIRST + 2 * k];
        (held[PIECE] as usize..count.saturating_sub(1)).find(|k| times(*k) == times(k + 1)).map(times)
    }

    /// The signal at a time in the present piece.
    pub fn at<T: Scalar>(held: &dyn Fn(usize) -> T, time: T) -> T {
        let (count, first) = (held(COUNT).value() as usize, held(PIECE).value() as usize);
        if count == 0 {
            // Before the start nothing is known.
            return T::zero();
        }
        let instant = |k: usize| held(FIRST + 2 * k).value();
        let end = (first..count.saturating_sub(1)).find(|k| instant(*k) == instant(k + 1)).unwrap_or(count - 1);
        polynomial(held, [first, end], time)
    }

    fn count(&self) -> usize {
        self.held[COUNT] as usize
    }

    fn sample(&self, k: usize) -> [f64; 2] {
        [self.held[FIRST + 2 * k], self.held[FIRST + 2 * k + 1]]
    }

    fn write(&mut self, k: usize, time: f64, value: f64) -> bool {
        self.held[FIRST + 2 * k..][..2].copy_from_slice(&[time, value]);
        true
    }

    fn push(&mut self, time: f64, value: f64) -> bool {
        let count = self.count();
        if count == CAPACITY {
            return false;
        }
        self.held[COUNT] += 1.0;
        self.write(count, time, value)
    }

    /// The first sample of the piece that a sample belongs to.
    fn piece_of(&self, sample: usize) -> usize {
        (1..=sample).rev().find(|k| self.sample(*k)[0] == self.sample(k - 1)[0]).unwrap_or(0)
    }

    /// The node at or after a sample: its first sample and its time.
    fn node_after(&self, from: usize) -> Option<(usize, f64)> {
        let times = |k: usize| self.sample(k)[0];
        (from..self.count() - 1).find(|k| times(*k) == times(k + 1)).map(|k| (k, times(k)))
    }

    /// Where the polynomial of the last piece leads to.
    fn extrapolated(&self, time: f64) -> f64 {
        let last = self.count() - 1;
        polynomial(&|k| self.held[k], [self.piece_of(last), last], time)
    }
}

/// The polynomial through the samples around `time` of those from `first` to `last`, by the scheme of Neville.
fn polynomial<T: Scalar>(held: &dyn Fn(usize) -> T, [first, last]: [usize; 2], time: T) -> T {
    let instant = |k: usize| held(FIRST + 2 * k);
    let points = (last + 1 - first).min(STENCIL);
    let before = (first..=last).take_while(|k| instant(*k).value() <= time.value()).count();
    // As many samples on either side as there are.
    let start = (first + before).saturating_sub(points.div_ceil(2)).clamp(first, last + 1 - points);
    let mut values = [T::zero(); STENCIL];
    (0..points).for_each(|k| values[k] = held(FIRST + 2 * (start + k) + 1));
    for width in 1..points {
        for k in 0..points - width {
            let (left, right) = (instant(start + k), instant(start + k + width));
            values[k] = ((time - left) * values[k + 1] + (right - time) * values[k]) / (right - left);
        }
    }
    values[0]
}
