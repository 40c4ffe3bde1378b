//! Stiff systems, and the automatic choice of the method.

use super::problems::{EulerTop, Gaussian, HarmonicOscillator, Kepler, Problem, Solved};
use super::{distance, same_bits, solve};
use crate::solver::rosenbrock::Rosenbrock;
use crate::solver::{
    Budget, Horizon, Integration, OrdinaryDifferentialEquations, Solution, SolutionMemory, Statistics, Stiffness,
    Tolerance,
};
use std::convert::Infallible;

/// `x' = -rate(t) (x - cos t) - sin t` (Prothero and Robinson), with the solution `cos t` whatever the rate.
struct Attracted {
    rate: fn(f64) -> f64,
}
impl OrdinaryDifferentialEquations for Attracted {
    type Error = Infallible;
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Infallible> {
        dx[0] = -(self.rate)(t) * (x[0] - t.cos()) - t.sin();
        Ok(())
    }
    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
}

/// Robertson's chemical reaction (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.1).
struct Robertson;
impl OrdinaryDifferentialEquations for Robertson {
    type Error = Infallible;
    fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Infallible> {
        let (slow, fast, back) = (0.04 * x[0], 3e7 * x[1] * x[1], 1e4 * x[1] * x[2]);
        dx.copy_from_slice(&[back - slow, slow - back - fast, fast]);
        Ok(())
    }
    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
}

/// Integrates from `t` to `t_end`, and never evaluates beyond; the cost since the solution began.
fn go_on<S: OrdinaryDifferentialEquations<Error: std::fmt::Debug>>(
    solver: &mut Solution,
    system: &mut S,
    mut t: f64,
    x: &mut [f64],
    t_end: f64,
) -> Statistics {
    let horizon = Horizon { limit: t_end, ..Horizon::NONE };
    let mut budget = Budget::new(u64::MAX, 0.0, f64::INFINITY);
    assert_eq!(solver.advance(system, &mut t, x, t_end, &horizon, &mut budget).unwrap(), None);
    assert_eq!(t, t_end);
    solver.statistics()
}

/// A solver that continues from a snapshot with these numbers.
fn restored(memory: &SolutionMemory<'_>, stiffness: [f64; 5], tolerance: Tolerance) -> Solution {
    let mut solver = Solution::new(memory.memory.derivative.len(), 0, tolerance);
    solver.restore(SolutionMemory { stiffness: Stiffness::from_numbers(stiffness), ..*memory }).unwrap();
    solver
}

fn integrate<S: OrdinaryDifferentialEquations<Error: std::fmt::Debug>>(
    system: &mut S,
    x: &mut [f64],
    relative: f64,
    t_end: f64,
) -> (Statistics, Solution) {
    let mut solver = Solution::new(x.len(), 0, Tolerance::from_relative(relative));
    (go_on(&mut solver, system, 0.0, x, t_end), solver)
}

/// One implicit step of size `h` from the solution at `t`: its error at the end and inside.
fn local_error<P: Solved>(problem: &mut P, t: f64, h: f64) -> [f64; 2] {
    let mut x = problem.solution(t);
    let mut method = Rosenbrock::new(x.len());
    method.step_size = h;
    let (mut end, anything) = (t, Tolerance { relative: 1e9, absolute: 1e9 });
    let statistics = &mut Statistics::default();
    let run = &mut Integration { system: problem, time: &mut end, state: &mut x, end: t + h, statistics };
    let made = method.advance(run, &anything).unwrap();
    assert_eq!((made, end), (t + h - t, t + h));
    let error = distance(&x, &problem.solution(t + h));
    method.interpolate(t + 0.4 * h, &mut x);
    [error, distance(&x, &problem.solution(t + 0.4 * h))]
}

#[test]
fn implicit_steps_have_order_five() {
    fn check<P: Solved>(name: &str, mut problem: P) {
        let (large, small) = (local_error(&mut problem, 0.3, 0.16), local_error(&mut problem, 0.3, 0.04));
        let [order, inside] = [0, 1].map(|k| (large[k] / small[k]).log(4.0));
        assert!((5.6..7.6).contains(&order), "{name}: a local error of order {order} ({large:?}, {small:?})");
        assert!(inside > 4.6, "{name}: an error of order {inside} inside of steps");
    }
    check("oscillator", HarmonicOscillator { omega: 1.0 });
    check("time dependent", Gaussian);
    check("ellipse", Kepler { eccentricity: 0.3 });
    check("top", EulerTop);
}

