//! The default integrator: explicit as long as that is cheaper, implicit for stiff systems.

use super::rosenbrock::Rosenbrock;
use super::{
    ExplicitRungeKutta, Integrated, Integration, Memory, Method, OrdinaryDifferentialEquations, ShortOrder, ShortSteps,
    Statistics, Tolerance, WrongDimension,
};
use crate::memory;

/// Steps beyond this fraction of the stability limit are at its edge: once fast motions have died out, errors of the
/// stages limit the steps of small tolerances before stability does (Prothero, Robinson, Math. Comp. 28 (1974), pp.
/// 145-162).
const EDGE: f64 = 0.6;
/// Numbers of steps at the edge of the stability region that indicate a stiff system, and of other steps in between that indicate a nonstiff
/// one (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2).
const SUSPICIOUS_STEPS: u32 = 15;
const CLEAR_STEPS: u32 = 6;
/// Number of consecutive steps with a cheaper explicit method that ends the use of the implicit one.
const CHEAPER_STEPS: u32 = 5;
/// As long as the step size of the implicit method grows by more than this, it is not compared: it begins with that of
/// the explicit method.
const GROWING: f64 = 1.1;
/// Number of steps with a cheaper implicit method that make a switch to it worthwhile.
const WORTHWHILE_STEPS: u32 = 5;
/// After each unsuccessful switch the next one takes more steps, up to this factor.
const LARGEST_PATIENCE: u32 = 64;

/// Integrates with [`ExplicitRungeKutta`], and with a Rosenbrock method as long as that is cheaper: when fast motions
/// have died out and stability limits the explicit method's steps. Costs are numbers of operations, not times, so that
/// equal calls give identical results.
///
/// A discontinuity of the equations inside a step must be reported with [`Self::discontinuity`]: the implicit method
/// estimates errors with the Jacobian at the start of the step, and may not notice that the system is no longer stiff.
#[derive(Clone, Debug)]
pub(super) struct Automatic {
    pub(super) explicit: ExplicitRungeKutta,
    /// Allocated on first use.
    implicit: Option<Box<Rosenbrock>>,
    /// True if the implicit method has made the last step.
    last_is_implicit: bool,
    stiffness: Stiffness,
    /// The choice of orders for short steps.
    pub(super) short: ShortSteps,
}

/// Memory of `Automatic` between two calls, without that of the explicit method: plain data for a snapshot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stiffness {
    /// The implicit method is in use.
    pub implicit: bool,
    /// Natural step size of the implicit method, s.
    pub step_size: f64,
    /// Number of steps that favoured the other method.
    pub votes: u32,
    /// Number of steps since the last one that did; if the implicit method is in use, number of steps that favoured it.
    pub others: u32,
    /// Factor of the number of steps that trigger a switch to the implicit method.
    pub patience: u32,
}

impl Default for Stiffness {
    fn default() -> Self {
        Self { implicit: false, step_size: 0.0, votes: 0, others: 0, patience: 1 }
    }
}

impl Stiffness {
    /// Representation as numbers.
    pub fn to_numbers(self) -> [f64; 5] {
        let Self { implicit, step_size, votes, others, patience } = self;
        [f64::from(u8::from(implicit)), step_size, votes.into(), others.into(), patience.into()]
    }

    /// Inverse of [`Self::to_numbers`]; invalid numbers are limited to the valid range.
    pub fn from_numbers([implicit, step_size, votes, others, patience]: [f64; 5]) -> Self {
        let [votes, others, patience] = [votes, others, patience].map(|x| x as u32);
        let patience = patience.clamp(1, LARGEST_PATIENCE);
        let votes = votes.min(SUSPICIOUS_STEPS * patience);
        let step_size = if step_size.is_finite() { step_size.max(0.0) } else { 0.0 };
        Self { implicit: implicit != 0.0, step_size, votes, others, patience }
    }
}

impl Automatic {
    /// An integrator for `dimension` states.
    pub fn new(dimension: usize, tolerance: Tolerance) -> Self {
        Self {
            explicit: ExplicitRungeKutta::new(dimension, tolerance),
            implicit: None,
            last_is_implicit: false,
            stiffness: Stiffness::default(),
            short: ShortSteps::default(),
        }
    }

    /// Selects one method for all steps, or the best one for each. Steps of [`Method::Fixed`] are made by
    /// [`Self::fixed_step`].
    pub(super) fn set_method(&mut self, method: Method) {
        self.explicit.set_method(method);
        self.restart();
    }

    /// Bytes needed by the requested method; when the solver switches to another one, it checks the memory for that.
    pub(super) fn memory_need(&self) -> usize {
        let is_made = self.explicit.method != Method::Rodas || self.implicit.is_some();
        if is_made { 0 } else { Rosenbrock::memory_need(self.explicit.dimension()) }
    }

    /// Sets the tolerance of the following steps.
    pub fn set_tolerance(&mut self, tolerance: Tolerance) {
        self.explicit.set_tolerance(tolerance);
    }

    /// Reports that an input, a parameter or the state has jumped: stored derivatives are discarded, the step size is
    /// kept.
    pub fn discontinuity(&mut self) {
        self.explicit.discontinuity();
        self.stiffness.votes = 0;
        if !self.stiffness.implicit {
            self.stiffness.others = 0;
        }
    }

    /// Discards all memory for a new integration.
    pub fn restart(&mut self) {
        self.explicit.restart();
        let implicit = self.explicit.method == Method::Rodas;
        self.stiffness = Stiffness { implicit, ..Stiffness::default() };
        self.short = ShortSteps::default();
    }

    /// Content of a snapshot besides time and state.
    pub fn memory(&self) -> (&Memory, Stiffness) {
        (&self.explicit.memory, self.stiffness)
    }

