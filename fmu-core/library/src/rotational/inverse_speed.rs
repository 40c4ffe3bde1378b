//! The law of torques and forces that depend on the inverse of the speed.

use super::flange_drive::ShownDrive;
use crate::{Element, SupportedFlange};
use mechanism::scalar::Scalar;
use mechanism::{
    Contact, Discrete, Event, Law, ModeName, MotionView, Real, Signals, after, law_variables, relation_holds,
    relation_indicator,
};
use serde::{Deserialize, Serialize};

/// A constant power, which drives a flange relative to a support: nominal torque times nominal speed over the speed. Below the speed `small` it is
/// another law, with an event where it begins, since the torque jumps there. Mode 1 where the speed is below it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InverseSpeed {
    driven: SupportedFlange,
    nominal: Real,
    nominal_speed: Real,
    small: Real,
    /// The torque has the same direction in both directions of motion.
    one_direction: bool,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) InverseSpeedVariable of InverseSpeed {
        Speed: Motion speed,
        Drive: Motion drive,
    }
}

impl InverseSpeed {
    /// Registers the law of `e`: names of the nominal torque, of the nominal and the small speed, and of position, speed and torque.
    pub(crate) fn build(
        e: &mut Element<'_>,
        direction: &str,
        parameters: [&str; 3],
        [position, speed]: [&str; 2],
        drive: ShownDrive,
    ) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let one_direction = e.boolean(direction);
        let [nominal, nominal_speed, small] = parameters.map(|name| e.real(name));
        let law = e.add_law(Self { driven, nominal, nominal_speed, small, one_direction });
        driven.show_position(e, position);
        e.show(speed, law, InverseSpeedVariable::Speed);
        drive.add(e, driven.flange, |e, name| e.show(name, law, InverseSpeedVariable::Drive));
    }

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

    /// Positive below the small speed.
    fn slowness(&self, view: &MotionView<'_, f64>) -> f64 {
        view.parameters()[self.small] - self.speed(view).abs()
    }
}

impl Law for InverseSpeed {
    type Stage = after::Motion;

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        self.driven.contacts()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let drive = self.drive(view);
        self.driven.drive(view, drive);
    }

    // A search for the initial state may pass a speed of zero.
    fn first_mode(&self) -> i32 {
        1
    }

    fn has_mode(&self, mode: i32) -> bool {
        mode == 0 || mode == 1
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let is_slow = discrete.mode == 1;
        Some([if is_slow { "below the small speed" } else { "above the small speed" }, ""])
    }

    fn relations(&self) -> usize {
        1
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators[0] = relation_indicator(view.mode() == 1, self.slowness(view));
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = i32::from(relation_holds(event.mode == 1, self.slowness(view), event.is_initial));
    }
}
