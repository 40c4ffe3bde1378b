//! Outputs that change at sample times, or when a Boolean signal becomes true, and are held between.
//!
//! A sample is taken in the first iteration of an event, from the values before it (`pre`) and the inputs; while the laws do not agree it is
//! taken again. So a chain of such blocks has one sample time, and a loop through one whose output comes one iteration later is not solved.

use super::{agreement, period_at, period_begin, random};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Each, Event, Instant, Law, Parameters, Real, Reals, ScalarIn, SignalIn, SignalOut, Signals,
    TimeView, after, law_variables,
};

/// When samples are taken.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Clock {
    /// At the start time and at multiples of the period after it.
    Periodic { period: Real, start_time: Real },
    /// When this signal becomes true.
    Trigger(ScalarIn),
}

/// Result that is computed from a sample.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Operation {
    /// The input.
    Sample,
    /// The input, in the next iteration of the event.
    Hold,
    /// The input before the event.
    Delay,
    /// The input, which may depend on the output before the event, `before`.
    Assign { before: SignalOut },
    /// A line through the last two samples.
    Line,
    /// The largest absolute value of the samples.
    Largest,
    /// A transfer function with these coefficients, highest power first.
    Transfer { a: Reals, b: Reals },
    /// A linear system with this number of states.
    Linear { matrices: [Reals; 4], states: usize },
    /// A random number with these seeds.
    Random { seeds: [Real; 2] },
    /// Nothing: the output is true during the event.
    Tick,
}

/// Held value: the number of the next sample, from 0; for a trigger its value in the previous iteration of the event.
const CLOCK: usize = 0;
/// Held value: [`IDLE`], [`SAMPLING`] or [`STARTING`].
const ACTIVITY: usize = 1;
/// Held value: the trigger in this iteration.
const SEEN: usize = 2;
/// First held value of the memory before the event, followed by the memory after it.
const MEMORY: usize = 3;

const IDLE: f64 = 0.0;
const SAMPLING: f64 = 1.0;
const STARTING: f64 = 2.0;

/// `y` is computed at samples of `u`.
#[derive(Clone, Debug, Binary)]
pub struct SampledLaw {
    pub clock: Clock,
    pub operation: Operation,
    pub u: SignalIn,
    pub y: SignalOut,
    /// Value of `y` before the first sample; zero if there is none.
    pub y_start: Option<Real>,
}

law_variables! {
    pub SampledVariable of SampledLaw, |law, view, signals| {
        Memory: Time (Each(|k| view.held(MEMORY + law.size() + k))),
        Before: Time (Each(|k| view.held(MEMORY + k))),
        FirstTrigger: Time (super::truth::<T>(view.held(CLOCK).value() == 1.0)),
        // Time of the last sample of a line, s.
        SampleTime: Time (view.time() - view.elapsed() + view.held(MEMORY + law.size())),
    }
}

/// Sum of products.
fn dot(row: &[f64], x: impl Iterator<Item = f64>) -> f64 {
    row.iter().zip(x).map(|(a, x)| a * x).sum()
}

impl SampledLaw {
    /// Number of values in the memory.
    fn size(&self) -> usize {
        match self.operation {
            Operation::Sample | Operation::Hold | Operation::Delay | Operation::Largest | Operation::Assign { .. } => 1,
            Operation::Line => 4,
            Operation::Transfer { a, .. } => a.size + 1,
            Operation::Linear { states, .. } => states + self.y.size,
            Operation::Random { .. } => random::SIZE,
            Operation::Tick => 0,
        }
    }

    /// Place of the output in the memory.
    fn output(&self) -> usize {
        self.size().saturating_sub(self.y.size)
    }

    /// The number of the first sample that is not before `time`.
    fn first_sample(p: Parameters<'_, f64>, clock: [Real; 2], time: f64) -> f64 {
        let begun = period_at(p, clock, time);
        let number = if period_begin(p, clock, begun) < time { begun + 1.0 } else { begun };
        number.max(0.0)
    }

    /// Writes the memory at the start.
    fn start(&self, event: &Event<'_>, signals: &Signals<'_, f64>, memory: &mut [f64]) {
        memory.fill(0.0);
        let output = self.output();
        match (self.operation, self.clock) {
            (Operation::Random { seeds }, _) => random::start(seeds.map(|seed| event.parameters[seed]), memory),
            (Operation::Line, _) => {
                let u = signals.element(self.u, 0);
                memory.copy_from_slice(&[event.elapsed, u, u, 0.0]);
            }
            (Operation::Sample | Operation::Hold, Clock::Periodic { start_time, .. })
                if event.time >= event.parameters[start_time] =>
            {
                memory[0] = signals.element(self.u, 0);
            }
            _ => memory[output..].fill(self.y_start.map_or(0.0, |y_start| event.parameters[y_start])),
        }
    }

