//! Contacts with dry friction that stick: torques or forces that keep the relative accelerations at zero.
//!
//! Accelerations are affine in these torques, so that one evaluation for each contact that sticks tells how (Featherstone 2008, 8.5).
//! Nothing yields: a contact that sticks is as rigid as a joint. Where more contacts stick than there is freedom, the sum of the squares of
//! their torques, each over what it can hold, is least, so that contacts in parallel share by what they can hold.

use super::{Evaluation, EvaluationError};
use crate::model::Model;
use mechanism::scalar::{RankFactors, RankLimit, Scalar, solve_positive};
use mechanism::{FrictionElement, STUCK};

/// A contact whose response to its own torque is this part of its acceleration or less moves nothing.
const IMMOVABLE: f64 = 1e-12;
/// Pivots below this part of the largest are rounding: the responses are scaled to be 1.
const DEPENDENT: f64 = 1e-10;
/// Tolerance for the residual accelerations from rounding, relative to those without the contacts.
const CLOSED: f64 = 1e-14;
/// Corrections at most; each gains about as many digits as the first solution has.
const CORRECTIONS: usize = 2;

/// Data of the contacts with friction.
#[derive(Clone, Debug)]
pub(super) struct Frictions<T> {
    /// Friction of each sticking contact against the motion of its flange, N.m or N.
    pub torques: Vec<T>,
    /// What each can hold, at least something, N.m or N.
    sizes: Vec<f64>,
    /// Numbers of those that stick and can move.
    stuck: Vec<usize>,
    /// Relative accelerations without any torque, rad/s2 or m/s2.
    base: Vec<T>,
    /// Right-hand side and solution, one for each contact.
    left: Vec<T>,
    solution: Vec<T>,
    /// How accelerations respond, by rows, and what makes its diagonal one.
    responses: Vec<T>,
    scales: Vec<f64>,
    factors: RankFactors<T>,
    /// The factors are those of the present motion and modes.
    has_factors: bool,
    null: Vec<T>,
    gram: Vec<T>,
    loads: Vec<T>,
}

impl<T: Scalar> Frictions<T> {
    pub(super) fn new(n: usize) -> Self {
        let zeros = |n: usize| vec![T::zero(); n];
        Self {
            torques: zeros(n),
            sizes: vec![1.0; n],
            stuck: Vec::with_capacity(n),
            base: zeros(n),
            left: zeros(n),
            solution: zeros(n),
            responses: zeros(n * n),
            scales: vec![1.0; n],
            factors: RankFactors::new(n, n),
            has_factors: false,
            null: zeros(n * n),
            gram: zeros(n * n),
            loads: zeros(n),
        }
    }
}

/// Friction that a contact can transmit, N.m or N: the largest finite magnitude of its bounds (a stop or a freewheel has one), or 1 if none is
/// positive.
pub(super) fn grip_size(bounds: [f64; 2]) -> f64 {
    let size = bounds.into_iter().map(f64::abs).filter(|size| size.is_finite()).fold(0.0, f64::max);
    if size > 0.0 { size } else { 1.0 }
}

impl<T: Scalar> Evaluation<T> {
    /// Accelerations, with the torques of the contacts that stick. How these respond is found once for a motion, and holds until
    /// [`Frictions::forget_responses`], whatever the couplings bring.
    ///
    /// # Errors
    /// As [`Self::forward_dynamics`].
    pub(super) fn dynamics_with_friction(&mut self, model: &Model) -> Result<(), EvaluationError> {
        let elements = &model.discrete.frictions;
        if !elements.iter().any(|element| self.modes[element.law] == STUCK) {
            return self.forward_dynamics(model);
        }
        if self.frictions.has_factors {
            self.stick(model)?;
            self.find_slips(model);
        } else {
            self.find_responses(model)?;
        }
        // Whatever is left now: accelerations that are zero may have derivatives that are not.
        self.frictions.correct();
        let mut before = f64::INFINITY;
        for _ in 0..=CORRECTIONS {
            self.stick(model)?;
            let left = self.find_slips(model);
            if left <= CLOSED || left > 0.5 * before {
                break;
            }
            before = left;
            self.frictions.correct();
        }
        Ok(())
    }

