//! Hash tables of the compiler of models, whose results do not depend on the order of what is in them.
//!
//! A large model has a table of names for nearly everything, and the hash of the standard library took a tenth of the time. This one is
//! seeded anew in every process, too, so that nobody can write a model whose names collide. The runtime inside an FMU does without both.

#[cfg(feature = "authoring")]
use foldhash::fast::RandomState;
#[cfg(not(feature = "authoring"))]
use std::hash::RandomState;

pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
pub(crate) type HashSet<K> = std::collections::HashSet<K, RandomState>;
