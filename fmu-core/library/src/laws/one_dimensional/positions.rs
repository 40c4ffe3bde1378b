//! Positions between two flanges.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, FlangeId, Law, MotionView, after, law_variables};

/// The middle between two flanges.
#[derive(Clone, Debug, Binary)]
pub struct FlangeMiddle {
    pub flange_a: FlangeId,
    pub flange_b: FlangeId,
}

law_variables! {
    pub FlangeMiddleVariable of FlangeMiddle {
        Position: Motion position,
    }
}

impl Law for FlangeMiddle {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().touches([self.flange_a, self.flange_b].map(Contact::Flange))
    }
}

impl FlangeMiddle {
    fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        (view.flange_position(self.flange_a) + view.flange_position(self.flange_b)) * T::constant(0.5)
    }
}

/// The position of a flange relative to another one.
#[derive(Clone, Debug, Binary)]
pub struct FlangeDistance {
    pub flange: FlangeId,
    pub support: FlangeId,
}

law_variables! {
    pub FlangeDistanceVariable of FlangeDistance {
        Position: Motion position,
    }
}

impl Law for FlangeDistance {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().touches([Contact::Flange(self.flange), Contact::Flange(self.support)])
    }
}

impl FlangeDistance {
    fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_position(self.flange) - view.flange_position(self.support)
    }
}
