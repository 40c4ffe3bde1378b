//! Independent coordinates of a state, and the state that has them.

use super::directional::Directional;
use super::{Known, System};
use crate::dynamics::charts::{Chart, four, turn};
use crate::dynamics::{EvaluationFault, Result};
use crate::model::Model;
use mechanism::Stage;

impl System {
    /// Numbers of independent positions and speeds of each cluster of constraints, at time `t`, s, and the state `x`.
    ///
    /// # Errors
    /// A state that cannot be evaluated.
    pub fn freedoms(&mut self, t: f64, x: &[f64]) -> Result<Vec<[usize; 2]>> {
        let (model, evaluation) = self.reach(t, x, Stage::Motion)?;
        Ok(evaluation.freedoms(model))
    }

    /// Chooses independent coordinates at time `t`, s, and the state `x`; those that still are keep their numbers, unless it is the first
    /// choice.
    ///
    /// # Errors
    /// [`EvaluationFault::NoIndependentCoordinates`].
    pub fn choose_coordinates(&mut self, t: f64, x: &[f64], chart: &mut Chart, is_first: bool) -> Result<()> {
        let (model, evaluation) = self.reach(t, x, Stage::Motion)?;
        let chosen = evaluation.choose(model, x, chart, is_first);
        chosen.map_err(|cluster| {
            EvaluationFault::NoIndependentCoordinates { constraint: constraint(model, cluster) }.into()
        })
    }

    /// Returns true if other coordinates should be chosen at time `t`, s, and the state `x`: some dependent coordinate changes much more
    /// than the independent ones, or an orientation is far from its reference.
    pub fn is_strained(&mut self, t: f64, x: &[f64], chart: &mut Chart) -> bool {
        let strain = self.reach(t, x, Stage::Motion).map(|(model, evaluation)| evaluation.strain(model, chart));
        chart.is_turned(x) || strain.is_ok_and(|strain| chart.is_strained(strain))
    }

    /// Makes `x`, a state that satisfies the constraints, the one at time `t`, s, with the independent coordinates and speeds `y`, to which
    /// the mechanism can move from there.
    ///
    /// # Errors
    /// [`EvaluationFault::Unreachable`]; `x` is then anything.
    pub fn follow(&mut self, t: f64, y: &[f64], chart: &mut Chart, x: &mut [f64]) -> Result<()> {
        if let Err(state) = chart.write_own(&self.model, y, x) {
            let component = self.listed_name(&self.model.catalogue.states, state).unwrap_or_default();
            return Err(EvaluationFault::Unreachable { component }.into());
        }
        if chart.clusters.is_empty() {
            return Ok(());
        }
        let (model, pipeline) = self.at(t, x)?;
        let reached = pipeline.follow_chart(model, chart, y, x)?;
        reached.map_err(|cluster| EvaluationFault::Unreachable { component: constraint(model, cluster) }.into())
    }

    /// Changes of the state `x` at time `t`, s, for the changes `dy` of the independent coordinates and those of other knowns, exact to
    /// rounding: together a direction.
    ///
    /// # Errors
    /// [`EvaluationFault::Unreachable`] where the independent coordinates do not determine the others.
    pub fn lift(
        &mut self,
        (t, x): (f64, &[f64]),
        chart: &mut Chart,
        dy: &[f64],
        knowns: &[(Known, f64)],
    ) -> Result<Vec<(Known, f64)>> {
        let mut dx = vec![0.0; x.len()];
        chart.lift_own(self.model(), x, dy, &mut dx);
        let direction = |dx: &[f64]| {
            let states = dx.iter().enumerate().filter(|(_, dx)| **dx != 0.0).map(|(i, dx)| (Known::State(i), *dx));
            states.chain(knowns.iter().copied()).collect::<Vec<_>>()
        };
        for order in 0..if chart.clusters.is_empty() { 0 } else { 2 } {
            let mut data = self.take_directional()?;
            let lane = data.reach_state(self, (t, x), &direction(&dx), &[])?;
            (self.jets.reach)(&mut data.pipeline, self.model(), Stage::Motion)?;
            let rows = data.rows_along(lane, order);
            self.directional = Some(data);
            let (model, evaluation) = self.reach(t, x, Stage::Motion)?;
            evaluation.know_residuals(model);
            for (number, (own, along)) in chart.clusters.iter_mut().zip(rows).enumerate() {
                if !evaluation.augment(model, number, own, order, &chart.places) {
                    evaluation.factor_rows(model);
                    return Err(EvaluationFault::Unreachable { component: constraint(model, number) }.into());
                }
                own.known.fill(0.0);
                own.known.iter_mut().zip(&along).for_each(|(known, along)| *known = *along);
                let work = &evaluation.work.clusters[number];
                for (k, (y, column)) in own.chosen[order].iter().enumerate() {
                    own.known[along.len() + k] = -dy[*y] / work.unit(*column);
                }
                own.factors.solve(&own.known, &mut own.step);
                for (k, column) in own.columns.iter().enumerate() {
                    let step = -own.step[k] * work.unit(k);
                    match column.axis.filter(|_| order == 0) {
                        Some(axis) => {
                            let along = turn(&four(x, column.position), axis);
                            (0..4).for_each(|i| dx[column.position + i] += step * along[i]);
                        }
                        None => dx[if order == 0 { column.position } else { column.speed }] = step,
                    }
                }
            }
            evaluation.factor_rows(model);
        }
        Ok(direction(&dx))
    }
}

impl Directional {
    /// For each cluster: derivatives of the residuals of its rows, or of their rates, along a direction.
    fn rows_along(&mut self, lane: usize, order: usize) -> Vec<Vec<f64>> {
        let clusters = &self.pipeline.base.work.clusters;
        let rows = clusters.iter().map(|work| {
            let along =
                work.rows.iter().map(|row| row.scaled([&row.residual, &row.rate][order].along[lane], work.scale));
            along.collect()
        });
        rows.collect()
    }
}

/// The first component of a cluster of constraints.
fn constraint(model: &Model, cluster: usize) -> String {
    let mechanism = &model.mechanism;
    let first = mechanism.tree.clusters.get(cluster).and_then(|c| mechanism.constraints.get(c.constraints.start));
    first.map_or_else(String::new, |constraint| constraint.name.clone())
}
