//! Modelica.Mechanics.Rotational.Components.InitializeFlange

use crate::Element;
use crate::class::*;
use crate::types::STATE_SELECT;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Contact, FlangeId, Law, MotionView, ScalarIn, SignalIn, Signals, Source, after, law_variables,
};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.InitializeFlange",
    description: "Initializes a flange with pre-defined angle, speed and angular acceleration (usually, this is reference data from a control bus)",
    documentation: documentation!("initialize_flange.md"),
    parameters: &[
        boolean("use_phi_start", true, "The angle at the start is given"),
        boolean("use_w_start", true, "The angular velocity at the start is given"),
        boolean("use_a_start", true, "The angular acceleration at the start is given"),
        enumeration("stateSelect", &STATE_SELECT, "default", "Priority to use angle and speed of the flange as states"),
    ],
    connectors: &[
        connector("phi_start", ConnectorKind::SignalInput(1), "rad", "Angle at the start").when("use_phi_start"),
        connector("w_start", ConnectorKind::SignalInput(1), "rad/s", "Angular velocity at the start")
            .when("use_w_start"),
        connector("a_start", ConnectorKind::SignalInput(1), "rad/s2", "Angular acceleration at the start")
            .when("use_a_start"),
        connector("flange", ConnectorKind::RotationalFlange, "", "Flange that is initialised"),
    ],
    variables: &[
        variable("phi_flange", "rad", "Angle of the flange"),
        variable("w_flange", "rad/s", "Angular velocity of the flange"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeStart::build(
        e,
        ["use_phi_start", "use_w_start", "use_a_start"],
        ["phi_start", "w_start", "a_start"],
        ["phi_flange", "w_flange"],
    );
}

/// Looks at a flange and at what it should be at the start; it acts on nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeStart {
    flange: FlangeId,
    /// Position, speed, acceleration.
    inputs: [Option<ScalarIn>; 3],
}

law_variables! {
    /// How far the flange is from what is given.
    pub(crate) FlangeStartVariable of FlangeStart {
        Position: Signals position,
        Speed: Signals speed,
        Acceleration: Acceleration acceleration with_signals,
    }
}

impl FlangeStart {
    /// Registers the law of `e`: names of what switches the inputs on, of the inputs, and of position and speed.
    pub(crate) fn build(e: &mut Element<'_>, uses: [&str; 3], names: [&str; 3], shown: [&str; 2]) {
        let Some(flange) = e.flange("flange") else { return };
        let uses = uses.map(|name| e.boolean(name));
        let inputs: [Option<ScalarIn>; 3] = std::array::from_fn(|k| uses[k].then(|| e.scalar_input(names[k])));
        let law = e.add_law(Self { flange, inputs });
        e.add_variable(shown[0], |_| Source::FlangePosition(flange));
        e.add_variable(shown[1], |_| Source::FlangeSpeed(flange));
        let differences =
            [FlangeStartVariable::Position, FlangeStartVariable::Speed, FlangeStartVariable::Acceleration];
        for (k, difference) in differences.into_iter().enumerate().filter(|(k, _)| uses[*k]) {
            e.start_at_zero(names[k], law, difference, k as u8);
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

    fn inputs(&self) -> Vec<SignalIn> {
        self.inputs.iter().flatten().map(|input| (*input).into()).collect()
    }

    // The initial state depends on what it reads, so that this has to be known with what acts.
    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Flange(self.flange)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        view.drive(self.flange, None, T::zero());
    }
}
