//! Laws of sources that prescribe the motion of a flange.

use super::{Quantity, SupportedFlange};
use crate::{Element, PrescribedLevel};
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, FlangeId, Law, MotionView, Real, ScalarIn, Signals, Source, TimeView, VectorIn, after, law_variables,
};
use serde::{Deserialize, Serialize};

/// Prescribes the speed of the joint that moves a flange.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConstantSpeedLaw {
    driven: SupportedFlange,
    speed: Real,
}

impl ConstantSpeedLaw {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { constant_speed, motion: [_, rate, _], .. } = *Quantity::of(e);
        e.prescribe(driven.flange, PrescribedLevel::Speed, None, false);
        let speed = e.real(constant_speed);
        e.add_law(Self { driven: driven.alone(), speed });
        driven.show_position(e);
        e.add_variable(rate, |_| Source::Parameter(speed.address()));
    }
}

impl Law for ConstantSpeedLaw {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.driven.contacts())
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, _signals: &mut Signals<'_, T>) {
        let speed = view.parameters()[self.speed];
        view.prescribe_speed(self.driven.flange, speed);
        view.prescribe_acceleration(self.driven.flange, T::zero());
    }
}

/// Prescribes position, speed and acceleration of a flange by three signals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MoveLaw {
    driven: SupportedFlange,
    /// Position, speed and acceleration.
    motion: VectorIn,
}

impl MoveLaw {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let law = Self { driven, motion: e.vector_input("u") };
        e.prescribe(driven.flange, PrescribedLevel::Position, Some(law.motion.into()), false);
        driven.show_position(e);
        e.add_law(law);
    }
}

impl Law for MoveLaw {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.motion]).touches(self.driven.contacts())
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let [position, speed, acceleration] = signals.vector(self.motion).into();
        let SupportedFlange { flange, support } = self.driven;
        view.prescribe_position(flange, support, position);
        view.prescribe_speed(flange, speed);
        view.prescribe_acceleration(flange, acceleration);
    }
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
    /// Variables that the law calculates.
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
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { motion: [_, speed, acceleration], references: [reference, ..], .. } = *Quantity::of(e);
        let reference = e.scalar_input(reference);
        let exact = e.boolean("exact");
        let level = if exact { PrescribedLevel::Position } else { PrescribedLevel::Acceleration };
        e.prescribe(driven.flange, level, Some(reference.into()), exact);
        driven.show_position(e);
        if exact {
            e.add_variable(speed, |_| Source::FlangeSpeed(driven.flange));
            e.add_variable(acceleration, |_| Source::FlangeAcceleration(driven.flange));
            return;
        }
        let law = e.add_law(Self { driven, reference, w_crit: e.real("w_crit") });
        e.show(speed, law, FilteredPositionVariable::Speed);
        e.show(acceleration, law, FilteredPositionVariable::Acceleration);
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
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.reference]).touches(self.driven.contacts())
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let acceleration = self.acceleration(view, signals);
        view.prescribe_acceleration(self.driven.flange, acceleration);
    }
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
    /// Registers the law of `e`, whose acceleration is the reference.
    pub(crate) fn accelerate(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { motion: [position, speed, acceleration], references: [.., reference], .. } = *Quantity::of(e);
        let starts = [e.start(position), e.start(speed)];
        e.prescribe_from(driven.flange, (PrescribedLevel::Acceleration, None, false), starts);
        driven.show_position(e);
        let law = e.add_law(Self { driven: driven.alone(), reference: e.scalar_input(reference), w_crit: None });
        e.show(speed, law, DrivenMotionVariable::Speed);
        e.show(acceleration, law, DrivenMotionVariable::Acceleration);
    }

    /// Registers the law of `e`, whose flange follows a reference speed.
    pub(crate) fn speed(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { motion: [position, speed, acceleration], references: [_, reference, _], .. } = *Quantity::of(e);
        let (starts, exact) = ([e.start(position), e.start(speed)], e.boolean("exact"));
        let reference = e.scalar_input(reference);
        driven.show_position(e);
        if exact {
            e.prescribe_from(driven.flange, (PrescribedLevel::Speed, Some(reference.into()), true), starts);
            e.add_variable(speed, |_| Source::FlangeSpeed(driven.flange));
            e.add_variable(acceleration, |_| Source::FlangeAcceleration(driven.flange));
            return;
        }
        e.prescribe_from(driven.flange, (PrescribedLevel::Acceleration, None, false), starts);
        let law = e.add_law(Self { driven: driven.alone(), reference, w_crit: Some(e.real("w_crit")) });
        e.show(speed, law, DrivenMotionVariable::Speed);
        e.show(acceleration, law, DrivenMotionVariable::Acceleration);
        // The filter starts at rest.
        e.start_at_zero(speed, law, DrivenMotionVariable::Error, 1);
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
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.reference]).touches(self.driven.contacts())
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let acceleration = self.acceleration(view, signals);
        view.prescribe_acceleration(self.driven.flange, acceleration);
    }
}
