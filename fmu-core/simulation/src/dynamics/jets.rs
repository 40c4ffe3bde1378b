//! The functions over jets that are called here: tables, which the crate `jets` makes. They are compiled where these are made, for size; a
//! call past a table would compile them here, too, for speed.

mod pipelines;

pub use pipelines::{Functions, Jets};

use super::{Evaluation, Result};
use crate::model::{Model, Need};
use mechanism::scalar::{Jet, Scalar};
use mechanism::{LinkMotion, Source, Stage};

/// Functions of an evaluation over jets.
pub(super) type JetEvaluations = EvaluationFunctions<Jet>;

/// Functions of an evaluation.
#[derive(Debug)]
pub(super) struct EvaluationFunctions<T: Scalar> {
    pub new: fn(&Model, Vec<T>) -> Result<Evaluation<T>>,
    pub laws: fn(&mut Evaluation<T>, &Model, &[usize]),
    pub reach: fn(&mut Evaluation<T>, &Model, Stage) -> Result<()>,
    pub reach_outputs: fn(&mut Evaluation<T>, &Model, Stage) -> Result<()>,
    pub reach_from_motion: fn(&mut Evaluation<T>, &Model, Need) -> Result<()>,
    pub find_angle_derivatives: fn(&mut Evaluation<T>, &Model) -> Result<()>,
    pub value: fn(&mut Evaluation<T>, &Model, &Source) -> T,
}

impl<T: Scalar> EvaluationFunctions<T> {
    const fn new() -> Self {
        Self {
            new: Evaluation::new,
            laws: Evaluation::laws,
            reach: Evaluation::reach,
            reach_outputs: Evaluation::reach_outputs,
            reach_from_motion: Evaluation::reach_from_motion,
            find_angle_derivatives: Evaluation::find_angle_derivatives,
            value: Evaluation::value,
        }
    }
}

/// The motion of a link, without derivatives.
pub(super) fn constant_link(link: &LinkMotion<f64>) -> LinkMotion<Jet> {
    let constants = |x: [f64; 3]| x.map(Jet::constant);
    LinkMotion {
        axes: link.axes.map(constants),
        position: constants(link.position),
        omega: constants(link.omega),
        velocity: constants(link.velocity),
        alpha: constants(link.alpha),
        acceleration: constants(link.acceleration),
    }
}

impl Evaluation<Jet> {
    /// Takes modes, held values, the past of signals and the start time.
    pub(super) fn take_discrete<T: Scalar>(&mut self, from: &Evaluation<T>) {
        self.modes.copy_from_slice(&from.modes);
        self.held.copy_from_slice(&from.held);
        self.histories.clone_from(&from.histories);
        self.start = from.start;
    }

    /// Goes to where accelerations are known to `from`, without derivatives: to motion and accelerations, from which outputs are evaluated.
    /// The motion of links is left out if it is to be written next, and has been taken.
    pub(super) fn take_constants(&mut self, from: &Evaluation<f64>, with_links: bool) {
        self.take_discrete(from);
        self.elapsed = Jet::constant(from.elapsed);
        let take = |to: &mut [Jet], from: &[f64]| to.iter_mut().zip(from).for_each(|(to, x)| *to = Jet::constant(*x));
        take(&mut self.q, &from.q);
        take(&mut self.v, &from.v);
        take(&mut self.qdot, &from.qdot);
        take(&mut self.vdot, &from.vdot);
        take(&mut self.states, &from.states);
        take(&mut self.state_derivatives, &from.state_derivatives);
        take(&mut self.signals, &from.signals);
        if with_links {
            self.links.iter_mut().zip(&from.links).for_each(|(to, link)| *to = constant_link(link));
        }
        (self.reached, self.outputs) = (Stage::Motion, Stage::Parameters);
    }
}
