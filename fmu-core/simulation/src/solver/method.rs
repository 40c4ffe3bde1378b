//! Integration methods.

use binary::Binary;

/// Integration method of the steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Binary)]
pub enum Method {
    /// The best one for the tolerance, the stiffness of the system and the inputs, selected at each step.
    #[default]
    Automatic,
    /// Verner's explicit pair of orders 6 and 5.
    Verner,
    /// The explicit method of Dormand and Prince of orders 8, 5 and 3.
    DormandPrince,
    /// The implicit method RODAS5P, for stiff systems.
    Rodas,
    /// Equal steps without error control: Kutta's explicit method of order 4.
    Fixed,
}

impl Method {
    /// All methods with their names in a model file.
    pub const ALL: [(&str, Self); 5] = [
        ("automatic", Self::Automatic),
        ("Verner65", Self::Verner),
        ("DOP853", Self::DormandPrince),
        ("RODAS", Self::Rodas),
        ("fixed", Self::Fixed),
    ];
    /// The names, for messages.
    pub const EXPECTED: &str = "\"automatic\", \"Verner65\", \"DOP853\", \"RODAS\" or \"fixed\"";

    /// The method with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
    }

    /// Its name in a model file.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, method) in Method::ALL {
            assert_eq!((Method::named(name), method.name()), (Some(method), name));
            assert!(Method::EXPECTED.contains(&format!("\"{name}\"")));
        }
        assert_eq!(Method::named("rodas"), None);
    }
}
