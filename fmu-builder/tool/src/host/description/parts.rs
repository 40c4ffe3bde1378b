//! Parts of modelDescription.xml that both versions of FMI write in the same way.

use simulation::variables::{Causality, Initial, Variability};

use super::element::Element;
use super::{ReadError, ScalarVariable, SimpleType, Unknown};

/// Lists that differ between the versions.
pub(super) struct Lists {
    pub types: Vec<SimpleType>,
    pub variables: Vec<ScalarVariable>,
    /// Outputs, derivatives, initial unknowns, event indicators.
    pub structure: [Vec<Unknown>; 4],
}

/// The value read, or its default after recording the error.
pub(super) fn or_default<T: Default>(read: Result<T, ReadError>, errors: &mut Vec<ReadError>) -> T {
    read.unwrap_or_else(|error| {
        errors.push(error);
        T::default()
    })
}

/// Reads the children of an element, if it is there.
pub(super) fn list<T>(
    parent: Option<Element<'_, '_>>,
    read: impl Fn(Element<'_, '_>) -> Result<T, ReadError>,
    errors: &mut Vec<ReadError>,
) -> Vec<T> {
    let children = parent.into_iter().flat_map(Element::children);
    children.filter_map(|child| read(child).map_err(|error| errors.push(error)).ok()).collect()
}

pub(super) fn item(element: Element<'_, '_>) -> Result<(String, i32), ReadError> {
    element.required("value")?;
    Ok((element.required("name")?.to_owned(), element.parse("value")?.unwrap_or_default()))
}

/// The table "default of initial" (FMI 2.0.5, 2.2.7).
pub(super) fn default_initial(causality: Causality, variability: Variability) -> Option<Initial> {
    match (causality, variability) {
        (Causality::Input | Causality::Independent, _) => None,
        (Causality::Parameter, _) | (_, Variability::Constant) => Some(Initial::Exact),
        _ => Some(Initial::Calculated),
    }
}

/// xs:double writes infinity as INF, which Rust reads as well.
pub(super) fn xs_double(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

pub(super) fn xs_boolean(text: &str) -> Option<bool> {
    match text.trim() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}
