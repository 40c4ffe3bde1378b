//! Start values of a flange given by signals.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Connections, Contact, FlangeId, Law, MotionView, ScalarIn, Signals, after, law_variables,
};

/// Compares the motion of a flange with its start values.
#[derive(Clone, Debug, Binary)]
pub struct FlangeStart {
    pub flange: FlangeId,
    /// Position, speed, acceleration.
    pub inputs: [Option<ScalarIn>; 3],
}

law_variables! {
    /// Differences between the motion and the start values, zero at the start.
    pub FlangeStartVariable of FlangeStart {
        Position: Signals position,
        Speed: Signals speed,
        Acceleration: Acceleration acceleration with_signals,
    }
}

impl FlangeStart {
    fn less<T: Scalar>(&self, value: T, k: usize, signals: &Signals<'_, T>) -> T {
        value - self.inputs[k].map_or_else(T::zero, |input| signals.get(input))
    }

    fn position<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.less(view.flange_position(self.flange), 0, signals)
    }

    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.less(view.flange_speed(self.flange), 1, signals)
    }

    fn acceleration<T: Scalar>(&self, view: &AccelerationView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.less(view.flange_acceleration(self.flange), 2, signals)
    }
}

impl Law for FlangeStart {
    type Stage = after::Motion;
    // The initial state depends on its inputs, which must be known together with those of acting laws.
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.into_iter().flatten()).touches([Contact::Flange(self.flange)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        view.drive(self.flange, None, T::zero());
    }
}
