//! Conditions on the accelerations that the tree does not know: coordinates tied to each other (gears and connections between joint axes),
//! and contacts that stick. Each is a row `K y = ..` with constant factors, whose multiplier drives the coordinates in it.
//!
//! A column is found with the multipliers held. What it leaves of the rows is taken out by the responses Y of the accelerations to the
//! multipliers: `dy -= Y (K Y)^-1 K dy`. The multipliers are forces along coordinates, which do not turn.

use super::elimination::Eliminated;
use super::lanes::{Into, LANES, Lane, Lanes, ZERO};
use super::laws::Pushed;
use super::plan::{By, Plan, Point};
use crate::dynamics::articulated_body::RowEnds;
use crate::model::Model;
use mechanism::scalar::LinearSystem;
use mechanism::{FlangePotential, FrictionElement, RELATED, STUCK};

/// Coordinates with their factors.
#[derive(Clone, Copy, Debug)]
struct Row {
    terms: [(usize, f64); RELATED],
    /// Rate at which what is left of the row dies away, 1/s.
    rate: f64,
}

/// The rows of one model at one state.
#[derive(Clone, Debug)]
pub(super) struct Borders {
    rows: Vec<Row>,
    /// Responses to four rows at a time, per step.
    responses: Vec<Lane>,
    matrix: LinearSystem<f64>,
    left: Vec<f64>,
}

impl Borders {
    /// With room for all rows of a model.
    pub fn new(plan: &Plan, model: &Model) -> Self {
        let clusters = model.mechanism.tree.clusters.iter().enumerate();
        let tied = clusters.filter(|(number, _)| plan.is_tied(*number));
        let constraints = tied.map(|(_, cluster)| cluster.rows()).sum::<usize>();
        let most = constraints + model.discrete.frictions.len();
        Self {
            rows: Vec::with_capacity(most),
            responses: vec![ZERO; most.div_ceil(LANES) * plan.steps.len()],
            matrix: LinearSystem::new(most),
            left: vec![0.0; most],
        }
    }

    /// Finds rows and responses; false where the rows depend on each other.
    pub fn find(&mut self, at: Point<'_>, tree: &Eliminated, lanes: &mut Lanes) -> bool {
        // A model without ties and friction has no rows.
        if self.left.is_empty() {
            return true;
        }
        self.find_rows(at);
        let plan = at.plan;
        for (block, rows) in self.rows.chunks(LANES).enumerate() {
            lanes.begin();
            for (lane, row) in rows.iter().enumerate() {
                for (step, factor) in row.terms.into_iter().filter(|(step, _)| !plan.steps[*step].is_given) {
                    Into { lanes: &mut *lanes, plan, lane }.drive(step, factor);
                }
            }
            lanes.run(plan, tree, &[None; LANES]);
            let n = plan.steps.len();
            self.responses[block * n..(block + 1) * n].copy_from_slice(&lanes.accelerations);
        }
        self.matrix.resize(self.rows.len());
        for (number, row) in self.rows.iter().enumerate() {
            for other in 0..self.rows.len() {
                let response = |step: usize| self.responses[other / LANES * plan.steps.len() + step].0[other % LANES];
                row.terms.iter().for_each(|(step, factor)| self.matrix.add(number, other, factor * response(*step)));
            }
        }
        self.matrix.factor().is_ok()
    }

    fn find_rows(&mut self, Point { plan, model, evaluation }: Point<'_>) {
        self.rows.clear();
        let clusters = evaluation.work.clusters.iter().enumerate();
        for (_, cluster) in clusters.filter(|(number, _)| plan.is_tied(*number)) {
            for row in &cluster.rows {
                if let RowEnds::Coordinates(terms) = row.ends {
                    let terms = terms.map(|(v, factor)| (plan.step_of_speed[v], factor));
                    self.rows.push(Row { terms, rate: cluster.stabilization });
                }
            }
        }
        for contact in &evaluation.frictions.stuck {
            let FrictionElement { law, flange, support, .. } = &model.discrete.frictions[*contact];
            // The list is that of the last time when one stuck.
            if evaluation.modes[*law] != STUCK {
                continue;
            }
            let mut terms = [(0, 0.0); RELATED];
            let ends = [Some((*flange, 1.0)), support.map(|support| (support, -1.0))];
            for (term, (flange, sign)) in terms.iter_mut().zip(ends.into_iter().flatten()) {
                let mechanism = &model.mechanism;
                if let FlangePotential::Joint(joint) = mechanism.flange_potentials[flange] {
                    let ratio = evaluation.constants.flanges[mechanism.flange_nodes[flange]].ratio;
                    *term = (plan.step_of_speed[mechanism.tree.joints[joint].v], sign * ratio);
                }
            }
            self.rows.push(Row { terms, rate: 0.0 });
        }
    }

    /// Takes out of the columns in `lanes` what they leave of the rows.
    pub fn correct(&mut self, plan: &Plan, columns: &[(By, usize)], lanes: &mut Lanes) {
        if self.rows.is_empty() {
            return;
        }
        let n = plan.steps.len();
        for (lane, (by, _)) in columns.iter().enumerate() {
            let left = &mut self.left[..self.rows.len()];
            for (left, row) in left.iter_mut().zip(&self.rows) {
                let kept = |(step, factor): &(usize, f64)| {
                    factor * (lanes.accelerations[*step].0[lane] + dying(*by, *step, row.rate))
                };
                *left = row.terms.iter().map(kept).sum();
            }
            self.matrix.solve(left);
            for (number, multiplier) in left.iter().enumerate() {
                let responses = &self.responses[number / LANES * n..][..n];
                for (y, response) in lanes.accelerations.iter_mut().zip(responses) {
                    y.0[lane] -= response.0[number % LANES] * multiplier;
                }
            }
        }
    }
}

/// Contribution of a column to the row of a coordinate whose residual dies away.
fn dying(by: By, step: usize, rate: f64) -> f64 {
    match by {
        By::Position(own) if own == step => rate * rate,
        By::Speed(own) if own == step => 2.0 * rate,
        _ => 0.0,
    }
}
