//! Contacts with dry friction that stick: torques or forces that keep the relative accelerations at zero.
//!
//! Accelerations are affine in these torques, so that one evaluation for each contact that sticks tells how (Featherstone 2008, 8.5).
//! Nothing yields: a contact that sticks is as rigid as a joint. Where more contacts stick than there is freedom, the sum of the squares of
//! their torques, each over what it can hold, is least, so that contacts in parallel share by what they can hold.

use super::{Evaluation, EvaluationError};
use crate::model::Model;
use mechanism::scalar::Scalar;
use mechanism::{FrictionElement, STUCK};

/// A contact whose response to its own torque is this part of its acceleration or less moves nothing.
const IMMOVABLE: f64 = 1e-12;

/// Friction that a contact can transmit, N.m or N: the largest finite magnitude of its bounds (a stop or a freewheel has one), or 1 if none is
/// positive.
pub(super) fn grip_size(bounds: [f64; 2]) -> f64 {
    let size = bounds.into_iter().map(f64::abs).filter(|size| size.is_finite()).fold(0.0, f64::max);
    if size > 0.0 { size } else { 1.0 }
}

impl<T: Scalar> Evaluation<T> {
    /// Accelerations that the contacts that stick still have; the largest, relative to that without any torque.
    pub(super) fn find_slips(&mut self, model: &Model) -> f64 {
        let mut largest = 0.0_f64;
        for k in 0..model.discrete.frictions.len() {
            let acceleration = if self.frictions.stuck.contains(&k) { self.slip(model, k) } else { T::zero() };
            largest = largest.max(acceleration.value().abs() / (1.0 + self.frictions.base[k].value().abs()));
            self.frictions.left[k] = acceleration;
        }
        largest
    }

    /// Factors the response of the relative accelerations of the contacts that stick to their torques; finds what is left without any torque.
    pub(super) fn find_responses(&mut self, model: &Model) -> Result<(), EvaluationError> {
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
}

impl Evaluation<f64> {
    /// Takes what is left of the speeds of contacts that stick out of the speeds, by the impulses that change the kinetic energy least.
    /// Accelerations are known. False when nothing slipped.
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
