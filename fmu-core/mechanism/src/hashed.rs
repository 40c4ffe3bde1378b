//! Hash tables of the compiler of models, whose results do not depend on the order of what is in them.
//!
//! A large model has a table of names for nearly everything, and the hash of the standard library took a tenth of the time. This one is
//! also seeded anew in every process, so that no model can be written whose names collide.

use foldhash::fast::RandomState;

/// A hash map.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
/// A hash set.
pub type HashSet<K> = std::collections::HashSet<K, RandomState>;
