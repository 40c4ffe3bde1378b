//! Adaptors between flanges and signals.

use crate::class::*;
use crate::laws::one_dimensional::drives::{Drive, FlangeDrive, SupportedFlange};
use crate::laws::one_dimensional::prescribed_motion::MoveLaw;
use crate::laws::one_dimensional::sensors::{
    FlangeAcceleration, FlangeFlow, FlangeMotion, FlangeQuantity, FlowQuantity,
};
use crate::{AdaptorEnd, AdaptorSignal, PrescribedLevel};
use mechanism::{ScalarIn, SignalIn};

/// use_pder of the general adaptors.
pub(crate) const USE_SPEED: Parameter =
    boolean("use_pder", true, "Use the signal of the 1st derivative of the potential");
/// use_pder2 of the general adaptors.
pub(crate) const USE_ACCELERATION: Parameter = boolean(
    "use_pder2",
    true,
    "Use the signal of the 2nd derivative of the potential (only if the 1st one is used, too)",
);

/// Names of the signals of the position, the speed, the acceleration and the flow in the general adaptors.
const GENERAL: [&str; 4] = ["p", "pder", "pder2", "f"];

/// Names of the signals of an adaptor of Rotational.
const ROTATIONAL: [&str; 4] = ["phi", "w", "a", "tau"];

/// Registers an adaptor that drives its flange and gives the motion.
pub(crate) fn drive(e: &mut Element<'_>) {
    let names @ [position, speed, acceleration, flow] = names(e);
    let flange = e.flange("flange");
    let driven = SupportedFlange { flange, support: None };
    for (name, quantity) in [(position, FlangeQuantity::Position), (speed, FlangeQuantity::Speed)] {
        if let Some(output) = e.optional_scalar_output(name) {
            e.add_law(FlangeMotion { measured: driven, quantity, output });
        }
    }
    if let Some(output) = e.optional_scalar_output(acceleration) {
        e.add_law(FlangeAcceleration { measured: driven, output });
    }
    let law = FlangeDrive { driven, drive: Drive::Flow(e.scalar_input(flow)) };
    register(e, names, true, AdaptorEnd::Flange { flange, law: Some(Box::new(law.into())), prescribed: None });
}

/// Registers an adaptor that moves its flange and gives the torque or force.
pub(crate) fn motion(e: &mut Element<'_>) {
    let names @ [position, speed, acceleration, flow] = names(e);
    let flange = e.flange("flange");
    let existing = [position, speed, acceleration].into_iter().filter(|name| e.has_connector(name));
    let inputs: Vec<ScalarIn> = existing.map(|name| e.scalar_input(name)).collect();
    let driven = SupportedFlange { flange, support: None };
    // The inputs are declared one after the other.
    let all = SignalIn { first: inputs.first().map_or(0, |input| SignalIn::from(*input).first), size: inputs.len() };
    let position = all.element(0);
    let exact = inputs.len() < 3;
    let reference = (PrescribedLevel::Position, Some(if exact { position.into() } else { all }), exact);
    let mut prescribed = e.prescribed(driven, reference, None);
    prescribed.is_adaptor = true;
    let law = match inputs[..] {
        [_, speed, acceleration] => Some(MoveLaw { driven, position, rates: Some([speed, acceleration]) }),
        [_, speed] => {
            prescribed.speed = Some(speed.into());
            Some(MoveLaw { driven, position, rates: None })
        }
        _ => None,
    };
    e.add_law(FlangeFlow { flange, quantity: FlowQuantity::Exerted, output: e.scalar_output(flow) });
    let law = law.map(|law| Box::new(law.into()));
    register(e, names, false, AdaptorEnd::Flange { flange, law, prescribed: Some(Box::new(prescribed)) });
}

fn register(e: &mut Element<'_>, names: [&str; 4], gives_potential: bool, end: AdaptorEnd) {
    let [position, speed, acceleration, flow] = names;
    let signals = [
        (position, AdaptorSignal::Potential(0)),
        (speed, AdaptorSignal::Potential(1)),
        (acceleration, AdaptorSignal::Potential(2)),
        (flow, AdaptorSignal::Flow(0)),
    ];
    e.add_adaptor(&signals, gives_potential, end);
}

/// Names of the signals of the class.
fn names(e: &mut Element<'_>) -> [&'static str; 4] {
    if e.class.connectors.iter().any(|connector| connector.name == GENERAL[0]) {
        return GENERAL;
    }
    if e.boolean("use_a")
        && !e.boolean("use_w")
        && e.class.connectors.iter().any(|c| c.name == "tau" && c.kind.is_input())
    {
        e.refuse("use_a = true", "use_w = true, too; without it the library gives a = 0");
    }
    ROTATIONAL
}
