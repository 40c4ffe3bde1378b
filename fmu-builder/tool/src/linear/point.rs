//! A model at an operating point, and its linear system in independent coordinates.

use std::sync::Arc;

use mechanism::Source;
use nalgebra::{DMatrix, DVector};
use simulation::dynamics::{Known, Point, System};
use simulation::model::Model;
use simulation::variables::{Causality, DataType};

use super::error::LinearError;
use super::tangent::{Role, Sticking, Tangent, coordinates, unit};
use super::{Linearization, Mode, Signal};
use crate::scene::{Drawable, RunOptions, SceneError};

/// A model at a point of its run.
#[derive(Clone, Debug)]
pub struct OperatingPoint {
    pub(super) model: Arc<Model>,
    pub(super) preferences: Vec<(String, u8)>,
    pub(crate) system: System,
    /// Time since the start, s.
    pub(super) elapsed: f64,
    pub(super) x: Vec<f64>,
}

impl OperatingPoint {
    /// Runs the model to the time `at`, s (the start without it); `progress` gets the times in between.
    ///
    /// # Errors
    /// When the model cannot be run.
    pub fn new(
        drawable: &Drawable,
        options: &RunOptions,
        at: Option<f64>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Self, LinearError> {
        let [start, _] = drawable.span(options)?;
        let time = at.unwrap_or(start);
        if !(time.is_finite() && time >= start) {
            return Err(LinearError::Time { time, start });
        }
        let mut instance = drawable.instance_at(options, time, progress)?;
        let (system, elapsed, x) = instance.equations().map_err(SceneError::from)?;
        let (system, x) = (system.clone(), x.to_vec());
        Ok(Self { model: Arc::clone(&drawable.model), preferences: drawable.preferences.clone(), system, elapsed, x })
    }

    /// True if signals are read with a delay.
    pub fn has_delays(&self) -> bool {
        !self.model.discrete.remembered.is_empty()
    }

    /// Inputs that are real numbers: places in the catalogue, and what they are to the equations.
    pub(super) fn inputs(&self) -> Vec<(usize, Known)> {
        let inputs = self.model.catalogue.inputs.iter().enumerate();
        inputs.filter(|(_, index)| self.is_real(**index)).map(|(k, index)| (*index, Known::Input(k))).collect()
    }

    /// Outputs that are real numbers.
    pub(super) fn outputs(&self) -> Vec<usize> {
        let variables = self.model.catalogue.variables.numbered();
        let outputs = variables.filter(|(_, variable)| variable.causality == Causality::Output).map(|(index, _)| index);
        outputs.filter(|index| self.is_real(*index)).collect()
    }

    fn is_real(&self, index: usize) -> bool {
        self.model.catalogue.variables.get(index).is_some_and(|v| matches!(v.data_type, DataType::Real { .. }))
    }

    /// Independent coordinates here, for changes of `knowns` besides.
    pub(super) fn tangent(&mut self, knowns: &[Known], sticking: Sticking) -> Result<Tangent, LinearError> {
        Tangent::of(&mut self.system, (self.elapsed, &self.x), knowns, &self.preferences, sticking)
    }

    /// Rates of the independent coordinates, a column.
    pub(super) fn rates(&mut self, tangent: &Tangent) -> Result<DMatrix<f64>, LinearError> {
        let mut rates = DMatrix::zeros(self.x.len(), 1);
        self.system.derivatives(self.elapsed, &self.x, rates.as_mut_slice())?;
        Ok(tangent.rates(&rates))
    }

    /// The linear system in independent coordinates.
    ///
    /// # Errors
    /// Where there is none.
    pub fn linearize(&mut self) -> Result<Linearization, LinearError> {
        Ok(self.linearize_with_tangent()?.0)
    }

    /// States of a period of each oscillation, `steps` of them, with rotations up to `angle`, rad, and displacements up to `length`, m.
    pub(crate) fn oscillations(
        &mut self,
        modes: &[&Mode],
        steps: usize,
        [angle, length]: [f64; 2],
    ) -> Result<Vec<Vec<f64>>, LinearError> {
        let tangent = self.tangent(&[], Sticking::Holds)?;
        let all = coordinates(&self.model);
        let lengths: Vec<usize> =
            all.iter().filter(|own| own.unit.as_deref() == Some("m")).map(|own| own.state).collect();
        let positions: Vec<usize> = all.iter().filter(|own| own.role == Role::Position).map(|own| own.state).collect();
        let mut states = Vec::new();
        for mode in modes {
            let column = |k: usize| DVector::from_fn(mode.shape.len(), |state, _| mode.shape[state][k]);
            let [re, im] = [0, 1].map(|k| &tangent.lift * column(k));
            let size =
                |state: &usize| re[*state].hypot(im[*state]) / if lengths.contains(state) { length } else { angle };
            let largest = positions.iter().map(size).fold(f64::MIN_POSITIVE, f64::max);
            for step in 0..steps {
                let (sin, cos) = (std::f64::consts::TAU * step as f64 / (steps - 1) as f64).sin_cos();
                let mut x = self.x.clone();
                let moved = re.iter().zip(im.iter()).map(|(re, im)| (re * cos - im * sin) / largest);
                x.iter_mut().zip(moved).for_each(|(x, moved)| *x += moved);
                self.system.project(self.elapsed, &mut x);
                states.push(x);
            }
        }
        Ok(states)
    }

    pub(super) fn linearize_with_tangent(&mut self) -> Result<(Linearization, Tangent), LinearError> {
        let (inputs, outputs) = (self.inputs(), self.outputs());
        let knowns: Vec<Known> = inputs.iter().map(|(_, known)| *known).collect();
        let tangent = self.tangent(&knowns, Sticking::Holds)?;
        if tangent.coordinates.is_empty() && outputs.is_empty() {
            return Err(LinearError::Nothing { of: "model" });
        }
        let [a, b, c, d] = self.derivatives_along(&tangent, &knowns, &outputs)?;
        let rates = self.rates(&tangent)?;
        let values = tangent.values(&self.x);
        let coordinates = || tangent.coordinates.iter();
        let states = coordinates().zip(values);
        let linearization = Linearization {
            time: self.system.start() + self.elapsed,
            states: states.map(|(own, value)| signal(&own.name, own.unit.clone(), value)).collect(),
            derivatives: coordinates()
                .zip(rates.iter())
                .map(|(own, rate)| signal(&format!("der({})", own.name), per_second(own.unit.as_deref()), *rate))
                .collect(),
            inputs: self.signals(inputs.iter().map(|(index, _)| *index))?,
            outputs: self.signals(outputs.into_iter())?,
            a,
            b,
            c,
            d,
        };
        Ok((linearization, tangent))
    }

    /// The matrices A, B, C and D in the coordinates of a tangent space.
    pub(super) fn derivatives_along(
        &mut self,
        tangent: &Tangent,
        knowns: &[Known],
        outputs: &[usize],
    ) -> Result<[DMatrix<f64>; 4], LinearError> {
        let n = self.x.len();
        let model = Arc::clone(&self.model);
        let catalogue = &model.catalogue;
        let unknowns = catalogue.derivatives.iter().chain(outputs);
        let unknowns: Vec<&Source> = unknowns.filter_map(|index| Some(catalogue.referred(*index)?.source)).collect();
        // Columns by states and inputs one after the other cost little; along the coordinates they are sums.
        let all: Vec<Known> = (0..n).map(Known::State).chain(knowns.iter().copied()).collect();
        let mut by_all = DMatrix::zeros(unknowns.len(), all.len());
        for (known, mut column) in all.iter().zip(by_all.column_iter_mut()) {
            let (t, point, along) = (self.elapsed, Point::State(&self.x), [(*known, 1.0)]);
            column.copy_from_slice(&self.system.directional_derivatives(t, point, &along, &unknowns)?);
        }
        let by_state = by_all.columns(0, n);
        let known = knowns.len();
        let along = by_state * &tangent.lift;
        let by_known = by_state * tangent.by_known.columns(0, known) + by_all.columns(n, known);
        let others = unknowns.len() - n;
        let [motion, rates] = [&along, &by_known].map(|columns| columns.rows(0, n).into_owned());
        let [c, d] = [&along, &by_known].map(|columns| columns.rows(n, others).into_owned());
        Ok([tangent.motion(&motion), tangent.rates(&rates), c, d])
    }

    /// Variables with their present values.
    pub(super) fn signals(&mut self, indices: impl Iterator<Item = usize>) -> Result<Vec<Signal>, LinearError> {
        let model = Arc::clone(&self.model);
        let mut signals = Vec::new();
        for index in indices {
            let Some(variable) = model.catalogue.variables.get(index) else { continue };
            let source = model.catalogue.referred(index).map_or(variable.source, |variable| variable.source);
            let value = self.system.value(self.elapsed, &self.x, source)?;
            signals.push(signal(variable.name, unit(variable.data_type), value));
        }
        Ok(signals)
    }
}

pub(super) fn signal(name: &str, unit: Option<String>, value: f64) -> Signal {
    Signal { name: name.to_owned(), unit, value }
}

/// The unit of a derivative in time, in Modelica's notation.
fn per_second(unit: Option<&str>) -> Option<String> {
    Some(match unit {
        None | Some("1") => "1/s".to_owned(),
        Some(unit) => match unit.strip_suffix("/s") {
            Some(unit) => format!("{unit}/s2"),
            None if unit.contains('/') => format!("({unit})/s"),
            None => format!("{unit}/s"),
        },
    })
}
