//! Which coordinates are states.

use super::collected::Collected;
use super::spanned::Spanned;
use library::{AngleStatesElement, PrescribedLevel};
use mechanism::JointId;
use mechanism::hashed::HashMap;
use simulation::model::{AngleStates, StateLayout};

pub(super) fn state_layout(collected: &Collected, spanned: &Spanned) -> StateLayout {
    let mut layout = StateLayout { laws: collected.elements.states.len(), ..StateLayout::default() };
    let elements = collected.elements.angle_states.iter();
    let elements: HashMap<usize, &AngleStatesElement> = elements.rev().map(|e| (e.component, e)).collect();
    let components = spanned.components(&collected.elements);
    for (i, joint) in spanned.tree.joints.iter().enumerate() {
        let level = spanned.level(i, collected);
        let angles = components[i].and_then(|component| angle_states(i, elements.get(&component)?, spanned));
        // The angular part of a motion comes last.
        let less = angles.map_or([0, 0], |_| [4, 3]);
        if level != Some(PrescribedLevel::Position) {
            layout.positions.extend(joint.q..joint.q + joint.kind.nq() - less[0]);
        }
        let gives_speed = matches!(level, Some(PrescribedLevel::Position | PrescribedLevel::Speed));
        if !gives_speed && !joint.kind.is_massless() {
            layout.speeds.extend(joint.v..joint.v + joint.kind.nv() - less[1]);
        }
        layout.angles.extend(angles);
    }
    layout
}

/// The angles of a joint that is to have them.
fn angle_states(joint: JointId, element: &AngleStatesElement, spanned: &Spanned) -> Option<AngleStates> {
    let (tree_joint, info) = (spanned.tree.joints[joint], &spanned.joints[joint]);
    let first = tree_joint.kind.quaternion()?;
    Some(AngleStates {
        joint,
        quaternion: tree_joint.q + first,
        speed: tree_joint.v + first,
        reversed: info.reversed,
        sequence: element.sequence,
        near: element.near,
    })
}
