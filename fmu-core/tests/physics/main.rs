//! Mechanics: closed forms, conservation, identities.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod assemblies;
mod balance;
mod bounded_steps;
mod closing;
mod forward_dynamics;
mod friction;
mod linearized;
mod loops;
mod massless;
mod moving;
mod random_mechanisms;
mod run;
mod suite;

use support::common;
