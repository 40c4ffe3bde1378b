//! Massless points where line forces meet, grouped by their connections.

use super::collected::Collected;
use super::connections::Sets;
use super::spanned::Spanned;
use library::AnyLaw;
use mechanism::hashed::HashSet;
use mechanism::union_find::UnionFind;
use mechanism::{FrameId, Guess, JointStart, MasslessLine, MasslessNode, MasslessPart, MasslessStart, Slot3};

/// Contents of a set of connected frames without a placed frame.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// Ends of line forces.
    pub lines: Vec<FrameId>,
    /// A frame of another component that acts on the set or needs a mass or an orientation there.
    pub other: Option<FrameId>,
}

/// Contents of each frame set.
pub(super) fn places(collected: &Collected, sets: &Sets) -> Vec<Place> {
    let elements = &collected.elements;
    let mut places: Vec<Place> = Vec::new();
    places.resize_with(sets.frame_count, Place::default);
    let ends: HashSet<FrameId> = elements.laws.iter().filter_map(AnyLaw::line).flatten().collect();
    for frame in &ends {
        places[sets.frames[*frame]].lines.push(*frame);
    }
    // The iteration order of hash tables differs between runs.
    places.iter_mut().for_each(|place| place.lines.sort_unstable());
    let acting = elements.acting_frames.iter().copied().filter(|frame| !ends.contains(frame));
    let rigid = elements.rigid_edges.iter().flat_map(|edge| [edge.frame_a, edge.frame_b]);
    let joints = elements.joints.iter().flat_map(|joint| [joint.frame_a, joint.frame_b]);
    let constraints = elements.constraints.iter().flat_map(|constraint| constraint.frames);
    let inert = elements.inert.iter().flat_map(|inert| inert.frames);
    let rotors = elements.rotors.iter().map(|rotor| rotor.rotor.frame);
    let mountings = elements.mountings.iter().map(|mounting| mounting.frame);
    let late = elements.laws.iter().filter(|law| law.stage() > mechanism::Stage::Motion);
    let late = late.flat_map(|law| law.contacts()).filter_map(|contact| match contact {
        mechanism::Contact::Frame(frame) | mechanism::Contact::Seen(frame) => Some(frame),
        _ => None,
    });
    let others =
        acting.chain(rigid).chain(joints).chain(constraints).chain(inert).chain(rotors).chain(mountings).chain(late);
    for frame in others {
        places[sets.frames[frame]].other.get_or_insert(frame);
    }
    places
}

/// The frame sets that line forces connect, possibly over massless points, with a placed frame.
pub(super) fn held(
    collected: &Collected,
    sets: &Sets,
    places: &[Place],
    is_placed: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut groups = UnionFind::new(sets.frame_count);
    let lines = || collected.elements.laws.iter().filter_map(AnyLaw::line).map(|ends| ends.map(|end| sets.frames[end]));
    // Several line forces meet there.
    let is_free = |set: usize| !is_placed(set) && places[set].lines.len() > 1;
    for [a, b] in lines().filter(|ends| ends.iter().all(|set| is_free(*set))) {
        groups.union(a, b);
    }
    let mut holds = vec![false; sets.frame_count];
    for [a, b] in lines() {
        for (set, other) in [(a, b), (b, a)] {
            if is_free(set) && is_placed(other) {
                holds[groups.find(set)] = true;
            }
        }
    }
    (0..sets.frame_count).map(|set| is_free(set) && holds[groups.find(set)]).collect()
}

/// Start position of a point: the start value of one of its frames.
pub(super) fn start(collected: &Collected, frames: &[FrameId]) -> JointStart {
    let address = |frame: &FrameId| start_of(collected, &format!("{}.r_0", collected.frames[*frame]));
    JointStart::Massless(MasslessStart { r: frames.iter().find_map(address) })
}

fn start_of(collected: &Collected, variable: &str) -> Option<Slot3> {
    let entry = collected.parameter(&format!("{variable}.start"))?;
    Some(Slot3(entry.first))
}

/// The massless points that line forces connect with each other, with these line forces.
pub(super) fn find(collected: &Collected, spanned: &Spanned) -> Vec<MasslessPart> {
    let tree = &spanned.mechanism.tree;
    let joints: Vec<usize> = (0..tree.joints.len()).filter(|joint| tree.joints[*joint].kind.is_massless()).collect();
    if joints.is_empty() {
        return Vec::new();
    }
    let point = |frame: FrameId| {
        let link = spanned.mechanism.nodes[spanned.mechanism.frame_nodes[frame]].link;
        joints.binary_search(&link.checked_sub(1)?).ok()
    };
    let laws = collected.elements.laws.iter().enumerate();
    let lines = laws.filter_map(|(law, of)| of.line().map(|frames| (law, frames, frames.map(point))));
    let lines: Vec<_> = lines.filter(|(_, _, ends)| ends.iter().any(Option::is_some)).collect();
    let mut sets = UnionFind::new(joints.len());
    for (_, _, ends) in &lines {
        if let [Some(a), Some(b)] = ends {
            sets.union(*a, *b);
        }
    }
    let (part_of, count) = sets.numbered();
    let mut parts = vec![MasslessPart { nodes: Vec::new(), lines: Vec::new() }; count];
    let mut local = vec![0; joints.len()];
    for (number, joint) in joints.iter().enumerate() {
        let nodes = &mut parts[part_of[number]].nodes;
        local[number] = nodes.len();
        let lines = lines.iter().filter(|(_, _, ends)| ends.contains(&Some(number)));
        let guess = match spanned.starts[*joint] {
            JointStart::Massless(MasslessStart { r: Some(_) }) => Guess::Start,
            _ => lines
                .filter_map(|(_, frames, ends)| from_other_end(collected, *frames, *ends))
                .next()
                .unwrap_or(Guess::Middle),
        };
        nodes.push(MasslessNode { joint: *joint, guess });
    }
    for (law, frames, ends) in lines {
        let Some(part) = ends.into_iter().flatten().next().map(|number| part_of[number]) else { continue };
        parts[part].lines.push(MasslessLine { law, frames, ends: ends.map(|end| end.map(|number| local[number])) });
    }
    parts
}

/// A line force whose vector from end to end has a start value, and whose other end is placed.
fn from_other_end(collected: &Collected, frames: [FrameId; 2], ends: [Option<usize>; 2]) -> Option<Guess> {
    let (component, _) = collected.frames[frames[0]].rsplit_once('.')?;
    let r = start_of(collected, &format!("{component}.r_rel_0"))?;
    match ends {
        [None, Some(_)] => Some(Guess::From { frame: frames[0], r, opposite: false }),
        [Some(_), None] => Some(Guess::From { frame: frames[1], r, opposite: true }),
        _ => None,
    }
}
