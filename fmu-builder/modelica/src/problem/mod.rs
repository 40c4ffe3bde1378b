//! Problems of a text, and notes on it, with their places.

mod class;
mod component;
mod equation;
mod export;
mod expression;
mod function;
mod instance;
mod model;
mod note;
mod syntax;
mod value;

use std::any::Any;
use std::sync::Arc;

use compiler::model_file::{Diagnostic, LaterProblem, Problem, Span};

pub(crate) use class::ClassProblem;
pub(crate) use component::ComponentProblem;
pub(crate) use equation::{EquationProblem, Unresolved};
pub(crate) use export::ExportProblem;
pub(crate) use expression::ExpressionProblem;
pub(crate) use function::FunctionProblem;
pub(crate) use instance::InstanceProblem;
pub(crate) use model::ModelProblem;
pub(crate) use note::Note;
pub(crate) use syntax::SyntaxProblem;
pub(crate) use value::ValueProblem;

/// What can be wrong with a text, by the layer that finds it.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ModelicaProblem {
    #[error(transparent)]
    Class(#[from] ClassProblem),
    #[error(transparent)]
    Component(#[from] ComponentProblem),
    #[error(transparent)]
    Equation(#[from] EquationProblem),
    #[error(transparent)]
    Export(#[from] ExportProblem),
    #[error(transparent)]
    Expression(#[from] ExpressionProblem),
    #[error(transparent)]
    Function(#[from] FunctionProblem),
    #[error(transparent)]
    Instance(#[from] InstanceProblem),
    #[error(transparent)]
    Model(#[from] ModelProblem),
    #[error(transparent)]
    Note(#[from] Note),
    #[error(transparent)]
    Syntax(#[from] SyntaxProblem),
    #[error(transparent)]
    Value(#[from] ValueProblem),
}

impl LaterProblem for ModelicaProblem {
    fn help(&self) -> Option<String> {
        None
    }

    fn equals(&self, other: &dyn LaterProblem) -> bool {
        (other as &dyn Any).downcast_ref::<Self>() == Some(self)
    }
}

impl ModelicaProblem {
    /// The problem at `span`.
    pub(crate) fn at(self, span: Span) -> Diagnostic {
        Diagnostic::new(span, Problem::Later(Arc::new(self)))
    }

    /// The problem of the text as a whole.
    pub(crate) fn without_place(self) -> Diagnostic {
        Diagnostic::without_place(Problem::Later(Arc::new(self)))
    }
}

/// A result, or what is wrong with the place.
pub(crate) type Outcome<T> = Result<T, Diagnostic>;

/// That `problem` is at `span`.
pub(crate) fn fault<T>(span: &Span, problem: impl Into<ModelicaProblem>) -> Outcome<T> {
    Err(problem.into().at(span.clone()))
}
