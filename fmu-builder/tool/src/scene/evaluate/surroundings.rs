//! Quantities of the whole mechanism that single pictures depend on.

use std::collections::HashMap;

use drawing::math::{IDENTITY, Rotation, Vector, between, conjugate, rotate, scaled, unit};

use super::Evaluator;

/// Quantities of the whole mechanism that single pictures depend on.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// Parameters that have other values than in the run, by their place in the catalogue.
    pub sizes: HashMap<usize, f64>,
    /// The sphere around the mechanism, once it is known.
    pub around: Option<(Vector, f64)>,
    /// The rotation after which gravity points downwards.
    pub upright: Rotation,
}

impl Evaluator<'_> {
    /// The rotation after which uniform gravity points downwards, against y.
    pub(super) fn upright(&self) -> Rotation {
        let Some(world) = &self.drawable.pictures.world else { return IDENTITY };
        // UniformGravity is the second literal.
        let is_uniform = self.variable(&format!("{world}.gravityType"), 0) == [2.0];
        match unit(self.variable(&format!("{world}.n"), 0)) {
            Some(n) if is_uniform => between(scaled(n, -1.0), [0.0, 1.0, 0.0]),
            _ => IDENTITY,
        }
    }

    /// Direction in which ropes sag.
    pub(super) fn down(&self) -> Vector {
        rotate(conjugate(self.surroundings.upright), [0.0, -1.0, 0.0])
    }
}
