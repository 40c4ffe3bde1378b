//! A system as ordinary differential equations for the solver.

use super::System;
use crate::dynamics::{EvaluationError, Result};
use crate::solver::{OrdinaryDifferentialEquations, Piece, Tolerance};

impl OrdinaryDifferentialEquations for System {
    type Error = EvaluationError;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<()> {
        Self::derivatives(self, t, x, dx)
    }

    fn project(&mut self, t: f64, x: &mut [f64]) -> bool {
        Self::project(self, t, x)
    }

    fn accepted(&mut self, t: f64, x: &[f64]) {
        self.look_for_warnings(t, x);
    }

    fn longest_step(&self) -> f64 {
        self.histories().iter().map(|history| history.step).fold(f64::INFINITY, f64::min)
    }

    fn remembers(&self) -> bool {
        !self.histories().is_empty()
    }

    fn remember(&mut self, past: &Piece<'_>, tolerance: &Tolerance) -> Result<()> {
        self.remember_step(past, tolerance)
    }

    fn go_back(&mut self, t: f64) {
        self.change_past(|all| all.iter_mut().for_each(|history| history.go_back(t)));
    }

    fn indicator_count(&self) -> usize {
        Self::indicator_count(self)
    }

    fn indicators(&mut self, t: f64, x: &[f64], indicators: &mut [f64]) -> Result<()> {
        Self::indicators(self, t, x, indicators)
    }

    fn jacobian(&mut self, t: f64, x: &[f64], _t_end: f64, by_state: &mut [f64], by_time: &mut [f64]) -> Result<()> {
        Self::jacobian(self, t, x, by_state, by_time)
    }

    fn prepare_implicit(&mut self, t: f64, x: &[f64], by_time: &mut [f64]) -> Result<bool> {
        let Some((at, linearized)) = self.linearize(t, x)? else { return Ok(false) };
        Ok(linearized.prepare_implicit(at, by_time))
    }

    fn factor(&mut self, sigma: f64) -> Result<(), usize> {
        match (&mut self.linearized, &self.pipeline) {
            (Some(Some(linearized)), Some(pipeline)) => linearized.factor(&pipeline.base, sigma),
            _ => Ok(()),
        }
    }

    fn solve(&mut self, x: &mut [f64]) {
        if let Some(Some(linearized)) = &mut self.linearized {
            linearized.solve(x);
        }
    }

    fn times(&mut self, x: &[f64], product: &mut [f64]) {
        if let Some(Some(linearized)) = &mut self.linearized {
            linearized.times(x, product);
        }
    }
}
