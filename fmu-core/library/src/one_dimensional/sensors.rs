//! Sensors of flanges.

use crate::Element;
use crate::laws::one_dimensional::flange_sensor::{
    FlangeAcceleration, FlangeFlow, FlangeMotion, FlangeQuantity, FlowQuantity,
};
use crate::one_dimensional::{Quantity, RIGID, add_transmission};
use mechanism::{FlangeId, Source};

impl FlangeMotion {
    /// Registers a sensor of the position of `flange`.
    pub(crate) fn position(e: &mut Element<'_>) {
        Self::register(e, "flange", None, FlangeQuantity::Position, Quantity::of(e).motion[0]);
    }

    /// Registers a sensor of the speed of `flange`.
    pub(crate) fn speed(e: &mut Element<'_>) {
        Self::register(e, "flange", None, FlangeQuantity::Speed, Quantity::of(e).motion[1]);
    }

    /// Registers a sensor of the position of flange_b relative to flange_a.
    pub(crate) fn relative_position(e: &mut Element<'_>) {
        let base = e.flange("flange_a");
        Self::register(e, "flange_b", base, FlangeQuantity::Position, Quantity::of(e).relative[0]);
    }

    /// Registers a sensor of the speed of flange_b relative to flange_a.
    pub(crate) fn relative_speed(e: &mut Element<'_>) {
        let base = e.flange("flange_a");
        Self::register(e, "flange_b", base, FlangeQuantity::Speed, Quantity::of(e).relative[1]);
    }

    fn register(e: &mut Element<'_>, flange: &str, base: Option<FlangeId>, quantity: FlangeQuantity, output: &str) {
        if let (Some(flange), Some(output)) = (e.flange(flange), e.scalar_output(output)) {
            e.add_law(Self { flange, base, quantity, output });
        }
    }
}

impl FlangeAcceleration {
    /// Registers a sensor of `flange`, which also shows the speed.
    pub(crate) fn absolute(e: &mut Element<'_>) {
        let [_, speed, acceleration] = Quantity::of(e).motion;
        if let (Some(flange), Some(output)) = (e.flange("flange"), e.scalar_output(acceleration)) {
            e.add_law(Self { flange, base: None, output });
            e.add_variable(speed, |_| Source::FlangeSpeed(flange));
        }
    }

    /// Registers a sensor of flange_b relative to flange_a.
    pub(crate) fn relative(e: &mut Element<'_>) {
        let base = e.flange("flange_a");
        if let (Some(flange), Some(output)) = (e.flange("flange_b"), e.scalar_output("a_rel")) {
            e.add_law(Self { flange, base, output });
        }
    }
}

impl FlangeFlow {
    /// Registers a rigid connection and a sensor of the torque or force through it.
    pub(crate) fn flow(e: &mut Element<'_>) {
        Self::register(e, &[(Quantity::of(e).flow, FlowQuantity::Flow)]);
    }

    /// Registers a rigid connection and a sensor of the power through it.
    pub(crate) fn power(e: &mut Element<'_>) {
        Self::register(e, &[("power", FlowQuantity::Power)]);
    }

    /// Registers the outputs of a MultiSensor.
    pub(crate) fn flow_power_and_speed(e: &mut Element<'_>) {
        let quantity = Quantity::of(e);
        Self::register(e, &[("power", FlowQuantity::Power), (quantity.flow, FlowQuantity::Flow)]);
        FlangeMotion::register(e, "flange_a", None, FlangeQuantity::Speed, quantity.motion[1]);
    }

    fn register(e: &mut Element<'_>, outputs: &[(&str, FlowQuantity)]) {
        let Some(flange) = add_transmission(e, RIGID, None) else { return };
        for (name, quantity) in outputs {
            if let Some(output) = e.scalar_output(name) {
                e.add_law(Self { flange, quantity: *quantity, output });
            }
        }
    }
}
