//! The states near a state that satisfies the constraints: derivatives of all that must stay zero.

use super::directional::Directional;
use super::{Known, System};
use crate::dynamics::massless::offsets;
use crate::dynamics::{Evaluation, Result};
use crate::model::Model;
use mechanism::scalar::Jet;
use mechanism::{STUCK, Stage};

/// A condition that the states satisfy at all times, lengths in units of the mechanism's size.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Part of the mechanism: cluster of constraints, or, counted on from these, group of massless points, contact that sticks.
    pub part: usize,
    /// It is a contact that sticks: the rate is its speed of slip, and the residual has no value.
    pub sticks: bool,
    /// Size of the part, m.
    pub size: f64,
    /// The residual, rad, and its rate, per s.
    pub off: [f64; 2],
    /// Derivatives of both along the known.
    pub along: [f64; 2],
}

impl System {
    /// Derivatives of all conditions along a known at time `t`, s, and the state `x`; always the same conditions in the same order.
    ///
    /// # Errors
    /// A state that cannot be evaluated.
    pub fn conditions_along(&mut self, t: f64, x: &[f64], known: Known) -> Result<Vec<Condition>> {
        let (modes, frictions) = (self.modes(), &self.model().discrete.frictions);
        if !self.is_constrained() && frictions.iter().all(|element| modes[element.law] != STUCK) {
            return Ok(Vec::new());
        }
        let mut data = self.take_directional()?;
        let model = self.model();
        let lane = data.reach_state(self, (t, x), &[(known, 1.0)], &[])?;
        (self.jets.reach)(&mut data.pipeline, model, Stage::Motion)?;
        let conditions = data.conditions(model, lane);
        self.directional = Some(data);
        Ok(conditions)
    }
}

impl Directional {
    fn conditions(&mut self, model: &Model, lane: usize) -> Vec<Condition> {
        let evaluation: &mut Evaluation<Jet> = &mut self.pipeline.base;
        let along = |jet: &Jet| jet.along[lane];
        let mut conditions = Vec::new();
        for (part, work) in evaluation.work.clusters.iter().enumerate() {
            let size = work.scale;
            conditions.extend(work.rows.iter().map(|row| {
                let both = [&row.residual, &row.rate];
                let off = both.map(|jet| row.scaled(jet.value, size));
                Condition { part, size, sticks: false, off, along: both.map(|jet| row.scaled(along(jet), size)) }
            }));
        }
        let first = evaluation.work.clusters.len();
        for (number, (points, balance)) in model.mechanism.massless.iter().zip(&evaluation.massless).enumerate() {
            let (part, size) = (first + number, balance.longest);
            conditions.extend(offsets(model, points, balance, &evaluation.q).map(|offset| {
                let off = [offset.value / size, 0.0];
                Condition { part, size, sticks: false, off, along: [along(&offset) / size, 0.0] }
            }));
        }
        let first = first + model.mechanism.massless.len();
        for (number, element) in model.discrete.frictions.iter().enumerate() {
            if evaluation.modes[element.law] == STUCK {
                let speed = evaluation.slip_speed(model, number);
                let (off, along) = ([0.0, speed.value], [0.0, along(&speed)]);
                conditions.push(Condition { part: first + number, size: 1.0, sticks: true, off, along });
            }
        }
        conditions
    }
}
