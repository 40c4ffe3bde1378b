//! Operating points: inputs, parameters and start values with which a mechanism rests, or moves steadily, and variables have given values.
//!
//! Levenberg's and Marquardt's method with the exact derivatives of [`super::point`]; of several solutions the one near the start is
//! found, because steps are the shortest that the linear equations allow.

use std::sync::Arc;

use compiler::model_file::nearest;
use nalgebra::{DMatrix, DVector};
use simulation::dynamics::Known;
use simulation::variables::{DataType, Target, Variable};

use super::Signal;
use super::error::{LinearError, TrimFault};
use super::least_squares::{damped, loose};
use super::point::OperatingPoint;
use super::tangent::{Coordinate, Role, Tangent, coordinates, unit};
use crate::settings::{Setting, real};

/// Most steps of one search, and most searches, each from another start.
const STEPS: usize = 200;
const SEARCHES: usize = 12;
/// An equation holds up to this part of its largest term.
const SOLVED: f64 = 1e-10;
/// Change of an acceleration within a second, as part of its largest term, that is a rounding error.
const STEADY: f64 = 1e-8;
/// Longest move of a position in one step, rad or m.
const FARTHEST: f64 = 0.3;
/// Part of a unit by which searches start apart.
const STRIDE: f64 = 0.4;

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct Trim {
    /// Inputs, parameters and speeds that are free besides the positions.
    pub free: Vec<Free>,
    /// Positions and states of other components that keep their start values.
    pub fixed: Vec<String>,
    /// Variables with the values that they shall have.
    pub wanted: Vec<Setting>,
    /// Speeds are constant, and need not be zero.
    pub steady: bool,
}

/// A quantity that may change, and its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Free {
    /// Name of the variable.
    pub name: String,
    /// Limits, in the unit of the variable.
    pub limits: [f64; 2],
}

/// An operating point that was found.
#[derive(Clone, Debug, Default)]
pub struct Trimmed {
    /// Inputs, parameters and start values to set.
    pub settings: Vec<Signal>,
    /// The largest acceleration, or rate of another state, that is left, in SI units.
    pub largest_rate: f64,
    /// Unknowns that the equations leave free: they are near their start values.
    pub undetermined: Vec<String>,
    /// States whose start values cannot be set.
    pub not_settable: Vec<String>,
}

/// An unknown: place among the coordinates, or among the knowns.
#[derive(Clone, Debug)]
struct Unknown {
    name: String,
    limits: [f64; 2],
}

/// Places of free coordinates, knowns with their names, and equations.
struct Task {
    knowns: Vec<(usize, Known, Unknown)>,
    free_speeds: Vec<(String, [f64; 2])>,
    fixed: Vec<String>,
    wanted: Vec<(usize, f64)>,
    steady: bool,
}

/// Equations and their derivatives by the unknowns.
struct Equations {
    tangent: Tangent,
    /// Place of each unknown among coordinates, knowns following.
    unknowns: Vec<usize>,
    residuals: DVector<f64>,
    jacobian: DMatrix<f64>,
    names: Vec<String>,
}

impl Equations {
    /// Largest term of each equation for a change of a unit.
    fn scales(&self) -> DVector<f64> {
        DVector::from_iterator(self.residuals.len(), self.jacobian.row_iter().map(|row| row.amax().max(1.0)))
    }

    fn misfit(&self) -> f64 {
        self.residuals.component_div(&self.scales()).norm()
    }

    fn holds(&self) -> bool {
        self.residuals.iter().zip(self.scales().iter()).all(|(residual, scale)| residual.abs() <= SOLVED * scale)
    }
}

impl OperatingPoint {
    /// Moves to the operating point that is looked for.
    ///
    /// # Errors
    /// A name that means nothing, or none that was found; the state is then the best that was found.
    pub fn trim(&mut self, trim: &Trim) -> Result<Trimmed, LinearError> {
        let task = self.task(trim)?;
        let start = self.clone();
        let (mut best, mut unstable): (Option<(f64, Self)>, Option<Self>) = (None, None);
        for search in 0..SEARCHES {
            self.clone_from(&start);
            match self.search(&task, search) {
                Ok(_) if self.equations(&task)?.holds() => {
                    // From the start itself any point will do: a pendulum that stands on its head is meant to.
                    if search == 0 || self.is_stable()? {
                        return self.trimmed(&task);
                    }
                    unstable.get_or_insert_with(|| self.clone());
                }
                Ok(misfit) => {
                    if best.as_ref().is_none_or(|(least, _)| misfit < *least) {
                        best = Some((misfit, self.clone()));
                    }
                }
                // Another start may do.
                Err(error) if search + 1 == SEARCHES && best.is_none() && unstable.is_none() => return Err(error),
                Err(_) => {}
            }
        }
        if let Some(unstable) = unstable {
            *self = unstable;
            return self.trimmed(&task);
        }
        if let Some((_, best)) = best {
            *self = best;
        }
        let equations = self.equations(&task)?;
        let left = equations
            .names
            .iter()
            .zip(equations.residuals.iter())
            .zip(equations.scales().iter())
            .filter(|((_, residual), scale)| residual.abs() > SOLVED * *scale)
            .map(|((name, residual), _)| format!("{name} = {residual:.6}"))
            .collect();
        Err(TrimFault::NotFound { left }.into())
    }