    /// Continues from a snapshot, with identical results.
    ///
    /// # Errors
    /// A memory of another dimension.
    pub fn restore(&mut self, memory: &Memory, stiffness: Stiffness) -> Result<(), WrongDimension> {
        self.explicit.restore(memory)?;
        self.stiffness = stiffness;
        Ok(())
    }

    /// Makes one accepted step towards the end, and not beyond; [`Self::interpolate`] is then valid in it.
    ///
    /// # Errors
    /// On an error time and state are as before.
    pub(super) fn step<S: OrdinaryDifferentialEquations>(&mut self, run: &mut Integration<'_, S>) -> Integrated<S> {
        self.last_is_implicit = self.stiffness.implicit;
        if self.stiffness.implicit {
            return self.implicit_step(run);
        }
        self.explicit.advance(run)?;
        if self.explicit.method == Method::Automatic {
            self.suspect();
        }
        Ok(())
    }

    /// Makes a step to exactly the end, where the inputs change, with a formula of low order if that is accurate enough;
    /// otherwise returns false without effect. With `dense` [`Self::interpolate`] is then valid in the step.
    pub(super) fn short_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        dense: bool,
    ) -> bool {
        if self.stiffness.implicit || self.explicit.method != Method::Automatic {
            return false;
        }
        let mut order = self.short.begin();
        while let Some(tried) = order {
            // After a failed evaluation a natural step is made, which can be shortened.
            let Ok(differences) = self.explicit.try_short(run, tried) else { return false };
            if self.short.accept(tried, differences) {
                self.last_is_implicit = false;
                self.explicit.take_short(run, dense);
                return true;
            }
            run.statistics.rejected += 1;
            order = self.short.higher(tried);
        }
        false
    }

    /// Makes a step to exactly the end by Kutta's method of order 4, without error control. With `dense`
    /// [`Self::interpolate`] is then valid in the step.
    ///
    /// # Errors
    /// On an error time and state are as before.
    pub(super) fn fixed_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        dense: bool,
    ) -> Integrated<S> {
        self.last_is_implicit = false;
        self.explicit.try_short(run, ShortOrder::Four)?;
        self.explicit.take_short(run, dense);
        Ok(())
    }

    /// Limits the next step to this length, s.
    pub(super) fn limit_step_size(&mut self, longest: f64) {
        let natural = &mut self.explicit.memory.step_size;
        *natural = natural.min(longest);
        self.stiffness.step_size = self.stiffness.step_size.min(longest);
    }

    /// Prepares [`Self::interpolate`] in the last step.
    pub(super) fn extend<S: OrdinaryDifferentialEquations>(&mut self, system: &mut S, statistics: &mut Statistics) {
        if !self.last_is_implicit {
            self.explicit.extend(system, statistics);
        }
    }

    /// Writes the state at time `t`, s, of the last step into `x`, without projection. Outside the step `x` stays as it
    /// is.
    pub(super) fn interpolate(&self, t: f64, x: &mut [f64]) {
        match &self.implicit {
            Some(implicit) if self.last_is_implicit => implicit.interpolate(t, x),
            _ => self.explicit.interpolate(t, x),
        }
    }

    /// After an explicit step: checks for stiffness, and switches to the implicit method.
    fn suspect(&mut self) {
        let s = &mut self.stiffness;
        if self.explicit.kernel.stability > EDGE * self.explicit.kernel.pair.stability_limit {
            (s.votes, s.others) = (s.votes + 1, 0);
            if s.votes >= SUSPICIOUS_STEPS * s.patience {
                // Without memory for its matrices the slower explicit method is kept.
                let need = Rosenbrock::memory_need(self.explicit.dimension());
                s.implicit = self.implicit.is_some() || memory::ensure(need).is_ok();
                s.votes = 0;
                s.step_size = self.explicit.memory.step_size;
            }
        } else {
            s.others = s.others.saturating_add(1);
            if s.others >= CLEAR_STEPS {
                s.votes = 0;
            }
        }
    }

    fn implicit_step<S: OrdinaryDifferentialEquations>(&mut self, run: &mut Integration<'_, S>) -> Integrated<S> {
        let tolerance = self.explicit.tolerance();
        if self.stiffness.step_size == 0.0 {
            self.explicit.prepare(run)?;
            self.stiffness.step_size = self.explicit.memory.step_size;
        }
        let method = self.implicit.get_or_insert_with(|| Box::new(Rosenbrock::new(run.state.len())));
        let s = &mut self.stiffness;
        let before = s.step_size;
        method.step_size = before;
        let result = method.advance(run, &tolerance);
        s.step_size = method.step_size;
        let made = result?;
        run.statistics.implicit += 1;
        if self.explicit.method == Method::Rodas {
            return Ok(());
        }
        // Step of the explicit method with the same end, or up to its stability limit.
        let pair = self.explicit.kernel.pair;
        let explicit = (pair.stability_limit / method.spectral_radius(run.system)).min(made);
        // Cost of an implicit step in evaluations of the derivatives: the stages and the Jacobian.
        let implicit = 9.0 + Statistics::jacobian_cost(run.state.len());
        let is_cheaper = explicit / pair.cost > made / implicit;
        let grows = s.step_size > GROWING * before;
        s.votes = if is_cheaper { s.votes + u32::from(!grows) } else { 0 };
        s.others = s.others.saturating_add(u32::from(!is_cheaper));
        if s.votes >= CHEAPER_STEPS {
            let was_worthwhile = s.others >= WORTHWHILE_STEPS;
            let patience = if was_worthwhile { 1 } else { (2 * s.patience).min(LARGEST_PATIENCE) };
            *s = Stiffness { patience, ..Stiffness::default() };
            self.explicit.discontinuity();
            self.explicit.memory.step_size = explicit;
        }
        Ok(())
    }
}
