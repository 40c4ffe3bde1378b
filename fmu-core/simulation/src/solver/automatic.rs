//! The integrator of choice: explicit while that is cheaper, implicit where the system is stiff.

use super::rosenbrock::Rosenbrock;
use super::{
    Budget, ExplicitRungeKutta, IntegrationError, Memory, Method, OrdinaryDifferentialEquations, ShortOrder,
    ShortSteps, Statistics, Tolerance, WrongDimension,
};
use crate::memory;

/// Steps beyond this part of the limit of stability are at its edge: where fast motions have died out, errors of the stages limit the steps of
/// small tolerances before stability does (Prothero, Robinson, Math. Comp. 28 (1974), pp. 145-162).
const EDGE: f64 = 0.6;
/// Numbers of steps at the edge of the stability region that indicate a stiff system, and of other steps in between that indicate a nonstiff
/// one (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2).
const SUSPICIOUS_STEPS: u32 = 15;
const CLEAR_STEPS: u32 = 6;
/// Number of steps in a row with a cheaper explicit method that ends the use of the implicit one.
const CHEAPER_STEPS: u32 = 5;
/// As long as the implicit method's step grows by more than this it says nothing yet: it begins with that of the explicit method.
const GROWING: f64 = 1.1;
/// Number of steps with a cheaper implicit method that makes a change to it worthwhile.
const WORTHWHILE_STEPS: u32 = 5;
/// The more often the implicit method was not worth while, the later it is tried again; up to this factor.
const LARGEST_PATIENCE: u32 = 64;

/// Integrates with [`ExplicitRungeKutta`], and with a Rosenbrock method as long as that is cheaper: where fast motions have died out and the
/// explicit method's steps are limited by stability. The costs that are compared are counts of operations, not times, so that
/// equal calls give equal bits.
///
/// A jump of the equations inside a step has to be announced with [`Self::discontinuity`]: the implicit method sees errors through the
/// Jacobian at the start of the step, and may overlook that fast motions have ceased to be fast.
#[derive(Clone, Debug)]
pub struct Automatic {
    explicit: ExplicitRungeKutta,
    /// Made when it is needed first.
    implicit: Option<Box<Rosenbrock>>,
    /// True if the implicit method has made the last step.
    last_is_implicit: bool,
    stiffness: Stiffness,
    short: ShortSteps,
    /// Method that the model requests.
    choice: Method,
}

/// Memory of [`Automatic`] between two calls besides that of the explicit method: plain data for a snapshot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stiffness {
    /// The implicit method is at work.
    pub implicit: bool,
    /// Natural step size of the implicit method, s.
    pub step_size: f64,
    /// Steps that spoke for the other method.
    pub votes: u32,
    /// Steps since the last one that did; while the implicit method is at work, those that spoke for it.
    pub others: u32,
    /// Factor of the steps that it takes to try the implicit method.
    pub patience: u32,
}

impl Default for Stiffness {
    fn default() -> Self {
        Self { implicit: false, step_size: 0.0, votes: 0, others: 0, patience: 1 }
    }
}

impl Stiffness {
    /// As numbers.
    pub fn to_numbers(self) -> [f64; 5] {
        let Self { implicit, step_size, votes, others, patience } = self;
        [f64::from(u8::from(implicit)), step_size, votes.into(), others.into(), patience.into()]
    }

