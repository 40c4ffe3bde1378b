//! The mechanics, one module for each subject. They are one program, which is built once; tests that need a process of their own
//! (allocators, limits of memory, times) and hosts stand beside it.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/balance.rs"]
mod balance;
#[path = "../common/mod.rs"]
mod common;
#[path = "../moving/mod.rs"]
mod moving;
#[path = "../run/mod.rs"]
mod run;

mod annex;
mod block_starts;
mod circuits;
mod closed_forms;
mod communication_steps;
mod conditions;
mod continuous_blocks;
mod dependencies;
mod duals;
mod energy;
mod events;
mod filters;
mod flange_sources;
mod frame_forces;
mod function_blocks;
mod gear_trains;
mod gravity_fields;
mod heat;
mod impossible_parameters;
mod initialization;
mod integer_signals;
mod invariances;
mod joint_netlists;
mod joints;
mod kinematics;
mod lifted_constants;
mod limit_blocks;
mod logical_blocks;
mod logical_memory;
mod momentum;
mod networks;
mod parameters;
mod public_names;
mod reactions;
mod rotors;
mod sensors;
mod sensors_cut;
mod sensors_relative;
mod signal_expressions;
mod signals;
mod speed_loads;
mod spherical;
mod stages;
mod starts_and_ends;
mod stiff;
mod surface_tables;
mod table_blocks;
mod time_expressions;
mod units;
mod visualizers;
mod wheels;
