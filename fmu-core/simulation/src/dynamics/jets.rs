//! The functions over jets that are called here: tables, which the crate `jets` makes. They are compiled where these are made, for size; a
//! call past a table would compile them here, too, for speed.

mod pipelines;

pub use pipelines::{Functions, Jets};

use super::{Evaluation, EvaluationError};
use crate::model::Model;
use mechanism::scalar::{Jet, Scalar};
use mechanism::{Source, Stage};

type Tried<X> = Result<X, EvaluationError>;

/// Functions of an evaluation over jets.
pub(super) type JetEvaluations = EvaluationFunctions<Jet>;

/// Functions of an evaluation.
#[derive(Debug)]
pub(super) struct EvaluationFunctions<T: Scalar> {
    pub new: fn(&Model, Vec<T>) -> Tried<Evaluation<T>>,
    pub laws: fn(&mut Evaluation<T>, &Model, &[usize]),
    pub reach: fn(&mut Evaluation<T>, &Model, Stage) -> Tried<()>,
    pub reach_outputs: fn(&mut Evaluation<T>, &Model, Stage) -> Tried<()>,
    pub find_angle_derivatives: fn(&mut Evaluation<T>, &Model) -> Tried<()>,
    pub value: fn(&mut Evaluation<T>, &Model, &Source) -> T,
}

impl<T: Scalar> EvaluationFunctions<T> {
    const fn new() -> Self {
        Self {
            new: Evaluation::new,
            laws: Evaluation::laws,
            reach: Evaluation::reach,
            reach_outputs: Evaluation::reach_outputs,
            find_angle_derivatives: Evaluation::find_angle_derivatives,
            value: Evaluation::value,
        }
    }
}
