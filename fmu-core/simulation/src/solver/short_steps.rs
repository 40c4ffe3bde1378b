//! Steps of low order to the next change of the inputs, if they change so often that a natural step would be much
//! longer.

use super::explicit::{Differences, ShortOrder};

/// Limit of the error in one time constant of the motion, relative to a step's tolerance, which is a tenth of the
/// host's.
const PART: f64 = 3.0;
/// The error of a lower order must be below this fraction of the allowed one for that order to be used.
const LOWER: f64 = 0.2;
/// Forgetting factor of the ratio, per step.
const FADING: f64 = 0.9;
/// After this many steps of order 2 one of order 3 is made, which updates the ratio.
const PROBES: u32 = 16;
/// Number of natural steps after order 4 has failed, before it is tried again. It doubles with each failure, up to a
/// maximum; after a number of successes it is reset.
const PAUSE: u32 = 4;
const LONGEST_PAUSE: u32 = 64;
const SUCCESSES: u32 = 8;

/// The choice of the order, and the data for it: plain data for a snapshot.
///
/// The ratio of the differences of a result of higher order from those of order 2 and 1 is about a third of the product
/// of step size and eigenvalue; with it the error of each order is predicted from the known differences. Errors may add
/// up to [`PART`] in one time constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortSteps {
    order: ShortOrder,
    /// Ratio of the differences.
    ratio: f64,
    /// Steps of order 2 since the last one of another order.
    unseen: u32,
    /// Number of natural steps before order 4 is tried again, and the number after the last failure.
    pause: u32,
    patience: u32,
    /// Number of accepted steps since the last failure.
    successes: u32,
}

impl Default for ShortSteps {
    fn default() -> Self {
        Self { order: ShortOrder::Three, ratio: 0.0, unseen: 0, pause: 0, patience: PAUSE, successes: 0 }
    }
}

impl ShortSteps {
    /// The order to try in the next step; none for a natural step.
    pub(super) fn begin(&mut self) -> Option<ShortOrder> {
        if self.pause > 0 {
            self.pause -= 1;
            return None;
        }
        if self.order == ShortOrder::Two && self.unseen >= PROBES {
            return Some(ShortOrder::Three);
        }
        Some(self.order)
    }

    /// Returns true if the result of a trial is accurate enough; selects the order of the next step or trial.
    pub(super) fn accept(&mut self, order: ShortOrder, differences: Differences) -> bool {
        let Differences { first, second } = differences;
        if !first.is_finite() {
            return false;
        }
        match second {
            Some(second) if first > 0.0 => self.ratio = (second / first).max(FADING * self.ratio),
            _ => {}
        }
        self.unseen = if second.is_some() { 0 } else { (self.unseen + 1).min(PROBES) };
        let (ratio, second) = (self.ratio, second.unwrap_or(first));
        let allowed = PART * (3.0 * ratio).min(1.0);
        let error = match order {
            ShortOrder::Two => first * ratio,
            ShortOrder::Three => second * ratio,
            ShortOrder::Four => second * ratio * ratio,
        };
        if error > allowed {
            return false;
        }
        self.successes = (self.successes + 1).min(SUCCESSES);
        if self.successes >= SUCCESSES {
            self.patience = PAUSE;
        }
        let lower_is_enough = error < LOWER * allowed * ratio;
        self.order = match order {
            ShortOrder::Four if lower_is_enough => ShortOrder::Three,
            ShortOrder::Three if lower_is_enough => ShortOrder::Two,
            // After the update of the ratio, order 2 is used again.
            ShortOrder::Three if self.order == ShortOrder::Two && first * ratio <= allowed => ShortOrder::Two,
            order => order,
        };
        true
    }

    /// The order after one that was not accurate enough; none for a natural step.
    pub(super) fn higher(&mut self, order: ShortOrder) -> Option<ShortOrder> {
        let next = match order {
            ShortOrder::Two => Some(ShortOrder::Three),
            ShortOrder::Three => Some(ShortOrder::Four),
            ShortOrder::Four => None,
        };
        match next {
            Some(next) => self.order = next,
            None => {
                self.order = ShortOrder::Four;
                self.pause = self.patience;
                self.patience = (2 * self.patience).min(LONGEST_PAUSE);
                self.successes = 0;
            }
        }
        next
    }

    /// Representation as numbers.
    pub fn to_numbers(self) -> [f64; 6] {
        let Self { order, ratio, unseen, pause, patience, successes } = self;
        [f64::from(order as u8), ratio.min(f64::MAX), unseen.into(), pause.into(), patience.into(), successes.into()]
    }

    /// Inverse of [`Self::to_numbers`]; invalid numbers are limited to the valid range.
    pub fn from_numbers([order, ratio, unseen, pause, patience, successes]: [f64; 6]) -> Self {
        let order = match order {
            0.0 => ShortOrder::Two,
            2.0 => ShortOrder::Four,
            _ => ShortOrder::Three,
        };
        let [unseen, pause, patience, successes] = [unseen, pause, patience, successes].map(|number| number as u32);
        Self {
            order,
            ratio: if ratio >= 0.0 { ratio } else { 0.0 },
            unseen: unseen.min(PROBES),
            pause: pause.min(LONGEST_PAUSE),
            patience: patience.clamp(PAUSE, LONGEST_PAUSE),
            successes: successes.min(SUCCESSES),
        }
    }
}
