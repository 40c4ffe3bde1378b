//! Torques and forces that depend on the speed.

use super::supported_flange::SupportedFlange;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, MotionView, Real, Signals, after, law_variables};
use std::f64::consts::FRAC_PI_2;

/// Torque or force relative to the nominal one, as a function of `r`, the speed divided by the nominal speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum SpeedDependence {
    /// r
    Linear,
    /// abs(r)
    Magnitude,
    /// r abs(r)
    OddSquare,
    /// r^2
    Square,
    /// 2/(1 + exp(-100 r)) - 1, the hyperbolic tangent of 50 r
    Exponential,
    /// sin(pi r/2) up to one, then the sign of r
    Sine,
    /// r up to one, then the sign of r
    Clipped,
    /// sign(r) (1 - cos(pi r/2)) up to one, then the sign of r
    Cosine,
}

/// A nominal torque or force times a function of the speed of a flange, relative to a support.
#[derive(Clone, Debug, Binary)]
pub struct SpeedDependent {
    pub driven: SupportedFlange,
    pub nominal: Real,
    pub nominal_speed: Real,
    pub kind: SpeedDependence,
}

law_variables! {
    pub SpeedDependentVariable of SpeedDependent {
        Speed: Motion speed,
        Drive: Motion drive,
    }
}

impl SpeedDependent {
    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.driven.speed(view)
    }

    fn drive<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        p[self.nominal] * self.kind.of(self.speed(view) / p[self.nominal_speed])
    }
}

impl SpeedDependence {
    /// The regularized sign function of a literal of the enumeration `Regularization`.
    pub fn regularized(literal: &str) -> Self {
        match literal {
            "Sine" => Self::Sine,
            "Linear" => Self::Clipped,
            "CoSine" => Self::Cosine,
            _ => Self::Exponential,
        }
    }

    /// Value at `r`.
    pub fn of<T: Scalar>(self, r: T) -> T {
        let sign = T::constant(if r.value() < 0.0 { -1.0 } else { 1.0 });
        let quarter = || r * T::constant(FRAC_PI_2);
        match self {
            Self::Linear => r,
            Self::Magnitude => r.abs(),
            Self::OddSquare => r * r.abs(),
            Self::Square => r * r,
            Self::Exponential => (r * T::constant(50.0)).tanh(),
            _ if r.value().abs() >= 1.0 => sign,
            Self::Sine => quarter().sin(),
            Self::Clipped => r,
            Self::Cosine => sign * (T::one() - quarter().cos()),
        }
    }
}

impl Law for SpeedDependent {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let drive = self.drive(view);
        self.driven.drive(view, drive);
    }
}
