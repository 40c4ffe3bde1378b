//! Compiled models, their variables, and their simulation: evaluation of the equations, events, initial states,
//! solvers.

pub mod digest;
pub mod dynamics;
pub mod memory;
pub mod model;
pub mod solver;
pub mod variables;
