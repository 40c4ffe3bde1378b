//! One search of an operating point.

use matrices::damped;
use nalgebra::DVector;
use simulation::dynamics::Known;

use super::super::error::LinearError;
use super::super::point::OperatingPoint;
use super::super::tangent::Role;
use super::{Equations, Task};

/// Most steps.
const STEPS: usize = 200;
/// Longest move of a position in one step, rad or m.
const FARTHEST: f64 = 0.3;
/// Part of a unit by which searches start apart.
const STRIDE: f64 = 0.4;

impl OperatingPoint {
    /// Search number `number`, each from another start; returns the misfit that is left.
    pub(super) fn search(&mut self, task: &Task<'_>, number: usize) -> Result<f64, LinearError> {
        self.settle(task);
        if number > 0 {
            let equations = self.equations(task)?;
            let spread = |k: usize| ((number * 31 + k * 17) as f64 * 0.618_033_988_749_894_9).fract() - 0.5;
            let size = STRIDE * (1.0 + number as f64 / 4.0);
            let count = equations.tangent.coordinates.len();
            let away = equations.unknowns.iter().map(|k| if *k < count { size * spread(*k) } else { 0.0 });
            self.take(task, &equations, &DVector::from_iterator(equations.unknowns.len(), away))?;
        }
        let mut equations = self.equations(task)?;
        let mut shift = 1e-3;
        for _ in 0..STEPS {
            let before = (self.clone(), equations.misfit());
            if before.1 == 0.0 {
                break;
            }
            let step = self.step(task, &equations, shift);
            let tried = self.take(task, &equations, &step).and_then(|()| self.equations(task));
            match tried {
                Ok(next) if next.misfit() < before.1 => {
                    let is_settled = next.holds() && next.misfit() > 0.5 * before.1;
                    equations = next;
                    shift = if equations.holds() { 0.0 } else { shift * 0.1 };
                    if is_settled {
                        break;
                    }
                }
                _ => {
                    self.clone_from(&before.0);
                    if equations.holds() || shift > 1e8 {
                        break;
                    }
                    shift = (shift * 10.0).max(1e-12);
                }
            }
        }
        Ok(equations.misfit())
    }

    /// The step of the unknowns; those that would leave their limits stay.
    fn step(&self, task: &Task<'_>, equations: &Equations, shift: f64) -> DVector<f64> {
        let scales = equations.scales();
        let limits: Vec<[f64; 2]> = self.room(task, equations);
        let mut held = vec![false; equations.unknowns.len()];
        loop {
            let units: Vec<f64> =
                (0..held.len()).map(|k| if held[k] { 0.0 } else { self.unit(task, equations, k) }).collect();
            let mut scaled = equations.jacobian.clone();
            scaled.row_iter_mut().zip(scales.iter()).for_each(|(mut row, scale)| row /= *scale);
            scaled.column_iter_mut().zip(&units).for_each(|(mut column, unit)| column *= *unit);
            let right = -equations.residuals.component_div(&scales);
            let step = damped(&scaled, &right, shift);
            let step = DVector::from_iterator(units.len(), step.iter().zip(&units).map(|(step, unit)| step * unit));
            let outward = |k: &usize| {
                !held[*k] && ((limits[*k][0] >= 0.0 && step[*k] < 0.0) || (limits[*k][1] <= 0.0 && step[*k] > 0.0))
            };
            if let Some(k) = (0..held.len()).find(outward) {
                held[k] = true;
                continue;
            }
            // Positions go no farther than the linear equations may be trusted.
            let coordinates = &equations.tangent.coordinates;
            let is_position = |k: usize| coordinates.get(k).is_some_and(|own| own.role == Role::Position);
            let moves = equations.unknowns.iter().zip(step.iter()).filter(|(k, _)| is_position(**k));
            let farthest = moves.map(|(_, step)| step.abs()).fold(0.0, f64::max);
            let step = step * (FARTHEST / farthest.max(FARTHEST));
            let within = step.iter().zip(&limits).map(|(step, [low, high])| step.clamp(*low, *high));
            return DVector::from_iterator(step.len(), within);
        }
    }

    /// Change that each unknown may still make.
    fn room(&self, task: &Task<'_>, equations: &Equations) -> Vec<[f64; 2]> {
        let count = equations.tangent.coordinates.len();
        let room = equations.unknowns.iter().map(|k| match k.checked_sub(count) {
            Some(k) => task.knowns[k].2.limits.map(|limit| limit - self.known_value(task.knowns[k].1)),
            None => {
                let own = &equations.tangent.coordinates[*k];
                let limits = task.free_speeds.iter().find(|free| free.name == own.name).map(|free| free.limits);
                let value = if own.axis.is_some() { 0.0 } else { self.x[own.state] };
                limits.map_or([f64::NEG_INFINITY, f64::INFINITY], |limits| limits.map(|limit| limit - value))
            }
        });
        room.collect()
    }

    fn unit(&self, task: &Task<'_>, equations: &Equations, k: usize) -> f64 {
        let known = equations.unknowns[k].checked_sub(equations.tangent.coordinates.len());
        known.map_or(1.0, |k| self.known_value(task.knowns[k].1).abs().max(1.0))
    }

    fn known_value(&self, known: Known) -> f64 {
        match known {
            Known::Input(k) => self.system.input(k),
            Known::Parameter(k) => self.system.parameter(k),
            Known::State(k) => self.x[k],
        }
    }

    fn take(&mut self, task: &Task<'_>, equations: &Equations, step: &DVector<f64>) -> Result<(), LinearError> {
        let count = equations.tangent.coordinates.len();
        let (mut z, mut k) = (vec![0.0; count], vec![0.0; task.knowns.len()]);
        for (unknown, step) in equations.unknowns.iter().zip(step.iter()) {
            match unknown.checked_sub(count) {
                None => z[*unknown] = *step,
                Some(known) => k[known] = *step,
            }
        }
        equations.tangent.step(&mut self.x, &z, &k);
        for ((_, known, _), step) in task.knowns.iter().zip(&k) {
            let value = self.known_value(*known) + step;
            match *known {
                Known::Input(input) => self.system.set_input(input, value),
                Known::Parameter(parameter) => self.system.set_parameter(parameter, value),
                Known::State(_) => {}
            }
        }
        if task.knowns.iter().any(|(_, known, _)| matches!(known, Known::Parameter(_))) {
            self.system.prepare()?;
            self.system.check_parameters()?;
        }
        self.settle(task);
        Ok(())
    }
}
