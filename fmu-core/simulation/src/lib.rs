//! Compiled models in motion: the model as data, its variables, the evaluation of its equations, events, initial states, solvers.

pub mod digest;
pub mod dynamics;
pub mod memory;
pub mod model;
pub mod solver;
pub mod variables;