    fn is_stable(&mut self) -> Result<bool, LinearError> {
        let modes = self.linearize()?.modes().unwrap_or_default();
        Ok(modes.iter().all(|mode| mode.real <= STEADY * mode.natural()))
    }

    fn task(&mut self, trim: &Trim) -> Result<Task, LinearError> {
        let model = Arc::clone(&self.model);
        let catalogue = &model.catalogue;
        let unknown = |name: &str| TrimFault::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, catalogue.variables.iter().map(|v| v.name)).map(str::to_owned),
        };
        let find = |name: &str| {
            catalogue
                .find(name)
                .and_then(|index| Some((index, catalogue.referred(index)?)))
                .ok_or_else(|| unknown(name))
        };
        let all = self.tangent(&[])?.coordinates;
        let (mut knowns, mut free_speeds) = (Vec::new(), Vec::new());
        for free in &trim.free {
            if all.iter().any(|own| own.name == free.name) {
                free_speeds.push((free.name.clone(), free.limits));
                continue;
            }
            let (index, variable) = find(&free.name)?;
            let known = known(&variable).ok_or_else(|| TrimFault::NotFree { name: free.name.clone() })?;
            let value = self.system.value(self.elapsed, &self.x, variable.source)?;
            if !(free.limits[0] <= value && value <= free.limits[1]) {
                return Err(TrimFault::Outside { name: free.name.clone(), value, limits: free.limits }.into());
            }
            knowns.push((index, known, Unknown { name: free.name.clone(), limits: free.limits }));
        }
        for name in &trim.fixed {
            if !all.iter().any(|own| own.name == *name) {
                let states: Vec<&str> =
                    all.iter().filter(|own| own.role == Role::Position).map(|own| own.name.as_str()).collect();
                return Err(TrimFault::NotFixed { name: name.clone(), expected: states.join(", ") }.into());
            }
        }
        let mut wanted = Vec::new();
        for setting in &trim.wanted {
            let (index, variable) = find(&setting.name)?;
            let value = real(&setting.value, unit(variable.data_type).as_deref());
            let fault = || TrimFault::Value { name: setting.name.clone(), value: setting.value.clone() };
            wanted.push((index, value.ok_or_else(fault)?));
        }
        Ok(Task { knowns, free_speeds, fixed: trim.fixed.clone(), wanted, steady: trim.steady })
    }

    /// Brings the state back to where it may be: at rest, or as steady as it is.
    fn settle(&mut self, task: &Task) {
        if !task.steady {
            let speeds = coordinates(&self.model);
            speeds.iter().filter(|own| matches!(own.role, Role::Speed(_))).for_each(|own| self.x[own.state] = 0.0);
        }
        self.system.project(self.elapsed, &mut self.x);
    }

    fn is_free(task: &Task, own: &Coordinate) -> bool {
        let named = task.free_speeds.iter().any(|(name, _)| *name == own.name);
        let by_role = match own.role {
            Role::Position | Role::Other => true,
            Role::Speed(_) => task.steady,
        };
        (by_role || named) && !task.fixed.contains(&own.name)
    }

    fn equations(&mut self, task: &Task) -> Result<Equations, LinearError> {
        let knowns: Vec<Known> = task.knowns.iter().map(|(_, known, _)| *known).collect();
        let outputs: Vec<usize> = task.wanted.iter().map(|(index, _)| *index).collect();
        let tangent = self.tangent(&knowns)?;
        tangent.close(&mut self.x);
        let matrices = self.derivatives_along(&tangent, &knowns, &outputs)?;
        let mut rates = vec![0.0; self.x.len()];
        self.system.derivatives(self.elapsed, &self.x, &mut rates)?;
        let rates = tangent.rates(&DMatrix::from_column_slice(rates.len(), 1, &rates));
        let values = self.signals(outputs.into_iter())?;
        let count = tangent.coordinates.len();
        let own = |role: Role| matches!(role, Role::Speed(_) | Role::Other);
        let rows: Vec<usize> = (0..count).filter(|k| own(tangent.coordinates[*k].role)).collect();
        let free = (0..count).filter(|k| Self::is_free(task, &tangent.coordinates[*k]));
        let unknowns: Vec<usize> = free.chain(count..count + knowns.len()).collect();
        let element = |row: usize, column: usize| match (rows.get(row), column.checked_sub(count)) {
            (Some(row), None) => matrices.a[(*row, column)],
            (Some(row), Some(k)) => matrices.b[(*row, k)],
            (None, None) => matrices.c[(row - rows.len(), column)],
            (None, Some(k)) => matrices.d[(row - rows.len(), k)],
        };
        let wanted = values.iter().zip(&task.wanted);
        let residuals =
            rows.iter().map(|row| rates[*row]).chain(wanted.clone().map(|(now, (_, value))| now.value - value));
        let residuals: Vec<f64> = residuals.collect();
        let derivative = |row: &usize| format!("der({})", tangent.coordinates[*row].name);
        let names = rows.iter().map(derivative);
        let names = names.chain(wanted.map(|(now, (_, value))| format!("{} - {value}", now.name))).collect();
        Ok(Equations {
            jacobian: DMatrix::from_fn(residuals.len(), unknowns.len(), |row, k| element(row, unknowns[k])),
            residuals: DVector::from_vec(residuals),
            unknowns,
            names,
            tangent,
        })
    }

    /// Search number `number`, each from another start; returns the misfit that is left.
    fn search(&mut self, task: &Task, number: usize) -> Result<f64, LinearError> {
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
    fn step(&self, task: &Task, equations: &Equations, shift: f64) -> DVector<f64> {
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

    /// What each unknown may still change.
    fn room(&self, task: &Task, equations: &Equations) -> Vec<[f64; 2]> {
        let count = equations.tangent.coordinates.len();
        let room = equations.unknowns.iter().map(|k| match k.checked_sub(count) {
            Some(k) => task.knowns[k].2.limits.map(|limit| limit - self.known_value(task.knowns[k].1)),
            None => {
                let own = &equations.tangent.coordinates[*k];
                let limits = task.free_speeds.iter().find(|(name, _)| *name == own.name).map(|(_, limits)| *limits);
                let value = if own.axis.is_some() { 0.0 } else { self.x[own.state] };
                limits.map_or([f64::NEG_INFINITY, f64::INFINITY], |limits| limits.map(|limit| limit - value))
            }
        });
        room.collect()
    }

    fn unit(&self, task: &Task, equations: &Equations, k: usize) -> f64 {
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

    fn take(&mut self, task: &Task, equations: &Equations, step: &DVector<f64>) -> Result<(), LinearError> {
        let count = equations.tangent.coordinates.len();
        let (mut z, mut k) = (vec![0.0; count], vec![0.0; task.knowns.len()]);
        for (unknown, step) in equations.unknowns.iter().zip(step.iter()) {
            match unknown.checked_sub(count) {
                None => z[*unknown] = *step,
                Some(known) => k[known] = *step,
            }
        }
        equations.tangent.step(&mut self.x, &z, &k);
        let mut prepares = false;
        for ((_, known, _), step) in task.knowns.iter().zip(&k) {
            let value = self.known_value(*known) + step;
            match *known {
                Known::Input(input) => self.system.set_input(input, value),
                Known::Parameter(parameter) => {
                    self.system.set_parameter(parameter, value);
                    prepares = true;
                }
                Known::State(_) => {}
            }
        }
        if prepares {
            self.system.prepare()?;
            self.system.check_parameters()?;
        }
        self.settle(task);
        Ok(())
    }

    fn trimmed(&mut self, task: &Task) -> Result<Trimmed, LinearError> {
        let equations = self.equations(task)?;
        self.check_steady(&equations.tangent)?;
        let rates = equations.residuals.rows(0, equations.residuals.len() - task.wanted.len());
        let (start_values, not_settable) = self.start_values();
        let mut settings = self.signals(task.knowns.iter().map(|(index, ..)| *index))?;
        settings.extend(start_values);
        let count = equations.tangent.coordinates.len();
        let name = |k: usize| match k.checked_sub(count) {
            Some(k) => task.knowns[k].2.name.clone(),
            None => equations.tangent.coordinates[k].name.clone(),
        };
        let free = loose(&equations.jacobian);
        let undetermined =
            equations.unknowns.iter().zip(free).filter(|(_, is_free)| *is_free).map(|(k, _)| name(*k)).collect();
        Ok(Trimmed {
            settings,
            largest_rate: if rates.is_empty() { 0.0 } else { rates.amax() },
            undetermined,
            not_settable,
        })
    }

    /// Refuses a motion whose speeds do not stay as they are.
    fn check_steady(&mut self, tangent: &Tangent) -> Result<(), LinearError> {
        let a = self.derivatives_along(tangent, &[], &[])?.a;
        let mut rates = vec![0.0; self.x.len()];
        self.system.derivatives(self.elapsed, &self.x, &mut rates)?;
        let changes = &a * tangent.rates(&DMatrix::from_column_slice(rates.len(), 1, &rates));
        let changing =
            tangent.coordinates.iter().enumerate().filter(|(k, own)| {
                own.role != Role::Position && changes[*k].abs() > STEADY * a.row(*k).amax().max(1.0)
            });
        let changing: Vec<String> = changing.map(|(_, own)| format!("der({})", own.name)).collect();
        if changing.is_empty() { Ok(()) } else { Err(TrimFault::NotSteady { changing }.into()) }
    }
}

/// What an unknown variable is to the equations.
fn known(variable: &Variable<'_>) -> Option<Known> {
    let is_real = matches!(variable.data_type, DataType::Real { .. });
    match variable.target.filter(|_| is_real)? {
        Target::Input(input) => Some(Known::Input(input)),
        Target::Parameter(parameter) => Some(Known::Parameter(parameter)),
    }
}
