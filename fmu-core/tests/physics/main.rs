//! Mechanics: closed forms, conservation, identities.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod assemblies;
#[path = "../common/balance.rs"]
mod balance;
mod bounded_steps;
mod closing;
#[path = "../common/mod.rs"]
mod common;
mod friction;
mod loops;
mod massless;
#[path = "../moving/mod.rs"]
mod moving;
mod random_mechanisms;
#[path = "../run/mod.rs"]
mod run;
mod suite;
