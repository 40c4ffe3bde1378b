//! `final` and `protected`.

/// Key of Modelica's `final`.
pub const FINAL: &str = "final";
/// Key of Modelica's `protected`.
pub const PROTECTED: &str = "protected";

/// Modelica's `final` and `protected`, of a parameter or a component. The file in an FMU does not have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Neither a host sets it, nor the place that uses its sub-model.
    pub is_final: bool,
    /// The same, and hosts do not see it.
    pub is_protected: bool,
}

impl Access {
    /// True when nothing outside sets it.
    pub fn is_closed(self) -> bool {
        self.is_final || self.is_protected
    }

    /// Access to a part of `whole`.
    #[must_use]
    pub fn within(self, whole: Self) -> Self {
        Self { is_final: self.is_final || whole.is_final, is_protected: self.is_protected || whole.is_protected }
    }

    /// The keys that are set.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        [(FINAL, self.is_final), (PROTECTED, self.is_protected)].into_iter().filter(|(_, is)| *is).map(|(key, _)| key)
    }
}
