//! A link is dragged.

use super::super::pull::Pull;
use super::System;
use mechanism::scalar::Vector3;
use mechanism::{Source, Stage};

impl System {
    /// A spring from the point `place` (world, m) of the link that carries the frame of this variable, a position, to the same place; its
    /// stiffness suits the mass of the link, or of the mechanism if the link has none. None for what is not a frame, and for the ground.
    pub fn grab(&mut self, t: f64, x: &[f64], source: &Source, place: [f64; 3]) -> Option<Pull> {
        let Source::Position(frame, _) = *source else { return None };
        self.value(t, x, source).ok()?;
        let (model, pipeline) = self.at(t, x).ok()?;
        let mechanism = &model.mechanism;
        let link_of = |frame: usize| Some(mechanism.nodes[*mechanism.frame_nodes.get(frame)?].link);
        let evaluation = &pipeline.base;
        let link = link_of(frame)?;
        let masses = |on: &dyn Fn(usize) -> bool| -> f64 {
            let masses = mechanism.masses.iter().zip(&evaluation.constants.masses);
            masses.filter(|(mass, _)| link_of(mass.frame).is_some_and(on)).map(|(_, constants)| constants.m).sum()
        };
        let own = masses(&|other| other == link);
        let mass = if own > 0.0 { own } else { masses(&|other| other != 0) };
        let motion = evaluation.links.get(link)?;
        (link != 0 && mass > 0.0).then(|| Pull::new(link, motion, place, mass))
    }

    /// Sets or takes away the spring that drags a link.
    pub fn set_pull(&mut self, pull: Option<Pull>) {
        self.pull = pull;
        if let Some(pipeline) = &mut self.pipeline {
            pipeline.set_pull(pull);
        }
    }

    /// The spring that drags a link.
    pub fn pull(&self) -> Option<Pull> {
        self.pull
    }

    /// Position of the pulled point, m.
    pub fn pulled(&mut self, t: f64, x: &[f64]) -> Option<[f64; 3]> {
        let pull = self.pull?;
        let (_, evaluation) = self.reach(t, x, Stage::Motion).ok()?;
        let link = evaluation.links.get(pull.link)?;
        Some((Vector3::from(link.position) + pull.arm(link)).into())
    }
}
