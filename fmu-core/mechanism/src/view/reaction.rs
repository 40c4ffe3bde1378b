//! View after the reaction stage.

use super::{AccelerationView, MotionView, TimeView, ViewData};
use crate::scalar::{Scalar, Vector3};
use crate::{FlangeId, FrameId};
use std::ops::Deref;

/// View for laws that need cut forces: all quantities. They write signals only.
#[derive(Debug)]
pub struct ReactionView<'a, T: Scalar>(AccelerationView<'a, T>);

impl<'a, T: Scalar> Deref for ReactionView<'a, T> {
    type Target = AccelerationView<'a, T>;

    #[inline]
    fn deref(&self) -> &AccelerationView<'a, T> {
        &self.0
    }
}

impl<'a, T: Scalar> ReactionView<'a, T> {
    /// The view of an evaluation's data. The caller must have evaluated what is read.
    #[inline]
    pub fn new(data: ViewData<'a, T>) -> Self {
        Self(AccelerationView(MotionView(TimeView { data })))
    }

    /// The view after the acceleration stage.
    #[inline]
    pub fn acceleration(&mut self) -> &mut AccelerationView<'a, T> {
        &mut self.0
    }

    /// The view after the motion stage.
    #[inline]
    pub fn motion(&mut self) -> &mut MotionView<'a, T> {
        &mut self.0.0
    }

    /// The view of time and signals.
    #[inline]
    pub fn time_only(&mut self) -> &mut TimeView<'a, T> {
        &mut self.0.0.0
    }

    /// Force into the component at a frame connector, world axes, N.
    pub fn force(&self, frame: FrameId) -> Vector3<T> {
        self.data.flows[frame].force.into()
    }

    /// Torque into the component at a frame connector, world axes, N.m.
    pub fn torque(&self, frame: FrameId) -> Vector3<T> {
        self.data.flows[frame].torque.into()
    }

    /// Force into the component at a frame connector, including that of masses between frames, world axes, N.
    pub fn whole_force(&self, frame: FrameId) -> Vector3<T> {
        let inert = self.data.inert_flows.get(frame).map_or_else(Vector3::zeros, |flow| flow.force.into());
        self.force(frame) + inert
    }

    /// Flow (torque or force) into the component at a flange connector.
    pub fn flange_flow(&self, flange: FlangeId) -> T {
        self.data.flange_flows[flange]
    }
}
