//! Operating points: inputs, parameters and start values with which a mechanism rests, or moves steadily, and variables have given values.
//!
//! Levenberg's and Marquardt's method with the exact derivatives of [`super::point`]; of several solutions the one near the start is
//! found, because steps are the shortest that the linear equations allow.

mod search;

use std::sync::Arc;

use compiler::model_file::nearest;
use matrices::loose;
use nalgebra::{DMatrix, DVector};
use simulation::dynamics::Known;
use simulation::variables::{DataType, Target, Variable};

use super::Signal;
use super::error::{LinearError, TrimFault};
use super::point::OperatingPoint;
use super::tangent::{Coordinate, Role, Sticking, Tangent, coordinates, unit};
use crate::settings::{Setting, real};

/// Most searches, each from another start.
const SEARCHES: usize = 12;
/// Most points at which contacts change.
const CHANGES: usize = 20;
/// An equation holds up to this part of its largest term.
const SOLVED: f64 = 1e-10;
/// Change of an acceleration within a second, as part of its largest term, that is a rounding error.
const STEADY: f64 = 1e-8;

/// The point to find.
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
    /// State at the start.
    start: Vec<f64>,
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
        let mut switched = Vec::new();
        for _ in 0..CHANGES {
            let trimmed = self.find(&task, &switched)?;
            // Contacts and conditions were as they are at the start: the point must agree with them.
            let mut x = self.x.clone();
            let log = self.system.handle_event(self.elapsed, &mut x, false)?.log;
            if log.is_empty() {
                return Ok(trimmed);
            }
            switched = log;
        }
        Err(TrimFault::Unsettled { switched }.into())
    }

    /// A point for the present modes of contacts and conditions.
    fn find(&mut self, task: &Task, switched: &[String]) -> Result<Trimmed, LinearError> {
        let start = self.clone();
        let (mut best, mut unstable): (Option<(f64, Self)>, Option<Self>) = (None, None);
        for search in 0..SEARCHES {
            self.clone_from(&start);
            match self.search(task, search) {
                Ok(_) if self.equations(task)?.holds() => {
                    // From the start itself any point will do: a pendulum that stands on its head is meant to.
                    if search == 0 || self.is_stable()? {
                        return self.trimmed(task);
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
            return self.trimmed(task);
        }
        if let Some((_, best)) = best {
            *self = best;
        }
        let equations = self.equations(task)?;
        let left = equations
            .names
            .iter()
            .zip(equations.residuals.iter())
            .zip(equations.scales().iter())
            .filter(|((_, residual), scale)| residual.abs() > SOLVED * *scale)
            .map(|((name, residual), _)| format!("{name} = {residual:.6}"))
            .collect();
        Err(TrimFault::NotFound { left, switched: switched.to_vec() }.into())
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
        let all = self.tangent(&[], Sticking::IsLoose)?.coordinates;
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
        Ok(Task { knowns, free_speeds, fixed: trim.fixed.clone(), wanted, steady: trim.steady, start: self.x.clone() })
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
        let tangent = self.tangent(&knowns, Sticking::IsLoose)?;
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

    fn trimmed(&mut self, task: &Task) -> Result<Trimmed, LinearError> {
        let equations = self.equations(task)?;
        self.check_steady(&equations.tangent)?;
        let rates = equations.residuals.rows(0, equations.residuals.len() - task.wanted.len());
        let (start_values, not_settable) = self.start_values(&task.start);
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

/// Role of an unknown variable in the equations.
fn known(variable: &Variable<'_>) -> Option<Known> {
    let is_real = matches!(variable.data_type, DataType::Real { .. });
    match variable.target.filter(|_| is_real)? {
        Target::Input(input) => Some(Known::Input(input)),
        Target::Parameter(parameter) => Some(Known::Parameter(parameter)),
    }
}
