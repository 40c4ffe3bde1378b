//! Modelica.Blocks.Continuous: blocks with states.

mod bessel;
mod der;
mod filter;
mod initialization;
mod integrators;
mod lim_pid;
mod linear;
mod low_order;
mod prototype;
mod simple_filters;
mod state_space;
mod transfer_function;

pub(super) use der::DER;
pub(super) use filter::FILTER;
pub(super) use initialization::{Init, init_type};
pub(super) use integrators::{INTEGRATOR, LIM_INTEGRATOR};
pub(super) use lim_pid::LIM_PID;
pub(super) use low_order::{DERIVATIVE, FIRST_ORDER, PI, PID, SECOND_ORDER};
pub(super) use simple_filters::{CRITICAL_DAMPING, LOWPASS_BUTTERWORTH};
pub(super) use state_space::STATE_SPACE;
pub(super) use transfer_function::TRANSFER_FUNCTION;
