//! Sensors of flanges.

use crate::Element;
use crate::laws::one_dimensional::drives::SupportedFlange;
use crate::laws::one_dimensional::sensors::{
    FlangeAcceleration, FlangeFlow, FlangeMotion, FlangeQuantity, FlowQuantity,
};
use crate::one_dimensional::{Quantity, RIGID, add_transmission};
use mechanism::Source;

/// Registers a sensor of `flange`.
pub(crate) fn motion(e: &mut Element<'_>, quantity: FlangeQuantity) {
    let measured = SupportedFlange { flange: e.flange("flange"), support: None };
    register(e, measured, quantity, Quantity::of(e).motion[quantity as usize]);
}

/// Registers a sensor of flange_b relative to flange_a.
pub(crate) fn relative_motion(e: &mut Element<'_>, quantity: FlangeQuantity) {
    register(e, SupportedFlange::relative(e), quantity, Quantity::of(e).relative[quantity as usize]);
}

fn register(e: &mut Element<'_>, measured: SupportedFlange, quantity: FlangeQuantity, output: &str) {
    e.add_law(FlangeMotion { measured, quantity, output: e.scalar_output(output) });
}

/// Registers a sensor of `flange`, which also shows the speed.
pub(crate) fn acceleration(e: &mut Element<'_>) {
    let ([_, speed, acceleration], flange) = (Quantity::of(e).motion, e.flange("flange"));
    let (measured, output) = (SupportedFlange { flange, support: None }, e.scalar_output(acceleration));
    e.add_law(FlangeAcceleration { measured, output });
    e.add_variable(speed, |_| Source::FlangeSpeed(flange));
}

/// Registers a sensor of flange_b relative to flange_a.
pub(crate) fn relative_acceleration(e: &mut Element<'_>) {
    e.add_law(FlangeAcceleration { measured: SupportedFlange::relative(e), output: e.scalar_output("a_rel") });
}

/// Registers a rigid connection, and sensors of the power and of the torque or force through it and of its speed, as far as the class has
/// these outputs.
pub(crate) fn flow(e: &mut Element<'_>) {
    let flange = add_transmission(e, RIGID, None);
    let Quantity { motion: [_, speed, _], flow, .. } = *Quantity::of(e);
    for (name, quantity) in [("power", FlowQuantity::Power), (flow, FlowQuantity::Flow)] {
        if e.has_connector(name) {
            e.add_law(FlangeFlow { flange, quantity, output: e.scalar_output(name) });
        }
    }
    if e.has_connector(speed) {
        register(e, SupportedFlange { flange, support: None }, FlangeQuantity::Speed, speed);
    }
}
