//! Rows of wheels that roll on the plane z = 0.
//!
//! The material point of the wheel at the contact has zero velocity: along the vertical (where this is the derivative
//! of the height), along the wheel, and across it.

use super::Evaluation;
use super::articulated_body::{Row, RowEnds};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{LinkMotion, RollingContact, link_axes, vertical};

impl<T: Scalar> Evaluation<T> {
    /// The point of contact, and the rows of a wheel on a node of a link: height, along, across.
    #[inline(never)]
    pub(super) fn rolling_rows(&self, link: &LinkMotion<T>, node: usize, radius: usize) -> ([T; 3], [Row<T>; 3]) {
        let pose = &self.constants.nodes[node];
        let (axes, omega) = (link_axes(link), Vector3::from(link.omega));
        let from_origin = axes * pose.position;
        let centre = Vector3::from(link.position) + from_origin;
        let velocity = Vector3::from(link.velocity) + omega.cross(&from_origin);
        let axis = (axes * pose.axes).column(1).into_owned();
        let contact = RollingContact::new(axis, omega, self.parameters[radius]);
        let slip = velocity + omega.cross(&contact.arm);
        let carried = omega.cross(&velocity) + omega.cross(&contact.rates[0]);
        let row = |e: Vector3<T>, rate: Vector3<T>, residual: T| Row {
            ends: RowEnds::Force(e.into()),
            is_length: true,
            residual,
            rate: e.dot(&slip),
            drift: rate.dot(&slip) + e.dot(&carried),
        };
        let rows = [
            row(vertical(), Vector3::zeros(), centre.z + contact.arm.z),
            row(contact.along, contact.rates[1], T::zero()),
            row(contact.across, contact.rates[2], T::zero()),
        ];
        ((centre + contact.arm).into(), rows)
    }
}
