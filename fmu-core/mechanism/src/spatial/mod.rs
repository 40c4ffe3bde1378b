//! Vectors, inertias and wrenches in world axes, as the algorithms over the tree and the kinds of joints take them.

pub mod algebra;
pub mod articulated_inertia;
pub mod factorization;
pub mod pair;
