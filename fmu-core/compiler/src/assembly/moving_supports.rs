//! Sources that prescribe a motion relative to a moving support, and free ends of springs.
//!
//! The prescribed motion becomes the coordinate of an additional flange, with a relation: it is the position of the
//! source's flange minus that of its support.

use super::collected::Collected;
use super::connections::Sets;
use super::flange_network::Network;
use super::problems::Problems;
use super::spanned::Spanned;
use library::{AnyLaw, SpringElement, TransmissionElement, VariableSource};
use mechanism::{Compliant, FlangeId, FlangeNodeId, Source, Transmission, TransmissionKind};

/// Adds the prescribed flange and the relation for each source whose support is not at rest.
pub(super) fn separate(collected: &mut Collected, sets: &mut Sets) {
    if collected.elements.prescribed_flanges.iter().all(|source| source.support.is_none()) {
        return;
    }
    let rests = rests(collected, sets);
    for number in 0..collected.elements.prescribed_flanges.len() {
        let source = &collected.elements.prescribed_flanges[number];
        let (name, flange, zero) = (source.name.clone(), source.flange, source.zero);
        let Some(support) = source.support.filter(|support| !rests[sets.flanges[*support]]) else { continue };
        let [own, end] = [(); 2].map(|()| add_flange(flange, sets.flange_count, collected, sets));
        sets.flange_count += 1;
        let kind = TransmissionKind::Difference { support, zero };
        let transmission = Transmission { name: name.clone(), flange_a: flange, flange_b: end, kind };
        collected.elements.transmissions.push(TransmissionElement { transmission, coordinate: None, related: None });
        let source = &mut collected.elements.prescribed_flanges[number];
        (source.flange, source.support, source.moved) = (own, None, Some(flange));
        collected.elements.laws.iter_mut().for_each(|law: &mut AnyLaw| law.prescribe_instead(flange, own));
        show_own(collected, &name, flange, own);
    }
}

/// Holds ends of springs that nothing else is connected to at the unstretched position: no torque or force acts on them.
pub(super) fn hold_free_ends(collected: &mut Collected, sets: &mut Sets) {
    let mut count = vec![0; sets.flange_count];
    sets.flanges.iter().for_each(|node| count[*node] += 1);
    for number in 0..collected.elements.springs.len() {
        let SpringElement { name, compliant: Compliant { flanges, spring, damper }, .. } =
            &collected.elements.springs[number];
        let (Some([_, unstretched]), None) = (*spring, damper) else { continue };
        let (name, flanges) = (name.clone(), *flanges);
        if flanges.iter().filter(|flange| count[sets.flanges[**flange]] == 1).count() != 1 {
            continue;
        }
        let [flange_a, flange_b] = flanges.map(|flange| add_flange(flange, sets.flanges[flange], collected, sets));
        let kind = TransmissionKind::Rigid { length: Some(unstretched), inertia: None };
        let transmission = Transmission { name, flange_a, flange_b, kind };
        collected.elements.transmissions.push(TransmissionElement { transmission, coordinate: None, related: None });
    }
}

/// A new flange of a node; messages use the name of another flange for it.
fn add_flange(named: FlangeId, node: FlangeNodeId, collected: &mut Collected, sets: &mut Sets) -> FlangeId {
    collected.flanges.push(collected.flanges[named].clone());
    sets.flanges.push(node);
    collected.flanges.len() - 1
}

/// Speed and acceleration shown by the source are those of the prescribed flange.
fn show_own(collected: &mut Collected, name: &str, flange: FlangeId, own: FlangeId) {
    let Some(component) = collected.component_names.get(name) else { return };
    for variable in &mut collected.elements.variables[collected.components[*component].variables.clone()] {
        if let VariableSource::Direct(Source::FlangeSpeed(of) | Source::FlangeAcceleration(of)) = &mut variable.source
            && *of == flange
        {
            *of = own;
        }
    }
}

/// The flange sets at rest: those of grounds, and those rigidly connected with them.
fn rests(collected: &Collected, sets: &Sets) -> Vec<bool> {
    // Problems of these flanges are found again with those of the others.
    let (mut spanned, mut problems) = (Spanned::default(), Problems::default());
    let mut network = Network::new(collected, sets, &mut spanned, &mut problems);
    network.rests();
    network.placed.iter().map(Option::is_some).collect()
}
