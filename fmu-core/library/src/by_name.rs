//! Lookup by the names that a class declares.

/// Values of a component by the names that its class declares. There are few, so that a linear search is cheaper than a
/// hash map, which every component would allocate and free.
#[derive(Clone, Debug)]
pub struct ByName<V> {
    entries: Vec<(&'static str, V)>,
}

impl<V> ByName<V> {
    /// An empty lookup with a capacity of `count` names.
    pub fn with_capacity(count: usize) -> Self {
        Self { entries: Vec::with_capacity(count) }
    }

    /// Sets the value of a name.
    pub fn insert(&mut self, name: &'static str, value: V) {
        self.entries.push((name, value));
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.entries.iter().rev().find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}
