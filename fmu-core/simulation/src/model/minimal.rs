//! A minimal set of continuous states for model exchange: independent coordinates and speeds, and rotations in place of quaternions.

use super::Model;
use binary::Binary;

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
