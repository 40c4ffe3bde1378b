//! Names in an instance of a sub-model.

use super::indices::{self, Numbers};
use super::{MOST_CONNECTIONS, MOST_INDICES, SubModelProblem};
use crate::model_file::{Access, Component, Span, SubModel, splits};
use mechanism::hashed::{HashMap, HashSet};

/// Names that are visible in a body, and their meaning.
#[derive(Default)]
pub(super) struct Scope<'a> {
    /// Name of the instance in the flat model, such as `front_left`; empty for the model itself.
    pub(super) name: String,
    /// The place of that name.
    pub(super) span: Span,
    /// Name of the sub-model, shared by all its instances; empty for the model itself.
    pub(super) class: &'a str,
    /// Description of the sub-model at this place.
    pub(super) description: Option<String>,
    /// Access to its members from outside.
    pub(super) access: Access,
    /// Structural parameters.
    pub(super) numbers: Numbers,
    /// All parameters.
    pub(super) parameters: HashSet<&'a str>,
    /// All variables of the sub-model itself.
    pub(super) variables: HashSet<&'a str>,
    /// All components, including each element of an array, with their sub-models.
    pub(super) components: HashMap<String, Option<&'a SubModel>>,
    /// Names of the elements of each array.
    pub(super) arrays: HashMap<&'a str, Vec<String>>,
}

impl Scope<'_> {
    /// True for the model itself.
    pub(super) fn is_model(&self) -> bool {
        self.name.is_empty()
    }

    /// The name of a member in the flat model.
    pub(super) fn outside(&self, member: &str) -> String {
        if self.is_model() { member.to_owned() } else { format!("{}.{member}", self.name) }
    }

    /// Description of a member in the flat model: that of the sub-model, then its own.
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

    /// Values of the indices of `for`, in order; the last index changes first.
    pub(super) fn indices(&self, text: &str) -> Result<Vec<Vec<(String, i64)>>, SubModelProblem> {
        let indices = indices::parse(text).ok_or_else(|| SubModelProblem::Range { found: format!("`{text}`") })?;
        if indices.len() > MOST_INDICES {
            return Err(SubModelProblem::TooMany { what: "indices of one array", limit: MOST_INDICES });
        }
        let mut all = vec![Vec::new()];
        for index in indices {
            if self.has(index.name) {
                return Err(SubModelProblem::IndexName { name: index.name.to_owned() });
            }
            let first = indices::whole(index.first, &self.numbers)?;
            let last = indices::whole(index.last, &self.numbers)?;
            let count = usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or_default();
            if all.len().saturating_mul(count) > MOST_CONNECTIONS {
                return Err(SubModelProblem::TooMany { what: "elements", limit: MOST_CONNECTIONS });
            }
            let with = |indices: &Vec<(String, i64)>, number| {
                let mut indices = indices.clone();
                indices.push((index.name.to_owned(), number));
                indices
            };
            all = all.iter().flat_map(|indices| (first..=last).map(move |number| with(indices, number))).collect();
        }
        Ok(all)
    }

    /// The component with the longest name that is a prefix of a name, and the rest after the dot.
    pub(super) fn component_of<'n>(&self, name: &'n str) -> Option<(&'n str, &'n str)> {
        splits(name).find(|(component, _)| self.components.contains_key(*component))
    }

    /// The array whose missing element a name begins with: element and array.
    pub(super) fn missing_element<'n>(&self, name: &'n str) -> Option<(&'n str, &[String])> {
        let ends = name.match_indices(']').map(|(at, _)| &name[..=at]);
        ends.into_iter().find_map(|element| {
            let (array, _) = element.rsplit_once('[')?;
            let elements = self.arrays.get(array)?;
            (!self.components.contains_key(element)).then_some((element, elements.as_slice()))
        })
    }
}
