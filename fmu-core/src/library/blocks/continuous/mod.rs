//! Modelica.Blocks.Continuous: blocks with states.

pub(super) mod critical_damping;
pub(super) mod derivative;
pub(super) mod first_order;
mod initialization;
pub(super) mod integrator;
mod linear;
pub(super) mod lowpass_butterworth;
pub(super) mod pi;
pub(super) mod pid;
pub(super) mod second_order;
mod starts;
pub(super) mod state_space;
pub(super) mod transfer_function;

pub(in crate::library) use linear::LinearVariable;
pub use linear::{LinearOutput, LinearRates};
