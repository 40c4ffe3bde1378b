//! A flange and the support that takes the reaction.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, MotionView};

/// A flange with its support.
#[derive(Clone, Copy, Debug, Binary)]
pub struct SupportedFlange {
    /// The flange that a source acts on.
    pub flange: FlangeId,
    /// Its support; none: the ground.
    pub support: Option<FlangeId>,
}

impl SupportedFlange {
    /// The flange without its support.
    pub fn alone(self) -> Self {
        Self { support: None, ..self }
    }

    /// Contacts of the law.
    pub fn contacts(self) -> Vec<Contact> {
        std::iter::once(self.flange).chain(self.support).map(Contact::Flange).collect()
    }

    /// Replaces the flange by another one without a support, if it is `flange` ([`mechanism::Law::prescribe_instead`]).
    pub fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        if self.flange == flange {
            *self = Self { flange: other, support: None };
        }
    }

    /// Speed of the flange relative to the support.
    pub fn speed<T: Scalar>(self, view: &MotionView<'_, T>) -> T {
        let support = self.support.map_or_else(T::zero, |support| view.flange_speed(support));
        view.flange_speed(self.flange) - support
    }

    /// Drives the flange with a torque or force against the support.
    pub fn drive<T: Scalar>(self, view: &mut MotionView<'_, T>, drive: T) {
        view.drive(self.flange, self.support, drive);
    }
}