    /// Accelerations that the contacts that stick still have; the largest, relative to that without any torque.
    fn find_slips(&mut self, model: &Model) -> f64 {
        let mut largest = 0.0_f64;
        for k in 0..model.discrete.frictions.len() {
            let acceleration = if self.frictions.stuck.contains(&k) { self.slip(model, k) } else { T::zero() };
            largest = largest.max(acceleration.value().abs() / (1.0 + self.frictions.base[k].value().abs()));
            self.frictions.left[k] = acceleration;
        }
        largest
    }

    /// How the relative accelerations of the contacts that stick respond to their torques, factored; what is left without any torque.
    fn find_responses(&mut self, model: &Model) -> Result<(), EvaluationError> {
        let elements = &model.discrete.frictions;
        let n = elements.len();
        for k in 0..n {
            self.frictions.sizes[k] = self.grip_size(model, k);
        }
        self.frictions.torques.fill(T::zero());
        self.frictions.base.fill(T::zero());
        self.frictions.stuck.clear();
        self.stick(model)?;
        for (k, element) in elements.iter().enumerate() {
            if self.modes[element.law] == STUCK {
                self.frictions.stuck.push(k);
                self.frictions.base[k] = self.slip(model, k);
            }
        }
        let mut stuck = std::mem::take(&mut self.frictions.stuck);
        for &column in &stuck {
            let unit = T::constant(self.frictions.sizes[column]);
            self.frictions.torques[column] = unit;
            self.stick(model)?;
            for &row in &stuck {
                let response = (self.frictions.base[row] - self.slip(model, row)) / unit;
                self.frictions.responses[row * n + column] = response;
            }
            self.frictions.torques[column] = T::zero();
        }
        let frictions = &mut self.frictions;
        stuck.retain(|&k| {
            let (own, base) = (frictions.responses[k * n + k].value(), frictions.base[k].value().abs());
            own * frictions.sizes[k] > IMMOVABLE * base && own > 0.0
        });
        frictions.stuck = stuck;
        frictions.factor();
        frictions.has_factors = true;
        for (k, (left, base)) in frictions.left.iter_mut().zip(&frictions.base).enumerate() {
            *left = if frictions.stuck.contains(&k) { *base } else { T::zero() };
        }
        Ok(())
    }

    /// Friction that a contact can transmit, as the scale of torques.
    fn grip_size(&mut self, model: &Model, element: usize) -> f64 {
        grip_size(self.grip(model, &model.discrete.frictions[element]).map(|bound| bound.value()))
    }

    /// Least and largest torque that a contact can hold.
    pub(super) fn grip(&mut self, model: &Model, element: &FrictionElement) -> [T; 2] {
        let (mut view, signals) = self.views(model, Some(element.law));
        model.laws[element.law].grip(view.motion(), &signals).unwrap_or([T::zero(); 2])
    }

    /// Least and largest torque that a contact holds while it sticks; a gear more, the more it hands on, which is known with the reactions.
    pub(super) fn holds(&mut self, model: &Model, element: usize) -> [T; 2] {
        let torque = self.handed_on(model, element);
        match self.mesh(model, element) {
            Some(mesh) => mesh.bounds(torque),
            None => self.grip(model, &model.discrete.frictions[element]),
        }
    }

    /// Acceleration of the flange of a contact relative to its support.
    pub(super) fn slip(&mut self, model: &Model, element: usize) -> T {
        let FrictionElement { flange, support, .. } = model.discrete.frictions[element];
        let view = self.view(model);
        view.flange_acceleration(flange) - support.map_or_else(T::zero, |flange| view.flange_acceleration(flange))
    }

    /// Speed of the flange of a contact relative to its support.
    pub(super) fn slip_speed(&mut self, model: &Model, element: usize) -> T {
        let FrictionElement { flange, support, .. } = model.discrete.frictions[element];
        let view = self.view(model);
        view.flange_speed(flange) - support.map_or_else(T::zero, |flange| view.flange_speed(flange))
    }

