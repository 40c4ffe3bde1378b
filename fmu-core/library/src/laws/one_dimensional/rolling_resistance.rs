//! Resistance of a rolling wheel.

use super::speed_dependent::SpeedDependence;
use super::supported_flange::SupportedFlange;
use crate::laws::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, MotionView, Real, Signals, after, law_variables};

/// A force against the motion: the coefficient times the normal force of the weight on an inclined road.
#[derive(Clone, Debug, Binary)]
pub struct RollingResistance {
    pub driven: SupportedFlange,
    pub weight: Real,
    pub coefficient: Given,
    pub inclination: Given,
    pub small: Real,
    pub kind: SpeedDependence,
}

law_variables! {
    pub RollingResistanceVariable of RollingResistance {
        Speed: Motion speed,
        Resistance: Signals resistance,
        Nominal: Signals nominal,
    }
}

impl RollingResistance {
    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.driven.speed(view)
    }

    /// With MSL's sign, in which an accelerating force is positive.
    fn nominal<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let p = view.parameters();
        let (coefficient, tangent) = (self.coefficient.value(p, signals), self.inclination.value(p, signals));
        -coefficient * p[self.weight] / (T::one() + tangent * tangent).sqrt()
    }

    fn resistance<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        -self.nominal(view, signals) * self.kind.of(self.speed(view) / view.parameters()[self.small])
    }
}

impl Law for RollingResistance {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads([self.coefficient, self.inclination].into_iter().filter_map(Given::input))
            .touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let resistance = self.resistance(view, signals);
        self.driven.drive(view, -resistance);
    }
}
