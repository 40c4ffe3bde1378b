//! Which coordinates are states.

use super::collected::Collected;
use super::spanning_tree::Spanned;
use crate::library::PrescribedLevel;

/// The state array: position coordinates, velocity coordinates, states of laws. Prescribed coordinates are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateLayout {
    /// Position coordinate of each of the first states.
    pub positions: Vec<usize>,
    /// Velocity coordinate of each of the next states.
    pub speeds: Vec<usize>,
    /// Number of states of laws, which come last.
    pub laws: usize,
}

impl StateLayout {
    /// Length of the state array.
    pub fn dimension(&self) -> usize {
        self.positions.len() + self.speeds.len() + self.laws
    }

    /// Writes the state array into coordinates, speeds and states of laws.
    pub fn unpack<T: Copy>(&self, x: &[T], q: &mut [T], v: &mut [T], states: &mut [T]) {
        let (positions, rest) = x.split_at(self.positions.len());
        let (speeds, laws) = rest.split_at(self.speeds.len());
        self.positions.iter().zip(positions).for_each(|(i, x)| q[*i] = *x);
        self.speeds.iter().zip(speeds).for_each(|(i, x)| v[*i] = *x);
        states.copy_from_slice(laws);
    }

    /// Writes coordinates, speeds and states of laws, or their derivatives, into the state array.
    pub fn pack(&self, q: &[f64], v: &[f64], states: &[f64], x: &mut [f64]) {
        let (positions, rest) = x.split_at_mut(self.positions.len());
        let (speeds, laws) = rest.split_at_mut(self.speeds.len());
        self.positions.iter().zip(positions).for_each(|(i, x)| *x = q[*i]);
        self.speeds.iter().zip(speeds).for_each(|(i, x)| *x = v[*i]);
        laws.copy_from_slice(states);
    }
}

pub(super) fn state_layout(collected: &Collected, spanned: &Spanned) -> StateLayout {
    let mut layout = StateLayout { laws: collected.elements.states.len(), ..StateLayout::default() };
    for (i, joint) in spanned.tree.joints.iter().enumerate() {
        let level = spanned.level(i, collected);
        if level != Some(PrescribedLevel::Position) {
            layout.positions.extend(joint.q..joint.q + joint.kind.nq());
        }
        if !matches!(level, Some(PrescribedLevel::Position | PrescribedLevel::Speed)) {
            layout.speeds.extend(joint.v..joint.v + joint.kind.nv());
        }
    }
    layout
}
