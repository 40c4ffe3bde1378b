//! Variables of a rod between two spherical joints, or between a universal and a spherical one.

use binary::Binary;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::{
    AccelerationView, Connections, Contact, FrameId, Law, MotionView, ReactionView, Real, after, law_variables,
};

/// Quantities of the rod from frame_a to frame_b.
#[derive(Clone, Debug, Binary)]
pub struct RodLaw {
    pub frame_a: FrameId,
    pub frame_b: FrameId,
    /// Mass of a point mass in the middle, kg.
    pub m: Option<Real>,
}

law_variables! {
    pub RodVariable of RodLaw {
        Rod: Motion rod,
        RodInA: Motion rod_in_a,
        DirectionInA: Motion direction_in_a,
        Middle: Motion middle,
        MiddleVelocity: Motion middle_velocity,
        MassForceInA: Acceleration mass_force_in_a,
        AxialMassForceInA: Acceleration axial_mass_force_in_a,
        CrossForceInA: Reaction cross_force_in_a,
        AxialForce: Reaction axial_force,
    }
}

impl RodLaw {
    /// Vector from frame_a to frame_b, world axes.
    #[inline(never)]
    fn rod<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        view.r_0(self.frame_b) - view.r_0(self.frame_a)
    }

    #[inline(never)]
    fn direction<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        let rod = self.rod(view);
        rod / length(&rod)
    }

    #[inline(never)]
    fn in_a<T: Scalar>(&self, view: &MotionView<'_, T>, v: Vector3<T>) -> Vector3<T> {
        view.axes(self.frame_a).transpose() * v
    }

    fn rod_in_a<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        self.in_a(view, self.rod(view))
    }

    fn direction_in_a<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        self.in_a(view, self.direction(view))
    }

    fn middle<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        (view.r_0(self.frame_a) + view.r_0(self.frame_b)) * T::constant(0.5)
    }

    fn middle_velocity<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        (view.v_0(self.frame_a) + view.v_0(self.frame_b)) * T::constant(0.5)
    }

    /// Inertial force of the mass in the middle, world axes.
    #[inline(never)]
    fn mass_force<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> Vector3<T> {
        let Some(m) = self.m else { return Vector3::zeros() };
        let a = (view.a_0(self.frame_a) + view.a_0(self.frame_b)) * T::constant(0.5);
        (a - view.gravity(&self.middle(view))) * view.parameters()[m]
    }

    fn mass_force_in_a<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> Vector3<T> {
        self.in_a(view, self.mass_force(view))
    }

    fn axial_mass_force_in_a<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> Vector3<T> {
        let e = self.direction(view);
        self.in_a(view, e * e.dot(&self.mass_force(view)))
    }

    fn cross_force_in_a<T: Scalar>(&self, view: &ReactionView<'_, T>) -> Vector3<T> {
        let (e, force) = (self.direction(view), view.whole_force(self.frame_b));
        self.in_a(view, force - e * e.dot(&force) + e * e.dot(&self.mass_force(view)))
    }

    /// The axial force of the mass acts at frame_b only.
    fn axial_force<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.direction(view).dot(&(self.mass_force(view) - view.whole_force(self.frame_b)))
    }
}

impl Law for RodLaw {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().touches([self.frame_a, self.frame_b].map(Contact::Seen))
    }
}
