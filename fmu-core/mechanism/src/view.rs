//! Views of an evaluation for laws, one for each stage. A view reads the quantities known at its stage and writes those
//! that may depend on them.
//!
//! Each view can also read what the one before can ([`std::ops::Deref`]), but not write it. Anything else does not
//! compile:
//!
//! ```
//! use mechanism::{AccelerationView, MotionView};
//! fn height(view: &MotionView<'_, f64>) -> f64 {
//!     view.r_0(0)[2]
//! }
//! fn push(view: &mut MotionView<'_, f64>) {
//!     view.drive(0, None, 1.0);
//! }
//! fn acceleration(view: &AccelerationView<'_, f64>) -> f64 {
//!     height(view) + view.a_0(0)[2]
//! }
//! ```
//!
//! An acceleration is not known with the motion,
//!
//! ```compile_fail,E0599
//! # use mechanism::MotionView;
//! fn acceleration(view: &MotionView<'_, f64>) -> f64 {
//!     view.a_0(0)[2]
//! }
//! ```
//!
//! and a law that reads accelerations cannot affect them:
//!
//! ```compile_fail,E0596
//! # use mechanism::AccelerationView;
//! fn push(view: &mut AccelerationView<'_, f64>) {
//!     view.drive(0, None, 1.0);
//! }
//! ```

mod acceleration;
mod motion;
mod reaction;
mod time;

pub use acceleration::AccelerationView;
pub use motion::{LineGeometry, MotionView};
pub use reaction::ReactionView;
pub use time::TimeView;

use super::{Constants, FlangeId, FlangePose, FlangePotential, History, LinkMotion, Mechanism, TreeJoint, Wrench};
use crate::scalar::{Matrix3, Scalar};
use crate::slots::{at, at_mut};

/// The data of one evaluation that views are made of.
#[derive(Debug)]
pub struct ViewData<'a, T: Scalar> {
    /// Start time of the simulation, s.
    pub start: f64,
    /// Time since the start, s.
    pub elapsed: T,
    /// Discrete state of the law that is being evaluated.
    pub mode: i32,
    /// Values that this law holds between events.
    pub held: &'a [f64],
    /// The past of signals.
    pub histories: &'a [History],
    /// Parameter array.
    pub parameters: &'a [T],
    /// Mechanism.
    pub mechanism: &'a Mechanism,
    /// Parameter-dependent quantities of the mechanism.
    pub constants: &'a Constants<T>,
    /// Motion of the links.
    pub links: &'a [LinkMotion<T>],
    /// Position coordinates.
    pub q: &'a mut [T],
    /// Velocity coordinates.
    pub v: &'a mut [T],
    /// Accelerations.
    pub vdot: &'a mut [T],
    /// States of laws.
    pub states: &'a [T],
    /// Their derivatives.
    pub state_derivatives: &'a mut [T],
    /// Flow into the component at each frame connector: world axes, about the connector's origin.
    pub flows: &'a mut [Wrench<T>],
    /// Contributions of masses between frames to `flows`; empty if there are none.
    pub inert_flows: &'a [Wrench<T>],
    /// Flow (torque or force) into the component at each flange connector.
    pub flange_flows: &'a mut [T],
    /// Heat flow rate into the component at each heat port, W.
    pub heat_flows: &'a mut [T],
    /// Conductance of each thermal conductor, W/K.
    pub conductances: &'a mut [T],
    /// Temperatures that laws give, K.
    pub temperatures: &'a mut [T],
}

impl<T: Scalar> ViewData<'_, T> {
    #[inline(always)]
    fn pose_of(&self, flange: FlangeId) -> FlangePose<T> {
        *at(&self.constants.flanges, *at(&self.mechanism.flange_nodes, flange))
    }

    /// The joint whose coordinate determines the position of a flange.
    #[inline]
    fn joint_of(&self, flange: FlangeId) -> Option<&TreeJoint> {
        match *at(&self.mechanism.flange_potentials, flange) {
            FlangePotential::Joint(joint) => self.mechanism.tree.joints.get(joint),
            FlangePotential::Ground | FlangePotential::Line(_) => None,
        }
    }

    fn prescribe_acceleration(&mut self, flange: FlangeId, acceleration: T) {
        let ratio = self.pose_of(flange).ratio;
        if let Some(joint) = self.joint_of(flange) {
            let v = joint.v;
            *at_mut(self.vdot, v) = acceleration / ratio;
        }
    }

    #[inline(always)]
    fn drive(&mut self, flange: FlangeId, support: Option<FlangeId>, drive: T) {
        *at_mut(self.flange_flows, flange) = -drive;
        if let Some(support) = support {
            *at_mut(self.flange_flows, support) = drive;
        }
    }
}

/// Columns: axes of a link in world axes.
#[inline]
pub fn link_axes<T: Scalar>(link: &LinkMotion<T>) -> Matrix3<T> {
    let [x, y, z] = link.axes;
    Matrix3::from_columns(&[x.into(), y.into(), z.into()])
}
