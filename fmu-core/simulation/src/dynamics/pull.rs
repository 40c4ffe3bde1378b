//! A spring with a damper that a person holds at one end: it drags a link without being part of the model.

use super::{Evaluation, System};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Source, link_axes};

/// A spring between a point of a link and a place in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    link: usize,
    /// The point, in the axes of the link and from its origin, m.
    point: [f64; 3],
    /// The other end, m.
    pub target: [f64; 3],
    /// N/m.
    pub stiffness: f64,
    /// N.s/m.
    pub damping: f64,
}

/// Frequency at which the link alone would swing on the spring, rad/s: 2 Hz.
const FREQUENCY: f64 = 2.0 * std::f64::consts::TAU;

impl<T: Scalar> Evaluation<T> {
    /// Adds the force of the spring to the wrenches on the links.
    pub(super) fn add_pull(&mut self) {
        let Some(pull) = self.pull else { return };
        let link = &self.links[pull.link];
        let constant = |v: [f64; 3]| Vector3::from(v.map(T::constant));
        let arm = link_axes(link) * constant(pull.point);
        let velocity = Vector3::from(link.velocity) + Vector3::from(link.omega).cross(&arm);
        let stretch = constant(pull.target) - (Vector3::from(link.position) + arm);
        let force = stretch * T::constant(pull.stiffness) - velocity * T::constant(pull.damping);
        self.wrenches[pull.link].add(force, arm.cross(&force));
    }
}

impl System {
    /// A spring from the point `place` (world, m) of the link that carries the frame of this variable, a position, to the same place; its
    /// stiffness suits the mass of the link, or of the mechanism if the link has none. None for what is no frame, and for the ground.
    pub fn grab(&mut self, t: f64, x: &[f64], source: &Source, place: [f64; 3]) -> Option<Pull> {
        let Source::Position(frame, _) = *source else { return None };
        self.value(t, x, source).ok()?;
        let (model, pipeline) = self.at(t, x).ok()?;
        let mechanism = &model.mechanism;
        let link = mechanism.nodes[*mechanism.frame_nodes.get(frame)?].link;
        let evaluation = pipeline.evaluation();
        let motion = evaluation.links.get(link)?;
        let point = link_axes(motion).transpose() * (Vector3::from(place) - Vector3::from(motion.position));
        let masses = |on: &dyn Fn(usize) -> bool| -> f64 {
            let lies = |frame: usize| on(mechanism.nodes[mechanism.frame_nodes[frame]].link);
            let masses = mechanism.masses.iter().zip(&evaluation.constants.masses);
            masses.filter(|(mass, _)| lies(mass.frame)).map(|(_, constants)| constants.m).sum()
        };
        let own = masses(&|other| other == link);
        let mass = if own > 0.0 { own } else { masses(&|other| other != 0) };
        let (stiffness, damping) = (mass * FREQUENCY * FREQUENCY, 2.0 * mass * FREQUENCY);
        (link != 0 && mass > 0.0).then(|| Pull { link, point: point.into(), target: place, stiffness, damping })
    }

    /// The spring that drags a link.
    pub fn pull(&self) -> Option<Pull> {
        self.pull
    }

    /// Where the pulled point is, m.
    pub fn pulled(&mut self, t: f64, x: &[f64]) -> Option<[f64; 3]> {
        let pull = self.pull?;
        let (model, pipeline) = self.at(t, x).ok()?;
        pipeline.reach(model, mechanism::Stage::Motion).ok()?;
        let motion = pipeline.evaluation().links.get(pull.link)?;
        Some((Vector3::from(motion.position) + link_axes(motion) * Vector3::from(pull.point)).into())
    }
}
