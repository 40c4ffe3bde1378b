//! Values by the names that a class declares.

/// Values of a component under the names that its class declares. They are few, so that looking through all of them costs less than a
/// table would, which each component had to make and to free.
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

    /// Enters the value of a name, in the place of an earlier one.
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