    /// Writes the memory after a sample; `is_first` in the first iteration.
    fn sample(&self, event: &Event<'_>, signals: &Signals<'_, f64>, (old, new): (&[f64], &mut [f64]), is_first: bool) {
        let p = event.parameters;
        let u = |k: usize| signals.element(self.u, k);
        match self.operation {
            Operation::Tick => {}
            Operation::Random { .. } => random::next(old, new),
            Operation::Sample | Operation::Hold | Operation::Assign { .. } => new[0] = u(0),
            Operation::Delay if is_first => new[0] = u(0),
            Operation::Delay => {}
            Operation::Largest => new[0] = old[0].max(u(0).abs()),
            Operation::Line => {
                let Clock::Periodic { period, .. } = self.clock else { return };
                let slope = if event.held[CLOCK] == 1.0 { 0.0 } else { (u(0) - old[1]) / p[period] };
                new.copy_from_slice(&[event.elapsed, u(0), old[1], slope]);
            }
            Operation::Transfer { a, b } => {
                let (a, b, states) = (p.all(a), p.all(b), a.size - 1);
                let x1 = (u(0) - dot(&a[1..], old[..states].iter().copied())) / a[0];
                new[0] = x1;
                new[1..=states].copy_from_slice(&old[..states]);
                new[states + 1] = dot(b, new[states + 1 - b.len()..=states].iter().copied());
            }
            Operation::Linear { matrices: [a, b, c, d], states } => {
                let row = |of_x: Reals, of_u: Reals, k: usize| {
                    let of_x = &p.all(of_x)[k * states..][..states];
                    let direct =
                        p.all(of_u).get(k * self.u.size..).map_or(0.0, |of_u| dot(of_u, (0..self.u.size).map(&u)));
                    dot(of_x, old.iter().copied()) + direct
                };
                (0..states).for_each(|k| new[k] = row(a, b, k));
                (0..self.y.size).for_each(|k| new[states + k] = row(c, d, k));
            }
        }
    }
}

impl Law for SampledLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        let mut all = Connections::default().samples([self.u]).writes(self.y);
        if let Operation::Assign { before } = self.operation {
            all = all.writes(before);
        }
        if let Clock::Trigger(trigger) = self.clock { all.samples([trigger]) } else { all }
    }

    fn held(&self) -> usize {
        MEMORY + 2 * self.size()
    }

    fn relations(&self) -> usize {
        usize::from(matches!(self.clock, Clock::Trigger(_)))
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        match self.operation {
            Operation::Tick => signals.set_element(self.y, 0, super::truth(view.held(ACTIVITY).value() == SAMPLING)),
            Operation::Hold => signals.set_element(self.y, 0, view.held(MEMORY)),
            Operation::Line => {
                let [time, _, u, _] = [0, 1, 2, 3].map(|k| view.held(MEMORY + 4 + k));
                signals.set_element(self.y, 0, u + view.held(MEMORY + 3) * (view.elapsed() - time));
            }
            _ => {
                if let Operation::Assign { before } = self.operation {
                    signals.set_element(before, 0, view.held(MEMORY));
                }
                let first = MEMORY + self.size() + self.output();
                (0..self.y.size).for_each(|k| signals.set_element(self.y, k, view.held(first + k)));
            }
        }
    }

    fn next_event(&self, p: Parameters<'_, f64>, discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let Clock::Periodic { period, start_time } = self.clock else { return None };
        now.first_after([period_begin(p, [start_time, period], *discrete.held.first()?)])
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if let Clock::Trigger(trigger) = self.clock {
            indicators.fill(agreement((signals.get(trigger) > 0.5) == (view.held(SEEN) > 0.5)));
        }
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let mut held = event.held.to_vec();
        let p = event.parameters;
        let (old, new) = held[MEMORY..].split_at_mut(self.size());
        let mut activity = event.held[ACTIVITY];
        let is_new = match self.clock {
            Clock::Trigger(trigger) => {
                event.held[SEEN] = f64::from(u8::from(signals.get(trigger) > 0.5));
                activity == IDLE && event.held[SEEN] > event.held[CLOCK]
            }
            Clock::Periodic { period, start_time } => {
                let clock = [start_time, period];
                if event.is_initial {
                    event.held[CLOCK] = Self::first_sample(p, clock, event.time);
                }
                let is_due = activity == IDLE && event.time >= period_begin(p, clock, event.held[CLOCK]);
                if is_due && !event.is_initial {
                    event.held[CLOCK] += 1.0;
                }
                is_due
            }
        };
        if event.is_initial {
            activity = STARTING;
        } else if is_new {
            activity = SAMPLING;
        }
        if activity == STARTING {
            self.start(event, signals, new);
            old.copy_from_slice(new);
        } else if activity == SAMPLING {
            self.sample(event, signals, (old, new), is_new);
        }
        event.held[MEMORY..].copy_from_slice(&held[MEMORY..]);
        event.held[ACTIVITY] = activity;
    }

    fn settle(&self, held: &mut [f64]) {
        if matches!(self.clock, Clock::Trigger(_)) {
            held[CLOCK] = held[SEEN];
        }
        held[ACTIVITY] = IDLE;
        let (old, new) = held[MEMORY..].split_at_mut(self.size());
        old.copy_from_slice(new);
    }
}
