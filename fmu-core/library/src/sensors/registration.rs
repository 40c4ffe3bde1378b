//! Registration of the laws of sensors.

use crate::Element;
use crate::laws::resolve::Resolve;
use crate::laws::sensors::angles::AnglesLaw;
use crate::laws::sensors::motion::{
    AccelerationQuantity, AccelerationVector, Measured, MotionQuantity, MotionVector, Relative,
};

impl AnglesLaw {
    /// Registers the angles from the world frame to frame_a, if the signal output `angles` exists.
    pub(super) fn absolute(e: &mut Element<'_>) {
        Self::build(e, None, "frame_a");
    }

    /// Registers the angles from frame_a to frame_b, if the signal output `angles` exists.
    pub(super) fn relative(e: &mut Element<'_>) {
        Self::build(e, Some("frame_a"), "frame_b");
    }

    fn build(e: &mut Element<'_>, frame_a: Option<&str>, frame: &str) {
        if let Some(output) = e.vector_output("angles") {
            let law = Self {
                frame_a: frame_a.map(|name| e.frame(name)),
                frame: e.frame(frame),
                sequence: e.sequence("sequence"),
                guess_angle_1: e.real("guessAngle1"),
                output,
            };
            e.add_law(law);
        }
    }
}

impl Measured {
    /// The motion of frame_a relative to the world, for the signal output called `output` if it exists.
    fn absolute(e: &Element<'_>, output: &str) -> Option<Self> {
        let output = e.vector_output(output)?;
        Some(Self { frame: e.frame("frame_a"), relative: None, resolved: e.resolve("resolveInFrame"), output })
    }

    /// The motion of frame_b relative to frame_a, for the signal output called `output` if it exists.
    fn relative(e: &Element<'_>, output: &str, [differentiated, resolved]: [Resolve; 2]) -> Option<Self> {
        let output = e.vector_output(output)?;
        let relative = Some(Relative { frame_a: e.frame("frame_a"), differentiated });
        Some(Self { frame: e.frame("frame_b"), relative, resolved, output })
    }
}

impl MotionVector {
    /// Registers the law for the signal output called `output`, if that exists.
    pub(super) fn absolute(e: &mut Element<'_>, output: &str, quantity: MotionQuantity) {
        if let Some(measured) = Measured::absolute(e, output) {
            e.add_law(Self { measured, quantity });
        }
    }

    /// Registers the law for the signal output called `output`, if that exists, with the frames in which it is differentiated and resolved.
    pub(super) fn relative(e: &mut Element<'_>, output: &str, quantity: MotionQuantity, frames: [Resolve; 2]) {
        if let Some(measured) = Measured::relative(e, output, frames) {
            e.add_law(Self { measured, quantity });
        }
    }
}

impl AccelerationVector {
    /// See [`MotionVector::absolute`].
    pub(super) fn absolute(e: &mut Element<'_>, output: &str, quantity: AccelerationQuantity) {
        if let Some(measured) = Measured::absolute(e, output) {
            e.add_law(Self { measured, quantity });
        }
    }

    /// See [`MotionVector::relative`].
    pub(super) fn relative(e: &mut Element<'_>, output: &str, quantity: AccelerationQuantity, frames: [Resolve; 2]) {
        if let Some(measured) = Measured::relative(e, output, frames) {
            e.add_law(Self { measured, quantity });
        }
    }
}
