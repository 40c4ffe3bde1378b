//! Operating points: inputs, parameters and start values with which a mechanism rests, or moves steadily, and variables have given values.
//!
//! Levenberg's and Marquardt's method with the exact derivatives of [`super::point`]; of several solutions the one near the start is
//! found, because steps are the shortest that the linear equations allow.

mod search;

use std::sync::Arc;

use matrices::loose;
use mechanism::JointStart;
use mechanism::frames::Sequence;
use mechanism::frames::quaternions::{self, Quaternion};
use nalgebra::{DMatrix, DVector};
use simulation::dynamics::Known;
use simulation::model::Model;
use simulation::variables::{DataType, Initial, Target, Variability, Variable};

use super::Signal;
use super::error::{LinearError, TrimFault};
use super::point::{OperatingPoint, signal};
use super::tangent::{Coordinate, Role, Sticking, Tangent, coordinates, unit};
use crate::settings::{Setting, Variables, real};

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

/// The task of a trim, by places in the catalogue.
struct Task<'t> {
    trim: &'t Trim,
    knowns: Vec<(usize, Known, &'t Free)>,
    free_speeds: Vec<&'t Free>,
    wanted: Vec<(usize, f64)>,
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
    fn find(&mut self, task: &Task<'_>, switched: &[String]) -> Result<Trimmed, LinearError> {
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
        let scales = equations.scales();
        let terms = equations.names.iter().zip(equations.residuals.iter().zip(scales.iter()));
        let left = terms.filter(|(_, (residual, scale))| residual.abs() > SOLVED * *scale);
        let left = left.map(|(name, (residual, _))| format!("{name} = {residual:.6}")).collect();
        Err(TrimFault::NotFound { left, switched: switched.to_vec() }.into())
    }

    fn is_stable(&mut self) -> Result<bool, LinearError> {
        let modes = self.linearize()?.modes().unwrap_or_default();
        Ok(modes.iter().all(|mode| mode.real <= STEADY * mode.natural()))
    }

    fn task<'t>(&mut self, trim: &'t Trim) -> Result<Task<'t>, LinearError> {
        let model = Arc::clone(&self.model);
        let catalogue = &model.catalogue;
        let find = |name: &str| {
            let found = catalogue.find(name).and_then(|index| Some((index, catalogue.referred(index)?)));
            found.ok_or_else(|| LinearError::Run(catalogue.unknown(name).into()))
        };
        let all = self.tangent(&[], Sticking::IsLoose)?.coordinates;
        let (mut knowns, mut free_speeds) = (Vec::new(), Vec::new());
        for free in &trim.free {
            if all.iter().any(|own| own.name == free.name) {
                free_speeds.push(free);
                continue;
            }
            let (index, variable) = find(&free.name)?;
            let known = known(&variable).ok_or_else(|| TrimFault::NotFree { name: free.name.clone() })?;
            let value = self.system.value(self.elapsed, &self.x, variable.source)?;
            if !(free.limits[0] <= value && value <= free.limits[1]) {
                return Err(TrimFault::Outside { name: free.name.clone(), value, limits: free.limits }.into());
            }
            knowns.push((index, known, free));
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
        Ok(Task { trim, knowns, free_speeds, wanted, start: self.x.clone() })
    }

    /// Brings the state back to where it may be: at rest, or as steady as it is.
    fn settle(&mut self, task: &Task<'_>) {
        if !task.trim.steady {
            let speeds = coordinates(&self.model);
            speeds.iter().filter(|own| matches!(own.role, Role::Speed(_))).for_each(|own| self.x[own.state] = 0.0);
        }
        self.system.project(self.elapsed, &mut self.x);
    }

    fn is_free(task: &Task<'_>, own: &Coordinate) -> bool {
        let named = task.free_speeds.iter().any(|free| free.name == own.name);
        let by_role = task.trim.steady || !matches!(own.role, Role::Speed(_));
        (by_role || named) && !task.trim.fixed.contains(&own.name)
    }

    fn equations(&mut self, task: &Task<'_>) -> Result<Equations, LinearError> {
        let knowns: Vec<Known> = task.knowns.iter().map(|(_, known, _)| *known).collect();
        let outputs: Vec<usize> = task.wanted.iter().map(|(index, _)| *index).collect();
        let tangent = self.tangent(&knowns, Sticking::IsLoose)?;
        tangent.close(&mut self.x);
        let [a, b, c, d] = self.derivatives_along(&tangent, &knowns, &outputs)?;
        let rates = self.rates(&tangent)?;
        let values = self.signals(outputs.into_iter())?;
        let count = tangent.coordinates.len();
        let rows: Vec<usize> = (0..count).filter(|k| tangent.coordinates[*k].role != Role::Position).collect();
        let free = (0..count).filter(|k| Self::is_free(task, &tangent.coordinates[*k]));
        let unknowns: Vec<usize> = free.chain(count..count + knowns.len()).collect();
        let element = |row: usize, column: usize| match (rows.get(row), column.checked_sub(count)) {
            (Some(row), None) => a[(*row, column)],
            (Some(row), Some(k)) => b[(*row, k)],
            (None, None) => c[(row - rows.len(), column)],
            (None, Some(k)) => d[(row - rows.len(), k)],
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

    fn trimmed(&mut self, task: &Task<'_>) -> Result<Trimmed, LinearError> {
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
        let [a, ..] = self.derivatives_along(tangent, &[], &[])?;
        let changes = &a * self.rates(tangent)?;
        let changing =
            tangent.coordinates.iter().enumerate().filter(|(k, own)| {
                own.role != Role::Position && changes[*k].abs() > STEADY * a.row(*k).amax().max(1.0)
            });
        let changing: Vec<String> = changing.map(|(_, own)| format!("der({})", own.name)).collect();
        if changing.is_empty() { Ok(()) } else { Err(TrimFault::NotSteady { changing }.into()) }
    }

    /// Start values of the present state, as far as they can be set, and the states of which they cannot although they are not those of
    /// `start`.
    fn start_values(&mut self, start: &[f64]) -> (Vec<Signal>, Vec<String>) {
        let model = Arc::clone(&self.model);
        let (catalogue, mut values, mut missing) = (&model.catalogue, Vec::new(), Vec::new());
        let mut set = |index: Option<usize>, value: f64| -> bool {
            let Some(variable) = index.and_then(|index| catalogue.variables.get(index)) else { return false };
            let settable = matches!(variable.target, Some(Target::Parameter(_)))
                && variable.variability != Variability::Constant
                && variable.initial.is_some_and(|initial| initial != Initial::Calculated);
            if settable {
                values.push(signal(variable.name, unit(variable.data_type), value + 0.0));
            }
            settable
        };
        for own in coordinates(&model) {
            match own.axis {
                None => {
                    if !set(catalogue.states.get(own.state).copied(), self.x[own.state])
                        && self.x[own.state] != start[own.state]
                    {
                        missing.push(own.name);
                    }
                }
                Some(0) => {
                    let q = Quaternion(std::array::from_fn(|k| self.x[own.state + k]));
                    let by_address = |address: usize| {
                        catalogue.variables.iter().position(|v| v.target == Some(Target::Parameter(address)))
                    };
                    let start = start_angles(&model, own.state);
                    let angles = start.map(|(first, sequence)| (first, sequence.angles(&quaternions::to_t(&q), 0.0)));
                    let all =
                        angles.is_some_and(|(first, angles)| (0..3).all(|k| set(by_address(first + k), angles[k])));
                    if !all {
                        missing.push(own.name.trim_end_matches("[1]").to_owned());
                    }
                }
                Some(_) => {}
            }
        }
        (values, missing)
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

/// Address of the first start angle of the orientation that begins at a state, and the axes of the angles.
fn start_angles(model: &Model, state: usize) -> Option<(usize, Sequence)> {
    let position = *model.states.positions.get(state)?;
    let joints = model.mechanism.tree.joints.iter().zip(&model.motions.starts);
    let mut own = joints.filter(|(joint, _)| joint.kind.quaternion().is_some_and(|first| joint.q + first == position));
    match own.next()?.1 {
        JointStart::Spherical(start) => Some((start.angles.0, start.sequence)),
        JointStart::Free(start) => Some((start.angles?.0, start.sequence)),
        _ => None,
    }
}
