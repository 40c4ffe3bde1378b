//! The law of a torque or force that a signal or a parameter gives.

use super::{Quantity, SupportedFlange};
use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Instant, Law, Parameters, Real, ScalarIn, Signals, Source, TimeView, after, law_variables,
};
use serde::{Deserialize, Serialize};

/// Drives `flange`; `support` takes the reaction, or the ground when there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeDrive {
    driven: SupportedFlange,
    drive: Drive,
}

/// Origin of the torque or force.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Drive {
    Signal(ScalarIn),
    Constant(Real),
    /// Height, offset and time of a step.
    Step([Real; 3]),
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) FlangeDriveVariable of FlangeDrive {
        Step: Motion step_value,
    }
}

impl FlangeDrive {
    /// Registers the law of `e` for the signal input.
    pub(crate) fn signal(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let input = e.scalar_input(Quantity::of(e).flow);
        e.add_law(Self { driven, drive: Drive::Signal(input) });
    }

    /// Registers the law of `e` that drives flange_b by the signal input and flange_a by its opposite.
    pub(crate) fn between(e: &mut Element<'_>) {
        let (Some(flange), support) = (e.flange("flange_b"), e.flange("flange_a")) else { return };
        let input = e.scalar_input(Quantity::of(e).flow);
        e.add_law(Self { driven: SupportedFlange { flange, support }, drive: Drive::Signal(input) });
    }

    /// Registers the law of `e` for a constant parameter.
    pub(crate) fn constant(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let constant = e.real(Quantity::of(e).constant_flow);
        e.add_law(Self { driven, drive: Drive::Constant(constant) });
        driven.show_position(e);
        driven.show_flow(e, |e, name| e.add_variable(name, |_| Source::Parameter(constant.address())));
    }

    /// Registers the law of `e` for a step.
    pub(crate) fn step(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let step = Quantity::of(e).step.map(|name| e.real(name));
        let law = e.add_law(Self { driven, drive: Drive::Step(step) });
        driven.show_position(e);
        driven.show_flow(e, |e, name| e.show(name, law, FlangeDriveVariable::Step));
    }

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
        let input = if let Drive::Signal(input) = self.drive { Some(input) } else { None };
        Connections::default().reads(input).touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let drive = match self.drive {
            Drive::Signal(input) => signals.get(input),
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
