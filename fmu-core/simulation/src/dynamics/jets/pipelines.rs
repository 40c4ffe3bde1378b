//! Functions of a pipeline over jets.

use super::{EvaluationFunctions, Result};
use crate::dynamics::initialization::{Point, sides};
use crate::dynamics::pipeline::{New, Pipeline};
use crate::model::{InitialCondition, Model, Unknown};
use mechanism::scalar::{Jet, Scalar};
use mechanism::{Source, Stage};

/// Functions over jets.
pub type Jets = Functions<Jet>;

/// Functions over one scalar; see [`Jets`].
#[derive(Debug)]
#[expect(clippy::type_complexity, reason = "one line each, as the functions are declared")]
pub struct Functions<T: Scalar> {
    pub(in crate::dynamics) evaluation: EvaluationFunctions<T>,
    pub(in crate::dynamics) new: New<T>,
    pub(in crate::dynamics) set_parameters: fn(&mut Pipeline<T>, &Model, &mut dyn FnMut(&mut [T])) -> Result<()>,
    pub(in crate::dynamics) set_state: fn(&mut Pipeline<T>, &Model, &mut dyn Iterator<Item = T>),
    /// [`Pipeline::start`], then the angles.
    pub(in crate::dynamics) start: fn(&mut Pipeline<T>, &Model) -> Result<()>,
    pub(in crate::dynamics) reach: fn(&mut Pipeline<T>, &Model, Stage) -> Result<()>,
    pub(in crate::dynamics) state_derivatives: fn(&mut Pipeline<T>, &Model, &mut [T]) -> Result<()>,
    pub(in crate::dynamics) value: fn(&mut Pipeline<T>, &Model, &Source) -> Result<T>,
    pub(in crate::dynamics) place: fn(&Point, &Model, &[Unknown], &mut Pipeline<T>, &dyn Fn(usize) -> T) -> Result<()>,
    pub(in crate::dynamics) sides: fn(&Model, &mut Pipeline<T>, &InitialCondition) -> Result<(T, T)>,
}

impl<T: Scalar> Functions<T> {
    /// The table, for a `static` of the crate that compiles the functions.
    #[expect(clippy::new_without_default, reason = "a default is not constant")]
    pub const fn new() -> Self {
        Self {
            evaluation: EvaluationFunctions::new(),
            new: Pipeline::new,
            set_parameters: |pipeline, model, change| pipeline.set_parameters(model, change),
            set_state: |pipeline, model, values| pipeline.set_state(model, values),
            start: |pipeline, model| {
                pipeline.start(model, |_| {})?;
                pipeline.base.find_angles(model)
            },
            reach: Pipeline::reach,
            state_derivatives: Pipeline::state_derivatives,
            value: Pipeline::value,
            place: |point, model, unknowns, pipeline, increment| point.place(model, unknowns, pipeline, increment),
            sides,
        }
    }
}
