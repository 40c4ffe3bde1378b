//! Modelica.Blocks.Continuous: blocks with states.

mod band;
mod bessel;
mod der;
mod filter;
mod initialization;
mod integrators;
mod least_rates;
mod lim_pid;
mod linear;
mod low_order;
mod prototype;
mod simple_filters;
mod state_space;
mod transfer_function;

pub(super) use der::DER;
pub use der::DerLaw;
pub(super) use filter::FILTER;
pub(super) use initialization::{Init, init_type};
pub use integrators::ResetLaw;
pub(super) use integrators::{INTEGRATOR, LIM_INTEGRATOR};
pub use least_rates::LeastRates;
pub(crate) use least_rates::LeastRatesVariable;
pub(super) use lim_pid::LIM_PID;
pub use lim_pid::LimPidLaw;
pub(crate) use linear::LinearVariable;
pub use linear::{LinearOutput, LinearRates};
pub(super) use low_order::{DERIVATIVE, FIRST_ORDER, PI, PID, SECOND_ORDER};
pub(super) use simple_filters::{CRITICAL_DAMPING, LOWPASS_BUTTERWORTH};
pub(super) use state_space::STATE_SPACE;
pub(super) use transfer_function::TRANSFER_FUNCTION;
