//! Which FMI inputs a quantity depends on at once, not through the states.

use super::catalogue::Context;
use crate::library::PrescribedLevel;
use crate::mechanism::{FrameId, JointKind, Law, Source, Stage};
use std::collections::BTreeSet;

/// Direct dependencies on the inputs, by number of the input.
pub(super) struct Dependencies<'a> {
    context: &'a Context<'a>,
    /// Per signal.
    signals: Vec<BTreeSet<usize>>,
    /// Per island: joints whose accelerations depend on each other.
    islands: Vec<BTreeSet<usize>>,
    /// Island of each link (0 for the ground, which has none of its own).
    island_of_link: Vec<usize>,
    /// What the joints depend on whose position signals give: their motion, and so that of everything, is known from it at once.
    followed: BTreeSet<usize>,
    all: BTreeSet<usize>,
}

impl<'a> Dependencies<'a> {
    /// Finds the dependencies of signals and accelerations.
    pub fn new(context: &'a Context<'a>) -> Self {
        let inputs = context.sets.inputs.len();
        let first = context.collected.signal_outputs;
        let mut signals = vec![BTreeSet::new(); first + inputs];
        for input in 0..inputs {
            signals[first + input].insert(input);
        }
        let mut result = Self {
            context,
            signals,
            islands: Vec::new(),
            island_of_link: islands_of_links(context),
            followed: BTreeSet::new(),
            all: (0..inputs).collect(),
        };
        result.islands = vec![BTreeSet::new(); result.island_of_link.len()];
        let schedule = context.schedule;
        for law in &schedule.time {
            result.visit(*law);
        }
        result.gather_followed();
        for law in &schedule.motion {
            result.visit(*law);
        }
        result.gather_forces();
        for law in
            schedule.motion_outputs.iter().chain(&schedule.acceleration_outputs).chain(&schedule.reaction_outputs)
        {
            result.visit(*law);
        }
        result
    }

    fn law_inputs(&self, law: usize) -> BTreeSet<usize> {
        let law = &self.context.collected.elements.laws[law];
        let elements = law.inputs().into_iter().flat_map(|i| i.first..i.first + i.size);
        let mut found: BTreeSet<usize> =
            elements.flat_map(|e| &self.signals[self.context.sets.drivers[e]]).copied().collect();
        if law.stage() >= Stage::Motion {
            found.extend(&self.followed);
        }
        found
    }

    fn gather_followed(&mut self) {
        let sources = self.context.collected.elements.prescribed_flanges.iter();
        for source in sources.filter(|source| source.level == PrescribedLevel::Position) {
            for element in
                source.reference.iter().flat_map(|reference| reference.first..reference.first + reference.size)
            {
                self.followed.extend(&self.signals[self.context.sets.drivers[element]]);
            }
        }
    }

    fn visit(&mut self, law: usize) {
        let mut found = self.law_inputs(law);
        let laws = &self.context.collected.elements.laws;
        // The derivative of a velocity is an acceleration.
        if laws[law].stage() >= Stage::Acceleration || self.context.schedule.reads_derivatives[law] {
            found = self.all.clone();
        }
        if let Some(output) = laws[law].output() {
            self.signals[output.first..output.first + output.size].fill(found);
        }
    }

    /// A force reaches one island; which one is not told by the law, so that each input of an acting law reaches the islands of all
    /// frames and flanges when there is more than one.
    fn gather_forces(&mut self) {
        for island in &mut self.islands {
            island.extend(&self.followed);
        }
        let acting = self.context.schedule.time.iter().chain(&self.context.schedule.motion);
        for law in acting {
            if !self.context.collected.elements.laws[*law].acts() {
                continue;
            }
            let inputs = self.law_inputs(*law);
            for island in &mut self.islands {
                island.extend(&inputs);
            }
        }
    }

    fn acceleration_of_link(&self, link: usize) -> &BTreeSet<usize> {
        &self.islands[self.island_of_link[link]]
    }

    fn frame(&self, frame: FrameId) -> BTreeSet<usize> {
        let mechanism = self.context.mechanism;
        match mechanism.nodes[mechanism.frame_nodes[frame]].link {
            0 => BTreeSet::new(),
            link => self.acceleration_of_link(link).clone(),
        }
    }

    /// Inputs that a quantity depends on.
    pub fn of(&self, source: &Source) -> BTreeSet<usize> {
        match source {
            Source::Input(i) => std::iter::once(*i).collect(),
            Source::Signal(signal, _) => self.signals[*signal].clone(),
            Source::Law(law, _, Stage::Motion | Stage::Force) => self.law_inputs(*law),
            Source::Acceleration(_) | Source::Relative(..) if source.stage() == Stage::Acceleration => self.all.clone(),
            Source::AngularAcceleration(frame, _) | Source::FrameAcceleration(frame, _) => self.frame(*frame),
            Source::JointForce(_)
            | Source::FlangeAcceleration(_)
            | Source::LawStateDerivative(_)
            | Source::Temperature(_)
            | Source::TemperatureDifference(..)
            | Source::HeatFlow(_)
            | Source::Force(..)
            | Source::Torque(..)
            | Source::FlangeFlow(_)
            | Source::Law(..) => self.all.clone(),
            _ if source.stage() >= Stage::Motion => self.followed.clone(),
            _ => BTreeSet::new(),
        }
    }
}

/// The root joint that each link hangs on; links of one root accelerate together.
fn islands_of_links(context: &Context<'_>) -> Vec<usize> {
    let joints = &context.mechanism.tree.joints;
    let mut island = vec![0; joints.len() + 1];
    for (i, joint) in joints.iter().enumerate() {
        island[i + 1] = if joint.parent == 0 || joint.kind == JointKind::Free { i + 1 } else { island[joint.parent] };
    }
    island
}
