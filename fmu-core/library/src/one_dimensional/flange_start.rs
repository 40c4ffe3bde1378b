//! Start values of a flange by signals: InitializeFlange.

use super::Quantity;
use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Connections, Contact, FlangeId, Law, MotionView, ScalarIn, Signals, Source, after, law_variables,
};
use serde::{Deserialize, Serialize};

/// Compares the motion of a flange with its start values; it acts on nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeStart {
    flange: FlangeId,
    /// Position, speed, acceleration.
    inputs: [Option<ScalarIn>; 3],
}

law_variables! {
    /// Differences between the motion and the start values, zero at the start.
    pub(crate) FlangeStartVariable of FlangeStart {
        Position: Signals position,
        Speed: Signals speed,
        Acceleration: Acceleration acceleration with_signals,
    }
}

impl FlangeStart {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(flange) = e.flange("flange") else { return };
        let Quantity { starts, use_starts, initialized: [position, speed], .. } = *Quantity::of(e);
        let uses = use_starts.map(|name| e.boolean(name));
        let inputs: [Option<ScalarIn>; 3] = std::array::from_fn(|k| uses[k].then(|| e.scalar_input(starts[k])));
        let law = e.add_law(Self { flange, inputs });
        e.add_variable(position, |_| Source::FlangePosition(flange));
        e.add_variable(speed, |_| Source::FlangeSpeed(flange));
        let differences =
            [FlangeStartVariable::Position, FlangeStartVariable::Speed, FlangeStartVariable::Acceleration];
        for (k, difference) in differences.into_iter().enumerate().filter(|(k, _)| uses[*k]) {
            e.start_at_zero(starts[k], law, difference, k as u8);
        }
    }

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
    // The initial state depends on what it reads, so that this has to be known with what acts.
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.into_iter().flatten()).touches([Contact::Flange(self.flange)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        view.drive(self.flange, None, T::zero());
    }
}
