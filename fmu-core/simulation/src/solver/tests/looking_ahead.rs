//! Steps that go beyond the time at which the solution is read.

use crate::solver::{Budget, Horizon, OrdinaryDifferentialEquations, Piece, Solution, Tolerance};

/// `x' = -x`, with an indicator that cannot be evaluated after this time, s.
struct Limited(f64);

impl OrdinaryDifferentialEquations for Limited {
    type Error = &'static str;

    fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error> {
        dx[0] = -x[0];
        Ok(())
    }

    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }

    fn indicator_count(&self) -> usize {
        1
    }

    fn indicators(&mut self, t: f64, _x: &[f64], indicators: &mut [f64]) -> Result<(), Self::Error> {
        indicators[0] = 1.0;
        if t <= self.0 { Ok(()) } else { Err("too late") }
    }
}

/// Indicators that fail at a later time are not an error until the reader gets there.
#[test]
fn indicators_may_fail_beyond_the_reader() {
    let mut solution = Solution::new(1, 1, Tolerance::from_relative(1e-6));
    let (mut system, mut t, mut x) = (Limited(0.55), 0.0, [1.0]);
    let mut advance = |to: f64| {
        let mut budget = Budget::new(1000, t, to);
        let result = solution.advance(&mut system, &mut t, &mut x, to, &Horizon::NONE, &mut budget);
        (result.map(|event| event.is_none()), t, x[0])
    };
    for k in 1..=5 {
        let to = 0.1 * f64::from(k);
        let (result, t, x) = advance(to);
        assert_eq!((result.unwrap(), t), (true, to));
        assert!((x - (-to).exp()).abs() < 1e-6);
    }
    let (result, t, _) = advance(0.6);
    assert!(result.is_err() && (0.5..=0.55).contains(&t), "{t}");
}

/// `x' = -x`, whose past can be stored up to this time, s.
struct Forgetful(f64);

impl OrdinaryDifferentialEquations for Forgetful {
    type Error = &'static str;

    fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error> {
        dx[0] = -x[0];
        Ok(())
    }

    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }

    fn remembers(&self) -> bool {
        true
    }

    fn remember(&mut self, past: &Piece<'_>, _tolerance: &Tolerance) -> Result<(), Self::Error> {
        if past.interval[1] <= self.0 { Ok(()) } else { Err("no past") }
    }
}

/// A step whose past cannot be stored leaves the solution where it was last read, from where it goes on.
#[test]
fn a_past_that_fails_changes_nothing() {
    let mut solution = Solution::new(1, 0, Tolerance::from_relative(1e-9));
    let (mut system, mut t, mut x) = (Forgetful(0.55), 0.0, [1.0]);
    let mut advance = |system: &mut Forgetful, to: f64| {
        let mut budget = Budget::new(1000, t, to);
        let horizon = Horizon { limit: 2.0, ..Horizon::NONE };
        let result = solution.advance(system, &mut t, &mut x, to, &horizon, &mut budget);
        (result.is_ok(), t, x[0])
    };
    let (read, ..) = advance(&mut system, 0.5);
    assert!(read);
    for to in [0.6, 1.5] {
        let (read, t, x) = advance(&mut system, to);
        assert!(!read && (0.5..=0.55).contains(&t) && (x - (-t).exp()).abs() < 1e-9, "{t} {x}");
    }
    system.0 = 3.0;
    let (read, t, x) = advance(&mut system, 1.5);
    assert!(read && t == 1.5 && (x - (-1.5_f64).exp()).abs() < 1e-9, "{t} {x}");
}

/// Power of a spring that relaxes at constant speed, `x' = c (end - t)^1.5`. Its contact ends with an event at `end`,
/// where the formula continues with the opposite sign.
struct Relaxing(f64);

impl OrdinaryDifferentialEquations for Relaxing {
    type Error = std::convert::Infallible;

    fn derivatives(&mut self, t: f64, _x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error> {
        let depth = self.0 - t;
        dx[0] = depth.signum() * depth.abs().powf(1.5);
        Ok(())
    }

    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }

    fn indicator_count(&self) -> usize {
        1
    }

    fn indicators(&mut self, t: f64, _x: &[f64], indicators: &mut [f64]) -> Result<(), Self::Error> {
        indicators[0] = self.0 - t;
        Ok(())
    }
}

/// The system beyond an event does not affect the state at the event.
#[test]
fn steps_end_on_events() {
    let mut largest = 0.0_f64;
    for k in 1..=200 {
        let end = 0.01 * f64::from(k);
        let mut solution = Solution::new(1, 1, Tolerance::from_relative(1e-8));
        let (mut t, mut x, mut budget) = (0.0, [0.0], Budget::new(100_000, 0.0, 10.0));
        let event = solution.advance(&mut Relaxing(end), &mut t, &mut x, 10.0, &Horizon::NONE, &mut budget).unwrap();
        assert!(event.is_some() && (t - end).abs() < 1e-12, "{t} instead of {end}");
        largest = largest.max((x[0] - end.powf(2.5) / 2.5).abs());
    }
    assert!(largest < 1e-7, "{largest:e}");
}