    /// From [`Self::to_numbers`]; numbers that never come from there are brought into range.
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
        let mut explicit = ExplicitRungeKutta::new(dimension, tolerance);
        // A budget is what bounds the work.
        explicit.set_maximum_steps(u64::MAX);
        Self {
            explicit,
            implicit: None,
            last_is_implicit: false,
            stiffness: Stiffness::default(),
            short: ShortSteps::default(),
            choice: Method::Automatic,
        }
    }

    /// Lets one method make all steps, or the one that is best for each. Steps of [`Method::Fixed`] are made by [`Self::fixed_step`].
    pub(super) fn set_method(&mut self, method: Method) {
        self.choice = method;
        self.explicit.set_method(method);
        self.restart();
    }

    /// Bytes that the method takes which the model asks for; one that the solver goes over to by itself asks for its own.
    pub(super) fn memory_need(&self) -> usize {
        let is_made = self.choice != Method::Rodas || self.implicit.is_some();
        if is_made { 0 } else { Rosenbrock::memory_need(self.explicit.dimension()) }
    }

    /// Sets the tolerance of the steps to come.
    pub fn set_tolerance(&mut self, tolerance: Tolerance) {
        self.explicit.set_tolerance(tolerance);
    }

    /// An input, a parameter or the state jumped: derivatives are forgotten, the step size is kept.
    pub fn discontinuity(&mut self) {
        self.explicit.discontinuity();
        self.stiffness.votes = 0;
        if !self.stiffness.implicit {
            self.stiffness.others = 0;
        }
    }

    /// Forgets everything: an integration starts anew.
    pub fn restart(&mut self) {
        self.explicit.restart();
        let implicit = self.choice == Method::Rodas;
        self.stiffness = Stiffness { implicit, ..Stiffness::default() };
        self.short = ShortSteps::default();
    }

    /// Content of a snapshot besides time and state.
    pub fn memory(&self) -> (&Memory, Stiffness) {
        (self.explicit.memory(), self.stiffness)
    }

    /// Continues from a snapshot, bit for bit.
    ///
    /// # Errors
    /// A memory of another dimension.
    pub fn restore(&mut self, memory: &Memory, stiffness: Stiffness) -> Result<(), WrongDimension> {
        self.explicit.restore(memory)?;
        self.stiffness = stiffness;
        Ok(())
    }

    /// Integrates `x` from `t` to exactly `t_end`, s, and never evaluates beyond, at the expense of `budget`. Indicators are not looked at.
    ///
    /// # Errors
    /// On an error `t` and `x` hold the last accepted point.
    pub fn integrate<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        budget: &mut Budget,
    ) -> Result<Statistics, IntegrationError<S::Error>> {
        let mut statistics = Statistics::default();
        self.check_call(*t, x, t_end)?;
        while *t < t_end {
            let before = statistics.work(x.len());
            self.step(system, t, x, t_end, &mut statistics)?;
            system.accepted(*t, x);
            budget.step(*t, statistics.work(x.len()) - before)?;
        }
        Ok(statistics)
    }

    /// Makes one accepted step from `t` towards `t_end`, s, and not beyond; [`Self::interpolate`] then knows the solution in it.
    ///
    /// # Errors
    /// On an error `t` and `x` are as before.
    pub(super) fn step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        statistics: &mut Statistics,
    ) -> Result<(), IntegrationError<S::Error>> {
        self.last_is_implicit = self.stiffness.implicit;
        if self.stiffness.implicit {
            return self.implicit_step(system, t, x, t_end, statistics);
        }
        self.explicit.advance(system, t, x, t_end, statistics)?;
        if self.choice == Method::Automatic {
            self.suspect();
        }
        Ok(())
    }

    /// Name of the explicit method of natural steps.
    pub(super) fn explicit_name(&self) -> &'static str {
        self.explicit.name()
    }

    /// The choice of orders of short steps.
    pub fn short_steps(&self) -> ShortSteps {
        self.short
    }

    /// Takes back what [`Self::short_steps`] gave.
    pub fn set_short_steps(&mut self, short: ShortSteps) {
        self.short = short;
    }

    /// Makes a step from `t` to exactly `t_end`, s, where the inputs change, with a formula of low order if that is accurate enough; false when
    /// it is not, and nothing has happened. With `dense` [`Self::interpolate`] knows the solution in it.
    pub(super) fn short_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        dense: bool,
        statistics: &mut Statistics,
    ) -> bool {
        if self.stiffness.implicit || self.choice != Method::Automatic {
            return false;
        }
        let mut order = self.short.begin();
        while let Some(tried) = order {
            // Failed evaluations are left to natural steps, which can be shortened.
            let Ok(differences) = self.explicit.try_short(system, [*t, t_end], x, tried, statistics) else {
                return false;
            };
            if self.short.accept(tried, differences) {
                self.last_is_implicit = false;
                self.explicit.take_short(system, t, t_end, x, dense, statistics);
                return true;
            }
            statistics.rejected += 1;
            order = self.short.higher(tried);
        }
        false
    }

    /// Makes a step from `t` to exactly `t_end`, s, by Kutta's method of order 4, without a look at its error. With `dense`
    /// [`Self::interpolate`] knows the solution in it.
    ///
    /// # Errors
    /// On an error `t` and `x` are as before.
    pub(super) fn fixed_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        dense: bool,
        statistics: &mut Statistics,
    ) -> Result<(), IntegrationError<S::Error>> {
        self.last_is_implicit = false;
        self.explicit.try_short(system, [*t, t_end], x, ShortOrder::Four, statistics)?;
        self.explicit.take_short(system, t, t_end, x, dense, statistics);
        Ok(())
    }

    /// Lets the next step be at most so long, s.
    pub(super) fn limit_step_size(&mut self, longest: f64) {
        self.explicit.set_step_size(self.explicit.memory().step_size.min(longest));
        self.stiffness.step_size = self.stiffness.step_size.min(longest);
    }

    /// Gets ready for [`Self::interpolate`] in the last step.
    pub(super) fn extend<S: OrdinaryDifferentialEquations>(&mut self, system: &mut S, statistics: &mut Statistics) {
        if !self.last_is_implicit {
            self.explicit.extend(system, statistics);
        }
    }

    /// Writes the state at time `t`, s, of the last step into `x`; not projected. Outside of a step `x` stays as it is.
    pub(super) fn interpolate(&self, t: f64, x: &mut [f64]) {
        match &self.implicit {
            Some(implicit) if self.last_is_implicit => implicit.interpolate(t, x),
            _ => {
                // Only a reader that asks for times outside of the step gets nothing.
                let _ = self.explicit.interpolate(t, x);
            }
        }
    }

    /// Refuses arguments that make no sense.
    pub(super) fn check_call<F>(&self, t: f64, x: &[f64], t_end: f64) -> Result<(), IntegrationError<F>> {
        self.explicit.check_call(t, x, t_end)
    }

    /// After an explicit step: is the system stiff?
    fn suspect(&mut self) {
        let s = &mut self.stiffness;
        if self.explicit.stability() > EDGE * self.explicit.stability_limit() {
            (s.votes, s.others) = (s.votes + 1, 0);
            if s.votes >= SUSPICIOUS_STEPS * s.patience {
                // Without the memory for its matrices the explicit method goes on, as slowly as it is.
                let need = Rosenbrock::memory_need(self.explicit.dimension());
                s.implicit = self.implicit.is_some() || memory::ensure(need).is_ok();
                s.votes = 0;
                s.step_size = self.explicit.memory().step_size;
            }
        } else {
            s.others = s.others.saturating_add(1);
            if s.others >= CLEAR_STEPS {
                s.votes = 0;
            }
        }
    }

    fn implicit_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        statistics: &mut Statistics,
    ) -> Result<(), IntegrationError<S::Error>> {
        let tolerance = self.explicit.tolerance();
        if self.stiffness.step_size == 0.0 {
            self.stiffness.step_size = self.explicit.first_step_size(system, *t, x, t_end, statistics)?;
        }
        let method = self.implicit.get_or_insert_with(|| Box::new(Rosenbrock::new(x.len())));
        let s = &mut self.stiffness;
        let before = s.step_size;
        method.step_size = before;
        let result = method.advance(system, t, x, t_end, &tolerance, statistics);
        s.step_size = method.step_size;
        let made = result?;
        statistics.implicit += 1;
        if self.choice == Method::Rodas {
            return Ok(());
        }
        // The explicit method could make this step, or as much of it as its stability allows.
        let explicit = (self.explicit.stability_limit() / method.spectral_radius(system)).min(made);
        let is_cheaper = explicit / self.explicit.cost() > made / implicit_cost(x.len());
        let grows = s.step_size > GROWING * before;
        s.votes = if is_cheaper { s.votes + u32::from(!grows) } else { 0 };
        s.others = s.others.saturating_add(u32::from(!is_cheaper));
        if s.votes >= CHEAPER_STEPS {
            let was_worthwhile = s.others >= WORTHWHILE_STEPS;
            let patience = if was_worthwhile { 1 } else { (2 * s.patience).min(LARGEST_PATIENCE) };
            *s = Stiffness { patience, ..Stiffness::default() };
            self.explicit.discontinuity();
            self.explicit.set_step_size(explicit);
        }
        Ok(())
    }
}

/// Cost of an implicit step, in evaluations of the derivatives: the stages and the Jacobian.
fn implicit_cost(dimension: usize) -> f64 {
    9.0 + Statistics::jacobian_cost(dimension)
}