    /// Accelerations for the present torques of the contacts that stick.
    fn stick(&mut self, model: &Model) -> Result<(), EvaluationError> {
        for (element, torque) in model.discrete.frictions.iter().zip(&self.frictions.torques) {
            if self.modes[element.law] == STUCK {
                self.flange_flows[element.flange] = *torque;
                if let Some(support) = element.support {
                    self.flange_flows[support] = -*torque;
                }
            }
        }
        self.early_flows(model);
        self.forward_dynamics(model)
    }
}

impl Evaluation<f64> {
    /// Takes what is left of the speeds of contacts that stick out of the speeds, by the impulses that change the kinetic energy least.
    /// Accelerations are known. False when nothing slipped.
    ///
    /// # Errors
    /// As [`Self::forward_dynamics`].
    pub(super) fn stop_slipping(&mut self, model: &Model) -> Result<bool, EvaluationError> {
        self.frictions.left.fill(0.0);
        let mut slips = false;
        for k in 0..self.frictions.stuck.len() {
            let element = self.frictions.stuck[k];
            let speed = self.slip_speed(model, element);
            self.frictions.left[element] = speed;
            slips |= speed != 0.0;
        }
        if !slips {
            return Ok(false);
        }
        self.frictions.solve();
        let before = self.vdot.clone();
        let frictions = &mut self.frictions;
        frictions.torques.iter_mut().zip(&frictions.solution).for_each(|(torque, impulse)| *torque += impulse);
        self.stick(model)?;
        for ((v, after), before) in self.v.iter_mut().zip(&self.vdot).zip(&before) {
            *v += after - before;
        }
        Ok(true)
    }
}

impl<T: Scalar> Frictions<T> {
    /// The motion or the modes are others.
    pub(super) fn forget_responses(&mut self) {
        self.has_factors = false;
    }

    /// Adds the torques that answer to the accelerations `left`.
    fn correct(&mut self) {
        self.solve();
        self.torques.iter_mut().zip(&self.solution).for_each(|(torque, correction)| *torque += *correction);
    }

    /// Factors the responses of the contacts that stick; the others are left at zero.
    fn factor(&mut self) {
        let n = self.sizes.len();
        for &k in &self.stuck {
            self.scales[k] = self.responses[k * n + k].value().sqrt().recip();
        }
        self.factors.restart();
        for row in 0..n {
            for column in 0..n {
                let is_in = self.stuck.contains(&row) && self.stuck.contains(&column);
                let scaled = self.responses[row * n + column] * T::constant(self.scales[row] * self.scales[column]);
                let other = if row == column { T::one() } else { T::zero() };
                self.factors.set(row, column, if is_in { scaled } else { other });
            }
        }
        self.factors.factor(RankLimit { rank: n, threshold: DEPENDENT });
    }

    /// Writes into `solution` the torques that answer to the accelerations `left`.
    fn solve(&mut self) {
        let n = self.sizes.len();
        let scale = |values: &mut [T], scales: &[f64]| {
            values.iter_mut().zip(scales).for_each(|(value, scale)| *value *= T::constant(*scale));
        };
        scale(&mut self.left, &self.scales);
        self.factors.solve(&self.left, &mut self.solution);
        scale(&mut self.solution, &self.scales);
        let freedom = self.factors.freedom();
        if freedom == 0 {
            return;
        }
        // The responses are symmetric, so that what is left free is the same on both sides.
        for free in 0..freedom {
            let null = &mut self.null[free * n..(free + 1) * n];
            self.factors.left_null(free, null);
            scale(null, &self.scales);
        }
        let (sizes, loads) = (&self.sizes, &mut self.loads[..freedom]);
        let product = |x: &[T], y: &[T]| (0..n).fold(T::zero(), |sum, k| sum + x[k] * y[k] / T::constant(sizes[k]));
        for (row, (null, load)) in self.null.chunks_exact(n).zip(loads.iter_mut()).enumerate() {
            for (column, other) in self.null.chunks_exact(n).take(freedom).enumerate() {
                self.gram[row * freedom + column] = product(null, other);
            }
            *load = product(null, &self.solution);
        }
        solve_positive(&mut self.gram[..freedom * freedom], loads);
        for (free, load) in loads.iter().enumerate() {
            for k in 0..n {
                let change = self.null[free * n + k] * *load;
                self.solution[k] -= change;
            }
        }
    }
}
