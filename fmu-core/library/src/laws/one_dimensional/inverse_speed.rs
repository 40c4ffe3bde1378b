//! Torques and forces that depend on the inverse of the speed.

use super::supported_flange::SupportedFlange;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, MotionView, Real, Signals, after, law_variables,
    relation_holds, relation_indicator,
};

/// Constant power, which drives a flange relative to a support: nominal torque times nominal speed divided by the
/// speed. Below the speed `small` (mode 1) the torque is regularized; it jumps there, so that there is an event.
#[derive(Clone, Debug, Binary)]
pub struct InverseSpeed {
    pub driven: SupportedFlange,
    pub nominal: Real,
    pub nominal_speed: Real,
    pub small: Real,
    /// The torque does not depend on the direction of motion.
    pub one_direction: bool,
}

law_variables! {
    pub InverseSpeedVariable of InverseSpeed {
        Speed: Motion speed,
        Drive: Motion drive,
    }
}

impl InverseSpeed {
    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.driven.speed(view)
    }

    fn drive<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let (p, speed) = (view.parameters(), self.speed(view));
        let (nominal, power, small) = (p[self.nominal], p[self.nominal] * p[self.nominal_speed], p[self.small]);
        match (self.one_direction, view.mode() == 1) {
            (true, true) => power / small,
            (true, false) => power / speed.abs(),
            (false, true) => nominal * speed / small,
            (false, false) => power / speed,
        }
    }

    /// Positive below the speed `small`.
    fn slowness(&self, view: &MotionView<'_, f64>) -> f64 {
        view.parameters()[self.small] - self.speed(view).abs()
    }
}

impl Law for InverseSpeed {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = 0..=1;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let drive = self.drive(view);
        self.driven.drive(view, drive);
    }

    // The search for the initial state may pass through zero speed.
    fn first_mode(&self) -> i32 {
        1
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let is_slow = discrete.mode == 1;
        Some([if is_slow { "below the small speed" } else { "above the small speed" }, ""])
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators[0] = relation_indicator(view.mode() == 1, self.slowness(view));
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = i32::from(relation_holds(event.mode == 1, self.slowness(view), event.is_initial));
    }
}
