//! Systems that cannot be integrated, and systems that only appear so.

use super::{ExplicitRungeKutta, Tolerance};
use crate::solver::{IntegrationError, OrdinaryDifferentialEquations};

const TOLERANCE: Tolerance = Tolerance { relative: 1e-6, absolute: 1e-8 };

/// Counts evaluations of another system and may refuse some.
struct Guarded<F> {
    function: F,
    evaluations: u64,
}
impl<F: FnMut(f64, &[f64], &mut [f64]) -> Result<(), String>> Guarded<F> {
    fn new(function: F) -> Self {
        Self { function, evaluations: 0 }
    }
}
impl<F: FnMut(f64, &[f64], &mut [f64]) -> Result<(), String>> OrdinaryDifferentialEquations for Guarded<F> {
    type Error = String;
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), String> {
        self.evaluations += 1;
        (self.function)(t, x, dx)
    }
    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
}

/// Integrates from 0 s and 1 to 10 s; time and state reached, the outcome and the number of evaluations.
fn attempt<F>(function: F) -> (f64, f64, Result<super::Statistics, IntegrationError<String>>, u64)
where
    F: FnMut(f64, &[f64], &mut [f64]) -> Result<(), String>,
{
    let mut system = Guarded::new(function);
    let (mut t, mut x) = (0.0, [1.0]);
    let outcome = ExplicitRungeKutta::new(1, TOLERANCE).integrate(&mut system, &mut t, &mut x, 10.0);
    (t, x[0], outcome, system.evaluations)
}

#[test]
fn a_pole_ends_at_the_last_good_point() {
    // x' = x^2, x = 1 / (1 - t)
    let (t, x, outcome, evaluations) = attempt(|_, x, dx| {
        dx[0] = x[0] * x[0];
        Ok(())
    });
    assert!(matches!(outcome, Err(IntegrationError::StepSizeTooSmall { index: 0, .. })), "{outcome:?}");
    assert!((t - 1.0).abs() < 1e-5 && x.is_finite() && x > 1e5, "{t} {x}");
    assert!(evaluations < 10_000, "{evaluations}");
}

/// A trial step outside the solution's domain, with the square root of a negative number, is retried.
#[test]
fn a_region_without_numbers_is_avoided() {
    // x' = -2 sqrt(x), x = (1 - t)^2: trial steps near t = 1 s reach negative x.
    let mut refused = 0;
    let mut system = Guarded::new(|_, x: &[f64], dx: &mut [f64]| {
        dx[0] = -2.0 * x[0].sqrt();
        refused += u32::from(dx[0].is_nan());
        Ok(())
    });
    let (mut t, mut x) = (0.0, [1.0]);
    ExplicitRungeKutta::new(1, TOLERANCE).integrate(&mut system, &mut t, &mut x, 0.9999).unwrap();
    assert!((x[0] - 1e-8).abs() < 1e-6, "{x:?}");
    assert!(refused > 0, "no trial step left the domain, so this test shows nothing");
}

#[test]
fn an_evaluation_error_in_a_trial_is_retried() {
    // Refuses states above 2, which the solution 1 + sin^2(2 t) touches but does not exceed.
    let (mut refused, limit) = (0, 2.0 + 1e-5);
    let (t, x, outcome, _) = attempt(|t, x, dx| {
        if x[0] > limit {
            refused += 1;
            return Err("too high".to_owned());
        }
        dx[0] = 2.0 * (4.0 * t).sin() + 1000.0 * (1.0 + (2.0 * t).sin().powi(2) - x[0]);
        Ok(())
    });
    let statistics = outcome.unwrap();
    assert_eq!(t, 10.0);
    assert!((x - 1.0 - 20f64.sin().powi(2)).abs() < 1e-5, "{x}");
    assert!(refused > 0 && statistics.rejected > 0, "no trial step was refused, so this test shows nothing");
}

#[test]
fn a_persistent_error_is_reported_with_its_cause() {
    let (t, x, outcome, evaluations) = attempt(|t, _, dx| {
        dx[0] = 1.0;
        if t > 3.0 { Err("no data beyond 3 s".to_owned()) } else { Ok(()) }
    });
    match outcome.unwrap_err() {
        IntegrationError::Derivatives { time, source } => {
            assert_eq!(source, "no data beyond 3 s");
            assert!((time - 3.0).abs() < 1e-12, "{time}");
        }
        other => panic!("{other:?}"),
    }
    assert!((t - 3.0).abs() < 1e-12 && t <= 3.0 && (x - 4.0).abs() < 1e-9, "{t} {x}");
    assert!(evaluations < 5000, "{evaluations}");
}

#[test]
fn a_start_that_cannot_be_evaluated_is_reported_at_once() {
    let (t, x, outcome, evaluations) = attempt(|_, _, _| Err("no".to_owned()));
    assert!(matches!(outcome, Err(IntegrationError::Derivatives { time: 0.0, .. })));
    assert_eq!((t, x, evaluations), (0.0, 1.0, 1));
    let (_, _, outcome, evaluations) = attempt(|_, _, dx| {
        dx[0] = f64::NAN;
        Ok(())
    });
    assert_eq!((outcome, evaluations), (Err(IntegrationError::NotFinite { time: 0.0, index: 0 }), 1));
}

/// Finite derivatives that carry the state to infinity are an error.
#[test]
fn an_overflow_is_not_accepted() {
    let (t, x, outcome, _) = attempt(|_, _, dx| {
        dx[0] = 1e308;
        Ok(())
    });
    assert!(matches!(outcome, Err(IntegrationError::NotFinite { index: 0, .. })), "{outcome:?}");
    assert!(x.is_finite() && t < 10.0);
}

#[test]
fn a_solver_goes_on_after_an_error_is_mended() {
    let mut broken = true;
    let (mut t, mut x) = (0.0, [1.0]);
    let mut solver = ExplicitRungeKutta::new(1, TOLERANCE);
    for _ in 0..2 {
        let mut system = Guarded::new(|t, x: &[f64], dx: &mut [f64]| {
            dx[0] = -x[0];
            if broken && t > 1.0 { Err(String::new()) } else { Ok(()) }
        });
        let outcome = solver.integrate(&mut system, &mut t, &mut x, 5.0);
        assert_eq!(outcome.is_err(), broken);
        assert!((x[0] - (-t).exp()).abs() < 1e-6);
        broken = false;
        solver.discontinuity();
    }
    assert_eq!(t, 5.0);
}

#[test]
fn senseless_calls_are_refused() {
    let mut system = Guarded::new(|_, _: &[f64], _: &mut [f64]| Ok(()));
    let mut solver = ExplicitRungeKutta::new(1, TOLERANCE);
    let (mut t, mut x) = (1.0, [1.0]);
    for end in [0.5, f64::NAN, f64::INFINITY] {
        let outcome = solver.integrate(&mut system, &mut t, &mut x, end);
        assert!(matches!(outcome, Err(IntegrationError::EndBeforeStart { .. })));
    }
    let outcome = solver.integrate(&mut system, &mut t, &mut [1.0, 2.0], 2.0);
    assert!(matches!(outcome, Err(IntegrationError::WrongDimension(_))));
    assert_eq!((t, system.evaluations), (1.0, 0));
}
