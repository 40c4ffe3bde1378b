//! Laws as the columns see them: what each reads, and what it writes.

use crate::model::Model;
use library::AnyLaw;
use mechanism::sort::sort_by_key;
use mechanism::{Contact, FlangeId, FlangePotential, FrameId, JointId, Motion, Source, StateId};

/// Arguments of a link: turn, shift, change of the angular velocity and of the velocity of its origin.
pub(super) const OF_LINK: usize = 12;

/// A law: what it reads, and what it writes.
#[derive(Clone, Debug, Default)]
pub(super) struct LawPart {
    /// Its number in the model.
    pub law: usize,
    /// Links that it sees move.
    pub links: Vec<usize>,
    /// Position and velocity coordinates that it sees.
    pub coordinates: Vec<(usize, usize)>,
    /// States, its own and others.
    pub states: Vec<StateId>,
    /// Signals.
    pub signals: Vec<usize>,
    /// It only feels how its two links move relative to each other, and acts on them.
    pub is_relative: bool,
    /// Signals that it writes.
    pub written: std::ops::Range<usize>,
    /// Frames of moving links that it acts on, each with the link.
    pub frames: Vec<(FrameId, usize)>,
    /// Flanges that it acts on, each with the velocity coordinate that it drives.
    pub flanges: Vec<(FlangeId, usize)>,
    /// States whose derivatives it writes.
    pub rates: Vec<StateId>,
    /// Velocity coordinates whose acceleration it may prescribe.
    pub given: Vec<usize>,
    /// First element of its block.
    pub first: usize,
}

impl LawPart {
    pub fn arguments(&self) -> usize {
        1 + OF_LINK * self.links.len() + 2 * self.coordinates.len() + self.states.len() + self.signals.len()
    }

    pub fn results(&self) -> usize {
        self.written.len() + 6 * self.frames.len() + self.flanges.len() + self.rates.len() + self.given.len()
    }

    /// Forces on its frames as they are, and one column for each argument.
    pub fn size(&self) -> usize {
        6 * self.frames.len() + self.arguments() * self.results()
    }

    /// All that it does is to drive this velocity coordinate.
    pub fn drives_only(&self, v: usize) -> bool {
        self.frames.is_empty()
            && self.rates.is_empty()
            && self.given.is_empty()
            && self.flanges.iter().all(|(_, driven)| *driven == v)
    }

    fn see_frame(&mut self, model: &Model, frame: FrameId) {
        let link = model.mechanism.nodes[model.mechanism.frame_nodes[frame]].link;
        if link > 0 {
            self.links.push(link);
        }
    }

    fn see_joint(&mut self, model: &Model, joint: JointId) {
        let joint = &model.mechanism.tree.joints[joint];
        self.coordinates.push((joint.q, joint.v));
    }

    fn see_flange(&mut self, model: &Model, flange: FlangeId) {
        if let FlangePotential::Joint(joint) = model.mechanism.flange_potentials[flange] {
            self.see_joint(model, joint);
        }
    }

    /// Values that an expression reads; none if they are unknown here.
    fn see(&mut self, model: &Model, source: &Source) -> Option<()> {
        let joints = &model.mechanism.tree.joints;
        match *source {
            Source::Time | Source::Constant(_) | Source::Parameter(_) => {}
            Source::Input(input) => self.signals.push(model.first_input_signal + input),
            Source::Signal(signal, _) => self.signals.push(signal),
            Source::LawState(state) => self.states.push(state),
            Source::Coordinate(q) => {
                self.see_joint(model, joints.iter().position(|joint| joint.q == q && joint.kind.nv() == 1)?);
            }
            Source::Speed(v) => {
                self.see_joint(model, joints.iter().position(|joint| joint.v == v && joint.kind.nv() == 1)?);
            }
            Source::FlangePosition(flange) | Source::FlangeSpeed(flange) => self.see_flange(model, flange),
            Source::Position(frame, _)
            | Source::Orientation(frame, ..)
            | Source::AngularVelocity(frame, _)
            | Source::Velocity(frame, _) => self.see_frame(model, frame),
            _ => return None,
        }
        Some(())
    }

    fn touch(&mut self, model: &Model, contact: Contact) -> Option<()> {
        match contact {
            Contact::Frame(frame) => {
                self.see_frame(model, frame);
                let link = model.mechanism.nodes[model.mechanism.frame_nodes[frame]].link;
                if link > 0 && model.acting_frames.contains(&frame) {
                    self.frames.push((frame, link));
                }
            }
            Contact::Seen(frame) => self.see_frame(model, frame),
            Contact::Flange(flange) => {
                self.see_flange(model, flange);
                let driven = model.acting_flanges.iter().filter(|(acting, _)| *acting == flange);
                self.flanges.extend(driven);
                if let FlangePotential::Joint(joint) = model.mechanism.flange_potentials[flange] {
                    let joint = &model.mechanism.tree.joints[joint];
                    self.given.extend((joint.motion == Motion::Prescribed).then_some(joint.v));
                }
            }
            Contact::SeenFlange(flange) => self.see_flange(model, flange),
            Contact::SeenState(state) => self.states.push(state),
            Contact::State(state) => {
                self.states.push(state);
                self.rates.push(state);
            }
            // Heat is refused with the network.
            Contact::SeenPort(_) | Contact::Port(_) | Contact::Conductor(_) => return None,
        }
        Some(())
    }
}

/// The laws that the accelerations need; none if one of them reads what is not known here.
pub(super) fn law_parts(model: &Model, time: &[usize]) -> Option<Vec<LawPart>> {
    let mut first = 0;
    let order = time.iter().chain(&model.schedule.motion);
    let parts = order.map(|number| {
        let law = &model.laws[*number];
        let mut part = LawPart { law: *number, ..LawPart::default() };
        let connections = law.connections();
        for contact in connections.contacts {
            part.touch(model, contact)?;
        }
        for input in connections.inputs {
            part.signals.extend(&model.mechanism.drivers[input.first..input.first + input.size]);
        }
        if let AnyLaw::Expression(expression) = law {
            expression.sources.iter().try_for_each(|source| part.see(model, source))?;
        }
        part.written = connections.output.map_or(0..0, |output| output.first..output.first + output.size);
        part.is_relative = law.line().is_some() && part.links.len() == 2 && part.links[0] != part.links[1];
        for list in [&mut part.links, &mut part.states, &mut part.signals, &mut part.rates, &mut part.given] {
            sort_by_key(list, |number| *number);
            list.dedup();
        }
        sort_by_key(&mut part.coordinates, |coordinate| *coordinate);
        part.coordinates.dedup();
        part.first = first;
        first += part.size();
        Some(part)
    });
    parts.collect()
}
