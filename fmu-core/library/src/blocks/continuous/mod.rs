//! Modelica.Blocks.Continuous: blocks with states.

mod band;
mod bessel;
pub(super) mod critical_damping;
pub(super) mod derivative;
pub(super) mod filter;
pub(super) mod first_order;
mod initialization;
pub(super) mod integrator;
mod least_rates;
pub(super) mod lim_integrator;
pub(super) mod lim_pid;
mod lim_pid_law;
mod linear;
pub(super) mod lowpass_butterworth;
pub(super) mod pi;
pub(super) mod pid;
mod prototype;
mod reset;
pub(super) mod second_order;
mod starts;
pub(super) mod state_space;
pub(super) mod transfer_function;

pub(super) use initialization::{Init, init_type};
pub use least_rates::LeastRates;
pub(crate) use least_rates::LeastRatesVariable;
pub use lim_pid_law::LimPidLaw;
pub(crate) use linear::LinearVariable;
pub use linear::{LinearOutput, LinearRates};
pub use reset::ResetLaw;
