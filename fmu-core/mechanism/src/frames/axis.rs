//! Coordinate axes and rotations about them.

use super::FramesError;
use crate::scalar::{Matrix3, Scalar, Vector3};
use binary::Binary;

/// One of the three coordinate axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub enum Axis {
    /// Axis number 1.
    X,
    /// Axis number 2.
    Y,
    /// Axis number 3.
    Z,
}

impl TryFrom<i32> for Axis {
    type Error = FramesError;

    /// The axis with a number from 1 to 3.
    ///
    /// # Errors
    /// [`FramesError::AxisNumber`] for any other number.
    fn try_from(number: i32) -> Result<Self, FramesError> {
        match number {
            1 => Ok(Self::X),
            2 => Ok(Self::Y),
            3 => Ok(Self::Z),
            found => Err(FramesError::AxisNumber { found }),
        }
    }
}

impl Axis {
    /// The axis' number in Modelica: 1, 2 or 3.
    pub fn number(self) -> i32 {
        self as i32 + 1
    }

    /// Unit vector along the axis.
    #[inline]
    pub fn unit<T: Scalar>(self) -> Vector3<T> {
        let (zero, one) = (T::zero(), T::one());
        match self {
            Self::X => Vector3::new(one, zero, zero),
            Self::Y => Vector3::new(zero, one, zero),
            Self::Z => Vector3::new(zero, zero, one),
        }
    }

    /// Transformation matrix of a turn of frame 1 by `angle` (rad) about this axis into frame 2.
    #[inline]
    pub fn matrix<T: Scalar>(self, angle: T) -> Matrix3<T> {
        let (zero, one) = (T::zero(), T::one());
        let (s, c) = angle.sin_cos();
        match self {
            Self::X => Matrix3::new(one, zero, zero, zero, c, s, zero, -s, c),
            Self::Y => Matrix3::new(c, zero, -s, zero, one, zero, s, zero, c),
            Self::Z => Matrix3::new(c, s, zero, -s, c, zero, zero, zero, one),
        }
    }
}

/// Unit vector along the coordinate axis with number 1, 2 or 3 (Frames.axis).
///
/// # Errors
/// [`FramesError::AxisNumber`] for any other number.
pub fn axis<T: Scalar>(number: i32) -> Result<Vector3<T>, FramesError> {
    Axis::try_from(number).map(Axis::unit)
}
