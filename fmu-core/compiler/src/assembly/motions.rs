//! Start values of the joints, and the references that they follow.

use super::collected::Collected;
use super::connections::Sets;
use super::spanned::Spanned;
use library::PrescribedLevel;
use mechanism::JointId;
use simulation::model::{Follower, Motions, StartReference};

pub(super) fn motions(collected: &Collected, spanned: &Spanned, sets: &Sets) -> Motions {
    let reference = |joint: JointId| {
        let source = &collected.elements.prescribed_flanges[*spanned.prescribers.get(&joint)?];
        let (flange, support) = (source.flange, source.support);
        Some((joint, StartReference { signal: source.start_reference()?, flange, support }))
    };
    let follower = |(_, number): &(usize, usize)| {
        let source = &collected.elements.prescribed_flanges[*number];
        let reference = source.reference.filter(|_| source.exact)?;
        let (flange, support) = (source.flange, source.support);
        let is_speed = source.level == PrescribedLevel::Speed;
        Some(Follower { flange, support, signal: sets.drivers[reference.first], is_speed })
    };
    Motions {
        starts: spanned.starts.clone(),
        references: (0..spanned.joints.len()).filter_map(reference).collect(),
        law_starts: collected.elements.states.iter().map(|s| s.start).collect(),
        followers: spanned.prescribed.iter().filter_map(follower).collect(),
    }
}
