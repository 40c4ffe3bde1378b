//! Formulas for steps that end where the inputs change: without a stage at the end, which the change would invalidate.
//!
//! Heun's formula of order 2, Ralston's of order 3 (Runge-Kutta methods with minimum error bounds, Math. Comp. 16, 1962), and Kutta's 3/8 rule
//! of order 4 (Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, table II.1.2).

use super::ExplicitRungeKutta;
use super::kernel::{Weights, advance, combine};
use crate::solver::controller::Attempt;
use crate::solver::{Integrated, Integration, OrdinaryDifferentialEquations, check_finite, evaluate};

/// A formula.
#[derive(Debug)]
struct Formula {
    nodes: &'static [f64],
    /// Arguments of the second stage and the following ones.
    rows: &'static [Weights],
    result: Weights,
    /// Result minus that of order 1, and minus that of order 2 from the first stages.
    minus_first: Weights,
    minus_second: Weights,
}

static HEUN: Formula = Formula {
    nodes: &[1.0],
    rows: &[&[(0, 1.0)]],
    result: &[(0, 0.5), (1, 0.5)],
    minus_first: &[(0, -0.5), (1, 0.5)],
    minus_second: &[],
};

static RALSTON: Formula = Formula {
    nodes: &[0.5, 0.75],
    rows: &[&[(0, 0.5)], &[(1, 0.75)]],
    result: &[(0, 2.0 / 9.0), (1, 1.0 / 3.0), (2, 4.0 / 9.0)],
    minus_first: &[(0, -7.0 / 9.0), (1, 1.0 / 3.0), (2, 4.0 / 9.0)],
    minus_second: &[(0, 2.0 / 9.0), (1, -2.0 / 3.0), (2, 4.0 / 9.0)],
};

static KUTTA: Formula = Formula {
    nodes: &[1.0 / 3.0, 2.0 / 3.0, 1.0],
    rows: &[&[(0, 1.0 / 3.0)], &[(0, -1.0 / 3.0), (1, 1.0)], &[(0, 1.0), (1, -1.0), (2, 1.0)]],
    result: &[(0, 0.125), (1, 0.375), (2, 0.375), (3, 0.125)],
    minus_first: &[(0, -0.875), (1, 0.375), (2, 0.375), (3, 0.125)],
    minus_second: &[(0, 0.625), (1, -1.125), (2, 0.375), (3, 0.125)],
};

/// The order of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShortOrder {
    /// Heun.
    Two,
    /// Ralston.
    Three,
    /// Kutta.
    Four,
}

impl ShortOrder {
    fn formula(self) -> &'static Formula {
        match self {
            Self::Two => &HEUN,
            Self::Three => &RALSTON,
            Self::Four => &KUTTA,
        }
    }
}

/// Differences of a result from those of lower order, relative to the tolerance.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Differences {
    pub first: f64,
    /// None for the result of order 2.
    pub second: Option<f64>,
}

impl ExplicitRungeKutta {
    /// Tries a step to exactly the end with a formula of low order; [`Self::take_short`] accepts it.
    pub(in crate::solver) fn try_short<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        order: ShortOrder,
    ) -> Integrated<S, Differences> {
        self.last = None;
        let (t, x, t_end) = (*run.time, &*run.state, run.end);
        let Self { memory, kernel, end, tolerance, .. } = self;
        if !memory.derivative_valid {
            evaluate(run.system, t, x, &mut memory.derivative, run.statistics)?;
            memory.derivative_valid = true;
        }
        kernel.stages[0].copy_from_slice(&memory.derivative);
        let (formula, h) = (order.formula(), t_end - t);
        for (index, (row, node)) in formula.rows.iter().zip(formula.nodes).enumerate() {
            let (earlier, own) = kernel.stages.split_at_mut(index + 1);
            advance(&mut kernel.stage_state, x, h, row, earlier);
            let time = if *node == 1.0 { t_end } else { t + node * h };
            evaluate(run.system, time, &kernel.stage_state, &mut own[0], run.statistics)?;
        }
        advance(end, x, h, formula.result, &kernel.stages);
        check_finite(t_end, end)?;
        let mut difference = |weights: Weights| {
            combine(&mut kernel.error, h, weights, &kernel.stages);
            tolerance.norm(&kernel.error, x, end)
        };
        let first = difference(formula.minus_first);
        let second = (order > ShortOrder::Two).then(|| difference(formula.minus_second));
        Ok(Differences { first, second })
    }

    /// Accepts the last trial step. `dense` prepares its dense output, with one evaluation.
    pub(in crate::solver) fn take_short<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        dense: bool,
    ) {
        let (start, end) = (*run.time, run.end);
        run.statistics.accepted += 1;
        run.statistics.low_order += 1;
        self.start.copy_from_slice(run.state);
        run.system.project(end, &mut self.end);
        run.state.copy_from_slice(&self.end);
        self.memory.derivative_valid = false;
        if dense {
            let attempt = Attempt { start, end, step_size: end - start, shortened: true };
            self.kernel.extend_cubic(run.system, &attempt, [&self.start, &self.end], run.statistics);
            (self.last, self.is_extended) = (Some(attempt), true);
        }
        *run.time = end;
    }
}
