//! Vectors, inertias and wrenches in world axes, for the algorithms over the tree and the joint kinds.

pub mod algebra;
pub mod articulated_inertia;
pub mod factorization;
pub mod pair;
