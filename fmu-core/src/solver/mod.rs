//! Integrators over the flat state array.

/// A system of ordinary differential equations on a flat state array.
pub trait OrdinaryDifferentialEquations {
    /// Why an evaluation fails.
    type Error;
    /// Writes the derivatives of `x` at time `t` into `dx`.
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error>;
    /// Puts the state back on its manifold after an accepted step; false when nothing changed.
    fn project(&mut self, x: &mut [f64]) -> bool;
}
