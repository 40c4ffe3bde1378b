//! Modelica.Mechanics.Rotational.Sources.Position

use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::class::*;
use crate::{Element, PrescribedLevel, SupportedFlange};
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, Law, MotionView, Real, ScalarIn, SignalIn, Signals, Source, after, law_variables};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Position",
    description: "Forced movement of a flange according to a reference angle signal",
    documentation: documentation!("position.md"),
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector("phi_ref", ConnectorKind::SignalInput(1), "rad", "Reference angle of flange with respect to support"),
    ],
    variables: &[
        variable("phi", "rad", "Rotation angle of flange with respect to support"),
        variable("w", "rad/s", "If exact = false, angular velocity of flange with respect to support"),
        variable("a", "rad/s2", "If exact = false, angular acceleration of flange with respect to support"),
    ],
    ..Class::element(build)
};

/// exact
pub(crate) const EXACT: Parameter =
    boolean("exact", false, "Exact treatment (true) or filtering of the input signal (false)");
/// f_crit
pub(crate) const F_CRIT: Parameter =
    real("f_crit", "Hz", "If exact = false, critical frequency of filter to filter input signal")
        .or(50.0)
        .only_if(&[("exact", "false")]);
/// w_crit
pub(crate) const W_CRIT: Parameter =
    real("w_crit", "rad/s", "Critical frequency").derived("2*pi*f_crit").only_if(&[("exact", "false")]);

fn build(e: &mut Element<'_>) {
    FilteredPosition::build(e, "phi_ref", ["phi", "w", "a"]);
}

/// The joint that moves a flange follows a filtered reference position: the Bessel filter of second order in MSL's
/// Rotational.Sources.Position, `a = ((ref - x) w_crit - af v) w_crit/bf`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FilteredPosition {
    driven: SupportedFlange,
    reference: ScalarIn,
    /// Critical frequency, rad/s.
    w_crit: Real,
}

law_variables! {
    /// What a filtered position shows.
    pub(crate) FilteredPositionVariable of FilteredPosition {
        Speed: Motion speed,
        // It reads the reference, which may come from a sensor.
        Acceleration: Signals acceleration,
    }
}

/// s coefficient of the Bessel filter.
const AF: f64 = 1.3617;
/// s^2 coefficient of the Bessel filter.
const BF: f64 = 0.6180;

impl FilteredPosition {
    /// Registers the law of `e` with the reference input and the names of position, speed and acceleration.
    pub(crate) fn build(e: &mut Element<'_>, reference: &str, names: [&str; 3]) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let reference = e.scalar_input(reference);
        let exact = e.boolean("exact");
        let level = if exact { PrescribedLevel::Position } else { PrescribedLevel::Acceleration };
        e.prescribe(driven.flange, level, Some(reference.into()), exact);
        driven.show_position(e, names[0]);
        if exact {
            e.add_variable(names[1], |_| Source::FlangeSpeed(driven.flange));
            e.add_variable(names[2], |_| Source::FlangeAcceleration(driven.flange));
            return;
        }
        let law = Self { driven, reference, w_crit: e.real("w_crit") };
        let law = e.add_law(law);
        e.show(names[1], law, FilteredPositionVariable::Speed);
        e.show(names[2], law, FilteredPositionVariable::Acceleration);
    }

    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_speed(self.driven.flange)
    }

    fn acceleration<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let w_crit = view.parameters()[self.w_crit];
        let SupportedFlange { flange, support } = self.driven;
        let support = support.map_or_else(T::zero, |support| view.flange_position(support));
        let error = signals.get(self.reference) + support - view.flange_position(flange);
        (error * w_crit - T::constant(AF) * view.flange_speed(flange)) * w_crit / T::constant(BF)
    }
}

impl Law for FilteredPosition {
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
