//! Dependencies of each kind of quantity.

use super::groups::joint_of_frame;
use super::sets::{Collector, Set};
use super::structure::Structure;
use mechanism::{FlangePotential, FrameId, JointId, Motion, Relative, Source, Stage};

impl Structure<'_> {
    /// The set that a quantity shares with others.
    pub(super) fn shared(&self, source: &Source) -> Option<&Set> {
        let potentials = &self.model.mechanism.flange_potentials;
        let joint = match *source {
            Source::Signal(signal, _) => return self.signals.get(signal),
            Source::LawStateDerivative(state) => return self.rates.get(state),
            Source::FlangeAcceleration(flange) if potentials[flange] == FlangePotential::Ground => None,
            Source::FlangeAcceleration(flange) | Source::FlangeFlow(flange) => {
                return self.forces.get(self.groups.of_flange(self.model, flange));
            }
            Source::Acceleration(i) => self.joint_of_speed(i),
            Source::JointForce(joint) => Some(joint),
            Source::FrameAcceleration(frame, _) | Source::AngularAcceleration(frame, _) => {
                joint_of_frame(self.model, frame)
            }
            Source::AngleDerivative(i) if i % 6 >= 3 => self.model.states.angles.get(i / 6).map(|angles| angles.joint),
            _ => None,
        };
        self.forces.get(self.groups.joints[joint?])
    }

    /// The state that a quantity is, or is equal to.
    pub(super) fn state(&self, source: &Source) -> Option<usize> {
        let angle = |k: usize| self.model.catalogue.states[self.model.states.first_angle() + k];
        match *source {
            Source::Coordinate(i) => self.coordinates[i],
            Source::Speed(i) => self.speeds[i],
            Source::CoordinateDerivative(i) => self.plain_speed(i),
            Source::LawState(i) => Some(self.law_state(i)),
            Source::Angle(i) => Some(angle(i)),
            // The derivative of an angle is the state three places after it.
            Source::AngleDerivative(i) if i % 6 < 3 => Some(angle(i + 3)),
            _ => None,
        }
    }

    /// Adds the dependencies of a quantity.
    pub(super) fn add_source(&self, source: &Source, out: &mut Collector) {
        if let Some(set) = self.shared(source) {
            return out.add_all(set);
        }
        if let Some(state) = self.state(source) {
            return out.add(state);
        }
        match source {
            Source::Input(input) => out.add(self.model.catalogue.inputs[*input]),
            Source::Law(law, _, stage) => self.add_law(*law, variable_stage(*stage), out),
            Source::Coordinate(i) => self.add_joint(self.joint_of_coordinate(*i), &self.positions, out),
            Source::CoordinateDerivative(i) => self.add_rate(self.joint_of_coordinate(*i), out),
            Source::Speed(i) => self.add_rate(self.joint_of_speed(*i), out),
            Source::Position(frame, _) | Source::Orientation(frame, ..) | Source::Quaternion(frame, _) => {
                self.add_frame(*frame, false, out);
            }
            Source::Velocity(frame, _) | Source::AngularVelocity(frame, _) | Source::QuaternionDerivative(frame, _) => {
                self.add_frame(*frame, true, out);
            }
            Source::Gravity(mass, _) => self.add_frame(self.model.mechanism.masses[*mass].frame, false, out),
            Source::Relative(a, b, quantity, _) => self.add_relative([*a, *b], *quantity, out),
            Source::Force(frames, _) | Source::Torque(frames, _) => {
                frames.iter().for_each(|frame| self.add_flow(*frame, out));
            }
            Source::FlangePosition(flange) => self.add_flange(*flange, false, out),
            Source::FlangeSpeed(flange) => self.add_flange(*flange, true, out),
            Source::Derived(derived) => derived.sources.iter().for_each(|source| self.add_source(source, out)),
            Source::Temperature(port) | Source::HeatFlow(port) => self.add_heat(*port, out),
            Source::TemperatureDifference(one, other) => [one, other].into_iter().for_each(|p| self.add_heat(*p, out)),
            // Time, parameters and constants have no dependencies; the others have been handled above.
            _ => {}
        }
    }

    /// Finds a joint by its coordinate; joints are in the order of their coordinates.
    fn joint_of_coordinate(&self, i: usize) -> Option<JointId> {
        self.model.mechanism.tree.joints.partition_point(|joint| joint.q <= i).checked_sub(1)
    }

    fn joint_of_speed(&self, i: usize) -> Option<JointId> {
        self.model.mechanism.tree.joints.partition_point(|joint| joint.v <= i).checked_sub(1)
    }

    fn add_joint(&self, joint: Option<JointId>, sets: &[Set], out: &mut Collector) {
        joint.into_iter().for_each(|joint| out.add_all(&sets[joint]));
    }

    /// A speed that is not a state: it is given by a source, or follows from angles.
    fn add_rate(&self, joint: Option<JointId>, out: &mut Collector) {
        let Some(joint) = joint else { return };
        let is_prescribed = self.model.mechanism.tree.joints[joint].motion == Motion::Prescribed;
        out.add_all(if is_prescribed { &self.prescribers[joint] } else { &self.motions[joint] });
    }

    fn add_heat(&self, port: usize, out: &mut Collector) {
        out.add_all(&self.heat[self.index.ports[port]]);
    }

    fn add_relative(&self, frames: [FrameId; 2], quantity: Relative, out: &mut Collector) {
        let speeds = !matches!(quantity, Relative::Position | Relative::Quaternion | Relative::Orientation);
        let is_late = matches!(quantity, Relative::Acceleration | Relative::AngularAcceleration);
        for frame in frames {
            self.add_frame(frame, speeds, out);
            if is_late {
                self.add_accelerations(frame, out);
            }
        }
    }

    /// The speed that equals the derivative of a coordinate: for a distance or an angle, not for an orientation.
    fn plain_speed(&self, i: usize) -> Option<usize> {
        let joint = self.model.mechanism.tree.joints[self.joint_of_coordinate(i)?];
        let k = i - joint.q;
        let is_plain = joint.kind.quaternion().is_none_or(|first| k < first);
        if is_plain { self.speeds[joint.v + k] } else { None }
    }
}

/// The stage that variables of a law need: those that a law computes from the motion, such as its forces, are known
/// with the motion.
fn variable_stage(stage: Stage) -> Stage {
    if stage == Stage::Signals { Stage::Motion } else { stage.max(Stage::Motion) }
}
