//! Errors against known solutions.

use super::problems::{
    EulerTop, ExponentialDecay, Gaussian, HarmonicOscillator, Kepler, Problem, Solved, Stateless, VanDerPol, jacobi,
};
use super::{ExplicitRungeKutta, Statistics, Tolerance, distance, solve};
use crate::solver::OrdinaryDifferentialEquations;

/// Error at `t_end`.
fn error<P: Solved>(mut problem: P, relative: f64, t_end: f64) -> f64 {
    let (x, _) = solve(&mut problem, Tolerance::from_relative(relative), t_end);
    distance(&x, &problem.solution(t_end))
}

#[test]
fn the_reference_solutions_satisfy_their_equations() {
    fn check<P: Solved>(mut problem: P) {
        for t in [0.3, 1.0, 1.7] {
            let h = 1e-4;
            let x = problem.solution(t);
            let mut dx = vec![0.0; x.len()];
            problem.derivatives(t, &x, &mut dx).unwrap();
            let (before, after) = (problem.solution(t - h), problem.solution(t + h));
            let slope: Vec<f64> =
                before.iter().zip(&after).map(|(before, after)| (after - before) / (2.0 * h)).collect();
            let size = dx.iter().fold(1.0, |size: f64, dx| size.max(dx.abs()));
            assert!(distance(&dx, &slope) < 1e-6 * size, "{dx:?} {slope:?}");
        }
    }
    check(HarmonicOscillator { omega: 2.0 });
    check(ExponentialDecay);
    check(Gaussian);
    check(Kepler { eccentricity: 0.6 });
    check(EulerTop);
    // Abramowitz, Stegun, table 17.1: K(0.5) = 1.85407 46773 01372, a quarter of the period
    let (sn, cn, dn) = jacobi(1.854_074_677_301_372, 0.5);
    assert!((sn - 1.0).abs() < 1e-14 && cn.abs() < 1e-14 && (dn - 0.5f64.sqrt()).abs() < 1e-14);
}

/// The global error stays below a small multiple of the tolerance, so that trajectories are accurate to 1e-5 at a
/// tolerance of 1e-6.
#[test]
fn the_error_is_below_ten_tolerances() {
    for relative in [1e-4, 1e-6, 1e-8, 1e-10] {
        for (name, error) in [
            ("oscillator", error(HarmonicOscillator { omega: 1.0 }, relative, 10.0)),
            ("decay", error(ExponentialDecay, relative, 10.0)),
            ("time dependent", error(Gaussian, relative, 1.0)),
            ("top", error(EulerTop, relative, 10.0)),
        ] {
            assert!(error <= 10.0 * relative, "{name} at {relative:e}: {error:e}");
        }
    }
}

#[test]
fn the_error_is_proportional_to_the_tolerance() {
    for (name, at) in [
        ("oscillator", (|r| error(HarmonicOscillator { omega: 1.0 }, r, 20.0)) as fn(f64) -> f64),
        ("ellipse", |r| error(Kepler { eccentricity: 0.5 }, r, 15.0)),
        ("top", |r| error(EulerTop, r, 20.0)),
    ] {
        let slope = (at(1e-4) / at(1e-10)).log10() / 6.0;
        assert!((0.85..1.2).contains(&slope), "{name}: error grows with tolerance to the power {slope}");
    }
}

/// A strongly changing step size: the ellipse of eccentricity 0.9 returns after ten revolutions, late or early by no more than a hundred
/// tolerances of the time. The speed at the perihelion changes by 100 per second, which turns lateness into distance.
#[test]
fn an_eccentric_ellipse_closes() {
    let revolution = 2.0 * std::f64::consts::PI;
    let t_end = 10.0 * revolution;
    let error = error(Kepler { eccentricity: 0.9 }, 1e-10, t_end);
    assert!(error < 100.0 * 100.0 * 1e-10 * t_end, "{error:e}");
}

