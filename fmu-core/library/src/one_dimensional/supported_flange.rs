//! A flange and the support that takes the reaction of what acts on it.

use super::Quantity;
use super::transmission::show_position;
use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, MotionView, Source};
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

    /// The flange without its support.
    pub fn alone(self) -> Self {
        Self { support: None, ..self }
    }

    /// Shows the position of the flange relative to the support.
    pub fn show_position(self, e: &mut Element<'_>) {
        show_position(e, Quantity::of(e).motion[0], self.flange, self.support);
    }

    /// Shows the torque or force of a source: what accelerates the flange in Rotational, which `accelerating` registers, and the flow into
    /// the flange, the opposite, in Translational.
    pub fn show_flow(self, e: &mut Element<'_>, accelerating: impl FnOnce(&mut Element<'_>, &str)) {
        let Quantity { flow, shows_accelerating, .. } = Quantity::of(e);
        if *shows_accelerating {
            accelerating(e, flow);
        } else {
            e.add_variable(flow, |_| Source::FlangeFlow(self.flange));
        }
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
