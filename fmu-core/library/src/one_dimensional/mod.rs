//! Laws of one-dimensional mechanics, which Modelica.Mechanics.Rotational and Translational share: both have the same components with
//! other names and units ([`Quantity`]).

pub(crate) mod interfaces;

mod components;
mod friction;
mod quantity;
mod sensors;
mod sources;
mod transmission;

pub(crate) use friction::{check_friction_table, check_loss_table};
pub(crate) use quantity::Quantity;
pub(crate) use transmission::{
    RIGID, add_fixed_flange, add_gear, add_inertia, add_rod, add_sliding_mass, add_transmission,
    add_transmission_between,
};
