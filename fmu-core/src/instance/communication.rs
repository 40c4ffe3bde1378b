//! Communication points: which step is meant when the host's time and ours differ by rounding.

use super::InstanceError;
use mechanism::Instant;

/// Difference between the host's time and ours that is rounding, relative to the time: hosts add up steps, count ticks in single
/// precision or multiply.
const RELATIVE_SLACK: f64 = 1e-9;
/// The same, relative to the step. The step is made to end where the host expects, so that nothing adds up.
const STEP_SLACK: f64 = 1e-2;
/// An event this near to the end of a step, relative to the time, is meant to be at its end.
const EVENT_SLACK: f64 = 1e-12;
/// But never further than this part of the step.
const EVENT_STEP_SLACK: f64 = 1e-3;

/// Points nearer to each other than so many units of rounding of the start time are one, where that is [`STEP_SLACK`] of the step at most.
const ROUNDING: f64 = 8.0;

/// A step that the instance is going to make; times count from the start time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CommunicationStep {
    /// Next communication point, s.
    pub end: f64,
    /// Distance that is put down to rounding, s.
    pub rounding: f64,
    /// An event up to here belongs to this step, s.
    pub last_event: f64,
}

/// Difference of time, s, that is put down to rounding at time `time` with steps of `step`.
fn slack(time: f64, step: f64) -> f64 {
    // Never so much that a whole step could be lost or doubled.
    (RELATIVE_SLACK * time.abs()).max(STEP_SLACK * step).min(0.5 * step)
}

/// Checks a step of length `step` from the host's time `point`, seen from where the instance is, `now`, all in s.
///
/// The step ends at `point + step`: with h' = (point - time) + step the instance makes up for the rounding of the host's time
/// (FMI 2.0.5, 4.2.2). What the host's numbers cannot tell, because the simulation has started late, is left out.
pub(super) fn plan(now: Instant, point: f64, step: f64, stop: Option<f64>) -> Result<CommunicationStep, InstanceError> {
    let Instant { start, elapsed } = now;
    let time = start + elapsed;
    if !(step.is_finite() && step > 0.0) {
        return Err(InstanceError::StepSize { time, step });
    }
    let slack = slack(time, step);
    let near = (point - time).abs() <= slack;
    // NaN is not near to anything.
    if !near {
        return Err(InstanceError::CommunicationPoint { expected: time, found: point, slack });
    }
    let finish = point + step;
    let rounding = ROUNDING * f64::EPSILON * start.abs();
    let is_same = (point - time).abs() <= rounding && rounding <= STEP_SLACK * step;
    let end = if is_same { elapsed } else { point - start } + step;
    if !(finish.is_finite() && finish > time && end > elapsed) {
        return Err(InstanceError::StepSize { time, step });
    }
    if let Some(stop) = stop.filter(|stop| finish > stop + slack) {
        return Err(InstanceError::AfterStopTime { end: finish, stop });
    }
    let rounding = (EVENT_SLACK * end.max(step)).max(rounding).min(EVENT_STEP_SLACK * (end - elapsed));
    Ok(CommunicationStep { end, rounding, last_event: end + rounding })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// A step of an instance that has started at 0.
    fn plan(time: f64, point: f64, step: f64, stop: Option<f64>) -> Result<CommunicationStep, InstanceError> {
        super::plan(Instant { start: 0.0, elapsed: time }, point, step, stop)
    }

    #[test]
    fn a_step_ends_where_the_host_expects() {
        let cases = [(0.0, 0.0, 0.1), (1e4, 1e4 + 1e-7, 1e-3), (0.3, 0.1 + 0.2, 1e-9), (-1.0, -1.0, 0.25)];
        for (time, point, step) in cases {
            assert_eq!(plan(time, point, step, None).unwrap().end, point + step);
        }
    }

    #[test]
    fn a_million_added_steps_do_not_drift() {
        let mut time = 100.0;
        let mut host = 100.0;
        for k in 1..=1_000_000_u32 {
            time = plan(time, host, 1e-3, Some(1100.0)).unwrap().end;
            // Hosts that add and hosts that multiply take turns.
            host = if k % 2 == 0 { host + 1e-3 } else { 100.0 + f64::from(k) * 1e-3 };
        }
        assert!((time - 1100.0).abs() < 1e-6);
    }

    #[test]
    fn steps_without_length_are_refused() {
        for step in [0.0, -0.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(matches!(plan(1.0, 1.0, step, None), Err(InstanceError::StepSize { .. })), "{step}");
        }
        // 1e-20 s is lost in the rounding of 1 s.
        assert!(matches!(plan(1.0, 1.0, 1e-20, None), Err(InstanceError::StepSize { .. })));
        assert!(matches!(plan(f64::MAX, f64::MAX, f64::MAX, None), Err(InstanceError::StepSize { .. })));
    }

    #[test]
    fn a_late_start_does_not_make_steps_uneven() {
        let start = 1.7e9;
        let (mut host, mut elapsed) = (start, 0.0);
        let mut uneven = 0;
        for k in 1..=100_000 {
            let end = super::plan(Instant { start, elapsed }, host, 1e-3, None).unwrap().end;
            // The rounding of the host's sum is made up for as far as it shows.
            let off = (end - elapsed - 1e-3).abs();
            uneven += u32::from(off > 1e-12);
            assert!(off < 4e-6, "{k}: {off}");
            (host, elapsed) = (host + 1e-3, end);
            assert!((start + elapsed - host).abs() < 4e-6, "{k}");
        }
        assert!(uneven < 100_000 / 40, "{uneven}");
        // Steps of a unit of rounding and a half follow the host's.
        let (mut host, mut elapsed) = (start, 0.0);
        for _ in 0..1000 {
            elapsed = super::plan(Instant { start, elapsed }, host, 3.5e-7, None).unwrap().end;
            host += 3.5e-7;
        }
        assert!(matches!(
            super::plan(Instant { start, elapsed: 0.0 }, start, 1e-13, None),
            Err(InstanceError::StepSize { .. })
        ));
    }

    #[test]
    fn another_time_is_refused() {
        for point in [1.5, 0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let found = plan(1.0, point, 0.1, None);
            assert!(matches!(found, Err(InstanceError::CommunicationPoint { expected: 1.0, .. })), "{point}");
        }
        // At a small step a whole step too far is not rounding.
        assert!(plan(1e4, 1e4 + 1e-6, 1e-6, None).is_err());
    }

    #[test]
    fn the_stop_time_has_room_for_rounding() {
        assert!(plan(0.9, 0.9, 0.1, Some(1.0 - 1e-12)).is_ok());
        assert!(matches!(plan(0.9, 0.9, 0.2, Some(1.0)), Err(InstanceError::AfterStopTime { .. })));
        assert!(plan(0.9, 0.9, 0.2, None).is_ok());
    }

    #[test]
    fn an_event_at_the_end_belongs_to_the_step() {
        let step = plan(0.2, 0.2, 0.1, None).unwrap();
        // The larger one of the numbers that 0.3 may be.
        assert!(0.1 * 3.0 <= step.last_event && step.last_event < 0.3 + 1e-9);
    }
}
