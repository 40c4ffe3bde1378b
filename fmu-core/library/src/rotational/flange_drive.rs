//! The law of a torque or force that a signal or a parameter gives.

use crate::{Element, SupportedFlange};
use mechanism::scalar::Scalar;
use mechanism::{
    Contact, Discrete, FlangeId, Instant, Law, Parameters, Real, ScalarIn, SignalIn, Signals, Source, TimeView, after,
    law_variables,
};
use serde::{Deserialize, Serialize};

/// Drives `flange`; `support` takes the reaction, or the ground when there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeDrive {
    driven: SupportedFlange,
    drive: Drive,
}

/// What gives the torque or force.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Drive {
    Signal(ScalarIn),
    Constant(Real),
    /// Height, offset and time of a step.
    Step([Real; 3]),
}

/// How a source shows its torque or force, by name: the library does it one way in Rotational and the other way in Translational.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ShownDrive {
    /// What accelerates the flange.
    Accelerating(&'static str),
    /// The flow into the flange, which is the opposite.
    OfFlange(&'static str),
}

impl ShownDrive {
    /// Registers the variable of `e`, whose source is `accelerating`.
    pub(super) fn add(self, e: &mut Element<'_>, flange: FlangeId, accelerating: impl FnOnce(&mut Element<'_>, &str)) {
        match self {
            Self::Accelerating(name) => accelerating(e, name),
            Self::OfFlange(name) => e.add_variable(name, |_| Source::FlangeFlow(flange)),
        }
    }
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) DriveVariable of FlangeDrive {
        Step: Motion step_value,
    }
}

impl FlangeDrive {
    /// Registers the law of `e` for the signal input called `input`.
    pub(crate) fn build(e: &mut Element<'_>, input: &str) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let law = Self { driven, drive: Drive::Signal(e.scalar_input(input)) };
        e.add_law(law);
    }

    /// Registers the law of `e` that drives flange_b by the signal input called `input` and flange_a by its opposite.
    pub(crate) fn between(e: &mut Element<'_>, input: &str) {
        let (Some(flange), support) = (e.flange("flange_b"), e.flange("flange_a")) else { return };
        let driven = SupportedFlange { flange, support };
        let law = Self { driven, drive: Drive::Signal(e.scalar_input(input)) };
        e.add_law(law);
    }

    /// Registers the law of `e` for a constant parameter, and the position and the drive as variables.
    pub(crate) fn constant(e: &mut Element<'_>, parameter: &str, position: &str, drive: ShownDrive) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let constant = e.real(parameter);
        e.add_law(Self { driven, drive: Drive::Constant(constant) });
        driven.show_position(e, position);
        drive.add(e, driven.flange, |e, name| e.add_variable(name, |_| Source::Parameter(constant.address())));
    }
}

impl FlangeDrive {
    /// Registers the law of `e` for a step, with the names of height, offset and time, and of the position and the drive.
    pub(crate) fn step(e: &mut Element<'_>, step: [&str; 3], position: &str, drive: ShownDrive) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let step = step.map(|name| e.real(name));
        let law = e.add_law(Self { driven, drive: Drive::Step(step) });
        driven.show_position(e, position);
        drive.add(e, driven.flange, |e, name| e.show(name, law, DriveVariable::Step));
    }

    fn step_value<T: Scalar>(&self, view: &TimeView<'_, T>) -> T {
        let Drive::Step([height, offset, _]) = self.drive else { return T::zero() };
        let p = view.parameters();
        p[offset] + if view.mode() == 0 { T::zero() } else { p[height] }
    }
}

impl Law for FlangeDrive {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        match self.drive {
            Drive::Signal(input) => vec![input.into()],
            Drive::Constant(_) | Drive::Step(_) => Vec::new(),
        }
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        self.driven.contacts()
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
