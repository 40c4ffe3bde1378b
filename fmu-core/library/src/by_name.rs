//! Values by the names that a class declares.

/// Values of a component by the names that its class declares. There are few, so that a search costs less than a hash map, which each
/// component would have to allocate and free.
#[derive(Clone, Debug)]
pub struct ByName<V> {
    entries: Vec<(&'static str, V)>,
}

impl<V> Default for ByName<V> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<V> ByName<V> {
    /// With room for `count` names.
    pub fn with_capacity(count: usize) -> Self {
        Self { entries: Vec::with_capacity(count) }
    }

    /// Enters the value of a name; it replaces an earlier one.
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
