//! Modelica.Blocks.Continuous: blocks with states.

mod bessel;
pub(super) mod der;
pub(super) mod filter;
mod initialization;
pub(super) mod integrators;
pub(super) mod lim_pid;
mod linear;
pub(super) mod low_order;
mod prototype;
pub(super) mod simple_filters;
pub(super) mod state_space;
pub(super) mod transfer_function;

pub(super) use initialization::{Init, init_type};
