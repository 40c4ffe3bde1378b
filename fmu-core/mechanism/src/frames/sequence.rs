//! Rotation sequences: orientations as three turns about coordinate axes.

use super::quaternions::{self, Quaternion};
use super::{Axis, FramesError};
use crate::scalar::{Matrix3, Scalar};
use binary::Binary;
use std::fmt;

/// The axes of three successive rotations, each about an axis of the frame as the turn before left it. Neighbours differ, so twelve
/// sequences exist: six of Cardan (three different axes), six of Euler (first and third axis equal).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub struct Sequence([Axis; 3]);

impl Default for Sequence {
    /// {1, 2, 3}, the default of the Modelica Standard Library.
    fn default() -> Self {
        Self([Axis::X, Axis::Y, Axis::Z])
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.numbers();
        write!(f, "{{{first}, {second}, {third}}}")
    }
}

impl TryFrom<[i32; 3]> for Sequence {
    type Error = FramesError;

    /// The sequence with these axis numbers.
    ///
    /// # Errors
    /// [`FramesError::RotationSequence`] if a number is not 1, 2 or 3, or neighbours are equal.
    fn try_from(found: [i32; 3]) -> Result<Self, FramesError> {
        let error = FramesError::RotationSequence { found };
        match found.map(Axis::try_from) {
            [Ok(first), Ok(second), Ok(third)] if first != second && second != third => {
                Ok(Self([first, second, third]))
            }
            _ => Err(error),
        }
    }
}

impl Sequence {
    /// The axes in the order of the turns.
    pub fn axes(self) -> [Axis; 3] {
        self.0
    }

    /// The axis numbers in the order of the turns.
    pub fn numbers(self) -> [i32; 3] {
        self.0.map(Axis::number)
    }

    /// Transformation matrix of the three turns by `angles` (rad).
    #[inline]
    pub fn matrix<T: Scalar>(self, angles: [T; 3]) -> Matrix3<T> {
        let [first, second, third] = self.0;
        third.matrix(angles[2]) * second.matrix(angles[1]) * first.matrix(angles[0])
    }

    /// The quaternion of the three rotations: the product of theirs.
    pub fn quaternion<T: Scalar>(self, angles: [T; 3]) -> Quaternion<T> {
        let mut q = quaternions::null_rotation();
        for (k, axis) in self.axes().into_iter().enumerate() {
            q = quaternions::absolute_rotation(&q, &quaternions::planar_rotation_unit(axis.unit(), angles[k]));
        }
        q
    }
}
