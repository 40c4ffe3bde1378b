//! Choice of the coordinates that are states.

use binary::Binary;
use mechanism::JointId;
use mechanism::frames::Sequence;

/// An orientation whose states are three angles and their derivatives, not a quaternion and an angular velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct AngleStates {
    /// The joint.
    pub joint: JointId,
    /// First of the four elements of its quaternion in q.
    pub quaternion: usize,
    /// First of the three elements of its angular velocity in v.
    pub speed: usize,
    /// The joint is entered from frame_b; the angles always turn frame_a into frame_b.
    pub reversed: bool,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Address of start angles in the same sequence, rad, which select the initial angles; none: near zero.
    pub near: Option<usize>,
}

/// Layout of the state array: position coordinates, velocity coordinates, angles with their derivatives (six for each
/// orientation with angles), states of laws. Prescribed coordinates and orientations with angles are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Binary)]
pub struct StateLayout {
    /// Position coordinate of each of the first states, ascending.
    pub positions: Vec<usize>,
    /// Velocity coordinate of each of the next states, ascending.
    pub speeds: Vec<usize>,
    /// Orientations with angles.
    pub angles: Vec<AngleStates>,
    /// Number of states of laws, which come last.
    pub laws: usize,
}

impl StateLayout {
    /// Length of the state array.
    pub fn dimension(&self) -> usize {
        self.first_law() + self.laws
    }

    /// Number of the first state that is an angle.
    pub fn first_angle(&self) -> usize {
        self.positions.len() + self.speeds.len()
    }

    /// Number of the first state of a law.
    pub fn first_law(&self) -> usize {
        self.first_angle() + 6 * self.angles.len()
    }

    /// The state of a position coordinate; for an element of a quaternion that follows from angles, one of the angles.
    pub fn position_state(&self, coordinate: usize) -> Option<usize> {
        let angle = |angles: &AngleStates| Some(coordinate.checked_sub(angles.quaternion)?.min(2));
        let own = self.positions.binary_search(&coordinate).ok();
        own.or_else(|| self.angle_state(|angles| angle(angles).filter(|_| coordinate < angles.quaternion + 4)))
    }

    /// The state of a velocity coordinate; for an element of an angular velocity that follows from angles, one of their
    /// derivatives.
    pub fn speed_state(&self, coordinate: usize) -> Option<usize> {
        let rate = |angles: &AngleStates| coordinate.checked_sub(angles.speed).filter(|k| *k < 3).map(|k| 3 + k);
        let own = self.speeds.binary_search(&coordinate).ok().map(|k| self.positions.len() + k);
        own.or_else(|| self.angle_state(rate))
    }

    fn angle_state(&self, element: impl Fn(&AngleStates) -> Option<usize>) -> Option<usize> {
        let mut found = self.angles.iter().enumerate().filter_map(|(i, angles)| Some(6 * i + element(angles)?));
        found.next().map(|k| self.first_angle() + k)
    }

    /// Writes the state array into coordinates, speeds and states of laws.
    pub fn unpack<T: Copy>(&self, x: &[T], q: &mut [T], v: &mut [T], angles: &mut [T], states: &mut [T]) {
        let (positions, rest) = x.split_at(self.positions.len());
        let (speeds, rest) = rest.split_at(self.speeds.len());
        let (own_angles, laws) = rest.split_at(6 * self.angles.len());
        scatter(&self.positions, positions, q);
        scatter(&self.speeds, speeds, v);
        angles.copy_from_slice(own_angles);
        states.copy_from_slice(laws);
    }

    /// Writes coordinates, speeds and states of laws, or their derivatives, into the state array.
    pub fn pack<T: Copy>(&self, q: &[T], v: &[T], angles: &[T], states: &[T], x: &mut [T]) {
        let (positions, rest) = x.split_at_mut(self.positions.len());
        let (speeds, rest) = rest.split_at_mut(self.speeds.len());
        let (own_angles, laws) = rest.split_at_mut(6 * self.angles.len());
        own_angles.copy_from_slice(angles);
        gather(&self.positions, q, positions);
        gather(&self.speeds, v, speeds);
        laws.copy_from_slice(states);
    }
}

/// Writes elements to ascending indices.
#[inline(always)]
fn scatter<T: Copy>(places: &[usize], elements: &[T], to: &mut [T]) {
    if places.len() == to.len() {
        // All indices are used.
        return to.copy_from_slice(elements);
    }
    places.iter().zip(elements).for_each(|(i, x)| to[*i] = *x);
}

/// Reads elements from ascending indices.
#[inline(always)]
fn gather<T: Copy>(places: &[usize], from: &[T], elements: &mut [T]) {
    if places.len() == from.len() {
        return elements.copy_from_slice(from);
    }
    places.iter().zip(elements).for_each(|(i, x)| *x = from[*i]);
}
