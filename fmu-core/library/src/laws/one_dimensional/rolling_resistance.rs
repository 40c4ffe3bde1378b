//! Resistance of a rolling wheel.

use super::speed_dependent::SpeedDependence;
use super::supported_flange::SupportedFlange;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, MotionView, Real, ScalarIn, Signals, after, law_variables};
use serde::{Deserialize, Serialize};

/// A parameter or a signal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Given {
    Parameter(Real),
    Signal(ScalarIn),
}

impl Given {
    fn value<T: Scalar>(self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match self {
            Self::Parameter(parameter) => view.parameters()[parameter],
            Self::Signal(input) => signals.get(input),
        }
    }
}

/// A force against the motion: the coefficient times the normal force of the weight on an inclined road.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RollingResistance {
    pub driven: SupportedFlange,
    pub weight: Real,
    pub coefficient: Given,
    pub inclination: Given,
    pub small: Real,
    pub kind: SpeedDependence,
}

law_variables! {
    /// Variables that the law calculates.
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
        let (coefficient, tangent) = (self.coefficient.value(view, signals), self.inclination.value(view, signals));
        -coefficient * view.parameters()[self.weight] / (T::one() + tangent * tangent).sqrt()
    }

    fn resistance<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        -self.nominal(view, signals) * self.kind.of(self.speed(view) / view.parameters()[self.small])
    }
}

impl Law for RollingResistance {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let signal = |given: Given| if let Given::Signal(input) = given { Some(input) } else { None };
        Connections::default()
            .reads([self.coefficient, self.inclination].into_iter().filter_map(signal))
            .touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let resistance = self.resistance(view, signals);
        self.driven.drive(view, -resistance);
    }
}
