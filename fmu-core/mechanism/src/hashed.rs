//! Hash tables of the model compiler. Its results do not depend on their order of iteration.
//!
//! A large model has a table of names for nearly everything, and the standard library's hash function took a tenth of
//! the time. This one is also seeded randomly in every process, so that a model cannot be written whose names collide.

use foldhash::fast::RandomState;

/// A hash map.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
/// A hash set.
pub type HashSet<K> = std::collections::HashSet<K, RandomState>;
