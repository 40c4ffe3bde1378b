//! Adaptors between flanges and signals.

use crate::class::*;
use crate::laws::one_dimensional::drives::{Drive, FlangeDrive, SupportedFlange};
use crate::laws::one_dimensional::prescribed_motion::MoveLaw;
use crate::laws::one_dimensional::sensors::{
    FlangeAcceleration, FlangeFlow, FlangeMotion, FlangeQuantity, FlowQuantity,
};
use crate::{AdaptorElement, AdaptorEnd, AdaptorSignal, AnyLaw, PrescribedFlange, PrescribedLevel};
use mechanism::{FlangeId, ScalarIn, ScalarOut, SignalIn, SignalOut};

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
    let [position, speed, acceleration, flow] = names(e);
    let Some(flange) = e.flange("flange") else { return };
    let driven = SupportedFlange { flange, support: None };
    let mut outputs = Vec::new();
    let mut gives =
        |order, output: ScalarOut| outputs.push((AdaptorSignal::Potential(order), SignalOut::from(output).first));
    for (order, (name, quantity)) in
        [(position, FlangeQuantity::Position), (speed, FlangeQuantity::Speed)].into_iter().enumerate()
    {
        if let Some(output) = e.scalar_output(name) {
            e.add_law(FlangeMotion { measured: driven, quantity, output });
            gives(order, output);
        }
    }
    if let Some(output) = e.scalar_output(acceleration) {
        e.add_law(FlangeAcceleration { measured: driven, output });
        gives(2, output);
    }
    let input = e.scalar_input(flow);
    let law = FlangeDrive { driven, drive: Drive::Flow(input) };
    let inputs = vec![(AdaptorSignal::Flow(0), SignalIn::from(input).first)];
    register(e, flange, (true, inputs, outputs), (Some(law.into()), None));
}

/// Registers an adaptor that moves its flange and gives the torque or force.
pub(crate) fn motion(e: &mut Element<'_>) {
    let [position, speed, acceleration, flow] = names(e);
    let Some(flange) = e.flange("flange") else { return };
    let existing = [position, speed, acceleration].into_iter().filter(|name| e.has_connector(name));
    let inputs: Vec<ScalarIn> = existing.map(|name| e.scalar_input(name)).collect();
    let driven = SupportedFlange { flange, support: None };
    // The inputs are declared one after the other.
    let all = SignalIn { first: inputs.first().map_or(0, |input| SignalIn::from(*input).first), size: inputs.len() };
    let position = all.element(0);
    let starts = ["position", "speed"].map(|what| e.add_zero(what));
    let exact = inputs.len() < 3;
    let reference = (PrescribedLevel::Position, Some(if exact { position.into() } else { all }), exact);
    let mut prescribed = e.prescribed((flange, None), reference, starts);
    prescribed.is_adaptor = true;
    let law = match inputs[..] {
        [_, speed, acceleration] => Some(MoveLaw { driven, position, rates: Some([speed, acceleration]) }),
        [_, speed] => {
            prescribed.speed = Some(speed.into());
            Some(MoveLaw { driven, position, rates: None })
        }
        _ => None,
    };
    let mut outputs = Vec::new();
    if let Some(output) = e.scalar_output(flow) {
        e.add_law(FlangeFlow { flange, quantity: FlowQuantity::Exerted, output });
        outputs.push((AdaptorSignal::Flow(0), SignalOut::from(output).first));
    }
    let inputs = inputs.into_iter().enumerate();
    let inputs = inputs.map(|(order, input)| (AdaptorSignal::Potential(order), SignalIn::from(input).first)).collect();
    register(e, flange, (false, inputs, outputs), (law.map(AnyLaw::from), Some(prescribed)));
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

type Signals = Vec<(AdaptorSignal, usize)>;

fn register(
    e: &mut Element<'_>,
    flange: FlangeId,
    (gives_potential, inputs, outputs): (bool, Signals, Signals),
    (law, prescribed): (Option<AnyLaw>, Option<PrescribedFlange>),
) {
    let end = AdaptorEnd::Flange { flange, law: law.map(Box::new), prescribed: prescribed.map(Box::new) };
    let (component, derivatives) = (e.component, Vec::new());
    e.elements.adaptors.push(AdaptorElement { component, gives_potential, inputs, outputs, derivatives, end });
}
