//! Sensors of flanges.

use crate::Element;
use crate::laws::one_dimensional::drives::SupportedFlange;
use crate::laws::one_dimensional::sensors::{
    FlangeAcceleration, FlangeFlow, FlangeMotion, FlangeQuantity, FlowQuantity,
};
use crate::one_dimensional::{Quantity, RIGID, add_transmission};
use mechanism::{FlangeId, Source};

/// Registers a sensor of `flange`.
pub(crate) fn motion(e: &mut Element<'_>, quantity: FlangeQuantity) {
    register(e, "flange", None, quantity, Quantity::of(e).motion[quantity as usize]);
}

/// Registers a sensor of flange_b relative to flange_a.
pub(crate) fn relative_motion(e: &mut Element<'_>, quantity: FlangeQuantity) {
    let base = e.flange("flange_a");
    register(e, "flange_b", base, quantity, Quantity::of(e).relative[quantity as usize]);
}

fn register(e: &mut Element<'_>, flange: &str, support: Option<FlangeId>, quantity: FlangeQuantity, output: &str) {
    if let (Some(flange), Some(output)) = (e.flange(flange), e.scalar_output(output)) {
        e.add_law(FlangeMotion { measured: SupportedFlange { flange, support }, quantity, output });
    }
}

/// Registers a sensor of `flange`, which also shows the speed.
pub(crate) fn acceleration(e: &mut Element<'_>) {
    let [_, speed, acceleration] = Quantity::of(e).motion;
    if let (Some(flange), Some(output)) = (e.flange("flange"), e.scalar_output(acceleration)) {
        e.add_law(FlangeAcceleration { measured: SupportedFlange { flange, support: None }, output });
        e.add_variable(speed, |_| Source::FlangeSpeed(flange));
    }
}

/// Registers a sensor of flange_b relative to flange_a.
pub(crate) fn relative_acceleration(e: &mut Element<'_>) {
    let support = e.flange("flange_a");
    if let (Some(flange), Some(output)) = (e.flange("flange_b"), e.scalar_output("a_rel")) {
        e.add_law(FlangeAcceleration { measured: SupportedFlange { flange, support }, output });
    }
}

/// Registers a rigid connection, and sensors of the power and of the torque or force through it and of its speed, as far as the class has
/// these outputs.
pub(crate) fn flow(e: &mut Element<'_>) {
    let Some(flange) = add_transmission(e, RIGID, None) else { return };
    let Quantity { motion: [_, speed, _], flow, .. } = *Quantity::of(e);
    for (name, quantity) in [("power", FlowQuantity::Power), (flow, FlowQuantity::Flow)] {
        if e.has_connector(name)
            && let Some(output) = e.scalar_output(name)
        {
            e.add_law(FlangeFlow { flange, quantity, output });
        }
    }
    if e.has_connector(speed) {
        register(e, "flange_a", None, FlangeQuantity::Speed, speed);
    }
}
