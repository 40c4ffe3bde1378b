//! Modelica.Mechanics.Rotational.Sources.Speed

use super::position::{EXACT, F_CRIT, W_CRIT};
use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::class::*;
use crate::{Element, PrescribedLevel, SupportedFlange};
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, Law, MotionView, Real, ScalarIn, SignalIn, Signals, Source, after, law_variables};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Speed",
    description: "Forced movement of a flange according to a reference angular velocity signal",
    documentation: documentation!("speed.md"),
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector(
            "w_ref",
            ConnectorKind::SignalInput(1),
            "rad/s",
            "Reference angular velocity of flange with respect to support",
        ),
    ],
    variables: &[
        variable("phi", "rad", "Rotation angle of flange with respect to support").fixed_at_start(),
        variable("w", "rad/s", "Angular velocity of flange with respect to support").with_start(),
        variable("a", "rad/s2", "Angular acceleration of flange with respect to support"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    DrivenMotion::speed(e, "w_ref", ["phi", "w", "a"]);
}

/// The joint that moves a flange has the acceleration that a signal says, or follows a reference speed through a filter of first order:
/// `a = (ref - v) w_crit`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DrivenMotion {
    driven: SupportedFlange,
    reference: ScalarIn,
    /// Critical frequency, rad/s, where the reference is a speed.
    w_crit: Option<Real>,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) DrivenMotionVariable of DrivenMotion {
        Speed: Motion speed_now,
        // These read the reference, which may come from a sensor.
        Acceleration: Signals acceleration,
        Error: Signals error,
    }
}

impl DrivenMotion {
    /// Registers the law of `e`, whose acceleration is the input `reference`, and the names of position, speed and acceleration.
    pub(crate) fn accelerate(e: &mut Element<'_>, reference: &str, names: [&str; 3]) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let starts = [e.start(names[0]), e.start(names[1])];
        e.prescribe_from(driven.flange, (PrescribedLevel::Acceleration, None, false), starts);
        driven.show_position(e, names[0]);
        let law = e.add_law(Self { driven: driven.alone(), reference: e.scalar_input(reference), w_crit: None });
        e.show(names[1], law, DrivenMotionVariable::Speed);
        e.show(names[2], law, DrivenMotionVariable::Acceleration);
    }

    /// Registers what makes the flange of `e` follow the speed `reference`, and the names of position, speed and acceleration.
    pub(crate) fn speed(e: &mut Element<'_>, reference: &str, names: [&str; 3]) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let (starts, exact) = ([e.start(names[0]), e.start(names[1])], e.boolean("exact"));
        let reference = e.scalar_input(reference);
        driven.show_position(e, names[0]);
        if exact {
            e.prescribe_from(driven.flange, (PrescribedLevel::Speed, Some(reference.into()), true), starts);
            e.add_variable(names[1], |_| Source::FlangeSpeed(driven.flange));
            e.add_variable(names[2], |_| Source::FlangeAcceleration(driven.flange));
            return;
        }
        e.prescribe_from(driven.flange, (PrescribedLevel::Acceleration, None, false), starts);
        let law = e.add_law(Self { driven: driven.alone(), reference, w_crit: Some(e.real("w_crit")) });
        e.show(names[1], law, DrivenMotionVariable::Speed);
        e.show(names[2], law, DrivenMotionVariable::Acceleration);
        // The filter starts at rest.
        e.start_at_zero(names[1], law, DrivenMotionVariable::Error, 1);
    }

    fn speed_now<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.driven.speed(view)
    }

    fn error<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        signals.get(self.reference) - self.speed_now(view)
    }

    fn acceleration<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match self.w_crit {
            None => signals.get(self.reference),
            Some(w_crit) => self.error(view, signals) * view.parameters()[w_crit],
        }
    }
}

impl Law for DrivenMotion {
    type Stage = after::Motion;

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.reference.into()]
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        self.driven.contacts()
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let acceleration = self.acceleration(view, signals);
        view.prescribe_acceleration(self.driven.flange, acceleration);
    }
}
