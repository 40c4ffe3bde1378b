//! A flange and the support that takes the reaction of what acts on it.

use super::Element;
use super::rotational::add_angle_to_support;
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, MotionView};
use serde::{Deserialize, Serialize};

/// What a source acts on: a flange, seen from a support, or from the ground where there is none.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct SupportedFlange {
    /// The flange.
    pub flange: FlangeId,
    /// Its support.
    pub support: Option<FlangeId>,
}

impl SupportedFlange {
    /// The flange and the support of `e`.
    pub fn of(e: &Element<'_>) -> Option<Self> {
        Some(Self { flange: e.flange("flange")?, support: e.flange("support") })
    }

    /// The flange alone, for a law that its support means nothing to.
    pub fn alone(self) -> Self {
        Self { support: None, ..self }
    }

    /// Shows the position of the flange relative to the support as the variable `name` of `e`.
    pub fn show_position(self, e: &mut Element<'_>, name: &str) {
        add_angle_to_support(e, name, self.flange, self.support);
    }

    /// What the law is connected to.
    pub fn contacts(self) -> Vec<Contact> {
        std::iter::once(self.flange).chain(self.support).map(Contact::Flange).collect()
    }

    /// Becomes another flange, without a support, if it is `flange` ([`mechanism::Law::prescribe_instead`]).
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
