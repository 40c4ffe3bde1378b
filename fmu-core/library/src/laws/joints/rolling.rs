//! Variables of a rolling wheel.

use binary::Binary;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::{
    Connections, Contact, FrameId, Law, MotionView, ReactionView, Real, RollingContact, after, law_variables, vertical,
};

/// Variables of a wheel on the ground.
#[derive(Clone, Debug, Binary)]
pub struct RollingLaw {
    pub frame: FrameId,
    pub radius: Real,
}

law_variables! {
    pub RollingVariable of RollingLaw {
        Contact: Motion contact_point,
        Error: Motion error,
        Force: Reaction force,
        NormalForce: Reaction normal_force,
        LateralForce: Reaction lateral_force,
        LongitudinalForce: Reaction longitudinal_force,
    }
}

impl RollingLaw {
    #[inline(never)]
    fn contact<T: Scalar>(&self, view: &MotionView<'_, T>) -> RollingContact<T> {
        let axis = view.axes(self.frame).column(1).into_owned();
        RollingContact::new(axis, Vector3::zeros(), view.parameters()[self.radius])
    }

    fn contact_point<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        view.r_0(self.frame) + self.contact(view).arm
    }

    fn error<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        (length(&self.contact(view).arm) - view.parameters()[self.radius]).abs()
    }

    fn force<T: Scalar>(&self, view: &ReactionView<'_, T>) -> Vector3<T> {
        -view.whole_force(self.frame)
    }

    fn normal_force<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.force(view).dot(&vertical())
    }

    fn lateral_force<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.force(view).dot(&self.contact(view).across)
    }

    fn longitudinal_force<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.force(view).dot(&self.contact(view).along)
    }
}

impl Law for RollingLaw {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().touches([Contact::Seen(self.frame)])
    }
}
