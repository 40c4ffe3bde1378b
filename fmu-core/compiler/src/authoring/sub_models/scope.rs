//! Names in a use of a sub-model.

use super::indices::Numbers;
use crate::model_file::{Access, Component, Definition};
use mechanism::hashed::{HashMap, HashSet};

/// Names that are visible in a body, and their meaning.
#[derive(Default)]
pub(super) struct Scope<'a> {
    /// Prefix of its members in the flat model, such as `front_left.`; empty for the model itself.
    pub(super) prefix: String,
    /// Name of the sub-model, shared by all its instances; empty for the model itself.
    pub(super) common: String,
    /// Description of the sub-model at this place.
    pub(super) description: Option<String>,
    /// Access to its members from outside.
    pub(super) access: Access,
    /// Structural parameters.
    pub(super) numbers: Numbers,
    /// All parameters.
    pub(super) parameters: HashSet<&'a str>,
    /// All variables of its own.
    pub(super) variables: HashSet<&'a str>,
    /// All components, elements of arrays by themselves, and the sub-models that they are of.
    pub(super) components: HashMap<String, Option<&'a Definition>>,
    /// Names of the elements of each array.
    pub(super) arrays: HashMap<&'a str, Vec<String>>,
}

impl Scope<'_> {
    /// The name of a member from outside.
    pub(super) fn outside(&self, member: &str) -> String {
        format!("{}{member}", self.prefix)
    }

    /// Description of a member in the flat model: the description of the sub-model, then its own.
    pub(super) fn described(&self, component: &Component) -> Option<String> {
        let parts: Vec<&str> = self.description.iter().chain(&component.description).map(String::as_str).collect();
        (!parts.is_empty()).then(|| parts.join(": "))
    }

    /// True for the name of a member.
    pub(super) fn has(&self, name: &str) -> bool {
        self.components.contains_key(name)
            || self.arrays.contains_key(name)
            || self.parameters.contains(name)
            || self.variables.contains(name)
    }

    /// The component that a name begins with, the longest where there are several, and what is behind the dot.
    pub(super) fn component_of<'n>(&self, name: &'n str) -> Option<(&'n str, &'n str)> {
        let dots = name.rmatch_indices('.').map(|(at, _)| (&name[..at], &name[at + 1..]));
        dots.into_iter().find(|(component, _)| self.components.contains_key(*component))
    }

    /// The array whose element a name begins with, although it has no such element: element and array.
    pub(super) fn missing_element<'n>(&self, name: &'n str) -> Option<(&'n str, &[String])> {
        let ends = name.match_indices(']').map(|(at, _)| &name[..=at]);
        ends.into_iter().find_map(|element| {
            let (array, _) = element.rsplit_once('[')?;
            let elements = self.arrays.get(array)?;
            (!self.components.contains_key(element)).then_some((element, elements.as_slice()))
        })
    }
}
