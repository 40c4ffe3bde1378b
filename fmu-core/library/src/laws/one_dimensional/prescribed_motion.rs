//! Prescribed motion of a flange.

use super::drives::SupportedFlange;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, FlangeId, Law, MotionView, Real, ScalarIn, Signals, TimeView, after, law_variables};

/// Prescribes the speed of the joint that moves a flange.
#[derive(Clone, Debug, Binary)]
pub struct ConstantSpeedLaw {
    pub driven: SupportedFlange,
    pub speed: Real,
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
        view.prescribe_speed(self.driven.flange, view.parameters()[self.speed]);
        view.prescribe_acceleration(self.driven.flange, T::zero());
    }
}

/// Prescribes position, speed and acceleration of a flange by signals.
#[derive(Clone, Debug, Binary)]
pub struct MoveLaw {
    pub driven: SupportedFlange,
    pub position: ScalarIn,
    /// Speed and acceleration; none: the flange follows a signal of the speed.
    pub rates: Option<[ScalarIn; 2]>,
}

impl Law for MoveLaw {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let rates = self.rates.into_iter().flatten();
        Connections::default().reads(std::iter::once(self.position).chain(rates)).touches(self.driven.contacts())
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let SupportedFlange { flange, support } = self.driven;
        view.prescribe_position(flange, support, signals.get(self.position));
        if let Some([speed, acceleration]) = self.rates {
            view.prescribe_speed(flange, signals.get(speed));
            view.prescribe_acceleration(flange, signals.get(acceleration));
        }
    }
}

/// The joint that moves a flange follows a filtered reference position: the Bessel filter of second order in MSL's
/// Rotational.Sources.Position, `a = ((ref - x) w_crit - af v) w_crit/bf`.
#[derive(Clone, Debug, Binary)]
pub struct FilteredPosition {
    pub driven: SupportedFlange,
    pub reference: ScalarIn,
    /// Critical frequency, rad/s.
    pub w_crit: Real,
}

law_variables! {
    pub FilteredPositionVariable of FilteredPosition, |law, view, signals| {
        Speed: Motion (view.flange_speed(law.driven.flange)),
        // The reference may come from a sensor, which needs the acceleration stage.
        Acceleration: Signals acceleration,
    }
}

/// s coefficient of the Bessel filter.
const AF: f64 = 1.3617;

/// s^2 coefficient of the Bessel filter.
const BF: f64 = 0.6180;

impl FilteredPosition {
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
        view.prescribe_acceleration(self.driven.flange, self.acceleration(view, signals));
    }
}

/// Prescribes the acceleration of a flange by a signal, or by a reference speed through a first-order filter: `a = (ref
/// - v) w_crit`.
#[derive(Clone, Debug, Binary)]
pub struct DrivenMotion {
    pub driven: SupportedFlange,
    pub reference: ScalarIn,
    /// Critical frequency, rad/s, if the reference is a speed.
    pub w_crit: Option<Real>,
}

law_variables! {
    pub DrivenMotionVariable of DrivenMotion, |law, view, signals| {
        Speed: Motion (law.driven.speed(view)),
        // The reference may come from a sensor, which needs the acceleration stage.
        Acceleration: Signals acceleration,
        Error: Signals error,
    }
}

impl DrivenMotion {
    fn error<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        signals.get(self.reference) - self.driven.speed(view)
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
        view.prescribe_acceleration(self.driven.flange, self.acceleration(view, signals));
    }
}
