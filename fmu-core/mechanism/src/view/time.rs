//! View before the motion is known.

use super::ViewData;
use crate::scalar::Scalar;
use crate::slots::{at, at_mut};
use crate::{Constants, FlangeId, FlangePose, Formula, History, Parameters};

/// View for laws that need time and signals only: parameters, time and their discrete state. They write prescribed motion, flows into
/// flanges, and thermal conductances.
#[derive(Debug)]
pub struct TimeView<'a, T: Scalar> {
    pub(super) data: ViewData<'a, T>,
}

impl<'a, T: Scalar> TimeView<'a, T> {
    /// Parameters.
    #[inline]
    pub fn parameters(&self) -> Parameters<'a, T> {
        Parameters::new(self.data.parameters)
    }

    /// Constants that depend on the parameters only.
    #[inline]
    pub fn constants(&self) -> &'a Constants<T> {
        self.data.constants
    }

    /// Time, s.
    #[inline]
    pub fn time(&self) -> T {
        T::constant(self.data.start) + self.data.elapsed
    }

    /// Time since the start of the simulation, s.
    #[inline]
    pub fn elapsed(&self) -> T {
        self.data.elapsed
    }

    /// Time since `time`, s, without the rounding error of the absolute time.
    #[inline]
    pub fn since(&self, time: T) -> T {
        T::constant(self.data.start) - time + self.data.elapsed
    }

    /// Discrete state of the law.
    #[inline]
    pub fn mode(&self) -> i32 {
        self.data.mode
    }

    /// A value that the law holds between events.
    #[inline]
    pub fn held(&self, k: usize) -> T {
        T::constant(*at(self.data.held, k))
    }

    /// The past of a signal, by number.
    pub fn history(&self, number: usize) -> &'a History {
        at(self.data.histories, number)
    }

    /// Value of a formula of parameters and time.
    pub fn formula(&self, formula: &Formula) -> T {
        formula.number(self.data.parameters, &[self.time()], self.data.mode)
    }

    /// Prescribes the coordinate of a flange by its position relative to a support at rest, if there is one.
    pub fn prescribe_position(&mut self, flange: FlangeId, support: Option<FlangeId>, position: T) {
        let support = support.map_or_else(T::zero, |support| self.data.pose_of(support).offset);
        let FlangePose { ratio, offset } = self.data.pose_of(flange);
        if let Some(joint) = self.data.joint_of(flange) {
            let q = joint.q;
            *at_mut(self.data.q, q) = (position + support - offset) / ratio;
        }
    }

    /// Prescribes the speed of a flange.
    pub fn prescribe_speed(&mut self, flange: FlangeId, speed: T) {
        let ratio = self.data.pose_of(flange).ratio;
        if let Some(joint) = self.data.joint_of(flange) {
            let v = joint.v;
            *at_mut(self.data.v, v) = speed / ratio;
        }
    }

    /// Prescribes the acceleration of a flange.
    pub fn prescribe_acceleration(&mut self, flange: FlangeId, acceleration: T) {
        self.data.prescribe_acceleration(flange, acceleration);
    }

    /// Drives a flange with a torque or force. The reaction acts on the support, or on the ground.
    #[inline]
    pub fn drive(&mut self, flange: FlangeId, support: Option<FlangeId>, drive: T) {
        self.data.drive(flange, support, drive);
    }

    /// Sets the conductance of a thermal conductor, W/K.
    pub fn set_conductance(&mut self, conductor: usize, conductance: T) {
        *at_mut(self.data.conductances, conductor) = conductance;
    }

    /// Sets a temperature that laws give, by number, K.
    pub fn set_temperature(&mut self, number: usize, temperature: T) {
        *at_mut(self.data.temperatures, number) = temperature;
    }
}