#[test]
fn a_stiff_oscillator_is_slow_but_right() {
    // The period of van der Pol's oscillator for mu = 100 is 162.8370711 s (asymptotic expansions and many solvers agree on 162.837).
    let mut problem = VanDerPol { mu: 100.0 };
    let (mut t, mut x) = problem.start();
    let mut solver = ExplicitRungeKutta::new(2, Tolerance::from_relative(1e-6));
    let mut crossings = Vec::new();
    while crossings.len() < 3 {
        let (before, from) = (x[0], t);
        solver.step(&mut problem, &mut t, &mut x, 1000.0).unwrap();
        if before < 0.0 && x[0] >= 0.0 {
            solver.extend(&mut problem, &mut Statistics::default());
            crossings.push(root(&solver, from, t));
        }
    }
    let period = crossings[2] - crossings[1];
    assert!((period - 162.837).abs() < 2e-3, "{period}");
}

/// Time at which the first component passes zero within the last step.
fn root(solver: &ExplicitRungeKutta, mut low: f64, mut high: f64) -> f64 {
    let mut x = vec![0.0; solver.dimension()];
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        solver.interpolate(middle, &mut x);
        if x[0] < 0.0 { low = middle } else { high = middle }
    }
    high
}

#[test]
fn dense_output_is_as_accurate_as_the_steps() {
    for relative in [1e-4, 1e-6, 1e-8] {
        let mut problem = Kepler { eccentricity: 0.5 };
        let (mut t, mut x) = problem.start();
        let mut solver = ExplicitRungeKutta::new(4, Tolerance::from_relative(relative));
        let (mut at_steps, mut between, mut inside) = (0f64, 0f64, vec![0.0; 4]);
        while t < 6.0 {
            let (from, before) = (t, x.clone());
            solver.step(&mut problem, &mut t, &mut x, 6.0).unwrap();
            at_steps = at_steps.max(distance(&x, &problem.solution(t)));
            solver.extend(&mut problem, &mut Statistics::default());
            for i in 1..10 {
                let at = from + 0.1 * f64::from(i) * (t - from);
                solver.interpolate(at, &mut inside);
                between = between.max(distance(&inside, &problem.solution(at)));
            }
            solver.interpolate(from, &mut inside);
            assert_eq!(inside, before);
            solver.interpolate(t, &mut inside);
            assert_eq!(inside, x);
        }
        assert!(between < 5.0 * at_steps, "{relative:e}: {between:e} between steps, {at_steps:e} at steps");
    }
}

#[test]
fn a_model_without_states_advances_time() {
    let (x, statistics) = solve(&mut Stateless, Tolerance::from_relative(1e-6), 1e3);
    assert!(x.is_empty());
    assert_eq!(statistics.rejected, 0);
}

/// Neither state nor derivative give a scale for the first step.
#[test]
fn a_system_at_rest_at_zero_starts() {
    struct Rest;
    impl OrdinaryDifferentialEquations for Rest {
        type Error = std::convert::Infallible;
        fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error> {
            dx[0] = x[1];
            dx[1] = t.powi(4);
            Ok(())
        }
        fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
            false
        }
    }
    let (mut t, mut x) = (0.0, [0.0, 0.0]);
    let mut solver = ExplicitRungeKutta::new(2, Tolerance { relative: 1e-8, absolute: 1e-10 });
    solver.integrate(&mut Rest, &mut t, &mut x, 2.0).unwrap();
    assert!((x[0] - 64.0 / 30.0).abs() < 1e-7 && (x[1] - 6.4).abs() < 1e-7, "{x:?}");
}

#[test]
fn a_tolerance_below_rounding_is_raised() {
    let (x, statistics) = solve(&mut ExponentialDecay, Tolerance { relative: 0.0, absolute: 0.0 }, 1.0);
    assert!((x[0] - (-1f64).exp()).abs() < 1e-13);
    assert!(statistics.accepted < 20_000, "{statistics:?}");
}
