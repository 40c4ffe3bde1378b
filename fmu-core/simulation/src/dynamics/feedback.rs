//! Algebraic loops from forces over accelerations and cut forces back to forces.

use super::fixed_point::Fault;
use super::{Evaluation, EvaluationError};
use crate::model::Model;
use mechanism::scalar::Scalar;

impl<T: Scalar> Evaluation<T> {
    /// Laws that act and read accelerations or cut forces, and the accelerations; all other laws that act are evaluated.
    ///
    /// Algebraic loops are cut at the signals that enter the forces. At a given motion accelerations and cut forces are affine in the
    /// forces, and so are the signals that come back, as far as the blocks on the way are.
    ///
    /// # Errors
    /// [`EvaluationError::SingularLoop`], [`EvaluationError::OpenLoop`]; as [`Self::solve_couplings`].
    pub(super) fn close_signal_loops(&mut self, model: &Model) -> Result<(), EvaluationError> {
        let feedback = &model.schedule.feedback;
        let Some(mut loops) = self.signal_loops.take() else {
            self.respond(model, &[])?;
            self.laws(model, &feedback.rates);
            return Ok(());
        };
        let result = loops.solve(&mut |x, y| {
            self.respond(model, x)?;
            y.iter_mut().zip(&feedback.signals).for_each(|(y, signal)| *y = self.signals[*signal]);
            Ok(())
        });
        self.signal_loops = Some(loops);
        let path = |number: usize| Box::new((feedback.paths[number].clone(), self.time().value()));
        result.map_err(|fault| match fault {
            Fault::Response(error) => error,
            Fault::Singular(number) => EvaluationError::SingularLoop { path: path(number) },
            Fault::Open(number, part) => EvaluationError::OpenLoop { path: path(number), part },
        })?;
        self.laws(model, &feedback.rates);
        Ok(())
    }

    /// What comes back in the signals when `x` enters the forces.
    fn respond(&mut self, model: &Model, x: &[T]) -> Result<(), EvaluationError> {
        let feedback = &model.schedule.feedback;
        for (signal, x) in feedback.signals.iter().zip(x) {
            self.signals[*signal] = *x;
        }
        self.laws(model, &feedback.forces);
        self.early_flows(model);
        self.solve_couplings(model)?;
        self.heat_of_meshes(model);
        self.heat(model);
        self.laws(model, &feedback.accelerations);
        if !feedback.reactions.is_empty() {
            if model.mechanism.couplings.is_empty() {
                self.reactions(model);
            }
            self.laws(model, &feedback.reactions);
        }
        Ok(())
    }
}
