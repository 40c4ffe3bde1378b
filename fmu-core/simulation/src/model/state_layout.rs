//! Choice of the coordinates that are states, and a minimal set of continuous states for model exchange: independent coordinates and speeds, and
//! rotations in place of quaternions.

use super::Model;
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

/// A continuous state of model exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum MinimalState {
    /// An element of the state array that no constraint couples with others.
    Own {
        /// Its number.
        state: usize,
    },
    /// Rotation about an axis of a joint that no constraint couples with others; the three axes follow each other.
    Rotation {
        /// State that is the first element of the quaternion.
        first: usize,
        /// Axis, from 0 to 2.
        axis: usize,
    },
    /// An independent coordinate of a cluster of constraints; which one is decided while the model runs.
    Position {
        /// The cluster.
        cluster: usize,
    },
    /// An independent speed of a cluster.
    Speed {
        /// The cluster.
        cluster: usize,
    },
}

/// The states of model exchange that `states = "minimal"` asks for.
#[derive(Clone, Debug, Default, PartialEq, Binary)]
pub struct MinimalStates {
    /// In the order of the host's array.
    pub list: Vec<MinimalState>,
    /// For each velocity coordinate: reluctance to choose it as independent, 1 for most.
    pub reluctance: Vec<f64>,
}

impl MinimalStates {
    /// Numbers in the list of the independent positions and of the independent speeds of a cluster.
    pub fn of_cluster(&self, cluster: usize) -> [Vec<usize>; 2] {
        let are = |wanted: MinimalState| (0..self.list.len()).filter(|k| self.list[*k] == wanted).collect();
        [are(MinimalState::Position { cluster }), are(MinimalState::Speed { cluster })]
    }
}

impl Model {
    /// The elements of the state array that are positions, and those that are speeds, of the joints of a cluster.
    pub fn cluster_states(&self, cluster: usize) -> [Vec<usize>; 2] {
        let tree = &self.mechanism.tree;
        let joints = &tree.joints[tree.clusters[cluster].joints.clone()];
        let positions = joints.iter().flat_map(|joint| joint.q..joint.q + joint.kind.nq());
        let speeds = joints.iter().flat_map(|joint| joint.v..joint.v + joint.kind.nv());
        [
            positions.filter_map(|position| self.states.position_state(position)).collect(),
            speeds.filter_map(|speed| self.states.speed_state(speed)).collect(),
        ]
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
