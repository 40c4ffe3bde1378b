//! Delays of a signal.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Break, Connections, Discrete, Event, Failure, Instant, Law, ModeName, Modes, Parameters, RELATION_SHIFT, Real,
    Remembered, ScalarIn, ScalarOut, Signals, TimeView, after, relation_indicator,
};

/// Held value: the signal at the start.
const FIRST: usize = 0;
/// Held value: time of the last break of the past that is behind, s; [`BEFORE_ALL`] while the start is not.
const PASSED: usize = 1;
/// Held value: 1 in the iterations of the event at the start.
const STARTS: usize = 2;
const BEFORE_ALL: f64 = -1.0;

/// `y` is `u` as it was before the delay; before the start it was what it is there.
#[derive(Clone, Debug, Binary)]
pub struct DelayLaw {
    pub u: ScalarIn,
    pub delay: Delay,
    /// Number of the past of `u`.
    pub history: usize,
    pub y: ScalarOut,
}

/// The time by which a signal is delayed.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Delay {
    /// A parameter: what is seen of an event is a time event.
    Fixed(Real),
    /// A signal between zero and a parameter.
    Variable { delay: ScalarIn, longest: Real },
}

impl DelayLaw {
    /// Time of `u` that is seen now, s since the start.
    fn seen<T: Scalar>(&self, view: &TimeView<'_, T>, signals: &Signals<'_, T>) -> T {
        view.elapsed()
            - match self.delay {
                Delay::Fixed(delay) => view.parameters()[delay],
                Delay::Variable { delay, longest } => signals.get(delay).max(T::zero()).min(view.parameters()[longest]),
            }
    }

    /// Signed distances of four limits: to the next and from the last break, of the delay to its least and its largest value.
    fn margins(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, passed: f64) -> [f64; 4] {
        let Delay::Variable { delay, longest } = self.delay else { return [1.0; 4] };
        let (seen, delay) = (self.seen(view, signals), signals.get(delay));
        let next = view.history(self.history).break_after(passed).map_or(1.0, |next| next.time - seen);
        let last = if passed == BEFORE_ALL { 1.0 } else { seen - passed };
        [next, last, delay, view.parameters()[longest] - delay]
    }
}

/// Goes on to the next break, or back to the last one; the mode changes if the signal jumps there.
fn pass(event: &mut Event<'_>, break_at: Option<Break>, passed: f64) {
    event.held[PASSED] = passed;
    event.mode ^= i32::from(break_at.is_some_and(|at| at.is_jump));
}

impl Law for DelayLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;
    // Nothing to log: it is the event that it comes from.
    const MODE_NAMES: &'static [ModeName] = &[[""; 2]; 2];
    const HELD: usize = 3;

    fn connections(&self) -> Connections {
        let all = Connections::default().writes(self.y);
        match self.delay {
            Delay::Fixed(_) => all.samples([self.u]),
            Delay::Variable { delay, .. } => all.reads([self.u, delay]),
        }
    }

    fn remembered(&self) -> Option<(usize, Remembered)> {
        let (longest, delay) = match self.delay {
            Delay::Fixed(delay) => (delay, None),
            Delay::Variable { delay, longest } => (longest, Some(delay)),
        };
        Some((self.history, Remembered { signal: self.u, longest, delay }))
    }

    fn relations(&self) -> usize {
        if matches!(self.delay, Delay::Fixed(_)) { 0 } else { 4 }
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let passed = view.held(PASSED).value();
        let y = if passed == BEFORE_ALL {
            view.held(FIRST)
        } else {
            let now = matches!(self.delay, Delay::Variable { .. }).then(|| (view.elapsed(), signals.get(self.u)));
            view.history(self.history).at(self.seen(view, signals), passed, now)
        };
        signals.set(self.y, y);
    }

    fn next_event(&self, p: Parameters<'_, f64>, discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let Delay::Fixed(delay) = self.delay else { return None };
        let passed = *discrete.held.get(PASSED)?;
        let next = discrete.histories.get(self.history)?.break_after(passed)?;
        Some(next.time + p[delay]).filter(|event| *event > now.elapsed)
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let margins = self.margins(view, signals, view.held(PASSED));
        indicators.iter_mut().zip(margins).for_each(|(to, margin)| *to = relation_indicator(true, margin));
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if event.is_initial || event.held[STARTS] > 0.0 {
            event.held.copy_from_slice(&[signals.get(self.u), BEFORE_ALL, 1.0]);
            return;
        }
        let history = view.history(self.history);
        match self.delay {
            Delay::Fixed(delay) => {
                let (delay, now) = (event.parameters[delay], event.elapsed);
                let next = |passed: f64| history.break_after(passed).filter(|next| next.time + delay <= now);
                while let Some(next) = next(event.held[PASSED]) {
                    pass(event, Some(next), next.time);
                }
            }
            Delay::Variable { delay, longest } => {
                let fails = |margin: f64| relation_indicator(true, margin) <= 0.5 * RELATION_SHIFT;
                while fails(self.margins(view, signals, event.held[PASSED])[0])
                    && let Some(next) = history.break_after(event.held[PASSED])
                {
                    pass(event, Some(next), next.time);
                }
                while fails(self.margins(view, signals, event.held[PASSED])[1]) {
                    let before = history.break_before(event.held[PASSED]).map_or(BEFORE_ALL, |last| last.time);
                    pass(event, history.break_after(before), before);
                }
                let [_, _, least, most] = self.margins(view, signals, event.held[PASSED]);
                if fails(least) || fails(most) {
                    let (delay, longest) = (signals.get(delay), event.parameters[longest]);
                    let reason =
                        format!("its delayTime is {delay} s: a delay from 0 to delayMax = {longest} s is expected");
                    *event.failure = Some(Failure::Forbidden(reason));
                }
            }
        }
    }

    fn settle(&self, held: &mut [f64]) {
        held[STARTS] = 0.0;
    }
}
