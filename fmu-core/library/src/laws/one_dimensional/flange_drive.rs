//! Torques and forces given by a signal or a parameter.

use super::supported_flange::SupportedFlange;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Instant, Law, Parameters, Real, ScalarIn, Signals, TimeView, after, law_variables,
};

/// Drives `flange`; the reaction acts on `support`, or on the ground if there is none.
#[derive(Clone, Debug, Binary)]
pub struct FlangeDrive {
    pub driven: SupportedFlange,
    pub drive: Drive,
}

/// Origin of the torque or force.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Drive {
    Signal(ScalarIn),
    /// The flow into the flange, its opposite.
    Flow(ScalarIn),
    Constant(Real),
    /// Height, offset and time of a step.
    Step([Real; 3]),
}

law_variables! {
    pub FlangeDriveVariable of FlangeDrive {
        Step: Motion step_value,
    }
}

impl FlangeDrive {
    fn step_value<T: Scalar>(&self, view: &TimeView<'_, T>) -> T {
        let Drive::Step([height, offset, _]) = self.drive else { return T::zero() };
        let p = view.parameters();
        p[offset] + if view.mode() == 0 { T::zero() } else { p[height] }
    }
}

impl Law for FlangeDrive {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let input = if let Drive::Signal(input) | Drive::Flow(input) = self.drive { Some(input) } else { None };
        Connections::default().reads(input).touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let drive = match self.drive {
            Drive::Signal(input) => signals.get(input),
            Drive::Flow(input) => -signals.get(input),
            Drive::Constant(parameter) => view.parameters()[parameter],
            Drive::Step(_) => self.step_value(view),
        };
        view.drive(self.driven.flange, self.driven.support, drive);
    }

    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let Drive::Step([_, _, start]) = self.drive else { return None };
        now.first_after([parameters[start]])
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        let Drive::Step([_, _, start]) = self.drive else { return 0 };
        i32::from(time >= parameters[start])
    }

    fn has_mode(&self, mode: i32) -> bool {
        mode == 0 || (mode == 1 && matches!(self.drive, Drive::Step(_)))
    }
}
