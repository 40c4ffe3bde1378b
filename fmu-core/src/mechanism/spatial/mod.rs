//! Vectors, inertias and wrenches in world axes, as the algorithms over the tree and the kinds of joints take them.

pub(crate) mod algebra;
pub(crate) mod articulated_inertia;
pub(crate) mod factorization;
pub(crate) mod pair;
