//! One scalar equation between accelerations.

use mechanism::RELATED;
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::zeros;

/// One scalar equation between the accelerations of two links, or of two coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Row<T> {
    /// The coupled coordinates or links.
    pub ends: RowEnds<T>,
    /// The residual is a length (m), not an angle.
    pub is_length: bool,
    /// Residual: m or rad.
    pub residual: T,
    /// Derivative of the residual, per s.
    pub rate: T,
    /// Velocity-dependent part of the second derivative of the residual, for spatial accelerations, per s2.
    pub drift: T,
}

/// The coordinates or links that a row couples.
#[derive(Clone, Copy, Debug)]
pub enum RowEnds<T> {
    /// The links of two frames. A force per unit of the multiplier, in world axes, at the constraint's point on the
    /// link of frame b, and the opposite on that of frame a, have the power `rate` times the multiplier.
    Force([T; 3]),
    /// The same for a torque.
    Torque([T; 3]),
    /// Velocity coordinates of the cluster, each with its factor.
    Coordinates([(usize, T); RELATED]),
}

impl<T: Scalar> Row<T> {
    /// An empty row, without effect.
    pub fn empty() -> Self {
        Self { ends: RowEnds::Force(zeros()), is_length: false, residual: T::zero(), rate: T::zero(), drift: T::zero() }
    }

    /// A residual or its rate in units of the cluster's size, m.
    pub fn scaled(&self, x: f64, size: f64) -> f64 {
        if self.is_length { x / size } else { x }
    }
}
