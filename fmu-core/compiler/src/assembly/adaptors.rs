//! Adaptors between connectors and signals.
//!
//! If one adaptor takes all its inputs from another one, and gives that one all it takes, their connectors are connected: the equations are
//! those of the connection, without a loop through signals. Any other adaptor is a source with sensors.

use super::collected::Collected;
use super::connections::Sets;
use library::{AdaptorElement, AdaptorEnd, DerLaw, TransmissionElement};
use mechanism::{CircuitKind, Control, Quantity, ScalarIn, ScalarOut, SignalOut, Transmission, TransmissionKind};

/// Connects adaptors with their partners, and registers what the others do.
pub(super) fn join(collected: &mut Collected, sets: &mut Sets) {
    let adaptors = std::mem::take(&mut collected.elements.adaptors);
    let mut alone = vec![true; adaptors.len()];
    let (givers, takers): (Vec<usize>, Vec<usize>) = (0..adaptors.len()).partition(|k| adaptors[*k].gives_potential);
    for giver in givers {
        let partner = |taker: &&usize| {
            alone[**taker]
                && feeds(&adaptors[giver], &adaptors[**taker], sets)
                && feeds(&adaptors[**taker], &adaptors[giver], sets)
        };
        if let Some(taker) = takers.iter().find(partner).copied()
            && connect(collected, [&adaptors[giver], &adaptors[taker]])
        {
            (alone[giver], alone[taker]) = (false, false);
        }
    }
    for (adaptor, alone) in adaptors.into_iter().zip(alone) {
        match adaptor.end {
            AdaptorEnd::Flange { law, prescribed, .. } if alone => {
                law.into_iter().for_each(|law| collected.add_law(adaptor.component, *law));
                collected.elements.prescribed_flanges.extend(prescribed.map(|prescribed| *prescribed));
            }
            AdaptorEnd::Branch { derivative: Some((of, y)), .. } => {
                differentiate(collected, sets, adaptor.component, [of, y]);
            }
            AdaptorEnd::Flange { .. } | AdaptorEnd::Branch { .. } => {}
        }
    }
}

/// Returns true if outputs of `from` drive all inputs of `to`, each with the same quantity.
fn feeds(from: &AdaptorElement, to: &AdaptorElement, sets: &Sets) -> bool {
    to.inputs.iter().all(|(quantity, input)| from.outputs.contains(&(*quantity, sets.drivers[*input])))
}

/// Connects an adaptor that gives the potential with one that takes it; false if their connectors are of different kinds.
fn connect(collected: &mut Collected, [giver, taker]: [&AdaptorElement; 2]) -> bool {
    match (&giver.end, &taker.end) {
        (AdaptorEnd::Flange { flange: flange_a, .. }, AdaptorEnd::Flange { flange: flange_b, .. }) => {
            let name = collected.components[taker.component].name.clone();
            let kind = TransmissionKind::Rigid { length: None, inertia: None };
            let transmission = Transmission { name, flange_a: *flange_a, flange_b: *flange_b, kind };
            collected.elements.transmissions.push(TransmissionElement {
                transmission,
                coordinate: None,
                related: None,
            });
        }
        (AdaptorEnd::Branch { element: a, one, .. }, AdaptorEnd::Branch { element: b, .. }) => {
            let control = |gives, of, is_negative| Control { gives, by: gives, of, factor: *one, is_negative };
            let elements = &mut collected.elements.circuit_elements;
            elements[*a].kind = CircuitKind::Controlled(control(Quantity::Voltage, *b, false));
            elements[*b].kind = CircuitKind::Controlled(control(Quantity::Current, *a, true));
        }
        _ => return false,
    }
    true
}

/// Makes the output `y` the time derivative of the output `of`.
fn differentiate(collected: &mut Collected, sets: &mut Sets, component: usize, [of, y]: [SignalOut; 2]) {
    let u = collected.add_input(collected.components[component].name.clone(), of.first, sets);
    collected.add_law(component, DerLaw { u: ScalarIn::of(u), y: ScalarOut::of(y) }.into());
}
