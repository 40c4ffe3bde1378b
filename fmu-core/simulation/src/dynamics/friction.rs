//! Sticking contacts with dry friction: torques or forces that keep the relative accelerations at zero.
//!
//! Accelerations are affine functions of these torques, so that one evaluation for each sticking contact determines
//! them (Featherstone 2008, 8.5). A sticking contact is as rigid as a joint. If more contacts stick than there are
//! degrees of freedom, the sum of the squares of their torques, each relative to its maximum, is minimal, so that
//! parallel contacts share the load in proportion to their maximum.

use super::{Evaluation, Result};
use crate::model::Model;
use mechanism::scalar::Scalar;
use mechanism::{FrictionElement, STUCK};

/// A contact whose response to its own torque is at most this fraction of its acceleration moves nothing.
const IMMOVABLE: f64 = 1e-12;

/// Scale of the friction of a contact, N.m or N: the largest finite magnitude of its bounds (a stop or a freewheel has
/// one), or 1 if none is positive.
pub(super) fn grip_size(bounds: [f64; 2]) -> f64 {
    let size = bounds.into_iter().map(f64::abs).filter(|size| size.is_finite()).fold(0.0, f64::max);
    if size > 0.0 { size } else { 1.0 }
}

impl<T: Scalar> Evaluation<T> {
    /// Residual relative accelerations of the sticking contacts; returns the largest, relative to that without
    /// friction.
    pub(super) fn find_slips(&mut self, model: &Model) -> f64 {
        let mut largest = 0.0_f64;
        for k in 0..model.discrete.frictions.len() {
            let acceleration = if self.frictions.stuck.contains(&k) { self.slip(model, k) } else { T::zero() };
            largest = largest.max(acceleration.value().abs() / (1.0 + self.frictions.base[k].value().abs()));
            self.frictions.left[k] = acceleration;
        }
        largest
    }

    /// Factors the response of the relative accelerations of the sticking contacts to their torques, and computes these
    /// accelerations without friction.
    pub(super) fn find_responses(&mut self, model: &Model) -> Result<()> {
        let elements = &model.discrete.frictions;
        let n = elements.len();
        for (k, element) in elements.iter().enumerate() {
            self.frictions.sizes[k] = grip_size(self.grip(model, element).map(T::value));
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

    /// Least and largest torque that a contact can transmit.
    pub(super) fn grip(&mut self, model: &Model, element: &FrictionElement) -> [T; 2] {
        let (mut view, signals) = self.views(model, Some(element.law));
        model.laws[element.law].grip(view.motion(), &signals).unwrap_or([T::zero(); 2])
    }

    /// Least and largest torque that a contact transmits while it sticks. For a gear it depends on the transmitted
    /// torque, which is known with the reactions.
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
    /// Removes the residual speeds of sticking contacts, by the impulses that change the kinetic energy least.
    /// Accelerations are known. Returns false if there were none.
    pub(super) fn stop_slipping(&mut self, model: &Model) -> Result<bool> {
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
        self.frictions.correct();
        let before = self.vdot.clone();
        self.stick(model)?;
        for ((v, after), before) in self.v.iter_mut().zip(&self.vdot).zip(&before) {
            *v += after - before;
        }
        Ok(true)
    }
}
