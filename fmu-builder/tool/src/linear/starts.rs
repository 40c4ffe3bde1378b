//! Start values that lead to a state.

use std::sync::Arc;

use mechanism::JointStart;
use mechanism::frames::Sequence;
use mechanism::frames::quaternions::{self, Quaternion};
use simulation::model::Model;
use simulation::variables::{Initial, Target, Variability};

use super::Signal;
use super::point::OperatingPoint;
use super::tangent::{coordinates, unit};

impl OperatingPoint {
    /// Start values of the present state, as far as they can be set, and the states of which they cannot although they are not those of
    /// `start`.
    pub(super) fn start_values(&mut self, start: &[f64]) -> (Vec<Signal>, Vec<String>) {
        let model = Arc::clone(&self.model);
        let (catalogue, mut values, mut missing) = (&model.catalogue, Vec::new(), Vec::new());
        let mut set = |index: Option<usize>, value: f64| -> bool {
            let Some(variable) = index.and_then(|index| catalogue.variables.get(index)) else { return false };
            let settable = matches!(variable.target, Some(Target::Parameter(_)))
                && variable.variability != Variability::Constant
                && variable.initial.is_some_and(|initial| initial != Initial::Calculated);
            if settable {
                values.push(Signal {
                    name: variable.name.to_owned(),
                    unit: unit(variable.data_type),
                    value: value + 0.0,
                });
            }
            settable
        };
        for own in coordinates(&model) {
            match own.axis {
                None => {
                    if !set(catalogue.states.get(own.state).copied(), self.x[own.state])
                        && self.x[own.state] != start[own.state]
                    {
                        missing.push(own.name);
                    }
                }
                Some(0) => {
                    let q = Quaternion(std::array::from_fn(|k| self.x[own.state + k]));
                    let by_address = |address: usize| {
                        catalogue.variables.iter().position(|v| v.target == Some(Target::Parameter(address)))
                    };
                    let start = start_angles(&model, own.state);
                    let angles = start.map(|(first, sequence)| (first, sequence.angles(&quaternions::to_t(&q), 0.0)));
                    let all =
                        angles.is_some_and(|(first, angles)| (0..3).all(|k| set(by_address(first + k), angles[k])));
                    if !all {
                        missing.push(own.name.trim_end_matches("[1]").to_owned());
                    }
                }
                Some(_) => {}
            }
        }
        (values, missing)
    }
}

/// Address of the first start angle of the orientation that begins at a state, and the axes of the angles.
fn start_angles(model: &Model, state: usize) -> Option<(usize, Sequence)> {
    let position = *model.states.positions.get(state)?;
    let joints = model.mechanism.tree.joints.iter().zip(&model.motions.starts);
    let mut own = joints.filter(|(joint, _)| joint.kind.quaternion().is_some_and(|first| joint.q + first == position));
    match own.next()?.1 {
        JointStart::Spherical(start) => Some((start.angles.0, start.sequence)),
        JointStart::Free(start) => Some((start.angles?.0, start.sequence)),
        _ => None,
    }
}