#[test]
fn stiff_systems_take_few_steps() {
    for relative in [1e-4, 1e-6, 1e-8] {
        let mut x = [1.0];
        let (statistics, _) = integrate(&mut Attracted { rate: |_| 1e7 }, &mut x, relative, 10.0);
        assert!((x[0] - 10.0_f64.cos()).abs() < 10.0 * relative, "{relative:e}: {:e}", x[0] - 10.0_f64.cos());
        // The explicit method needs three million.
        assert!(statistics.accepted + statistics.rejected < 2000, "{statistics:?}");
    }
    // The solution at 40 s is 0.7158, 9.185e-6, 0.2842; later what began as the first substance is the third.
    let mut x = [1.0, 0.0, 0.0];
    integrate(&mut Robertson, &mut x, 1e-8, 40.0);
    assert!(distance(&x, &[0.715_827_068_7, 9.185_534_764e-6, 0.284_163_745_7]) < 1e-7, "{x:?}");
    let (statistics, _) = integrate(&mut Robertson, &mut x, 1e-6, 1e9);
    assert!(x[2] > 0.999 && (x.iter().sum::<f64>() - 1.0).abs() < 1e-9 && statistics.accepted < 1000, "{x:?}");
}

/// Systems that are not stiff give exactly the results of the explicit method.
#[test]
fn other_systems_stay_explicit() {
    fn check<P: Problem>(mut problem: P, mut again: P) {
        let tolerance = Tolerance::from_relative(1e-6);
        let (expected, _) = solve(&mut problem, tolerance, 30.0);
        let (t, mut x) = again.start();
        let statistics = go_on(&mut Solution::new(x.len(), 0, tolerance), &mut again, t, &mut x, 30.0);
        assert!(same_bits(&x, &expected) && statistics.jacobians == 0);
    }
    check(HarmonicOscillator { omega: 100.0 }, HarmonicOscillator { omega: 100.0 });
    check(Kepler { eccentricity: 0.7 }, Kepler { eccentricity: 0.7 });
    check(EulerTop, EulerTop);
}

#[test]
fn the_explicit_method_comes_back() {
    let mut x = [1.0];
    let mut system = Attracted { rate: |t| if t < 1.0 { 1e6 } else { 1.0 } };
    let (before, mut solver) = integrate(&mut system, &mut x, 1e-6, 1.0);
    assert!(before.jacobians > 0 && before.accepted < 100 && solver.memory().stiffness.implicit, "{before:?}");
    solver.discontinuity();
    let after = go_on(&mut solver, &mut system, 1.0, &mut x, 8.0);
    assert!(after.jacobians < before.jacobians + 20 && !solver.memory().stiffness.implicit, "{after:?}");
    assert!((x[0] - 8.0_f64.cos()).abs() < 1e-5, "{:e}", x[0] - 8.0_f64.cos());
}

/// A snapshot may contain invalid numbers.
#[test]
fn numbers_out_of_range_are_brought_into_it() {
    for wild in [f64::NAN, f64::INFINITY, -1.0, 4e9] {
        let tolerance = Tolerance::from_relative(1e-6);
        let mut solver = restored(&Solution::new(1, 0, tolerance).memory(), [1.0, wild, wild, wild, wild], tolerance);
        let mut x = [1.0];
        go_on(&mut solver, &mut Attracted { rate: |_| 1e6 }, 0.0, &mut x, 1.0);
        assert!((x[0] - 1.0_f64.cos()).abs() < 1e-5, "{wild}: {}", x[0]);
    }
}

/// Continues from [`Solution::memory`], also while the implicit method is active.
#[test]
fn a_snapshot_continues_bit_for_bit() {
    let mut system = Attracted { rate: |t| if t % 2.0 < 1.0 { 1e6 } else { 1.0 } };
    let tolerance = Tolerance::from_relative(1e-6);
    let mut solver = Solution::new(1, 0, tolerance);
    let (mut t, mut x, mut implicit) = (0.0, [1.0], 0);
    for k in 1..=400 {
        let memory = solver.memory();
        implicit += usize::from(memory.stiffness.implicit);
        let mut other = restored(&memory, memory.stiffness.to_numbers(), tolerance);
        let (mut x_other, end) = (x, 0.01 * f64::from(k));
        go_on(&mut solver, &mut system, t, &mut x, end);
        go_on(&mut other, &mut system, t, &mut x_other, end);
        assert!(same_bits(&x, &x_other), "{k}");
        t = end;
    }
    assert!((100..390).contains(&implicit), "{implicit}");
}
