//! 1-D mechanics, shared by Modelica.Mechanics.Rotational and Translational: both have the same components with
//! different names and units ([`Quantity`]).

pub(crate) mod adaptors;
pub(crate) mod components;
pub(crate) mod friction;
pub(crate) mod interfaces;
pub(crate) mod sensors;
pub(crate) mod sources;

mod quantity;
mod transmission;

pub(crate) use quantity::Quantity;
pub(crate) use transmission::{
    RIGID, add_fixed_flange, add_gear, add_inertia, add_planetary, add_rod, add_sliding_mass, add_transmission,
    add_transmission_between,
};
